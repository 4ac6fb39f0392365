"""Models of client requests, and their ids: equal questions share one job.

The id is the SHA-256 of the answers' meaning (`lo_exact.version`) and the request in canonical
form: keys sorted, defaults left out, and without the time limit, so that more time for the same
question is the same job.
"""

import hashlib
import json
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, create_model

from lo_exact.version import MEANING

Question = Literal[
    "min", "all", "count", "spectrum", "sample", "prove", "solve", "kernel", "plan", "chase",
    "hint", "explain", "matrix", "grade", "hardest", "histogram", "crosscheck", "table", "walk",
    "distance", "decode", "press", "judge", "referee", "make", "levels", "export", "certify",
]  # fmt: skip

MAX_SECONDS = 3600.0
"""Longest time limit of a request: an hour."""

CLAIM = """\
id = "mine"
statement = "hardest"
weight = 9
source = "me"
date = "2026"
[puzzle]
size = "3x3"
"""

EXAMPLES: dict[Question, tuple[dict[str, Any], str]] = {
    "min": ({"board": "##/##", "count": True}, "status weight presses minimum_solutions"),
    "all": ({"board": "##/##"}, "status weight solutions"),
    "count": ({"board": "##/##"}, "status weight minimum_solutions"),
    "spectrum": ({"board": "##/##"}, "status weight histogram"),
    "sample": ({"board": "##/##", "minima": 2, "seed": 7}, "weights solutions"),
    "prove": ({"board": "##/##"}, "status"),
    "solve": ({"board": "##/##"}, "status presses"),
    "kernel": ({"board": "##/##"}, "nullity quiet_patterns"),
    "plan": ({"board": "##/##"}, "solvable components"),
    "chase": ({"board": "##/##"}, "solvable rule"),
    "hint": ({"board": "##/##", "next": 2, "why": True}, "left hints"),
    "explain": ({"board": "##/##", "improve": True}, "weight minimum quiet_patterns"),
    "matrix": ({"board": "", "size": "3x3", "inverse": True}, "matrix inverse determinant"),
    "grade": ({"board": "##/##"}, "weight nullity"),
    "hardest": ({"board": "", "size": "3x3"}, "status weight"),
    "histogram": ({"board": "", "size": "3x3", "colours": 3}, "histogram"),
    "crosscheck": ({"board": "#", "time_limit": 600}, "agree proved engines"),
    "table": ({"board": "", "sizes": "3x3..4x4", "colour_range": "2,3"}, "values"),
    "walk": ({"board": "S..\n...\n", "limit": 5}, "status steps walk solutions"),
    "distance": ({"board": "", "stabilizers": "XZZXI\nIXZZX\nXIXZZ\nZXIXZ"}, "distance sides"),
    "decode": (
        {"board": "1 1 0\n0 1 1\n", "shots": "10\n11\n"},
        "proved status weights bounds presses",
    ),
    "press": ({"board": "##/##", "answer": "A1 B2"}, "state lit wrong solved"),
    "judge": ({"board": "##/##", "answer": "A1 B1 A2 B2"}, "right minimal verdict sentence"),
    "referee": (
        {"board": "", "answers": [{"board": "##/##", "answer": "A1 B1 A2 B2"}]},
        "boards right minimal wrong failures",
    ),
    "make": ({"board": "", "kind": "random", "size": "5x5", "seed": 7}, "text"),
    "levels": ({"board": "##\n##\n\n#.\n..\n", "sheet": "pdf"}, "levels"),
    "export": ({"board": "##/##", "formula": "wcnf"}, "text"),
    "certify": ({"board": CLAIM}, "claims"),
}
"""Example request of each question, with keys of its result."""

MAX_LETTERS = 2**20
"""Letters of a board or an answer in a request."""


