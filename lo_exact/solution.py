"""Answers for users, verified against the original puzzle before they are created.

`solved` and `refuted` are the only way from an outcome to a `Solution`: they multiply every press
vector and every witness out in integers and raise `SolverError` rather than pass a wrong one on.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.algebra.packed import BitRows, as_tuple
from lo_exact.counters import AnyPuzzle, Counters
from lo_exact.errors import SolverError
from lo_exact.outcome import Presses, Status
from lo_exact.puzzle import Layout, PackedPuzzle, Puzzle

JSON_BYTES = 24
"""Bytes for each cell of a large board as JSON: a list's entry, and the text, twice."""


@dataclass(frozen=True)
class Solution:
    """Answer to a question about one puzzle.

    Example:
        >>> import lo_exact
        >>> solution = lo_exact.minimum(lo_exact.grid_puzzle([[1, 1], [1, 0]]))
        >>> solution.status.value, solution.weight, solution.presses
        ('optimal', 1, (1, 0, 0, 0))
    """

    puzzle: AnyPuzzle
    """The puzzle that was solved."""
    status: Status
    """Kind of the answer: what was proved."""
    weight: int | None = None
    """Cost of ``presses`` under the puzzle's objective; None when there are none."""
    lower_bound: int | None = None
    """Proved lower bound on the cost; None when not requested or infeasible."""
    presses: Presses | None = None
    """(buttons,) of 0..c-1; None when none are known."""
    minimum_solutions: int | None = None
    """Exact number of minimum solutions; None when not requested."""
    solutions: tuple[Presses, ...] = ()
    """The requested minimum solutions."""
    solutions_total: int | None = None
    """Exact number of all solutions; None when not requested."""
    engine: str = ""
    """The engines that were used."""
    seconds: float = 0.0
    """Wall-clock seconds."""
    witness: Presses | None = None
    """(lights,) y with y A = 0, y . (target - state) != 0; None unless infeasible."""
    canonical: bool = False
    """Whether ``presses`` is the lexicographically least minimum."""
    ordered: bool = False
    """Whether ``solutions`` are the first of all minima in lexicographic order."""
    stopped: str = ""
    """Why the search ended without a proof: ``""``, ``"time limit"``, ``"interrupted"`` or a
    sentence.
    """
    notes: tuple[str, ...] = field(default=())
    """The chosen engines, and the reasons."""

    def __repr__(self) -> str:
        known = "" if self.weight is None else f", weight {self.weight}"
        bound = f", at least {self.lower_bound or 0}, {self.stopped}" if self.stopped else ""
        return f"Solution({self.status.value}{known}{bound}, of {self.puzzle!r})"

    def __str__(self) -> str:
        from lo_exact.pictures.terminal import drawn_amounts

        puzzle, lines = self.puzzle, [self.status.value]
        if self.weight is not None:
            lines[0] += f": weight {self.weight}"
        for values, kind in ((self.presses, "button"), (self.witness, "light")):
            if values is not None:
                lines += ["", drawn_amounts(puzzle.layout, values, kind, puzzle.colours)]
        return "\n".join(lines)

    def _repr_svg_(self) -> str | None:
        """Return the board with the presses, or with the witness, as SVG for a notebook."""
        from lo_exact.pictures.subject import notebook_svg

        if self.witness is not None:
            shown = np.array(self.witness, dtype=np.int64)
            return notebook_svg(self.puzzle, lights=shown, title=repr(self))
        state = self.puzzle.state
        return notebook_svg(self.puzzle, lights=state, presses=self.presses, title=repr(self))

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON values, with keys in their documented order.

        Returns:
            The keys listed in docs/commands.md.

        Raises:
            PuzzleError: When memory does not hold a number for each button and light.

        Example:
            >>> import lo_exact
            >>> lo_exact.minimum(lo_exact.grid_puzzle([[1]])).to_json()["weight"]
            1
        """
        puzzle = self.puzzle
        check_json(puzzle)
        out: dict[str, Any] = {"status": self.status.value}
        if self.presses is not None:
            out["weight"] = self.weight
        if self.lower_bound is not None:
            out["lower_bound"] = self.lower_bound
        if self.presses is not None:
            out["presses"] = presses_rows(puzzle.layout, self.presses)
        if self.minimum_solutions is not None:
            out["minimum_solutions"] = self.minimum_solutions
        if self.solutions:
            out["solutions"] = [presses_rows(puzzle.layout, x) for x in self.solutions]
        if self.solutions_total is not None:
            out["solutions_total"] = self.solutions_total
        out |= {
            "colours": puzzle.colours,
            "lights": puzzle.lights,
            "buttons": puzzle.buttons,
            "engine": self.engine,
            "seconds": round(self.seconds, 6),
        }
        if self.witness is not None:
            out["witness"] = lights_rows(puzzle.layout, self.witness)
        out["puzzle_sha256"] = puzzle.sha256
        if self.presses is not None:
            out["canonical"] = self.canonical
        if puzzle.layout.title:
            out["title"] = puzzle.layout.title
        if puzzle.layout.claimed is not None:
            out["claimed"] = puzzle.layout.claimed
        return out


def presses_rows(layout: Layout, presses: Presses) -> list[Any]:
    """Return presses as rows, ``None`` where there is no button, or as a list without a grid."""
    if isinstance(presses, BitRows):
        return _rows(presses)
    return _placed(layout.button_at, presses) if layout.is_grid else list(presses)


def lights_rows(layout: Layout, values: Presses) -> list[Any]:
    """Return one number per light as rows, ``None`` in holes, or as a flat list without a grid."""
    if isinstance(values, BitRows):
        return _rows(values)
    return _placed(layout.light_at, values) if layout.is_grid else list(values)


def check_json(puzzle: AnyPuzzle) -> None:
    """Raise an error if the JSON values of a large board would not fit in memory.

    Raises:
        PuzzleError: When they would not fit.
    """
    if isinstance(puzzle, PackedPuzzle):
        needed = JSON_BYTES * puzzle.lights
        from lo_exact.machine import check_memory

        check_memory(needed, f"JSON of {puzzle.lights} lights (a bitmap, --pbm, takes a bit each)")


def _rows(values: BitRows) -> list[list[int]]:
    return [values.row_values(row).tolist() for row in range(values.shape[0])]


def _placed(places: IntArray, values: Presses) -> list[Any]:
    known = list(values)
    return [[known[k] if k >= 0 else None for k in row] for row in places.tolist()]


def unplaced(places: IntArray, layout: Layout, rows: Any) -> tuple[int, ...]:
    """Convert the rows of a JSON answer to one number for each button or light, in order.

    Args:
        places: ``button_at`` or ``light_at`` of the layout.
        layout: layout of the puzzle.
        rows: as returned by `presses_rows` or `lights_rows`.

    Raises:
        SolverError: When they have another shape.
    """
    try:
        if not layout.is_grid:
            return tuple(int(value) for value in rows)
        found = {
            place: int(value)
            for line, values in zip(places.tolist(), rows, strict=True)
            for place, value in zip(line, values, strict=True)
            if place >= 0
        }
        return tuple(found[place] for place in range(len(found)))
    except (TypeError, ValueError, KeyError):
        raise SolverError("an answer's presses have another shape than the board") from None


def solved(puzzle: AnyPuzzle, unknowns: Presses, weight: int) -> Presses:
    """Return the presses of a solution of ``puzzle.system``, after verification by multiplication.

    Raises:
        SolverError: When they do not solve the puzzle or do not cost ``weight``.
    """
    if isinstance(puzzle, Counters):
        x = np.asarray(unknowns)
        right, listed = _solves_counters(puzzle, unknowns), unknowns
    elif isinstance(unknowns, BitRows):
        x = unknowns
        right = isinstance(puzzle, PackedPuzzle) and puzzle.system.solves(unknowns)
        listed = as_tuple(unknowns)
    else:
        x = np.asarray(unknowns, dtype=np.int64)
        presses = x[: puzzle.activation.shape[1]]
        right, listed = _solves_puzzle(puzzle, presses), tuple(presses.tolist())
    if not right:
        raise SolverError("an engine's presses do not solve the puzzle: please report this")
    if (cost := puzzle.system.weight(x)) != weight:
        raise SolverError(f"an engine's presses cost {cost}, not {weight} as claimed")
    return listed


def _solves_puzzle(puzzle: Puzzle, presses: IntArray) -> bool:
    c, rows = puzzle.activation.modulus, puzzle.matters
    within = presses.min(initial=0) >= 0 and presses.max(initial=0) < c
    if presses.size != puzzle.activation.shape[1] or not within:
        return False
    reached = puzzle.state + puzzle.activation.dot(presses)
    missing = (puzzle.target[rows] - reached[rows]) % c
    return not missing.any() or (puzzle.uniform and bool((missing == missing[:1]).all()))


def _solves_counters(puzzle: Counters, presses: Presses) -> bool:
    if len(presses) != puzzle.buttons or min(presses, default=0) < 0:
        return False
    reached, wanted = puzzle.reached(presses), puzzle.target.tolist()
    return all(reached[i] == wanted[i] for i in puzzle.matters.tolist())


def refuted(puzzle: Puzzle, witness: Presses) -> Presses:
    """Return a witness as one number for each light, after verification by multiplication.

    Raises:
        SolverError: When the witness proves nothing.
    """
    if isinstance(witness, BitRows):
        if not isinstance(puzzle, PackedPuzzle) or not puzzle.system.refutes(witness):
            raise SolverError("an engine's witness proves nothing: please report this")
        return as_tuple(witness)
    y = np.zeros(puzzle.lights, dtype=np.int64)
    y[puzzle.matters] = witness
    if not puzzle.system.refutes(np.asarray(witness, dtype=np.int64)):
        raise SolverError("an engine's witness proves nothing: please report this")
    return tuple(y.tolist())
