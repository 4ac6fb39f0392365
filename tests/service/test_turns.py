"""Turns: nobody waits behind all of somebody else's jobs, and who has gone keeps nothing alive."""

import asyncio
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from lo_exact.service.routes.waiting import FairRoom
from lo_exact.service.settings import Settings
from lo_exact.service.store import Store, TooManyError
from lo_exact.service.turns import Slices, Turns, place_in_line
from tests.service.serving import hard, start


def test_clients_come_in_turn_and_who_has_least_under_way_first():
    turns, waiting = Turns(), {"a": list(range(5)), "b": [5, 6], "c": [7]}
    order = []
    while any(waiting.values()):
        first = [(client, places[0]) for client, places in waiting.items() if places]
        client = turns.next("long", first, {})
        turns.had("long", client)
        order.append(f"{client}{waiting[client].pop(0)}")
    assert order == ["a0", "b5", "c7", "a1", "b6", "a2", "a3", "a4"]
    assert turns.next("long", [("a", 1), ("b", 2)], {"a": 1}) == "b"
    assert turns.next("long", [], {}) is None


@pytest.mark.parametrize("queues", [[3], [1, 5], [4, 2, 1], [2, 2, 2]])
def test_a_position_is_found_by_emptying_the_queue(queues, tmp_path):
    store = Store(tmp_path / "jobs")
    for client, number in enumerate(queues):
        for which in range(number):
            store.submit(f"{client}-{which}", {"board": "#"}, 1.0, str(client), max_queued=99)
    said = {
        id: store.position(store.job(id))
        for id in [f"{c}-{w}" for c, number in enumerate(queues) for w in range(number)]
    }
    order = []
    while (job := store.claim("quick")) is not None:
        assert store.position(job) is None  # it runs
        order.append(job.id)
        store.finish(job.id, "done", result="{}")
    for place, id in enumerate(order, start=1):
        # of clients with as many jobs before, one comes first, and no position says which
        rank = int(id.split("-")[1])
        level = sum(number > rank for number in queues)
        assert place <= said[id] < place + level
    store.close()
    assert place_in_line(0, []) == 1


def test_small_boards_are_not_counted_and_long_ones_are(tmp_path):
    store = Store(tmp_path / "jobs")
    for number in range(20):
        store.submit(f"s{number}", {"board": "#"}, 1.0, "x", max_of_client=2)
    for number in range(3):
        job = store.claim("quick")
        if number < 2:
            store.put_back(job.id, "long", most=2)
            continue
        with pytest.raises(TooManyError, match="2 of your long jobs"):
            store.put_back(job.id, "long", most=2)
        assert store.job(job.id).state == "running"
    with pytest.raises(TooManyError, match="of your jobs are waiting"):
        store.submit("one", {"board": "#"}, 1.0, "x", max_queued=38)
    assert store.submit("one", {"board": "#"}, 1.0, "y", max_queued=38).state == "queued"
    store.close()


def test_whoever_asks_for_a_known_job_owns_it_too(tmp_path):
    store = Store(tmp_path / "jobs")
    store.submit("one", {"board": "#"}, 1.0, "x")
    assert (store.owned("one", "x"), store.owned("one", "y")) == (True, False)
    store.submit("one", {"board": "#"}, 1.0, "y")
    assert store.owned("one", "y")
    store.close()


def test_slices_double_and_one_job_at_a_time_makes_room():
    slices = Slices(0.0)
    slices.begin("a")
    assert slices.over("a")
    assert slices.make_room("a")
    assert not slices.make_room("b")  # a moment later
    slow = Slices(1e6)
    slow.begin("a")
    assert not slow.over("a")
    assert not slow.over("unknown")


def test_a_room_is_shared_and_one_place_is_for_others():
    async def scene():
        room, log = FairRoom(3), []

        async def visit(client, leaving):
            async with room.place(client):
                log.append(client)
                await leaving.wait()

        leave = {name: asyncio.Event() for name in ("greedy", "other", "late")}
        visits = ["greedy"] * 4 + ["late"] + ["other"] * 2
        tasks = [asyncio.create_task(visit(name, leave[name])) for name in visits]
        await asyncio.sleep(0.01)
        assert log == ["greedy", "greedy", "late"]  # the third place is for somebody else
        gone = asyncio.create_task(visit("gone", leave["late"]))
        await asyncio.sleep(0.01)
        gone.cancel()
        leave["late"].set()
        await asyncio.sleep(0.01)
        assert log[3:] == ["other"]
        leave["other"].set()
        await asyncio.sleep(0.01)
        assert log[4:] == ["other"]
        leave["greedy"].set()
        await asyncio.gather(*tasks)
        assert log[5:] == ["greedy", "greedy"]
        assert set(room._own) <= {"gone"}  # whose task is still known here

    with ThreadPoolExecutor(1) as alone:  # this thread may have a browser's loop already
        alone.submit(lambda: asyncio.run(scene())).result()


