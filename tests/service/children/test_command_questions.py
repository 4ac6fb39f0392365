"""Questions that a command answers: over HTTP the answer is the command's own."""

import json
import random
import time
from typing import get_args

import pytest

from lo_exact.errors import SolverError
from lo_exact.outcome import Watch
from lo_exact.processes.worker import call_in_child
from lo_exact.service.children.bounded import problem_of
from lo_exact.service.children.command_questions import command_answered
from lo_exact.service.requests import EXAMPLES, OPTIONS, Question
from tests.cli_runner import run
from tests.service.serving import hard

ALL_ON = "#####\n" * 5

FILED = (
    'id = "mine"\nstatement = "hardest"\nweight = 9\nsource = "me"\ndate = "2026"\n'
    '[puzzle]\nfile = "/etc/passwd"\n'
)


def result(server, board, **more):
    got = server.post(board, **more).json
    assert got.get("state") == "done", got
    return got["result"]


def test_no_file_of_a_question_is_left_for_the_next_one():
    asked = {"question": "make", "board": "", "kind": "random", "size": "3x3", "levels": 2}
    made = command_answered(asked, Watch(60), 1).value
    assert len(made["levels"]) == 2
    kept = command_answered({"question": "kernel", "board": "##/##"}, Watch(60), 1)
    assert "levels" not in kept.value
    assert kept.files == {}


@pytest.mark.parametrize("question", [q for q in EXAMPLES if q != "crosscheck"])
def test_the_example_of_each_question_has_the_keys_that_the_interface_says(server, question):
    request, keys = EXAMPLES[question]
    assert set(request) - {"board", "size", "colours"} <= {
        k for k in OPTIONS if question in OPTIONS[k].questions
    }
    got = server.ask("POST", "/v1/jobs", {"question": question} | request, {"Prefer": "wait=30"})
    assert got.json.get("state") == "done", got.json
    assert set(keys.split()) <= set(got.json["result"]), got.json["result"].keys()


def test_every_question_has_an_example_and_a_schema_of_its_own(server):
    schemas = server.get("/openapi.json").json["components"]["schemas"]
    asked, told = schemas["JobRequest"]["oneOf"], schemas["JobView"]["oneOf"]
    questions = list(get_args(Question))
    assert sorted(EXAMPLES) == sorted(questions)
    assert sorted(one["title"] for one in asked) == sorted(one["title"] for one in told)
    for one in asked:
        (example,) = one["examples"]
        assert example["question"] == one["title"]
        assert set(example) <= set(one["properties"])


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k != "seconds"}
    return [without_times(v) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (
            {"question": "press", "board": ALL_ON, "answer": "D1 E1"},
            ("press", "BOARD", "D1", "E1", "--json"),
        ),
        (
            {"question": "judge", "board": ALL_ON, "answer": "A1 B2"},
            ("judge", "BOARD", "A1 B2", "--json"),
        ),
        (
            {
                "question": "judge",
                "board": "#.\n..\n",
                "answer": "s UNSATISFIABLE\n",
                "formula": "cnf",
                "bound": 2,
            },
            ("judge", "BOARD", "s UNSATISFIABLE\n", "--format=cnf", "--bound=2", "--json"),
        ),
        (
            {"question": "levels", "board": "##\n##\n\n#.\n..\n"},
            ("levels", "BOARD", "--json"),
        ),
        (
            {"question": "export", "board": ALL_ON, "formula": "wcnf"},
            ("export", "BOARD", "--format=wcnf"),
        ),
        (
            {"question": "make", "board": "", "size": "5x5", "kind": "random", "seed": 7},
            ("make", "random", "--size=5x5", "--seed=7"),
        ),
        (
            {"question": "make", "board": ALL_ON, "kind": "pressed", "answer": "A1"},
            ("make", "pressed", "--like", "BOARD", "--presses", "ANSWER"),
        ),
    ],
)
def test_the_answer_is_the_one_of_the_command(server, tmp_path, monkeypatch, request_, words):
    for name in ("board", "answer"):
        (tmp_path / name).write_text(request_.get(name, ""))
    words = [{"BOARD": "board", "ANSWER": "answer"}.get(word, word) for word in words]
    if request_["question"] == "judge":
        words[2] = "answer"
    monkeypatch.chdir(tmp_path)
    said = run(*words)
    got = result(server, **request_)
    if "--json" in words:
        assert without_times(got) == without_times(json.loads(said.out))
    else:
        assert got == {"text": said.out}


