"""Judge an answer by multiplication and proof: is it a solution, is it minimal?"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.errors import DisagreementError, InputError, printable
from lo_exact.formats.answers import GivenAnswers, presses_of, read_answers, solves, still_needed
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import Solution
from lo_exact.solver import all_minima, kernel, minimum

_NONE = re.compile(
    r"\s*(?:s )?(?:unsolvable|infeasible|impossible|unsat|unsatisfiable|no solution)\b"
    r"(?!\s+(?:yet|so far))",
    re.IGNORECASE,
)
"""Pattern of the line with which solvers, and `lo-exact min`, report an unsolvable board."""

_NONE_LINE = re.compile(
    r"(?im)^(?:.{0,40}[:>] ?|s )?(?:(?:the )?(?:board|puzzle|system|it) is (?:an )?|there is )?"
    r"(?:unsolvable|infeasible|impossible|unsat(?:isfiable)?|not solvable|inconsistent"
    r"|has no solutions?|no solutions?(?: exists?)?)[ \t\r]*[.!]*$"
)
"""Pattern of such a line among others."""


@dataclass(frozen=True)
class Judgement:
    """The verdict on an answer, with its weight and the proved minimum."""

    right: bool
    """Whether it is a solution, minimal or not, or "unsolvable" for an unsolvable board, and its
    other figures are true.
    """
    verdict: str
    """Right are ``minimal``, ``not minimal``, ``unsolvable``, and ``open`` (a solution whose
    minimum is not known); wrong are ``not a solution``, ``wrongly unsolvable``, and ``wrong
    figure`` for a false cost or number of minima.  ``undecided``: called unsolvable, which is
    not known.  For programs also ``unreadable``, ``crashed`` and ``timed out``.
    """
    sentence: str
    """The verdict in one line for people."""
    weight: int | None = None
    """Cost of the answer's presses; None when there are none."""
    minimum: int | None = None
    """The proved minimum; None when unsolvable or open."""
    answers: tuple[Judgement, ...] = ()
    """Judgement of each answer, if there are several; then the weight is that of the heaviest."""

    @property
    def minimal(self) -> bool:
        """Return whether the answer is right, and no better answer exists."""
        return self.right and self.verdict in ("minimal", "unsolvable")

    def passes(self, *, minimal: bool = True) -> bool:
        """Return whether the answer is right and, if required, minimal."""
        return self.minimal if minimal else self.right

    @property
    def excess(self) -> int:
        """Weight of the answer minus the proved minimum; 0 if unknown."""
        return 0 if self.weight is None or self.minimum is None else self.weight - self.minimum


def judge_answer(puzzle: Puzzle, answer: object, *, source: str = "") -> Judgement:
    r"""Judge whether an answer solves a puzzle, and whether it is minimal.

    Args:
        puzzle: The board.
        answer: A program's output, as read by `formats.answers.read_answers`, or
            ``unsolvable``; or presses as an array or list of whole numbers: (buttons,), on a grid
            also (rows, columns).
        source: file name of the answer, for errors.

    Returns:
        The judgement, with the verdict in a word and in a sentence.

    Raises:
        InputError: When the answer does not parse.
        DisagreementError: When the answer refutes a proof of this package.

    Example:
        >>> from lo_exact.topology import grid_puzzle
        >>> judge_answer(grid_puzzle([[1, 1], [1, 1]]), "##\n##").verdict
        'minimal'
    """
    given = _read(puzzle, answer, source)
    truth = minimum(puzzle)
    if truth.stopped == "interrupted":
        raise KeyboardInterrupt
    if given is None:
        return _none_judged(truth)
    each = [_judged(puzzle, presses, truth) for presses in given.presses]
    if len(each) == 1 and given.how:
        how = " (read as " if given.sure else ", however it is read ("
        each = [replace(each[0], sentence=f"{each[0].sentence}{how}{given.how})")]
    whole = each[0] if len(each) == 1 else _together(puzzle, given, each)
    return _figures_judged(puzzle, given, each, whole)


def _none_judged(truth: Solution) -> Judgement:
    """Judge the claim that a board is unsolvable."""
    if truth.status is Status.INFEASIBLE:
        return Judgement(True, "unsolvable", "rightly called unsolvable")
    if truth.weight is None:
        return Judgement(False, "undecided", "called unsolvable; whether it is, is not known")
    proved = truth.weight if truth.status is Status.OPTIMAL else None
    sentence = f"called unsolvable, but presses of weight {truth.weight} solve it"
    return Judgement(False, "wrongly unsolvable", sentence, minimum=proved)


