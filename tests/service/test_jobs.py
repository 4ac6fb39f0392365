"""Jobs over HTTP: questions, ids, events, cancelling, batches, certificates."""

import base64
import http.client
import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from lo_exact.algebra.sparse import from_dense
from lo_exact.formats import write_puzzle
from lo_exact.puzzle import Objective, Puzzle
from tests.cli_runner import children_of
from tests.service.serving import (
    NDJSON,
    ROOT,
    Server,
    body_of_size,
    hard,
)

ALL_ON = "#####\n" * 5


def test_an_answer_within_the_wait_is_200_and_the_same_job_ever_after(server):
    first = server.post(ALL_ON, count=True)
    assert first.status == 200
    assert first.headers["location"] == f"/v1/jobs/{first.json['id']}"
    result = first.json["result"]
    assert (result["status"], result["weight"], result["minimum_solutions"]) == ("optimal", 15, 4)
    again = server.post(ALL_ON, count=True, time_limit=7)
    assert again.json["id"] == first.json["id"]
    assert again.json["result"] == result
    assert server.post(ALL_ON).json["id"] != first.json["id"]


def test_an_equal_puzzle_written_otherwise_gets_the_same_answer(server):
    one = server.post("11111\n" * 5, canonical=True)
    other = server.post("; the same\ncolours: 2\n\n" + "#####\n" * 5, canonical=True)
    assert one.json["id"] != other.json["id"]
    assert one.json["result"] | {"seconds": 0} == other.json["result"] | {"seconds": 0}


def test_without_a_wait_the_post_returns_when_the_board_was_read(server):
    began = time.monotonic()
    got = server.post(hard(1), wait=0, time_limit=20)
    assert got.status == 202
    assert time.monotonic() - began < 5
    assert got.json["state"] in ("queued", "running")
    assert server.ask("DELETE", got.headers["location"]).status == 200


def test_the_etag_changes_with_the_job(server):
    got = server.post("#.#\n.#.\n#.#\n")
    where, tag = got.headers["location"], got.headers["etag"]
    same = server.get(where, If_None_Match=tag)
    assert (same.status, same.body) == (304, b"")
    assert server.get(where, If_None_Match='"other"').status == 200


@pytest.mark.parametrize(
    ("question", "checked"),
    [
        ("all", lambda r: len(r["solutions"]) == 4 == r["minimum_solutions"]),
        ("count", lambda r: (r["solutions_total"], r["minimum_solutions"]) == (4, 4)),
        ("spectrum", lambda r: r["histogram"] == {"15": 4}),
        ("sample", lambda r: (r["weights"], len(r["solutions"][0])) == ([15], 5)),
        ("prove", lambda r: r["status"] == "feasible"),
        ("solve", lambda r: r["weight"] >= 15),
        ("kernel", lambda r: r["nullity"] == 2 and len(r["quiet_patterns"]) == 2),
        ("plan", lambda r: r["solvable"] and r["rank"] == 23),
        ("chase", lambda r: len(r["table"]) == 7 and r["solvable"]),
        ("hint", lambda r: r["left"] == 15 and r["hints"][0]["place"] == "B2"),
        ("distance", lambda r: (r["distance"], len(r["sides"][0]["word"])) == (12, 12)),
    ],
)
def test_every_question_has_its_answer(server, question, checked):
    got = server.post(ALL_ON, question=question)
    assert got.status == 200
    assert checked(got.json["result"])


def test_hints_go_on_with_reasons_until_the_board_is_solved(server):
    board = "##.\n#..\n...\n"
    got = server.post(board, question="hint", next=9, why=True).json["result"]
    assert (got["status"], got["left"]) == ("optimal", 1)
    assert [(one["place"], one["times"], one["left"]) for one in got["hints"]] == [("A1", 1, 1)]
    assert got["hints"][0]["reason"] in ("light", "region", "chasing")
    assert got["hints"][0]["why"]
    refused = server.post(board, question="min", why=True)
    assert (refused.status, refused.json["type"]) == (400, "bad-option")
    assert server.post(board, question="hint", next=0).status == 422
    unsolvable = server.post("#...\n....\n....\n....\n", question="hint").json["result"]
    assert unsolvable["status"] == "infeasible"