class Rules(BaseModel):
    """Rules of a puzzle that the text of a board does not specify."""

    colours: int | None = Field(None, ge=2, le=2**31, description="Number of colours.")
    neighbourhood: str | None = Field(None, max_length=10_000, description="What a press changes.")
    topology: str | None = Field(None, max_length=40, description="How the edges are joined.")
    target: str | None = Field(
        None, max_length=MAX_LETTERS, description="A colour, any, or rows with /."
    )
    objective: str | None = Field(None, max_length=40, description="presses, buttons or prices.")
    size: str | None = Field(None, max_length=40, description="ROWSxCOLUMNS.")


class ReadRequest(Rules):
    """A board, with the rules that its text does not specify."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    board: Annotated[str, Field(max_length=MAX_LETTERS)] = Field(
        description="Any text that lo-exact reads: board text, a mask, JSON, a game ID, edges; "
        "with walk a level, with levels several boards, with decode an error model, with certify a "
        "claim. It may be empty with table, and where a size or other texts will do.",
        examples=["#####\n#####\n#####\n#####\n#####"],
    )
    format: str | None = Field(None, max_length=40, description="Name of the text's format.")


class UnderstandRequest(ReadRequest):
    """A board to interpret without solving it."""

    activation: bool = Field(
        False, description="Also tell which lights each button changes (to 300,000 entries)."
    )


class GivenAnswer(BaseModel):
    """A board, and an answer to judge."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    board: Annotated[str, Field(max_length=MAX_LETTERS)]
    answer: Annotated[str, Field(max_length=MAX_LETTERS)]


class BoardQuestion(ReadRequest):
    """A question about a board, without the options of particular questions."""

    question: Question = Field("min", description="What to find out.")
    time_limit: float = Field(
        60.0, ge=0, le=MAX_SECONDS, allow_inf_nan=False,
        description="Seconds; then the best presses and a proved bound are the result.",
    )  # fmt: skip


class OptionField(NamedTuple):
    """Request option with its type and default, and the questions that accept it."""

    questions: tuple[Question, ...]
    """Questions that have the option."""
    kind: Any
    """Type of its values."""
    value: Any
    """Default, limits and description."""


