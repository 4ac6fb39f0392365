"""The content of a request: body, media type and preferences, or the problem with them.

Bodies are read here and not by the framework: NaN, half a surrogate pair and JSON a hundred
thousand deep are refused with a problem like everything else.
"""

from typing import TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError

from lo_exact.service.problems import Problem

NDJSON = "application/x-ndjson"

Model = TypeVar("Model", bound=BaseModel)


async def body(request: Request, model: type[Model]) -> Model:
    """Return a request's JSON, or raise the problem that it is."""
    media_type(request, "application/json")
    text = await request.body()
    try:
        return model.model_validate_json(text)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        kind = "bad-request" if first["type"] == "json_invalid" else "bad-field"
        raise Problem(kind, f"{where}: {first['msg']}" if where else first["msg"]) from None


def media_type_of(request: Request) -> str:
    """Return the type of a request's body; "" for none."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def media_type(request: Request, wanted: str) -> None:
    """Raise the problem that a body is of another type."""
    if media_type_of(request) != wanted:
        raise Problem("wrong-media-type", f"send Content-Type: {wanted}")


def preferred(prefer: str | None, most: float) -> float:
    """Return the seconds of ``Prefer: wait=N``; what cannot be read is no preference."""
    for part in (prefer or "").split(","):
        name, _, value = part.strip().partition("=")
        if name.lower() == "wait" and value.isascii() and value.isdigit() and len(value) < 9:
            return min(float(value), most)
    return 0.0
