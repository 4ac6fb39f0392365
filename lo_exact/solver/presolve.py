"""What can be settled by looking: dead and forced buttons, independent components.

A button that changes no light and costs something is never pressed in a minimum.  A light with one
button left, whose amount is a unit, forces that button.  What remains falls into components that
share no light and no button: minima add up, numbers of minima multiply, and the lexicographically
least minimum of the whole is made of those of the parts, because the first place where two
solutions differ lies in one part.

Costs a few plain passes over the entries; systems with more than `MAX_ENTRIES` are left whole,
since elimination handles them in one piece and the coset engine splits the kernel itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.puzzle import System

MAX_ENTRIES = 200_000


@dataclass(frozen=True, eq=False)
class Part:
    """One component: a system of its own, and which unknowns of the whole it speaks about."""

    system: System
    unknowns: IntArray


@dataclass(frozen=True, eq=False)
class Presolved:
    """What is left to solve.

    Attributes:
        values: (unknowns,) int64, the settled values; 0 where a part decides.
        parts: the components, by their least unknown.
        contradiction: whether a light was found that nothing can set right.
    """

    values: IntArray
    parts: tuple[Part, ...]
    contradiction: bool = False


def presolve(system: System) -> Presolved:
    """Settle what can be settled and split the rest into components."""
    n, c = system.unknowns, system.colours
    whole = Presolved(np.zeros(n, dtype=np.int64), (Part(system, np.arange(n)),))
    if system.matrix.entries > MAX_ENTRIES or n > MAX_ENTRIES or system.lights > MAX_ENTRIES:
        return whole
    starts = system.matrix.starts.tolist()
    rows, amounts = system.matrix.rows.tolist(), system.matrix.values.tolist()
    rest = system.syndrome.tolist()
    prices = system.prices.tolist()
    buttons_of: list[dict[int, int]] = [{} for _ in range(system.lights)]
    for j in range(n):
        for k in range(starts[j], starts[j + 1]):
            buttons_of[rows[k]][j] = amounts[k]
    value = [-1] * n
    queue = [i for i, buttons in enumerate(buttons_of) if len(buttons) < 2]
    while queue:
        i = queue.pop()
        if not buttons_of[i]:
            if rest[i]:
                return Presolved(whole.values, (), contradiction=True)
            continue
        ((j, amount),) = buttons_of[i].items()
        if gcd(amount, c) != 1:
            continue
        value[j] = rest[i] * pow(amount, -1, c) % c
        for k in range(starts[j], starts[j + 1]):
            light = rows[k]
            rest[light] = (rest[light] - amounts[k] * value[j]) % c
            del buttons_of[light][j]
            if len(buttons_of[light]) < 2:
                queue.append(light)
    for j in range(n):
        if value[j] < 0 and starts[j] == starts[j + 1] and prices[j]:
            value[j] = 0
    components = _components(value, starts, rows, buttons_of)
    if len(components) == 1 and len(components[0]) == n:
        return whole
    syndrome = np.array(rest, dtype=np.int64)
    settled = np.array([max(v, 0) for v in value], dtype=np.int64)
    return Presolved(settled, tuple(_part(system, syndrome, names) for names in components))


def _components(
    value: list[int], starts: list[int], rows: list[int], buttons_of: list[dict[int, int]]
) -> list[list[int]]:
    """Return the open unknowns of each component, ascending, by a flood through the lights."""
    seen = [v >= 0 for v in value]
    light_seen = [False] * len(buttons_of)
    components = []
    for first in range(len(value)):
        if seen[first]:
            continue
        seen[first] = True
        found, stack = [], [first]
        while stack:
            j = stack.pop()
            found.append(j)
            for light in rows[starts[j] : starts[j + 1]]:
                if light_seen[light]:
                    continue
                light_seen[light] = True
                fresh = [other for other in buttons_of[light] if not seen[other]]
                for other in fresh:
                    seen[other] = True
                stack.extend(fresh)
        components.append(sorted(found))
    return components


def _part(system: System, syndrome: IntArray, names: list[int]) -> Part:
    unknowns = np.array(names, dtype=np.int64)
    columns = system.matrix.take_columns(unknowns)
    lights = np.unique(columns.rows).astype(np.int64)
    part = System(
        columns.take_rows(lights), syndrome[lights], system.prices[unknowns], system.per_button
    )
    return Part(part, unknowns)
