"""Is it there, does it take jobs, and what has it done."""

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from lo_exact.service.observed.figures import exposition
from lo_exact.service.problems import Problem
from lo_exact.service.routes.waiting import jobs_of
from lo_exact.service.views import ANYWHERE, problems

router: APIRouter = APIRouter(tags=["server"])


@router.get("/healthz", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def healthz() -> Response:
    """Say that the server is there."""
    return Response("ok\n", media_type="text/plain")


@router.get(
    "/readyz",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}, **problems("draining", "store-full")},
)
async def readyz(request: Request) -> Response:
    """Say that jobs are taken and can be kept."""
    jobs = jobs_of(request, taking=True)
    if not await asyncio.to_thread(jobs.store.writable):
        raise Problem("store-full", "the store cannot be written")
    return Response("ready\n", media_type="text/plain")


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"content": {"text/plain": {}}},
        **problems(*ANYWHERE, "missing-package", "draining"),
    },
)
async def get_metrics(request: Request) -> Response:
    """Return figures for Prometheus."""
    body, media_type = exposition(jobs_of(request).figures, jobs_of(request).store)
    return Response(body, media_type=media_type)