@pytest.mark.large
def test_ten_long_jobs_of_one_do_not_keep_anothers_waiting_longer_than_a_slice(tmp_path):
    names = [f"user{number}" for number in range(3)]
    file = tmp_path / "tokens.toml"
    file.write_text(
        "".join(
            f'[users.{name}]\ntoken_sha256 = "{hashlib.sha256(name.encode()).hexdigest()}"\n'
            for name in names
        )
    )
    server = start(
        tmp_path / "jobs", "--workers", "1", "--slice-seconds", "1", "--tokens", str(file)
    )

    def ask(name, method, path, body=None):
        return server.ask(method, path, body, {"Authorization": f"Bearer {name}"})

    def until(name, id, wanted):
        end = time.monotonic() + 60
        while time.monotonic() < end:
            job = ask(name, "GET", f"/v1/jobs/{id}").json
            if wanted(job):
                return job
            time.sleep(0.1)
        raise AssertionError(job)

    try:
        with ThreadPoolExecutor(10) as clients:
            greedy = list(
                clients.map(
                    lambda n: ask(
                        "user0", "POST", "/v1/jobs", {"board": hard(n), "time_limit": 3600}
                    ),
                    range(10),
                )
            )
        assert {got.status for got in greedy} == {202}
        waiting = [got.json["id"] for got in greedy]
        places = set()
        end = time.monotonic() + 60
        while places != {None, *range(1, 10)} and time.monotonic() < end:  # between two slices
            with ThreadPoolExecutor(10) as clients:
                jobs = clients.map(lambda id: ask("user0", "GET", f"/v1/jobs/{id}").json, waiting)
                places = {job["position"] for job in jobs}
        assert places == {None, *range(1, 10)}
        other = ask("user1", "POST", "/v1/jobs", {"board": hard(50), "time_limit": 3600}).json
        small = ask("user0", "POST", "/v1/jobs", {"board": "##\n##\n"})  # never counted
        assert small.status in (200, 202)
        until("user1", other["id"], lambda job: job["state"] == "running")
        still = [ask("user0", "GET", f"/v1/jobs/{id}").json["state"] for id in waiting]
        assert set(still) <= {"queued", "running"}
        # each is cancelled by those who asked
        theirs = ask("user2", "DELETE", f"/v1/jobs/{other['id']}")
        assert (theirs.status, theirs.json["type"]) == (404, "not-found")
        assert ask("user1", "DELETE", f"/v1/jobs/{other['id']}").json["state"] == "cancelled"
    finally:
        server.end()


def test_who_was_not_heard_of_does_not_keep_a_job_alive(tmp_path):
    from lo_exact.service.hub import Hub
    from lo_exact.service.jobs import Jobs
    from lo_exact.service.users import Client

    store = Store(tmp_path / "jobs")
    jobs = Jobs(Settings(store=store.path, workers=1, asker_seconds=30.0), store, Hub())
    client = Client("x", 10, 60.0)
    for asker in ("gone", "here", "third"):
        jobs.submit("one", {"board": "#"}, 1.0, client, asker)
    assert jobs.leave("one", "third")
    jobs._askers["one"]["here"] -= 31
    jobs.seen("one", "here")
    jobs._askers["one"]["gone"] -= 31
    assert jobs.leave("one", "nobody")  # here is
    assert not jobs.leave("one", "here")
    store.close()


@pytest.fixture
def jobs(tmp_path, monkeypatch):
    """Jobs without threads, whose child processes do what `jobs.child` does."""
    from lo_exact.service import jobs as module
    from lo_exact.service.hub import Hub

    store = Store(tmp_path / "jobs")
    jobs = module.Jobs(Settings(store=store.path, workers=1), store, Hub())
    monkeypatch.setattr(module, "call_in_child", lambda *_, watch: jobs.child(watch))
    yield jobs
    store.close()


def run_one(jobs, child):
    """Ask a question, and run it in a child that does what is told; return its state."""
    from lo_exact.service.users import Client

    def ask():
        jobs.submit("one", {"board": "#", "question": "prove"}, 60.0, Client("x", 10, 60.0))

    ask()
    job = jobs.store.claim("quick")
    jobs.child = lambda watch: child(ask, watch)
    jobs._run(job, "quick")
    return jobs.store.job("one").state


def test_a_cancelled_question_that_is_asked_again_before_it_ended_goes_on(jobs):
    def cancelled(ask, watch):
        assert jobs.cancel("one")
        watch.check()

    def asked_again(ask, watch):
        jobs.cancel("one")
        try:
            watch.check()
        finally:
            ask()  # somebody asks while the child is being ended

    assert run_one(jobs, cancelled) == "cancelled"
    assert run_one(jobs, asked_again) == "queued"
    assert run_one(jobs, cancelled) == "cancelled"


def test_who_cancels_a_job_in_the_moment_of_its_end_cancels_no_later_one(jobs, monkeypatch):
    def ended(ask, watch):
        running = jobs.store.job("one")
        jobs._finish("one", "cancelled")
        with monkeypatch.context() as patched:
            patched.setattr(jobs.store, "job", lambda id: running)
            jobs.cancel("one")  # had looked a moment before
        return {"state": "cancelled", "result": None}

    def goes_on(ask, watch):
        watch.check()
        return {"long": True}

    assert run_one(jobs, ended) == "cancelled"
    assert run_one(jobs, goes_on) == "queued"


@pytest.mark.large
def test_a_forecast_stands_in_the_job_that_is_no_quick_one(tmp_path):
    server = start(tmp_path / "jobs", "--workers", "1", "--quick-seconds", "0.01")
    try:
        board = ("#" * 33 + "\n") * 33
        got = server.post(board).json
        assert got["result"]["weight"] > 0
        assert got["position"] is None
        assert 0.01 <= got["forecast"] < 1
        assert "forecast" not in got["result"]
    finally:
        server.end()
