"""Which subgroup and which submodule: the frame that leaves least to visit.

The whole group may keep no subspace of a useful size: the torus of 31 x 31 has none under all of
its symmetries.  So subgroups of index 2, and of these again, are looked at as well.  A guess at a
homomorphism to {0, 1}, a bit for each generator, gives one by Schreier's lemma; where the guess is
none, it gives the group again.  A group with orbits of m keys at most visits 2^k / m solutions at
least, so a subgroup that cannot do better than what was found is left out.

Costs some dozen milliseconds a subgroup, and the labels of all prefixes of the best frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from lo_exact.algebra.elimination import tick
from lo_exact.engines.orbits.action import AffineMap, composed, few_maps, orbit
from lo_exact.engines.orbits.quotient import prefix_map
from lo_exact.engines.orbits.submodules import Forms, small_submodules, sums_of

MAX_BITS = 24
"""Bits of a prefix: each has a label."""

JOB_BITS = 22
JOB_OVERHEAD = 2**JOB_BITS
"""What a prefix costs besides, in elements visited."""

GROUP_WORK = 2.0**31
"""What looking at a subgroup takes, in elements visited."""

MAX_SIZES = 3
"""Submodules of so many sizes are looked at for each subgroup."""

MAX_GROUPS = 24
"""Subgroups that are looked at."""

SAMPLES = 24
"""Prefixes whose orbits say how many orbits there are."""

MAX_ORBIT = 2**17
"""Images of one prefix that are counted."""

MAX_GENERATORS = 4


@dataclass(frozen=True, eq=False)
class ChosenModule:
    """A subgroup and a submodule of forms that it keeps.

    Attributes:
        maps: generators.
        forms: the submodule.
        elements: how many solutions are visited, about.
        work: the same with what a prefix costs besides.
    """

    maps: tuple[AffineMap, ...]
    forms: Forms
    elements: float
    work: float


def chosen_module(maps: Sequence[AffineMap]) -> ChosenModule | None:
    """Return the frame that takes least, about; None where there is none."""
    start = few_maps(maps, MAX_ORBIT, number=MAX_GENERATORS)
    if not start:
        return None
    width = start[0].width
    waiting, best = [(start, MAX_ORBIT + 1)], None
    for looked in range(MAX_GROUPS):
        if not waiting or (best is not None and best.work < looked * GROUP_WORK):
            break
        tick()
        group, above = waiting.pop(0)
        order = _orbit_size(group) if group else 1
        if not 1 < order < above or (best is not None and 2.0**width / order >= best.work):
            continue
        sizes: set[int] = set()
        modules = sums_of(small_submodules(group, width))
        for forms in sorted(modules, key=lambda one: abs(len(one) - (width - JOB_BITS))):
            if len(forms) <= MAX_BITS and len(forms) not in sizes and len(sizes) < MAX_SIZES:
                sizes.add(len(forms))
                found = _frame(group, forms, order)
                if best is None or found.work < best.work:
                    best = found
        waiting += [(one, order) for one in halves(group)]
    return best


def halves(maps: Sequence[AffineMap]) -> list[list[AffineMap]]:
    """Return generators of subgroups of index 2, each perhaps more than once; or of the group."""
    found = []
    for signs in product((0, 1), repeat=len(maps)):
        if not any(signs):
            continue
        odd = [one for one, sign in zip(maps, signs, strict=True) if sign]
        even = [one for one, sign in zip(maps, signs, strict=True) if not sign]
        turn = odd[0]
        made = [*even, *(composed(turn, composed(one, turn)) for one in even)]
        made += [composed(one, turn) for one in odd] + [composed(turn, one) for one in odd[1:]]
        found.append(few_maps(made, MAX_ORBIT, number=MAX_GENERATORS))
    return found


def _orbit_size(maps: Sequence[AffineMap]) -> int:
    word = np.array([0x2545F4914F6CDD1D & ((1 << maps[0].width) - 1)], dtype=np.uint64)
    return orbit(word, maps, MAX_ORBIT).size


def _frame(maps: Sequence[AffineMap], forms: Forms, order: int) -> ChosenModule:
    """Return a frame with its work, from the orbits of some prefixes by chance."""
    width, bits = maps[0].width, len(forms)
    acting = [prefix_map(forms, one) for one in maps]
    draw = np.random.default_rng(bits)
    shares = 0.0
    for _ in range(SAMPLES):
        tick()
        word = draw.integers(0, 1 << bits, 1, dtype=np.uint64)
        shares += 1 / orbit(word, acting, order).size
    orbits = max(1.0, shares / SAMPLES * 2.0**bits)
    elements = orbits * 2.0 ** (width - bits)
    return ChosenModule(tuple(maps), forms, elements, elements + orbits * JOB_OVERHEAD)
