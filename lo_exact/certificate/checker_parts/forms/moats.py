"""Evidence by moats: a lower bound from sets in which an odd number of lights must change.

Proves: for two colours, a lower bound.  A button crosses a set of lights when it is on an odd
number of them.  Where an odd number of the set's lights must change, an odd number of the pressed
buttons crosses it, so at least one.  Each set has a height, and for every button the heights of the
sets it crosses add up to no more than its price.  So each set's height is paid by a pressed button
that crosses it, no press pays more than its price, and all cost the sum of the heights at least.
Does not prove: how many minima there are; the bound may be below the minimum.
Trusts: A, s and the prices, from the part "puzzle".
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.reading import fields, items, size
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_HEIGHT = 2**128
"""Largest height, and largest scale."""

MAX_MOATS = 2**22
"""Largest number of moats, and of lights in all of them (1 GB)."""


@form("moats", MINIMA)
def judge_moats(certificate: Certificate, piece: Any) -> str:
    """Check moats: the heights of the sets that a button crosses add up to at most its price."""
    given, system = fields(piece, "moats", "by scale sets heights"), certificate.system
    require(system.colours == 2, "moats are for two colours")
    require(not certificate.counted, "moats prove no count")
    scale = size(given["scale"], "scale", 1, MAX_HEIGHT)
    heights = [size(v, "height", 0, MAX_HEIGHT) for v in items(given["heights"], "heights")]
    sets = [items(lights, "a moat") for lights in items(given["sets"], "sets")]
    require(len(sets) == len(heights), "each moat has a height")
    fits = len(sets) + sum(map(len, sets)) <= MAX_MOATS
    bounded(fits, f"more than {MAX_MOATS} moats and lights in them")
    around: dict[int, set[int]] = {}  # light -> the moats that contain it
    for k, lights in enumerate(sets):
        fits = all(type(light) is int and light in system.need for light in lights)
        require(fits, "a moat has a light that is none, or that does not matter")
        require(len(set(lights)) == len(lights), "a moat has a light twice")
        require(sum(system.need[i] for i in lights) % 2 == 1, "a moat need not be crossed")
        for light in lights:
            around.setdefault(light, set()).add(k)
    for column, price in zip(system.columns, system.prices, strict=True):
        crossed: set[int] = set()
        for light, _ in column:
            system.spend(1 + len(around.get(light, ())))
            crossed ^= around.get(light, set())
        paid = sum(heights[k] for k in crossed)
        require(paid <= scale * price, "the moats that a button crosses exceed its price")
    total = sum(heights)
    least = -(-total // scale)
    require(least >= certificate.bound, f"the moats show {least} only")
    return f"{len(sets)} moats: their heights add up to {total} / {scale}"
