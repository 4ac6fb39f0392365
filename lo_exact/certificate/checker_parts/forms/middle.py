"""Evidence by the middle: light solutions are two sets of buttons whose sums meet; two colours.

Proves: the least weight of all solutions up to the claim, and how many have it.  Take the buttons
of a solution of weight p in order, the first ones until they weigh at least p - `listed`: that set,
L, weighs less than p - `listed` without its last button, and the others, U, stand behind it and
weigh `listed` at most.  L and U are two sets of one solution only, and their sums differ by what is
needed.  So all sets of weight `listed` at most are listed by their sum, all sets that may be L are
gone through, and those that fit together are all solutions up to the claim, each once.
Does not prove: anything where sets are too many (MAX_MIDDLE, MAX_MET).
Trusts: A, s and the prices, from the part "puzzle"; no kernel is needed.
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import fields, number
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_MIDDLE = 2**28  # unknowns put to a set, once more for 2048 lights (half a minute)
MAX_MET = 2**20  # sets that are listed or wait (0.5 GB)


@form("middle", MINIMA)
def judge_middle(certificate: Certificate, piece: Any) -> str:
    """List sets again, go through others, and compare the least weight that is met."""
    given, system = fields(piece, "middle", "by listed"), certificate.system
    require(system.colours == 2, "evidence by the middle is about two colours")
    listed = number(given["listed"], "listed", 0)
    least, count = meet(system, certificate.limit, listed)
    certificate.compare(certificate.bound if least is None else least, count)
    return "two halves of each light solution, with a list of the sums of one half"


def meet(system: System, limit: int, listed: int) -> tuple[int | None, int]:
    """Return the least weight up to a limit, None where there is none, and how often it comes."""
    bits = {light: 1 << place for place, light in enumerate(system.need)}
    words = [sum(bits[light] for light, _ in column) for column in system.columns]
    need = sum(bits[light] for light, amount in system.need.items() if amount)
    prices, size, each = system.prices, len(words), 1 + len(bits) // 2048
    steps, upper = 0, dict[int, list[tuple[int, int]]]()  # sum -> (first unknown, weight)
    sets = [(size, 0, 0)] if limit >= 0 else []
    held = 0
    while sets:
        first, weight, word = sets.pop()
        upper.setdefault(word, []).append((first, weight))
        held += 1
        room = min(listed, limit) - weight
        sets += [
            (j, weight + prices[j], word ^ words[j]) for j in range(first) if prices[j] <= room
        ]
        steps += (1 + first) * each
        fits = steps <= MAX_MIDDLE and held + len(sets) <= MAX_MET
        bounded(fits, "the sets of one half are beyond this checker's bound")
    least, count = limit + 1, 0
    halves = [(-1, 0, 0, -1)] if limit >= 0 else []  # last unknown, weight, sum, weight before it
    while halves:
        last, weight, word, before = halves.pop()
        for first, rest in upper.get(word ^ need, ()):
            whole = weight + rest
            if last < first and whole <= limit and (before < 0 or before < whole - listed):
                least, count = (whole, 1) if whole < least else (least, count + (whole == least))
        steps += each
        if weight < limit - listed:
            halves += [
                (j, weight + prices[j], word ^ words[j], weight)
                for j in range(last + 1, size)
                if prices[j] <= limit - weight
            ]
            steps += (size - last) * each
        bounded(steps <= MAX_MIDDLE, "the sets are beyond this checker's bound")
    return (least, count) if count else (None, 0)
