"""Long jobs of a server run on a Dask cluster: the same answers, live, and they can be stopped."""

import json
import time
from pathlib import Path

import pytest

from tests.cli_runner import children_of, run
from tests.runners.clusters import Programs
from tests.service.serving import alive, hard, start


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    with Programs(tmp_path_factory.mktemp("there"), workers=1, nanny=False) as running:
        yield running


@pytest.fixture(scope="module")
def server(programs):
    store = programs.place / "jobs.sqlite3"
    running = start(store, "--workers", "1", "--cluster", programs.address)
    yield running
    running.end()


def without_time(result):
    return {name: value for name, value in result.items() if name != "seconds"}


@pytest.mark.large
def test_a_long_job_is_answered_there_as_here(server, tmp_path):
    board = run("make", "random", "--size", "47x47", "--seed", "3").out
    id = server.post(board, wait=0, engine="coset").json["id"]
    job = server.until_over(id)
    assert job["state"] == "done"
    (tmp_path / "board.txt").write_text(board)
    alone = json.loads(run("min", str(tmp_path / "board.txt"), "--engine", "coset", "--json").out)
    assert without_time(job["result"]) == without_time(alone)


def busy(worker):
    """Return the processes below a worker that burn time."""
    before = {process: ticks(process) for process in children_of(worker)}
    time.sleep(1)
    return {process for process in before if ticks(process) > before[process] + 5}


def ticks(process):
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(words[11]) + int(words[12])


@pytest.mark.large
def test_a_cancelled_job_ends_there_too_and_keeps_its_best(server, programs):
    worker = programs.running["worker-0"].pid
    id = server.post(hard(5), wait=0, time_limit=600).json["id"]
    job = server.until_bounded(id)
    assert job["state"] == "running"
    end = time.monotonic() + 30
    while not (started := busy(worker)) and time.monotonic() < end:
        time.sleep(0.1)
    assert started
    server.ask("DELETE", f"/v1/jobs/{id}")
    job = server.until_over(id)
    assert job["state"] == "cancelled"
    assert job["result"]["status"] == "feasible"
    assert job["result"]["weight"] >= job["result"]["lower_bound"] > 0
    end = time.monotonic() + 20
    while alive(started) and time.monotonic() < end:
        time.sleep(0.1)
    assert alive(started) == set()