def _judged(puzzle: Puzzle, presses: IntArray, truth: Solution) -> Judgement:
    """Judge one answer, a vector of presses, against the proved minimum."""
    weight = _weight(puzzle, presses)
    if weight is None:
        proved = truth.weight if truth.status is Status.OPTIMAL else None
        needed = still_needed(puzzle, presses)
        wrong = int(np.count_nonzero(needed))
        sentence = f"not a solution: {wrong} of {needed.size} lights end up wrong"
        return Judgement(False, "not a solution", sentence, minimum=proved)
    if truth.status is not Status.OPTIMAL:
        if truth.status is Status.INFEASIBLE:
            raise DisagreementError(
                f"{truth.engine} proved that nothing solves this, but the answer does: please "
                "report this puzzle"
            )
        sentence = f"a solution of {weight}; the minimum is at least {truth.lower_bound}"
        return Judgement(True, "open", sentence, weight)
    assert truth.weight is not None
    if weight < truth.weight:
        raise DisagreementError(
            f"{truth.engine} proved a minimum of {truth.weight}, but the answer is a solution of "
            f"{weight}: please report this puzzle"
        )
    if weight > truth.weight:
        sentence = f"a solution, but {weight} instead of {truth.weight}"
        return Judgement(True, "not minimal", sentence, weight, truth.weight)
    return Judgement(True, "minimal", f"a minimum solution ({weight})", weight, truth.weight)


_WORST_FIRST = ("not a solution", "open", "not minimal", "minimal")


def _together(puzzle: Puzzle, given: GivenAnswers, each: list[Judgement]) -> Judgement:
    """Combine the judgements of several answers: worst verdict, number of answers by verdict."""
    worst = min(each, key=lambda one: (_WORST_FIRST.index(one.verdict), -one.excess))
    count = {verdict: sum(one.verdict == verdict for one in each) for verdict in _WORST_FIRST}
    minima = {
        x.tobytes() for x, one in zip(given.presses, each, strict=True) if one.verdict == "minimal"
    }
    if count["minimal"] == len(each):
        said = "all minimal"
    else:
        said = ", ".join(f"{n} {verdict}" for verdict, n in reversed(count.items()) if n)
    total = all_minima(puzzle, limit=1).minimum_solutions if minima else None
    if total is not None:
        said += f"; {len(minima)} of the {total} minima"
    right = all(one.right for one in each)
    sentence = f"{len(each)} answers, {said}"
    return Judgement(right, worst.verdict, sentence, worst.weight, worst.minimum, tuple(each))


def _figures_judged(
    puzzle: Puzzle, given: GivenAnswers, each: list[Judgement], whole: Judgement
) -> Judgement:
    """Compare the numbers stated in an answer's text with the true ones; return the new verdict."""
    wrong = []
    for presses, said, one in zip(given.presses, given.weights, each, strict=False):
        if said is not None and said not in (int(presses.sum()), one.weight):
            wrong.append(f"it says {said} presses, there are {int(presses.sum())}")
    if given.minima is not None:
        minima = all_minima(puzzle, limit=1).minimum_solutions
        counts = {minima: "minima", kernel(puzzle).size: "solutions"}
        if given.minima in counts:
            sentence = f"{whole.sentence}, one of {given.minima} {counts[given.minima]} as it says"
            whole = replace(whole, sentence=sentence)
        elif minima is not None:
            wrong.append(f"it says that there are {given.minima}, there are {minima} minima")
    if not wrong:
        return whole
    verdict = "wrong figure" if whole.right else whole.verdict
    sentence = f"{whole.sentence}; but {', '.join(wrong[:3])}"
    return replace(whole, right=False, verdict=verdict, sentence=sentence)


def _read(puzzle: Puzzle, answer: object, source: str) -> GivenAnswers | None:
    """Parse the answers in a text; return None if the text claims that the puzzle is unsolvable."""
    if not isinstance(answer, str):
        if answer is None:
            raise InputError("an answer is presses or the word unsolvable, got None")
        return GivenAnswers((presses_of(puzzle, answer),))
    if not answer.strip():
        raise InputError("the answer is empty", source=source)
    if _NONE.match(answer) or _is_infeasible(answer):
        return None
    none = _NONE_LINE.search(answer)
    if none is None:
        return read_answers(answer, puzzle, source=source)
    try:
        given = read_answers(answer, puzzle, source=source)
    except InputError:
        return None
    square = puzzle.lights == puzzle.buttons
    if square and all(np.array_equal(presses, puzzle.state) for presses in given.presses):
        return None  # the text repeats the board, and claims that it is unsolvable
    line = answer.count("\n", 0, none.start()) + 1
    sentence = f"presses stand beside {printable(none[0].strip(), 60)!r}"
    raise InputError(sentence, source=source, line=line)


def _is_infeasible(answer: str) -> bool:
    """Return whether an answer is this program's JSON object for an unsolvable board."""
    if '"infeasible"' not in answer[:200]:
        return False
    try:
        said = json.loads(answer)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and said.get("status") == "infeasible"


def _weight(puzzle: Puzzle, presses: IntArray) -> int | None:
    """Return the weight of presses, or None if they are not a solution."""
    if not solves(puzzle, presses):
        return None
    needed = still_needed(puzzle, presses)
    shifted = puzzle.system.unknowns > puzzle.buttons
    shown = np.append(presses, needed[0] * -1 % puzzle.colours) if shifted else presses
    return puzzle.system.weight(shown)
