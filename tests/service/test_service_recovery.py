"""What survives: the server killed at random moments, told to go, and a disk that is full."""

import http.client
import json
import socket
import threading
import time

import pytest

from tests.cli_runner import children_of
from tests.service.killing import campaign
from tests.service.serving import alive, hard, start


@pytest.mark.large
@pytest.mark.parametrize("kills", [5, pytest.param(10, marks=pytest.mark.large)])
def test_a_killed_server_loses_nothing_doubles_nothing_and_leaves_no_process(kills, tmp_path):
    """A few moments here, a thousand in ``make soak``."""
    done = campaign(kills, 7, tmp_path, checked=10 * kills)
    assert done["jobs accepted"] > 2 * kills
    assert done["answers checked"] == min(10 * kills, done["jobs accepted"])


@pytest.mark.large
def test_a_job_that_ran_is_asked_again_after_the_server_was_killed(tmp_path):
    server = start(tmp_path / "jobs.sqlite3")
    id = server.post(hard(1), wait=0, time_limit=3).json["id"]
    before = server.until_bounded(id)
    pids = children_of(server.process.pid)
    server.kill()
    end = time.monotonic() + 5
    while alive(pids) and time.monotonic() < end:
        time.sleep(0.05)
    assert not alive(pids)
    again = start(tmp_path / "jobs.sqlite3")
    try:
        after = again.until_over(id)
        assert after["state"] == "limit"
        assert after["result"]["weight"] <= 1089
        told = again.get(f"/v1/jobs/{id}/events", Accept="application/x-ndjson").body
        states = [e["state"] for line in told.splitlines() if "state" in (e := json.loads(line))]
        assert states.count("running") >= 2
        assert states[-1] == "limit"
        assert before["best"] is not None
    finally:
        again.end()


@pytest.mark.large
def test_what_was_refused_is_asked_again_when_a_setting_has_changed(tmp_path):
    boards = {"boards": ["##/#.", "#####\n" * 5]}

    def asked(server):
        batch = server.ask("POST", "/v1/batches", boards, {"Prefer": "wait=30"})
        return server.post(boards["boards"][1]), batch

    small = start(tmp_path / "jobs.sqlite3", "--max-lights", "10")
    try:
        board, batch = asked(small)
        assert (board.status, board.json["type"]) == (413, "too-large")
        assert batch.json["result"]["results"][1]["problem"]["type"] == "too-large"
        assert asked(small)[1].headers["etag"] == batch.headers["etag"]
    finally:
        small.end()
    large = start(tmp_path / "jobs.sqlite3")
    try:
        board, batch = asked(large)
        assert board.json["result"]["weight"] == 15
        assert [result["weight"] for result in batch.json["result"]["results"]] == [1, 15]
    finally:
        large.end()


@pytest.mark.large
def test_told_to_go_with_open_streams_it_goes_within_four_seconds_and_keeps_jobs(tmp_path):
    server = start(tmp_path / "jobs.sqlite3")
    id = server.post(hard(2), wait=0).json["id"]
    server.until_bounded(id)
    ends = []

    def follow():
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", f"/v1/jobs/{id}/events")
        ends.append(connection.getresponse().read())
        connection.close()

    streams = [threading.Thread(target=follow) for _ in range(8)]
    for stream in streams:
        stream.start()
    time.sleep(0.3)
    pids = children_of(server.process.pid)
    began = time.monotonic()
    code = server.end()
    seconds = time.monotonic() - began
    for stream in streams:
        stream.join()
    assert seconds < 4.0
    assert code == 0
    assert len(ends) == 8
    assert not any(b"event: end" in text for text in ends)  # the job has not ended
    while alive(pids) and time.monotonic() < began + 5:  # a child of a child ends after its parent
        time.sleep(0.05)
    assert not alive(pids)
    again = start(tmp_path / "jobs.sqlite3")
    try:
        assert again.get(f"/v1/jobs/{id}").json["state"] in ("queued", "running")
        again.ask("DELETE", f"/v1/jobs/{id}")
    finally:
        again.end()


@pytest.mark.large
def test_two_servers_cannot_have_one_store(tmp_path):
    from tests.cli_runner import run_program

    server = start(tmp_path / "jobs.sqlite3")
    try:
        second = run_program("serve", "--port", "0", "--store", str(tmp_path / "jobs.sqlite3"))
        assert second.code == 2
        assert second.err.count("\n") == 1
        assert "another server uses the store" in second.err
    finally:
        server.end()


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path):
    from tests.cli_runner import run_program

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        second = run_program("serve", "--port", port, "--store", str(tmp_path / "jobs.sqlite3"))
    assert second.code == 2
    assert "cannot listen on" in second.err