OPTIONS = {
    "engine": OptionField(
        ("min", "all", "count"),
        str,
        Field("auto", max_length=80, description="Who answers; GET /v1/engines."),
    ),
    "count": OptionField(
        ("min", "plan", "distance", "hardest"),
        bool,
        Field(
            False,
            description="min, plan: count the minimum solutions as well; distance: the lightest "
            "words; hardest: the hardest boards.",
        ),
    ),
    "total": OptionField(
        ("count",),
        bool,
        Field(False, description="count: only the number of all solutions."),
    ),
    "canonical": OptionField(
        ("min",),
        bool,
        Field(False, description="min: the lexicographically least minimum."),
    ),
    "limit": OptionField(
        ("all", "kernel", "walk"),
        int | None,
        Field(None, ge=0, le=10**6, description="all, kernel, walk: list so many."),
    ),
    "next": OptionField(
        ("hint",),
        int | None,
        Field(None, ge=1, le=10_000, description="hint: so many presses; else 1."),
    ),
    "why": OptionField(
        ("hint",),
        bool,
        Field(False, description="hint: say why each press is right."),
    ),
    "improve": OptionField(
        ("explain",),
        bool,
        Field(
            False, description="explain: improve any solution with quiet patterns, step by step."
        ),
    ),
    "inverse": OptionField(
        ("matrix",),
        bool,
        Field(False, description="matrix: with the inverse, where there is one."),
    ),
    "sizes": OptionField(
        ("table",),
        str | None,
        Field(None, max_length=1000, description="table: 3x3..9x9 or 3x3,4x7."),
    ),
    "colour_range": OptionField(
        ("table",),
        str | None,
        Field(None, max_length=1000, description="table: 2..9 or 2,3,5."),
    ),
    "within": OptionField(
        ("all",),
        int | None,
        Field(
            None,
            ge=0,
            le=10**9,
            description="all: every solution of at most the minimum and so much.",
        ),
    ),
    "minima": OptionField(
        ("sample",),
        int | None,
        Field(None, ge=1, le=10**4, description="sample: draw so many minima."),
    ),
    "seed": OptionField(
        ("sample", "make"),
        int | None,
        Field(
            None,
            ge=0,
            lt=2**63,
            description="sample, make: equal seeds, equal answers; make: else 0.",
        ),
    ),
    "certificate": OptionField(
        ("min", "all", "prove", "distance", "certify"),
        bool,
        Field(
            False,
            description="min, all, prove, distance: write a certificate; certify: the evidence.",
        ),
    ),
    "hx": OptionField(
        ("distance",),
        str | None,
        Field(None, max_length=MAX_LETTERS, description="distance: X checks of a CSS code."),
    ),
    "hz": OptionField(
        ("distance",),
        str | None,
        Field(None, max_length=MAX_LETTERS, description="distance: its Z checks."),
    ),
    "stabilizers": OptionField(
        ("distance",),
        str | None,
        Field(
            None,
            max_length=MAX_LETTERS,
            description="distance: operators, one a line, or a matrix (Hx|Hz).",
        ),
    ),
    "gauge": OptionField(
        ("distance",),
        str | None,
        Field(
            None,
            max_length=MAX_LETTERS,
            description="distance: generators of a gauge group, likewise.",
        ),
    ),
    "qubits": OptionField(
        ("distance",),
        int | None,
        Field(None, ge=0, le=20_000, description="distance: of X0 Z1; else enough."),
    ),
    "at_least": OptionField(
        ("distance",),
        int | None,
        Field(None, ge=0, le=10**6, description="distance: stop when it is this."),
    ),
    "shots": OptionField(
        ("decode",),
        str | None,
        Field(
            None, max_length=MAX_LETTERS, description="decode: a line of 0 and 1 for each syndrome."
        ),
    ),
    "observables": OptionField(
        ("decode",),
        str | None,
        Field(
            None,
            max_length=MAX_LETTERS,
            description="decode: what flipped, likewise; counts logical errors.",
        ),
    ),
    "scale": OptionField(
        ("decode",),
        int | None,
        Field(None, ge=1, le=2**40, description="decode: prices are so many times ln((1-p)/p)."),
    ),
    "answer": OptionField(
        ("press", "judge", "make"),
        str | None,
        Field(
            None,
            max_length=MAX_LETTERS,
            description="press, judge, make: presses; judge: also unsolvable.",
        ),
    ),
    "answers": OptionField(
        ("referee",),
        Annotated[list[GivenAnswer], Field(max_length=10_000)],
        Field(default_factory=list, description="referee: boards and their answers."),
    ),
    "any_solution": OptionField(
        ("judge", "referee"),
        bool,
        Field(False, description="judge, referee: a solution need not be minimal."),
    ),
    "formula": OptionField(
        ("export", "judge"),
        str | None,
        Field(
            None,
            max_length=40,
            description="export: cnf, xor, wcnf, opb, lp, mps; judge: answered.",
        ),
    ),
    "parameters": OptionField(
        ("export", "judge"),
        bool,
        Field(False, description="export, judge: --kernel, only the free parameters are unknown."),
    ),
    "bound": OptionField(
        ("export", "judge"),
        int | None,
        Field(None, ge=0, le=10**9, description="export, judge: weigh so much."),
    ),
    "refutation": OptionField(
        ("export",),
        bool,
        Field(False, description="export: no lighter solution than the minimum."),
    ),
    "kind": OptionField(
        ("make",),
        Literal["full", "random", "unsolvable", "pressed"] | None,
        Field(None, description="make: which board."),
    ),
    "toy": OptionField(
        ("make",),
        str | None,
        Field(None, max_length=40, description="make: the rules of a toy."),
    ),
    "colour": OptionField(
        ("make",),
        int | None,
        Field(None, ge=0, lt=2**31, description="make: of a full board; else 1."),
    ),
    "levels": OptionField(
        ("make",),
        int | None,
        Field(None, ge=1, le=1000, description="make: so many random levels."),
    ),
    "unique": OptionField(
        ("make",),
        bool,
        Field(False, description="make: levels with one minimum solution."),
    ),
    "presses": OptionField(
        ("make",),
        str | None,
        Field(None, max_length=40, description="make: of levels, like 4..7."),
    ),
    "sheet": OptionField(
        ("levels",),
        Literal["pdf", "svg"] | None,
        Field(None, description="levels: also pages of boards and answers; see `links`."),
    ),
    "worksheet": OptionField(
        ("levels",),
        bool,
        Field(False, description="levels: the pages are a pupil's."),
    ),
    "title": OptionField(
        ("levels",),
        str | None,
        Field(None, max_length=200, description="levels: of the pages."),
    ),
}
"""Options that only some questions have; each is a field of `JobRequest`."""

