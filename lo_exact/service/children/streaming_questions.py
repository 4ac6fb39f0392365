"""Questions that no `Solution` answers: of a rule, of all boards, of a level, of every engine.

Each answer is what the command of the same name prints with ``--json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.outcome import Status, Watch
from lo_exact.service.children.bounded import (
    Told,
    Value,
    asked_beside,
    read_bounded,
    too_many_lights,
)

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle


@dataclass(frozen=True)
class Question:
    """A question about a board."""

    answer: Callable[[Value, Puzzle, Watch], Told]
    """The function that answers."""
    listed: str = ""
    """The list in the answer that may be cut when it is too large; ``""`` for none."""
    cheap: bool = False
    """Whether it takes less than a second for a board that can be drawn."""


def _grade(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.byhand.levels.grade import grade_level

    found = grade_level(puzzle, time_limit=watch.remaining())
    return Told(found.to_json(), bool(found.solution.stopped))


def _crosscheck(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.judging.crosscheck import crosscheck_puzzle

    found = crosscheck_puzzle(puzzle, time_in_all=watch.remaining())
    if found.disagreement:
        raise DisagreementError(found.disagreement)
    agreed = {"agree": True, "proved": found.proved, "engines": found.to_json()}
    return Told(agreed | {"puzzle_sha256": puzzle.sha256}, stopped=not found.proved)


def _by_command(request: Value, puzzle: Puzzle | None, watch: Watch, boards: int = 1) -> Told:
    from lo_exact.service.children.command_questions import command_answered

    found = command_answered(request, watch, boards)
    return Told(found.value, found.stopped, found.files)


ABOUT_BOARDS: dict[str, Question] = {
    "press": Question(_by_command, cheap=True),
    "export": Question(_by_command),
    "judge": Question(_by_command),
    "spectrum": Question(_by_command),
    "sample": Question(_by_command, "solutions"),
    "kernel": Question(_by_command, "quiet_patterns", cheap=True),
    "plan": Question(_by_command, "components", cheap=True),
    "chase": Question(_by_command, "table", cheap=True),
    "matrix": Question(_by_command, cheap=True),
    "explain": Question(_by_command, "patterns"),
    "grade": Question(_grade),
    "hardest": Question(_by_command),
    "histogram": Question(_by_command),
    "crosscheck": Question(_crosscheck),
}

OF_RULES = ("hardest", "histogram", "matrix", "make", "certify")
"""Questions for which ``size`` may stand in the place of a board."""


def rules_bounded(request: Value, limits: Value) -> Puzzle | Value:
    """Return the board of a request, or the dark one of its size; a problem when it is too large.

    Raises:
        UsageError: When there is neither a board nor a size.
    """
    if request["board"] or request.get("question") not in OF_RULES or "size" not in request:
        return read_bounded(request, limits)
    from lo_exact.formats import write_puzzle
    from lo_exact.topology.described import described

    names = ("neighbourhood", "topology", "colours", "objective")
    given = {name: request[name] for name in names if name in request}
    dark = write_puzzle(described(request["size"], **given), "json")
    return read_bounded({"board": dark}, limits)


def _commanded(request: Value, limits: Value, watch: Watch) -> Told | Value:
    """Ask a command; a size without a text is bounded first, texts are at most a mebibyte."""
    if request["question"] in OF_RULES and "size" in request:
        rules = rules_bounded(request | {"board": ""}, limits)
        if isinstance(rules, dict):
            return rules
    return _by_command(request, None, watch)


def _levels(request: Value, limits: Value, watch: Watch) -> Told | Value:
    from lo_exact.formats.reading import parse_parts

    parts = parse_parts(
        request["board"], options=asked_beside(request), format=request.get("format")
    )
    for part in parts:
        if found := too_many_lights(part.read(), limits):
            return found
    return _by_command(request, None, watch, len(parts))


def _referee(request: Value, limits: Value, watch: Watch) -> Told | Value:
    from lo_exact.commands.shared.limit import within
    from lo_exact.judging.campaign import referee
    from lo_exact.judging.referee_command import failure_json, tally_json
    from lo_exact.judging.tally import RefereeTally

    given = request.get("answers", [])
    puzzles = [read_bounded(request | {"board": one["board"]}, limits) for one in given]
    for found in puzzles:
        if isinstance(found, dict):
            return found
    said = iter([one["answer"] for one in given])
    tally, failures = RefereeTally(), list[Value]()
    with suppress(LimitReached), within(watch.remaining()):
        for board in referee(lambda _: next(said), cast("list[Puzzle]", puzzles)):
            tally.add(board)
            if not board.judgement.passes(minimal=not request.get("any_solution", False)):
                failures.append(failure_json(board, "board"))
    value = tally_json(tally) | {"failures": failures}
    return Told(value, stopped=tally.boards < len(given))


WITHOUT_BOARD: dict[str, Callable[[Value, Value, Watch], Told | Value]] = {
    "table": _commanded,
    "walk": _commanded,
    "make": _commanded,
    "levels": _levels,
    "referee": _referee,
    "certify": _commanded,
    "decode": _commanded,
    "distance": _commanded,
}
"""Questions whose text is no single board; each returns an answer, or a problem."""


def told_without_board(request: Value, limits: Value, seconds: float, quick: float) -> Value:
    """Answer a question of `WITHOUT_BOARD`: state and result, a problem, or ``long``.

    Args:
        request: canonical.
        limits: of `lo_exact.service.settings`.
        seconds: the time limit.
        quick: when positive, the most that it may take here.
    """
    watch = Watch(min(seconds, quick) if quick else seconds)
    try:
        found = WITHOUT_BOARD[request["question"]](request, limits, watch)
    except LimitReached:
        if watch.remaining() > 0:  # too much, however long it may take
            raise
        found = Told({"status": Status.UNKNOWN.value}, True)
    if not isinstance(found, Told):
        return found
    if found.stopped and quick and quick < seconds:
        return {"long": True}
    state = "limit" if found.stopped else "done"
    return {"state": state, "result": json.dumps(found.value), "files": found.files}
