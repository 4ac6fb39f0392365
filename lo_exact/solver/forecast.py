"""What answering would take, without answering: structure, the engine `auto` takes, work, time.

Elimination is done, since everything else follows from it; the search is not.  Times are rough
(a factor of three either way on a machine of 2020): so many elements or states, times what one was
measured to cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from lo_exact.algebra import Kernel, Unsolvable
from lo_exact.algebra.packed import BitRows
from lo_exact.engines.engine import Offer
from lo_exact.outcome import MEMORY, Wanted
from lo_exact.puzzle import Puzzle, System
from lo_exact.solver.choose import choose
from lo_exact.solver.presolve import presolve


@dataclass(frozen=True)
class PartPlan:
    """What one independent component takes.

    Attributes:
        unknowns: its buttons (the shift of a uniform target counts as one).
        lights: its lights.
        engines: what `auto` takes; several race; none when nothing can take it.
        why: one line for people.
        offer: what the first of them takes; None when nobody knows beforehand.
    """

    unknowns: int
    lights: int
    engines: tuple[str, ...]
    why: str
    offer: Offer | None


@dataclass(frozen=True)
class Plan:
    """What answering takes.

    Attributes:
        lights: lights that matter.
        buttons: buttons.
        colours: c.
        entries: of the activation matrix.
        solvable: whether there is a solution.
        solutions: how many solutions a solvable board has.
        nullity: number of independent quiet patterns; None when they have different orders.
        rank: unknowns - nullity; None likewise.
        classes: number of kinds of buttons that quiet patterns tell apart, free ones left out.
        free: buttons in no quiet pattern: every solution presses them alike.
        parts: the independent components that are left after presolve.
    """

    lights: int
    buttons: int
    colours: int
    entries: int
    solvable: bool
    solutions: int
    nullity: int | None
    rank: int | None
    classes: int
    free: int
    parts: tuple[PartPlan, ...]


def plan(puzzle: Puzzle, *, count: bool = False, memory: int = MEMORY) -> Plan:
    """Say what finding the minimum takes.

    Args:
        puzzle: The puzzle.
        count: whether the minimum solutions would be counted too.
        memory: bytes that engines of ours would be allowed.
    """
    wanted = Wanted(count=count, memory=memory)
    system = puzzle.system
    found = system.solutions
    parts = () if isinstance(found, Unsolvable) else presolve(system).parts
    kernel = system.elimination.kernel
    even = all(order == system.colours for order in kernel.orders)
    classes, free = _packed_classes(system) if system.packed else _classes(kernel)
    return Plan(
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
        parts=tuple(_part(part.system, wanted) for part in parts),
    )


def _part(system: System, wanted: Wanted) -> PartPlan:
    choice = choose(system, wanted)
    return PartPlan(system.unknowns, system.lights, choice.engines, choice.why, choice.offer)


def _packed_classes(system: System) -> tuple[int, int]:
    """Return the same as `_classes` of a board held packed, whose kernel is not written out."""
    from lo_exact.algebra.packed_kernel import count_classes

    count = len(system.elimination.orders)
    if not count:
        return 0, system.unknowns
    words = cast(list[BitRows], list(system.elimination.words(count)))
    return count_classes(words[0].shape, words)


def _classes(kernel: Kernel) -> tuple[int, int]:
    """Return how many different non-zero columns the kernel's generators have, and zero ones.

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
