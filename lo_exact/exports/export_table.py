"""Every file format for formulas, one row each, and the comments that all of them carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from lo_exact.errors import UsageError, printable
from lo_exact.exports.dimacs import cnf_lines, wcnf_lines, with_bound, xor_lines
from lo_exact.exports.opb import opb_lines
from lo_exact.exports.programs import lp_lines, mps_lines
from lo_exact.formula import Formula
from lo_exact.puzzle import Puzzle
from lo_exact.registers import find


@dataclass(frozen=True)
class Export:
    """A file format."""

    name: str
    """As the user writes it."""
    suffix: str
    """Of its files."""
    about: str
    """One line for people."""
    lines: Callable[[Formula, Sequence[str]], Iterator[str]]
    """Writes a formula, with comments."""
    minimises: bool
    """Whether the objective is in the file; otherwise a bound can be."""
    encodings: tuple[str, str, str]
    """Names of encodings that fit it: for two colours, for more, for the kernel form."""

    def encoding(self, colours: int, *, kernel: bool) -> str:
        """Return the name of the encoding that fits."""
        if kernel:
            return self.encodings[2]
        return self.encodings[0 if colours == 2 else 1]


_CLAUSES = ("chain", "sum", "kernel")
_ROWS = ("slack", "slack", "kernel-slack")

EXPORTS = (
    Export("cnf", ".cnf", "DIMACS CNF, for SAT solvers", cnf_lines, False, _CLAUSES),
    Export(
        "xor",
        ".xor.cnf",
        "DIMACS CNF with XOR lines, for CryptoMiniSat",
        xor_lines,
        False,
        ("xor", "sum", "kernel"),
    ),
    Export("wcnf", ".wcnf", "weighted CNF (2022), for MaxSAT solvers", wcnf_lines, True, _CLAUSES),
    Export("opb", ".opb", "OPB, for pseudo-Boolean solvers", opb_lines, True, _ROWS),
    Export("lp", ".lp", "CPLEX LP, for integer programming", lp_lines, True, _ROWS),
    Export("mps", ".mps", "MPS, for integer programming", mps_lines, True, _ROWS),
)


def find_export(name: str) -> Export:
    """Return the format of this name.

    Raises:
        UsageError: When there is none.
    """
    return find(EXPORTS, name, "export format")


def export_lines(
    export: Export, formula: Formula, notes: Iterable[str] = (), bound: int | None = None
) -> Iterator[str]:
    """Yield the lines of a formula's file.

    Args:
        export: The format.
        formula: What is written.
        notes: Comments.
        bound: With a format that cannot minimise, the largest weight a solution may have.

    Raises:
        UsageError: When the format cannot hold the formula, or minimises by itself.
    """
    if bound is not None and export.minimises:
        raise UsageError(f"{export.name} minimises by itself, so it takes no bound")
    comments = list(notes)
    if not export.minimises:
        limit = "any solution" if bound is None else f"solutions of weight <= {bound}"
        comments.append(f"satisfied by {limit}")
    if bound is not None:
        formula = with_bound(formula, bound)
    return export.lines(formula, comments)


def notes_of(puzzle: Puzzle, formula: Formula, encoding: str, variable: str = "v") -> Iterator[str]:
    """Yield lines that explain a formula of a puzzle.

    Args:
        puzzle: The puzzle.
        formula: Its formula; ``readout`` says how many times each button is pressed.
        encoding: The encoding's name.
        variable: What a variable's number stands behind, as the format writes it.
    """
    yield f"lo-exact, encoding {encoding}, puzzle SHA-256 {puzzle.sha256}"
    yield f"{puzzle.lights} lights, {puzzle.buttons} buttons, {puzzle.colours} colours"
    yield f"objective: {puzzle.objective.value}"
    for unknown, (name, terms) in enumerate(zip(_names(puzzle), formula.readout, strict=True)):
        spelt = " ".join(f"{c:+d} {variable}{v}" for c, v in terms) or "0"
        if len(terms) == 1 and terms[0][0] == 1:
            spelt = f"{variable}{terms[0][1]}"
        yield f"unknown {unknown}, {name}, is {spelt}"


def _names(puzzle: Puzzle) -> Iterator[str]:
    layout = puzzle.layout
    places = np.full((puzzle.buttons, 2), -1, dtype=np.int64)
    if layout.is_grid:
        drawn = np.argwhere(layout.button_at >= 0)
        places[layout.button_at[drawn[:, 0], drawn[:, 1]]] = drawn + 1
    names = layout.button_names or layout.names
    for button, (row, column) in enumerate(places.tolist()):
        if row > 0:
            yield f"row {row} column {column}"
        elif len(names) == puzzle.buttons:
            yield f"button {printable(names[button])}"
        else:
            yield f"button {button}"
    if puzzle.system.unknowns > puzzle.buttons:
        yield "the shift of the target"
