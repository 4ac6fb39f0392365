"""Weight distribution of a narrow system, by a sweep whose states store a count for each weight.

The states are those of the engine `syndrome`: the digits of the kernel words that have begun and
not ended, in an order of buttons that leaves few.  Going back, a word's digit joins where the word
ends, each button shifts the counts by its cost, and where a word starts its digits are added up.
Numbers of solutions may have any size: they are made mod several numbers below 2^62 and joined by
the Chinese remainder theorem; their product exceeds the number of all solutions.

Costs syndromes x weights additions for each modulus.
"""

from math import gcd, log2, prod

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.engines.syndrome.engine import OrderedCoset
from lo_exact.engines.syndrome.spans import Section, sections
from lo_exact.outcome import Watch

MODULI_BELOW = 2**62
"""Bound on moduli, so that the sum of two residues is below 2^63."""

ADDITION_SECONDS = 1e-8
"""CPU time of an addition of two counts."""

STEP_SECONDS = 2e-4
"""CPU time of a button for each modulus."""

Counts = NDArray[np.uint64]


def degree(ordered: OrderedCoset, *, per_button: bool) -> int:
    """Return an upper bound on the weight, divided by the greatest common divisor of the prices."""
    most = 1 if per_button else ordered.spans.modulus - 1
    return int(ordered.prices.astype(object).sum()) * most // _scale(ordered.prices)


def window_bytes(ordered: OrderedCoset, *, per_button: bool) -> int:
    """Estimate the memory of the count tables, in bytes."""
    widest = max(ordered.spans.widths(), default=1)
    return 4 * 8 * widest * (degree(ordered, per_button=per_button) + 1)


def window_seconds(ordered: OrderedCoset, *, per_button: bool) -> float:
    """Estimate the CPU seconds of counting all solutions."""
    steps = min(sum(ordered.spans.widths()), 2**900)
    numbers = steps * (degree(ordered, per_button=per_button) / 2 + 1)
    buttons = ordered.spans.buttons
    size = int(sum(log2(word.prime) for word in ordered.spans.words))
    return (size // 61 + 1) * (numbers * ADDITION_SECONDS + buttons * STEP_SECONDS)


def window_histogram(ordered: OrderedCoset, watch: Watch, *, per_button: bool) -> dict[int, int]:
    """Return the numbers of solutions by weight, as {weight: number}, ascending.

    Args:
        ordered: all solutions.
        watch: the clock.
        per_button: whether a pressed button costs its price once.
    """
    size = prod(word.prime for word in ordered.spans.words)
    moduli = _enough_moduli(size)
    parts = sections(ordered.spans)
    residues = [
        _counts(ordered, parts, np.uint64(modulus), watch, per_button=per_button)
        for modulus in moduli
    ]
    whole = prod(moduli)
    lifts = [whole // m * pow(whole // m, -1, m) for m in moduli]
    scale, found = _scale(ordered.prices), {}
    for at in np.flatnonzero(np.any(residues, axis=0)).tolist():
        many = sum(int(counts[at]) * lift for counts, lift in zip(residues, lifts, strict=True))
        found[at * scale] = many % whole
    return found


def _scale(prices: IntArray) -> int:
    return max(int(np.gcd.reduce(prices)), 1) if prices.size else 1


def _enough_moduli(size: int) -> list[int]:
    """Return pairwise coprime moduli below `MODULI_BELOW` whose product exceeds ``size``."""
    found, product, candidate = [], 1, MODULI_BELOW
    while product <= size:
        candidate -= 1
        if gcd(candidate, product) == 1:
            found.append(candidate)
            product *= candidate
    return found


def _counts(
    ordered: OrderedCoset,
    parts: list[Section],
    modulus: np.uint64,
    watch: Watch,
    *,
    per_button: bool,
) -> Counts:
    """Return the number of solutions of each weight, modulo ``modulus``, of shape (weights,)."""
    c, scale = ordered.spans.modulus, _scale(ordered.prices)
    particular = np.asarray(ordered.coset.particular)
    table: Counts = np.ones((1, 1), dtype=np.uint64)
    done, total = 0, sum(section.states for section in parts)
    for section in reversed(parts):
        watch.check(done, total)
        done += section.states
        for outside, size, inside in section.join:
            wide = table.reshape(outside, 1, inside, -1)
            table = np.repeat(wide, size, axis=1).reshape(-1, table.shape[1])
        pressed = section.form(np.arange(section.states), c)
        pressed = (pressed + int(particular[section.button])) % c
        counted = (pressed != 0).astype(np.int64) if per_button else pressed
        table = _shifted(table, counted, int(ordered.prices[section.button]) // scale)
        if section.choices > 1:
            choices = table.reshape(section.choices, -1, table.shape[1])
            table = choices[0]
            for more in choices[1:]:
                table = table + more
                # a negative difference wraps to 2^63 or more, so the minimum is the residue
                np.minimum(table, table - np.uint64(modulus), out=table)
    counts: Counts = table[0]
    return counts


def _shifted(table: Counts, counted: IntArray, price: int) -> Counts:
    """Add a button's cost: shift the counts of each state by ``counted * price`` weights."""
    amounts = np.unique(counted * price)
    least, most = int(amounts[0]), int(amounts[-1])
    if least == most == 0:
        return table
    wide = np.zeros((table.shape[0], table.shape[1] + most), dtype=np.uint64)
    for amount in amounts.tolist():
        here = np.flatnonzero(counted * price == amount)
        wide[here, amount : amount + table.shape[1]] = table[here]
    return wide
