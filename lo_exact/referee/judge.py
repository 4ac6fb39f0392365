"""Is an answer a solution, is it minimal, by how much not: multiplied out, compared with proof."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.errors import DisagreementError, InputError
from lo_exact.formats.board import presses_of, read_presses
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import minimum

_NONE = re.compile(
    r"\s*(?:s )?(?:unsolvable|infeasible|impossible|unsat|unsatisfiable|no solution)\b",
    re.IGNORECASE,
)
"""How solvers, and `lo-exact min`, begin the word that nothing solves a board."""


@dataclass(frozen=True)
class Judgement:
    """What an answer is worth.

    Attributes:
        right: whether it is what was asked for.
        verdict: ``minimal``, ``not minimal``, ``not a solution``, ``unsolvable``,
            ``wrongly unsolvable`` or ``open``; of a program also ``unreadable`` and ``crashed``.
        sentence: the verdict in one line for people.
        weight: cost of the answer's presses; None when there are none.
        minimum: the proved minimum; None when unsolvable or open.
    """

    right: bool
    verdict: str
    sentence: str
    weight: int | None = None
    minimum: int | None = None

    @property
    def excess(self) -> int:
        """How much more than the minimum a solution costs; 0 where that is not known."""
        return 0 if self.weight is None or self.minimum is None else self.weight - self.minimum


def judge_answer(
    puzzle: Puzzle, answer: object, *, minimal: bool = True, source: str = ""
) -> Judgement:
    r"""Judge somebody's answer.

    Args:
        puzzle: The board.
        answer: What a program printed, as `lo_exact.formats.board.read_presses` reads it, or
            ``unsolvable``; or presses as an array or list of whole numbers: (buttons,), on a grid
            also (rows, columns).
        minimal: whether a solution that is not minimal is wrong.
        source: file name of the answer, for errors.

    Raises:
        InputError: When it cannot be read.
        DisagreementError: When it refutes our own proof.

    >>> from lo_exact.topology import grid_puzzle
    >>> judge_answer(grid_puzzle([[1, 1], [1, 1]]), "##\n##").verdict
    'minimal'
    """
    presses = _read(puzzle, answer, source)
    truth = minimum(puzzle)
    if truth.stopped == "interrupted":
        raise KeyboardInterrupt
    proved = truth.weight if truth.status is Status.OPTIMAL else None
    if presses is None:
        if truth.status is Status.INFEASIBLE:
            return Judgement(True, "unsolvable", "rightly called unsolvable")
        if truth.weight is None:
            return Judgement(False, "open", "called unsolvable; whether it is, is not known")
        sentence = f"called unsolvable, but presses of weight {truth.weight} solve it"
        return Judgement(False, "wrongly unsolvable", sentence, minimum=proved)
    weight = _weight(puzzle, presses)
    if weight is None:
        wrong, lights = _wrong(puzzle, presses)
        sentence = f"not a solution: {wrong} of {lights} lights end up wrong"
        return Judgement(False, "not a solution", sentence, minimum=proved)
    if truth.status is not Status.OPTIMAL:
        if truth.status is Status.INFEASIBLE:
            raise DisagreementError(
                f"{truth.engine} proved that nothing solves this, but the answer does: please "
                "report this puzzle"
            )
        sentence = f"a solution of {weight}; the minimum is at least {truth.lower_bound}"
        return Judgement(not minimal, "open", sentence, weight)
    assert truth.weight is not None
    if weight < truth.weight:
        raise DisagreementError(
            f"{truth.engine} proved a minimum of {truth.weight}, but the answer is a solution of "
            f"{weight}: please report this puzzle"
        )
    if weight > truth.weight:
        sentence = f"a solution, but {weight} instead of {truth.weight}"
        return Judgement(not minimal, "not minimal", sentence, weight, truth.weight)
    return Judgement(True, "minimal", f"a minimum solution ({weight})", weight, truth.weight)


def _read(puzzle: Puzzle, answer: object, source: str) -> IntArray | None:
    """Return the presses of an answer; None for the word that there are none."""
    if not isinstance(answer, str):
        if answer is None:
            raise InputError("an answer is presses or the word unsolvable, got None")
        return presses_of(puzzle, answer)
    if not answer.strip():
        raise InputError("the answer is empty", source=source)
    if _NONE.match(answer) or _is_infeasible(answer):
        return None
    return read_presses(answer, puzzle, source=source)


def _is_infeasible(answer: str) -> bool:
    """Whether an answer is our own JSON object about an unsolvable board."""
    if '"infeasible"' not in answer[:200]:
        return False
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("status") == "infeasible"


def _missing(puzzle: Puzzle, presses: IntArray) -> IntArray:
    """Return what the lights that matter still need, (lights that matter,) of 0..c-1."""
    rows = puzzle.matters
    reached = (puzzle.state + puzzle.activation.dot(presses)) % puzzle.colours
    needed: IntArray = (puzzle.target[rows] - reached[rows]) % puzzle.colours
    return needed


def _wrong(puzzle: Puzzle, presses: IntArray) -> tuple[int, int]:
    missing = _missing(puzzle, presses)
    return int((missing != 0).sum()), int(missing.size)


def _weight(puzzle: Puzzle, presses: IntArray) -> int | None:
    """Return what presses cost; None when they are no solution."""
    missing = _missing(puzzle, presses)
    same = puzzle.uniform and bool((missing == missing[:1]).all())
    if missing.any() and not same:
        return None
    shifted = puzzle.system.unknowns > puzzle.buttons
    shown = np.append(presses, missing[0] * -1 % puzzle.colours) if shifted else presses
    return puzzle.system.weight(shown)
