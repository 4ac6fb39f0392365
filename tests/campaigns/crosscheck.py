"""Every engine x many random puzzles, against plain enumeration: ``make crosscheck``.

    python -m tests.campaigns.crosscheck --count 20000 --seed 1 --jobs 2

Prints one line an engine: how many puzzles it answered (the rest it refused), and how many answers
were wrong.  The first wrong answer is written out and ends the run with exit code 1.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed

import numpy as np

from lo_exact.engines.table import engines, find_engine
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.outcome import Status
from lo_exact.puzzle import Puzzle
from lo_exact.solver import count_solutions, minimum
from lo_exact.topology.random_puzzles import random_matrix_puzzles
from tests.boards.puzzles import as_text
from tests.truth.enumeration import Truth

BLOCK = 100
MAX_COUNTED = 40
"""Foreign engines count minima only where there are no more than this."""


def verdict(puzzle: Puzzle, truth: Truth, name: str) -> str:
    """Return "refused", "missing", "right", or what is wrong."""
    if name != "auto" and find_engine(name).refusal(puzzle.system):
        return "refused"
    try:
        # integer programs are solved anew for every minimum
        counted = len(truth.minima) <= MAX_COUNTED or ":" not in name
        found = minimum(puzzle, engine=name, count=counted, confirm=False)
    except MissingPackageError:
        return "missing"
    except UsageError:
        return "refused"
    if not truth.solutions:
        return "right" if found.status is Status.INFEASIBLE else f"{found.status}: no solution"
    if found.status is not Status.OPTIMAL:
        return f"{found.status} instead of optimal"
    minima = len(truth.minima) if counted else -1
    if (found.weight, found.minimum_solutions) != (truth.weight, minima):
        return (
            f"weight {found.weight}, {found.minimum_solutions} minima; "
            f"true are {truth.weight}, {len(truth.minima)}"
        )
    if found.presses not in truth.minima or (found.canonical and found.presses != truth.minima[0]):
        return f"presses {found.presses}, least is {truth.minima[0]}"
    return "right"


def run_block(seed: int, block: int, names: list[str], size: int) -> tuple[Counter, str]:
    """Judge one block of puzzles; blocks are independent streams of one seed."""
    rng = np.random.default_rng([seed, block])
    tally: Counter = Counter()
    for _, puzzle in zip(range(size), random_matrix_puzzles(rng, max_vectors=1500), strict=False):
        truth = Truth(puzzle)
        if count_solutions(puzzle) != len(truth.solutions):
            return tally, f"elimination: wrong count: {as_text(puzzle)}"
        for name in names:
            said = verdict(puzzle, truth, name)
            if said not in ("right", "refused", "missing"):
                return tally, f"{name}: {said}: {as_text(puzzle)}"
            tally[name, said] += 1
    return tally, ""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=2)
    options.add_argument("--engines", default="", help="comma-separated; all when empty")
    given = options.parse_args()
    names = (
        given.engines.split(",")
        if given.engines
        else ["auto", *(engine.name for engine in engines())]
    )
    blocks = -(-given.count // BLOCK)
    tally: Counter = Counter()
    started = time.monotonic()
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = [pool.submit(run_block, given.seed, b, names, BLOCK) for b in range(blocks)]
        for done, future in enumerate(as_completed(waiting), start=1):
            found, wrong = future.result()
            tally += found
            if wrong:
                print(f"WRONG {wrong}")
                pool.shutdown(cancel_futures=True)
                return 1
            if done % 10 == 0 or done == blocks:
                print(
                    f"{done * BLOCK} puzzles, {time.monotonic() - started:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
    for name in names:
        print(
            f"{name:24} {tally[name, 'right']:7} right {tally[name, 'refused']:7} refused"
            f" {tally[name, 'missing']:7} not installed"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
