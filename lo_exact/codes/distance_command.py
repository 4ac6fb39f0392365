"""Command ``lo-exact distance``: find and prove the distance of a code."""

import re
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import (
    LIMIT_REACHED,
    NO,
    allow_long_numbers,
    print_json,
    rough_time,
)
from lo_exact.commands.shared.options import (
    How,
    Json,
    Reading,
    Talking,
    TimeLimit,
    WhereRun,
    can_be_written,
    seconds_allowed,
)
from lo_exact.commands.shared.quick import grouped
from lo_exact.compiled import WAIT_SECONDS, advice, has_numba
from lo_exact.errors import INTERRUPTED, UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lo_exact.codes.code import Code
    from lo_exact.codes.distance import Distance
    from lo_exact.codes.side_search import SideDistance

TIMES_FASTER = 100
"""Speed-up by numba, in nodes a second, on [[144,12,12]] and [[288,12,18]]."""

LONG_SECONDS = 3600.0
"""Forecast CPU time from which on the user is warned."""

_PLACE = re.compile(r"after \d+ TICKs|instruction #\d+|(?<=: )[XYZ]\d.*|(?<=to )\w+\(.*")
"""Parts of Stim's explanation of an error that are printed: the Paulis, the time and the gate."""

Given = Annotated[
    str,
    typer.Argument(
        metavar="CODE",
        help="A JSON code, a check matrix, a .dem or .stim file, a board (--as board), or "
        "polynomials like bb:12,6:x^3+y+y^2:y^3+x+x^2.",
    ),
]
Css = Annotated[
    tuple[str, str] | None,
    typer.Option("--css", metavar="HX HZ", help="A CSS code by its two check matrices."),
]
Classical = Annotated[
    str | None, typer.Option("--classical", metavar="H", help="A classical code by its checks.")
]
Generator = Annotated[
    str | None, typer.Option("--generator", metavar="G", help="A classical code by its generators.")
]
Stabilizers = Annotated[
    str | None,
    typer.Option(
        "--stabilizers",
        metavar="FILE",
        help="A stabilizer code: operators like XZZXI or X0 Z1, one a line, or a matrix (Hx|Hz).",
    ),
]
Gauge = Annotated[
    str | None,
    typer.Option(
        "--gauge", metavar="FILE", help="A subsystem code: generators of its gauge group."
    ),
]
Qubits = Annotated[
    int,
    typer.Option(
        "--qubits", min=0, metavar="N", help="Number of qubits, for operators like X0 Z1."
    ),
]
Count = Annotated[bool, typer.Option("--count", help="Count the lightest words of each side.")]
AtLeast = Annotated[
    int,
    typer.Option(
        "--at-least", min=0, metavar="W", help="Only ask if it is W or more (exit code 1: no)."
    ),
]
Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=can_be_written,
        help="Write evidence that plain Python checks.",
    ),
]


