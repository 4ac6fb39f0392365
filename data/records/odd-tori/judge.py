"""Check a certificate about the all-on tori of odd side, by symmetries.

    python judge.py CERTIFICATE

It needs Python (3.11 or newer), numpy and this file alone.

CERTIFICATE is a JSON file; the proofs it names lie beside it.  Format: docs/certificate-format.md;
evidence by orbits is described in the part "orbits".
Exit 0: accepted, and the claim is printed in words.  Exit 1: rejected, with the reason.  Exit 2:
wrong usage.  Exit 3: a file cannot be read.  Exit 4: too large for this checker, with the bound;
the certificate may be right.

How to read it.  The parts stand one behind the other; each uses only parts above it, and says at
its head what it proves, what it does not prove, and what it trusts.  An accepted certificate is
printed with the parts that judged it; the others can be skipped.  ``--forms`` prints the forms of
evidence, from the easiest to the hardest, with what they prove and the lines that judge them.

What is accepted has been proved by this file alone, with code of its own.  Anything unknown is a
rejection.  Names in capitals are the bounds, each in the part that keeps it.

This file stands alone: the engine and the form that it judges are no part of lo-exact any more.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import json
import os
import re
import signal
import struct
import sys
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import reduce
from itertools import chain, compress, islice
from math import prod
from operator import lt, xor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

# -------------------------------------------- verdict ---------------------------------------------

"""What a checker answers: accepted, rejected, or too large for it.

Proves: nothing by itself.  Every check in the other parts is a call of `require` or `bounded`; the
first one that fails ends the judging, so "accepted" means that all of them passed.
Does not prove: that a rejected or a too large certificate is wrong.  It may be right.
Trusts: Python's exceptions.
"""


class Kind(Enum):
    """The three answers, in the words that the program prints."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    TOO_LARGE = "too-large"


EXIT_CODES = {Kind.ACCEPTED: 0, Kind.REJECTED: 1, Kind.TOO_LARGE: 4}


class Verdict(NamedTuple):
    """An answer; ``text`` is the claim in words, or the reason why it is not accepted."""

    kind: Kind
    text: str

    @property
    def accepted(self) -> bool:
        """Whether the certificate proves its claim."""
        return self.kind is Kind.ACCEPTED


class Rejected(Exception):
    """The certificate does not prove its claim; the message says why."""


class TooLarge(Rejected):
    """The certificate is beyond a bound of this checker; it may be right."""


def require(condition: bool, reason: str) -> None:
    """Reject unless the condition holds."""
    if not condition:
        raise Rejected(reason)


def bounded(condition: bool, reason: str) -> None:
    """Refuse as too large unless the condition holds."""
    if not condition:
        raise TooLarge(reason)


def verdict_of(judge: Callable[[], str]) -> Verdict:
    """Run a judge, which returns the claim in words or raises, and return the verdict."""
    try:
        return Verdict(Kind.ACCEPTED, judge())
    except TooLarge as reason:
        return Verdict(Kind.TOO_LARGE, str(reason))
    except Rejected as reason:
        return Verdict(Kind.REJECTED, str(reason))
    except MemoryError:
        return Verdict(Kind.TOO_LARGE, "judging this takes more memory than there is")


