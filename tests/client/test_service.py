"""The client: the library's answers over HTTP, checked, through busy and broken servers."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from lo_exact import (
    all_minima,
    count,
    graph_puzzle,
    grid_puzzle,
    hints,
    minimum,
    prove,
    read_puzzle,
)
from lo_exact.client import Service
from lo_exact.client.service import ERRORS
from lo_exact.errors import InputError, LimitReached, SolverError, UsageError
from lo_exact.formats import parse_puzzle
from lo_exact.outcome import Status

pytest.importorskip("fastapi", reason="pip install -e '.[serve]' brings the service")

from lo_exact.service.problems import TITLES
from tests.service.serving import ROOT, hard, start

CROSS = grid_puzzle([[1, 0, 1], [0, 1, 0], [1, 0, 1]])


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    running = start(tmp_path_factory.mktemp("client") / "jobs", "--root-path", "/lights")
    yield Service(f"http://127.0.0.1:{running.port}/lights/")
    running.end()


class Scripted:
    """A server that gives the answers of a list, one after another, and notes what was asked."""

    def __init__(self, *answers):
        self.answers, self.asked = list(answers), []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                scripted.asked.append((self.command, self.path, dict(self.headers)))
                status, headers, body = scripted.answers.pop(0)
                if status:
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())
                self.close_connection = True

            def __getattr__(self, name):
                if name.startswith("do_"):
                    return self.answer
                raise AttributeError(name)

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_address[1]}"


def job(**result):
    return {"id": "1", "state": "done", "problem": None, "links": {}, "result": result}


def problem(kind, **more):
    return {"type": kind, "title": "", "status": TITLES[kind][0], "detail": "why", **more}


def values(solution):
    said = solution.to_json()
    del said["seconds"]
    return said


@pytest.mark.parametrize(
    "puzzle",
    [
        CROSS,
        grid_puzzle([[1, 2], [0, 2]], colours=3),
        parse_puzzle("legend: _=hole\n\n#.#\n#_#\n###\n"),
        parse_puzzle("target: any\n\n##.\n.#.\n"),
        read_puzzle(ROOT / "data/boards/all-on-5x5.txt"),
        graph_puzzle([("a", "b"), ("b", "c")], {"a": 1, "b": 0, "c": 1}),
        grid_puzzle([[1, 1, 0], [0, 0, 0]]),  # nothing solves it
    ],
    ids=repr,
)
def test_answers_are_those_of_the_library(service, puzzle):
    assert values(service.minimum(puzzle, count=True)) == values(minimum(puzzle, count=True))
    assert values(service.prove(puzzle))["status"] == values(prove(puzzle))["status"]


def test_other_questions_are_those_of_the_library(service):
    puzzle = read_puzzle(ROOT / "data/boards/all-on-5x5.txt")
    assert values(service.all_minima(puzzle)) == values(all_minima(puzzle))
    assert values(service.count(puzzle)) == values(count(puzzle))
    assert service.solve(puzzle).weight >= 15
    assert service.ask("kernel", "##\n##\n")["nullity"] == 0
    boards = [CROSS, puzzle, grid_puzzle([[1, 1, 0], [0, 0, 0]])]
    many = service.minimum_of_each(boards, count=True)
    assert [s.weight for s in many] == [minimum(board).weight for board in boards]
    assert service.certificate(puzzle)["claim"]["weight"] == 15
    listed = list(service.jobs())
    assert len(listed) >= 7
    assert len({entry["id"] for entry in listed}) == len(listed)


def test_a_hint_is_that_of_the_command(service):
    said = service.hint(CROSS, next=2, why=True)
    assert said["left"] == minimum(CROSS).weight
    best = next(hints(CROSS, minimum(CROSS)))
    assert (said["hints"][0]["place"], said["hints"][0]["left"]) == (best.name, best.left)
    assert len(said["hints"]) == 2


def test_a_job_is_followed_and_cancelled(service):
    id = service.start("min", hard(61), time_limit=600)
    kinds = []
    for event in service.events(id):
        kinds.append(event.kind)
        if event.kind == "progress" and event.data["best"] and event.data["lower_bound"]:
            assert service.cancel(id)["state"] == "cancelled"
    assert kinds[0] == "state"
    assert kinds[-1] == "end"
    assert service.result(id)["status"] == "feasible"
    assert [event.kind for event in service.events(id, after=1)] == kinds[1:]


def test_what_a_board_lacks_is_an_input_error_with_its_place(service):
    with pytest.raises(InputError) as refused:
        service.ask("min", "##\n#?\n")
    assert (refused.value.line, refused.value.column) == (2, 2)
    with pytest.raises(UsageError, match="bad-option"):
        service.ask("min", "##", engine="nobody")
    assert set(ERRORS) == set(TITLES)


def right():
    return minimum(CROSS).to_json()


@pytest.mark.parametrize(
    "change",
    [
        {"presses": [[0, 0, 0]] * 3}, {"presses": [[1]]}, {"presses": 7}, {"weight": 1},
        {"puzzle_sha256": "0" * 64}, {"lower_bound": 0}, {"presses": [[0, 0, None]] * 3},
        {"status": "infeasible"}, {"witness": [[1, 0, 0]] * 3}, {"solutions": [[[1, 0, 0]] * 3]},
    ],
    ids=str,
)  # fmt: skip
def test_a_wrong_answer_is_refused(change):
    with (
        Scripted((200, {}, job(**right() | change))) as server,
        pytest.raises(SolverError),
    ):
        Service(server.url).minimum(CROSS)


def test_a_board_of_a_batch_that_had_no_turn_is_unknown_and_the_others_keep_their_answers():
    """One such board made an error of the whole batch."""
    result = {"results": [right(), {"status": "unknown"}]}
    with Scripted((200, {}, job() | {"state": "limit", "result": result})) as server:
        first, second = Service(server.url).minimum_of_each([CROSS, CROSS])
    assert (first.status, second.status) == (Status.OPTIMAL, Status.UNKNOWN)
    assert second.lower_bound == 0


def test_a_server_that_is_busy_or_broken_is_asked_again():
    busy = (429, {"Retry-After": "0"}, problem("too-many"))
    going = (503, {"Retry-After": "0"}, problem("draining"))
    proxy = (502, {}, b"<html>bad gateway</html>")
    with Scripted(busy, going, (0, {}, b""), (200, {}, job(**right()))) as server:
        found = Service(server.url, "secret").minimum(CROSS)
        assert found.weight == right()["weight"]
        assert [method for method, _, _ in server.asked] == ["POST"] * 4
        assert {headers["Authorization"] for _, _, headers in server.asked} == {"Bearer secret"}
    with (
        Scripted(*[busy] * 3) as server,
        pytest.raises(LimitReached, match="too-many: why"),
    ):
        Service(server.url, patience=-1).minimum(CROSS)
    with Scripted(proxy) as server, pytest.raises(LimitReached, match="answered 502"):
        Service(server.url, patience=0.5).minimum(CROSS)
    with (
        Scripted((413, {}, b"<html>too large</html>")) as server,
        pytest.raises(SolverError, match="answered 413"),
    ):
        Service(server.url).minimum(CROSS)
    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_said_and_no_address_refused():
    with Scripted() as server:
        url = server.url
    with pytest.raises(LimitReached, match="does not answer"):
        Service(url, patience=0.1).job("1")
    for wrong in ("", "localhost:8017", "file:///etc/passwd", "http://"):
        with pytest.raises(UsageError, match="an address like"):
            Service(wrong)


def test_a_stream_that_breaks_is_taken_up_behind_what_is_known():
    one = b'{"id": 1, "event": "state", "state": "queued"}\n'
    two = b'{"id": 2, "event": "state", "state": "running"}\n'
    end = b'{"id": 3, "event": "end", "state": "done"}\n'
    running = (200, {}, {"state": "running"})
    with Scripted(
        (200, {}, one + b'\n{"id": 2, "ev'), running, (503, {}, problem("draining")), running,
        (200, {}, two + end),
    ) as server:  # fmt: skip
        found = [(event.number, event.kind) for event in Service(server.url).events("1")]
        assert found == [(1, "state"), (2, "state"), (3, "end")]
        known = [h["Last-Event-Id"] for _, path, h in server.asked if path.endswith("/events")]
        assert known == ["0", "1", "1"]
