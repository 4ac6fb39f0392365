"""Forecasts of ``plan`` beside what the answers then take, on boards of the page of benchmarks.

    python -m benchmarks.forecasts

Each board is planned and answered after another of its kind, since imports are in no forecast; CPU
seconds of this process and its children.  A forecast counts as missed when it is more than twice or
less than half of what was taken, and more than `NEGLIGIBLE_SECONDS` away; guesses, which `plan`
calls so, are marked.
"""

from __future__ import annotations

import sys

from benchmarks.boards import Board
from lo_exact.processes.worker import cpu_seconds
from lo_exact.solver import minimum
from lo_exact.solver.forecast import plan

NEGLIGIBLE_SECONDS = 0.01

BOARDS = tuple(
    Board(family, n, colours, 1)
    for family, n, colours in (
        ("plus", 19, 2), ("plus", 23, 2), ("plus", 30, 2), ("plus", 39, 2), ("plus", 61, 2),
        ("torus", 20, 2), ("torus", 60, 2), ("row+column", 13, 2), ("row+column", 17, 2),
        ("plus", 9, 3), ("plus", 14, 3), ("plus", 14, 4), ("plus", 14, 6),
        ("colour-code", 15, 2), ("colour-code", 31, 2),
    )
)  # fmt: skip


def main() -> int:
    """Print forecast and CPU seconds of each board; say by the exit code whether one was missed."""
    missed = 0
    for board in BOARDS:
        warm = Board(board.family, board.n, board.colours, 2).puzzle()
        minimum(warm)
        puzzle = board.puzzle()
        parts = plan(puzzle).parts
        forecast = sum(part.seconds or 0.0 for part in parts)
        offers = [part.main.offer for part in parts]
        guessed = " guess" if any(o is None or o.late is not None for o in offers) else ""
        fresh = board.puzzle()
        began = cpu_seconds()
        answer = minimum(fresh)
        taken = cpu_seconds() - began
        wrong = not taken / 2 <= forecast <= 2 * taken
        wrong = wrong and abs(forecast - taken) > NEGLIGIBLE_SECONDS
        missed += wrong
        print(
            f"{board.family:12} n = {board.n:3} c = {board.colours}  {answer.engine:12} forecast "
            f"{forecast:8.4f}  taken {taken:8.4f}{guessed}{'  MISSED' if wrong else ''}",
            flush=True,
        )
    print(f"{missed} of {len(BOARDS)} forecasts missed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
