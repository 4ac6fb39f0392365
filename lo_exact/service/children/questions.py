"""Requests to a child without a job: boards, certificates, engines, pictures."""

from __future__ import annotations

import base64
import json
import re
import tempfile
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lo_exact.errors import LoExactError
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.service.children.bounded import (
    Tell,
    Value,
    limit_this_process,
    out_of_memory,
    read_bounded,
)
from lo_exact.service.problems import of_error, problem

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

MAX_ENTRIES = 300_000
PROOF_NAME = re.compile(r"[0-9a-f]{64}\.lrat\.gz", re.ASCII)


def understood(tell: Tell, request: Value, limits: Value) -> Value:
    """Return what a board was understood as: ``{"result"}`` or ``{"problem"}``."""
    limit_this_process(limits)
    try:
        puzzle = read_bounded(request, limits)
        if isinstance(puzzle, dict):
            return puzzle
        return {"result": _shown(request, puzzle)}
    except LoExactError as error:
        return {"problem": of_error(error)}
    except (MemoryError, RecursionError):
        return {"problem": out_of_memory(limits)}


def judge_certificate(tell: Tell, document: str, proofs: Mapping[str, str], limits: Value) -> Value:
    """Judge a certificate by the checker alone; its proofs come as base64 by name."""
    limit_this_process(limits)
    from lo_exact.certificate.check import check_in_fresh_process, verdict_document

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        path.write_text(document, encoding="utf-8")
        for name, text in proofs.items():
            if not PROOF_NAME.fullmatch(name):
                return {"problem": problem("bad-field", "a proof is called SHA256.lrat.gz")}
            try:
                body = base64.b64decode(text, validate=True)
            except ValueError:
                return {"problem": problem("bad-field", "a proof is given as base64")}
            (Path(folder) / name).write_bytes(body)
        try:
            verdict = check_in_fresh_process(path)
        except LoExactError as error:
            return {"problem": problem("bad-field", str(error).replace(folder, ""))}
    return {"result": verdict_document(verdict)}


def engines_as_json(tell: Tell) -> Value:
    """Return encodings, backends and engines, as ``lo-exact engines --no-test --json``."""
    from lo_exact.commands.engines import as_json

    return as_json(test=False)


def answer_svg(tell: Tell, request: Value, known: Value, limits: Value) -> Value:
    """Return board and answer as SVG."""
    limit_this_process(limits)
    try:
        puzzle = read_bounded(request, limits)
        return puzzle if isinstance(puzzle, dict) else {"svg": svg(puzzle, known)}
    except LoExactError as error:
        return {"problem": of_error(error)}


def _shown(request: Value, puzzle: Puzzle) -> Value:
    from lo_exact.commands.show import as_json
    from lo_exact.errors import UsageError
    from lo_exact.formats import find_format, write_puzzle
    from lo_exact.formats.format_table import FORMATS

    board = request["board"]
    named = request.get("format")
    row = find_format(named) if named else next(row for row in FORMATS if row.sniff(board))
    shown: Value = {"format": row.name, **as_json(puzzle)}
    try:
        shown["board"] = write_puzzle(puzzle, "board")
    except UsageError:
        shown["board"] = None
        if puzzle.activation.entries <= MAX_ENTRIES:
            shown["json"] = json.loads(write_puzzle(puzzle, "json"))
    if request.get("activation"):
        shown["activation"] = _activation(puzzle)
    return shown


def _activation(puzzle: Puzzle) -> Value | None:
    """Return what each button changes and where it is; None when that is too much."""
    from lo_exact.pictures.graph import MAX_DISCS, vertex_points

    matrix, layout = puzzle.activation, puzzle.layout
    if matrix.entries > MAX_ENTRIES:
        return None
    rows, values, starts = (x.tolist() for x in (matrix.rows, matrix.values, matrix.starts))
    found: Value = {
        "lights": [rows[a:b] for a, b in pairwise(starts)],
        "amounts": [values[a:b] for a, b in pairwise(starts)],
    }
    if layout.is_grid:
        found |= {"light_at": layout.light_at.tolist(), "button_at": layout.button_at.tolist()}
    elif puzzle.lights == puzzle.buttons <= MAX_DISCS and not layout.button_names:
        names = layout.names or tuple(map(str, range(puzzle.lights)))
        found |= {"names": names, "at": vertex_points(names).round(2).tolist()}
    return found


def svg(puzzle: Puzzle, known: dict[str, Any]) -> str:
    """Return a picture.

    Args:
        puzzle: the board.
        known: ``presses`` or ``witness`` of a result, rows for a grid and else flat; or neither.
    """
    from lo_exact.commands.shared.figures import board_figure, witness_figure
    from lo_exact.pictures import to_svg

    layout = puzzle.layout
    if witness := known.get("witness"):
        return to_svg(witness_figure(puzzle, _flat(layout, layout.light_at, witness)))
    presses = known.get("presses")
    return to_svg(board_figure(puzzle, presses and _flat(layout, layout.button_at, presses)))


def _flat(layout: Layout, places: Any, values: list[Any]) -> list[int]:
    """Return one number for each light or button, from the rows that a result has."""
    if not layout.is_grid:
        return values
    found = {
        place: value
        for row, line in zip(places.tolist(), values, strict=True)
        for place, value in zip(row, line, strict=True)
        if place >= 0
    }
    return [found[place] for place in sorted(found)]
