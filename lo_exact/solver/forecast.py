"""Forecast of a search without solving: the structure, and the engines that would run.

Elimination is done, since everything else follows from it; the search is not.  A time is the number
of elements or states, times the measured cost of one.  Where a time is a guess, the forecast also
states when the engine counts as late.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra import Kernel, Unsolvable
from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.outcome import MEMORY, Wanted
from lo_exact.puzzle import PackedSystem
from lo_exact.solver.parts import presolve
from lo_exact.solver.running import Way, ways

SYSTEM_SECONDS, BUTTON_SECONDS = 0.003, 1.4e-5
"""CPU seconds for a system and for each button before any engine: elimination, kernel, classes.

Boards of 19 x 19 took 0.005 s, of 30 x 30 0.012 s.  `python -m benchmarks.forecasts` refits both.
"""


@dataclass(frozen=True)
class PartForecast:
    """Forecast for one independent component."""

    unknowns: int
    """Number of buttons (the shift of a uniform target counts as one)."""
    lights: int
    """Number of lights."""
    ways: tuple[Way, ...]
    """Strategies in order; the next starts when the one before is late."""

    @property
    def main(self) -> Way:
        """First strategy that is not a trial run; it most likely finds the answer."""
        return next(way for way in self.ways if not way.trial)

    @property
    def seconds(self) -> float | None:
        """Predicted CPU seconds, including the elimination, or None if they cannot be predicted."""
        if self.main.offer is None:
            return None
        return self.main.offer.seconds + SYSTEM_SECONDS + BUTTON_SECONDS * self.unknowns


@dataclass(frozen=True)
class Forecast:
    """Forecast of the search for a minimum, with the structure of the puzzle."""

    lights: int
    """Number of lights that matter."""
    buttons: int
    """Number of buttons."""
    colours: int
    """Number of colours c."""
    entries: int
    """Number of nonzero entries of the activation matrix."""
    solvable: bool
    """Whether the puzzle is solvable."""
    solutions: int
    """Number of solutions of a solvable board."""
    nullity: int | None
    """Number of independent quiet patterns; None when they have different orders."""
    rank: int | None
    """Unknowns minus nullity; None in the same case."""
    classes: int
    """Number of classes of buttons equal in all quiet patterns, without free buttons."""
    free: int
    """Buttons in no quiet pattern: all solutions agree on them."""
    parts: tuple[PartForecast, ...]
    """The independent components after presolve."""


def plan(puzzle: AnyPuzzle, *, count: bool = False, memory: int = MEMORY) -> Forecast:
    """Forecast the engines, time and memory of a search for the minimum, without searching.

    Args:
        puzzle: The puzzle.
        count: whether the minimum solutions are counted, too.
        memory: bytes of memory for built-in engines.

    Raises:
        UsageError: When the puzzle has counters: branching time cannot be predicted.
    """
    puzzle = of_colours(puzzle, "a plan")
    wanted = Wanted(count=count, memory=memory)
    system = puzzle.system
    found = system.solutions
    parts = () if isinstance(found, Unsolvable) else presolve(system).parts
    kernel = system.elimination.kernel
    even = all(order == system.colours for order in kernel.orders)
    if isinstance(system, PackedSystem) and system.bits:
        from lo_exact.algebra.packed_kernel import count_classes

        words = list(system.words())  # packed, since the kernel as an array is too large to store
        classes, free = count_classes(words[0].shape, words) if words else (0, system.unknowns)
    else:
        classes, free = _classes(kernel)
    return Forecast(
        lights=system.lights,
        buttons=puzzle.buttons,
        colours=puzzle.colours,
        entries=puzzle.activation.entries,
        solvable=not isinstance(found, Unsolvable),
        solutions=kernel.size,
        nullity=len(kernel.orders) if even else None,
        rank=system.unknowns - len(kernel.orders) if even else None,
        classes=classes,
        free=free,
        parts=tuple(
            PartForecast(one.unknowns, one.lights, tuple(ways(one, wanted)))
            for one in (part.system for part in parts)
        ),
    )


def _classes(kernel: Kernel) -> tuple[int, int]:
    """Count the kernel's distinct nonzero columns (classes of buttons) and its zero columns.

    For prime c columns are equal up to a factor; for composite c only equal ones count as one.
    """
    columns = np.ascontiguousarray(kernel.generators.T)
    used = columns[columns.any(axis=1)]
    free = columns.shape[0] - used.shape[0]
    if not used.size:
        return 0, free
    c = kernel.modulus
    wide = used.astype(np.int64)
    first = wide[np.arange(len(wide)), (wide != 0).argmax(axis=1)]
    if c > 2 and np.gcd(first, c).max() == 1:
        inverse = np.array([pow(int(v), -1, c) for v in first], dtype=np.int64)
        wide = wide * inverse[:, None] % c
    return int(np.unique(wide, axis=0).shape[0]), free
