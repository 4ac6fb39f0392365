"""Evidence by the middle: light solutions are two sets of presses whose sums meet.

Proves: the least weight of all solutions up to the claim, and how many have it.  Take the unknowns
of a solution of weight p in order, the first ones until they weigh at least p - `listed`: these, L,
weigh less than p - `listed` without the last of them, and the others, U, stand behind them and
weigh `listed` at most.  L and U are presses of one solution only, and their sums add up to what is
needed.  So all U of weight `listed` at most are listed by what is missing to them, all that may be
L are gone through, and those that fit together are all solutions up to the claim, each once.
Does not prove: anything where such presses are too many (MAX_MIDDLE, MAX_MET).
Trusts: A, s and the prices, from the part "puzzle"; no kernel is needed.
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import fields, number
from lo_exact.certificate.checker_parts.verdict import bounded

MAX_MIDDLE = 2**28  # numbers of presses put to a choice, once more for 2048 bits (half a minute)
MAX_MET = 2**20  # choices that are listed or wait (0.5 GB)
MAX_MET_BITS = 2**32  # bits of their sums (0.5 GB)


@form("middle", MINIMA)
def judge_middle(certificate: Certificate, piece: Any) -> str:
    """List choices again, go through others, and compare the least weight that is met."""
    given = fields(piece, "middle", "by listed")
    listed = number(given["listed"], "listed", 0)
    least, count = meet(certificate.system, certificate.limit, listed)
    certificate.compare(certificate.bound if least is None else least, count)
    return "two halves of each light solution, with a list of the sums of one half"


class _Sums:
    """Sums of presses: one integer with a field of bits for each light.

    Attributes:
        need: what is to be added in all.
        moves: for each unknown, for each number of presses: what they cost, what they add, and
            what takes it away again.
        bits: of one sum.
        each: steps for one more press.
    """

    def __init__(self, system: System):
        c, lights = system.colours, len(system.need)
        # two numbers below c add up in a field without a carry
        self._width = 1 if c == 2 else (c - 1).bit_length() + 1
        self.bits: int = self._width * lights
        self.each: int = (c - 1) * (1 + self.bits // 2048)
        presses = (c - 1) * len(system.columns)
        numbers = sum(map(len, system.columns)) + lights
        fits = presses <= MAX_MET and presses * self.bits <= MAX_MET_BITS
        fits = fits and numbers * self.each <= MAX_MIDDLE
        bounded(fits, "the sums of presses are beyond this checker's bound")
        self._c = c
        ones = ((1 << self.bits) - 1) // ((1 << self._width) - 1)
        half = 1 << self._width - 1  # the highest bit; behind "+ to_c" it says "c or more"
        self._high, self._to_c = ones * half, ones * (half - c)
        places = {light: place * self._width for place, light in enumerate(system.need)}
        self.need: int = sum(amount << places[light] for light, amount in system.need.items())
        self.moves: list[list[tuple[int, int, int]]] = []
        for j, column in enumerate(system.columns):
            sums = [
                sum(times * amount % c << places[light] for light, amount in column)
                for times in range(1, c)
            ]
            costs = [system.cost(j, times) for times in range(1, c)]
            self.moves.append(list(zip(costs, sums, reversed(sums), strict=True)))

    def added(self, x: int, y: int) -> int:
        """Return the sum of two sums, mod c in each field."""
        if self._c == 2:
            return x ^ y
        x += y
        return x - ((x + self._to_c & self._high) >> self._width - 1) * self._c


def meet(system: System, limit: int, listed: int) -> tuple[int | None, int]:
    """Return the least weight up to a limit, None where there is none, and how often it comes."""
    sums = _Sums(system)
    size, added, moves, each = len(sums.moves), sums.added, sums.moves, sums.each
    most = min(MAX_MET, MAX_MET_BITS // (sums.bits + 1))
    steps, upper = 0, dict[int, list[tuple[int, int]]]()  # missing -> (first unknown, weight)
    waiting = [(size, 0, sums.need)] if limit >= 0 else []
    held = 0
    while waiting:
        first, weight, missing = waiting.pop()
        upper.setdefault(missing, []).append((first, weight))
        held += 1
        room = min(listed, limit) - weight
        waiting += [
            (j, weight + cost, added(missing, back))
            for j in range(first)
            for cost, _, back in moves[j]
            if cost <= room
        ]
        steps += (1 + first) * each
        fits = steps <= MAX_MIDDLE and held + len(waiting) <= most
        bounded(fits, "the sums of one half are beyond this checker's bound")
    least, count = limit + 1, 0
    halves = [(-1, 0, 0, -1)] if limit >= 0 else []  # last unknown, weight, sum, weight before it
    while halves:
        last, weight, word, before = halves.pop()
        for first, rest in upper.get(word, ()):
            whole = weight + rest
            if last < first and whole <= limit and (before < 0 or before < whole - listed):
                least, count = (whole, 1) if whole < least else (least, count + (whole == least))
        steps += each
        if weight < limit - listed:
            halves += [
                (j, weight + cost, added(word, more), weight)
                for j in range(last + 1, size)
                for cost, more, _ in moves[j]
                if cost <= limit - weight
            ]
            steps += (size - last) * each
        fits = steps <= MAX_MIDDLE and held + len(halves) <= most
        bounded(fits, "the sums are beyond this checker's bound")
    return (least, count) if count else (None, 0)
