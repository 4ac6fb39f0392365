"""Cross-check engines on one puzzle: all proved answers must agree.

Status, weight and number of minima are compared; an engine stopped by the limit must at least not
contradict the others by its presses or its lower bound.  Any difference is a bug in this package
or in an external solver, never a matter of taste.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from lo_exact.engines.engine_table import all_engines, find_engine
from lo_exact.errors import (
    DisagreementError,
    LimitReached,
    MissingPackageError,
    SolverError,
    UsageError,
)
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum
from lo_exact.solver.questions import Report


@dataclass(frozen=True)
class EngineAnswer:
    """The answer of one engine in a cross-check."""

    engine: str
    """Name of the engine."""
    status: Status
    """Status reported by the engine; ``UNKNOWN`` if it did not run."""
    weight: int | None = None
    """Weight of its presses, or None."""
    lower_bound: int | None = None
    """Lower bound proved by the engine; None if infeasible or not run."""
    minimum_solutions: int | None = None
    """Number of minimum solutions found by the engine, or None if not counted."""
    seconds: float = 0.0
    """Wall-clock seconds."""
    note: str = ""
    """Why it did not run or did not finish; ``""`` otherwise."""


@dataclass(frozen=True)
class CrossCheck:
    """The answers of all engines, and the first disagreement in words, or ``""``."""

    puzzle: Puzzle
    rows: tuple[EngineAnswer, ...]
    disagreement: str

    @property
    def proved(self) -> int:
        """Number of engines with a definite answer, which includes a floating-point optimum."""
        return sum(row.status in (Status.OPTIMAL, Status.INFEASIBLE) for row in self.rows)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the engines' answers as a list of JSON values."""
        return [
            {
                "engine": row.engine,
                "status": row.status.value,
                "weight": row.weight,
                "lower_bound": row.lower_bound,
                "minimum_solutions": row.minimum_solutions,
                "seconds": round(row.seconds, 6),
                "note": row.note,
            }
            for row in self.rows
        ]


def crosscheck_puzzle(
    puzzle: Puzzle,
    *,
    names: Iterable[str] = (),
    time_limit: float = inf,
    time_in_all: float = inf,
    count: bool = True,
    asking: Callable[[str], None] | None = None,
    report: Report | None = None,
) -> CrossCheck:
    """Solve a puzzle with every suitable engine, and compare the answers.

    Args:
        puzzle: The puzzle.
        names: engines to run; by default all and ``auto``.
        time_limit: wall-clock seconds for each engine.
        time_in_all: wall-clock seconds for all; the remaining engines share the rest equally.
        count: also compare the number of minimum solutions.
        asking: called with the name of each engine before it runs.
        report: called about once a second with the progress of an engine.

    Returns:
        Every engine's answer, and a sentence if two differ.

    Raises:
        UsageError: When an engine does not exist.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> lo_exact.crosscheck_puzzle(puzzle, names=("coset", "exhaustive")).disagreement
        ''
    """
    asked = tuple(names) or ("auto", *(engine.name for engine in all_engines()))
    rows, end = [], time.monotonic() + time_in_all
    for number, name in enumerate(asked, start=1):
        if asking is not None:
            asking(f"asking {name}, {number} of {len(asked)}")
        share = max(end - time.monotonic(), 0.0) / (len(asked) + 1 - number)
        if share:
            rows.append(_ask(puzzle, name, min(time_limit, share), count, report))
        else:
            rows.append(EngineAnswer(name, Status.UNKNOWN, note="no time was left"))
    return CrossCheck(puzzle, tuple(rows), disagreement(rows))


def _ask(
    puzzle: Puzzle, name: str, time_limit: float, count: bool, report: Report | None
) -> EngineAnswer:
    if name != "auto" and (refusal := find_engine(name).refusal(puzzle.system)):
        return EngineAnswer(name, Status.UNKNOWN, note=refusal)
    count = count and (name == "auto" or not find_engine(name).floating)
    try:
        solution = minimum(
            puzzle, engine=name, time_limit=time_limit, count=count, confirm=False, report=report
        )
    except (MissingPackageError, LimitReached, UsageError) as problem:  # the engine gave no answer
        return EngineAnswer(name, Status.UNKNOWN, note=str(problem))
    except SolverError as problem:
        # a wrong result of a solver is a disagreement, not an error of this program
        raise DisagreementError(f"{name}: {problem}") from problem
    if solution.stopped == "interrupted":
        raise KeyboardInterrupt
    return EngineAnswer(
        name,
        solution.status,
        solution.weight,
        solution.lower_bound,
        solution.minimum_solutions,
        solution.seconds,
        solution.stopped,
    )


def disagreement(rows: Iterable[EngineAnswer]) -> str:
    """Describe the first contradiction between two answers; return ``""`` if there is none.

    Two proofs must agree in everything both state; presses of any engine refute "infeasible" and
    every lower bound above their weight.
    """
    answers = [
        row for row in rows if row.status is not Status.UNKNOWN or row.lower_bound is not None
    ]
    for i, first in enumerate(answers):
        for second in answers[i + 1 :]:
            clash = _clash(first, second)
            if clash:
                return f"{first.engine} and {second.engine} disagree: {clash}"
    return ""


def _clash(first: EngineAnswer, second: EngineAnswer) -> str:
    infeasible = (first.status is Status.INFEASIBLE, second.status is Status.INFEASIBLE)
    if any(infeasible):
        found = second if infeasible[0] else first
        return (
            "" if all(infeasible) or found.weight is None else "infeasible, but there are presses"
        )
    for low, high in ((first, second), (second, first)):
        if high.weight is not None and (low.lower_bound or 0) > high.weight:
            return f"lower bound {low.lower_bound}, but there are presses of {high.weight}"
    if Status.OPTIMAL is first.status is second.status:
        counts = (first.minimum_solutions, second.minimum_solutions)
        if None not in counts and counts[0] != counts[1]:
            return f"{counts[0]} and {counts[1]} minimum solutions"
    return ""
