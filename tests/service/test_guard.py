"""What is refused: other hosts and sites, strangers, large, slow and broken requests."""

import ast
import asyncio
import contextlib
import hashlib
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from lo_exact.service.guard import AT_ONCE, Guard
from lo_exact.service.server import Connection
from lo_exact.service.settings import Settings
from lo_exact.service.users import Users
from tests.cli_runner import run
from tests.service.serving import JSON, ROOT, hard, start

BOARD = {"board": "###\n###\n"}


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "", "localhost.:1", "["])
def test_other_host_names_are_refused(server, host):
    got = server.ask("GET", "/healthz", headers={"Host": host})
    assert got.status == 421
    assert got.json["type"] == "wrong-host"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_pages_of_other_sites_may_not_post(server, headers):
    got = server.ask("POST", "/v1/jobs", BOARD, headers)
    assert (got.status, got.json["type"]) == (403, "forbidden")


def test_the_own_page_may_post(server):
    headers = {"Origin": f"http://127.0.0.1:{server.port}", "Sec-Fetch-Site": "same-origin"}
    assert server.ask("POST", "/v1/jobs", BOARD, headers).status in (200, 202)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_json_is_wanted(server, kind):
    got = server.ask("POST", "/v1/jobs", b'{"board": "##"}', {"Content-Type": kind})
    assert (got.status, got.json["type"]) == (415, "wrong-media-type")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[" * 100_000, 400),
        (b'{"board":' * 100_000, 400),
        (b'{"board": "\\ud800"}', 400),
        (b'{"board": "\xff"}', 400),
        (b"[]", 422),
        (b"{}", 422),
        (b'{"board": 7}', 422),
        (b'{"board": "##", "time_limit": NaN}', 422),
        (b'{"board": "##", "time_limit": Infinity}', 422),
        (b'{"board": "##", "time_limit": -1}', 422),
        (b'{"board": "##", "time_limit": 3601}', 422),
        (b'{"board": "##", "time_limit": 1e999}', 422),
        (b'{"board": "##", "question": "harder"}', 422),
        (b'{"board": "##", "unknown": 1}', 422),
        (b'{"board": "##", "colours": 1}', 422),
        (b'{"board": "##", "question": "kernel", "count": true}', 400),
        (b'{"board": "##", "engine": "nobody"}', 400),
        (b'{"board": "##", "topology": "moon"}', 400),
        (b'{"board": "##", "format": "../../etc/passwd"}', 400),
        (b'{"board": ""}', 422),
        (b'{"board": "/etc/passwd"}', 422),
        (b'{"board": "-"}', 200),
        (b'{"board": "##\\n#"}', 422),
        (b'{"board": "size: 200x200\\nstate: 1"}', 413),
        (b'{"board": "colours: ' + b"9" * 100_000 + b'\\n\\n11"}', 422),
    ],
)
def test_broken_requests_are_problems_with_their_status(server, body, status):
    got = server.ask("POST", "/v1/jobs", body, JSON | {"Prefer": "wait=20"})
    assert got.status == status, got.body
    if status != 200:
        assert got.headers["content-type"] == "application/problem+json"
        problem = got.json
        assert problem["status"] == status
        assert set(problem) >= {"type", "title", "status", "detail", "advice"}
        assert "\n" not in problem["detail"]


def test_a_bad_board_has_its_place(server):
    got = server.post("###\n#?#\n").json
    assert (got["line"], got["column"]) == (2, 2)
    for path in ("jobs", "read"):
        got = server.ask("POST", f"/v1/{path}", {"board": "###/##/###"}).json
        assert (got["type"], got["line"], got["column"]) == ("bad-board", 1, 7)
        assert "row 2 has 2 places, row 1 has 3" in got["detail"]


