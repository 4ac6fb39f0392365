"""The store: a state machine against a plain dictionary, and what a file may be."""

import json
import os
import sqlite3
import time
from threading import Thread

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from lo_exact.errors import InputError, UsageError
from lo_exact.service import database
from lo_exact.service.database import ENDED, MIGRATIONS, migrate
from lo_exact.service.store import EVENTS_KEPT, Store, TooManyError

IDS = st.sampled_from("abcdef")
CAP, CAP_OF_CLIENT = 4, 3


class Model(RuleBasedStateMachine):
    """Every job is a small dictionary here; the order of the queue is a list for each lane.

    Whose turn it is, is found by looking through the jobs and a list of all turns so far.
    """

    @initialize()
    def begin(self):
        import tempfile
        from pathlib import Path

        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "jobs.sqlite3"
        self.store = Store(self.path)
        self.jobs, self.waiting = {}, {"quick": [], "long": []}
        self.turns = []

    def teardown(self):
        if hasattr(self, "store"):
            self.store.close()
            self.folder.cleanup()

    def queue(self, id, lane):
        for line in self.waiting.values():
            if id in line:
                line.remove(id)
        self.waiting[lane].append(id)
        self.jobs[id]["lane"] = lane

    @rule(
        id=IDS, seconds=st.sampled_from([1.0, 5.0]), client=st.sampled_from("xyz"),
        lane=st.sampled_from(["quick", "long"]),
    )  # fmt: skip
    def submit(self, id, seconds, client, lane):
        old = self.jobs.get(id)
        again = old is None or (
            old["state"] == "cancelled"
            or (old["state"] == "limit" and seconds > old["seconds"])
            or old["state"] == "failed"
        )
        counts = [job for job in self.jobs.values() if job["state"] == "queued"]
        own = [
            job for job in self.jobs.values()
            if job["state"] in ("queued", "running") and job["client"] == client
        ]  # fmt: skip
        waiting = [job for job in own if job["state"] == "queued"]
        long = [job for job in own if job["lane"] == "long"]
        full = len(counts) >= CAP or len(waiting) >= CAP / 2
        full = full or (lane == "long" and len(long) >= CAP_OF_CLIENT)
        if again and full:
            with pytest.raises(TooManyError):
                self.submitted(id, seconds, client, lane)
            return
        got = self.submitted(id, seconds, client, lane)
        if again:
            kept = {} if old is None else {"best": old["best"]}
            self.jobs[id] = {
                "state": "queued", "seconds": seconds, "client": client, "kind": "",
                "result": None, "deaths": 0, "best": None, "files": [],
            } | kept  # fmt: skip
            self.queue(id, lane)
        elif old["state"] in ("queued", "running"):  # a longer limit counts at once
            old["seconds"] = max(old["seconds"], seconds)
        assert got.state == self.jobs[id]["state"]

    def submitted(self, id, seconds, client, lane):
        return self.store.submit(
            id, {"board": id}, seconds, client, lane=lane,
            max_queued=CAP, max_of_client=CAP_OF_CLIENT,
        )  # fmt: skip

    @rule(lane=st.sampled_from(["quick", "long"]))
    def claim(self, lane):
        got = self.store.claim(lane)
        if not self.waiting[lane]:
            assert got is None
            return
        assert got is not None

        def claim_of(id):
            """Few running first, then whose turn is longest ago, then who waited longest."""
            client = self.jobs[id]["client"]
            running = [
                job for job in self.jobs.values()
                if (job["state"], job["client"], job["lane"]) == ("running", client, lane)
            ]  # fmt: skip
            ago = self.turns[::-1].index((lane, client)) if (lane, client) in self.turns else 1e9
            return len(running), -ago

        id = min(self.waiting[lane], key=claim_of)
        assert got.id == id
        self.waiting[lane].remove(id)
        self.turns.append((lane, got.client))
        self.jobs[id]["state"] = "running"

    @rule(id=IDS, best=st.integers(0, 99), bound=st.integers(0, 9))
    def progress(self, id, best, bound):
        if self.jobs.get(id, {}).get("state") != "running":
            return
        self.store.progressed(id, {"best": best, "lower_bound": bound, "presses": [[best]]})
        self.jobs[id]["best"] = best

    @rule(id=IDS, lane=st.sampled_from(["quick", "long"]), died=st.booleans())
    def put_back(self, id, lane, died):
        got = self.store.put_back(id, lane, died=died)
        if id not in self.jobs:
            assert got is None
        elif self.jobs[id]["state"] == "running":
            self.jobs[id]["state"] = "queued"
            self.jobs[id]["deaths"] += died
            self.queue(id, lane)

    @rule(
        id=IDS, state=st.sampled_from(ENDED), kind=st.sampled_from(["bad-board", "internal"]),
        only_queued=st.booleans(), with_file=st.booleans(),
    )  # fmt: skip
    def finish(self, id, state, kind, only_queued, with_file):
        problem = {"type": kind} if state == "failed" else None
        result = json.dumps({"n": id}) if state != "failed" else None
        files = {"certificate.json": id.encode()} if with_file else None
        done = self.store.finish(
            id, state, result=result, problem=problem, files=files, only_queued=only_queued
        )
        may = ("queued",) if only_queued else ("queued", "running")
        job = self.jobs.get(id)
        assert done == (job is not None and job["state"] in may)
        if done:
            job |= {"state": state, "kind": kind, "result": result}
            job["files"] = ["certificate.json"] if with_file else []
            for line in self.waiting.values():
                if id in line:
                    line.remove(id)

    @rule()
    def the_server_is_killed(self):
        self.store.close()
        self.store, self.turns = Store(self.path), []
        for lane in ("quick", "long"):
            known = [
                job for job in (self.store.job(i) for i in "abcdef") if job and job.lane == lane
            ]
            for job in known:
                if self.jobs[job.id]["state"] == "running":
                    self.jobs[job.id]["state"] = "queued"
        # what ran comes behind what waited, in the order in which it was queued
        for lane, line in self.waiting.items():
            rest = [
                id for id, job in self.jobs.items()
                if job["state"] == "queued" and self.store.job(id).lane == lane and id not in line
            ]  # fmt: skip
            places = sqlite3.connect(self.path)
            order = dict(places.execute("SELECT id, place FROM jobs"))
            places.close()
            assert all(order[a] < order[b] for a in line for b in rest)
            line += sorted(rest, key=order.__getitem__)

    @invariant()
    def the_store_says_the_same(self):
        if not hasattr(self, "store"):
            return
        for id in "abcdef":
            got, want = self.store.job(id), self.jobs.get(id)
            assert (got is None) == (want is None)
            if got is None:
                continue
            assert got.state == want["state"]
            assert got.deaths == want["deaths"]
            assert got.best == want["best"]
            assert got.time_limit == want["seconds"]
            assert (got.ended is not None) == (want["state"] in ENDED)
            if want["state"] in ENDED:
                assert got.result == want["result"]
                assert self.store.files(id) == want["files"]
            else:
                assert got.result is None
            numbers = [event.number for event in self.store.events(id)]
            assert numbers == list(range(got.changes - len(numbers) + 1, got.changes + 1))
            assert len(numbers) == min(got.changes, EVENTS_KEPT)
        want = dict.fromkeys(("queued", "running", *ENDED), 0)
        for job in self.jobs.values():
            want[job["state"]] += 1
        assert self.store.counts() == want


