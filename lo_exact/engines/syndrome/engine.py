"""Search over syndromes, button by button: for systems of small rank, however many solutions.

What the buttons up to some place have done matters to the others only through the syndrome they
leave, so the least cost of the rest is a function of that syndrome (Bellman 1957; Wolf 1978 and
Forney 1988 for codes).  The syndromes that can occur and can still be mended are named by the
digits of the kernel words that have begun and not ended (`kernel_spans`): at most c^rank of
them, and fewer near both ends.

Costs about two passes over the states for each button; memory is the states and the bits that
remember the choices.
"""

from __future__ import annotations

from math import log2

import numpy as np

from lo_exact.algebra import Coset, IntArray, Unsolvable
from lo_exact.algebra.packed import as_tuple
from lo_exact.engines.engine import Offer, number_in_words
from lo_exact.engines.syndrome.spans import kernel_spans
from lo_exact.engines.syndrome.sweep import Sweep, cost_type
from lo_exact.errors import LimitReached
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import PackedSystem, System

MAX_STATES = 2**28
MAX_STEPS = 2**37
MAX_SPAN_STEPS = 2**30
MAX_BYTES = 2**31

TWO_COLOURS_NANOSECONDS = 0.55
MORE_NANOSECONDS = 1.4
"""CPU time of a syndrome on the way, two colours and more; low-rank matrices of 8 to 24 lights."""

BUTTON_SECONDS = 4.5e-4
"""CPU time of a button, however few the syndromes."""

BYTES = 3
"""Memory of one syndrome at the widest place."""


def refusal(system: System) -> str:
    """Say why there are too many syndromes, or ``""``."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return ""
    if isinstance(system, PackedSystem) and system.bits:
        return "boards so large are held packed, and their rank is not small"
    return syndromes_refusal(found, system.prices, per_button=system.per_button)


def syndromes_refusal(
    coset: Coset, prices: IntArray | None = None, *, per_button: bool = False
) -> str:
    """Say why a coset leaves too many syndromes, or ``""``.

    Args:
        coset: all solutions.
        prices: (buttons,) int64; by default 1 each.
        per_button: whether a pressed button costs its price once.
    """
    kernel = coset.kernel
    words, buttons = kernel.generators.shape
    if words * words * buttons > MAX_SPAN_STEPS:
        return f"{words} kernel words of {buttons} buttons are too many to look for short spans"
    widths = kernel_spans(kernel).widths()
    width, steps = max(widths, default=1), sum(widths)
    if width > MAX_STATES:
        return f"2^{log2(width):.0f} syndromes at once are more than 2^{log2(MAX_STATES):.0f}"
    if steps > MAX_STEPS:
        return f"2^{log2(steps):.0f} syndromes in all are more than 2^{log2(MAX_STEPS):.0f}"
    dtype, _ = cost_type(
        coset.particular,
        np.ones(buttons, dtype=np.int64) if prices is None else prices,
        per_button,
        kernel.modulus,
    )
    if 2 * width * dtype.itemsize > MAX_BYTES:
        return (
            f"2^{log2(width):.0f} syndromes at once, {2 * dtype.itemsize} bytes each, are more "
            f"than {MAX_BYTES >> 20} MiB"
        )
    return ""


def offer(system: System, wanted: Wanted) -> Offer:
    """Say what visiting all syndromes would take, for a system that is not refused."""
    found = system.solutions
    assert not isinstance(found, Unsolvable)
    widths = kernel_spans(found.kernel).widths()
    steps, widest = sum(widths), max(widths, default=1)
    why = f"{number_in_words(steps)} syndromes on the way"
    nanoseconds = TWO_COLOURS_NANOSECONDS if system.colours == 2 else MORE_NANOSECONDS
    seconds = steps * nanoseconds / 1e9 + BUTTON_SECONDS * system.unknowns
    return Offer(why, seconds, steps, widest * BYTES)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Find the minimum by searching over syndromes."""
    found = system.solutions
    if isinstance(found, Unsolvable):
        return Outcome(Status.INFEASIBLE, witness=as_tuple(found.witness))
    return minimise_by_syndromes(found, system.prices, wanted, watch, per_button=system.per_button)


def minimise_by_syndromes(
    coset: Coset, prices: IntArray, wanted: Wanted, watch: Watch, *, per_button: bool
) -> Outcome:
    """Find the minimum over all solutions, given them.

    Args:
        coset: all solutions.
        prices: (buttons,) int64 >= 0.
        wanted: what to find out.
        watch: the clock.
        per_button: whether a pressed button costs its price once.

    Raises:
        LimitReached: When `syndromes_refusal` says so.
    """
    if said := syndromes_refusal(coset, prices, per_button=per_button):
        raise LimitReached(said)
    sweep = Sweep(kernel_spans(coset.kernel), coset.particular, prices, per_button)
    weight = sweep.back(watch)
    minima = sweep.minima(max(wanted.minima, 1), watch)
    watch.improved(minima[0], weight)
    count = sweep.count(watch) if wanted.count else None
    return Outcome(Status.OPTIMAL, weight, tuple(minima), count, canonical=True)