def say(verdict: Verdict) -> int:
    """Print a verdict and return the exit code; what nobody could hear is no verdict."""
    try:
        said = f"{verdict.kind.value}: {verdict.text}"
        print(said.encode("ascii", "backslashreplace").decode(), flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no second try at the end
        print(f"cannot say it: {error.strerror}", file=sys.stderr)
        return 3
    return EXIT_CODES[verdict.kind]


class Part(NamedTuple):
    """A part of the file: its first line, how many lines of code it has, which parts it uses."""

    line: int
    lines: int
    uses: str


PARTS: dict[str, Part] = {}  # filled at the end of the file


def read_by(names: Iterable[str], but: str = "") -> str:
    """Say which parts judged, with all that they use; ``but`` names parts that were not run."""
    needed, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name in PARTS and name not in needed and name not in but.split():
            needed.add(name)
            waiting += PARTS[name].uses.split()
    lines = sum(PARTS[name].lines for name in needed)
    return f"judged by {lines} lines of code: {', '.join(p for p in PARTS if p in needed)}"


# -------------------------------------------- reading ---------------------------------------------

"""Read JSON strictly: every value has the type and the range that the format demands.

Proves: that what the other parts get is what the file says, once.  A key that stands twice, a key
that nobody knows, a fraction, or a number in place of a string is a rejection.
Does not prove: anything about the puzzle.
Trusts: Python's ``json``, which reads the text.
"""

MAX_FILE = 2**26  # bytes of a JSON file
MAX_DIGITS = 4000  # digits of a number
MAX_WHOLE = 2**1024  # size of a number where there is no number of colours

CHECKERS = {  # of each format of certificates
    "lo-exact certificate": "checker.py",
    "lo-exact distance certificate": "distance_checker.py",
    "lo-exact walk certificate": "walk_checker.py",
}

Vector = list[int]


def read_file(path: Path) -> Any:
    """Return the JSON value in a file of at most MAX_FILE bytes."""
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    bounded(len(data) <= MAX_FILE, f"{path.name} has more than {MAX_FILE} bytes")
    return read_json(data, path.name)


def read_json(data: bytes, name: str = "this") -> Any:
    """Return the value of a JSON text; no duplicate keys, no fractions, no endless numbers."""

    def pairs(listed: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(listed)
        require(len(found) == len(listed), "a key stands twice in one JSON object")
        return found

    def no_fraction(text: str) -> Any:
        raise Rejected(f"{text[:20]} is not an integer")

    # looked for at once: a function for each of millions of numbers takes longer than the rest
    endless = re.search(rb"[^0-9a-f\"][0-9]{%d}" % (MAX_DIGITS + 1), b" " + data)
    bounded(not endless, f"a number has more than {MAX_DIGITS} digits")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_float=no_fraction,
            parse_constant=no_fraction,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Rejected(f"{name} is not JSON: {place} cannot be read") from None
    except (ValueError, RecursionError):
        raise Rejected(f"{name} is not JSON: it is no UTF-8, or nested too deeply") from None


def of_format(document: Any, wanted: str) -> None:
    """Reject what names another format; say which checker judges it, where there is one."""
    name = document.get("format", wanted) if type(document) is dict else wanted
    other = CHECKERS.get(name) if type(name) is str else None
    judged = f"a {name}: judge it with {other}" if other else f"no {wanted}"
    require(name == wanted, f"this is {judged}")


def fields(value: Any, name: str, needed: str, optional: str = "") -> dict[str, Any]:
    """Return a JSON object that has all the needed keys and none beyond the optional ones."""
    require(type(value) is dict, f"{name} must be an object")
    found: dict[str, Any] = value
    missing = set(needed.split()) - set(found)
    require(not missing, f"{name} lacks {', '.join(sorted(missing))}")
    unknown = set(found) - set(needed.split()) - set(optional.split())
    require(not unknown, f"{name} has unknown keys: {', '.join(sorted(map(ascii, unknown)))}")
    return found


def number(value: Any, name: str, low: int, high: int | None = None) -> int:
    """Return an integer (true and false are none) of at least ``low`` and at most ``high``."""
    require(type(value) is int, f"{name} must be an integer")
    found: int = value
    fits = low <= found and (high is None or found <= high)
    wanted = f"{low} or more" if high is None else f"{low}..{high}"
    require(fits, f"{name} must be {wanted}, got {str(found)[:40]}")
    return found


def size(value: Any, name: str, low: int, most: int) -> int:
    """Return an integer of at least ``low``; refuse as too large what is above ``most``."""
    fits = type(value) is not int or value <= most
    bounded(fits, f"{name} must be {low}..{most}, got {str(value)[:40]}")
    return number(value, name, low, most)


def items(value: Any, name: str) -> list[Any]:
    """Return a JSON list."""
    require(type(value) is list, f"{name} must be a list")
    found: list[Any] = value
    return found


def text_of(value: Any, name: str) -> str:
    """Return a JSON string of at most 200 characters."""
    require(type(value) is str and len(value) <= 200, f"{name} must be a short string")
    return str(value)


def digest(value: Any, name: str) -> str:
    """Return a SHA-256, 64 lower-case hex digits."""
    found = text_of(value, name)
    require(len(found) == 64 and not set(found) - set("0123456789abcdef"), f"{name} is no SHA-256")
    return found


def vector(value: Any, name: str, length: int, colours: int) -> Vector:
    """Return numbers of 0..colours-1: a list, or for two colours the hex number sum x_j 2^j."""
    if colours > 2:
        require(len(items(value, name)) == length, f"{name} must have {length} numbers")
        return [number(v, name, 0, colours - 1) for v in value]
    digits = -(-length // 4)
    require(type(value) is str, f"{name} must be a string of hex digits")
    hexed = str(value)
    require(not set(hexed) - set("0123456789abcdef"), f"{name} has something that is no hex digit")
    require(len(hexed) == digits, f"{name} must have {digits} hex digits, got {len(hexed)}")
    bits = bin(int("1" + hexed, 16))[:2:-1]  # the 1 in front keeps the zeros, and is cut off
    require("1" not in bits[length:], f"{name} has a 1 behind its {length} numbers")
    return list(map(int, bits[:length]))


def integers(value: Any, name: str, length: int, low: int = -MAX_WHOLE) -> Vector:
    """Return a list of so many integers from ``low`` to MAX_WHOLE."""
    require(len(items(value, name)) == length, f"{name} must have {length} numbers")
    require(set(map(type, value)) <= {int}, f"{name} must hold integers")
    least, most = min(value, default=0), max(value, default=0)
    fits = max(-least, most) <= MAX_WHOLE
    bounded(fits, f"{name} holds a number that is too large")
    require(least >= low, f"{name} holds a number below {low}")
    return list(value)


def bits_of(x: Iterable[int]) -> int:
    """Return sum x_j 2^j."""
    return int("0" + "".join(map(str, x))[::-1], 2)


def in_words(size: int) -> str:
    """Write a number in full while it may have so many digits, as a power of two beyond."""
    return str(size) if size < 10**MAX_DIGITS else f"about 2^{size.bit_length() - 1}"


# --------------------------------------------- puzzle ---------------------------------------------

"""The puzzle as a linear system A x = s (mod c), and its name, a SHA-256.

A puzzle is a set of lights and buttons.  A press of button j adds column j of a matrix A to the
lights, mod c.  Wanted are presses x, each 0..c-1, with A x = s (mod c), and cheap ones.  Counters
have no c: then x are whole numbers, 0 or more, and A x = s.

Proves: that presses solve it (`System.image`) and what they cost (`System.weight`), in integers.
Does not prove: that this is the puzzle you mean; the SHA-256 says which one it is.
Trusts: ``hashlib`` and ``struct``, for the name alone.
"""

MAX_PLACES = 2**22  # lights, and as many buttons (2 GB)
MAX_VECTORS = 5 * 10**7  # numbers in all presses and patterns that are listed (0.8 GB)
MAX_STEPS = 10**9  # steps of multiplying out, and as many of each elimination


class System:
    """The puzzle as a linear system A x = s (mod c), read from its JSON form.

    Attributes:
        whole: whether it is of counters, A x = s without c.
        colours: c; 0 for counters.
        buttons: how many buttons there are.
        columns: for each unknown, what it adds: (light, amount) pairs, lights that matter only.
            The unknowns are the buttons, and one more when any uniform colour will do: the shift k
            of the target.  A x = t + k - b is A x - k = t - b, so k adds -1 to every light.
        lights: how many lights there are.
        need: s, {light: amount} for the lights that matter.
        prices: what one press of each unknown costs; 0 for the shift.
        per_button: whether a pressed button costs its price once, however often it is pressed.
        sha256: the puzzle's name.
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
            lit = [self._ascending(b, "buttons") for b in lit]  # says which, and why
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
            ones = {i: (i, 1) for i in self.need}  # not one for each entry: that takes much memory
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
            found = [number(v, name, 0, self.lights - 1) for v in found]  # says which, and why
        require(found == sorted(set(found)), f"{name}: lights must ascend")
        if found:
            number(found[-1], name, 0, self.lights - 1)
        return found

    def reduced(self, amount: int) -> int:
        """Return an amount mod c; without a c, as it is."""
        return amount if self.whole else amount % self.colours

    def spend(self, steps: int) -> None:
        """Count steps of multiplying out, and refuse what takes too many."""
        self.steps += steps
        bounded(self.steps <= MAX_STEPS, "multiplying out is beyond this checker's bound")

    def image(self, x: Vector) -> dict[int, int]:
        """Return A x, mod c if there is one."""
        self.spend(len(x) + len(self.need) + sum(map(len, compress(self.columns, x))))
        total = dict.fromkeys(self.need, 0)
        for times, column in zip(x, self.columns, strict=True):
            if times:
                for light, amount in column:
                    total[light] += times * amount
        return {light: self.reduced(amount) for light, amount in total.items()}

    def cost(self, unknown: int, times: int) -> int:
        """Return what so many presses of one unknown cost."""
        return self.prices[unknown] * (min(times, 1) if self.per_button else times)

    def weight(self, x: Vector) -> int:
        """Return the cost of presses."""
        return sum(self.cost(j, times) for j, times in enumerate(x))

    def presses(self, value: Any, name: str) -> Vector:
        """Return a vector of unknowns."""
        self.listed += len(self.columns)
        fits = self.listed <= MAX_VECTORS
        bounded(fits, f"more than {MAX_VECTORS} numbers in presses and patterns")
        if self.whole:
            return integers(value, name, len(self.columns), 0)
        return vector(value, name, len(self.columns), self.colours)


# --------------------------------------------- claims ---------------------------------------------

"""What is claimed about a puzzle, and which forms of evidence may prove it.

Proves: the presses that a claim lists solve the puzzle and have the weight that is claimed; they
are multiplied out here.  All else that is claimed (no solution weighs less, so many weigh as much,
there is none, there are so many) rests on the evidence: each piece must prove the whole claim.
Does not prove: that the puzzle in the certificate is the one you mean.  Compare its SHA-256, or
give the puzzle in a file of its own.
Trusts: the judge of each form, which stands in the part of the same name.
"""

MAX_PIECES = 10  # pieces of evidence in one certificate
MINIMA = "minimum, lower bound"

DOCUMENTS: dict[str, Callable[[Any, Path, Any], str]] = {}  # judges of other files, by format


class Certificate:
    """A claim about a puzzle, and the evidence for it.

    Attributes:
        system: the puzzle.
        bound: no solution may weigh less; -1 where that is not claimed.
        count: how many solutions are claimed, or how many minima; -1 where that is not claimed.
        minima: the minima that are listed.
        spanned: all solutions as the certificate lists them, not yet checked; None without.
        kernel: the same, checked by the part "solutions"; None before.
        folder: where proofs lie.
    """

    def __init__(self, document: Any, folder: Path, puzzle: Any = None):
        of_format(document, "lo-exact certificate")
        needed = "format version made_by claim evidence"
        given = fields(document, "certificate", needed, "puzzle kernel")
        number(given["version"], "version", 1, 1)
        require(type(given["made_by"]) is dict, "made_by must be an object")
        for value in given["made_by"].values():
            text_of(value, "made_by")
        require("puzzle" in given or puzzle is not None, "the puzzle is neither inside nor beside")
        self.system: System = System(given.get("puzzle", puzzle))
        beside = self.system if puzzle is None else System(puzzle)
        self.folder = folder
        self.spanned: Any = given.get("kernel")
        self.has_kernel: bool = "kernel" in given
        self.kernel: Any = None
        claim = given["claim"]
        require(type(claim) is dict, "claim must be an object")
        named = digest(claim.get("puzzle_sha256"), "puzzle_sha256")
        require(named == self.system.sha256, "the claim is about a puzzle with another SHA-256")
        require(named == beside.sha256, "the puzzle beside it has another SHA-256")
        require(not (self.system.whole and "kernel" in given), "counters have no kernel")
        kinds: dict[str, Callable[[Any], str]] = {
            "solution": self._solution,
            "unsolvable": self._unsolvable,
            "solutions": self._solutions,
            "minimum": self._minimum,
            "lower bound": self._lower_bound,
        }
        self.kind: str = text_of(claim.get("kind"), "kind")
        require(self.kind in kinds, f"there is no claim of kind {self.kind!a}")
        self.bound: int = -1
        self.count: int = -1
        self.minima: list[Vector] = []
        self.claim: str = kinds[self.kind](claim)
        self.evidence: list[Any] = items(given["evidence"], "evidence")
        require(bool(self.evidence) or self.kind == "solution", "there is no evidence")
        pieces = len(self.evidence)
        bounded(pieces <= MAX_PIECES, f"there are more than {MAX_PIECES} pieces of evidence")

    def _solution(self, claim: Any) -> str:
        given = fields(claim, "claim", "kind puzzle_sha256 weight presses")
        weight = number(given["weight"], "weight", 0)
        self._check_solution(given["presses"], weight)
        return f"these presses solve it, with weight {weight}"

    def _unsolvable(self, claim: Any) -> str:
        fields(claim, "claim", "kind puzzle_sha256")
        return "no presses solve it"

    def _solutions(self, claim: Any) -> str:
        given = fields(claim, "claim", "kind puzzle_sha256 count")
        self.count = number(given["count"], "count", 1)
        return f"number of solutions: {self.count}"

    def _minimum(self, claim: Any) -> str:
        given = fields(claim, "claim", "kind puzzle_sha256 weight minima", "count")
        self.bound = number(given["weight"], "weight", 0)
        listed = items(given["minima"], "minima")
        self.minima = [self._check_solution(x, self.bound) for x in listed]
        require(bool(listed), "minima must list one solution at least")
        require(len(set(map(tuple, self.minima))) == len(listed), "a minimum is listed twice")
        listing = f"{len(listed)} listed"
        if "count" in given:
            self.count = number(given["count"], "count", len(listed))
            listing = "all listed" if len(listed) == self.count else listing
            listing = f"number of solutions that have it: {self.count}, {listing}"
        return f"the least weight is {self.bound}; {listing}"

    def _lower_bound(self, claim: Any) -> str:
        some = " weight presses" if {"weight", "presses"} & set(claim) else ""
        given = fields(claim, "claim", "kind puzzle_sha256 bound" + some)
        self.bound = number(given["bound"], "bound", 0)
        said = f"no solution has a weight below {self.bound}"
        if some:
            weight = number(given["weight"], "weight", 0)
            self._check_solution(given["presses"], weight)
            said += f"; these presses solve it, with weight {weight}"
        return said

    def _check_solution(self, value: Any, weight: int) -> Vector:
        x = self.system.presses(value, "presses")
        require(self.system.image(x) == self.system.need, "the presses do not solve the puzzle")
        found = self.system.weight(x)
        require(found == weight, f"the presses have weight {found}, not {weight}")
        return x

    @property
    def counted(self) -> bool:
        """Whether the claim says how many there are."""
        return self.count != -1

    @property
    def limit(self) -> int:
        """The weight up to which all solutions must be known to prove the claim."""
        return self.bound - 1 + self.counted

    def compare(self, least: int, count: int) -> None:
        """Reject unless the least weight of all solutions, and how many have it, prove the claim.

        A judge that looks only at solutions up to `limit`, and meets none, passes `bound`.
        """
        if not self.minima:
            require(least >= self.bound, f"a solution has weight {least}")
            return
        require(least == self.bound, f"the least weight is {least}, not {self.bound}")
        require(self.count in (-1, count), f"{count} solutions have the least weight")

    def judge(self) -> str:
        """Judge all evidence; return the claim, what proved it, and the puzzle it is about."""
        proofs = "".join(f"\nproved by {self._judge_piece(piece)}" for piece in self.evidence)
        system = self.system
        used = not self.has_kernel or self.kernel is not None
        require(used, "there is a kernel, and no evidence needs it")
        colours = "whole numbers" if system.whole else f"{system.colours} colours"
        about = f"{system.lights} lights, {system.buttons} buttons, {colours}"
        return f"{self.claim}{proofs}\npuzzle: {about}, SHA-256 {system.sha256}"

    def _judge_piece(self, piece: Any) -> str:
        require(type(piece) is dict, "evidence must be an object")
        by = text_of(piece.get("by"), "by")
        found = FORMS.get(by)
        fits = found is not None and self.kind in found.proves.split(", ")
        fits = fits and self.system.whole in found.whole if found else False
        require(fits, f"evidence by {by!a} cannot prove this claim")
        return found.judge(self, piece) if found else ""

    def read_by(self) -> str:
        """Say which parts judged this certificate, and how many lines they are."""
        used = [FORMS[piece["by"]].part for piece in self.evidence]
        # elimination is written twice, for two colours and for more: no more than one was run
        other = "residues" if self.system.colours == 2 else "bits"
        return read_by(["program", *used], other if self.kernel else "solutions bits residues")


def judge_document(document: Any, folder: Path, beside: Any) -> str:
    """Judge a file by its format; one of an unknown format is judged as a certificate."""
    name = document.get("format") if type(document) is dict else None
    if type(name) is str and name in DOCUMENTS:
        return DOCUMENTS[name](document, folder, beside)
    certificate = Certificate(document, folder, beside)
    return f"{certificate.judge()}\n{certificate.read_by()}"


Judge = Callable[[Certificate, Any], str]


class Form(NamedTuple):
    """A form of evidence.

    Attributes:
        judge: rejects, or returns in words what proved the claim.
        proves: the kinds of claims that it may prove.
        whole: for puzzles with colours (False), for counters (True), or for both.
        part: where the judge stands.
    """

    judge: Judge
    proves: str
    whole: tuple[bool, ...]
    part: str


FORMS: dict[str, Form] = {}  # from the easiest to the hardest


def form(
    name: str, proves: str, *, whole: tuple[bool, ...] = (False,), part: str = ""
) -> Callable[[Judge], Judge]:
    """Register the judge of a form of evidence; a later one takes the place of an earlier."""

    def register(judge: Judge) -> Judge:
        FORMS[name] = Form(judge, proves, whole, part or name)
        return judge

    return register


# ---------------------------------------------- bits ----------------------------------------------

"""Elimination for two colours: the rank of rows of bits, and of the puzzle's matrix.

Proves: a rank over Z/2, and fewest rows of the same sums.  A row of bits is one Python integer, and
adding two rows is ``^``.
Trusts: Python's integers.
"""

MAX_ROW_BITS = 2**33  # bits that the elimination holds (1 GB)


def rows_of_bits(rows: Iterable[int]) -> list[int]:
    """Return rows that have the same sums over Z/2, no two with the same highest bit, none 0."""
    kept: dict[int, int] = {}
    steps = held = 0
    for row in rows:
        while row:
            lead = row.bit_length()
            if lead not in kept:
                kept[lead] = row
                held += lead
                bounded(held <= MAX_ROW_BITS, "the elimination holds too many bits")
                break
            row ^= kept[lead]
            steps += 1 + lead // 2048
            bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return list(kept.values())


def rank_of_lights(columns: Iterable[list[tuple[int, int]]]) -> int:
    """Return the rank over Z/2 of a matrix whose columns list (light, 1), by light chasing.

    Every light is the sum of its buttons.  The first light that ends at a button settles it as the
    sum of the light's other buttons, which come before; a button at which no light ends is a
    parameter.  So every button is a sum of parameters, one integer.  Lights that settled nothing
    say that such a sum is 0.  The lights that settle are in triangular form, so the rank is their
    number and the rank of the rest, written in parameters: on a grid as many as it has columns.
    """
    listed: dict[int, list[int]] = defaultdict(list)
    sums: list[int] = []
    for j, column in enumerate(columns):
        sums.append(0)
        for light, _ in column:
            listed[light].append(j)
    ending: dict[int, list[list[int]]] = defaultdict(list)
    for before in listed.values():
        ending[before.pop()].append(before)
    rest: list[int] = []
    parameters = settled = steps = held = 0
    for j in range(len(sums)):
        if j not in ending:
            sums[j] = 1 << parameters
            parameters += 1
            continue
        for nth, before in enumerate(ending.pop(j)):
            total = sums[j]  # 0 until it is settled
            for k in before:
                total ^= sums[k]
            if nth:
                rest.append(total)
            else:
                sums[j] = total
            held += parameters
            bounded(held <= MAX_ROW_BITS, "the elimination holds too many bits")
            steps += 1 + len(before) * (1 + parameters // 256)
        settled += 1
        bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return settled + len(rows_of_bits(rest))


# -------------------------------------------- residues --------------------------------------------

"""Elimination mod a prime power: how many different sums some vectors have.

Proves: the number of sums, p^t, by reducing each vector until nothing is left of it or it leads
anew.  For two colours the part "bits" does the same faster.
Trusts: Python's integers.
"""

MAX_ROW_NUMBERS = 10**7  # numbers that the elimination holds (about 1 GB)


def prime_powers(c: int) -> list[tuple[int, int]]:
    """Return [(p, e), ...] with c the product of the p^e."""
    found, p = [], 2
    while p * p <= c:
        e = 0
        while c % p == 0:
            c, e = c // p, e + 1
        if e:
            found.append((p, e))
        p += 1
    return [*found, (c, 1)] if c > 1 else found


def times_in(p: int, n: int) -> int:
    """Return how often a prime divides a number."""
    times = 0
    while n % p == 0:
        times, n = times + 1, n // p
    return times


def span_exponent(vectors: Iterable[dict[int, int]], p: int, e: int) -> int:
    """Return t such that the vectors {place: number} have p^t different sums over Z/p^e.

    Keeps for each leading place one vector whose leading number p^v is the least power met.  A
    vector is reduced by these, until it is 0 or leads anew.  p^(e - v) times a kept vector loses
    its leading number, so it is reduced as well: then a sum of kept vectors that is 0 up to some
    place is a sum of the kept vectors that lead behind it, and the sums are counted by their
    leading numbers: p^(e - v) for each.
    """
    q = p**e
    kept: dict[int, tuple[int, dict[int, int]]] = {}
    steps = held = 0
    for given in vectors:
        waiting = [{i: a % q for i, a in given.items() if a % q}]
        while waiting:
            row = waiting.pop()
            while row:
                lead = min(row)
                v = times_in(p, row[lead])
                old = kept.get(lead, (e, {}))
                if v < old[0]:
                    inverse = pow(row[lead] // p**v, -1, q)
                    row = {i: a * inverse % q for i, a in row.items()}
                    kept[lead] = (v, row)
                    held += len(row) - len(old[1])
                    bounded(held <= MAX_ROW_NUMBERS, "the elimination holds too many numbers")
                    killed = {i: a * p ** (e - v) % q for i, a in row.items()}
                    waiting.append({i: a for i, a in killed.items() if a})
                    row = dict(old[1])
                else:
                    factor = row[lead] // p ** old[0]
                    for i, a in old[1].items():
                        value = (row.get(i, 0) - factor * a) % q
                        if value:
                            row[i] = value
                        else:
                            row.pop(i, None)
                steps += len(row) + len(old[1]) + 1
                bounded(steps <= MAX_STEPS, "the elimination is beyond this checker's bound")
    return sum(e - v for v, _ in kept.values())


# ------------------------------------------- solutions --------------------------------------------

"""All solutions: one of them, and generators of what may be added (the kernel of A).

Proves: that the certificate lists all solutions, each once.  The generators lie in the kernel and
span all of it, and there are only as many combinations of them as the kernel has elements, so no
two combinations give the same sum.  The kernel's size is found here by elimination, since
|kernel| * |image| = c^unknowns.
Does not prove: what any solution weighs; the forms that use the kernel do.
Trusts: the elimination, "bits" for two colours and "residues" for more.
"""


class Kernel:
    """All solutions: particular + sum z_i generator_i with 0 <= z_i < order_i, each once."""

    def __init__(self, system: System, document: Any):
        given = fields(document, "kernel", "particular generators orders")
        self.particular: list[int] = system.presses(given["particular"], "particular")
        listed = items(given["generators"], "generators")
        self.generators: list[list[int]] = [system.presses(g, "generator") for g in listed]
        orders = items(given["orders"], "orders")
        self.orders: list[int] = [number(d, "order", 2, system.colours) for d in orders]
        require(len(self.orders) == len(self.generators), "one order for each generator")
        require(system.image(self.particular) == system.need, "particular is no solution")
        self._check_generators(system)
        self.size: int = prod(self.orders)

    def _check_generators(self, system: System) -> None:
        """They lie in the kernel, are as many as it has elements, and no two sums are equal."""
        c = system.colours
        for generator, order in zip(self.generators, self.orders, strict=True):
            require(not any(system.image(generator).values()), "a generator changes a light")
            require(not any(order * v % c for v in generator), "an order is not its generator's")
        for order in self.orders:
            require(c % order == 0, "an order does not divide the number of colours")
        if c == 2:
            rank = rank_of_lights(system.columns)
            spanned = len(rows_of_bits(map(bits_of, self.generators)))
            self._check_size(len(system.columns) - rank, spanned, len(self.orders))
            return
        for p, e in prime_powers(c):
            exponent = sum(times_in(p, order) for order in self.orders)
            rank = span_exponent(map(dict, system.columns), p, e)
            spanned = span_exponent((dict(enumerate(g)) for g in self.generators), p, e)
            self._check_size(e * len(system.columns) - rank, spanned, exponent)

    @staticmethod
    def _check_size(whole: int, spanned: int, exponent: int) -> None:
        """Compare exponents: of the kernel's size, of the generators' sums, of the orders."""
        require(spanned == whole, "the generators do not span the kernel")
        require(exponent == whole, "the orders do not fit the kernel")


def kernel_of(certificate: Certificate) -> Kernel:
    """Return all solutions, checked once for all pieces of evidence."""
    if certificate.kernel is None:
        require(certificate.spanned is not None, "this evidence needs a kernel")
        certificate.kernel = Kernel(certificate.system, certificate.spanned)
    found: Kernel = certificate.kernel
    return found


# --------------------------------------------- group ----------------------------------------------

"""A group of unknowns, and what it adds to the weight of each solution; two colours.

Proves: the sums of the group's part of S(z) = sum_u a_u (-1)^<u, z> over all z, where column u says
which generators press unknown u.  They depend on few bits of z.
Trusts: Python's integers.
"""

MAX_LISTED = 2**22  # sums of one group that are listed


class Group:
    """Some unknowns, and their part of S(z), which depends on few bits of z.

    Attributes:
        pivots: independent columns that all columns of the group are sums of.  The *form* of z in
            the group is the number whose bit i is <pivots[i], z>.
        amounts: a_u, added up by place: bit i of u's place says whether pivots[i] is part of u.
    """

    max_rank: int = 24
    max_sums: int = 2**26

    def __init__(self, members: Iterable[tuple[int, int]]):
        self.pivots: Vector = []
        self.amounts: dict[int, int] = {}
        reduced: dict[int, tuple[int, int]] = {}  # leading bit -> (sum of pivots, which pivots)
        for column, amount in members:
            row, place = column, 0
            while row.bit_length() in reduced:
                other, which = reduced[row.bit_length()]
                row, place = row ^ other, place ^ which
            if row:
                new = 1 << len(self.pivots)
                reduced[row.bit_length()] = row, place ^ new
                self.pivots.append(column)
                place = new
                most = self.max_rank
                bounded(new < 2**most, f"a group has a rank above {most}")
            self.amounts[place] = self.amounts.get(place, 0) + amount
        self.rank: int = len(self.pivots)
        self.size: int = sum(map(abs, self.amounts.values()))
        bounded(self.size < 2**31, "the prices of a group add up to too much")

    def form(self, z: int) -> int:
        """Return the form of z."""
        return sum((pivot & z).bit_count() % 2 << i for i, pivot in enumerate(self.pivots))

    def tabulate(self) -> None:
        """Make `sums`, the sum for each form, and `top`, the largest.

        A Walsh-Hadamard transform, 2^14 numbers at once.  They stand in one integer, each in a lane
        of 16 or 32 bits, with a bias that keeps it positive.  For each bit, f at the forms without
        it and g at those with it become f + g and f - g.  Higher bits decide signs before.
        """
        lane, code = (16, "h") if self.size < 2**15 else (32, "i")
        bits = min(self.rank, 14)
        whole = (1 << (lane << bits)) - 1
        bias = whole // ((1 << lane) - 1) << lane - 1
        levels, without = [], whole  # the lanes of forms without a bit
        for bit in reversed(range(bits)):
            without = (without ^ without << (lane << bit)) & whole
            levels.append((lane << bit, without, without & bias))
        self.sums: array[int] = array(code)
        for high in range(1 << self.rank - bits):
            sums = [0] * (1 << bits)
            for place, amount in self.amounts.items():
                odd = (place >> bits & high).bit_count() % 2
                sums[place % len(sums)] += -amount if odd else amount
            packed = struct.pack(f"<{len(sums)}{code}", *sums)
            x = int.from_bytes(packed, "little") ^ bias
            for shift, mask, half in levels:
                f, g = x & mask, x >> shift & mask
                x = f + g - half | f - g + half << shift
            packed = (x ^ bias).to_bytes(len(packed), "little")
            self.sums.extend(struct.unpack(f"<{len(sums)}{code}", packed))
        self.top: int = max(self.sums)

    def above(self, low: int) -> list[tuple[int, int]]:
        """Return (sum, form) for all forms whose sum is at least ``low``."""
        if low > self.top:
            return []
        every = ((value, form) for form, value in enumerate(self.sums) if value >= low)
        found = list(islice(every, MAX_LISTED + 1))
        fits = len(found) <= MAX_LISTED
        bounded(fits, f"more than {MAX_LISTED} sums of one group are to be listed")
        return found


# --------------------------------------------- halves ---------------------------------------------

"""Halves evidence: no solution can be better than another in both halves of the buttons.

Proves: for two colours, the number of solutions of each weight up to the claimed one, without
visiting all: four groups of unknowns, and pairs of the groups' best sums.
Does not prove: anything for more colours, or where the groups' ranks are above 24 (34 in
wide_checker.py).
Trusts: the part "solutions", for "these are all solutions, each once".  Nothing is believed about
the groups and thresholds: what the theorem asks of them is checked.

The theorem.  Adding z, a sum of generators, to the particular solution x changes the weight.  Let
column u say which generators press unknown u, a_u = price_u (1 - 2 x_u), P the sum of all prices:

    weight(x + z) = (P - S(z)) / 2    with    S(z) = sum_u a_u (-1)^<u, z>.

Four groups A, B, C, D hold all unknowns whose price is not 0 and that some generator presses; the
others add a constant, which is taken away from s before.  A and B together tell
all z apart, and so do C and D.  Let t + t' <= s + 1.  Then every z with S(z) >= s has
A(z) + B(z) >= t or C(z) + D(z) >= t': otherwise S(z) <= t - 1 + t' - 1 < s.  So all such z are
found by listing the pairs of sums of A and B that reach t, and those of C and D that reach t'.
"""

MAX_PAIRS = 2**28  # pairs of sums that are looked at, for each half (about 30 s)
MAX_WEIGHTS = 2**20  # different weights of the solutions that are found


@form("halves", MINIMA)
def judge_halves(certificate: Certificate, piece: Any) -> str:
    """Find all solutions up to the claimed weight, by pairs of sums."""
    return by_halves(certificate, piece, Group, pairs)


def joint(pivots: Vector, width: int) -> tuple[Vector, Vector]:
    """Solve <pivot, z> = bit for z, one equation for each pivot.

    Returns:
        For each bit what it adds to z, and what it adds to a tag.  Bits belong to some z when their
        tag is 0.
    """
    reduced: dict[int, tuple[int, int]] = {}  # leading bit -> (sum of pivots, which pivots)
    relations: Vector = []
    for i, pivot in enumerate(pivots):
        row, which = pivot, 1 << i
        while row.bit_length() in reduced:
            other, others = reduced[row.bit_length()]
            row, which = row ^ other, which ^ others
        if row:
            reduced[row.bit_length()] = row, which
        else:
            relations.append(which)
    require(len(reduced) == width, "two groups do not tell all solutions apart")
    parities: Vector = []  # bit b of z is the parity of the given bits in parities[b]
    for _, (row, which) in sorted(reduced.items()):
        for b, lower in enumerate(parities):
            which ^= lower if row >> b & 1 else 0
        parities.append(which)
    images = [sum((p >> i & 1) << b for b, p in enumerate(parities)) for i in range(len(pivots))]
    tags = [sum((r >> i & 1) << b for b, r in enumerate(relations)) for i in range(len(pivots))]
    return images, tags


def mapped(images: Vector, forms: Iterable[int]) -> Iterator[int]:
    """Yield for each form the sum of its bits' images, looked up eight bits at a time."""
    tables = []
    for start in range(0, len(images), 8):
        table = [0]
        for image in images[start : start + 8]:
            table += [image ^ other for other in table]
        tables.append((start, table))
    for bits in forms:
        yield reduce(xor, (table[bits >> start & len(table) - 1] for start, table in tables), 0)


def pairs(
    own: list[Group], others: list[Group], width: int, low: int, aim: int
) -> Iterator[tuple[int, int]]:
    """Yield (sum of own, sum of others) where own is at least ``low`` and both at least ``aim``.

    Each z that is such is met once.  What a form of its own adds to z's forms in the others and to
    the tag stands in one number, one behind the other.
    """
    (a, b), (c, d) = own, others
    behind, in_c, in_d = c.rank + d.rank, len(c.sums) - 1, len(d.sums) - 1
    images = [
        tag << behind | d.form(z) << c.rank | c.form(z)
        for z, tag in zip(*joint(a.pivots + b.pivots, width), strict=True)
    ]
    partners: dict[int, list[tuple[int, int]]] = {}
    listed = sorted(b.above(low - a.top), reverse=True)
    reached = mapped(images[a.rank :], (form for _, form in listed))
    for (value, _), y in zip(listed, reached, strict=True):
        partners.setdefault(y >> behind, []).append((value, y))
    del listed, reached  # half of what is held here
    falling = {tag: [-value for value, _ in found] for tag, found in partners.items()}
    visited = 0
    listed = a.above(low - b.top)
    reached = mapped(images[: a.rank], (form for _, form in listed))
    for (value, _), x in zip(listed, reached, strict=True):
        number = bisect_right(falling.get(x >> behind, []), value - low)
        visited += number
        bounded(visited <= MAX_PAIRS, f"more than {MAX_PAIRS} pairs of sums are to be looked at")
        some, need = partners.get(x >> behind, [])[:number], aim - value - d.top
        for v, y in [(v, y) for v, y in some if v + c.sums[(x ^ y) & in_c] >= need]:
            other = c.sums[(x ^ y) & in_c] + d.sums[(x ^ y) >> c.rank & in_d]
            if value + v + other >= aim:
                yield value + v, other


Visit = Callable[..., Iterator[tuple[int, int]]]


def by_halves(certificate: Certificate, piece: Any, kind: type[Group], visit: Visit) -> str:
    """Judge the evidence; wide_checker.py has another ``kind`` and ``visit``, with numpy."""
    given = fields(piece, "halves", "by groups thresholds")
    kernel, system = kernel_of(certificate), certificate.system
    require(system.colours == 2, "halves are for two colours")
    groups = items(given["groups"], "groups")
    require(len(groups) == 4, "there must be four groups")
    two = items(given["thresholds"], "thresholds")
    require(len(two) == 2, "there must be two thresholds")
    thresholds = [number(t, "threshold", -(2**40), 2**40) for t in two]
    found = light(system, kernel, groups, thresholds, certificate.limit, kind, visit)
    counted = found[certificate.bound] if certificate.counted else -1
    certificate.compare(min(found, default=certificate.bound), counted)
    return "pairs of sums of four groups of unknowns"


def light(
    system: System,
    kernel: Kernel,
    vectors: list[Any],
    thresholds: Vector,
    limit: int,
    kind: type[Group] = Group,
    visit: Visit = pairs,
) -> Counter[int]:
    """Return how many solutions have each weight up to ``limit``.

    The four ``vectors`` are the groups, the ``thresholds`` t and t'.
    """
    width, prices = len(kernel.generators), system.prices
    columns = list(map(bits_of, zip(*kernel.generators, strict=True))) or [0] * len(prices)
    amounts = [p * (1 - 2 * x) for p, x in zip(prices, kernel.particular, strict=True)]
    left, groups = set(range(len(prices))), list[Group]()
    for given in vectors:
        members = [j for j, inside in enumerate(system.presses(given, "group")) if inside]
        require(left.issuperset(members), "an unknown is in two groups")
        left.difference_update(members)
        groups.append(kind([(columns[j], amounts[j]) for j in members]))
    require(not any(columns[j] and prices[j] for j in left), "an unknown is in no group")
    most = kind.max_sums
    bounded(sum(2**group.rank for group in groups) <= most, f"more than {most} sums")
    for group in groups:
        group.tabulate()
    free = sum(amounts[j] for j in left)
    aim, (low, other_low) = sum(prices) - 2 * limit - free, thresholds
    require(low + other_low <= aim + 1, "the thresholds leave out some pairs")
    first, second = groups[:2], groups[2:]
    totals = map(sum, visit(first, second, width, low, aim))
    again = visit(second, first, width, other_low, aim)
    met = (own + other for own, other in again if other < low)  # the others have been met
    found, whole = Counter[int](), sum(prices) - free
    every = ((whole - total) // 2 for total in chain(totals, met))
    while some := Counter(islice(every, 2**16)):  # the solutions themselves may be too many to hold
        found += some
        bounded(len(found) <= MAX_WEIGHTS, f"more than {MAX_WEIGHTS} different weights are found")
    return found


# ------------------------------------------ wide_halves -------------------------------------------

"""Halves evidence with numpy, for groups of unknowns whose ranks are above 24.

Proves: what the part "halves" proves, by the same theorem.  The groups of "halves" hold a table of
all their sums; these make the sums 2^16 at a time and list only those that a threshold asks for,
and what the other half says is added up from the bits themselves.  A rank of 32 takes a minute for
each time its sums are made, and they are made twice.
Does not prove: anything for ranks above 34.
Trusts: the part "solutions"; and numpy, for sums of whole numbers in float32 below 2^24, in float64
below 2^53, and for sorting.
"""

MAX_WIDE_LISTED = 2**24  # sums of one group that are listed
MAX_WIDE_PAIRS = 2**36  # pairs of sums that are looked at, for each half

Floats = NDArray[Any]
Words = NDArray[np.uint64]


@form("halves", MINIMA, part="wide_halves")
def judge_wide_halves(certificate: Certificate, piece: Any) -> str:
    """Find all solutions up to the claimed weight, by pairs of sums."""
    return by_halves(certificate, piece, WideGroup, wide_pairs)


class WideGroup(Group):
    """A group whose sums are made when they are asked for."""

    max_rank: int = 34
    max_sums: int = 2**36

    def blocks(self) -> Iterator[tuple[int, Floats]]:
        """Yield the first form of each block and the block's sums.

        A Walsh-Hadamard transform of a table is H T H, with H[i, j] = (-1)^<i, j>.  All numbers on
        the way are whole and at most `size`, so that floating-point arithmetic is exact.
        """
        dtype = np.float32 if self.size < 2**24 else np.float64
        bits = min(self.rank, 16)
        left: Floats = hadamard(bits - bits // 2).astype(dtype)
        right: Floats = hadamard(bits // 2).astype(dtype)
        places = np.array(list(self.amounts), dtype=np.int64)
        amounts = np.array(list(self.amounts.values()), dtype=np.int64)
        for high in range(1 << (self.rank - bits)):
            odd = np.bitwise_count(places >> bits & high) % 2
            table = np.zeros(1 << bits, dtype=dtype)
            np.add.at(table, places % table.size, amounts * (1 - 2 * odd.astype(np.int64)))
            sums: Floats = left @ table.reshape(left.shape[0], -1) @ right
            yield high << bits, sums.reshape(-1)

    def tabulate(self) -> None:
        """Find `top`, the largest sum; the sums themselves are made again when they are listed."""
        self.top: int = max(int(sums.max()) for _, sums in self.blocks())

    def listed(self, low: int) -> tuple[NDArray[np.int64], Words]:
        """Return the sums of at least ``low`` and their forms."""
        values, forms, number = [], [], 0
        for first, sums in self.blocks() if low <= self.top else ():
            here = np.flatnonzero(sums >= low)
            number += here.size
            bounded(number <= MAX_WIDE_LISTED, f"more than {MAX_WIDE_LISTED} sums are to be listed")
            values.append(sums[here].astype(np.int64))
            forms.append(here.astype(np.uint64) + np.uint64(first))
        empty = np.zeros(0, dtype=np.int64)
        return np.concatenate([empty, *values]), np.concatenate([empty.astype(np.uint64), *forms])


def hadamard(bits: int) -> NDArray[np.int64]:
    """Return the matrix of (-1)^<i, j>."""
    i = np.arange(1 << bits)
    odd: NDArray[np.int64] = (np.bitwise_count(i[:, None] & i[None, :]) % 2).astype(np.int64)
    return 1 - 2 * odd


class Others:
    """What two groups say at z together, from the bits <u, z> of all their places."""

    def __init__(self, groups: list[Group]):
        self.groups = groups
        amounts = np.array([a for group in groups for a in group.amounts.values()], dtype=np.int64)
        self.total: int = int(np.abs(amounts).sum())
        self.negative: Words = packed(amounts < 0)
        size = np.abs(amounts)
        levels = range(int(size.max(initial=0)).bit_length())
        self.slices: list[tuple[int, Words]] = [(1 << b, packed(size >> b & 1)) for b in levels]

    def image(self, z: int) -> Words:
        """Return the bits <u, z>."""
        bits = [
            (place & form).bit_count() % 2
            for group in self.groups
            for form in (group.form(z),)
            for place in group.amounts
        ]
        return packed(np.array(bits, dtype=np.int64))

    def sums(self, rows: Words) -> NDArray[np.int64]:
        """Return the sums that belong to rows of bits; what differs from its sign is taken off."""
        differ = rows ^ self.negative
        lost = np.zeros(rows.shape[0], dtype=np.int64)
        for scale, mask in self.slices:
            lost += scale * np.bitwise_count(differ & mask).sum(axis=1, dtype=np.int64)
        found: NDArray[np.int64] = self.total - 2 * lost
        return found


def packed(bits: NDArray[np.integer] | NDArray[np.bool_]) -> Words:
    """Return bits in words of 64, filled with zeros."""
    filled = np.zeros(-(-max(bits.size, 1) // 64) * 64, dtype=np.uint8)
    filled[: bits.size] = bits
    return np.packbits(filled, bitorder="little").view(np.uint64)


def reached(images: Words, forms: Words) -> Words:
    """Return (forms, words) the sum of the images of each form's bits, eight bits at a time."""
    out = np.zeros((forms.size, images.shape[1]), dtype=np.uint64)
    for start in range(0, images.shape[0], 8):
        table = np.zeros((1, images.shape[1]), dtype=np.uint64)
        for image in images[start : start + 8]:
            table = np.concatenate([table, table ^ image])
        out ^= table[forms >> np.uint64(start) & np.uint64(len(table) - 1)]
    return out


def wide_pairs(
    own: list[WideGroup], others: list[Group], width: int, low: int, aim: int
) -> Iterator[tuple[int, int]]:
    """Yield what `pairs` yields."""
    (a, b), rest = own, Others(others)
    vectors, tags = joint(a.pivots + b.pivots, width)
    bounded(max(tags, default=0) < 2**63, "too many relations")
    images = np.array([rest.image(z) for z in vectors], dtype=np.uint64)
    images = images.reshape(len(vectors), rest.negative.size)
    marks = np.array(tags, dtype=np.uint64).reshape(-1, 1)
    values, forms = b.listed(low - a.top)
    tag = reached(marks[a.rank :], forms)[:, 0]
    order = np.lexsort((-values, tag))
    values, tag = values[order], tag[order]
    rows = reached(images[a.rank :], forms[order])
    firsts, forms = a.listed(low - b.top)
    tag_a = reached(marks[: a.rank], forms)[:, 0]
    starts = np.searchsorted(tag, tag_a, side="left")
    ends = np.searchsorted(tag, tag_a, side="right")
    visited = 0
    for first, own_form, start, end in zip(firsts.tolist(), forms, starts, ends, strict=True):
        number = int(np.searchsorted(-values[start:end], first - low, side="right"))
        visited += number
        bounded(
            visited <= MAX_WIDE_PAIRS,
            f"more than {MAX_WIDE_PAIRS} pairs of sums are to be looked at",
        )
        for begin in range(start, start + number, 2**14):
            some = slice(begin, min(begin + 2**14, start + number))
            x = reached(images[: a.rank], np.array([own_form]))
            other = rest.sums(rows[some] ^ x)
            own_sums = values[some] + first
            for i in np.flatnonzero(own_sums + other >= aim).tolist():
                yield int(own_sums[i]), int(other[i])


# --------------------------------------------- orbits ---------------------------------------------

"""Evidence by orbits: solutions up to symmetries of the puzzle; two colours.

A symmetry is a permutation of the unknowns that maps solutions to solutions and keeps prices.  A
form is a set of unknowns; its value at a solution is whether an odd number of them is pressed.  The
values of all forms are the solution's prefix.  The symmetries map solutions with equal prefixes to
solutions with equal prefixes, so they permute prefixes, and solutions whose prefixes are in one
orbit come in equal numbers of each weight.  So one prefix of each orbit is looked at.

Proves: the least weight of all solutions and how many have it.  The solutions with one prefix are
weighed by the sums of one group of unknowns, as in "halves": weight = (P - S) / 2.
Does not prove: anything where prefixes are too many (MAX_PREFIXES), or the solutions that are left
(MAX_VISITED).
Trusts: the part "solutions", for "these are all solutions"; "group", for the sums of a group.
"""

MAX_PREFIXES = 2**26  # prefixes, and their images by each symmetry (a minute)
MAX_VISITED = 2**26  # sums, of all prefixes that are looked at, and 4 for each unknown (20 s)

Map = tuple[int, Vector, Vector]  # bits of the lower table; tables of the lower and higher bits
Weigh = Callable[[list[tuple[int, int]]], tuple[int, int, int]]


@form("orbits", MINIMA)
def judge_orbits(certificate: Certificate, piece: Any) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    return by_orbits(certificate, piece, largest_sum, MAX_VISITED)


def largest_sum(members: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the largest sum of (column, amount) pairs, how many forms have it, and the rank."""
    group = Group(members)
    group.tabulate()
    return group.top, group.sums.count(group.top), group.rank


def by_orbits(certificate: Certificate, piece: Any, weigh: Weigh, most: int) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    given, system = fields(piece, "orbits", "by symmetries forms"), certificate.system
    require(system.colours == 2, "evidence by orbits is about two colours")
    kernel = kernel_of(certificate)
    forms = [bits_of(system.presses(f, "form")) for f in items(given["forms"], "forms")]
    symmetries = items(given["symmetries"], "symmetries")
    fits = 1 + len(symmetries) << len(forms) <= MAX_PREFIXES
    bounded(fits, f"more than {MAX_PREFIXES} prefixes and images of prefixes")
    cosets = _Cosets(kernel, forms)
    maps = [cosets.mapped(symmetry_of(system, kernel, listed)) for listed in symmetries]
    places: dict[int, int] = {}  # unknown -> which of the vectors that change no form press it
    for i, vector in enumerate(cosets.rest):
        while vector:
            low = vector & -vector
            places[low.bit_length() - 1] = places.get(low.bit_length() - 1, 0) | 1 << i
            vector ^= low
    least, count, visited, looked = -1, 0, 0, 0
    for prefix, size in orbits(len(forms), maps):
        looked += 1
        visited += (1 << len(cosets.rest)) + 4 * len(system.prices)
        bounded(visited <= most, f"more than {most} solutions are to be looked at")
        x = cosets.member(prefix)
        amounts = [-p if x >> j & 1 else p for j, p in enumerate(system.prices)]
        top, ways, rank = weigh([(place, amounts[j]) for j, place in places.items()])
        fixed = sum(amount for j, amount in enumerate(amounts) if j not in places)
        weight = (sum(system.prices) - fixed - top) // 2
        if least < 0 or weight <= least:
            count = count if weight == least else 0
            least, count = weight, count + size * (ways << len(cosets.rest) - rank)
    certificate.compare(least, count)
    return f"{looked} orbits of {1 << len(forms)} prefixes, the solutions of one prefix of each"


def symmetry_of(system: System, kernel: Kernel, listed: Any) -> Vector:
    """Return where unknowns go: solutions become solutions of the same weight."""
    size = len(system.prices)
    found = [number(j, "symmetry", 0, size - 1) for j in items(listed, "symmetry")]
    require(sorted(found) == list(range(size)), "a symmetry must have every unknown once")
    kept = all(system.prices[j] == price for j, price in zip(found, system.prices, strict=True))
    require(kept, "a symmetry does not keep prices")
    back = sorted(range(size), key=found.__getitem__)
    image = system.image([kernel.particular[j] for j in back])
    require(image == system.need, "a symmetry maps a solution to none")
    for generator in kernel.generators:
        image = system.image([generator[j] for j in back])
        require(not any(image.values()), "a symmetry maps a solution to none")
    return found


class _Cosets:
    """All solutions, by the values that forms have at them.

    Attributes:
        rest: a basis of what changes no form, as bits.
    """

    def __init__(self, kernel: Kernel, forms: Vector):
        self._forms = forms
        self._start = bits_of(kernel.particular)
        self._pivots: dict[int, tuple[int, int]] = {}  # leading value -> (values, vector)
        self.rest: Vector = []
        for vector in map(bits_of, kernel.generators):
            values, vector = self._reduced(self.values(vector), vector)
            if values:
                self._pivots[values.bit_length()] = values, vector
            else:
                self.rest.append(vector)
        require(len(self._pivots) == len(forms), "the forms are not independent")

    def values(self, x: int) -> int:
        """Return the values of all forms, as bits."""
        return sum((x & f).bit_count() % 2 << i for i, f in enumerate(self._forms))

    def _reduced(self, values: int, vector: int) -> tuple[int, int]:
        while values.bit_length() in self._pivots:
            other, added = self._pivots[values.bit_length()]
            values, vector = values ^ other, vector ^ added
        return values, vector

    def member(self, prefix: int) -> int:
        """Return one solution with a prefix."""
        return self._reduced(prefix ^ self.values(self._start), self._start)[1]

    def mapped(self, symmetry: Vector) -> Map:
        """Return what a symmetry does to prefixes."""

        def image(x: int) -> int:
            moved = 0
            while x:
                low = x & -x
                moved |= 1 << symmetry[low.bit_length() - 1]
                x ^= low
            return self.values(moved)

        require(not any(map(image, self.rest)), "a symmetry does not keep the forms")
        zero, first = self.member(0), image(self.member(0))
        added = [image(self.member(1 << i) ^ zero) for i in range(len(self._forms))]
        half = len(added) // 2
        return half, _table(first, added[:half]), _table(0, added[half:])


def _table(first: int, added: Vector) -> Vector:
    """Return first + each sum of what is added."""
    found = [first]
    for one in added:
        found += [one ^ other for other in found]
    return found


def orbits(bits: int, maps: list[Map]) -> Iterator[tuple[int, int]]:
    """Yield one prefix of each orbit, and how many the orbit has."""
    seen = bytearray(1 << bits)
    for prefix in range(1 << bits):
        if seen[prefix]:
            continue
        seen[prefix], waiting, size = 1, [prefix], 0
        while waiting:
            here = waiting.pop()
            size += 1
            for half, low, high in maps:
                image = low[here & (1 << half) - 1] ^ high[here >> half]
                if not seen[image]:
                    seen[image] = 1
                    waiting.append(image)
        yield prefix, size


# ------------------------------------------ wide_orbits -------------------------------------------

"""Evidence by orbits with numpy, for more solutions than plain Python looks at.

Proves: what the part "orbits" proves, in the same way; sums of a group are made 2^16 at a time.
Does not prove: anything where more than 2^36 sums are to be made.
Trusts: the parts "orbits" and "wide_halves", for the sums of a group.
"""

MAX_WIDE_VISITED = 2**36  # sums, of all prefixes that are looked at (an hour)


@form("orbits", MINIMA, part="wide_orbits")
def judge_wide_orbits(certificate: Certificate, piece: Any) -> str:
    """Look at one prefix of each orbit, and compare the least weight."""
    return by_orbits(certificate, piece, wide_largest_sum, MAX_WIDE_VISITED)


def wide_largest_sum(members: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the largest sum of (column, amount) pairs, how many forms have it, and the rank."""
    group = WideGroup(members)
    top, ways = -group.size - 1, 0
    for _, sums in group.blocks():
        here = int(sums.max())
        if here >= top:
            ways = ways if here == top else 0
            top, ways = here, ways + int((sums == here).sum())
    return top, ways, group.rank


# -------------------------------------------- program ---------------------------------------------

"""The program: read the files, judge, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage.  3: a file cannot be read.  4: too large for this
checker.  What is printed first is the verdict's word; nothing else is ever said before it.
Proves: nothing.  Trusts: every part above, and Python.
"""


def judged(read: Callable[[], Any], folder: Path, beside: Callable[[], Any]) -> Verdict:
    """Judge the document that ``read`` returns; ``beside`` returns its puzzle, or None."""

    def judge() -> str:
        puzzle = beside()
        return judge_document(read(), folder, puzzle)

    return verdict_of(judge)


def check(path: Path, puzzle: Path | None = None) -> Verdict:
    """Judge the certificate in a file.

    Raises:
        OSError: When the certificate or the puzzle cannot be read.
    """

    def beside() -> Any:
        found = None if puzzle is None else read_file(puzzle)
        require(puzzle is None or type(found) is dict, "the puzzle beside it must be an object")
        return found

    return judged(lambda: read_file(path), path.parent, beside)


def main(arguments: list[str]) -> int:
    """Judge the named certificate, print the verdict, and return the exit code."""
    if arguments == ["--forms"]:
        for name, row in FORMS.items():
            print(f"{name}: proves {row.proves}; {read_by(['program', row.part])}")
        return 0
    if len(arguments) not in (1, 2) or arguments[0].startswith("-"):
        print("usage: python checker.py CERTIFICATE [PUZZLE] | --forms", file=sys.stderr)
        return 2
    gc.disable()  # nothing here points in circles, and looking for them takes a third of the time
    try:
        verdict = check(*map(Path, arguments))
    except OSError as error:
        print(f"cannot read {error.filename}: {error.strerror}", file=sys.stderr)
        return 3
    return say(verdict)


# --------------------------------------------- limits ---------------------------------------------

"""Memory and processor time of a whole run.

Proves: nothing.  A run that is over its time ends as "too large"; one that needs more memory gets a
MemoryError, which the part "verdict" calls too large as well.
Does not prove: that a run ends on systems without such limits.
Trusts: the operating system.
"""

LIMITS = (2, 1800)  # gigabytes of memory and seconds of processor time of a whole run
WIDE_LIMITS = (8, 7200)  # of the checker with numpy


def keep_limits(gigabytes: int, seconds: int) -> None:
    """Keep this process to memory and processor time, where the system has such limits (POSIX).

    A lower limit that was set outside stays.  At the end of the time the process says "too large".
    """
    try:
        resource = importlib.import_module("resource")
    except ImportError:
        return

    def over(*_: object) -> None:
        ended = EXIT_CODES[Kind.TOO_LARGE]  # never 1, a rejection, whatever happens here
        try:
            said = f"judging this takes more than {least} s of processor time"
            ended = say(Verdict(Kind.TOO_LARGE, said))
        finally:
            os._exit(ended)

    for what, most in ((resource.RLIMIT_AS, gigabytes * 2**30), (resource.RLIMIT_CPU, seconds)):
        soft, hard = resource.getrlimit(what)
        least = most if soft == resource.RLIM_INFINITY else min(most, soft)
        with contextlib.suppress(OSError, ValueError):  # macOS sets no limit of memory
            resource.setrlimit(what, (least, hard))
    signal.signal(signal.SIGXCPU, over)


# ------------------------------------------- the parts --------------------------------------------

PARTS["verdict"] = Part(51, 51, "")
PARTS["reading"] = Part(152, 94, "verdict")
PARTS["puzzle"] = Part(303, 96, "reading verdict")
PARTS["claims"] = Part(447, 135, "puzzle reading verdict")
PARTS["bits"] = Part(655, 47, "puzzle verdict")
PARTS["residues"] = Part(726, 48, "puzzle verdict")
PARTS["solutions"] = Part(801, 39, "claims bits residues puzzle reading verdict")
PARTS["group"] = Part(864, 57, "reading verdict")
PARTS["halves"] = Part(954, 113, "claims group puzzle reading solutions verdict")
PARTS["wide_halves"] = Part(1124, 108, "claims halves group verdict")
PARTS["orbits"] = Part(1285, 110, "claims group puzzle reading solutions verdict")
PARTS["wide_orbits"] = Part(1450, 13, "claims orbits wide_halves")
PARTS["program"] = Part(1480, 26, "claims reading verdict")
PARTS["limits"] = Part(1533, 20, "verdict")

if __name__ == "__main__":
    keep_limits(*WIDE_LIMITS)
    sys.exit(main(sys.argv[1:]))
