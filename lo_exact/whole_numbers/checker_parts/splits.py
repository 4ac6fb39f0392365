"""Evidence by splits, for counter puzzles: a search tree over whole-number solutions.

Proves: how many solutions there are, all of them or those up to a weight, and the least weight; so
a minimum, its number, a lower bound, a number of solutions, or that there is none.
Does not prove: a number where a button that adds to nothing makes endless solutions.
Trusts: A, s and the prices, from the part "puzzle".  A rank is taken mod the prime 2^61 - 1, which
can only make it smaller, and then the row is rejected.
"""

from __future__ import annotations

from math import gcd
from typing import Any

from lo_exact.certificate.checker_parts.claims import Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import (
    MAX_WHOLE,
    Vector,
    fields,
    in_words,
    integers,
    items,
    number,
    size,
)
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_RANK_NUMBERS = 10**7
"""Numbers stored while a rank is computed (about 1 GB)."""

# (k, sign, h) means sign * (f x) >= h, where f is functional k, or the prices if k is -1
Condition = tuple[int, int, int]
Section = tuple[Any, ...]


@form("splits", "unsolvable, solutions, minimum, lower bound", whole=(True,))
def judge_splits(certificate: Certificate, piece: Any) -> str:
    """Check evidence by splits: the leaves contain the claimed number of solutions.

    A button that adds to nothing is pressed in no minimum if it costs; in as many as one likes
    if it does not, and then nothing is counted.
    """
    system, counted = certificate.system, certificate.counted
    limit = None if certificate.bound == -1 else certificate.limit
    splits = Splits(system, piece, limit)
    count, least = splits.judge()
    if counted:
        free = [j for j in range(system.buttons) if not system.columns[j]]
        endless = [j for j in free if limit is None or system.prices[j] == 0]
        require(not endless, "a button that adds to nothing makes endless solutions")
    wanted = certificate.count if counted else 0
    require(count == wanted, f"the parts hold {in_words(count)} solutions, not {wanted}")
    if limit is not None and counted:
        require(least == limit, f"a solution weighs {least}")
    return f"whole numbers split in {len(splits.nodes)} nodes"


