"""Questions that no `Solution` answers: of a rule, of all boards, of a level, of every engine.

Each answer is what the command of the same name prints with ``--json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lo_exact.errors import DisagreementError
from lo_exact.outcome import Status, Watch
from lo_exact.service.children.bounded import Value, read_bounded

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

SHOWN_PATTERNS = 20
SHOWN_WALKS = 1000


@dataclass(frozen=True)
class Told:
    """An answer."""

    value: Value
    """JSON values."""
    stopped: bool = False
    """Whether the time limit came before all of it was known."""


@dataclass(frozen=True)
class Question:
    """A question about a board."""

    answer: Callable[[Value, Puzzle, Watch], Told]
    """The function that answers."""
    listed: str = ""
    """The list in the answer that may be cut when it is too large; ``""`` for none."""
    cheap: bool = False
    """Whether it takes less than a second for a board that can be drawn."""


def _kernel(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.commands.kernel import as_json

    return Told(as_json(puzzle, request.get("limit", SHOWN_PATTERNS)))


def _plan(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.commands.plan import as_json
    from lo_exact.solver.forecast import plan

    return Told(as_json(plan(puzzle, count=request.get("count", False)), puzzle.sha256))


def _chase(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.byhand.chasing.chase import chase, chase_table
    from lo_exact.byhand.chasing.listing import chase_json
    from lo_exact.byhand.chasing.passes import chase_board
    from lo_exact.byhand.chasing.rule import chase_rule
    from lo_exact.errors import LimitReached

    found = chase(puzzle)
    try:
        table = chase_table(found)
    except LimitReached:  # too many first rows for a table: the rule alone says what to press
        table = None
    return Told(chase_json(found, chase_rule(found), table, chase_board(found)))


def _explain(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact import solver
    from lo_exact.byhand.explain import improved, laid_over
    from lo_exact.byhand.explain_command import as_json

    improving = request.get("improve", False)
    solution = solver.solve(puzzle) if improving else solver.minimum(puzzle, watch=watch)
    if solution.presses is None or (solution.stopped and solution.status is not Status.OPTIMAL):
        return Told(solution.to_json(), bool(solution.stopped))
    steps = improved(puzzle, solution.presses) if improving else []
    presses = steps[-1].presses.tolist() if steps else solution.presses
    return Told(as_json(puzzle, laid_over(puzzle, presses), steps))


def _matrix(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.byhand.matrix_command import as_json

    inverse, smith = request.get("inverse", False), request.get("smith", False)
    return Told(as_json(puzzle, inverse=inverse, smith=smith))


def _grade(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.byhand.levels.grade import grade_level

    found = grade_level(puzzle, time_limit=watch.remaining())
    return Told(found.to_json(), bool(found.solution.stopped))


def _hardest(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.hardest_boards.find import searched_hardest

    count = request.get("count", False)
    found = searched_hardest(puzzle, count=count, time_limit=watch.remaining())
    return Told(found.to_json(), found.status is not Status.OPTIMAL)


def _histogram(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.hardest_boards.find import histogram

    return Told(histogram(puzzle, time_limit=watch.remaining()).to_json())


def _crosscheck(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.judging.crosscheck import crosscheck_puzzle

    found = crosscheck_puzzle(puzzle, time_in_all=watch.remaining())
    if found.disagreement:
        raise DisagreementError(found.disagreement)
    agreed = {"agree": True, "proved": found.proved, "engines": found.to_json()}
    return Told(agreed | {"puzzle_sha256": puzzle.sha256}, stopped=not found.proved)


ABOUT_BOARDS: dict[str, Question] = {
    "kernel": Question(_kernel, "quiet_patterns", cheap=True),
    "plan": Question(_plan, "components", cheap=True),
    "chase": Question(_chase, "table", cheap=True),
    "matrix": Question(_matrix, cheap=True),
    "explain": Question(_explain, "patterns"),
    "grade": Question(_grade),
    "hardest": Question(_hardest),
    "histogram": Question(_histogram),
    "crosscheck": Question(_crosscheck),
}

OF_RULES = ("hardest", "histogram", "matrix")
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


def table_told(request: Value, watch: Watch) -> Told:
    """Answer ``table``: nullities, or numbers of solutions.

    Raises:
        UsageError: When sizes or colours are written otherwise.
    """
    from lo_exact.byhand.size_tables import TableWanted, read_colour_range, read_sizes, size_table

    rule, surface = request.get("neighbourhood", "plus"), request.get("topology", "plane")
    sizes, colours = request.get("sizes", "3x3..9x9"), request.get("colour_range", "2..9")
    wanted = TableWanted(read_sizes(sizes), read_colour_range(colours), rule, surface)
    what = request.get("table", "nullity")
    found = size_table(what, wanted, time_limit=watch.remaining())
    return Told(found.to_json(), found.stopped)


def walk_told(request: Value, watch: Watch) -> Told:
    """Answer ``walk``: the fewest steps of a level, with ``limit`` also the shortest walks.

    Raises:
        InputError: When the text is no level.
        UsageError: When it is several.
    """
    from lo_exact.errors import UsageError
    from lo_exact.parity_walks.level_text import read_levels
    from lo_exact.parity_walks.solve import all_fewest, fewest_steps
    from lo_exact.parity_walks.walk_sentences import walked_json

    found = read_levels(request["board"])
    if len(found) != 1:
        raise UsageError(f"one level is answered at a time, got {len(found)}")
    (level,) = found
    if "limit" not in request:
        walked, listed = fewest_steps(level, time_limit=watch.remaining()), None
    else:
        limit = min(request["limit"], SHOWN_WALKS)
        listed = all_fewest(level, limit=limit, time_limit=watch.remaining())
        walked = listed.walked
    return Told(walked_json(walked, listed), bool(walked.stopped))


WITHOUT_BOARD = ("table", "walk")


def told_without_board(request: Value, seconds: float, quick: float) -> Value:
    """Answer a question whose text is no board: state and result, or ``long``.

    Args:
        request: canonical, its question one of `WITHOUT_BOARD`.
        seconds: the time limit.
        quick: when positive, the most that it may take here.
    """
    watch = Watch(min(seconds, quick) if quick else seconds)
    walk = request["question"] == "walk"
    found = walk_told(request, watch) if walk else table_told(request, watch)
    if found.stopped and quick and quick < seconds:
        return {"long": True}
    return {"state": "limit" if found.stopped else "done", "result": json.dumps(found.value)}
