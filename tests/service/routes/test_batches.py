"""A batch as one JSON object: its answer is a job, as for one board."""

import http.client
import json
import time

import pytest

import lo_exact
from lo_exact.errors import LimitReached
from lo_exact.formats import parse_puzzle
from lo_exact.service.hub import Hub
from lo_exact.service.jobs import CancelledError, Jobs
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store
from tests.service.serving import NDJSON, body_of_size, hard
from tests.service.test_jobs import is_solution

BOARDS = ["##/##", "not a board", "#./.."]


def test_a_batch_of_json_is_a_job_with_all_answers(server):
    body = {"boards": BOARDS, "size": "2x2", "count": True}
    got = server.ask("POST", "/v1/batches", body, {"Prefer": "wait=30"})
    assert (got.status, got.json["state"]) == (200, "done")
    answers = got.json["result"]["results"]
    assert [answer.get("weight") for answer in answers] == [4, None, 3]
    assert answers[1]["problem"]["type"] == "bad-board"
    assert server.get(got.headers["location"]).json["result"] == got.json["result"]
    lines = "".join(f'"{board}"\n' for board in BOARDS).encode()
    same = server.ask("POST", "/v1/batches?size=2x2&count=true", lines, NDJSON)
    assert len(same.body.splitlines()) == 3  # the same job: one batch, one id
    async_ = {"Prefer": "respond-async"} | NDJSON
    again = server.ask("POST", "/v1/batches?size=2x2&count=true", lines, async_)
    assert again.json["id"] == got.json["id"]


def test_a_batch_of_json_that_cannot_be_is_refused(server):
    for body, status in (
        ({"boards": "##"}, 422), ({"boards": [1]}, 422), ({}, 422),
        ({"boards": [], "question": "chase"}, 422), ({"boards": [], "unknown": 1}, 422),
        ({"boards": ["#"] * 10_001}, 413),
    ):  # fmt: skip
        got = server.ask("POST", "/v1/batches", body)
        assert (got.status, got.json["status"]) == (status, status), body


def test_like_boards_are_answered_by_a_table_as_each_alone(server):
    """All 3 x 3 boards in each way of writing rows, beside the same boards asked one by one."""
    for sign in "/\n":
        rows = (f"{number:09b}".translate({48: ".", 49: "#"}) for number in range(0, 512, 7))
        boards = [sign.join((row[:3], row[3:6], row[6:])) for row in rows]
        got = server.ask("POST", "/v1/batches", {"boards": boards}, {"Prefer": "wait=30"}).json
        answers = got["result"]["results"]
        assert {answer["engine"] for answer in answers} == {"batch"}
        for board, answer in zip(boards, answers, strict=True):
            alone = lo_exact.minimum(parse_puzzle(board)).to_json()
            for key in ("weight", "presses", "puzzle_sha256", "status"):  # 3 x 3: one solution each
                assert answer[key] == alone[key], board


def test_batches_list_all_minima_hint_and_grade(server):
    for question, key, values in (
        ("all", "solutions", None), ("hint", "left", [4, 3]), ("grade", "weight", [4, 3])
    ):  # fmt: skip
        body = {"boards": ["##/##", "#./.."], "question": question}
        got = server.ask("POST", "/v1/batches", body, {"Prefer": "wait=30"}).json
        found = [answer[key] for answer in got["result"]["results"]]
        assert found == values or (values is None and [len(one) for one in found] == [1, 1])