class Splits:
    """Search tree over all integer vectors x >= 0 with A x = s (and p x <= limit).

    A part is what is left by the conditions g x >= h on the way to it; the first is
    -p x >= -limit where there is a limit.  It is cut in two by a row f of whole numbers: f x is
    whole as well, so f x <= v or f x >= v + 1.  A part is empty when some y, and u >= 0 for its
    conditions, have y A + sum u_k g_k <= 0 in every place and y s + sum u_k h_k > 0: an x in it
    would give 0 >= (y A + sum u_k g_k) x >= y s + sum u_k h_k.
    """

    prime = 2**61 - 1

    def __init__(self, system: System, document: Any, limit: int | None):
        given = fields(document, "splits", "by functionals nodes", "congruence")
        self.system = system
        self.buttons: int = len(system.columns)
        rows = items(given["functionals"], "functionals")
        self.functionals: list[list[int]] = [
            integers(f, "a functional", self.buttons) for f in rows
        ]
        system.spend(len(rows) * self.buttons)
        self.live: list[int] = [j for j, column in enumerate(system.columns) if column]
        self.nodes: list[Any] = items(given["nodes"], "nodes")
        self.limit = limit
        if "congruence" in given:
            require(limit is not None, "a congruence rounds a limit")
            self.limit = self._rounded(limit or 0, given["congruence"])

    def _rounded(self, limit: int, document: Any) -> int:
        """Return the largest cost up to ``limit`` that the given congruence permits.

        d p = y A (mod d q), so that p x = y s / d (mod q).
        """
        given = fields(document, "congruence", "lights divisor modulus")
        d, q = (size(given[key], key, 1, MAX_WHOLE) for key in ("divisor", "modulus"))
        y = self._lights(given["lights"])
        sums, prices = self._sums(y), self.system.prices
        fits = all((d * prices[j] - sums[j]) % (d * q) == 0 for j in self.live)
        require(fits, "a price is not congruent")
        total = self._total(y)
        require(total % d == 0, "a congruence's sum is no multiple of its divisor")
        return limit - (limit - total // d) % q

    def _lights(self, value: Any) -> Vector:
        self.system.spend(self.system.lights)
        return integers(value, "lights", self.system.lights)

    def _sums(self, y: Vector) -> Vector:
        """Return the product y A of a row vector and the matrix."""
        self.system.spend(sum(len(column) + 1 for column in self.system.columns))
        return [sum(y[i] * amount for i, amount in column) for column in self.system.columns]

    def _total(self, y: Vector) -> int:
        """Return the scalar product y s with the right-hand side."""
        return sum(y[i] * amount for i, amount in self.system.need.items())

    def _at(self, row: int, x: Vector) -> int:
        """Return the scalar product of x with functional ``row``, or with the prices for row -1."""
        self.system.spend(self.buttons)
        g = self.system.prices if row == -1 else self.functionals[row]
        return sum(a * b for a, b in zip(g, x, strict=True))

    def judge(self) -> tuple[int, int | None]:
        """Return the number of solutions in the tree and their least cost, None if there are none.

        Buttons that add to nothing count as not pressed.
        """
        # linked list of conditions, newest first: both sides of a split share the older ones
        first: Section = () if self.limit is None else ((-1, -1, -self.limit), ())
        waiting = [first]
        count, least = 0, list[int]()
        for node in self.nodes:
            require(bool(waiting), "there are nodes behind the last")
            part = waiting.pop()
            require(type(node) is list and len(node) == 3, "a node is a list of three")
            kind, what, rest = node
            if kind == "split":
                row = number(what, "a functional's number", 0, len(self.functionals) - 1)
                (value,) = integers([rest], "a functional's value", 1)
                waiting += [((row, 1, value + 1), part), ((row, -1, -value), part)]
                continue
            conditions = self._conditions(part)
            if kind == "empty":
                self._check_empty(conditions, what, rest)
            else:
                require(kind == "row", "a node ends by split, empty or row")
                found, cost = self._row(conditions, what, rest)
                count += found
                least += [cost] if found else []
        require(not waiting, "the nodes end early")
        return count, min(least, default=None)

    def _conditions(self, part: Section) -> list[Condition]:
        """Return the conditions that define a part of the search space, the oldest first."""
        found: list[Condition] = []
        while part:
            condition, part = part
            found.append(condition)
        self.system.spend(2 * len(found))
        return found[::-1]

    def _check_empty(self, part: list[Condition], lights: Any, given: Any) -> None:
        y, times = self._lights(lights), integers(given, "multipliers", len(part), 0)
        sums, total = self._sums(y), self._total(y)
        for u, (row, sign, least) in zip(times, part, strict=True):
            if u:
                self.system.spend(self.buttons)
                g = self.system.prices if row == -1 else self.functionals[row]
                sums = [a + u * sign * b for a, b in zip(sums, g, strict=True)]
                total += u * least
        require(max(sums, default=0) <= 0, "a sum of conditions is above 0 at a button")
        require(total > 0, "a part may hold a solution")

    def _row(self, part: list[Condition], start: Any, step: Any) -> tuple[int, int]:
        """Check a line of solutions start + t step in a part; return their number and least cost.

        The equations, and the functionals whose value the part settles, leave one dimension, or
        none where the step is 0; and t is whole, because the step's numbers have no divisor.
        """
        x, d = integers(start, "start", self.buttons), integers(step, "step", self.buttons)
        dead = set(range(self.buttons)).difference(self.live)
        require(not any(x[j] or d[j] for j in dead), "a button that adds to nothing is pressed")
        system, moves = self.system, any(d)
        require(system.image(x) == system.need, "the start of a row is no solution")
        require(not any(system.image(d).values()), "the step of a row changes a light")
        require(not moves or gcd(*d) == 1, "the numbers of a step have a divisor")
        low: dict[int, int] = {}
        high: dict[int, int] = {}
        for row, sign, least in part:
            if sign == 1:
                low[row] = max(least, low.get(row, least))
            else:
                high[row] = min(-least, high.get(row, -least))
        settled = [row for row, value in low.items() if high.get(row) == value]
        for row in settled:
            require(self._at(row, x) == low[row], "the start of a row is in another part")
            require(self._at(row, d) == 0, "the step of a row leaves its part")
        require(self._rank(settled) == len(self.live) - moves, "a row leaves out some solutions")
        conditions = [(x[j], d[j]) for j in self.live]
        for row, sign, least in part:
            conditions.append((sign * self._at(row, x) - least, sign * self._at(row, d)))
        return self._along(conditions, self._at(-1, x), self._at(-1, d), moves)

    @staticmethod
    def _along(
        conditions: list[tuple[int, int]], cost: int, rise: int, moves: bool
    ) -> tuple[int, int]:
        """Count integers t with a + b t >= 0 for all (a, b); minimise cost + rise t over them."""
        if not moves:
            return int(all(a >= 0 for a, _ in conditions)), cost
        if any(a < 0 for a, b in conditions if b == 0):
            return 0, 0
        lows = [-(a // b) for a, b in conditions if b > 0]
        highs = [a // -b for a, b in conditions if b < 0]
        require(bool(lows) and bool(highs), "a row has no end")
        low, high = max(lows), min(highs)
        return max(0, high - low + 1), cost + rise * (low if rise >= 0 else high)

    def _rank(self, settled: list[int]) -> int:
        """Return the rank of A with functionals as extra rows, mod a prime (a lower bound)."""
        p, lights = self.prime, {light: k for k, light in enumerate(self.system.need)}
        kept: dict[int, dict[int, int]] = {}
        held = 0
        for j in self.live:
            row = {lights[light]: amount % p for light, amount in self.system.columns[j]}
            for k, f in enumerate(settled, start=len(lights)):
                row[k] = self.functionals[f][j] % p
            row = {k: value for k, value in row.items() if value}
            self.system.spend(len(row) + len(settled) + 1)
            while row and (lead := min(row)) in kept:
                factor, other = row[lead], kept[lead]
                self.system.spend(2 * len(row) + 2 * len(other))
                for k, value in other.items():
                    left = (row.get(k, 0) - factor * value) % p
                    if left:
                        row[k] = left
                    else:
                        del row[k]  # k is in row, since factor * value is not 0
            if row:
                inverse = pow(row[lead], -1, p)
                kept[lead] = {k: value * inverse % p for k, value in row.items()}
                held += len(row)
                fits = held <= MAX_RANK_NUMBERS
                bounded(fits, f"a rank holds more than {MAX_RANK_NUMBERS} numbers")
        return len(kept)
