"""Export of formulas to files: the formats, bounds as clauses, and comments.

`EXPORTS` is the table.  `export_lines` writes a formula, and `notes_of` makes the comments in every
format.

`cnf_lines` is DIMACS CNF, and `xor_lines` the same with CryptoMiniSat's XOR lines.  A line ``x1 2
-3 0`` demands that the exclusive or of its literals is true, so an even parity is written with the
first variable negated.  `wcnf_lines` is weighted CNF in the format of 2022: ``h`` begins a hard
clause, a number a soft one with that weight.  Every pressed unit of the objective violates a soft
clause.  SAT competition rules; Soos, Nohl, Castelluccia (2009); MaxSAT evaluation rules (2022).

`with_bound` adds a bound on the objective, for SAT formats, which have no objective.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from lo_exact.errors import printable, refuse_use
from lo_exact.exports.programs import lp_lines, mps_lines, opb_lines
from lo_exact.formula import Formula
from lo_exact.puzzle import Puzzle
from lo_exact.registers import find


def cnf_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF file.

    Args:
        formula: Clauses over 0..1 variables; the objective is omitted.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has other constraints.
    """
    refuse_use(
        formula.xors, "DIMACS CNF has no XOR lines; take the format xor, or another encoding"
    )
    yield from xor_lines(formula, notes)


def xor_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a DIMACS CNF file with XOR lines; arguments as for `cnf_lines`."""
    clauses = _clauses(formula, "DIMACS")
    clauses += [() for xor in formula.xors if not xor.variables and xor.parity]
    xors = [xor for xor in formula.xors if xor.variables]
    yield from (f"c {note}" for note in notes)
    yield f"p cnf {formula.variables} {len(clauses) + len(xors)}"
    for clause in clauses:
        yield " ".join(map(str, (*clause, 0)))
    for xor in xors:
        first, *rest = xor.variables
        literals = (first if xor.parity else -first, *rest, 0)
        yield "x" + " ".join(map(str, literals))


def wcnf_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a WCNF (2022) file with the objective; arguments as for `cnf_lines`."""
    refuse_use(formula.xors, "WCNF has no XOR lines; take another encoding")
    clauses = _clauses(formula, "WCNF")
    yield from (f"c {note}" for note in notes)
    for clause in clauses:
        yield " ".join(map(str, ("h", *clause, 0)))
    for coefficient, variable in formula.objective:
        yield f"{coefficient} -{variable} 0"


def _clauses(formula: Formula, name: str) -> list[tuple[int, ...]]:
    """Return all clauses, with unit clauses for fixed variables; refuse other constraints."""
    refuse_use(formula.linear, f"{name} has no linear constraints; take an encoding in clauses")
    fixed: list[tuple[int, ...]] = []
    for variable, (low, high) in enumerate(formula.bounds, start=1):
        refuse_use(
            low < 0 or high > 1, f"{name} has 0..1 variables only; take an encoding in clauses"
        )
        if low == high:
            fixed.append((variable if low else -variable,))
        elif low > high:
            fixed.append(())
    return [*formula.clauses, *fixed]


MAX_CLAUSES = 10**7
"""Clauses of a bound on the objective that a file may hold."""

Sums = dict[int, int]
"""Map from sum to the variable that is 1 if the sum is reached."""


def with_bound(formula: Formula, bound: int) -> Formula:
    """Return the formula with its objective replaced by clauses that bound it.

    Without a bound any solution satisfies a file in a SAT format.  The bound is a binary tree over
    the objective's terms.  Each node has a variable for each sum up to the bound that its terms can
    reach.  Costs bound^2 log(terms) clauses for equal coefficients.  Joshi, Martins, Manquinho
    (2015).

    Raises:
        UsageError: When the objective has other variables than 0..1, or would need more than
            `MAX_CLAUSES` clauses.
    """
    refuse_use(
        any(formula.bounds[v - 1] not in ((0, 1), (0, 0), (1, 1)) for _, v in formula.objective),
        "only an objective over 0..1 variables can be bounded by clauses",
    )
    bounds, clauses = list(formula.bounds), list(formula.clauses)
    if bound < 0:
        clauses.append(())
    elif formula.objective:
        _tree([{c: v} for c, v in formula.objective], bound, bounds, clauses)
    return replace(formula, bounds=tuple(bounds), clauses=tuple(clauses), objective=())


def _tree(
    parts: list[Sums], bound: int, bounds: list[tuple[int, int]], clauses: list[tuple[int, ...]]
) -> Sums:
    if len(parts) == 1:
        clauses += [(-variable,) for cost, variable in parts[0].items() if cost > bound]
        return {cost: variable for cost, variable in parts[0].items() if cost <= bound}
    middle = len(parts) // 2
    left = _tree(parts[:middle], bound, bounds, clauses)
    right = _tree(parts[middle:], bound, bounds, clauses)
    refuse_use(
        len(clauses) + (len(left) + 1) * (len(right) + 1) > MAX_CLAUSES,
        f"the bound would take more than {MAX_CLAUSES} clauses",
    )
    reached: Sums = {}
    for a, p in ((0, 0), *left.items()):
        for b, q in ((0, 0), *right.items()):
            negated = tuple(-variable for variable in (p, q) if variable)
            if a + b > bound:
                clauses.append(negated)
            elif negated:
                if a + b not in reached:
                    bounds.append((0, 1))
                    reached[a + b] = len(bounds)
                clauses.append((*negated, reached[a + b]))
    return reached


@dataclass(frozen=True)
class Export:
    """File format for formulas."""

    name: str
    """Name that the user types."""
    suffix: str
    """File extension."""
    about: str
    """One-line description for users."""
    lines: Callable[[Formula, Sequence[str]], Iterator[str]]
    """Function that yields the lines of a formula, with comments."""
    minimises: bool
    """Whether the file contains the objective; otherwise it can contain a bound."""
    encodings: tuple[str, str, str]
    """Names of its encodings: for two colours, for more, for the kernel form."""

    def encoding(self, colours: int, *, kernel: bool) -> str:
        """Return the name of the encoding to use with this format."""
        if kernel:
            return self.encodings[2]
        return self.encodings[0 if colours == 2 else 1]


_CLAUSES = ("chain", "sum", "kernel")
_ROWS = ("slack", "slack", "kernel")

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
    """Return the file format with this name.

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
        formula: The formula.
        notes: Comments.
        bound: For formats without objective, the largest weight of a solution.

    Raises:
        UsageError: When the format cannot express the formula, or has an objective itself.
    """
    refuse_use(
        bound is not None and export.minimises,
        f"{export.name} minimises by itself, so it takes no bound",
    )
    comments = list(notes)
    if not export.minimises:
        limit = "any solution" if bound is None else f"solutions of weight <= {bound}"
        comments.append(f"satisfied by {limit}")
    if bound is not None:
        formula = with_bound(formula, bound)
    return export.lines(formula, comments)


def notes_of(puzzle: Puzzle, formula: Formula, encoding: str, variable: str = "v") -> Iterator[str]:
    """Yield comment lines that explain how a formula represents a puzzle.

    Args:
        puzzle: The puzzle.
        formula: Its formula; ``readout`` gives the presses of each button.
        encoding: The encoding's name.
        variable: Prefix of a variable's number in the format.
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
