"""Files of the web page, read once at the start of the server, and served by name.

No template, no build step, and no name of a user is ever looked up on the disk: a name is a key of
a table.  Pyodide's files, where they are, are too large for memory and are sent from the disk.
"""

import hashlib
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from lo_exact.certificate import checker
from lo_exact.service.problems import Problem
from lo_exact.service.settings import Settings

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".py": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".zip": "application/zip",
}


def routes(settings: Settings) -> APIRouter:
    """Return the routes of the page, of the certificate checker in the browser, and of Pyodide."""
    router = APIRouter(include_in_schema=False)
    # a missing folder yields no files
    kept = settings.pyodide.glob("*") if settings.pyodide is not None else ()
    large = {path.name: path for path in kept if path.suffix in TYPES}
    here = Path(__file__).parent
    found = [path for path in here.joinpath("game").rglob("*.*") if path.suffix in TYPES]
    game = {path.relative_to(here / "game").as_posix(): path.read_bytes() for path in found}
    # this attribute tells the views that a server answers questions
    game[""] = game.pop("index.html").replace(b"<html", b"<html data-server", 1)
    game["check/checker.py"] = Path(checker.__file__).read_bytes()
    game["check/check-worker.js"] = here.joinpath("check-worker.js").read_bytes()

    # the game is at the root, next to its files, as on a plain web server
    def serve_beside(name: str, body: bytes) -> None:
        @router.get(f"/{name}", response_class=Response)
        async def game_part(request: Request) -> Response:
            return _small(request, body, Path(name).suffix or ".html")

    for name, body in game.items():
        serve_beside(name, body)

    # relative redirects work behind a proxy; a browser keeps the part after #
    for old, now in (("/play/", "../"), ("/ask", "./?solve"), ("/ask/", "../?solve")):
        router.routes.append(Route(old, RedirectResponse(now, 308)))

    @router.get("/check/{name}", response_class=Response)
    async def check(name: str, request: Request) -> Response:
        if name in large:
            return FileResponse(large[name], media_type=TYPES[Path(name).suffix])
        raise Problem("not-found", "the page has no such file")

    @router.get("/check-offered", response_class=Response)
    async def offered() -> Response:
        return Response("true" if large else "false", media_type="application/json")

    return router


def _small(request: Request, body: bytes, suffix: str) -> Response:
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=TYPES[suffix])