@pytest.mark.parametrize("ending", [LimitReached("late"), CancelledError("cancelled")])
def test_a_batch_whose_child_is_ended_keeps_the_answers_it_told(ending, tmp_path, monkeypatch):
    """They were lost: the result of the whole batch was one `unknown`."""
    store = Store(tmp_path / "jobs")
    jobs = Jobs(Settings(store=tmp_path / "jobs", max_result=200), store, Hub())
    boards = ["#", "##", "##/##", "###"]
    store.submit("batch", {"boards": boards}, 0.0, "x", lane="long")
    answers = ['{"weight": 1}', '{"weight": 2}', json.dumps({"weight": "too long to be kept" * 9})]

    def dying(*arguments, watch):
        watch.note({"done": 1, "total": 4, "lines": answers[:1], "now": {}})
        watch.note({"done": 3, "total": 4, "lines": answers[1:], "now": {}})
        if isinstance(ending, CancelledError):
            jobs.cancel("batch")
        raise ending

    monkeypatch.setattr("lo_exact.service.jobs.call_in_child", dying)
    jobs._run(store.claim("long"), "long")
    job = store.job("batch")
    assert job.state == ("cancelled" if isinstance(ending, CancelledError) else "limit")
    unknown = {"status": "unknown"}
    assert json.loads(job.result)["results"] == [{"weight": 1}, {"weight": 2}, unknown, unknown]
    assert len(job.result.splitlines()) == 6  # a line for each, as the stream sends them
    store.close()


def test_the_board_under_way_when_a_batch_is_ended_keeps_its_presses_and_bound(
    tmp_path, monkeypatch
):
    """It was told as the boards whose turn never came: ``unknown``, without its lights."""
    store = Store(tmp_path / "jobs")
    jobs = Jobs(Settings(store=tmp_path / "jobs"), store, Hub())
    store.submit("batch", {"boards": ["#", "##", "###"]}, 0.0, "x", lane="long")
    under_way = {
        "number": 1, "started": time.time(), "facts": {"lights": 2, "puzzle_sha256": "0"},
        "best": 2, "lower_bound": 1, "presses": [[1, 1]],
    }  # fmt: skip

    def dying(*arguments, watch):
        watch.note({"done": 0, "total": 3, "lines": [], "now": under_way | {"number": 0}})
        watch.note({"done": 1, "total": 3, "lines": ['{"weight": 1}'], "now": under_way})
        raise LimitReached("late")

    monkeypatch.setattr("lo_exact.service.jobs.call_in_child", dying)
    jobs._run(store.claim("long"), "long")
    first, second, third = json.loads(store.job("batch").result)["results"]
    assert (first, third) == ({"weight": 1}, {"status": "unknown"})
    said = {"status": "feasible", "weight": 2, "lower_bound": 1, "presses": [[1, 1]], "lights": 2}
    assert said.items() <= second.items()
    assert 0 <= second["seconds"] < 60
    store.close()


@pytest.mark.large
@pytest.mark.parametrize("leave", [False, True])
def test_answers_of_a_batch_come_while_it_runs(leave, server):
    """Eight small boards are answered at once, the ninth takes all the time; or it is cancelled."""
    boards = [body_of_size(3, 3, number) for number in range(8)] + [hard(50 + leave), "#"]
    body = "\n".join(map(json.dumps, boards)).encode()
    limit = 60 if leave else 4
    path = f"/v1/batches?time_limit={limit}"
    id = server.ask("POST", path, body, NDJSON | {"Prefer": "respond-async"}).json["id"]
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("POST", path, body, NDJSON)
    stream = connection.getresponse()
    lines = [json.loads(stream.readline()) for _ in range(8)]
    job = server.get(f"/v1/jobs/{id}").json
    assert job["ended"] is None or job["ended"] - job["created"] > 0.8 * limit
    if leave:
        time.sleep(5)  # presses and a bound are known by then
        assert server.ask("DELETE", f"/v1/jobs/{id}").json["state"] == "cancelled"
    lines += [json.loads(line) for line in stream]
    connection.close()
    # the last board has a turn only where the ninth ended by itself
    assert [line.get("lights") for line in lines[:9]] == [9] * 8 + [1089]
    assert lines[9].get("lights", 1) == 1
    assert lines[8]["status"] == "feasible"
    assert is_solution(boards[8], lines[8]["presses"], lines[8]["weight"])
    if not leave:
        again = server.ask("POST", path, body, NDJSON | {"Prefer": "respond-async"}).json
        assert again["result"]["results"] == lines
