"""Files of an answer: its certificate, the proofs beside it, and a picture."""

import json

from fastapi import APIRouter, Request
from starlette.responses import Response

from lo_exact.service.problems import Problem
from lo_exact.service.routes.waiting import ask, job_asked, jobs_of
from lo_exact.service.views import ANYWHERE, FAILED, problems

router: APIRouter = APIRouter(tags=["jobs"])


@router.get(
    "/v1/jobs/{id}/certificate",
    responses={
        200: {"content": {"application/json": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_certificate(id: str, request: Request) -> Response:
    """Return the certificate of a job that was asked with ``certificate``."""
    return _file(request, id, "certificate.json", "application/json")


@router.get("/v1/jobs/{id}/certificate/{name}", include_in_schema=False)
@router.get(
    "/v1/jobs/{id}/files/{name}",
    responses={
        200: {"content": {"application/octet-stream": {}}},
        **problems(*ANYWHERE, "not-found", "draining"),
    },
    response_class=Response,
)
async def get_file(id: str, name: str, request: Request) -> Response:
    """Return a file of a job: a proof beside its certificate, a sheet of levels."""
    return _file(request, id, name, "application/octet-stream")


@router.get(
    "/v1/jobs/{id}/board.svg",
    responses={
        200: {"content": {"image/svg+xml": {}}},
        **problems(*ANYWHERE, "not-found", *FAILED, "too-many", "draining"),
    },
    response_class=Response,
)
async def get_picture(id: str, request: Request) -> Response:
    """Return board and answer as a picture."""
    job = job_asked(request, id)
    if "boards" in job.request:
        raise Problem("not-found", "a batch has no picture")
    known = json.loads(job.result) if job.result else {"presses": job.presses}
    known = {name: known[name] for name in ("presses", "witness") if name in known}
    drawn = await ask(request, "answer_svg", job.request, known)
    return Response(drawn["svg"], media_type="image/svg+xml")


def _file(request: Request, id: str, name: str, media_type: str) -> Response:
    job = job_asked(request, id)
    body = jobs_of(request).store.file(id, name)
    if body is None:
        asked = job.request.get("certificate")
        raise Problem(
            "not-found",
            "nothing was found that shows this answer" if asked and job.over
            else "the job has no such file; ask with certificate: true, and wait for its end",
        )  # fmt: skip
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, headers=headers, media_type=media_type)