_FIELDS: dict[str, Any] = {name: (option.kind, option.value) for name, option in OPTIONS.items()}
JobRequest: type[BoardQuestion] = create_model(
    "JobRequest", __base__=BoardQuestion, __doc__="A question about a board.", **_FIELDS
)


class BatchOptions(Rules):
    """Options in the query for a question about every board of a batch."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    question: Literal["min", "count", "prove", "solve", "all", "hint", "grade"] = "min"
    time_limit: float = Field(
        60.0, ge=0, le=MAX_SECONDS, allow_inf_nan=False, description="Seconds, for all boards."
    )
    engine: str = Field("auto", max_length=80)
    count: bool = False
    limit: int | None = Field(None, ge=0, le=10**6)
    next: int | None = Field(None, ge=1, le=10_000)
    why: bool = False


class BatchRequest(BatchOptions):
    """Many boards, and the question about each of them, as JSON."""

    boards: list[Annotated[str, Field(max_length=MAX_LETTERS)]] = Field(
        description="Texts that lo-exact reads.", examples=[["##/##", "#./.."]]
    )


class CheckRequest(BaseModel):
    """A certificate, with its proof files."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    certificate: dict[str, Any] = Field(description="The certificate itself.")
    proofs: dict[str, str] = Field(
        default_factory=dict, description="Proofs it names: SHA256.lrat.gz to base64."
    )


def misfit(request: BoardQuestion) -> str:
    """Return an error message if an option does not fit the question, otherwise ``""``."""
    question = request.question
    asked = {name: getattr(request, name) for name in OPTIONS}
    for name, (fits, *_) in OPTIONS.items():
        given = asked[name]
        if (
            given is not None
            and given is not False
            and given not in ("auto", [])
            and question not in fits
        ):
            return f"{name} goes with {', '.join(fits)}, not with {question}"
    if asked["within"] is not None and (asked["certificate"] or asked["engine"] != "auto"):
        return "within lists more than the minima: leave engine and certificate out"
    return ""


def schema_by_question() -> dict[str, Any]:
    """Return the schema of a request, with one variant for each question and its options."""
    whole = JobRequest.model_json_schema(ref_template="#/components/schemas/{model}")
    of_all = {k: v for k, v in whole["properties"].items() if k not in OPTIONS}
    return {
        "oneOf": [
            {
                "title": question,
                "type": "object",
                "additionalProperties": False,
                "properties": of_all
                | {k: whole["properties"][k] for k in OPTIONS if question in OPTIONS[k].questions}
                | {"question": {"const": question, "default": "min"}},
                "required": ["board"] if question == "min" else ["board", "question"],
                "examples": [{"question": question} | request],
            }
            for question, (request, _) in EXAMPLES.items()
        ]
    }


def canonical_batch(options: BatchOptions, boards: list[str]) -> dict[str, Any]:
    """Return a batch as canonical JSON values, with ``boards`` instead of ``board``."""
    return canonical(options) | {"boards": boards}


def canonical(request: BaseModel) -> dict[str, Any]:
    """Return the request as JSON values, without default values and the time limit."""
    return request.model_dump(exclude_defaults=True, exclude={"time_limit"}, mode="json")


def identity(canonical_request: dict[str, Any]) -> str:
    """Return the id of a job, a hash of its canonical request in 64 hex digits."""
    text = json.dumps(canonical_request, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"lo-exact meaning {MEANING} job 1\n{text}".encode()).hexdigest()
