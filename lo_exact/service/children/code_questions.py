"""The distance of a code in one text, with its bounds as they come."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from lo_exact.outcome import Watch
from lo_exact.service.children.bounded import Tell, Value, asked_beside
from lo_exact.service.problems import problem

if TYPE_CHECKING:
    from lo_exact.codes.code import Code
    from lo_exact.codes.distance import SideDistance


def distance_answered(
    tell: Tell, request: Value, limits: Value, seconds: float, quick: float
) -> Value:
    """Find a distance; return state and result, or ``long`` where it takes more than ``quick``.

    Raises:
        LoExactError: When the text is no code.
    """
    from lo_exact.codes.code_files import code_in_text
    from lo_exact.codes.distance import find_distance
    from lo_exact.codes.distance_command import as_json

    code, read_from = code_in_text(request["board"], asked_beside(request), request.get("format"))
    most = limits["max_lights"]
    if code.size > most:
        said = f"this server takes codes up to {most} columns, got {code.size}"
        return {"problem": problem("too-large", said)}
    known = {"facts": _code_facts(code), "answer_key": _code_key(request, code)}
    if not quick:
        tell("note", known)
    bounds: dict[str, int] = {}

    def told(side: SideDistance, nodes: int) -> None:
        bounds[side.name] = side.lower_bound
        if not quick and len(bounds) == len(code.sides):
            tell("bound", min(bounds.values()))

    allowed = min(seconds, quick) if quick else seconds
    found = find_distance(
        code, count=request.get("count", False), at_least=request.get("at_least", 0),
        watch=Watch(allowed), told=told,
    )  # fmt: skip
    if found.stopped and allowed < seconds:
        return {"long": True} | known
    state = "limit" if found.stopped else "done"
    return {"state": state, "result": json.dumps(as_json(found, read_from))} | (
        known if quick else {}
    )


def _rows(code: Code) -> list[object]:
    matrices = [side.residues.matrix for side in code.sides if side.residues is not None]
    numbers = [
        [one.modulus, one.starts.tolist(), one.rows.tolist(), one.values.tolist()]
        for one in matrices
    ]
    return [*([side.checks, side.trivial, side.labels] for side in code.sides), *numbers]


def _code_facts(code: Code) -> Value:
    """Return what a page says of a board, of the matrix of all checks."""
    first = code.sides[0].residues
    return {
        "colours": 2 if first is None else first.colours,
        "lights": first.lights if first else sum(len(side.checks) for side in code.sides),
        "buttons": code.size,
        "puzzle_sha256": hashlib.sha256(json.dumps(_rows(code)).encode()).hexdigest(),
    }


def _code_key(request: Value, code: Code) -> str:
    """Return what two requests have in common whose answers are the same."""
    asked = [request.get(name, False) for name in ("count", "at_least")]
    text = json.dumps(["distance", _rows(code), code.symmetries, asked])
    return hashlib.sha256(text.encode()).hexdigest()
