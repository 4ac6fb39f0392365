"""Answers without a job: certificates judged, boards understood, engines."""

import json

from fastapi import APIRouter, Request
from starlette.responses import Response

from lo_exact.service.requests import CheckRequest, UnderstandRequest
from lo_exact.service.routes.reading import body
from lo_exact.service.routes.waiting import ask
from lo_exact.service.views import ANYWHERE, BODY, CheckView, body_of, problems

router: APIRouter = APIRouter(tags=["at once"])


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
    """Judge a certificate, in a process that loads the stand-alone checker and nothing else."""
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
    """Say what a board is understood as: the format, and what ``lo-exact show --json`` says."""
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
    """Return every way to answer, as ``lo-exact engines --no-test --json``."""
    known = request.app.state.known
    if "engines" not in known:
        known["engines"] = await ask(request, "engines_as_json", limited=False)
    return Response(json.dumps(known["engines"]), media_type="application/json")
