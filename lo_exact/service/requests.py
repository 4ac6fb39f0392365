"""Requests of clients, and their ids: equal questions are one job.

The id is the SHA-256 of the answers' meaning (`lo_exact.version`) and the request in canonical
form: keys sorted, defaults left out, and without the time limit, so that more time for the same
question is the same job.
"""

import hashlib
import json
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from lo_exact.version import MEANING

Question = Literal[
    "min", "all", "count", "spectrum", "sample", "prove", "solve", "kernel", "plan", "chase",
    "hint", "explain", "matrix", "grade", "hardest", "histogram", "crosscheck", "table", "walk",
    "distance",
]  # fmt: skip

MAX_SECONDS = 3600.0
CERTIFIED = ("min", "all", "prove")
"""Questions whose answer can come with a certificate."""

TEXT = 2**20


class ReadRequest(BaseModel):
    """A board, and what its text leaves open."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    board: Annotated[str, Field(max_length=TEXT)] = Field(
        description="Any text that lo-exact reads: board text, a mask, JSON, a game ID, edges; "
        "with walk a level. It may be empty with table, and where a size will do.",
        examples=["#####\n#####\n#####\n#####\n#####"],
    )
    format: str | None = Field(None, max_length=40, description="Name of the text's format.")
    colours: int | None = Field(None, ge=2, le=2**31, description="Number of colours.")
    neighbourhood: str | None = Field(None, max_length=10_000, description="What a press changes.")
    topology: str | None = Field(None, max_length=40, description="How the edges are joined.")
    target: str | None = Field(None, max_length=TEXT, description="A colour, any, or rows with /.")
    objective: str | None = Field(None, max_length=40, description="presses, buttons or prices.")
    size: str | None = Field(None, max_length=40, description="ROWSxCOLUMNS.")


class UnderstandRequest(ReadRequest):
    """A board to be read and not answered."""

    activation: bool = Field(
        False, description="Also tell which lights each button changes (to 300,000 entries)."
    )


class JobRequest(ReadRequest):
    """A question about a board."""

    question: Question = Field("min", description="What to find out.")
    engine: str = Field("auto", max_length=80, description="Who answers; GET /v1/engines.")
    time_limit: float = Field(
        60.0, ge=0, le=MAX_SECONDS, allow_inf_nan=False,
        description="Seconds; then the best presses and a proved bound are the result.",
    )  # fmt: skip
    count: bool = Field(
        False,
        description="min, plan: count the minimum solutions as well; distance: the lightest words; "
        "hardest: the hardest boards.",
    )
    total: bool = Field(False, description="count: only the number of all solutions.")
    canonical: bool = Field(False, description="min: the lexicographically least minimum.")
    limit: int | None = Field(None, ge=0, le=10**6, description="all, kernel, walk: list so many.")
    next: int | None = Field(None, ge=1, le=10_000, description="hint: so many presses; else 1.")
    why: bool = Field(False, description="hint: say why each press is right.")
    improve: bool = Field(
        False, description="explain: improve any solution with quiet patterns, step by step."
    )
    inverse: bool = Field(False, description="matrix: with the inverse, or a pseudo-inverse.")
    smith: bool = Field(False, description="matrix: with the Smith normal form.")
    table: Literal["nullity", "solutions"] | None = Field(
        None, description="table: of what; nullity by default."
    )
    sizes: str | None = Field(None, max_length=1000, description="table: 3x3..9x9 or 3x3,4x7.")
    colour_range: str | None = Field(None, max_length=1000, description="table: 2..9 or 2,3,5.")
    within: int | None = Field(
        None, ge=0, le=10**9, description="all: every solution of at most the minimum and so much."
    )
    minima: int | None = Field(None, ge=1, le=10**4, description="sample: draw so many minima.")
    seed: int | None = Field(
        None, ge=0, lt=2**63, description="sample: equal seeds, equal samples."
    )
    certificate: bool = Field(False, description="min, all, prove: write a certificate as well.")


class BatchOptions(BaseModel):
    """Questions about every board of a batch; given in the query."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    question: Literal["min", "count", "prove", "solve"] = "min"
    time_limit: float = Field(
        60.0, ge=0, le=MAX_SECONDS, allow_inf_nan=False, description="Seconds, for all boards."
    )
    engine: str = Field("auto", max_length=80)
    count: bool = False
    colours: int | None = Field(None, ge=2, le=2**31)
    neighbourhood: str | None = Field(None, max_length=10_000)
    topology: str | None = Field(None, max_length=40)
    target: str | None = Field(None, max_length=10_000)
    objective: str | None = Field(None, max_length=40)
    size: str | None = Field(None, max_length=40)


class BatchRequest(BatchOptions):
    """Many boards and what is asked about each, as JSON."""

    boards: list[Annotated[str, Field(max_length=TEXT)]] = Field(
        description="Texts that lo-exact reads.", examples=[["##/##", "#./.."]]
    )


class CheckRequest(BaseModel):
    """A certificate, and the proofs that lie beside it."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    certificate: dict[str, Any] = Field(description="The certificate itself.")
    proofs: dict[str, str] = Field(
        default_factory=dict, description="Proofs it names: SHA256.lrat.gz to base64."
    )


def misfit(request: JobRequest) -> str:
    """Say which option does not go with the question; ``""`` when all do."""
    question = request.question
    for name, fits in (
        ("count", ("min", "plan", "distance", "hardest")),
        ("total", ("count",)),
        ("canonical", ("min",)),
        ("limit", ("all", "kernel", "walk")),
        ("next", ("hint",)),
        ("why", ("hint",)),
        ("improve", ("explain",)),
        ("inverse", ("matrix",)),
        ("smith", ("matrix",)),
        ("table", ("table",)),
        ("sizes", ("table",)),
        ("colour_range", ("table",)),
        ("within", ("all",)),
        ("minima", ("sample",)),
        ("seed", ("sample",)),
        ("certificate", CERTIFIED),
    ):
        given = getattr(request, name)
        if given is not None and given is not False and question not in fits:
            return f"{name} goes with {', '.join(fits)}, not with {question}"
    if request.within is not None and (request.certificate or request.engine != "auto"):
        return "within lists more than the minima: leave engine and certificate out"
    if request.engine != "auto" and question not in ("min", "all", "count"):
        return f"engine goes with min, all, count, not with {question}"
    return ""


def canonical_batch(options: BatchOptions, boards: list[str]) -> dict[str, Any]:
    """Return a batch as JSON values: the request, with ``boards`` instead of ``board``."""
    asked = options.model_dump(exclude_defaults=True, exclude={"time_limit"}, mode="json")
    return {**asked, "boards": boards}


def canonical(request: JobRequest) -> dict[str, Any]:
    """Return the request as JSON values, without defaults and without the time limit."""
    return request.model_dump(exclude_defaults=True, exclude={"time_limit"}, mode="json")


def identity(canonical_request: dict[str, Any]) -> str:
    """Return a job's id, 64 hex digits."""
    text = json.dumps(canonical_request, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"lo-exact meaning {MEANING} job 1\n{text}".encode()).hexdigest()