@grouped
def distance(
    code: Given = "",
    *,
    ctx: typer.Context,
    css: Css = None,
    classical: Classical = None,
    generator: Generator = None,
    stabilizers: Stabilizers = None,
    gauge: Gauge = None,
    qubits: Qubits = 0,
    count: Count = False,
    at_least: AtLeast = 0,
    certificate: Certificate = None,
    how: How,
    json: Json = False,
    where: WhereRun,
    time_limit: TimeLimit = None,
    talk: Talking,
) -> int:
    """Find the distance of a code: the size of the smallest logical error that no check detects.

    A CSS code has two sides, for X and for Z errors. The distance of a puzzle is its lightest quiet
    pattern. At a time limit (exit code 4) or after Ctrl-C (130) both bounds are printed.

    Example: lo-exact distance bb:12,6:x^3+y+y^2:y^3+x+x^2
    """
    from lo_exact.codes import code_files
    from lo_exact.codes.distance import find_distance
    from lo_exact.outcome import Watch

    ways = {"CODE": code, "--css HX HZ": css, "--classical H": classical,
            "--generator G": generator, "--stabilizers FILE": stabilizers,
            "--gauge FILE": gauge}  # fmt: skip
    if sum(map(bool, ways.values())) != 1:
        raise UsageError(f"say which code, in one way: {', '.join(ways)}")
    operators = stabilizers or gauge
    if operators:
        given, read_from = code_files.code_of_operators(
            operators, *how.options(), qubits=qubits, gauge=bool(gauge)
        )
    else:
        with code_files.refused_as(code_files.CODE_IN_TEXT):
            given, read_from = (
                _code(code, css, classical, how)
                if generator is None
                else code_files.code_of_generators(how.checks(generator, boards=False))
            )
    is_matrix = re.search("matri|board", read_from)
    how.refuse_others(
        {*how.said} - {"target", "objective"} if is_matrix else {"read_as"},
        f"says nothing about {read_from}",
    )
    watch = Watch(seconds_allowed(time_limit))

    began, waited, warned = time.monotonic(), False, False

    def told(known: "SideDistance", nodes: int) -> None:
        nonlocal waited, warned
        elapsed = time.monotonic() - began
        if not waited and elapsed > WAIT_SECONDS:
            waited = True
            if not has_numba():
                talk.say(advice(TIMES_FASTER))
        left = known.forecast_seconds
        if not warned and elapsed > WAIT_SECONDS and left is not None and left > LONG_SECONDS:
            warned = True
            talk.say(
                f"a proof that no word has less than {known.weight} columns is forecast to take "
                f"{rough_time(left)} of CPU: this search suits checks of few columns, these have "
                f"up to {max(map(len, given.sides[0].checks))}. Bounds are printed at --time-limit "
                "and after Ctrl-C"
            )
        at = f", {nodes:,} nodes of the next limit" if nodes else ""
        talk.tick(
            f"{_label(known)}at least {known.lower_bound}, best {known.weight or 'none yet'}{at}, "
            f"{elapsed:.0f} s" + ("" if left is None else f"; forecast: {rough_time(left)} of CPU")
        )

    def heard(known: "Distance") -> None:
        ctx.obj.note(as_json(known, read_from))

    found = find_distance(
        given, count=count, at_least=at_least, where=where, watch=watch, told=told,
        heard=None if ctx.obj is None else heard,  # ctx.obj is the caller's watch
    )  # fmt: skip
    talk.end_progress()
    if json:
        print_json(as_json(found, read_from))
    else:
        allow_long_numbers()
        if not code.startswith("bb:"):
            print(f"{bracketed(given)} code from {read_from}")
        print(in_sentences(found, at_least))
        for side in found.sides:
            for error, said in errors_said(code, side.word or ()).items():
                print(f"  error {error}: {said}")
    talk.detail(f"{sum(nodes for side in found.sides for _, nodes in side.refuted)} nodes")
    if certificate is not None:
        from lo_exact.codes.evidence import write_distance

        write_distance(found, certificate)
    if found.stopped == "interrupted":
        return INTERRUPTED
    if at_least and (found.weight or at_least) < at_least:
        return NO
    return 0 if found.proved or 0 < at_least <= found.lower_bound else LIMIT_REACHED


def _code(
    code: str, css: tuple[str, str] | None, classical: str | None, how: Reading
) -> "tuple[Code, str]":
    """Return the code that the user gives, and a description of the input."""
    from lo_exact.codes import code_files
    from lo_exact.codes.dem import error_model_text
    from lo_exact.formats.board.places import in_source
    from lo_exact.formats.files import read_text, start_of
    from lo_exact.formats.format_table import format_of_bytes

    if css is not None:
        x, z = (how.checks(file, boards=False) for file in css)
        sizes = " and ".join(f"{one.lights} x {one.buttons}" for one in (x, z))
        return code_files.code_of_matrices(x, z, css), f"check matrices of {sizes}"
    if classical is not None:
        return code_files.code_of_checks(how.checks(classical, boards=False), classical)
    options, form = how.options()
    if code.startswith("bb:"):
        return code_files.code_in_text(code, options)
    with in_source(code):
        if code.endswith((".dem", ".stim")) and form in (None, "dem"):
            return code_files.code_in_text(error_model_text(code), options, "dem", code)
        if format_of_bytes(start_of(code)) is not None:
            return code_files.code_of_checks(how.checks(code), code)
        return code_files.code_in_text(read_text(code), options, form, code)


