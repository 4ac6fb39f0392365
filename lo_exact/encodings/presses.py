"""Unknowns as ordered 0..1 variables: variable v of an unknown says "at least v presses".

An unknown of 0..h takes h variables and h - 1 clauses; its value is their sum, so the number of
presses is a sum of variables with equal coefficients and "is this button used" is one variable.
Order encoding: Crawford and Baker (1994).
"""

from __future__ import annotations

from itertools import pairwise

from lo_exact.encodings.writer import Terms, Writer
from lo_exact.formula import Formula, Literal
from lo_exact.puzzle import System

Levels = tuple[int, ...]
"""Variables "at least 1", "at least 2", ... of one unknown."""


def write_unknown(writer: Writer, high: int) -> Levels:
    """Write an unknown of 0..high."""
    levels = tuple(writer.variable() for _ in range(high))
    for lower, upper in pairwise(levels):
        writer.clause(lower, -upper)
    return levels


def write_unknowns(writer: Writer, system: System) -> list[Levels]:
    """Write all unknowns of a system, 0..c-1 each."""
    return [write_unknown(writer, system.colours - 1) for _ in range(system.unknowns)]


def differs(levels: Levels, value: int) -> tuple[Literal, ...]:
    """Return literals of which one holds exactly when the unknown is not ``value``."""
    return ((-levels[value - 1],) if value else ()) + (
        (levels[value],) if value < len(levels) else ()
    )


def finish(writer: Writer, system: System, unknowns: list[Levels]) -> Formula:
    """Return the formula with the system's cost as objective."""
    return writer.formula(
        objective=(
            (price, variable)
            for price, levels in zip(system.prices.tolist(), unknowns, strict=True)
            if price
            for variable in (levels[:1] if system.per_button else levels)
        ),
        readout=(_sum_of(levels) for levels in unknowns),
    )


def _sum_of(levels: Levels) -> Terms:
    return tuple((1, variable) for variable in levels)