def test_a_body_of_more_than_a_mebibyte_is_refused_with_and_without_a_length(server):
    body = b'{"board": "' + b"#" * 2**20 + b'"}'
    assert server.ask("POST", "/v1/jobs", body, JSON).status == 413
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(
            b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        got = b""
        try:
            for _ in range(40):
                raw.sendall(b"8000\r\n" + b" " * 0x8000 + b"\r\n")
        except OSError:
            pass
        got = raw.recv(100)
    assert b" 413 " in got


def chunks(server, count: int) -> bytes:
    """Send a body in so many chunks of one byte, and return the response's head."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(
            b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        body = b'{"board": "#..#/.##."}'.ljust(count)
        with contextlib.suppress(OSError):
            raw.sendall(b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n")
        return raw.recv(100)


def test_a_body_of_400_000_chunks_is_refused_before_it_is_read(server):
    assert b" 200 " in chunks(server, 4_000)
    before = server.cpu_seconds()
    for _ in range(3):
        with contextlib.suppress(ConnectionResetError):
            assert b" 400 " in chunks(server, 400_000)
    assert server.cpu_seconds() - before < 1.5  # of 7 without the limit
    assert server.post("#..#\n.##.\n").status == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404), ("GET", "/v1/jobs/" + "0" * 64, 404), ("PATCH", "/v1/jobs", 405),
        ("PUT", "/v1/jobs/1", 405), ("GET", "/page/../app.py", 404),
        ("GET", "/page/..%2fapp.py", 404), ("GET", "/page/__init__.py", 404),
        ("GET", "/v1/jobs/%00", 404), ("DELETE", "/v1/jobs/1", 404), ("GET", "/docs", 404),
    ],
)  # fmt: skip
def test_what_is_not_there_is_a_problem_too(server, method, path, status):
    got = server.ask(method, path)
    assert got.status == status
    assert got.headers["content-type"] == "application/problem+json"


def test_every_answer_says_what_a_browser_may_do(server):
    for path in ("/", "/healthz", "/v1/jobs/1"):
        got = server.get(path)
        assert got.headers["x-content-type-options"] == "nosniff"
        assert got.headers["content-security-policy"].startswith("default-src 'self';")
        assert "unsafe" not in got.headers["content-security-policy"]
        assert not any(name.startswith("access-control") for name in got.headers)


@pytest.mark.parametrize(
    ("path", "frames"),
    [("/?embed", "*"), ("/", "'none'"), ("/?a=embed", "'none'"), ("/ask/?embed", "'none'")],
)
def test_other_sites_may_frame_the_game_alone(server, path, frames):
    policy = server.get(path).headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors {frames}")


def test_another_address_needs_a_token_and_says_so(monkeypatch):
    monkeypatch.setenv("LO_EXACT_TOKEN", "")
    done = run("serve", "--host", "0.0.0.0")
    assert done.code == 2
    assert "set LO_EXACT_TOKEN" in done.err
    assert done.out == ""


def test_with_a_token_only_those_who_show_it_are_served(tmp_path):
    server = start(
        tmp_path / "jobs", "--host", "0.0.0.0", "--allow-host", "lights.example",
        LO_EXACT_TOKEN="é-s3cret",
    )  # fmt: skip
    try:
        for shown in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic x"}):
            got = server.ask("POST", "/v1/jobs", BOARD, shown)
            assert got.status == 401
            assert got.headers["www-authenticate"] == "Bearer"
        assert server.get("/metrics").status == 401
        assert server.get("/healthz").status == 200
        assert server.get("/").status == 200
        right = {"Authorization": "Bearer é-s3cret".encode().decode("latin-1")}
        got = server.ask("POST", "/v1/jobs", BOARD, right | {"Host": "lights.example"})
        assert got.status in (200, 202)
    finally:
        server.end()


def answered_by_the_guard(settings, path, headers):
    """Ask the guard alone, whose app answers nothing; return the status of its refusal."""
    sent = []

    async def receive():
        return {"type": "http.request", "body": bytes(10), "more_body": False}

    async def send(message):
        sent.append(message)

    async def app(scope, receive, send):
        await receive()

    head = {
        "type": "http", "method": "POST", "path": path,
        "headers": [(b"host", b"localhost"), *headers],
    }  # fmt: skip

    async def guarded():
        await Guard(app, settings, Users(settings))(head, receive, send)

    with ThreadPoolExecutor(1) as alone:  # this thread may have a browser's loop already
        alone.submit(lambda: asyncio.run(guarded())).result()
    return next((message["status"] for message in sent if "status" in message), None)


@pytest.mark.parametrize(
    ("path", "user", "status"),
    [
        ("/metrics", "ada", 403), ("/metrics", "bob", None), ("/v1/jobs", "bob", 403),
        ("/v1/batches", "ada", 403), ("/v1/jobs", "ada", None), ("/metrics", "eve", 401),
    ],
)  # fmt: skip
def test_each_path_takes_a_right(path, user, status, tmp_path):
    tokens = tmp_path / "tokens.toml"
    hashes = [hashlib.sha256(name).hexdigest() for name in (b"ada", b"bob")]
    tokens.write_text(
        f'[users.ada]\ntoken_sha256 = "{hashes[0]}"\nrights = ["ask"]\n'
        f'[users.bob]\ntoken_sha256 = "{hashes[1]}"\nrights = ["metrics"]\n'
    )
    settings = Settings(store=tmp_path / "jobs", tokens=tokens)
    shown = [(b"authorization", f"Bearer {user}".encode())]
    assert answered_by_the_guard(settings, path, shown) == status


@pytest.mark.parametrize(("length", "status"), [(10, None), (11, 413), (10**30, 413)])
def test_a_length_that_is_too_large_is_refused_before_the_body_is_handed_on(
    length, status, tmp_path
):
    """The body that comes is small: what the head says is enough."""
    settings = Settings(store=tmp_path / "jobs", max_body=10)
    shown = [(b"content-length", str(length).encode())]
    assert answered_by_the_guard(settings, "/v1/jobs", shown) == status


def test_a_slow_body_is_not_waited_for(tmp_path):
    """Half a body, then nothing: refused after the seconds that a request may take."""
    sent, asked = [], []

    async def receive():
        asked.append(time.monotonic())
        if len(asked) == 2:
            await asyncio.sleep(60)
        more = {"type": "http.request", "body": b"{", "more_body": True}
        return more if len(asked) == 1 else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    async def reads_its_body(scope, receive, send):
        while (await receive()).get("more_body"):
            pass

    settings = Settings(store=tmp_path / "jobs", body_seconds=0.2)
    head = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}

    async def guarded():
        await Guard(reads_its_body, settings, Users(settings))(head, receive, send)

    with ThreadPoolExecutor(1) as alone:  # this thread may have a browser's loop already
        alone.submit(lambda: asyncio.run(guarded())).result()
    assert [message.get("status") for message in sent] == [408, None]
    assert 0.15 < asked[2] - asked[0] < 10


@pytest.mark.large
def test_a_slow_body_is_not_waited_for_and_others_are_served_meanwhile(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as raw:
        raw.sendall(
            b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 100\r\n\r\n{"
        )
        began = time.monotonic()
        assert server.get("/healthz").status == 200
        got = raw.recv(200)
    assert b" 408 " in got
    assert 8 < time.monotonic() - began < 15


def test_a_thousand_idle_connections_and_more_do_not_keep_others_out(server):
    idle = []
    try:
        for number in range(1_300):
            idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            if number % 100 == 99:
                began = time.monotonic()
                assert server.get("/healthz").status == 200
                assert time.monotonic() - began < 5
            if number == 1_100:
                time.sleep(3.1)  # what is as old has nothing on its way
        assert server.post("#..#\n.##.\n").status == 200
        # the oldest were closed for the others
        assert idle[0].recv(1) == b""
        idle[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in idle[-1].recv(100)
        burst = []
        for _ in range(300):  # nobody is cut off before the request was read
            burst.append(socket.create_connection(("127.0.0.1", server.port), timeout=20))
            burst[-1].sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        idle += burst
        assert all(b" 200 " in connection.recv(100) for connection in burst)
    finally:
        for connection in idle:
            connection.close()


def test_a_connection_without_a_whole_request_for_a_while_is_closed():
    """A client may send a request, and then the head of another a byte at a time."""
    due = []
    connection = Connection.__new__(Connection)
    connection.loop = SimpleNamespace(call_later=lambda _, call, *given: due.append((call, given)))
    answered, under_way = SimpleNamespace(response_complete=True), SimpleNamespace()
    under_way.response_complete = False
    for cycles in ([None], [answered] * 2, [under_way] * 5 + [answered] * 2, [under_way] * 3):
        closed = []
        connection.transport = SimpleNamespace(
            close=lambda closed=closed: closed.append(True), is_closing=lambda: False
        )
        due[:] = [(connection._close_when_unused, (None,))]
        for connection.cycle in cycles:
            assert not closed
            ((call, given),) = due
            due.clear()
            call(*given)
        assert closed == [True] * (cycles[-1] is not under_way)
        assert len(due) == 1 - len(closed)


def test_nothing_in_the_service_opens_what_a_user_named():
    """``read_puzzle`` opens files, ``parse_puzzle`` reads text: only the second may be used."""
    for path in (ROOT / "lo_exact/service").rglob("*.py"):
        names = {
            node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute)
            else node.name if isinstance(node, ast.alias) else ""
            for node in ast.walk(ast.parse(path.read_text()))
        }  # fmt: skip
        assert not names & {"read_puzzle", "read_text", "open_text", "walk_files"}, path
        # the lock beside the database, the operator's users; the command's `open` is an option
        if path.name not in ("database.py", "server.py", "command.py", "users.py"):
            assert "open" not in names, path


def test_a_board_that_names_a_file_is_a_board(server):
    secret = Path("/etc/hostname").read_text().strip()
    got = server.post("/etc/hostname")
    assert got.status == 422
    assert not secret or secret not in got.body.decode()


def test_a_body_with_a_length_that_is_chunked_too_is_refused_and_the_connection_closed(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(
            b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        )
        got = b""
        while more := raw.recv(4096):  # to the end of the connection
            got += more
    assert got.startswith(b"HTTP/1.1 400 ")
    assert b"bad-request" in got


def test_head_is_get_without_a_body_also_of_a_stream(server):
    job = server.post("###\n###\n").json
    for path in ("/", "/healthz", "/openapi.json", f"/v1/jobs/{job['id']}", "/v1/jobs/1"):
        got, head = server.get(path), server.ask("HEAD", path)
        assert (head.status, head.body) == (got.status, b"")
        for name in ("content-type", "content-length", "etag"):
            assert head.headers.get(name) == got.headers.get(name)
    running = server.post(hard(77), wait=0).json["id"]
    head = server.ask("HEAD", f"/v1/jobs/{running}/events", timeout=20)
    assert (head.status, head.headers["content-type"]) == (
        200,
        "text/event-stream; charset=utf-8",
    )
    server.ask("DELETE", f"/v1/jobs/{running}")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/v1/jobs/1", "DELETE, GET, HEAD"), ("POST", "/v1/jobs/1", "DELETE, GET, HEAD"),
        ("DELETE", "/v1/jobs", "GET, HEAD, POST"), ("GET", "/v1/check", "POST"),
    ],
)  # fmt: skip
def test_a_method_that_is_not_served_is_answered_with_all_that_are(server, method, path, allowed):
    got = server.ask(method, path)
    assert (got.status, got.headers["allow"]) == (405, allowed)


def _watched(server, path: str) -> tuple[socket.socket, bytes]:
    """Ask for a stream and leave it open; return the socket and the head of the answer."""
    made = socket.create_connection(("127.0.0.1", server.port))
    made.settimeout(30)
    made.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return made, made.recv(4096)


@pytest.mark.large
def test_streams_of_one_client_are_bounded_and_health_is_always_told(tmp_path):
    server = start(tmp_path / "jobs")
    asked = {"board": hard(8), "time_limit": 120}
    id = server.ask("POST", "/v1/jobs", asked).json["id"]
    streams = []
    try:
        streams = [_watched(server, f"/v1/jobs/{id}/events") for _ in range(2_000)]
        heads = [head for _, head in streams]
        assert all(head.startswith(b"HTTP/1.1 200") for head in heads[:AT_ONCE])
        for head in heads[AT_ONCE:]:
            assert head.startswith(b"HTTP/1.1 429")
            assert b"retry-after: 5" in head.lower()
        for path in ("/healthz", "/readyz", "/"):
            assert server.ask("GET", path).status == 200
        for made, _ in streams[:30]:
            made.close()
        end = time.monotonic() + 10
        while (got := server.ask("GET", f"/v1/jobs/{id}")).status == 429:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert got.json["state"] == "running"
    finally:
        for made, _ in streams:
            made.close()
        server.end()
