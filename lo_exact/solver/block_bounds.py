"""A lower bound from blocks of buttons, each minimised exactly.

Take some lights and all the buttons that touch them.  Whatever the other buttons do, these buttons
must satisfy these lights, so they cost at least the minimum of that small system.  Blocks that
share no button add up.  Blocks are grown around a wrong light, always by the light that brings the
fewest new buttons, as long as the block has few syndromes or few solutions.

Costs one small exact search a block, and is strong where the equations bind locally.
"""

from __future__ import annotations

from math import log2
from types import ModuleType

import numpy as np

from lo_exact.algebra import SparseMatrix, Unsolvable
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.syndrome import engine as syndrome
from lo_exact.outcome import Wanted, Watch
from lo_exact.puzzle import System

_MAX_ENTRIES = 2**20


def block_bound(system: System, watch: Watch, *, bits: int = 16) -> int:
    """Return the sum of the minima of blocks that share no button; 0 for very large systems.

    Args:
        system: what to solve.
        watch: the clock.
        bits: a block has at most about 2^bits syndromes or solutions.
    """
    if system.matrix.entries > _MAX_ENTRIES:
        return 0
    rows = system.matrix.transpose()
    taken: set[int] = set()
    total = 0
    for light in np.flatnonzero(system.syndrome).tolist():
        buttons = set(rows.column(light)[0].tolist())
        if buttons and taken.isdisjoint(buttons):
            watch.check()
            lights = _grown(system, rows, light, taken, max(int(bits / log2(system.colours)), 1))
            here = sorted({j for i in lights for j in rows.column(i)[0].tolist()})
            taken |= set(here)
            total += _minimum(system, sorted(lights), here, watch)
    return total


def _grown(
    system: System, rows: SparseMatrix, first: int, taken: set[int], digits: int
) -> set[int]:
    """Return the lights of a block around ``first``."""
    lights = {first}
    buttons = set(rows.column(first)[0].tolist())
    bringing: dict[int, set[int]] = {}
    new = set(buttons)
    while True:
        for j in new:
            for i in system.matrix.column(j)[0].tolist():
                if i not in lights and i not in bringing:
                    touched = set(rows.column(i)[0].tolist())
                    if taken.isdisjoint(touched):
                        bringing[i] = touched - buttons
        for brought in bringing.values():
            brought -= new
        if not bringing:
            return lights
        light = min(bringing, key=lambda i: (len(bringing[i]), i))
        new = bringing.pop(light)
        if min(len(lights) + 1, len(buttons) + len(new) - len(lights) - 1) > digits:
            return lights
        lights.add(light)
        buttons |= new


def _minimum(system: System, lights: list[int], buttons: list[int], watch: Watch) -> int:
    """Return the exact minimum of a block, or 0 when it is too large after all."""
    part = System(
        system.matrix.take_rows(np.array(lights)).take_columns(np.array(buttons)),
        system.syndrome[lights],
        system.prices[buttons],
        system.per_button,
    )
    found = part.solutions
    if isinstance(found, Unsolvable):
        return 0
    engine: ModuleType = syndrome
    if found.kernel.size <= system.colours ** len(lights) or syndrome.refusal(part):
        engine = coset
    if engine.refusal(part):
        return 0
    return int(engine.minimise(part, Wanted(), watch.apart()).weight)
