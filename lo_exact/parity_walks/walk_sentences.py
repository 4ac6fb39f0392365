"""Results about levels as sentences for people and JSON values for programs.

In sentences rows and columns are counted from 1, in JSON from 0.
"""

from collections.abc import Sequence
from typing import Any

from lo_exact.errors import printable
from lo_exact.outcome import Progress, Status
from lo_exact.parity_walks.level import WalkLevel
from lo_exact.parity_walks.solve import Listed, Walked
from lo_exact.parity_walks.trails import WalkVerdict

LISTED_PLACES = 12
"""Places that one sentence lists."""


def steps_in_words(steps: int) -> str:
    """Return a number with the word "step" or "steps".

    >>> steps_in_words(1)
    '1 step'
    """
    return "1 step" if steps == 1 else f"{steps} steps"


def place_in_words(level: WalkLevel, cell: int) -> str:
    """Return the position of a cell in words."""
    row, column = level.cells[cell]
    return f"row {row + 1} column {column + 1}"


def walk_status_sentence(walked: Walked) -> str:
    """Return one line that begins with the status and gives the proved bounds."""
    if walked.status is Status.INFEASIBLE:
        return f"infeasible: {_why_unsolvable(walked)}, and that is proved"
    said = steps_in_words(walked.steps)
    if walked.status is Status.OPTIMAL:
        return f"optimal: {said}, proved to be the fewest"
    least = steps_in_words(walked.lower_bound)
    return f"feasible: {said} solve it; proved: at least {least} needed ({walked.stopped})"


def limit_sentence(walked: Walked) -> str:
    """Compare the proved steps with the level's step limit in words; ``""`` without a limit."""
    limit = walked.level.limit
    if limit is None:
        return ""
    start = f"limit {limit}: "
    if walked.status is Status.INFEASIBLE:
        return start + "impossible"
    if walked.lower_bound > limit:
        return start + f"impossible, at least {steps_in_words(walked.lower_bound)} are needed"
    if walked.steps < limit:
        return start + f"beaten by {limit - walked.steps}"
    if walked.steps == limit:
        return start + ("met" if walked.beats_limit is None else "met, and nothing beats it")
    return start + "open"


def listed_sentence(listed: Listed) -> str:
    """Return a sentence with the number of shortest solutions."""
    count = len(listed.walks)
    if listed.complete:
        return "1 shortest solution" if count == 1 else f"{count} shortest solutions"
    return f"more than {count} shortest solutions" if count else "shortest solutions not counted"


def verdict_sentence(level: WalkLevel, walk: str, verdict: WalkVerdict) -> str:
    """Return a line, beginning with yes or no, that describes the result of simulating a walk."""
    end = place_in_words(level, verdict.end)
    if verdict.illegal:
        letter = walk[verdict.illegal - 1]
        return f"no: step {verdict.illegal}, {letter} from {end}, is not onto a free cell"
    said = steps_in_words(len(walk))
    if verdict.unpainted:
        return f"no: after {said} {_places_in_words(level, verdict.unpainted)} not painted"
    if verdict.astray:
        wanted = place_in_words(level, level.end)
        return f"no: {said} paint every cell, but end at {end}, not at {wanted}"
    return f"yes: {said} paint every cell, and end at {end}"


def walk_progress_sentence(progress: Progress) -> str:
    """Return a line with the progress of a long search."""
    parts = [f"{progress.seconds:.0f} s"]
    if progress.best is not None:
        parts.append(f"best {steps_in_words(progress.best)}")
    return ", ".join([*parts, f"at least {steps_in_words(progress.lower_bound)}"])


def walked_json(walked: Walked, listed: Listed | None = None) -> dict[str, Any]:
    """Return a result as JSON values, keys in their documented order.

    What does not apply is null: an infeasible level has no steps, a level without limit no limit.
    ``minimum_solutions`` is null when it was not counted to the end.
    """
    level = walked.level
    solved = walked.status is not Status.INFEASIBLE
    out: dict[str, Any] = {
        "status": walked.status.value,
        "steps": walked.steps if solved else None,
        "lower_bound": walked.lower_bound if solved else None,
        "walk": walked.walk if solved else None,
        "start": list(level.cells[level.start]),
        "end": list(level.cells[walked.end]) if solved else None,
    }
    if level.end >= 0:
        out["end_wanted"] = list(level.cells[level.end])
    if listed is not None:
        out["minimum_solutions"] = len(listed.walks) if listed.complete else None
        out["solutions"] = list(listed.walks)
    out |= {
        "limit": level.limit,
        "beats_limit": walked.beats_limit,
        "engine": walked.engine,
        "seconds": round(walked.seconds, 6),
    }
    if not solved:
        out["unpaintable"] = [list(level.cells[v]) for v in level.unpaintable]
    if level.name:
        out["name"] = level.name
    return out


def verdict_json(level: WalkLevel, walk: str, verdict: WalkVerdict) -> dict[str, Any]:
    """Return the result of simulating a walk as JSON values."""
    return {
        "solves": verdict.solves,
        "steps": len(walk),
        "illegal_step": verdict.illegal or None,
        "end": list(level.cells[verdict.end]),
        "unpainted": [list(level.cells[v]) for v in verdict.unpainted],
        "limit": level.limit,
    }


def title(level: WalkLevel, number: int) -> str:
    """Return the title of a level in a list: its name, or its number."""
    return printable(level.name) if level.name else f"level {number}"


def _why_unsolvable(walked: Walked) -> str:
    level = walked.level
    if walked.engine == "colours":
        return (
            f"the walk cannot end at {place_in_words(level, level.end)}: with "
            f"{level.painted.count(False)} cells to paint it ends on the other colour of a "
            "chessboard"
        )
    if not level.unpaintable:
        return f"the end, {place_in_words(level, level.end)}, is not connected with the start"
    if level.unpaintable == (level.start,):
        return "the start is empty and has no neighbour to come back from"
    return f"{_places_in_words(level, level.unpaintable)} not connected with the start"


def _places_in_words(level: WalkLevel, cells: Sequence[int]) -> str:
    """Return the number and positions of cells in words, with a verb: ``1 cell (...) is``."""
    listed = ", ".join(place_in_words(level, v) for v in cells[:LISTED_PLACES])
    more = ", ..." if len(cells) > LISTED_PLACES else ""
    kind = "1 cell" if len(cells) == 1 else f"{len(cells)} cells"
    return f"{kind} ({listed}{more}) {'is' if len(cells) == 1 else 'are'}"
