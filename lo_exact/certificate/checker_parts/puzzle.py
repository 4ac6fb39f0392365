"""Puzzle as a linear system A x = s (mod c), identified by the SHA-256 of its JSON form.

A puzzle is a set of lights and buttons.  A press of button j adds column j of a matrix A to the
lights, mod c.  Wanted are presses x, each 0..c-1, with A x = s (mod c), and cheap ones.  Counters
have no c: then x are whole numbers, 0 or more, and A x = s.

Proves: that presses solve it (`System.image`) and what they cost (`System.weight`), in integers.
Does not prove: that this is the puzzle you mean; the SHA-256 says which one it is.
Trusts: ``hashlib`` and ``struct``, for the name alone.
"""

from __future__ import annotations

import hashlib
import struct
from itertools import chain, compress
from operator import lt
from typing import Any

from lo_exact.certificate.checker_parts.reading import (
    Vector,
    fields,
    integers,
    items,
    number,
    size,
    vector,
)
from lo_exact.certificate.checker_parts.verdict import bounded, require

MAX_PLACES = 2**22
"""Largest number of lights, and of buttons (2 GB)."""

MAX_VECTORS = 5 * 10**7
"""Numbers in all presses and patterns that are listed (0.8 GB)."""

MAX_STEPS = 10**9
"""Steps of multiplying out, and likewise of each elimination."""


