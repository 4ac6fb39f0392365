"""Questions about codes: a distance, and many shots decoded.

Both read what the commands of the same names read, and answer what these print with ``--json``.
"""

from __future__ import annotations

import hashlib
import json
import time
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.service.children.bounded import Tell, Value, asked_beside, too_many_lights
from lo_exact.service.children.streaming_questions import Told
from lo_exact.service.problems import problem

if TYPE_CHECKING:
    from lo_exact.codes.code import Code
    from lo_exact.codes.distance import Distance, SideDistance
    from lo_exact.puzzle import Puzzle


def distance_answered(
    tell: Tell, request: Value, limits: Value, seconds: float, quick: float
) -> Value:
    """Find a distance; return state and result, or ``long`` where it takes more than ``quick``.

    Raises:
        LoExactError: When the text is no code.
    """
    from lo_exact.codes.distance import find_distance
    from lo_exact.codes.distance_command import as_json

    code, read_from = _code_asked(request)
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
    value = {"state": "limit" if found.stopped else "done"}
    value["result"] = json.dumps(as_json(found, read_from))
    if request.get("certificate"):
        value |= _distance_files(found)
    return value | (known if quick else {})


def _code_asked(request: Value) -> tuple[Code, str]:
    """Return the code of a request, and what it was read from.

    Raises:
        UsageError: When there is none, or several.
        InputError: When a text is none.
    """
    from lo_exact.codes import code_files
    from lo_exact.formats.expected import parse_expected

    options, form = asked_beside(request), request.get("format")
    ways = [bool(request["board"]), "hx" in request and "hz" in request, "stabilizers" in request]
    if sum(ways) != 1 or ("hx" in request) != ("hz" in request):
        raise UsageError("say which code, in one way: board, hx and hz, or stabilizers")
    if ways[0]:
        return code_files.code_in_text(request["board"], options, form)
    if ways[2]:
        return code_files.code_of_operators(
            request["stabilizers"], options, form, qubits=request.get("qubits", 0),
            gauge=request.get("gauge", False), source="stabilizers",
        )  # fmt: skip
    x, z = (
        parse_expected(request[name], options, form, boards=False, source=name)
        for name in ("hx", "hz")
    )
    sizes = " and ".join(f"{one.lights} x {one.buttons}" for one in (x, z))
    return code_files.code_of_matrices(x, z, ("hx", "hz")), f"check matrices of {sizes}"


def _distance_files(found: Distance) -> Value:
    """Return the certificate of a distance as a file of the job; none where it is too long."""
    from lo_exact.codes.evidence import document_of

    try:
        document = json.dumps(document_of(found), separators=(",", ":"))
    except LimitReached:
        return {}
    return {"files": {"certificate.json": f"{document}\n".encode()}}


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
    names = ("count", "at_least", "certificate")
    asked = [request.get(name, False) for name in names]
    text = json.dumps(["distance", _rows(code), code.symmetries, asked])
    return hashlib.sha256(text.encode()).hexdigest()


MAX_ERRORS = 200_000
"""Errors of a model that is decoded."""


def decoded(request: Value, limits: Value, watch: Watch) -> Told | Value:
    """Find the lightest errors of each shot; of an error model also what they flip.

    Raises:
        InputError: When the model or the shots cannot be read.
        UsageError: When options do not fit.
    """
    from lo_exact.formats.expected import parse_expected
    from lo_exact.formats.format_table import find_format

    with TemporaryDirectory() as folder, chdir(folder):
        for name in ("shots", "observables"):
            Path(f"{name}.01").write_text(request.get(name, ""), encoding="utf-8")
        form, model = request.get("format"), request["board"]
        if form == "stim":
            from lo_exact.formats.codes.dem import error_model_text

            Path("board.stim").write_text(model, encoding="utf-8")
            form, model = "dem", error_model_text("board.stim")
        if form == "dem" or (form is None and find_format("dem").sniff(model)):
            return _decoded_model(model, request, limits, watch)
        if "observables" in request or "scale" in request:
            raise UsageError("observables and scale are of an error model, and this is a matrix")
        puzzle = parse_expected(model, asked_beside(request), form, source="board")
        return too_many_lights(puzzle, limits) or _decoded_matrix(puzzle, watch)


def _decoded_model(model: str, request: Value, limits: Value, watch: Watch) -> Told | Value:
    """Predict observables, and count logical errors where they are known."""
    from lo_exact.codes.decode_command import observed_json
    from lo_exact.codes.decoder import PRICE_SCALE, Decoder
    from lo_exact.codes.decoding.observed import logical_errors, read_observed

    scale = request.get("scale", PRICE_SCALE)
    decoder = Decoder.from_detector_error_model(model, scale=scale)
    if decoder.num_errors > MAX_ERRORS:
        said = f"a model has at most {MAX_ERRORS} errors here, got {decoder.num_errors}"
        return {"problem": problem("too-large", said)}
    observed = "observables.01" if "observables" in request else None
    given = read_observed(decoder, "shots.01", observed, appended=False)
    decoder.ends = time.monotonic() + watch.remaining()
    found = logical_errors(decoder, given)
    value = observed_json(found, scale) | {
        "weights": found.weights.tolist(),
        "predictions": ["".join(map(str, row)) for row in found.predictions.tolist()],
    }
    return Told(value, found.proved < len(found.weights))


def _decoded_matrix(puzzle: Puzzle, watch: Watch) -> Told:
    """Find the lightest presses that explain each shot."""
    import numpy as np

    from lo_exact.codes.decoding.shots import read_shots
    from lo_exact.solver.batch.answers import CODES
    from lo_exact.solver.batch.batch import Batch, syndromes_of

    shots = read_shots("shots.01", puzzle.lights, puzzle.colours)
    states = (puzzle.target - shots.rows(0, shots.count).astype(np.int64)) % puzzle.colours
    batch = Batch(puzzle.system, shots.count, ends=time.monotonic() + watch.remaining())
    found = batch.minima(syndromes_of(puzzle, states))
    names = [CODES[code].value for code in found.status.tolist()]
    value = {
        "syndromes": shots.count,
        "proved": found.proved,
        "unsolvable": names.count("infeasible"),
        "methods": found.methods,
        "statuses": names,
        "weights": found.weights.tolist(),
        "bounds": found.bounds.tolist(),
        "presses": found.pressed().tolist(),
    }
    return Told(value, found.proved < shots.count)
