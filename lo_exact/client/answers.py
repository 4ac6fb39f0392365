"""A server's answers as the library's classes: presses multiplied out, problems as errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lo_exact.errors import (
    ChildDied,
    DisagreementError,
    InputError,
    LimitReached,
    LoExactError,
    MissingPackageError,
    SolverError,
    UsageError,
    printable,
)
from lo_exact.outcome import Presses, Status
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.solution import Solution, refuted, solved

ERRORS: dict[str, type[LoExactError]] = {
    "bad-board": InputError,
    "bad-request": UsageError,
    "bad-option": UsageError,
    "bad-field": UsageError,
    "unauthorized": UsageError,
    "forbidden": UsageError,
    "wrong-host": UsageError,
    "not-found": UsageError,
    "method-not-allowed": UsageError,
    "wrong-media-type": UsageError,
    "conflict": UsageError,
    "too-large": LimitReached,
    "too-many": LimitReached,
    "slow-request": LimitReached,
    "draining": LimitReached,
    "store-full": LimitReached,
    "missing-package": MissingPackageError,
    "disagreement": DisagreementError,
    "child-died": ChildDied,
    "internal": SolverError,
}
"""What is raised for each type of problem that a server answers."""


def checked_solution(puzzle: Puzzle, said: Mapping[str, Any], url: str) -> Solution:
    """Return an answer as a solution whose presses are multiplied out here.

    Args:
        puzzle: as it was sent.
        said: the answer as JSON values.
        url: whose answer it is.

    Raises:
        SolverError: When it is wrong, or of another puzzle.
    """
    if "problem" in said:  # of one board of a batch
        raise error_of(said["problem"])
    if said.get("puzzle_sha256") != puzzle.sha256:
        raise SolverError(f"{url} answered another puzzle")
    status, weight = Status(said["status"]), said.get("weight")
    bound = said.get("lower_bound")
    presses = witness = None
    if "presses" in said:
        presses = _pressed(puzzle, said["presses"], weight)
    if "witness" in said:
        layout = puzzle.layout
        values = _flat(layout.light_at, layout, said["witness"])
        witness = refuted(puzzle, tuple(values[k] for k in puzzle.matters.tolist()))
    proved = status is not Status.OPTIMAL or (presses is not None and bound == weight)
    if not proved or (status is Status.INFEASIBLE and witness is None):
        raise SolverError(f"{url} gave an answer without what shows it")
    return Solution(
        puzzle, status, weight=weight, lower_bound=bound, presses=presses,
        minimum_solutions=said.get("minimum_solutions"),
        solutions=tuple(_pressed(puzzle, rows, weight) for rows in said.get("solutions", [])),
        solutions_total=said.get("solutions_total"), engine=said.get("engine", ""),
        seconds=said.get("seconds", 0.0), witness=witness,
        canonical=said.get("canonical", False),
        stopped="time limit" if status in (Status.FEASIBLE, Status.UNKNOWN) else "",
    )  # fmt: skip


def error_of(problem: Mapping[str, Any]) -> LoExactError:
    """Return the error of ours that a problem is."""
    kind, detail = problem["type"], printable(str(problem["detail"]), 500)
    raised = ERRORS.get(kind, SolverError)
    if raised is InputError:
        place = {name: problem[name] for name in ("line", "column") if problem.get(name)}
        head = ":".join(str(place[name]) for name in ("line", "column") if name in place)
        return InputError(detail.removeprefix(f"{head}: ") if head else detail, **place)
    return raised(f"{kind}: {detail}")


def _pressed(puzzle: Puzzle, rows: Any, weight: Any) -> Presses:
    """Return presses that came as rows, multiplied out."""
    flat = _flat(puzzle.layout.button_at, puzzle.layout, rows)
    shift = (0,) if puzzle.uniform else ()  # costs nothing, and is found again from the presses
    return solved(puzzle, (*flat, *shift), weight)


def _flat(places: Any, layout: Layout, rows: Any) -> tuple[int, ...]:
    """Return one number for each button or light, of the rows that an answer has.

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