def test_levels_are_made_and_their_pages_are_files_of_the_job(server):
    more = {"size": "5x5", "levels": 3, "presses": "3..5", "seed": 1, "question": "make"}
    made = result(server, "", **more)["levels"]
    assert [level["weight"] for level in made] == [3, 4, 5]
    job = server.post("##\n##\n", question="levels", sheet="pdf", worksheet=True, title="7b").json
    page = server.get(job["links"]["sheet.pdf"])
    assert (page.status, page.body[:5]) == (200, b"%PDF-")


def test_a_claims_evidence_is_a_file_of_the_job(server):
    claim = (
        'id = "mine"\nstatement = "hardest"\nweight = 9\nsource = "me"\ndate = "2026"\n'
        '[puzzle]\nsize = "3x3"\n'
    )
    job = server.post(claim, question="certify", certificate=True).json
    assert job["result"]["claims"][0]["verdict"] == "true"  # 3 x 3: one solution each, 9 at most
    evidence = server.get(job["links"]["board.evidence.json"]).json
    assert evidence["claim"]["id"] == "mine"


def test_many_answers_are_judged_as_a_table(server):
    answers = [("##\n##\n", "A1 B1 A2 B2"), ("##\n##\n", "A1"), ("#.\n..\n", "unsolvable")]
    given = [{"board": board, "answer": answer} for board, answer in answers]
    got = result(server, "", question="referee", answers=given)
    assert (got["boards"], got["right"], got["minimal"], got["wrong"]) == (3, 1, 1, 2)
    assert [failure["board"] for failure in got["failures"]] == [2, 3]


@pytest.mark.parametrize(
    ("more", "kind", "said"),
    [
        ({"question": "press", "board": "##/##", "answer": "A1\nQ9"}, "bad-board", "answer:2:1"),
        ({"question": "judge", "board": "##/##"}, "bad-option", "ANSWER"),
        ({"question": "press", "board": "#?", "answer": "A1"}, "bad-board", ""),
        ({"question": "export", "board": "##/##", "formula": "tex"}, "bad-option", "cnf"),
        ({"question": "make", "board": ""}, "bad-option", "full, random"),
        ({"question": "make", "board": "", "kind": "random"}, "bad-option", "size"),
        (
            {"question": "make", "board": "", "kind": "random", "size": "400x400"},
            "too-large",
            "lights",
        ),
        ({"question": "levels", "board": ("#" * 150 + "\n") * 150}, "too-large", "lights"),
        ({"question": "certify", "board": FILED}, "bad-board", "beside its claim"),
        ({"question": "certify", "board": "id = 3\n"}, "bad-board", "board.toml"),
        ({"question": "certify", "board": ""}, "bad-option", "Missing parameter: claims"),
        ({"question": "min", "board": "##/##", "answer": "A1"}, "bad-option", "press, judge, make"),
        ({"question": "referee", "board": "", "answers": [{"board": "#"}]}, "bad-field", "answer"),
    ],
)
def test_what_cannot_be_is_refused_with_what_was_wanted(server, more, kind, said):
    got = server.ask("POST", "/v1/jobs", more, {"Prefer": "wait=30"})
    problem = got.json.get("problem") or got.json
    assert (problem["type"], got.headers["content-type"]) == (kind, "application/problem+json")
    assert said in problem["detail"], problem


def test_a_file_of_the_server_is_never_opened(server):
    for more in (
        {"question": "press", "board": "##/##", "answer": "/etc/passwd"},
        {"question": "judge", "board": "##/##", "answer": "/etc/passwd"},
        {"question": "make", "board": "/etc/passwd", "kind": "full"},
        {"question": "levels", "board": "/etc/passwd"},
    ):
        got = server.ask("POST", "/v1/jobs", more, {"Prefer": "wait=30"})
        assert got.status == 422
        assert "root" not in got.body.decode()


