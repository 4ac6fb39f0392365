"""Forecasts of ``plan`` beside what the answers then take, on boards of the page of benchmarks.

    python -m benchmarks.forecasts

Each board is planned and answered after another of its kind, since imports are in no forecast; CPU
seconds of this process and its children.  A forecast counts as missed when it is more than twice or
less than half of what was taken, and more than `NEGLIGIBLE_SECONDS` away; guesses, which `plan`
calls so, are marked.

Then it prints the constants of time again, as these boards would have them: where one makes at
least half of a board's forecast, the value with which the forecast would be what was taken, and the
median of these.  To refit a constant, write that number in its place.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from statistics import median
from types import ModuleType

from benchmarks.boards import Board
from benchmarks.codes import bicycle, flipped, tanner, toric
from lo_exact.engines.engine_table import find_engine
from lo_exact.processes.worker import cpu_seconds
from lo_exact.puzzle import Puzzle
from lo_exact.solver import forecast as every_engine
from lo_exact.solver import minimum, running
from lo_exact.solver.forecast import plan

Constant = tuple[ModuleType, str]

NEGLIGIBLE_SECONDS = 0.01

BOARDS = (
    ("plus", 19, 2), ("plus", 23, 2), ("plus", 30, 2), ("plus", 39, 2), ("plus", 61, 2),
    ("torus", 20, 2), ("torus", 60, 2), ("row+column", 13, 2), ("row+column", 17, 2),
    ("plus", 9, 3), ("plus", 14, 3), ("plus", 14, 4), ("plus", 14, 6),
    ("colour-code", 15, 2), ("colour-code", 31, 2),
)  # fmt: skip
"""Family, side and colours."""

CODES = (
    ("toric 30", toric(30), 0.1), ("toric 50", toric(50), 0.1),
    ("bicycle [[144,12,12]]", bicycle(144), 0.08), ("Tanner (155,64)", tanner(), 0.06),
)  # fmt: skip
"""Name, checks, and the rate of errors."""


def pairs() -> Iterator[tuple[str, Puzzle, Puzzle]]:
    """Yield a name, another board of its kind, and the board."""
    for family, n, colours in BOARDS:
        other, board = (Board(family, n, colours, seed).puzzle() for seed in (2, 1))
        yield f"{family} {n}, c = {colours}", other, board
    for name, checks, rate in CODES:
        board, other = (instance.puzzle for instance in flipped(name, checks, (rate,), 2))
        yield name, other, board


def forecast_of(puzzle: Puzzle) -> float:
    """Return the forecast CPU seconds of a minimum."""
    return sum(part.seconds or 0.0 for part in plan(puzzle).parts)


def fitted(puzzle: Puzzle, engine: str, taken: float) -> dict[Constant, float]:
    """Return the constant that makes most of a forecast, as the time taken would have it.

    A forecast is a sum of products with one constant each, so doubling a constant adds its share.
    """
    forecast = forecast_of(puzzle)
    found = {}
    for module in (every_engine, running, import_module(find_engine(engine).door)):
        for name, value in list(vars(module).items()):
            if "SECONDS" not in name or "LATE" in name or not isinstance(value, float):
                continue
            setattr(module, name, 2 * value)
            share = forecast_of(puzzle) - forecast
            setattr(module, name, value)
            if share >= forecast / 2:
                found[module, name] = value * (1 + (taken - forecast) / share)
    return found


def main() -> int:
    """Print forecast and CPU seconds of each board; say by the exit code whether one was missed."""
    missed = 0
    fits = defaultdict[Constant, list[float]](list)
    for name, other, puzzle in pairs():
        minimum(other)
        parts = plan(puzzle).parts
        forecast = forecast_of(puzzle)
        offers = [part.main.offer for part in parts]
        guessed = " guess" if any(o is None or o.late is not None for o in offers) else ""
        fresh = replace(puzzle)
        began = cpu_seconds()
        answer = minimum(fresh)
        taken = cpu_seconds() - began
        wrong = not taken / 2 <= forecast <= 2 * taken
        wrong = wrong and abs(forecast - taken) > NEGLIGIBLE_SECONDS
        missed += wrong
        print(
            f"{name:22} {answer.engine:12} forecast {forecast:8.4f}  taken {taken:8.4f}"
            f"{guessed}{'  MISSED' if wrong else ''}",
            flush=True,
        )
        if all(part.main.engines[:1] == (answer.engine,) for part in parts):
            for fit, value in fitted(puzzle, answer.engine, taken).items():
                fits[fit].append(value)
    for (module, constant), values in fits.items():
        print(
            f"{module.__name__}.{constant} = {vars(module)[constant]:g}; "
            f"{len(values)} boards would have {median(values):.2g}"
        )
    print(f"{missed} of {len(BOARDS) + len(CODES)} forecasts missed")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
