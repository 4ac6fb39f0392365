"""ASGI middleware that checks access and limits of requests without buffering streams.

A page of another site must not make this server work (Host, Origin, Sec-Fetch-Site: a browser sends
them truly), a stranger on the network needs the token, a body may neither be large nor slow, and
every answer says what a browser may do with it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lo_exact.service.jobs import Jobs
from lo_exact.service.observed.log_lines import request_id
from lo_exact.service.problems import MEDIA_TYPE, Problem, problem_raised
from lo_exact.service.settings import Settings
from lo_exact.service.users import Client, Users

AT_ONCE, AT_ONCE_OF_ALL = 200, 1_500
"""Largest number of requests under way, streams included, of one client and of all; more get
when to retry.  Health and the page are always served."""

_CLOSE = {"connection": "close"}

CSP = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
EMBED_CSP = CSP.replace("frame-ancestors 'none'", "frame-ancestors *")
"""Other sites may embed the game in a frame: it has no token and sends no requests."""

CHECK_CSP = CSP.replace("'self';", "'self'; script-src 'self' 'wasm-unsafe-eval';", 1)
"""The page that judges a certificate in the browser compiles WebAssembly."""

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Middleware that checks, counts and logs every request.

    Args:
        app: the wrapped application.
        settings: names and limits.
        users: the permitted users.
    """

    def __init__(self, app: ASGIApp, settings: Settings, users: Users):
        self.app: ASGIApp = app
        self.settings: Settings = settings
        self.users: Users = users
        named = () if settings.host in ("0.0.0.0", "::") else (settings.host,)
        self._names = {
            name.lower() for name in ("127.0.0.1", "localhost", "[::1]", *named, *settings.hosts)
        }
        self._under_way: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        path, root = scope["path"], self.settings.root_path
        if root:  # the proxy may pass on the path with or without its prefix
            path = path.removeprefix(root) if path.startswith(f"{root}/") else path
            scope = {**scope, "root_path": root, "path": root + path}
        jobs: Any = getattr(getattr(scope.get("app"), "state", None), "jobs", None)
        began, asked_as = time.monotonic(), request_id(_header(scope, b"x-request-id"))
        framed = path == "/" and b"embed" in scope.get("query_string", b"").split(b"&")
        csp = EMBED_CSP if framed else CHECK_CSP if path.startswith("/check/") else CSP
        sending = _Sending(send, csp, asked_as)
        if scope["method"] == "HEAD":  # handle HEAD like GET; `_Sending` drops the body
            scope, sending.head_only = {**scope, "method": "GET"}, True
        body, counted = _Body(receive, self.settings), ""
        try:
            self._refuse(scope, path)
            body.expect(_header(scope, b"content-length"))
            if (client := scope.get("client_of_ours")) is not None:
                counted = client.name
                self._count(counted)
            await self.app(scope, body, sending)
        except ClientDisconnect:
            pass  # nobody is left to receive a response
        except Exception as error:
            refusal = problem_raised(error)
            if refusal.kind == "internal" and refusal is not error:
                jobs.log.bug(error, request=sending.request_id)  # no message: it may show a board
            if sending.started:
                raise RuntimeError("an answer was cut short") from None
            headers = refusal.headers if await body.ended() else _CLOSE | refusal.headers
            await response(refusal.value, headers)(scope, receive, sending)
        finally:
            self._under_way -= Counter([counted] if counted else [])
            if jobs is not None:
                self._note(jobs, scope, path, sending, time.monotonic() - began)

    def _count(self, client: str) -> None:
        """Count a client's active requests; raise a problem if there are too many at a time."""
        self._under_way[client] += 1
        if self._under_way[client] > AT_ONCE or self._under_way.total() > AT_ONCE_OF_ALL:
            said = "many requests are under way already"
            raise Problem("too-many", said, headers={"Retry-After": "5"})

    def _note(self, jobs: Jobs, scope: Scope, path: str, sending: _Sending, seconds: float) -> None:
        """Count and log a request, without its query, which may contain a board."""
        jobs.figures.request(scope["method"], path, sending.status, seconds)
        client = scope.get("client_of_ours")
        parts = (sending.location or path).removeprefix(self.settings.root_path).split("/")
        job = parts[3] if parts[1:3] == ["v1", "jobs"] and len(parts) > 3 else ""
        jobs.log.event(
            "request", request=sending.request_id, method=scope["method"], path=path[:200],
            status=sending.status, seconds=round(seconds, 4),
            client=client.name if client else self._address(scope), job=job,
        )  # fmt: skip

    def _refuse(self, scope: Scope, path: str) -> None:
        """Check a request's headers, origin and rights; raise a problem if it is refused."""
        if _header(scope, b"content-length") and _header(scope, b"transfer-encoding"):
            said = "a body has a length or is chunked, not both"
            raise Problem("bad-request", said, headers=_CLOSE)
        host = _header(scope, b"host")
        if _name(host) not in self._names:
            raise Problem("wrong-host", "say with --allow-host which names this server has")
        if scope["method"] in ("POST", "DELETE", "PUT", "PATCH"):
            origin, site = _header(scope, b"origin"), _header(scope, b"sec-fetch-site")
            if (origin and urlsplit(origin).netloc.lower() != host.lower()) or (
                site not in ("", "same-origin", "none")
            ):
                raise Problem("forbidden", "only this server's own page may ask from a browser")
        if path.startswith(("/v1/", "/metrics")):
            scope["client_of_ours"] = client = self._client(scope)
            right = "metrics" if path == "/metrics" else "batch" if path == "/v1/batches" else "ask"
            if right not in client.rights:
                raise Problem("forbidden", f"your token has not the right: {right}")

    def _client(self, scope: Scope) -> Client:
        """Return the client that a request's token or address identifies, or raise a problem."""
        if not self.users.closed:
            return self.users.unlisted(self._address(scope))
        kind, _, shown = _header(scope, b"authorization").partition(" ")
        found = self.users.by_token(shown.strip().encode("latin-1"))
        if kind.lower() != "bearer" or found is None:
            headers = {"www-authenticate": "Bearer"}
            raise Problem("unauthorized", "send Authorization: Bearer TOKEN", headers=headers)
        return found

    def _address(self, scope: Scope) -> str:
        """Return the address of a request's client: IPv4, or the /64 network of IPv6."""
        address = (scope.get("client") or ("",))[0]
        if address in self.settings.proxies:  # a proxy appends its client's address
            lists = [value for key, value in scope["headers"] if key == b"x-forwarded-for"]
            listed = b",".join(lists).decode("latin-1")
            address = listed.rpartition(",")[2].strip() or address
        with contextlib.suppress(ValueError):
            found = ip_address(address)
            if isinstance(found, IPv6Address):
                return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
        return str(address)[:64]