def random_rows(signs, rows, columns, seed, between=""):
    chance = random.Random(seed)
    lines = (between.join(chance.choice(signs) for _ in range(columns)) for _ in range(rows))
    return "\n".join(lines) + "\n"


BIG, HARD = random_rows(".#", 100, 100, 1), {"board": hard(1)}
HARDEST = {"board": "", "size": "33x33", "topology": "torus"}

SLOW = {
    "min": HARD,
    "all": HARD | {"certificate": True},
    "judge": HARD | {"answer": "A1 A2"},
    "levels": {"board": f"{hard(2)}\n"},
    "make": {"board": "", "size": "30x30", "levels": 999, "presses": "4..7"},
    "distance": {"board": "", "stabilizers": "X0", "qubits": 20_000},
    "referee": {"board": "", "answers": [{"board": hard(3), "answer": "A1"}] * 3},
    "crosscheck": {"board": hard(4)},
    "matrix": {"board": "", "size": "40x40", "inverse": True},
}
ALSO_SLOW = {
    "count": HARD,
    "spectrum": HARD,
    "sample": HARD | {"minima": 5},
    "prove": HARD | {"certificate": True},
    "solve": {"board": BIG},
    "kernel": {"board": BIG},
    "plan": {"board": BIG, "count": True},
    "chase": {"board": BIG},
    "hint": HARD | {"why": True},
    "explain": {"board": ("#" * 19 + "\n") * 19, "improve": True},
    "grade": HARD,
    "hardest": HARDEST | {"count": True},
    "histogram": {"board": "", "size": "5x5", "colours": 3, "topology": "torus"},
    "table": {"board": "", "sizes": "90x90..99x99", "colour_range": "2..30"},
    "walk": {"board": "S" + random_rows("..*", 14, 14, 2)[1:]},
    "decode": {
        "board": random_rows("01", 90, 220, 3, " "),
        "shots": random_rows("01", 300, 90, 4),
    },
    "press": {"board": BIG, "answer": "A1"},
    "export": HARD | {"formula": "cnf", "refutation": True},
    "certify": {"board": FILED.replace('file = "/etc/passwd"', 'size = "30x30"')},
}
"""A request of each question that takes long, or as long as it may."""


@pytest.mark.parametrize(
    ("limit", "questions"),
    [
        (1, {name: SLOW[name] for name in ("min", "make", "distance")}),
        pytest.param(1, SLOW, marks=pytest.mark.large),
        pytest.param(4, SLOW, marks=pytest.mark.large),
        pytest.param(3, ALSO_SLOW, marks=pytest.mark.large),
    ],
)
def test_the_time_limit_holds_within_a_tenth(limit, questions, server):
    for question, more in questions.items():
        asked = {"question": question, "time_limit": limit} | more
        job = server.ask("POST", "/v1/jobs", asked, {"Prefer": "wait=30"}).json
        assert job.get("state") in ("limit", "done"), (question, job)
        # a second more: this machine has other things to do as well
        assert job["ended"] - job["created"] < 1.1 * limit + 1, job
        assert job["result"]
        if not more["board"]:
            assert server.get(job["links"]["board"]).status == 404  # there is nothing to draw


def test_every_question_is_held_to_its_time_limit():
    assert sorted({**SLOW, **ALSO_SLOW}) == sorted(get_args(Question))


def test_what_cannot_be_explained_is_refused_at_once(server):
    got = server.post(hard(7), question="explain", time_limit=30).json
    assert (got["type"], got["status"]) == ("too-large", 413)
    assert "quiet patterns" in got["detail"]


