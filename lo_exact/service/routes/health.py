"""Is it there, does it take jobs, and what has it done."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from lo_exact.errors import MissingPackageError
from lo_exact.service.jobs import Jobs
from lo_exact.service.problems import Problem
from lo_exact.service.routes.waiting import jobs_of
from lo_exact.service.views import ANYWHERE, problems

router: APIRouter = APIRouter()


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
    body, media_type = exposition(jobs_of(request))
    return Response(body, media_type=media_type)


def exposition(jobs: Jobs) -> tuple[bytes, str]:
    """Return what a server has done, for Prometheus, as text, and its media type.

    Raises:
        MissingPackageError: When prometheus-client is not installed.
    """
    try:
        from prometheus_client import CollectorRegistry, Counter, Gauge
        from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
    except ImportError:
        raise MissingPackageError(
            "metrics need prometheus-client: pip install 'lo-exact[serve]'"
        ) from None
    registry = CollectorRegistry()
    held = Gauge("lo_exact_jobs", "Jobs in the store.", ["state"], registry=registry)
    for state, number in jobs.store.counts().items():
        held.labels(state).set(number)
    ended = Counter(
        "lo_exact_jobs_ended", "Jobs ended since the start.", ["state"], registry=registry
    )
    for state, number in sorted(jobs.ended.items()):
        ended.labels(state).inc(number)
    size = Gauge("lo_exact_store_bytes", "Size of the store's file.", registry=registry)
    size.set(jobs.store.path.stat().st_size)
    return generate_latest(registry), CONTENT_TYPE_LATEST
