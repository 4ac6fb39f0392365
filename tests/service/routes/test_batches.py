"""A batch as one JSON object: its answer is a job, as for one board."""

from tests.service.serving import NDJSON

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
        ({"boards": [], "question": "kernel"}, 422), ({"boards": [], "unknown": 1}, 422),
        ({"boards": ["#"] * 10_001}, 413),
    ):  # fmt: skip
        got = server.ask("POST", "/v1/batches", body)
        assert (got.status, got.json["status"]) == (status, status), body