def errors_said(file: str, word: "Sequence[int]") -> dict[int, str]:
    """Describe each error of a model: its effect and, for a circuit, the gate that causes it.

    Stim names the gates (`explain_detector_error_model_errors`).
    """
    from lo_exact.codes.dem import error_model_text, read_model

    if not file.endswith((".dem", ".stim")):
        return {}
    model = read_model(error_model_text(file), whole=True)
    said = {
        error: " ".join(
            [f"D{detector}" for detector in sorted(model.detectors[error])]
            + [f"L{observable}" for observable in sorted(model.observables[error])]
        )
        for error in word
    }
    if file.endswith(".stim"):
        import stim

        explained = stim.Circuit.from_file(file).explain_detector_error_model_errors(
            dem_filter=stim.DetectorErrorModel(
                "\n".join(f"error(1) {one}" for one in said.values())
            ),
            reduce_to_one_representative_error=True,
        )
        for one in explained:
            seen = {str(term.dem_target) for term in one.dem_error_terms}
            text = re.sub(r"\[coords[^]]*\]", "", str(one.circuit_error_locations[0]))
            place = ", ".join(_PLACE.findall(text))
            found = [error for error in word if {*said[error].split()} == seen]
            said |= {error: f"{said[error]}, by {place}" for error in found}
    return said


def as_json(found: "Distance", read_from: str) -> dict[str, Any]:
    """Return the bounds on a distance as JSON values, with a description of the input."""
    return {
        "read_from": read_from,
        "status": "optimal" if found.proved else "feasible" if found.weight else "unknown",
        "distance": found.lower_bound if found.proved else None,
        "lower_bound": found.lower_bound,
        "upper_bound": found.weight,
        "n": found.code.size,
        "k": found.code.dimension,
        "sides": [
            {
                "side": side.name,
                "lower_bound": side.lower_bound,
                "weight": side.weight,
                "word": side.word,
                "pauli": _pauli(found.code, side.word),
                "flip_the_same": found.code.alike(side.word or ()),
                "lightest_words": side.count,
                "refuted": [{"limit": limit, "nodes": nodes} for limit, nodes in side.refuted],
                "by_symmetry": side.by_symmetry,
            }
            for side in found.sides
        ],
        "seconds": round(found.seconds, 6),
        "stopped": found.stopped,
    }


def _pauli(code: "Code", word: "tuple[int, ...] | None") -> str | None:
    """Return a word of a stabilizer code as a Pauli operator, or None for other codes."""
    from lo_exact.codes.stabilizers import pauli_text

    return pauli_text(code, word) if code.paulis and word is not None else None


def in_sentences(found: "Distance", at_least: int = 0) -> str:
    """Describe the bounds on a distance: the code, each side, and a lightest word of each side.

    Args:
        found: the bounds.
        at_least: the requested lower bound, or 0.
    """
    least, proved = found.lower_bound, found.proved
    shown = str(least) if proved else f">={least}"
    lines = [bracketed(found.code, f",{shown}")]
    less = f": less than {at_least}" if at_least and (found.weight or at_least) < at_least else ""
    if proved:
        lines.append(f"distance {least}, proved{less}")
    else:
        most = f", at most {found.weight}" if found.weight else ""
        why = f" ({found.stopped})" if found.stopped else ""
        lines.append(f"distance at least {least}, proved{most}{less}{why}")
    lines += [_side_sentence(found.code, side) for side in found.sides]
    words = [side.word for side in found.sides if side.word is not None]
    if words and not found.code.paulis:
        unit = "errors of the model" if found.code.errors else "columns of the matrix"
        often = ", each as often as it is pressed" if found.code.sides[0].residues else ""
        lines.append(f"  ({unit}, counted from 0{often})")
    lines += [
        f"  ({error} flips the same as {', '.join(map(str, others))})"
        for word in (words if found.code.errors else ())
        for error, *others in found.code.alike(word)
        if others
    ]
    return "\n".join(lines)


def bracketed(code: "Code", distance: str = "") -> str:
    """Format a code's length and dimension in the standard notation: ``[7,4]``, ``[[7,1]]``."""
    quantum = code.paulis or len(code.sides) > 1
    left, right = ("[[", "]]") if quantum else ("[", "]")
    return f"{left}{code.size},{code.dimension}{distance}{right}"


def _side_sentence(code: "Code", side: "SideDistance") -> str:
    said = f"{side.lower_bound}"
    if not side.proved:
        said = f"at least {said}" + (f", at most {side.weight}" if side.weight else "")
    if side.count is not None:
        said += f", {side.count} lightest words"
    if side.by_symmetry:
        said += ", by a symmetry of the two sides"
    word = _pauli(code, side.word) or " ".join(map(str, side.word or ()))
    return f"  {_label(side)}{said}{': ' if word else ''}{word}"


def _label(side: "SideDistance") -> str:
    return f"{side.name} errors: " if side.name else ""
