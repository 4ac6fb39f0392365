"""Routes that need no job: check certificates, interpret boards, lists, health, metrics."""

import asyncio
import json

from fastapi import APIRouter, Request
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from starlette.responses import Response

from lo_exact.service.problems import Problem
from lo_exact.service.requests import CheckRequest, UnderstandRequest
from lo_exact.service.routes.waiting import ask, body, jobs_of
from lo_exact.service.views import ANYWHERE, BODY, CheckView, body_of, problems

router: APIRouter = APIRouter(tags=["at once"])
health: APIRouter = APIRouter(tags=["server"])


@router.post(
    "/v1/check",
    responses={
        200: {"model": CheckView},
        **problems(*ANYWHERE, *BODY, "internal", "too-many", "draining"),
    },
    openapi_extra=body_of(CheckRequest),
    response_class=Response,
)
async def post_check(request: Request) -> Response:
    """Judge a certificate in a process that loads only the stand-alone checker."""
    asked = await body(request, CheckRequest)
    text = json.dumps(asked.certificate)
    seconds = request.app.state.settings.check_seconds
    said = await ask(request, "judge_certificate", text, asked.proofs, seconds=seconds)
    return Response(json.dumps(said["result"]), media_type="application/json")


@router.post(
    "/v1/read",
    responses={
        200: {"content": {"application/json": {}}, "description": "What was understood"},
        **problems(*ANYWHERE, *BODY, "bad-option", "bad-board", "internal", "too-many", "draining"),
    },
    openapi_extra=body_of(UnderstandRequest),
    response_class=Response,
)
async def post_read(request: Request) -> Response:
    """Return the interpretation of a board: its format, and ``lo-exact show --json``."""
    asked = await body(request, UnderstandRequest)
    values = asked.model_dump(exclude_defaults=True, mode="json")
    said = await ask(request, "understood", values)
    return Response(json.dumps(said["result"]), media_type="application/json")


@router.get(
    "/v1/engines",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "internal", "too-many", "draining"),
    },
    response_class=Response,
)
async def get_engines(request: Request) -> Response:
    """Return the list of engines, as ``lo-exact engines --no-test --json``."""
    return await _listed(request, "engines")


@router.get(
    "/v1/formats",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "internal", "too-many", "draining"),
    },
    response_class=Response,
)
async def get_formats(request: Request) -> Response:
    """Return the list of formats, as ``lo-exact formats --json``."""
    return await _listed(request, "formats")


async def _listed(request: Request, what: str) -> Response:
    """Return the list of engines or formats, which a child process computes once."""
    known = request.app.state.known
    if what not in known:
        known[what] = await ask(request, "listed", what, limited=False)
    return Response(json.dumps(known[what]), media_type="application/json")


@health.get("/healthz", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def healthz() -> Response:
    """Return status 200 while the server is running."""
    return Response("ok\n", media_type="text/plain")


@health.get(
    "/readyz",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **problems("draining", "store-full")},
)
async def readyz(request: Request) -> Response:
    """Return status 200 if the server accepts jobs and can store them."""
    jobs = jobs_of(request, taking=True)
    if not await asyncio.to_thread(jobs.store.writable):
        raise Problem("store-full", "the store cannot be written")
    return Response("ready\n", media_type="text/plain")


@health.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {}}},
        **problems(*ANYWHERE, "draining"),
    },
)
async def get_metrics(request: Request) -> Response:
    """Return metrics in the text format of Prometheus."""
    return Response(jobs_of(request).figures.exposition(), media_type=CONTENT_TYPE_LATEST)
