"""Check by a complete search that no nontrivial word of a code has at most ``limit`` columns.

Proves: for one side of a code, that every word that matters has more than ``limit`` columns.
Does not prove: that there is one with one column more; a word shows that.
Trusts: the part "code_side".

A check is open while an odd number of the chosen columns is on it.  At each node one column of an
open check is chosen, the one with fewest free columns; columns tried there are out for those tried
after them.  A branch is given up when (1) the open checks need more columns than are left: each
needs one, and a column serves at most as many as it is on; (2) more than half of a trivial word is
chosen: adding that word makes a lighter one that matters as much; (3) no check is open: the chosen
columns are a trivial word, which no lightest word contains - or a word, and the claim is rejected.

Take a lightest word x that matters, of at most ``limit`` columns.  The root of the first orbit that
x meets contains, up to a symmetry, x and no earlier orbit.  From there, at each node, go to the
first tried column of x: (1) does not stop it, since the rest of x serves all open checks; (2) does
not, since x is lightest; (3) does not before x is complete.  So x is met.
"""

from __future__ import annotations

import sys

from lo_exact.certificate.checker_parts.verdict import bounded, require
from lo_exact.codes.checker_parts.code_side import DIGITS, CodeSide, Work

MAX_NODES = 10**7
"""About five minutes where checks are light; MAX_STEPS bounds the others."""

SHARES = 27_720
"""The least common multiple of 1..12: shares of a check are whole numbers of this unit."""


class CodeSearch:
    """Exhaustive search of a side for light words; ``nodes`` counts the columns chosen so far."""

    def __init__(self, side: CodeSide, limit: int):
        self.work: Work = side.work
        self.labels: list[int] = side.labels
        self.limit: int = limit
        self.nodes: int = 0
        self.checks: list[list[int]] = [
            row for row in map(list, dict.fromkeys(map(tuple, side.checks))) if row
        ]
        trivial = [row for row in map(list, dict.fromkeys(map(tuple, side.trivial))) if row]
        self.half: list[int] = [len(row) // 2 for row in trivial]
        self.checks_of = [[] for _ in range(side.size)]  # type: list[list[int]]
        self.trivial_of = [[] for _ in range(side.size)]  # type: list[list[int]]
        for listed, rows in ((self.checks_of, self.checks), (self.trivial_of, trivial)):
            for name, row in enumerate(rows):
                for column in row:
                    listed[column].append(name)
        # steps that `flip` and `set_free` take for each column, including undoing them
        self.steps_of: list[int] = [
            60 + 2 * (sum(4 + len(self.checks[k]) for k in checks) + 4 * len(words))
            + 2 * (label.bit_length() // DIGITS)
            for checks, words, label in zip(
                self.checks_of, self.trivial_of, self.labels, strict=True
            )
        ]  # fmt: skip
        self.is_free: list[bool] = [True] * side.size
        self.free: list[int] = [len(row) for row in self.checks]  # free columns of each check
        self.touches: list[int] = [0] * side.size  # number of open checks on each column
        self.open: set[int] = set()
        self.chosen_of: list[int] = [0] * len(trivial)  # chosen columns in each trivial word
        self.over: int = 0  # number of trivial words with more than half of their columns chosen
        self.label: int = 0

    def refute(self, orbits: list[list[int]]) -> None:
        """Search from a column of each orbit, leaving out earlier orbits; reject any word found."""
        for orbit in orbits:
            self.work.spend(sum(1 + len(self.checks_of[column]) for column in orbit))
            self.set_free(orbit[0], False)
            self.visit(orbit[0], self.limit - 1)
            for column in orbit[1:]:
                self.set_free(column, False)

    def set_free(self, column: int, free: bool) -> None:
        """Remove a column from the free ones, or make it free again."""
        self.is_free[column] = free
        for check in self.checks_of[column]:
            self.free[check] += 1 if free else -1

    def flip(self, column: int, step: int) -> None:
        """Choose a column (step 1), or undo the choice (step -1)."""
        for check in self.checks_of[column]:
            change = -1 if check in self.open else 1
            self.open ^= {check}
            for other in self.checks[check]:
                self.touches[other] += change
        for name in self.trivial_of[column]:
            before = self.chosen_of[name] > self.half[name]
            self.chosen_of[name] += step
            self.over += (self.chosen_of[name] > self.half[name]) - before
        self.label ^= self.labels[column]

    def visit(self, column: int, left: int) -> None:
        """Choose a column that the caller removed from the free ones; add at most ``left`` more."""
        self.nodes += 1
        bounded(self.nodes <= MAX_NODES, f"the search has more than {MAX_NODES} nodes")
        self.work.spend(self.steps_of[column])
        self.flip(column, 1)
        if not self.over:
            if not self.open:
                require(not self.label, f"there is a word of {self.limit - left} columns")
            elif left:
                tried = self.columns_to_try(left)
                for following in tried:
                    self.set_free(following, False)
                    self.visit(following, left - 1)
                for following in tried:
                    self.set_free(following, True)
        self.flip(column, -1)

    def columns_to_try(self, left: int) -> list[int]:
        """Return an open check's free columns; none if ``left`` columns cannot close all checks."""
        is_free, touches = self.is_free, self.touches
        needed = steps = 0
        for check in self.open:
            steps += 8 + len(self.checks[check])
            most = 0
            for column in self.checks[check]:
                if is_free[column] and touches[column] > most:
                    most = touches[column]
            if not most:
                self.work.spend(steps)
                return []
            needed += SHARES // most
        self.work.spend(steps)
        if needed > left * SHARES:
            return []
        free = self.free
        check = min(self.open, key=lambda one: (free[one], one))
        self.work.spend(8 * len(self.checks[check]))
        tried = [column for column in self.checks[check] if is_free[column]]
        return sorted(tried, key=lambda column: -touches[column])


def refuted(side: CodeSide, limit: int, orbits: list[list[int]]) -> int:
    """Reject any nontrivial word of up to ``limit`` columns; return the number of search nodes."""
    search = CodeSearch(side, limit)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), limit + 1000))
    search.refute(orbits)
    return search.nodes