def test_shots_are_decoded_as_the_command_decodes_them(server, tmp_path, monkeypatch):
    model = "error(0.1) D0\nerror(0.1) D0 D1 L0\nerror(0.2) D1\n"
    shots, flipped = "10\n11\n01\n", "0\n1\n1\n"
    got = result(server, "1 1 0\n0 1 1\n", question="decode", shots=shots)
    # enumeration: button 0 changes light 0, 1 both, 2 light 1
    assert (got["weights"], got["presses"], got["status"]) == ([1, 1, 1], [[1], [2], [4]], [2] * 3)
    more = {"question": "decode", "format": "dem", "shots": shots, "observables": flipped}
    got = result(server, model, **more)
    assert got["predictions"] == ["0", "1", "0"]
    monkeypatch.chdir(tmp_path)
    for name, text in (("m.dem", model), ("s.01", shots), ("o.01", flipped)):
        (tmp_path / name).write_text(text)
    said = json.loads(run("decode", "m.dem", "s.01", "--obs-in=o.01", "--json").out)
    assert {name: got[name] for name in said} == said
    assert said["logical_errors"] == 1
    refused = server.post(model, **(more | {"shots": "10\n1?\n"})).json
    assert (refused["type"], refused["detail"][:12]) == ("bad-board", "shots.01:2:2")


def test_a_distance_is_found_from_two_matrices_and_from_stabilizers_with_a_certificate(server):
    steane = "1 0 1 0 1 0 1\n0 1 1 0 0 1 1\n0 0 0 1 1 1 1\n"
    job = server.post("", question="distance", hx=steane, hz=steane, certificate=True).json
    assert (job["result"]["distance"], job["result"]["k"]) == (3, 1)
    certificate = server.get(job["links"]["certificate"]).json
    assert certificate["claim"]["distance"] == 3
    five = "XZZXI\nIXZZX\nXIXZZ\nZXIXZ\n"  # Laflamme et al. 1996
    assert result(server, "", question="distance", stabilizers=five, count=True)["distance"] == 3
    for more, said in (
        ({"hx": steane}, "--css"),
        ({"hx": steane, "hz": "1 0 0\n"}, "columns"),
        ({"stabilizers": "XZZXI\nXXXXQ\n"}, "stabilizers:2"),
    ):
        refused = server.post("", question="distance", **more).json
        assert said in refused["detail"], refused


@pytest.mark.large
def test_a_distance_tells_its_bounds_while_it_runs_and_keeps_them_when_cancelled(server):
    large = "bb:21,18:x^3+y^10+y^17:y^5+x^3+x^19"  # [[756,16,<=34]], Bravyi et al. 2024
    job = server.post(large, wait=0, question="distance", time_limit=100).json
    running = server.until_bounded(job["id"], 60)
    assert running["state"] == "running"
    cancelled = server.ask("DELETE", f"/v1/jobs/{job['id']}").json
    said = cancelled["result"]
    assert (cancelled["state"], said["stopped"]) == ("cancelled", "interrupted")
    assert (said["status"], said["distance"], said["n"], said["k"]) == ("feasible", None, 756, 16)
    assert 2 <= running["lower_bound"] <= said["lower_bound"] <= said["upper_bound"]
    assert said["upper_bound"] <= running["best"]
    assert said["upper_bound"] == len(set(said["sides"][0]["word"]))
    events = server.get(f"/v1/jobs/{job['id']}/events", Accept="application/x-ndjson").body
    kinds = [json.loads(line) for line in events.splitlines()]
    told = [event["lower_bound"] for event in kinds if event["event"] == "progress"]
    assert told
    assert told == sorted(told)


def test_a_child_that_runs_out_of_memory_says_how_much_was_allowed():
    limits = {"memory": 320 << 20, "file_size": 2**30, "max_lights": 10**6, "max_result": 2**24}
    request = {"board": "", "size": "60x60", "question": "matrix", "inverse": True}
    found = call_in_child(
        "lo_exact.service.children.work:answer_question", request, limits,
        time.monotonic() + 60.0, 0.0, watch=Watch(60),
    )  # fmt: skip
    assert found["problem"]["type"] == "too-large"
    assert found["problem"]["detail"] == "this board needs more than 320 MiB"


@pytest.mark.parametrize(
    "said",
    ["f failed: ImportError: libx.so: failed to map segment", "f ran out of memory", "bad_alloc"],
)
def test_memory_is_said_in_one_way_whoever_met_its_end(said):
    found = problem_of(SolverError(said), {"memory": 2**29})
    assert (found["type"], found["detail"]) == ("too-large", "this board needs more than 512 MiB")
