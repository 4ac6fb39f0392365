"""Every engine x many random puzzles, against plain enumeration: ``make crosscheck``.

    python -m tests.campaigns.crosscheck --count 20000 --seed 1 --jobs 2

Prints for each engine how many puzzles it answered, and how many it refused.
"""

import argparse
import sys
from collections.abc import Iterator

import numpy as np

from lo_exact.engines.engine_table import all_engines, find_engine
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import count_solutions, minimum
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.boards.puzzles import as_text
from tests.campaigns import frame
from tests.truth.enumeration import Truth

NAMES = ("auto", *(engine.name for engine in all_engines()))
MAX_COUNTED = 40
"""Foreign engines count minima only where there are no more than this."""


def verdict(puzzle: Puzzle, truth: Truth, name: str) -> str:
    """Return "refused", "missing", "right", or what is wrong."""
    if name != "auto" and find_engine(name).refusal(puzzle.system):
        return "refused"
    try:
        # integer programs find one minimum
        counted = len(truth.minima) <= MAX_COUNTED or ":" not in name
        counted = counted and (name == "auto" or not find_engine(name).floating)
        found = minimum(puzzle, engine=name, count=counted, confirm=False)
    except MissingPackageError:
        return "missing"
    except UsageError:
        return "refused"
    if not truth.solutions:
        return "right" if found.status is Status.INFEASIBLE else f"{found.status}: no solution"
    if found.status is not Status.OPTIMAL:
        return f"{found.status} instead of optimal"
    right = not counted or found.minimum_solutions == len(truth.minima)
    if found.weight != truth.weight or not right:
        return (
            f"weight {found.weight}, {found.minimum_solutions} minima; "
            f"true are {truth.weight}, {len(truth.minima)}"
        )
    if found.presses not in truth.minima or (found.canonical and found.presses != truth.minima[0]):
        return f"presses {found.presses}, least is {truth.minima[0]}"
    return "right"


def judge(rng: np.random.Generator, given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Judge every engine's answer to the next random puzzle."""
    puzzle = next(iter(random_matrix_puzzles(rng, max_vectors=1500)))
    truth = Truth(puzzle)
    wrong = count_solutions(puzzle) != len(truth.solutions)
    yield "elimination", f"wrong count: {as_text(puzzle)}" if wrong else ""
    for name in given.engines.split(",") if given.engines else NAMES:
        said = verdict(puzzle, truth, name)
        if said in ("right", "refused", "missing"):
            yield f"{name:24} {said}", ""
        else:
            yield name, f"{said}: {as_text(puzzle)}"


if __name__ == "__main__":
    engine_names = {"--engines": {"default": "", "help": "comma-separated; all when empty"}}
    sys.exit(frame.main(judge, __doc__, count=20_000, options=engine_names))
