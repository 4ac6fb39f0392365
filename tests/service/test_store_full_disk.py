"""A disk that is full, a real one: what is said, what is kept, and how it goes on."""

import os
import subprocess
import time

import pytest

from tests.cli_runner import run_program
from tests.service.serving import body_of_size, start


@pytest.fixture
def disk(tmp_path):
    """A file system of two MiB of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    try:
        mounted = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill(disk) -> None:
    """Leave not a byte free."""
    with open(disk / "filler", "ab", buffering=0) as filler:
        for size in (4096, 1):
            try:
                while True:
                    filler.write(b"x" * size)
            except OSError:
                pass


@pytest.mark.large
def test_a_full_disk_is_a_problem_loses_nothing_and_passes(disk):
    server = start(disk / "jobs.sqlite3", "--workers", "2")
    try:
        before = [server.post(body_of_size(5, 5, number)).json for number in range(20)]
        fill(disk)
        accepted, refused = {}, None
        for number in range(20, 1_000):
            got = server.post(body_of_size(5, 5, number), wait=0)
            if got.status == 507:
                refused = got
                break
            assert got.status in (200, 202, 429), got
            if got.status != 429:
                accepted[got.json["id"]] = number
        assert refused is not None
        assert refused.headers["content-type"] == "application/problem+json"
        assert int(refused.headers["retry-after"]) > 0
        assert refused.json["type"] == "store-full"
        assert "\n" not in refused.json["detail"]
        assert server.get("/readyz").status == 507
        assert server.get("/healthz").status == 200
        for job in before:  # what it has, it shows
            assert server.get(f"/v1/jobs/{job['id']}").json["result"] == job["result"]
        os.remove(disk / "filler")
        end = time.monotonic() + 20
        while server.get("/readyz").status != 200 and time.monotonic() < end:
            time.sleep(0.1)
        assert server.post(body_of_size(5, 5, 5_000)).status == 200
        assert {server.until_over(id)["state"] for id in accepted} <= {"done"}
    finally:
        server.end()
    again = start(disk / "jobs.sqlite3")
    try:
        for job in before:
            assert again.get(f"/v1/jobs/{job['id']}").json["result"] == job["result"]
    finally:
        again.end()


def test_a_server_that_begins_on_a_full_disk_says_so_in_one_line(disk):
    fill(disk)
    done = run_program("serve", "--port", "0", "--store", str(disk / "new.sqlite3"))
    assert done.code == 3
    assert done.err.count("\n") == 1
    assert "full" in done.err or "space" in done.err
