"""The file itself: damage is said at the start, and clocks may leap."""

import sqlite3
import time

import pytest

from lo_exact.errors import InputError
from lo_exact.service.hub import Hub
from lo_exact.service.jobs import Jobs
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store


def filled(path, number=40):
    store = Store(path)
    for which in range(number):
        store.submit(f"job{which}", {"board": "#" * 900}, 1.0, "x", max_queued=1000)
        store.finish(f"job{which}", "done", result="x" * 900)
    store.close()


@pytest.mark.parametrize("damage", ["cut", "page", "index"])
def test_a_damaged_store_is_said_at_the_start(damage, tmp_path):
    path = tmp_path / "jobs"
    filled(path)
    if damage == "index":  # whole pages, and an index that does not fit its table
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA writable_schema = ON")
            database.execute("DELETE FROM sqlite_schema WHERE name = 'jobs_ended'")
            database.execute(
                "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema "
                "WHERE name = 'jobs_ended') WHERE name = 'owners_jobs'"
            )
        database.close()
    else:
        body = bytearray(path.read_bytes())
        half = len(body) // 2 // 4096 * 4096
        body[half : half + 4096] = bytes(4096)
        path.write_bytes(body[:half] if damage == "cut" else body)
    before = path.read_bytes()
    with pytest.raises(InputError, match="the store cannot be used") as refused:
        Store(path)
    assert "\n" not in str(refused.value)
    assert path.read_bytes()[100:] == before[100:]  # the header counts who opened it


@pytest.mark.parametrize("days", [40, -40])
def test_a_clock_that_is_wrong_deletes_nothing(days, tmp_path, monkeypatch):
    """40 days ahead (or back) when the server starts, and set while it runs."""
    path = tmp_path / "jobs"
    filled(path, 3)
    right = time.time
    store = Store(path)
    jobs = Jobs(Settings(store=path, workers=1), store, Hub())
    monkeypatch.setattr(time, "time", lambda: right() + days * 86_400)
    monkeypatch.setattr(jobs.draining, "wait", lambda seconds: jobs.draining.set())
    jobs._prune()
    assert store.counts()["done"] == 3
    jobs.draining.clear()
    monkeypatch.setattr(time, "time", right)
    jobs._prune()
    assert store.counts()["done"] == 3
    store.close()


def test_results_grow_old_while_a_server_runs(tmp_path, monkeypatch):
    path = tmp_path / "jobs"
    filled(path, 3)
    right, store = time.monotonic, Store(path)
    jobs = Jobs(Settings(store=path, workers=1), store, Hub())
    passed = [0.0, 0.0]

    def wait(seconds):
        passed[0] += 31 * 86_400
        passed[1] += 1
        if passed[1] == 2:
            jobs.draining.set()

    monkeypatch.setattr(time, "monotonic", lambda: right() + passed[0])
    monkeypatch.setattr(jobs.draining, "wait", wait)
    jobs._prune()
    assert store.counts()["done"] == 0
    store.close()