def test_solutions_near_the_minimum_and_samples_are_those_of_enumeration(server):
    """Three buttons on one light: three solutions of one press, one of three."""
    board = '{"matrix": [[1, 1, 1]], "state": [1]}'
    near = server.post(board, question="all", within=2, limit=3).json["result"]
    assert (near["weight"], near["listed"], near["weights"]) == (1, 4, [1, 1, 1])
    drawn = server.post(board, question="sample", minima=60, seed=7).json["result"]["solutions"]
    assert (
        drawn
        == server.post(board, question="sample", minima=60, seed=7).json["result"]["solutions"]
    )
    assert {tuple(x) for x in drawn} == {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    for more, said in (
        ({"within": 1}, "within goes with all, not with min"),
        ({"within": 0}, "within goes with all, not with min"),
        ({"question": "all", "within": 1, "certificate": True}, "leave engine and certificate out"),
        ({"question": "all", "seed": 0}, "seed goes with sample, make, not with all"),
    ):
        refused = server.post(board, **more)
        assert refused.status in (400, 422)
        assert said in refused.json["detail"]
    huge = server.post(hard(5), question="spectrum", time_limit=1).json  # advice is told, too
    assert (huge["state"], huge["result"]["status"]) == ("limit", "unknown")


@pytest.mark.large
def test_the_distance_of_a_code_is_found_counted_and_bounded_at_the_limit(server):
    found = server.post("bb:6,6:x^3+y+y^2:y^3+x+x^2", question="distance", count=True).json
    assert found["state"] == "done"
    assert [side["lightest_words"] for side in found["result"]["sides"]] == [84, 84]
    rows = [[0, 1, 2, 3], [0, 1, 4, 5], [0, 2, 4, 6]]
    steane = {"n": 7, "checks": {"X": rows, "Z": rows}}
    assert server.post(json.dumps(steane), question="distance").json["result"]["distance"] == 3
    large = "bb:21,18:x^3+y^10+y^17:y^5+x^3+x^19"
    stopped = server.post(large, question="distance", time_limit=3).json
    assert stopped["state"] == "limit"
    assert 8 <= stopped["result"]["lower_bound"] < stopped["result"]["upper_bound"]
    refused = server.post("bb:6,6:z:1", question="distance")
    assert (refused.status, refused.json["type"]) == (422, "bad-board")
    assert "polynomial A" in refused.json["detail"]


def test_an_unsolvable_board_is_done_with_a_witness(server):
    got = server.post("##.\n...\n", size="2x3").json
    assert got["state"] == "done"
    assert got["result"]["status"] == "infeasible"
    assert got["result"]["witness"]


def test_a_list_is_cut_and_its_count_stays_exact(server):
    got = server.post(ALL_ON, question="all", limit=1).json["result"]
    assert len(got["solutions"]) == 1
    assert got["minimum_solutions"] == 4


def test_cancel_ends_a_hard_job_within_a_second_and_keeps_presses_and_bound(server):
    id = server.post(hard(2), wait=0).json["id"]
    known = server.until_bounded(id)
    before = children_of(server.process.pid)
    began = time.monotonic()
    got = server.ask("DELETE", f"/v1/jobs/{id}")
    seconds = time.monotonic() - began
    assert got.status == 200
    assert seconds < 1.0, seconds
    result = got.json["result"]
    assert got.json["state"] == "cancelled"
    assert result["status"] == "feasible"
    assert result["weight"] <= known["best"]
    assert known["lower_bound"] <= result["lower_bound"] <= result["weight"]
    assert is_solution(hard(2), result["presses"], result["weight"])
    end = time.monotonic() + 5
    while (left := children_of(server.process.pid)) >= before and time.monotonic() < end:
        time.sleep(0.05)
    assert left < before  # the child and the solvers it started are gone
    assert server.ask("DELETE", f"/v1/jobs/{id}").status == 200  # again: still cancelled
    assert server.post(hard(2), wait=0).json["state"] in ("queued", "running")  # asked again
    server.ask("DELETE", f"/v1/jobs/{id}")


def test_one_who_leaves_does_not_cancel_what_another_waits_for(server):
    """Two windows, one question: the job ends when the last of them has left."""
    ask = {"board": hard(7)}
    first, second = ({"Lo-Exact-Asker": name} for name in ("one", "two"))
    id = server.ask("POST", "/v1/jobs", ask, first).json["id"]
    assert server.ask("POST", "/v1/jobs", ask, second).json["id"] == id
    assert server.ask("DELETE", f"/v1/jobs/{id}", None, first).json["state"] in (
        "queued",
        "running",
    )
    assert server.get(f"/v1/jobs/{id}").json["state"] in ("queued", "running")
    left = server.ask("DELETE", f"/v1/jobs/{id}", None, second)
    assert (left.status, left.json["state"]) == (200, "cancelled")


@pytest.mark.large
def test_a_longer_limit_counts_for_a_job_that_runs_already(server):
    """Asked with a second and then with an hour: it is still at work when the second is over."""
    id = server.post(hard(8), wait=0, time_limit=1).json["id"]
    assert server.post(hard(8), wait=0, time_limit=3600).json["id"] == id
    end = time.monotonic() + 60
    while time.monotonic() < end:  # until it has begun anew, its first run's limit behind it
        job = server.get(f"/v1/jobs/{id}").json
        assert job["state"] in ("queued", "running"), job
        if job["time_limit"] == 3600 and job["lower_bound"]:
            break
        time.sleep(0.1)
    time.sleep(2.5)
    assert server.get(f"/v1/jobs/{id}").json["state"] in ("queued", "running")
    server.ask("DELETE", f"/v1/jobs/{id}")


def is_solution(board: str, rows: list[list[int]], weight: int) -> bool:
    """Press a torus of two colours by hand."""
    lights = [[glyph == "#" for glyph in line] for line in board.split("\n\n")[1].split()]
    n, m = len(lights), len(lights[0])
    for r in range(n):
        for c in range(m):
            pressed = rows[r][c]
            pressed += rows[r - 1][c] + rows[(r + 1) % n][c] + rows[r][c - 1] + rows[r][(c + 1) % m]
            if (lights[r][c] + pressed) % 2:
                return False
    return sum(map(sum, rows)) == weight


def test_a_job_that_has_ended_cannot_be_cancelled(server):
    where = server.post("##\n##\n").headers["location"]
    got = server.ask("DELETE", where)
    assert (got.status, got.json["type"]) == (409, "conflict")


@pytest.mark.large
def test_a_time_limit_ends_with_best_and_bound_and_more_time_asks_again(server):
    got = server.post(hard(3), time_limit=2).json
    assert got["state"] == "limit"
    result = got["result"]
    assert result["status"] == "feasible"
    assert 0 < result["lower_bound"] < result["weight"]
    less = server.post(hard(3), time_limit=1).json
    assert (less["state"], less["time_limit"]) == ("limit", 2)
    more = server.post(hard(3), wait=0, time_limit=30).json
    assert more["id"] == got["id"]
    assert more["state"] in ("queued", "running")
    server.ask("DELETE", f"/v1/jobs/{got['id']}")


def events(server: Server, id: str, **headers: str) -> list[tuple[int, str, dict]]:
    got = server.get(f"/v1/jobs/{id}/events", **headers)
    assert got.status == 200
    if "Accept" in headers:
        lines = [json.loads(line) for line in got.body.splitlines() if line.strip()]
        return [(line.pop("id"), line.pop("event"), line) for line in lines]
    found = []
    for block in got.body.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if fields:
            found.append((int(fields["id"]), fields["event"], json.loads(fields["data"])))
    return found


@pytest.mark.large
def test_events_are_numbered_replayed_and_end_with_the_job(server):
    id = server.post(hard(4), wait=0, time_limit=3).json["id"]
    told = events(server, id)
    assert [number for number, _, _ in told] == list(range(1, len(told) + 1))
    assert told[0][1:] == ("state", {"state": "queued"})
    assert told[-1][1:] == ("end", {"state": "limit"})
    progress = [data for _, kind, data in told if kind == "progress"]
    assert progress
    assert set(progress[0]) == {"seconds", "best", "lower_bound", "presses", "engine"}
    bests = [data["best"] for data in progress if data["best"] is not None]
    bounds = [data["lower_bound"] for data in progress if data["lower_bound"] is not None]
    assert bests == sorted(bests, reverse=True)
    assert bounds == sorted(bounds)
    assert is_solution(hard(4), progress[-1]["presses"], bests[-1])
    assert events(server, id, Last_Event_ID="2") == told[2:]
    assert events(server, id, Accept="application/x-ndjson") == told
    assert events(server, id, Last_Event_ID=str(len(told))) == []


@pytest.mark.large
def test_a_stream_tells_while_it_happens(server):
    id = server.post(hard(5), wait=0).json["id"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", f"/v1/jobs/{id}/events", headers={"Accept": "application/x-ndjson"})
    stream = connection.getresponse()
    while json.loads(stream.readline())["event"] != "progress":
        pass
    assert server.get(f"/v1/jobs/{id}").json["state"] == "running"
    server.ask("DELETE", f"/v1/jobs/{id}")
    rest = [json.loads(line) for line in stream if line.strip()]
    assert rest[-1]["event"] == "end"
    assert rest[-1]["state"] == "cancelled"
    connection.close()


@pytest.mark.large
def test_hard_boards_on_all_workers_do_not_keep_a_small_one_waiting(server):
    ids = [server.post(hard(10 + n), wait=0).json["id"] for n in range(4)]
    server.until_bounded(ids[0])
    waits = []
    for number in range(5):
        began = time.monotonic()
        assert server.post(body_of_size(5, 5, 1000 + number)).status == 200
        waits.append(time.monotonic() - began)
    for id in ids:
        server.ask("DELETE", f"/v1/jobs/{id}")
    assert sorted(waits)[2] < 1.0, waits


@pytest.mark.large
def test_one_client_may_not_fill_the_queue(server):
    with ThreadPoolExecutor(11) as clients:  # one after the other waits a second for each
        got = list(clients.map(lambda n: server.post(hard(20 + n), wait=0), range(11)))
    accepted = [answer.json["id"] for answer in got if answer.status == 202]
    end, refused = time.monotonic() + 60, 11 - len(accepted)
    while not refused and time.monotonic() < end:  # whose board was not read within a second
        jobs = [server.get(f"/v1/jobs/{id}").json for id in accepted]
        refused = sum(job["state"] == "failed" for job in jobs)
        time.sleep(0.05)
    assert refused == 1
    live = [id for id in accepted if server.get(f"/v1/jobs/{id}").json["state"] != "failed"]
    assert len(live) == 10
    again = server.post(hard(31))  # this one waits for its answer
    assert (again.status, again.json["type"]) == (429, "too-many")
    assert int(again.headers["retry-after"]) > 0
    assert server.post(body_of_size(3, 3, 77)).status == 200  # small boards are never counted
    for id in live:
        assert server.ask("DELETE", f"/v1/jobs/{id}").status == 200


@pytest.mark.large
def test_a_killed_child_is_retried_and_then_the_job_fails_with_the_reason(server):
    id = server.post(hard(30), wait=0).json["id"]
    for deaths in range(3):
        end = time.monotonic() + 20
        while time.monotonic() < end:
            running = [p for p in children_of(server.process.pid) if is_worker(p, server)]
            job = server.get(f"/v1/jobs/{id}").json
            if job["state"] == "failed" or (job["state"] == "running" and len(running) >= 1):
                break
            time.sleep(0.05)
        time.sleep(0.3)
        # idle children are killed as well: they are not missed
        for pid in children_of(server.process.pid):
            if is_worker(pid, server):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.3)
        if deaths < 2:
            assert server.get(f"/v1/jobs/{id}").json["state"] in ("queued", "running")
    job = server.until_over(id, 20)
    assert job["state"] == "failed"
    assert job["problem"]["type"] == "child-died"
    assert "SIGKILL" in job["problem"]["detail"]
    assert server.post(ALL_ON, question="prove").status == 200  # the server goes on


def is_worker(pid: int, server: Server) -> bool:
    """Whether a process is a child of the server itself, and not a guardian or a solver below."""
    try:
        parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
        return int(parent) == server.process.pid
    except OSError:
        return False


def test_a_certificate_is_written_judged_and_refused_when_it_was_changed(server):
    got = server.post(ALL_ON, certificate=True).json
    where = got["links"]["certificate"]
    document = server.get(where).json
    accepted = server.ask("POST", "/v1/check", {"certificate": document})
    assert accepted.status == 200
    assert accepted.json["accepted"] is True
    assert accepted.json["text"].startswith("the least weight is 15")
    document["claim"]["weight"] = 14
    refused = server.ask("POST", "/v1/check", {"certificate": document}).json
    assert refused["accepted"] is False
    assert server.get(f"/v1/jobs/{server.post(ALL_ON).json['id']}/certificate").status == 404


def test_a_proof_beside_a_certificate_is_fetched_sent_and_missed(server):
    """30 buttons of 10 lights in three colours, 12 free: 3^20 solutions, for a formula alone."""
    dense = np.random.default_rng(1).integers(0, 3, (10, 30))
    state = -dense[:, :2].sum(axis=1) % 3
    prices = np.array([1] * 18 + [0] * 12)
    puzzle = Puzzle(
        from_dense(dense, 3), state, np.zeros_like(state), prices=prices, objective=Objective.PRICES
    )
    links = server.post(write_puzzle(puzzle, "json"), certificate=True).json["links"]
    document = server.get(links["certificate"]).json
    proofs = {
        name: base64.b64encode(server.get(link).body).decode()
        for name, link in links.items() if name.endswith(".lrat.gz")
    }  # fmt: skip
    (piece,) = document["evidence"]
    assert list(proofs) == [f"{piece['proof_sha256']}.lrat.gz"]
    accepted = server.ask("POST", "/v1/check", {"certificate": document, "proofs": proofs})
    assert accepted.status == 200
    assert accepted.json["accepted"] is True
    assert accepted.json["text"].startswith("the least weight is 0")
    alone = server.ask("POST", "/v1/check", {"certificate": document}).json
    assert not alone["accepted"]
    assert alone["text"].startswith("the proof file is missing: ")
    document["claim"]["weight"] = 1
    refused = server.ask("POST", "/v1/check", {"certificate": document, "proofs": proofs}).json
    assert refused["accepted"] is False


def test_a_picture_shows_every_light_and_every_press(server):
    id = server.post(ALL_ON).json["id"]
    got = server.get(f"/v1/jobs/{id}/board.svg")
    assert got.headers["content-type"] == "image/svg+xml"
    picture = ElementTree.fromstring(got.body)
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert "15 presses" in got.body.decode()
    witness = server.post("##.\n...\n", wait=20).json["id"]
    assert b"lights marked" in server.get(f"/v1/jobs/{witness}/board.svg").body


def test_a_batch_answers_line_by_line_in_order(server):
    boards = [body_of_size(3, 3, number) for number in range(64)]
    lines = [json.dumps(board if n % 2 else {"board": board}) for n, board in enumerate(boards)]
    lines[10] = json.dumps("##\n#x#")
    got = server.ask("POST", "/v1/batches?question=min", "\n".join(lines).encode(), NDJSON)
    assert got.status == 200
    answers = [json.loads(line) for line in got.body.splitlines()]
    assert len(answers) == 64
    assert answers[10]["problem"]["type"] == "bad-board"
    for number in (0, 1, 33, 63):
        alone = server.post(boards[number]).json["result"]
        for key in ("status", "weight", "presses", "puzzle_sha256"):
            assert answers[number][key] == alone[key]
    later = server.ask(
        "POST", "/v1/batches?question=min", "\n".join(lines).encode(),
        NDJSON | {"Prefer": "respond-async"},
    )  # fmt: skip
    assert later.status == 200  # the same job, known already
    assert server.ask("POST", "/v1/batches", b"", NDJSON).body == b""


def test_read_says_what_was_understood(server):
    got = server.ask("POST", "/v1/read", {"board": "3x1:dd8,e", "activation": True}).json
    assert got["format"] == "flip"
    assert (got["lights"], got["colours"]) == (3, 2)
    mask = server.ask("POST", "/v1/read", {"board": "0x1ffffff", "size": "5x5"}).json
    assert mask["format"] == "mask"
    assert mask["board"] == "11111\n" * 5


def test_engines_are_those_of_the_command(server):
    from tests.cli_runner import run

    said = json.loads(run("engines", "--no-test", "--json").out)
    assert server.get("/v1/engines").json == said


def test_health_and_metrics(server):
    assert server.get("/healthz").body == b"ok\n"
    assert server.get("/readyz").body == b"ready\n"
    pytest.importorskip("prometheus_client")
    text = server.get("/metrics").body.decode()
    assert 'lo_exact_jobs{state="done"}' in text


def test_the_same_answer_from_library_command_and_http_on_every_board(server):
    from lo_exact import minimum, read_puzzle
    from tests.cli_runner import run

    boards = sorted((ROOT / "data/boards").iterdir())
    assert len(boards) > 15
    differing = {"seconds"}
    for path in boards:
        library = minimum(read_puzzle(path), count=True).to_json()
        command = json.loads(run("min", str(path), "--count", "--json").out)
        http = server.post(path.read_text(), count=True).json["result"]
        for said in (library, command, http):
            for key in differing:
                said.pop(key)
        assert library == command == http, path.name
        assert list(library) == list(http)
