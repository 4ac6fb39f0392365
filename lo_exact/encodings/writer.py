"""What every encoding writes on: variables and constraints one after another, then a formula."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lo_exact.formula import Formula, Linear, Literal, Sense, Xor

Terms = tuple[tuple[int, int], ...]
"""(coefficient, variable) pairs."""


class Writer:
    """Collects variables and constraints; `formula` freezes them."""

    def __init__(self) -> None:
        self._bounds: list[tuple[int, int]] = []
        self._clauses: list[tuple[Literal, ...]] = []
        self._xors: list[Xor] = []
        self._linear: list[Linear] = []

    def variable(self, low: int = 0, high: int = 1) -> int:
        """Return a new variable with these bounds."""
        self._bounds.append((low, high))
        return len(self._bounds)

    def clause(self, *literals: Literal) -> None:
        """Demand that one of the literals holds; none at all is a contradiction."""
        self._clauses.append(literals)

    def clauses(self, clauses: Iterable[tuple[Literal, ...]]) -> None:
        """Demand several clauses."""
        self._clauses.extend(clauses)

    def xor(self, variables: Sequence[int], parity: int) -> None:
        """Demand that the variables add up to ``parity`` mod 2."""
        self._xors.append(Xor(tuple(variables), parity))

    def linear(self, terms: Iterable[tuple[int, int]], sense: Sense, bound: int) -> None:
        """Demand sum coefficient * variable (sense) bound."""
        self._linear.append(Linear(tuple(terms), sense, bound))

    def formula(self, objective: Iterable[tuple[int, int]], readout: Iterable[Terms]) -> Formula:
        """Return what was written."""
        return Formula(
            bounds=tuple(self._bounds),
            clauses=tuple(self._clauses),
            xors=tuple(self._xors),
            linear=tuple(self._linear),
            objective=tuple(objective),
            readout=tuple(readout),
        )