class _Body:
    """The body of a request, with limits on its size and on the time to receive it."""

    def __init__(self, receive: Receive, settings: Settings):
        self._receive, self._most = receive, settings.max_body
        self._end = time.monotonic() + settings.body_seconds
        self._size, self._complete = 0, False

    def expect(self, length: str) -> None:
        """Refuse a request whose declared length is too large."""
        if length.isascii() and length.isdigit() and (len(length) > 18 or int(length) > self._most):
            raise self._too_large()

    async def __call__(self) -> Message:
        if self._complete:
            return await self._receive()  # the body is complete: wait until the client disconnects
        try:
            # asyncio.wait_for would create a task for each message in Python 3.11
            async with asyncio.timeout(max(self._end - time.monotonic(), 0.001)):
                message = await self._receive()
        except TimeoutError:
            raise Problem("slow-request", "the body did not arrive in time") from None
        if message["type"] == "http.request":
            self._size += len(message.get("body", b""))
            self._complete = not message.get("more_body", False)
            if self._size > self._most:
                raise self._too_large()
        else:
            self._complete = True
        return message

    async def ended(self) -> bool:
        """Read the rest of the body, at most 2 s and 8 times the limit; return whether it ended.

        A client that still sends reads no response.
        """
        self._most, self._end = 8 * self._most, time.monotonic() + 2.0
        with contextlib.suppress(Problem):
            while not self._complete:
                await self()
        return self._complete

    def _too_large(self) -> Problem:
        return Problem("too-large", f"a request may have {self._most} bytes")


class _Sending:
    """Wrapper of the ASGI ``send`` that adds headers to every response."""

    def __init__(self, send: Send, csp: str, request_id: str):
        self._send, self.started, self.request_id = send, False, request_id
        self.head_only = self._ended = False
        self.status, self.location = 499, ""  # logged if the client leaves before a response
        self._headers = [
            *HEADERS,
            (b"content-security-policy", csp.encode()),
            (b"x-request-id", request_id.encode()),
        ]

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started, self.status = True, message["status"]
            have = dict(message["headers"])
            self.location = have.get(b"location", b"").decode("latin-1")
            unsaid = [] if b"cache-control" in have else [(b"cache-control", b"no-store")]
            message["headers"] = [*message["headers"], *self._headers, *unsaid]
        elif self.head_only:
            if self._ended:
                return
            self._ended, message = True, {"type": "http.response.body", "body": b""}
        await self._send(message)


def response(value: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    """Return the HTTP error response for the JSON values of a problem (RFC 9457)."""
    return Response(json.dumps(value), value["status"], headers, media_type=MEDIA_TYPE)


def _header(scope: Scope, name: bytes) -> str:
    found = [value for key, value in scope["headers"] if key == name]
    return str(found[0].decode("latin-1")) if len(found) == 1 else ""


def _name(host: str) -> str:
    """Return a Host header without its port, in lower case."""
    head, colon, port = host.rpartition(":")
    return (head if colon and (port.isdigit() or not port) else host).lower()