TestModel = Model.TestCase
TestModel.settings = settings(
    max_examples=12, stateful_step_count=40, deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip


@pytest.fixture
def store(tmp_path):
    opened = Store(tmp_path / "jobs.sqlite3")
    yield opened
    opened.close()


def test_a_store_has_one_owner(store):
    with pytest.raises(UsageError, match="another server uses the store"):
        Store(store.path)


def test_a_database_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "other.sqlite3"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE theirs (x)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(InputError, match="something else"):
        Store(path)
    assert path.read_bytes() == before


def test_what_is_no_database_is_left_alone(tmp_path):
    path = tmp_path / "text"
    path.write_text("no database, but more than a page of text " * 200)
    with pytest.raises(InputError, match="cannot be used"):
        Store(path)
    assert path.read_text().startswith("no database")


def test_a_newer_store_is_refused(tmp_path):
    path = tmp_path / "jobs.sqlite3"
    Store(path).close()
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 999")
    database.close()
    with pytest.raises(InputError, match="install a newer"):
        Store(path)


def test_migrations_are_made_in_order_and_a_failed_one_not_at_all(tmp_path):
    database = sqlite3.connect(tmp_path / "m", isolation_level=None)
    migrate(database, ("CREATE TABLE a (x)",))
    migrate(database, ("CREATE TABLE a (x)", "CREATE TABLE b (x)"))
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    with pytest.raises(InputError):
        migrate(database, ("", "", "CREATE TABLE c (x); CREATE TABLE a (x)"))
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_schema")}
    assert names == {"a", "b"}
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    database.close()
    assert len(MIGRATIONS) >= 1


def test_old_results_are_forgotten_and_the_oldest_when_there_are_too_many(store):
    for number in range(6):
        id = f"job{number}"
        store.submit(id, {"board": "#"}, 1.0, "x")
        store.finish(id, "done", result="x" * 1000)
        time.sleep(0.002)
    store.submit("waits", {"board": "#"}, 1.0, "x")
    size = 1000 + len('{"board": "#"}')
    assert store.prune(3600, 3 * size) == 3
    assert [store.job(f"job{n}") is None for n in range(6)] == [True] * 3 + [False] * 3
    assert store.prune(-1, 2**30) == 3
    assert store.job("waits") is not None
    assert store.events("job0") == []


def test_a_copy_that_sqlite_makes_is_a_store_with_the_same_jobs(store, tmp_path):
    store.submit("one", {"board": "#"}, 1.0, "x")
    store.finish("one", "done", result="{}", files={"certificate.json": b"proof"})
    database = sqlite3.connect(store.path)
    database.execute("VACUUM INTO ?", (str(tmp_path / "copy.sqlite3"),))
    database.close()
    copy = Store(tmp_path / "copy.sqlite3")
    assert copy.job("one") == store.job("one")
    assert copy.piece("one", "certificate.json", 0, 9) == (b"proof", 5)
    copy.close()


def test_only_the_last_events_are_kept(store):
    store.submit("one", {"board": "#"}, 1.0, "x")
    store.claim("quick")
    for best in range(250):
        store.progressed("one", {"best": 999 - best})
    events = store.events("one")
    assert len(events) == EVENTS_KEPT
    assert json.loads(events[-1].data) == {"best": 750}
    assert store.events("one", events[-1].number) == []


def test_threads_may_write_at_once(store):
    def work(name):
        for number in range(25):
            id = f"{name}-{number}"
            store.submit(id, {"board": id}, 1.0, name)
            store.finish(id, "done", result=json.dumps(id))

    threads = [Thread(target=work, args=(f"t{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.counts()["done"] == 200
    assert json.loads(store.job("t3-7").result) == "t3-7"


def test_a_result_is_shown_when_the_disk_has_it(store, monkeypatch):
    def submitted():
        return store.submit("one", {"board": "#"}, 1.0, "x")

    flush, seen = database._flush, []

    def watched(log):
        assert os.readlink(f"/proc/self/fd/{log}") == f"{store.path}-wal"
        assert b"the answer" in store.path.with_name(f"{store.path.name}-wal").read_bytes()
        seen.extend((job.state, job.result, job.ended) for job in (store.job("one"), submitted()))
        flush(log)

    submitted()
    monkeypatch.setattr(database, "_flush", watched)
    assert store.claim("quick").id == "one"
    assert not seen
    assert store.finish("one", "done", result='"the answer"')
    assert seen == [("running", None, None)] * 2
    assert not store.finish("one", "cancelled")
    assert len(seen) == 2
    assert {store.job("one").result, submitted().result} == {'"the answer"'}


def test_a_full_disk_is_an_error_and_loses_nothing(store):
    store.submit("one", {"board": "#"}, 1.0, "x")
    pages = store._database.number("PRAGMA page_count")
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store.finish("one", "done", result="x" * 100_000)
    assert store.job("one").state == "queued"
    store._database.execute("PRAGMA max_page_count = 1000000")
    assert store.finish("one", "done", result="x" * 100_000)
