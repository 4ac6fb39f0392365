"""Shared helpers of the encodings, which turn equations into variables and constraints.

Equations are rows of plain Python integers, light by light; a `Writer` collects variables and
constraints one after another and freezes them as a formula.

Unknowns are ordered 0..1 variables: variable v of an unknown says "at least v presses".  An unknown
of 0..h takes h variables and h - 1 clauses; its value is their sum, so the number of presses is a
sum of variables with equal coefficients and "is this button used" is one variable.  Order encoding:
Crawford and Baker (1994).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from lo_exact.formula import Formula, Linear, Literal, Sense, Xor
from lo_exact.puzzle import System

MAX_CLAUSES = 2_000_000
"""Clauses of an encoding; those without auxiliary variables have a limit of their own."""


@dataclass(frozen=True)
class LightRow:
    """Equation of one light: sum of coefficient * unknown = residue (mod c)."""

    terms: tuple[tuple[int, int], ...]
    """(coefficient 1..c-1, number of the unknown) pairs, each unknown at most once."""
    residue: int
    """Right side, 0..c-1."""


def light_rows(system: System) -> list[LightRow]:
    """Return one `LightRow` for each light; a light without buttons has no terms."""
    by_light = system.matrix.transpose()
    starts = by_light.starts.tolist()
    buttons, amounts = by_light.rows.tolist(), by_light.values.tolist()
    return [
        LightRow(
            tuple(zip(amounts[low:high], buttons[low:high], strict=True)),
            residue,
        )
        for low, high, residue in zip(
            starts[:-1], starts[1:], system.syndrome.tolist(), strict=True
        )
    ]


def degrees(system: System) -> list[int]:
    """Return the number of buttons of each light."""
    counts: list[int] = np.bincount(system.matrix.rows, minlength=system.lights).tolist()
    return counts


Terms = tuple[tuple[int, int], ...]
"""Terms of a sum, as (coefficient, variable) pairs."""


class Writer:
    """Builder of a formula, which collects variables and constraints."""

    def __init__(self) -> None:
        self._bounds: list[tuple[int, int]] = []
        self._clauses: list[tuple[Literal, ...]] = []
        self._xors: list[Xor] = []
        self._linear: list[Linear] = []

    def variable(self, low: int = 0, high: int = 1) -> int:
        """Add a variable with the given bounds and return its number."""
        self._bounds.append((low, high))
        return len(self._bounds)

    def clause(self, *literals: Literal) -> None:
        """Add a clause; an empty clause is a contradiction."""
        self._clauses.append(literals)

    def clauses(self, clauses: Iterable[tuple[Literal, ...]]) -> None:
        """Add several clauses."""
        self._clauses.extend(clauses)

    def xor(self, variables: Sequence[int], parity: int) -> None:
        """Add the constraint that the variables sum to ``parity`` mod 2."""
        self._xors.append(Xor(tuple(variables), parity))

    def linear(self, terms: Iterable[tuple[int, int]], sense: Sense, bound: int) -> None:
        """Add the linear constraint: sum of coefficient * variable (``sense``) ``bound``."""
        self._linear.append(Linear(tuple(terms), sense, bound))

    def formula(self, objective: Iterable[tuple[int, int]], readout: Iterable[Terms]) -> Formula:
        """Return the collected constraints as a formula; ``readout`` has each unknown's terms."""
        return Formula(
            bounds=tuple(self._bounds),
            clauses=tuple(self._clauses),
            xors=tuple(self._xors),
            linear=tuple(self._linear),
            objective=tuple(objective),
            readout=tuple(readout),
        )


Levels = tuple[int, ...]
"""Variables "at least 1", "at least 2", ... of one unknown."""


def write_unknown(writer: Writer, high: int) -> Levels:
    """Add an unknown with values 0..high, in order encoding, and return its variables."""
    levels = tuple(writer.variable() for _ in range(high))
    for lower, upper in pairwise(levels):
        writer.clause(lower, -upper)
    return levels


def write_unknowns(writer: Writer, system: System) -> list[Levels]:
    """Add all unknowns of a system, each with values 0..c-1."""
    return [write_unknown(writer, system.colours - 1) for _ in range(system.unknowns)]


def differs(levels: Levels, value: int) -> tuple[Literal, ...]:
    """Return the literals of a clause which says that the unknown differs from ``value``."""
    return ((-levels[value - 1],) if value else ()) + (
        (levels[value],) if value < len(levels) else ()
    )


def finish_levels(writer: Writer, system: System, unknowns: list[Levels]) -> Formula:
    """Return the finished formula, with the system's cost as its objective."""
    return writer.formula(
        objective=(
            (price, variable)
            for price, levels in zip(system.prices.tolist(), unknowns, strict=True)
            if price
            for variable in (levels[:1] if system.per_button else levels)
        ),
        readout=((tuple(((1, variable) for variable in levels))) for levels in unknowns),
    )


WriteLight = Callable[[Writer, list[tuple[int, Levels]], int], None]
"""Function that adds sum coefficient * unknown = residue, given (coefficient, variables) pairs."""


def written_by_lights(system: System, write: WriteLight) -> Formula:
    """Return the formula of A x = s; ``write`` adds the equation of each light."""
    writer = Writer()
    unknowns = write_unknowns(writer, system)
    for row in light_rows(system):
        write(writer, [(amount, unknowns[button]) for amount, button in row.terms], row.residue)
    return finish_levels(writer, system, unknowns)


def first_levels(terms: list[tuple[int, Levels]]) -> list[int]:
    """Return, for each term, the single variable of its unknown; every unknown must be 0 or 1."""
    return [levels[0] for _, levels in terms]