class System:
    """Linear system A x = s (mod c) of a puzzle, read from its JSON form.

    Attributes:
        whole: whether it is a puzzle of counters, A x = s without c.
        colours: c; 0 for counters.
        buttons: number of buttons.
        columns: (light, amount) pairs that each unknown adds to lights that matter.
            The unknowns are the buttons, and one more when any uniform colour will do: the shift k
            of the target.  A x = t + k - b is A x - k = t - b, so k adds -1 to every light.
        lights: number of lights.
        need: s, {light: amount} for the lights that matter.
        prices: price of one press of each unknown; 0 for the shift.
        per_button: whether a pressed button costs its price only once.
        sha256: hash that identifies the puzzle.
    """

    def __init__(self, document: Any):
        needed = "colours lights buttons state target uniform objective"
        given = fields(document, "puzzle", needed, "amounts ignored prices")
        self.whole: bool = given["colours"] is None
        c = 2**31 if self.whole else number(given["colours"], "colours", 2, 2**31)
        self.colours: int = 0 if self.whole else c
        self.lights: int = size(given["lights"], "lights", 0, MAX_PLACES)
        state = vector(given["state"], "state", self.lights, c)
        target = vector(given["target"], "target", self.lights, c)
        for light in self._ascending(given.get("ignored", []), "ignored"):
            require(target[light] == 0, "the target of an ignored light must be 0")
            target[light] = -1
        listed = items(given["buttons"], "buttons")
        self.buttons: int = size(len(listed), "the number of buttons", 0, MAX_PLACES)
        lit = [items(b, "buttons") for b in listed]
        flat = list(chain.from_iterable(lit))
        plain = set(map(type, flat)) <= {int}
        if not (plain and min(flat, default=0) >= 0 and max(flat, default=-1) < self.lights):
            lit = [self._ascending(b, "buttons") for b in lit]  # raises with the exact reason
        require(all(all(map(lt, b, b[1:])) for b in lit), "buttons: lights must ascend")
        amounts = None
        if "amounts" in given:
            listed = [items(a, "amounts") for a in items(given["amounts"], "amounts")]
            require(list(map(len, listed)) == list(map(len, lit)), "amounts do not fit buttons")
            amounts = [[number(v, "amount", 1, c - 1) for v in a] for a in listed]
        uniform = given["uniform"]
        require(type(uniform) is bool, "uniform must be true or false")
        objectives = ["presses", "buttons", "prices"]
        require(given["objective"] in objectives, f"objective must be one of {objectives}")
        kind = objectives.index(given["objective"])
        fits = not self.whole or (not uniform and kind != 1)
        require(fits, "counters have no uniform target, and presses or prices to be few")
        prices = [1] * self.buttons
        require(("prices" in given) == (kind == 2), "prices are for the objective prices")
        if kind == 2:
            prices = [number(v, "price", 0, 2**31) for v in items(given["prices"], "prices")]
            require(len(prices) == self.buttons, "there must be one price for each button")

        numbers = [self.colours, self.lights, self.buttons, *map(len, lit), *flat]
        numbers += [1] * len(flat) if amounts is None else chain.from_iterable(amounts)
        numbers += state + target + [int(uniform), kind] + (prices if kind == 2 else [])
        packed = struct.pack(f"<{len(numbers)}q", *numbers)
        name = b"lo-exact counters 1\n" if self.whole else b"lo-exact puzzle 1\n"
        self.sha256: str = hashlib.sha256(name + packed).hexdigest()

        need = {i: target[i] - state[i] for i in range(self.lights) if target[i] >= 0}
        self.need: dict[int, int] = {i: self.reduced(amount) for i, amount in need.items()}
        if amounts is None:
            ones = {i: (i, 1) for i in self.need}  # shared by all entries, to save memory
            self.columns: list[list[tuple[int, int]]] = [
                [ones[i] for i in b if i in ones] for b in lit
            ]
        else:
            pairs = (zip(b, a, strict=True) for b, a in zip(lit, amounts, strict=True))
            self.columns = [[(i, v) for i, v in column if i in self.need] for column in pairs]
        if uniform and self.need:
            self.columns.append([(i, c - 1) for i in self.need])
            prices.append(0)
        self.prices: list[int] = prices
        self.per_button: bool = kind == 1
        self.steps: int = 0
        self.listed: int = 0

    def _ascending(self, value: Any, name: str) -> Vector:
        found = items(value, name)
        if not set(map(type, found)) <= {int} or (found and min(found) < 0):
            found = [number(v, name, 0, self.lights - 1) for v in found]  # raises, with the reason
        require(found == sorted(set(found)), f"{name}: lights must ascend")
        if found:
            number(found[-1], name, 0, self.lights - 1)
        return found

    def reduced(self, amount: int) -> int:
        """Return an amount mod c, or unchanged if the puzzle has whole numbers."""
        return amount if self.whole else amount % self.colours

    def spend(self, steps: int) -> None:
        """Count steps of work, and raise TooLarge if they exceed the checker's bound."""
        self.steps += steps
        bounded(self.steps <= MAX_STEPS, "multiplying out is beyond this checker's bound")

    def image(self, x: Vector) -> dict[int, int]:
        """Return A x as {light: amount}, mod c unless the puzzle has whole numbers."""
        self.spend(len(x) + len(self.need) + sum(map(len, compress(self.columns, x))))
        total = dict.fromkeys(self.need, 0)
        for times, column in zip(x, self.columns, strict=True):
            if times:
                for light, amount in column:
                    total[light] += times * amount
        return {light: self.reduced(amount) for light, amount in total.items()}

    def cost(self, unknown: int, times: int) -> int:
        """Return the cost of pressing one unknown the given number of times."""
        return self.prices[unknown] * (min(times, 1) if self.per_button else times)

    def weight(self, x: Vector) -> int:
        """Return the total cost of a vector of presses."""
        return sum(self.cost(j, times) for j, times in enumerate(x))

    def presses(self, value: Any, name: str) -> Vector:
        """Parse a vector of presses, one number for each unknown, from a JSON value."""
        self.listed += len(self.columns)
        fits = self.listed <= MAX_VECTORS
        bounded(fits, f"more than {MAX_VECTORS} numbers in presses and patterns")
        if self.whole:
            return integers(value, name, len(self.columns), 0)
        return vector(value, name, len(self.columns), self.colours)
