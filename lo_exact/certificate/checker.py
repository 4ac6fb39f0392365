"""Check a certificate about a puzzle with colours, or the evidence of a claim.

    python checker.py CERTIFICATE [PUZZLE]
    python checker.py --forms

It needs Python (3.11 or newer) and this file alone.

CERTIFICATE is a JSON file; the proofs it names lie beside it.  docs/certificates.md is the format.
Exit 0: accepted, and the claim is printed in words.  Exit 1: rejected, with the reason.  Exit 2:
wrong usage.  Exit 3: a file cannot be read.  Exit 4: too large for this checker, with the bound;
the certificate may be right.

How to read it.  The parts stand one behind the other; each uses only parts above it, and says at
its head what it proves, what it does not prove, and what it trusts.  An accepted certificate is
printed with the parts that judged it; the others can be skipped.  ``--forms`` prints the forms of
evidence, from the easiest to the hardest, with what they prove and the lines that judge them.

What is accepted has been proved by this file alone, with code of its own.  Anything unknown is a
rejection.  Names in capitals are the bounds, each in the part that keeps it.

This file is made of the parts in checker_parts/ by ``make checkers``; change those.
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
import zlib
from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from functools import reduce
from itertools import accumulate, chain, compress, islice
from math import comb, gcd, inf, prod
from operator import lt, xor
from pathlib import Path
from typing import Any, NamedTuple

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


# -------------------------------------------- witness ---------------------------------------------

"""Evidence by a witness: a sum of lights that no button changes, and that would have to change.

Proves: no presses solve the puzzle.  If y A = 0 and y s != 0 (mod c), then A x = s would give
0 = y A x = y s.  Counters have no c, but there A x = s holds mod every number; the witness names
one.
Does not prove: anything about a puzzle that can be solved.
Trusts: the matrix A and the need s, from the part "puzzle".
"""


@form("witness", "unsolvable", whole=(False, True))
def judge_witness(certificate: Certificate, piece: Any) -> str:
    """Multiply the witness with every button and with the need."""
    system = certificate.system
    given = fields(piece, "witness", "by witness modulus" if system.whole else "by witness")
    if system.whole:
        c = number(given["modulus"], "modulus", 2)
        y = integers(given["witness"], "witness", system.lights)
    else:
        c = system.colours
        y = vector(given["witness"], "witness", system.lights, c)
    for column in system.columns:
        total = sum(y[light] * amount for light, amount in column)
        require(total % c == 0, "a button changes the witness's sum")
    total = sum(y[light] * amount for light, amount in system.need.items()) % c
    require(total != 0, "the witness's sum is 0, so it shows nothing")
    return f"a witness: no button changes its sum mod {c}, which is to change by {total}"


# -------------------------------------------- covering --------------------------------------------

"""Evidence by a covering: every light has a share, and no button pays more than its price.

Proves: a lower bound.  Light i has to change by s_i at least, so s_i times its share is paid by the
presses that change it, and all pay the sum of the shares at least.  Where a button costs once,
however often it is pressed, amounts and s_i count as 1.
Does not prove: how many minima there are; often the bound is far below the minimum.
Trusts: A, s and the prices, from the part "puzzle".
"""


@form("covering", MINIMA)
def judge_covering(certificate: Certificate, piece: Any) -> str:
    """Add up the shares of each button's lights, and of all lights."""
    given, system = fields(piece, "covering", "by scale shares"), certificate.system
    require(not certificate.counted, "a covering proves no count")
    scale = number(given["scale"], "scale", 1)
    shares = [number(v, "share", 0) for v in items(given["shares"], "shares")]
    require(len(shares) == system.lights, f"there must be {system.lights} shares")
    once = system.per_button
    for column, price in zip(system.columns, system.prices, strict=True):
        paid = sum(shares[light] * (1 if once else amount) for light, amount in column)
        require(paid <= scale * price, "the shares of a button exceed its price")
    total = sum(shares[light] * (min(s, 1) if once else s) for light, s in system.need.items())
    least = -(-total // scale)
    require(least >= certificate.bound, f"the shares show {least} only")
    return f"a covering: the lights' shares add up to {total} / {scale}"


# --------------------------------------------- moats ----------------------------------------------

"""Evidence by moats: sets of lights that an odd number of pressed buttons must cross.

Proves: for two colours, a lower bound.  A button crosses a set of lights when it is on an odd
number of them.  Where an odd number of the set's lights must change, an odd number of the pressed
buttons crosses it, so at least one.  Each set has a height, and for every button the heights of the
sets it crosses add up to no more than its price.  So each set's height is paid by a pressed button
that crosses it, no press pays more than its price, and all cost the sum of the heights at least.
Does not prove: how many minima there are; the bound may be below the minimum.
Trusts: A, s and the prices, from the part "puzzle".
"""

MAX_HEIGHT = 2**128  # a height, and the scale
MAX_MOATS = 2**22  # moats, and the lights in all of them together (1 GB)


@form("moats", MINIMA)
def judge_moats(certificate: Certificate, piece: Any) -> str:
    """Add up the heights of the sets that each button crosses, and of all sets."""
    given, system = fields(piece, "moats", "by scale sets heights"), certificate.system
    require(system.colours == 2, "moats are for two colours")
    require(not certificate.counted, "moats prove no count")
    scale = size(given["scale"], "scale", 1, MAX_HEIGHT)
    heights = [size(v, "height", 0, MAX_HEIGHT) for v in items(given["heights"], "heights")]
    sets = [items(lights, "a moat") for lights in items(given["sets"], "sets")]
    require(len(sets) == len(heights), "each moat has a height")
    fits = len(sets) + sum(map(len, sets)) <= MAX_MOATS
    bounded(fits, f"more than {MAX_MOATS} moats and lights in them")
    around: dict[int, set[int]] = {}  # light: the moats that it is in
    for k, lights in enumerate(sets):
        fits = all(type(light) is int and light in system.need for light in lights)
        require(fits, "a moat has a light that is none, or that does not matter")
        require(len(set(lights)) == len(lights), "a moat has a light twice")
        require(sum(system.need[i] for i in lights) % 2 == 1, "a moat need not be crossed")
        for light in lights:
            around.setdefault(light, set()).add(k)
    for column, price in zip(system.columns, system.prices, strict=True):
        crossed: set[int] = set()
        for light, _ in column:
            system.spend(1 + len(around.get(light, ())))
            crossed ^= around.get(light, set())
        paid = sum(heights[k] for k in crossed)
        require(paid <= scale * price, "the moats that a button crosses exceed its price")
    total = sum(heights)
    least = -(-total // scale)
    require(least >= certificate.bound, f"the moats show {least} only")
    return f"{len(sets)} moats: their heights add up to {total} / {scale}"


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


# --------------------------------------------- kernel ---------------------------------------------

"""Evidence by the kernel: how many solutions there are.

Proves: a number of solutions, for any number of colours.
Does not prove: anything about weights.
Trusts: the part "solutions", for "these are all solutions, each once".
"""


@form("kernel", "solutions")
def judge_kernel(certificate: Certificate, piece: Any) -> str:
    """Compare the number of all solutions with the claimed one."""
    fields(piece, "evidence", "by")
    kernel = kernel_of(certificate)
    right = kernel.size == certificate.count
    require(right, f"there are {in_words(kernel.size)} solutions")
    return "the kernel, eliminated anew"


# ---------------------------------------------- walk ----------------------------------------------

"""Evidence by a walk: every solution is visited, one after the other.

Proves: the least weight of all solutions and how many have it, so a minimum, its number, or a lower
bound.  Each step adds one generator to the last solution, and the weight is counted anew.
Does not prove: anything where there are too many solutions to visit (MAX_ELEMENTS).
Trusts: the part "solutions", for "these are all solutions, each once"; Python's integers.
"""

MAX_ELEMENTS = 2**26  # solutions (about 20 s for two colours, 2 minutes for more or with prices)
MAX_BITS = 2**40  # bits looked at: for each solution, a few for each unknown


@form("walk", MINIMA)
def judge_walk(certificate: Certificate, piece: Any) -> str:
    """Weigh all solutions and compare the least weight."""
    fields(piece, "evidence", "by")
    kernel = kernel_of(certificate)
    certificate.compare(*walk(certificate.system, kernel))
    return f"a walk through all {kernel.size} solutions"


def walk(system: System, kernel: Kernel) -> tuple[int, int]:
    """Return the least weight of all solutions, and how many have it.

    Every step adds one generator: the one whose digit a counter with these orders as bases would
    raise.  The lower digits are not reset: generator i is added only when digit i rises, and adding
    it order_i times changes nothing.  So for fixed higher digits its multiple starts somewhere and
    runs once through all residues mod order_i: every combination is met exactly once.  The solution
    is held as one integer with a field of bits for each unknown that costs something.
    """
    bounded(kernel.size <= MAX_ELEMENTS, f"more than {MAX_ELEMENTS} solutions to walk through")
    c = system.colours
    priced = [j for j, price in enumerate(system.prices) if price]
    # two numbers below c add up without a carry, and the sum of all fields is below 2^width - 1
    width = max((c - 1).bit_length() + 1, (len(priced) * (c - 1) + 1).bit_length())
    width = 1 if c == 2 else width
    slices = []  # the prices, bit by bit: 2^b for every press in these fields
    for b in range(max(system.prices, default=0).bit_length()):
        mask = [(2**width - 1) * (system.prices[j] >> b & 1) for j in priced]
        if any(mask):
            slices.append((2**b, _packed(mask, width)))
    bits = kernel.size * (len(slices) + 1) * len(priced) * width
    bounded(bits <= MAX_BITS, f"more than {MAX_BITS} bits to walk through")
    ones = _packed([1] * len(priced), width)
    half = 2 ** (width - 1)  # the highest bit of a field; behind "+ to_c" it says "c or more"
    high, to_c, to_1 = ones * half, ones * (half - c), ones * (half - 1)
    # 2^width is 1 mod 2^width - 1, so a number mod that is the sum of its fields
    sum_of_fields = 2**width - 1

    def sliced(x: int) -> int:
        return sum(scale * (x & mask).bit_count() for scale, mask in slices)

    def pressed(x: int) -> int:
        return sliced(x + to_1 & high)

    def pressings(x: int) -> int:
        return sum(scale * ((x & mask) % sum_of_fields) for scale, mask in slices)

    weight: Callable[[int], int] = pressed if system.per_button else pressings
    if c == 2:
        weight = int.bit_count if slices == [(1, ones)] else sliced
    x = _packed([kernel.particular[j] for j in priced], width)
    steps = [_packed([g[j] for j in priced], width) for g in kernel.generators]
    least, count = weight(x), 1
    for step in _counter(kernel.orders):
        if c == 2:
            x ^= steps[step]
        else:
            x += steps[step]
            x -= ((x + to_c & high) >> width - 1) * c  # where the field reached c
        found = weight(x)
        if found <= least:
            least, count = found, count + 1 if found == least else 1
    return least, count


def _packed(values: Vector, width: int) -> int:
    """Return sum value_i 2^(width i)."""
    if width == 1:
        return bits_of(values)
    return int("0" + "".join(f"{v:0{width}b}" for v in reversed(values)), 2)


def _counter(orders: Vector) -> Iterator[int]:
    """Yield which digit rises, for all prod(orders) - 1 steps of a counter."""
    digits = [0] * len(orders)
    for _ in range(prod(orders) - 1):
        place = 0
        while digits[place] == orders[place] - 1:
            digits[place] = 0
            place += 1
        digits[place] += 1
        yield place


# ---------------------------------------------- tree ----------------------------------------------

"""Evidence by a tree: what branch and cut did, added up again in integers.

Proves: for two colours, that no solution weighs less than claimed, or none as little but those
listed.  All solutions lie in boxes; each box ends by a sum of cuts that shows it holds nothing.
Does not prove: a number of minima that are not all listed.
Trusts: A, s and the prices, from the part "puzzle"; no kernel and no fraction is needed.
"""

MAX_TIMES = 2**128  # a multiplier, and the scale
MAX_PLACES_HELD = 5 * 10**7  # unknowns of all cuts, and those of all open boxes (0.4 GB each)


@form("tree", MINIMA)
def judge_tree(certificate: Certificate, piece: Any) -> str:
    """All solutions in boxes; nothing in them weighs less, or as little and is not listed."""
    tree = Tree(certificate.system, piece)
    unit = gcd(*certificate.system.prices) or 1  # every weight is a multiple of it
    if not certificate.counted:
        tree.judge((certificate.bound - 1) // unit * unit, [])
    else:
        all_listed = certificate.count == len(certificate.minima)
        require(all_listed, "a tree proves a count only if all are listed")
        tree.judge(certificate.bound, certificate.minima)
    return f"a tree of {len(tree.nodes)} nodes and {len(tree.cuts)} cuts"


def pair_of(value: Any, name: str) -> list[Any]:
    """Return a JSON list of two."""
    require(len(items(value, name)) == 2, f"{name} must be a list of two")
    return list(value)


class Tree:
    """All solutions of a system with two colours, in boxes: some unknowns settled, others free.

    A sum of equations says that the unknowns in an odd number of them are odd or even together.  A
    choice S of these, of the other parity, cannot be pressed with the rest left alone:
    sum of x_j over the rest >= 1 - sum of (1 - x_j) over S.  That is a cut, a x >= b.
    With multipliers y >= 0 and a scale D > 0, every solution has
    D p x >= D p x - sum y (a x - b) = sum y b + sum r_j x_j, with r = D p - sum y a: at least the
    least value of the right side in a box.
    """

    def __init__(self, system: System, document: Any):
        given = fields(document, "tree", "by scale cuts nodes")
        require(system.colours == 2, "a tree is for two colours")
        self.system: System = system
        self.scale: int = size(given["scale"], "scale", 1, MAX_TIMES)
        self.rows: dict[int, set[int]] = {light: set() for light in system.need}
        for j, column in enumerate(system.columns):
            for light, _ in column:
                self.rows[light].add(j)
        self.held: int = 0
        self.cuts: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
            self._cut(*pair_of(cut, "a cut")) for cut in items(given["cuts"], "cuts")
        ]
        self.nodes: list[Any] = items(given["nodes"], "nodes")

    def _cut(self, summed: Any, chosen: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the unknowns of S and of the rest; as tuples, for sets take ten times as much."""
        support: set[int] = set()
        parity = 0
        for light in items(summed, "the lights of a cut"):
            require(type(light) is int and light in self.rows, "a cut names a light that is none")
            self.system.spend(len(self.rows[light]) + 1)
            support ^= self.rows[light]
            parity += self.system.need[light]
        last = len(self.system.columns) - 1
        pressed = {number(j, "S", 0, last) for j in items(chosen, "S")}
        require(pressed <= support, "S is no part of its cut")
        require((len(pressed) + parity) % 2 == 1, "S has the parity of its cut")
        self.held += len(support)
        fits = self.held <= MAX_PLACES_HELD
        bounded(fits, f"more than {MAX_PLACES_HELD} unknowns in cuts")
        return tuple(pressed), tuple(support - pressed)

    def _right_side(self, value: Any, scale: int) -> tuple[int, Vector]:
        """Return sum y b and r, for multipliers [cut, times, cut, times, ...]."""
        listed = items(value, "multipliers")
        require(len(listed) % 2 == 0, "each cut has a multiplier")
        constant, r = 0, [scale * price for price in self.system.prices]
        for k, times in zip(listed[::2], listed[1::2], strict=True):
            pressed, rest = self.cuts[number(k, "cut", 0, len(self.cuts) - 1)]
            size(times, "multiplier", 0, MAX_TIMES)
            self.system.spend(len(pressed) + len(rest) + 1)
            constant += times * (1 - len(pressed))
            for j in pressed:
                r[j] += times
            for j in rest:
                r[j] -= times
        self.system.spend(2 * len(r))
        return constant, r

    @staticmethod
    def _least(constant: int, r: Vector, box: Vector) -> int:
        """Return the least value of the right side; a box holds 0, 1 or, where free, -1."""
        return constant + sum(v for v, x in zip(r, box, strict=True) if x == 1 or (x and v < 0))

    def judge(self, limit: int, listed: list[Vector]) -> None:
        """Reject unless no solution weighs ``limit`` or less, or all that do are listed."""
        waiting = [[-1] * len(self.system.columns)]
        for node in self.nodes:
            require(bool(waiting), "there are nodes behind the last")
            box = waiting.pop()
            require(type(node) is list and len(node) == 3, "a node is a list of three")
            settling, kind, what = node
            for multipliers in items(settling, "settling"):
                self._settle(*self._right_side(multipliers, self.scale), box, limit)
            if kind == "branch":
                j = number(what, "branch", 0, len(box) - 1)
                require(box[j] == -1, "a settled unknown is branched on")
                self.system.spend(2 * len(box))
                fits = (len(waiting) + 2) * len(box) <= MAX_PLACES_HELD
                bounded(fits, f"more than {MAX_PLACES_HELD} unknowns in open boxes")
                waiting += [[*box[:j], value, *box[j + 1 :]] for value in (1, 0)]
            elif kind == "bound":
                least = self._least(*self._right_side(what, self.scale), box)
                require(least > self.scale * limit, "a node may hold a solution of little weight")
            elif kind == "empty":
                least = self._least(*self._right_side(what, 0), box)
                require(least > 0, "a node may hold a solution")
            else:
                require(kind == "point", "a node ends by branch, bound, empty or point")
                require(box in listed, "a node holds something that is not listed")
        require(not waiting, "the tree ends early")

    def _settle(self, constant: int, r: Vector, box: Vector, limit: int) -> None:
        """Settle what would cost too much the other way."""
        room = max(self.scale * limit - self._least(constant, r, box), 0)
        for j, value in enumerate(r):
            if box[j] == -1 and abs(value) > room:
                box[j] = int(value < 0)


# --------------------------------------------- sweep ----------------------------------------------

"""Evidence by a sweep: the unknowns come one by one, and equal sums so far are kept once.

Proves: the least weight of all solutions and how many have it.  What two choices have added to the
lights so far is all that the later unknowns can notice; of equal sums the lightest is kept, with
the number of choices that have it.  A sum that can no longer become right is dropped, and so is
one that weighs more than the claim.
Does not prove: anything where too many sums are open at once (MAX_STATES).
Trusts: A, s and the prices, from the part "puzzle"; no kernel is needed.
"""

MAX_SWEEP = 2**27  # steps: sums, colours and changed lights of each unknown (about 2 minutes)
MAX_STATES = 2**20  # sums at once
MAX_SUM_BITS = 2**32  # bits of the sums at once (0.5 GB)
MAX_EQUATION_BITS = 2**32  # bits of the equations, before and after elimination (0.5 GB each)
MAX_EQUATION_PLACES = 5 * 10**7  # unknowns in all equations (0.4 GB)


@form("sweep", MINIMA)
def judge_sweep(certificate: Certificate, piece: Any) -> str:
    """Sweep in the given order and compare the least weight."""
    given, system = fields(piece, "sweep", "by order"), certificate.system
    order = [number(j, "order", 0) for j in items(given["order"], "order")]
    every = sorted(order) == list(range(len(system.prices)))
    require(every, "order must have every unknown once")
    least, count = sweep(system, order, certificate.limit)
    certificate.compare(certificate.bound if least is None else least, count)
    return "a sweep over the unknowns, with a table of what they add up to"


def equations(system: System, order: list[int]) -> tuple[list[list[tuple[int, int]]], list[int]]:
    """Return for each unknown in order (equation, amount) pairs, and what equations add up to.

    The lights are the equations; with two colours sums of lights take their place, such that no
    two end at the same unknown.  What is wrong with a sum so far then shows as soon as it can.
    """
    c, columns = system.colours, [system.columns[j] for j in order]
    if c > 2:
        lights = {light: e for e, light in enumerate(system.need)}
        placed = [[(lights[light], amount) for light, amount in column] for column in columns]
        return placed, list(system.need.values())
    listed: dict[int, list[int]] = {light: [] for light in system.need}
    for place, column in enumerate(columns):
        for light, _ in column:
            listed[light].append(place)
    bits = sum(places[-1] for places in listed.values() if places)
    bounded(bits <= MAX_EQUATION_BITS, "the equations hold too many bits")
    kept: dict[int, tuple[int, int]] = {}  # last unknown + 1 -> (its unknowns, what they sum to)
    steps = held = 0
    for light, places in listed.items():
        digits = bytearray(b"0") * (places[-1] + 1 if places else 1)
        for place in places:
            digits[-1 - place] = ord("1")
        row, right = int(digits, 2), system.need[light]
        while row and (row.bit_length()) in kept:
            other, much = kept[row.bit_length()]
            row, right = row ^ other, right ^ much
            steps += 1 + row.bit_length() // 2048
            bounded(steps <= MAX_SWEEP, "the equations are beyond this checker's bound")
        if row or right:
            kept[row.bit_length()] = row, right
            held += row.bit_length()
            bounded(held <= MAX_EQUATION_BITS, "the equations hold too many bits")
    placed = [[] for _ in order]
    entries = sum(row.bit_count() for row, _ in kept.values())
    bounded(entries <= MAX_EQUATION_PLACES, "the equations have too many unknowns")
    for e, (row, _) in enumerate(kept.values()):
        shared, written = (e, 1), bin(row)[:1:-1]
        place = written.find("1")
        while place >= 0:
            placed[place].append(shared)
            place = written.find("1", place + 1)
    return placed, [right for _, right in kept.values()]


def sweep(system: System, order: list[int], limit: int) -> tuple[int | None, int]:
    """Return the least weight up to a limit, None where there is none, and how often it comes."""
    c = system.colours
    placed, need = equations(system, order)
    bits = (c - 1).bit_length()
    steps, open_ = 0, [0] * len(need)
    for column in placed:
        for e, _ in column:
            open_[e] += 1
    states = {0: (0, 1)} if limit >= 0 else {}
    for place, column in enumerate(placed):
        price = system.prices[order[place]]
        full = want = 0
        for e, _ in column:
            open_[e] -= 1
            if not open_[e]:
                full |= ((1 << bits) - 1) << bits * e
                want |= need[e] << bits * e
        steps += len(states) * c * (1 + len(column)) * (1 + bits * len(need) // 4096)
        bounded(steps <= MAX_SWEEP, "the sweep is beyond this checker's bound")
        held, made = 0, dict[int, tuple[int, int]]()
        for key, (weight, count) in states.items():
            for times in range(c):
                paid = weight + price * (min(times, 1) if system.per_button else times)
                if paid > limit:
                    break
                if times:
                    for e, amount in column:
                        digit = key >> bits * e & ((1 << bits) - 1)
                        key += ((digit + amount) % c - digit) << bits * e
                if key & full == want:
                    if key not in made:
                        held += key.bit_length()
                        fits = len(made) < MAX_STATES and held <= MAX_SUM_BITS
                        bounded(fits, "the sweep is beyond this checker's bound")
                    old, ways = made.get(key, (paid, 0))
                    if paid <= old:
                        made[key] = (paid, count + (ways if paid == old else 0))
        states = made
    goal = sum(s << bits * e for e, s in enumerate(need))
    least, count = states.get(goal, (None, 0))
    return least, count


# --------------------------------------------- middle ---------------------------------------------

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
    """What presses add to the lights: one integer with a field of bits for each light.

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


# ---------------------------------------------- dual ----------------------------------------------

"""Evidence by the dual: the sizes of all sums of rows tell how many solutions have each weight.

For two colours and one price.  A sum of rows is a set of unknowns; its sign is -1 where the lights
that it sums have to change an odd number of times together, else 1.  Every solution presses the set
evenly or oddly as the sign says.  Let R be the number of sums of rows, n that of unknowns.

Proves: the number N_w of solutions of each weight w, from the least on, by MacWilliams' identity
(1963):  R * sum of N_w t^w = sum over all sums of rows u of sign(u) (1 - t)^|u| (1 + t)^(n - |u|).
Multiply out what stands on the right: t^|y| comes, for each set y of unknowns, sign(u) (-1)^(number
of unknowns in y and u) times.  Over all u that adds up to R if y is a solution, and to 0 if not.
Does not prove: anything where sums of rows are too many (MAX_ROW_SUMS).
Trusts: A, s and the prices, from the part "puzzle"; the elimination, from "bits".
"""

MAX_ROW_SUMS = 2**26  # sums of rows (half a minute)
MAX_ROW_SUM_BITS = 2**40  # bits of all these sums


@form("dual", MINIMA)
def judge_dual(certificate: Certificate, piece: Any) -> str:
    """Weigh all sums of rows, and compare the least weight that any solution has."""
    fields(piece, "dual", "by")
    system = certificate.system
    require(system.colours == 2, "evidence by the dual is about two colours")
    price = min(system.prices, default=1)
    require({*system.prices} <= {price} and price > 0, "evidence by the dual is about one price")
    found = by_rows(system, certificate.limit // price)
    least = certificate.bound if found is None else found[0] * price
    certificate.compare(least, 0 if found is None else found[1])
    return "the sizes of all sums of rows, by MacWilliams' identity"


def by_rows(system: System, limit: int) -> tuple[int, int] | None:
    """Return the least number of presses up to a limit, and how many solutions have it, or None."""
    size = len(system.columns)
    steps = (sum(map(len, system.columns)) + len(system.need)) * (1 + size // 2048)
    bounded(steps <= MAX_STEPS, "rows are beyond this checker's bound")
    changed: dict[int, list[int]] = {light: [] for light in system.need}
    for j, column in enumerate(system.columns):
        for light, _ in column:
            changed[light].append(j)
    # the sign is the highest bit, so that at most one row has it
    basis = rows_of_bits(
        sum((1 << j for j in changed[light]), amount << size)
        for light, amount in system.need.items()
    )
    fits = 1 << len(basis) <= MAX_ROW_SUMS and size << len(basis) <= MAX_ROW_SUM_BITS
    bounded(fits, f"more than {MAX_ROW_SUMS} sums of rows, or they have too many bits")
    signed = [row ^ 1 << size for row in basis if row >> size]
    plain = [row for row in basis if not row >> size]
    sizes = Counter(map(int.bit_count, _sums(0, plain)))
    for row in signed:
        sizes.subtract(map(int.bit_count, _sums(row, plain)))
    # for each size u the coefficient of t^w in (1 - t)^u (1 + t)^(size - u), from w to w + 1
    before, here = dict.fromkeys(sizes, 0), dict.fromkeys(sizes, 1)
    for w in range(min(limit, size) + 1):
        total = sum(number * here[u] for u, number in sizes.items())
        if total:
            return w, total >> len(basis)
        steps += len(sizes) * (1 + size // 64)
        bounded(steps <= MAX_STEPS, "the identity is beyond this checker's bound")
        after = {
            u: ((size - 2 * u) * here[u] - (size - w + 1) * before[u]) // (w + 1) for u in sizes
        }
        before, here = here, after
    return None


def _sums(start: int, rows: list[int]) -> Iterator[int]:
    """Yield start + each sum of independent rows, once, one row more or less at a time."""
    yield start
    for step in range(1, 1 << len(rows)):
        start ^= rows[(step & -step).bit_length() - 1]
        yield start


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


# --------------------------------------------- proof ----------------------------------------------

"""Follow an LRAT proof: every line's clause follows from the clauses that its hints name.

Proves: that some clauses contradict each other: the proof ends with the empty clause.
Does not prove: what the clauses have to do with a puzzle; the formula's part does.
Trusts: ``zlib``, which unpacks the file.  A wrong proof, or a cut one, is rejected.
"""

MAX_PROOF = 2**31  # bytes of a proof, unpacked (about 3 MB/s)
MAX_LINE = 2**24  # bytes of one line
MAX_HELD = 10**8  # places held at a time: a clause of k literals takes k + 10 (about 1 GB)
MAX_LOOKS = 10**10  # literals looked at

Clause = tuple[int, ...]


def check_lrat_file(clauses: list[Clause], given: dict[str, Any], folder: Path) -> int:
    """Follow the proof file that a certificate names; return its number of lines."""
    length = size(given["proof_bytes"], "proof_bytes", 0, MAX_PROOF)
    stated = digest(given["proof_sha256"], "proof_sha256")
    path = folder / f"{stated}.lrat.gz"
    name = hashlib.sha256()
    for block in unpacked(path, length):
        name.update(block)
    require(name.hexdigest() == stated, "the proof file has another SHA-256")
    return check_lrat(clauses, lines_of(unpacked(path, length)))


def unpacked(path: Path, length: int) -> Iterator[bytes]:
    """Yield the blocks of a gzip file that holds exactly one member of ``length`` bytes."""
    require(path.exists(), f"the proof file is missing: {path.name} must lie beside")
    require(path.is_file(), "the proof is no ordinary file")
    try:
        with path.open("rb") as file:
            inflate = zlib.decompressobj(31)
            left = length
            while not inflate.eof:
                packed = inflate.unconsumed_tail or file.read(2**16)
                require(bool(packed), "the proof file ends early")
                block = inflate.decompress(packed, 2**20)
                left -= len(block)
                require(left >= 0, "the proof file is longer than the certificate says")
                yield block
            require(left == 0, "the proof file is shorter than the certificate says")
            require(not inflate.unused_data and not file.read(1), "the proof file has more behind")
    except zlib.error as error:
        raise Rejected(f"the proof file is not gzip: {error}") from None
    except OSError as error:
        raise Rejected(f"the proof file cannot be read: {error.strerror}") from None


def lines_of(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield lines without their line feed."""
    rest = b""
    for block in blocks:
        *lines, rest = (rest + block).split(b"\n")
        bounded(len(rest) <= MAX_LINE, f"a proof line has more than {MAX_LINE} bytes")
        yield from lines
    require(not rest, "the proof's last line is cut off")


def check_lrat(clauses: list[Clause], lines: Iterable[bytes]) -> int:
    """Follow an LRAT proof to the empty clause; return its number of lines.

    ``ID LITERALS 0 HINTS 0`` adds a clause.  Suppose all its literals false; then each clause the
    hints name has one literal left, which must be true, and the last has none left: contradiction.
    ``ID d IDS 0`` forgets clauses.  Negative hints (RAT) are refused: no formula here needs them.
    """
    known: dict[int, Clause] = dict(enumerate(clauses, start=1))
    held, last, done = sum(map(len, clauses)) + 10 * len(clauses), len(clauses), False
    shared: dict[bytes, int] = {}
    looks = 0
    for at, line in enumerate(lines, start=1):
        where = f"proof line {at}"
        require(not done, f"{where} stands behind the empty clause")
        require(not line.endswith(b"\r"), f"{where} ends with CR LF")
        words = line.split(b" ")
        require(len(words) > 2 and words[-1] == b"0", f"{where} does not end with 0")
        if words[1] == b"d":
            for word in words[2:-1]:
                gone = known.pop(_integer(word, where), None)
                require(gone is not None, f"{where} deletes a clause that is not there")
                held -= len(gone or ()) + 10
            continue
        try:
            numbers = [shared[word] for word in words]
        except KeyError:
            for word in words:
                shared.setdefault(word, _integer(word, where))
            numbers = [shared[word] for word in words]
            if len(shared) > 10**6:
                shared.clear()
        end = numbers.index(0)
        require(end < len(numbers) - 1, f"{where} has no hints")
        new, clause = numbers[0], tuple(numbers[1:end])
        require(new > last, f"{where}: numbers must rise")
        false = set(clause)
        for hint in numbers[end + 1 : -1]:
            if hint not in known:
                require(hint >= 0, f"{where} has a RAT hint, which this checker does not read")
                raise Rejected(f"{where} names clause {hint}, which is not there")
            looks += len(known[hint])
            bounded(looks <= MAX_LOOKS, f"{where}: more than {MAX_LOOKS} literals are looked at")
            left = [literal for literal in known[hint] if literal not in false]
            if not left:
                break
            require(len(left) == 1, f"{where}: hint {hint} leaves {len(left)} literals")
            false.add(-left[0])
        else:
            raise Rejected(f"{where}: the hints end without a contradiction")
        known[new], last, done = clause, new, not clause
        held += len(clause) + 10
        bounded(held <= MAX_HELD, f"{where}: more than {MAX_HELD} places are held")
    require(done, "the proof ends without the empty clause")
    return at


def _integer(word: bytes, where: str) -> int:
    require(word.removeprefix(b"-").isdigit() and len(word) < 20, f"{where} is not LRAT")
    return int(word)


# -------------------------------------------- formula ---------------------------------------------

"""The formula "there is a solution of at most this weight, other than these", as clauses.

Proves: nothing alone.  Every solution of weight <= bound, other than the blocked ones, satisfies
all clauses; so if the clauses are contradictory, there is no such solution.  Without a bound every
solution does.
Does not prove: the other way round.  More might satisfy the clauses; then no proof exists.
Trusts: in kernel encoding, that the kernel lists all solutions.
"""

MAX_CLAUSES = 2 * 10**6  # variables and clauses of a formula
MAX_LITERALS = 2 * 10**7  # literals of a formula


class Formula:
    """Clauses that every solution of weight <= bound, other than the blocked ones, satisfies.

    Plain: the unknowns are the variables.  Raw: the same without a bound.  Kernel: the z_i of the
    solution particular + sum z_i generator_i are, and unknowns with equal rows in the generators
    form a class that has one value.  A number 0..d-1 is written as d - 1 variables "at least 1",
    "at least 2", ...
    """

    def __init__(
        self, system: System, bound: int | None, blocked: list[Vector], kernel: Kernel | None
    ):
        self.system = system
        self.clauses: list[Clause] = []
        self.variables: int = 0
        self.literals: int = 0
        leaves = self._plain(blocked) if kernel is None else self._kernel(kernel, blocked)
        if bound is not None:
            free = sum(base for base, _ in leaves)
            self._at_most([costs for _, costs in leaves if costs], bound - free)

    def _fresh(self, count: int) -> list[int]:
        self._within(count)
        self.variables += count
        return list(range(self.variables - count + 1, self.variables + 1))

    def _add(self, clause: Iterable[int]) -> None:
        found = tuple(clause)
        self.literals += len(found)
        fits = self.literals <= MAX_LITERALS
        bounded(fits, f"the formula has over {MAX_LITERALS} literals")
        if not found:  # a contradiction, for those who read no empty clauses
            (t,) = self._fresh(1)
            self.clauses += [(t,), (-t,)]
        else:
            self.clauses.append(found)

    def _within(self, more: int) -> None:
        fits = self.variables + len(self.clauses) + more <= MAX_CLAUSES
        bounded(fits, f"the formula has over {MAX_CLAUSES} variables and clauses")

    def _numbers(self, bases: Vector) -> list[list[int]]:
        """Return the variables of numbers 0..base-1; "at least v + 1" implies "at least v"."""
        found = [self._fresh(base - 1) for base in bases]
        for at_least in found:
            for v in range(1, len(at_least)):
                self._add((-at_least[v], at_least[v - 1]))
        return found

    def _sum(self, terms: list[tuple[list[int], int]]) -> dict[int, int]:
        """Return {r: literal that is true when the sum of amount * number is r mod c}.

        The sum is a chain: a fresh literal for each value it can have after each term.  With two
        colours one variable is both: r = 1 and, negated, r = 0.
        """
        c = self.system.colours
        state: dict[int, int] = {}
        for k, (at_least, amount) in enumerate(terms):
            before_it = sorted(state) if k else [0]
            self._within(len(before_it) * (len(at_least) + 1))
            steps = [(r, v) for r in before_it for v in range(len(at_least) + 1)]
            if c == 2:
                (t,) = at_least if k == 0 else self._fresh(1)
                after = {0: -t, 1: t}
            else:
                values = sorted({(r + amount * v) % c for r, v in steps})
                after = dict(zip(values, self._fresh(len(values)), strict=True))
            for r, v in steps if c > 2 or k else []:
                before = [-state[r]] if k else []
                self._add([*before, *_differs(at_least, v), after[(r + amount * v) % c]])
            state = after
        return state

    def _plain(self, blocked: list[Vector]) -> list[tuple[int, list[tuple[int, int]]]]:
        system = self.system
        unknowns = self._numbers([system.colours] * len(system.columns))
        rows: dict[int, list[tuple[list[int], int]]] = {light: [] for light in system.need}
        for at_least, column in zip(unknowns, system.columns, strict=True):
            for light, amount in column:
                rows[light].append((at_least, amount))
        for light, terms in rows.items():
            for r, literal in self._sum(terms).items():
                if r != system.need[light]:
                    self._add([-literal])
            if not terms and system.need[light]:
                self._add([])
        for x in blocked:
            self._add(lit for u, v in zip(unknowns, x, strict=True) for lit in _differs(u, v))
        leaves = []
        for j, at_least in enumerate(unknowns):
            for lit in at_least[:1] if system.per_button else at_least:
                leaves.append((0, [(system.prices[j], lit)] if system.prices[j] else []))
        return leaves

    def _kernel(
        self, kernel: Kernel, blocked: list[Vector]
    ) -> list[tuple[int, list[tuple[int, int]]]]:
        system, c = self.system, self.system.colours
        numbers = self._numbers(kernel.orders)
        classes: dict[tuple[int, ...], Vector] = {}
        for j in range(len(system.columns)):
            classes.setdefault(tuple(g[j] for g in kernel.generators), []).append(j)
        leaves, values = [], []
        for row, members in classes.items():
            terms = [(z, amount) for z, amount in zip(numbers, row, strict=True) if amount]
            state = self._sum(terms)
            system.spend((len(state) + 1) * len(members) + len(row))
            costs = {
                r: sum(system.cost(j, (kernel.particular[j] + r) % c) for j in members)
                for r in (state if terms else [0])
            }
            base = min(costs.values())
            listed = [(costs[r] - base, state[r]) for r in sorted(state) if costs[r] > base]
            leaves.append((base, listed))
            if terms:
                values.append((members[0], state))
        for x in blocked:
            shift = [((x[j] - kernel.particular[j]) % c, state) for j, state in values]
            self._add(-state[r] for r, state in shift)
        return leaves

    def _at_most(self, leaves: list[list[tuple[int, int]]], bound: int) -> None:
        """A tree of sums: for each node, a literal for each sum <= bound it can have.

        A leaf's literals are true when it costs so much; a node's when its two halves do.
        """
        if bound < 0:
            self._add([])
        elif leaves:
            self._node(leaves, bound)

    def _node(self, leaves: list[list[tuple[int, int]]], bound: int) -> list[tuple[int, int]]:
        if len(leaves) == 1:
            for cost, literal in leaves[0]:
                if cost > bound:
                    self._add([-literal])
            return [(cost, literal) for cost, literal in leaves[0] if cost <= bound]
        half = len(leaves) // 2
        left = self._node(leaves[:half], bound)
        right = self._node(leaves[half:], bound)
        self._within(2 * (len(left) + 1) * (len(right) + 1))
        pairs = [(a, b) for a in [(0, 0), *left] for b in [(0, 0), *right]][1:]
        sums = sorted({a[0] + b[0] for a, b in pairs if a[0] + b[0] <= bound})
        node = dict(zip(sums, self._fresh(len(sums)), strict=True))
        for a, b in pairs:
            clause = [-literal for _, literal in (a, b) if literal]
            total = a[0] + b[0]
            self._add([*clause, node[total]] if total <= bound else clause)
        return list(node.items())

    def dimacs(self) -> Iterator[bytes]:
        """Yield the formula in DIMACS, line by line."""
        yield b"p cnf %d %d\n" % (self.variables, len(self.clauses))
        for clause in self.clauses:
            yield b"".join(b"%d " % literal for literal in clause) + b"0\n"


def _differs(at_least: list[int], value: int) -> list[int]:
    """Return the literals of "the number is not ``value``"."""
    below = [-at_least[value - 1]] if value else []
    return below + ([at_least[value]] if value < len(at_least) else [])


# ---------------------------------------------- lrat ----------------------------------------------

"""Evidence by LRAT: a proof that the formula of "there is a better solution" is contradictory.

Proves: a minimum, its number where all minima are listed, or a lower bound; of a puzzle that cannot
be solved, that there is no solution at all (encoding "raw").  The formula is built
here from the puzzle ("formula"), and the proof is followed line by line ("proof").
Does not prove: a number of minima that are not all listed.
Trusts: the parts "formula" and "proof"; in kernel encoding also "solutions".  Nothing is believed
about the solver that found the proof.
"""


@form("lrat", f"unsolvable, {MINIMA}")
def judge_lrat(certificate: Certificate, piece: Any) -> str:
    """Build the formula, compare its SHA-256, and follow the proof."""
    given = fields(piece, "lrat", "by encoding cnf_sha256 proof_sha256 proof_bytes")
    formula = formula_of(certificate, given["encoding"])
    name = hashlib.sha256()
    for line in formula.dimacs():
        name.update(line)
    stated = digest(given["cnf_sha256"], "cnf_sha256")
    require(name.hexdigest() == stated, "the formula of this claim has another SHA-256")
    lines = check_lrat_file(formula.clauses, given, certificate.folder)
    return (
        f"an LRAT proof of {lines} lines that a formula of {len(formula.clauses)} clauses "
        f"({given['encoding']} encoding) has no solution"
    )


def formula_of(certificate: Certificate, encoding: Any) -> Formula:
    """Return the formula whose contradiction proves the claim."""
    require(encoding in ("raw", "plain", "kernel"), "encoding must be raw, plain or kernel")
    unsolvable = certificate.kind == "unsolvable"
    require(unsolvable == (encoding == "raw"), "encoding raw, and no other, is of the unsolvable")
    if unsolvable:
        return Formula(certificate.system, None, [], None)
    kernel = kernel_of(certificate) if encoding == "kernel" else None
    all_listed = certificate.count in (-1, len(certificate.minima))
    require(all_listed, "a formula proves a count only if all are listed")
    blocked = certificate.minima if certificate.counted else []
    return Formula(certificate.system, certificate.limit, blocked, kernel)


# --------------------------------------------- boards ---------------------------------------------

"""Two colours: the quiet patterns, all solutions of one board, and all boards, level by level.

A set of buttons, or of lights, is one integer, with a bit for each.  A quiet pattern is a set of
buttons that changes no light (an element of the kernel, or null space, of A).  A class is a set of
buttons that are in the same quiet patterns.

Proves: the least number of presses of a board, among all its solutions; how many boards need 0, 1,
2, ... presses.  A board costs 2^20 solutions a second; all boards, up to 2^23, cost some seconds.
Does not prove: anything about colours, prices, or a target of any uniform colour.
Trusts: Python's integers.
"""


def kernel_masks(columns: Sequence[int]) -> list[int]:
    """Return a basis of the quiet patterns as bit masks over buttons.

    Args:
        columns: for each button, the lights it changes as a bit mask.
    """
    reduced: dict[int, tuple[int, int]] = {}
    quiet = []
    for button, column in enumerate(columns):
        presses = 1 << button
        while column:
            top = column.bit_length()
            if top not in reduced:
                reduced[top] = column, presses
                break
            column ^= reduced[top][0]
            presses ^= reduced[top][1]
        else:
            quiet.append(presses)
    return quiet


def changed(columns: Sequence[int], presses: int) -> int:
    """Return the lights that presses change, as a bit mask."""
    lights = 0
    for button, column in enumerate(columns):
        if presses >> button & 1:
            lights ^= column
    return lights


def is_basis(columns: Sequence[int], patterns: Sequence[int]) -> bool:
    """Return whether these patterns are quiet, independent, and as many as there can be."""
    if any(changed(columns, pattern) for pattern in patterns):
        return False
    independent = not kernel_masks(patterns)
    return independent and len(patterns) == len(kernel_masks(columns))


def least_weight(columns: Sequence[int], presses: int) -> int:
    """Return the least number of presses that does what ``presses`` does, among all that do."""
    return minima(columns, presses)[0]


def minima(columns: Sequence[int], presses: int) -> tuple[int, int]:
    """Return `least_weight`, and in how many ways it is reached."""
    quiet = kernel_masks(columns)
    best, ways = presses.bit_count(), 1
    for number in range(1, 1 << len(quiet)):
        presses ^= quiet[(number & -number).bit_length() - 1]  # Gray code: one pattern at a time
        weight = presses.bit_count()
        if weight < best:
            best, ways = weight, 0
        ways += weight == best
    return best, ways


def board_counts(columns: Sequence[int]) -> list[int]:
    """Return how many sums of columns need 0, 1, 2, ... of them: the histogram of all boards.

    The sums are numbered by their coordinates in a basis, and a set of them is one whole number
    with a bit for each: so adding a column to all of a set is a few shifts.

    Args:
        columns: bit masks of rank r; 2^r bits are held some times over.
    """
    pivots: dict[int, tuple[int, int]] = {}  # highest bit: basis vector with it, its coordinate
    numbered = []
    for column in columns:
        coordinates, rest = 0, column
        while rest and (highest := rest.bit_length()) in pivots:
            vector, number = pivots[highest]
            rest, coordinates = rest ^ vector, coordinates ^ 1 << number
        if rest:
            coordinates ^= 1 << len(pivots)
            pivots[rest.bit_length()] = rest, len(pivots)
        numbered.append(coordinates)
    size = 1 << len(pivots)
    low = []
    for k in range(len(pivots)):
        mask, width = (1 << (1 << k)) - 1, 2 << k
        while width < size:
            mask, width = mask | mask << width, 2 * width
        low.append(mask)
    unseen, here, counts = (1 << size) - 2, 1, [1]
    while unseen:
        reached = 0
        for coordinates in numbered:
            moved = here
            for k, mask in enumerate(low):
                if coordinates >> k & 1:
                    moved = (moved & mask) << (1 << k) | moved >> (1 << k) & mask
            reached |= moved
        here = reached & unseen
        unseen ^= here
        counts.append(here.bit_count())
    return counts


def class_sizes(columns: Sequence[int], basis: Sequence[int] | None = None) -> dict[int, int]:
    """Return the number of buttons by class; class 0 are the buttons in no quiet pattern.

    A class is the set of basis patterns its buttons are in, as a bit mask.

    Args:
        columns: for each button, the lights it changes as a bit mask.
        basis: of the quiet patterns (`is_basis`); one of its own when None.
    """
    quiet = kernel_masks(columns) if basis is None else basis
    sizes: dict[int, int] = {}
    for button in range(len(columns)):
        name = sum((pattern >> button & 1) << i for i, pattern in enumerate(quiet))
        sizes[name] = sizes.get(name, 0) + 1
    return sizes


# ------------------------------------------ flat_spectra ------------------------------------------

"""Upper bounds for all boards of two colours: no board has so flat a spectrum.

A board of least presses has d_u more unpressed than pressed buttons in each class u, and
S(y) = sum d_u (-1)^<u, y> is 0 or more for every y (no quiet pattern saves a press).  If no d has
all S(y) <= D, no board needs more than free + (L - D - 1) // 2 presses, where L counts the buttons
that are in quiet patterns, and the others are free.

Proves: that no d has all S(y) <= D, by going through all d that are left, one half of the classes
after the other (docs/hardest.md, "Exhaustive search").  Some hundred thousand points a second.
And that the least such D is at least the sum of those of the steps of a flag of subspaces: where
the sum over V is largest, what W has beside it is a sum over cosets of V with their sizes added up
("Direct sums").
Does not prove: that a d exists where none is refuted.
Trusts: Python's integers.
"""

MAX_DEPTH = 20  # classes used are 2^depth
MAX_POINTS = 10**9  # places of the lists that one refutation makes

Bounds = list[int]


def peak_is_refuted(sizes: dict[int, int], basis: Sequence[int], depth: int, peak: int) -> bool:
    """Return whether no signed counts of the classes have all their sums at most ``peak``.

    Args:
        sizes: buttons by class, without class 0.
        basis: independent vectors that span the classes.
        depth: how many of them to use.
        peak: D.
    """
    bounded(depth <= MAX_DEPTH, f"more than 2^{MAX_DEPTH} classes in one refutation")
    columns = [0]
    bound = peak
    # the sums over ever smaller subspaces have known parities, so the bound steps down
    members = [_inside(sizes, basis[:level]) for level in range(len(basis), depth - 1, -1)]
    for count in members:
        bound -= (bound - count) % 2
    for vector in basis[:depth]:
        columns += [vector ^ other for other in columns]
    most = [
        min(sizes.get(column, 0), peak - (peak - sizes.get(column, 0)) % 2) for column in columns
    ]
    if min(most) < 0:
        return True
    total = sum(most)
    search = _Search([sizes.get(column, 0) % 2 for column in columns], most)
    start = [-total] * len(columns), [min(bound, total)] * len(columns)
    return next(search.block(0, depth, *start, True), None) is None


def steps_are_refuted(
    sizes: dict[int, int], basis: Sequence[int], steps: Sequence[tuple[int, int]]
) -> bool:
    """Return whether the sums of all steps of a flag are as large as it says, somewhere.

    Args:
        sizes: buttons by class, without class 0.
        basis: independent vectors that span the classes.
        steps: of each subspace its dimension, ascending, and the sum of its step.
    """
    places = _coordinates(sizes, basis)
    begin = 0
    for end, peak in steps:
        cosets: dict[int, int] = {}
        for place, count in places:
            if 1 << begin <= place < 1 << end:
                cosets[place >> begin] = cosets.get(place >> begin, 0) + count
        own = [1 << i for i in range(end - begin)]
        odd = sum(cosets.values()) % 2
        if peak > odd and not peak_is_refuted(cosets, own, end - begin, peak - 1):
            return False
        begin = end
    return True


def _coordinates(sizes: dict[int, int], basis: Sequence[int]) -> list[tuple[int, int]]:
    """Return (which basis vectors sum to a class, its buttons)."""
    size = len(basis)
    reduced: dict[int, int] = {}
    places = []
    for vector, count in [*((vector, 0) for vector in basis), *sizes.items()]:
        rest = vector << size | (0 if count else 1 << len(reduced))
        while rest.bit_length() in reduced:
            rest ^= reduced[rest.bit_length()]
        if count:
            places.append((rest, count))
        else:
            reduced[rest.bit_length()] = rest
    return places


def _inside(sizes: dict[int, int], basis: Sequence[int]) -> int:
    """Count the buttons (mod 2 is what matters) of classes in the span."""
    span = {0}
    if len(basis) <= 16:
        for vector in basis:
            span |= {vector ^ other for other in span}
        return sum(count for column, count in sizes.items() if column in span)
    reduced: list[int] = []
    for vector in basis:
        reduced.append(_rest(vector, reduced))
    return sum(count for column, count in sizes.items() if not _rest(column, reduced))


def _rest(vector: int, reduced: Sequence[int]) -> int:
    """Return a vector reduced by others, each of which has a highest bit of its own."""
    for other in reduced:
        if vector >> (other.bit_length() - 1) & 1:
            vector ^= other
    return vector


class _Search:
    """One branch after the other.

    Args:
        odd: for each position, whether its d are odd.
        most: for each position, the largest d.
    """

    def __init__(self, odd: list[int], most: list[int]):
        self._odd, self._most = odd, most
        self._points = 0

    def block(
        self, a: int, j: int, lo: Bounds, hi: Bounds, loose: bool
    ) -> Iterator[tuple[Bounds, bool]]:
        """Yield (sums, whether the sign is still free) of positions a .. a + 2^j - 1.

        A function between two bounds is p + q on one half and p - q on the other, so p lies between
        the means of the bounds, and given p, q lies between what is left.  Until a d is not 0, its
        sign may be chosen: d and -d at one position are translations of each other.
        """
        size = 1 << j
        self._points += size
        bounded(self._points <= MAX_POINTS, f"more than {MAX_POINTS} points in one refutation")
        reach = sum(self._most[a : a + size])
        odd = sum(self._odd[a : a + size]) % 2
        low = [_up(max(x, -reach), odd) for x in lo]
        high = [_down(min(x, reach), odd) for x in hi]
        if any(x > y for x, y in zip(low, high, strict=True)):
            return
        if reach == 0:
            yield [0] * size, loose
        elif j == 0:
            for d in range(low[0], high[0] + 1, 2):
                if d >= 0 or not loose:
                    yield [d], loose and d == 0
        else:
            yield from self._halves(a, size // 2, j, low, high, loose)

    def _halves(
        self, a: int, half: int, j: int, lo: Bounds, hi: Bounds, loose: bool
    ) -> Iterator[tuple[Bounds, bool]]:
        other = sum(self._most[a + half : a + 2 * half])
        pairs = [(lo[z], lo[z + half], hi[z], hi[z + half]) for z in range(half)]
        p_lo = [max(-(-(x + y) // 2), max(x, y) - other) for x, y, _, _ in pairs]
        p_hi = [min((x + y) // 2, min(x, y) + other) for _, _, x, y in pairs]
        for p, free in self.block(a, j - 1, p_lo, p_hi, loose):
            q_lo = [max(w - s, s - z) for (w, _, _, z), s in zip(pairs, p, strict=True)]
            q_hi = [min(y - s, s - x) for (_, x, y, _), s in zip(pairs, p, strict=True)]
            start = True if a == 0 else free
            for q, after in self.block(a + half, j - 1, q_lo, q_hi, start):
                sums = [s + t for s, t in zip(p, q, strict=True)]
                yield sums + [s - t for s, t in zip(p, q, strict=True)], after


def _up(x: int, odd: int) -> int:
    """Return the least number of this parity that is x or more."""
    return x + (x - odd) % 2


def _down(x: int, odd: int) -> int:
    """Return the largest number of this parity that is x or less."""
    return x - (x - odd) % 2


# ------------------------------------------- published --------------------------------------------

"""Evidence for a published claim about all boards of a puzzle, or about some: true, false or open.

The verdict must follow from what is found here again: the minima of the boards shown, among all
their solutions; bounds that hold for every board (averaging, covering, refuted spectra); up to
2^MAX_RANK boards, all of them.  A number that only the file says is printed as "not repeated";
where the verdict rests on one, the answer is "too-large", for it may be right.  A number that is
wrong, or a verdict that does not follow from the file's own numbers, is a rejection.

Proves: the verdict, and every line that begins with "holds".
Does not prove: that the claim in the file is the published one, or its puzzle the one you mean.
Compare both; ``lo-exact check EVIDENCE CLAIM`` does.
Trusts: the parts "puzzle", "boards" and "flat_spectra".
"""

MAX_NULLITY = 24  # boards of more than 2 to this many solutions are not walked through
MAX_RANK = 23  # up to 2 to this many boards, all are reached: some seconds, some megabytes
MAX_CELLS = 2**24  # lights times buttons
MAX_SHOWN = 1000  # boards shown

STATEMENTS = {
    "hardest": ("weight", "boards"),
    "bounds": ("lower upper", ""),
    "term": ("weight boards", ""),
    "histogram": ("histogram", ""),
    "minimum": ("states weight", "minimum_solutions"),
    "boards": ("states weight", ""),
}
SEARCHED = (
    "averaging_bound free_buttons class_sizes quiet_patterns lower_bound upper_bound boards "
    "example refutations"
)
ALONG_A_FLAG = SEARCHED + " flag"
KINDS: dict[str, tuple[str, ...]] = {
    "hardest": ("averaging_bound covering_bound", SEARCHED, ALONG_A_FLAG),
    "bounds": ("averaging_bound covering_bound", SEARCHED, ALONG_A_FLAG),
    "term": ("histogram",),
    "histogram": ("histogram",),
    "minimum": ("boards",),
    "boards": ("boards",),
}


class Follows(NamedTuple):
    """The verdicts that follow about a claim, and what was found in its place.

    Attributes:
        said: from all that the file says.
        shown: from what was repeated here.
        found: in words; empty where nothing was.
    """

    said: str
    shown: str
    found: str


class Published:
    """A claim, its puzzle, and what came of its evidence.

    Attributes:
        claim: the values of the claim.
        system: its puzzle.
        columns: for each button the lights it changes, as a bit mask.
        quiet: how many quiet patterns a basis has.
        holds: what was repeated, and is so.
        left: what the file says beside that.
    """

    def __init__(self, document: Any, beside: Any):
        needed = (
            "format version made_by claim claim_sha256 puzzle_sha256 puzzle verdict found method "
            "certificates evidence"
        )
        given = fields(document, "evidence of a claim", needed)
        number(given["version"], "version", 2, 2)
        for key in ("made_by", "method", "found"):
            require(type(given[key]) is str, f"{key} must be a string")
        for name in items(given["certificates"], "certificates"):
            text_of(name, "certificates")
        digest(given["claim_sha256"], "claim_sha256")
        self.document: Any = given["puzzle"]
        self.system: System = System(self.document)
        named = digest(given["puzzle_sha256"], "puzzle_sha256")
        require(named == self.system.sha256, "the claim is about a puzzle with another SHA-256")
        same = beside is None or System(beside).sha256 == named
        require(same, "the puzzle beside it has another SHA-256")
        self.claim: dict[str, Any] = self._claim(given["claim"])
        self.verdict: str = text_of(given["verdict"], "verdict")
        require(self.verdict in ("true", "false", "open"), "verdict: true, false or open")
        self.found: str = given["found"]
        self.evidence: dict[str, Any] = self._evidence(given["evidence"])
        self.holds: list[str] = []
        self.left: list[str] = []
        self.columns: list[int] = []
        self.repeatable: bool = self._repeatable()
        self.quiet: int = 0
        if self.repeatable:
            self.columns = [sum(1 << light for light, _ in one) for one in self.system.columns]
            self.quiet = len(kernel_masks(self.columns))

    def _claim(self, value: Any) -> dict[str, Any]:
        require(type(value) is dict, "claim must be an object")
        statement = text_of(value.get("statement"), "statement")
        require(statement in STATEMENTS, f"there is no statement {statement!a}")
        needed, optional = STATEMENTS[statement]
        given = fields(value, "claim", f"id statement {needed}", optional)
        text_of(given["id"], "id")
        for key in ("weight", "boards", "lower", "upper", "minimum_solutions"):
            number(given.get(key, 0), key, 0)
        for term in items(given.get("histogram", []), "histogram"):
            number(term, "histogram", 0)
        shown = len(items(given.get("states", []), "states"))
        require("states" not in given or shown > 0, "states must list one board at least")
        if shown > MAX_SHOWN:
            raise TooLarge(f"more than {MAX_SHOWN} boards")
        return given

    def _evidence(self, value: Any) -> dict[str, Any]:
        """Return the evidence; it is empty, or all of one kind that the statement may have."""
        require(type(value) is dict, "evidence must be an object")
        given: dict[str, Any] = value
        kinds = [kind for kind in KINDS[self.statement] if set(kind.split()) == set(given)]
        require(not given or bool(kinds), f"this is no evidence for {self.statement}")
        return given

    @property
    def statement(self) -> str:
        """Which kind of claim it is."""
        return str(self.claim["statement"])

    def says(self, words: str, *, holds: bool) -> None:
        """Note what was repeated, and reject where it is not so."""
        require(holds, f"this does not hold: {words}")
        self.holds.append(words)

    def _repeatable(self) -> bool:
        system = self.system
        if system.colours != 2 or set(system.prices) - {1} or len(system.columns) > system.buttons:
            self.left.append("plain Python repeats two colours, presses and one target only")
        elif system.lights * system.buttons > MAX_CELLS:
            self.left.append("the puzzle is too large for plain Python")
        return not self.left

    def board(self, state: Any, one: Any, weight: Any, ways: Any = None) -> bool:
        """Repeat the minimum of one board, and how many minima; return whether it could be.

        Args:
            state: the board's lights.
            one: has its presses, or the witness that it is unsolvable.
            weight: the minimum that is said.
            ways: how many minima are said; None where that is not said.
        """
        system = self._with_state(state)
        if not self.repeatable:
            return False
        goal = sum(1 << light for light, amount in system.need.items() if amount)
        if "witness" in one:
            lights = bits_of(_bits(one["witness"], "witness", system.lights))
            unmoved = all((lights & column).bit_count() % 2 == 0 for column in self.columns)
            odd = (lights & goal).bit_count() % 2 == 1
            self.says("the board is unsolvable by its witness", holds=unmoved and odd)
            return True
        presses = bits_of(_bits(one["presses"], "presses", system.buttons))
        words = f"the board shown needs {number(weight, 'weight', 0)}"
        if self.quiet > MAX_NULLITY:
            self.left.append(f"{words}: too many solutions to walk through")
            return False
        least, count = minima(self.columns, presses)
        solves = changed(self.columns, presses) == goal
        holds = solves and presses.bit_count() == least == weight and ways in (None, count)
        self.says(words, holds=holds)
        return True

    def _with_state(self, state: Any) -> System:
        """Return the puzzle with another state, a list of numbers."""
        c = self.system.colours
        listed = items(state, "state")
        numbers = [number(value, "state", 0, c - 1) for value in listed]
        if c == 2:
            digits = -(-len(numbers) // 4)
            written: Any = f"{bits_of(numbers):0{digits}x}" if digits else ""
        else:
            written = numbers
        require(len(numbers) == self.system.lights, "a state has one number for each light")
        return System({**self.document, "state": written})

    def counts(self) -> list[int] | None:
        """Return how many boards need 0, 1, 2, ... presses; None where there are too many."""
        if not self.repeatable or len(self.columns) - self.quiet > MAX_RANK:
            return None
        return board_counts(self.columns)


def judge_published(document: Any, folder: Path, beside: Any) -> str:
    """Judge the evidence of a claim; return the claim, its verdict, and what was repeated."""
    published = Published(document, beside)
    statement = published.statement
    if not published.evidence:
        follows = _by_itself(published)
    elif statement in ("minimum", "boards"):
        follows = _shown_boards(published)
    elif statement in ("term", "histogram"):
        follows = _histogram(published)
    else:
        follows = _interval(published)
    verdict = published.verdict
    right = verdict in (follows.shown, follows.said)
    right = right and (verdict == follows.shown or follows.shown == "open")
    require(right, f"the verdict, {verdict}, does not follow")
    found = published.found
    require(follows.found in ("", found), f"what was found is {follows.found}, not {found!a}")
    name = published.claim["id"]
    words = f"the claim {name}, {claimed(published.claim)}, is {verdict}"
    lines = [f"holds: {one}" for one in published.holds]
    lines += [f"not repeated: {one}" for one in published.left]
    about = f"puzzle: SHA-256 {published.system.sha256}"
    if verdict != follows.shown:
        raise TooLarge(
            "\n".join([f"that {words} also rests on what is not repeated", *lines, about])
        )
    return "\n".join([words, *lines, about, read_by(["program", "published"])])


DOCUMENTS["lo-exact claim evidence"] = judge_published


def claimed(claim: dict[str, Any]) -> str:
    """Return a claim in words."""
    statement, weight = claim["statement"], claim.get("weight")
    if statement == "hardest":
        more = f", {in_boards(claim['boards'])}" if "boards" in claim else ""
        return f"the hardest board needs {weight}{more}"
    if statement == "bounds":
        return f"the hardest board needs {claim['lower']} to {claim['upper']}"
    if statement == "term":
        return f"{in_boards(claim['boards'])} need {weight}"
    if statement == "histogram":
        return f"a histogram of {len(claim['histogram'])} terms"
    ways = claim.get("minimum_solutions")
    more = "" if ways is None else f", in {ways} ways"
    return f"{in_boards(len(claim['states']))} with the minimum {weight}{more}"


def in_boards(number_of: int) -> str:
    """Return a number of boards in words."""
    return f"{number_of} board{'' if number_of == 1 else 's'}"


def _by_itself(published: Published) -> Follows:
    """Judge a claim without evidence: it may contradict itself."""
    shown = "open"
    if published.statement in ("hardest", "bounds"):
        shown = _judged(published.claim, 0, inf, None)
    words = "no number lies between them"
    if published.statement == "hardest":
        words = "1 board at least is the hardest"
    return Follows(shown, shown, words if shown == "false" else "")


def _shown_boards(published: Published) -> Follows:
    """Repeat the minima of the boards that the claim speaks of."""
    claim = published.claim
    shown = items(published.evidence["boards"], "boards")
    right, repeated, found = [], [], ""
    require(len(shown) == len(claim["states"]), "the evidence is about other boards")
    for state, one in zip(claim["states"], shown, strict=True):
        require(type(one) is dict, "a board must be an object")
        require(one.get("state") == state, "the evidence is about other boards")
        ways = None
        if "witness" in one:
            fields(one, "board", "state witness")
            held, words = False, "unsolvable"
        else:
            counted = " minimum_solutions" if "minimum_solutions" in claim else ""
            fields(one, "board", "state weight presses" + counted)
            weight = number(one["weight"], "weight", 0)
            held, words = weight == claim["weight"], f"minimum {weight}"
            if counted:
                ways = number(one["minimum_solutions"], "minimum_solutions", 1)
                held = held and ways == claim["minimum_solutions"]
                words += f", {ways} minima"
        found = found or ("" if held else words)
        right.append(held)
        repeated.append(published.board(state, one, one.get("weight"), ways))
    said = _truth(all(right))
    refuted = any(known and not held for known, held in zip(repeated, right, strict=True))
    shown_so = said if all(repeated) or refuted else "open"
    return Follows(said, shown_so, found or "as claimed")


def _histogram(published: Published) -> Follows:
    """Compare a histogram with the claim; beyond 2^MAX_RANK boards only that it can be one."""
    claim = published.claim
    listed = items(published.evidence["histogram"], "histogram")
    terms = [number(term, "histogram", 0) for term in listed]
    whole = published.counts()
    if whole is not None:
        published.says("the histogram", holds=whole == terms)
    else:
        published.left.append("the histogram")
    if published.repeatable:
        buttons = len(published.columns)
        total = 2 ** (buttons - published.quiet)
        published.says(f"{total} boards have a solution", holds=sum(terms) == total)
        can_be = terms[:1] == [1] and terms[-1] > 0
        can_be = can_be and all(n <= comb(buttons, weight) for weight, n in enumerate(terms))
        published.says("no minimum has more boards than there are ways to press", holds=can_be)
    if claim["statement"] == "term":
        here = terms[claim["weight"]] if claim["weight"] < len(terms) else 0
        said = _truth(here == claim["boards"])
        words = f"{in_boards(here)} need {claim['weight']}"
    else:
        wanted = list(claim["histogram"])
        while wanted and wanted[-1] == 0:
            wanted.pop()
        said = _truth(terms == wanted)
        words = f"{len(terms)} terms, sum {sum(terms)}"
        if terms != wanted:
            pairs = zip([*terms, None], [*wanted, None], strict=False)
            words += f"; they differ first at {[a == b for a, b in pairs].index(False)}"
    return Follows(said, "open" if whole is None else said, words)


def _interval(published: Published) -> Follows:
    """Repeat what bounds the hardest board from below and from above."""
    claim, evidence = published.claim, published.evidence
    searched = "refutations" in evidence
    low, high = (
        ("lower_bound", "upper_bound") if searched else ("covering_bound", "averaging_bound")
    )
    least, most = number(evidence[low], low, 0), number(evidence[high], high, 0)
    boards = evidence.get("boards")
    if boards is not None:
        number(boards, "boards", 1)
        require(least == most, "hardest boards are counted, and which are the hardest is not known")
    said = _judged(claim, least, most, boards)
    words = f"{least} to {most}"
    if searched and least == most:
        words = f"{least}" + ("" if boards is None else f", {in_boards(boards)}")
    elif not searched and said == "false":
        lower = claim["lower"] if claim["statement"] == "bounds" else claim["weight"]
        words = f"at most {most}" if lower > most else f"at least {least}"
    known_least, known_most, known_boards = 0, inf, None
    if published.repeatable:
        counts = published.counts() if said != "open" else None
        if counts is not None:
            known_boards, highest = counts[-1], len(counts) - 1
            need = "needs" if known_boards == 1 else "need"
            published.holds.append(
                f"of all {sum(counts)} boards, {known_boards} {need} {highest}, none more"
            )
        known_least, known_most = _bounds(published, counts)
    if boards is not None and known_boards is None:
        published.left.append("the number of hardest boards")
    elif boards is not None:
        published.says("the number of hardest boards", holds=boards == known_boards)
    fits = least <= most and known_least <= most and least <= known_most
    require(fits, f"{least} to {most} contradicts what was found")
    return Follows(said, _judged(claim, known_least, known_most, known_boards), words)


def _judged(claim: dict[str, Any], least: int, most: float, boards: int | None) -> str:
    """Judge a claim about the hardest board by an interval, and by how many there are if known."""
    bounds = claim["statement"] == "bounds"
    lower, upper = (claim["lower"], claim["upper"]) if bounds else (claim["weight"],) * 2
    counted = claim.get("boards")
    if lower > upper or most < lower or least > upper or counted == 0:
        return "false"
    if least < lower or most > upper or (counted is not None and boards is None):
        return "open"
    return _truth(counted is None or boards == counted)


def _truth(holds: bool) -> str:
    return "true" if holds else "false"


def _bounds(published: Published, counts: list[int] | None) -> tuple[int, float]:
    """Repeat the bounds of all boards; return what some board needs, and what none goes beyond.

    Args:
        published: the claim, and its evidence.
        counts: how many boards need 0, 1, 2, ... presses, where that is known.
    """
    evidence, columns = published.evidence, published.columns
    reached = accumulate(comb(len(columns), weight) for weight in range(len(columns) + 1))
    boards = 2 ** (len(columns) - published.quiet)
    least = next(weight for weight, ways in enumerate(reached) if ways >= boards)
    searched = "refutations" in evidence
    basis = None
    if searched:
        listed = items(evidence["quiet_patterns"], "quiet_patterns")
        basis = [
            bits_of(vector(one, "a quiet pattern", len(columns), 2))
            for one in listed[: published.quiet + 1]
        ]
        published.says("the quiet patterns have this basis", holds=is_basis(columns, basis))
    sizes = class_sizes(columns, basis)
    free = sizes.pop(0, 0)
    total = sum(sizes.values())
    upper = free + total // 2
    said = number(evidence["averaging_bound"], "averaging_bound", 0)
    published.says(f"no board needs more than {upper}", holds=said == upper)
    known = None if counts is None else len(counts) - 1
    if not searched:
        words = f"some board needs {least}: fewer presses cannot be as many as the boards"
        published.says(words, holds=evidence["covering_bound"] == least)
    else:
        upper = upper if known is None else known
        least, upper = _searched(published, basis or [], sizes, free, least, upper)
    return (least, upper) if known is None else (known, known)


def _searched(
    published: Published, basis: list[int], sizes: dict[int, int], free: int, least: int, upper: int
) -> tuple[int, int]:
    """Repeat the example board and the refutations; return the bounds that follow.

    Args:
        published: the claim, and its evidence.
        basis: of the quiet patterns.
        sizes: how many buttons are in each class, without those in no quiet pattern.
        free: how many are in no quiet pattern.
        least: what some board needs, as it is known.
        upper: what no board goes beyond, as it is known.
    """
    evidence = published.evidence
    lower, example = evidence["lower_bound"], evidence["example"]
    if example is not None:
        fields(example, "example", "state presses")
        if published.board(example["state"], example, lower):
            least = max(least, lower)
    elif least >= lower:
        published.holds.append(
            f"some board needs {least}: fewer presses cannot be as many as the boards"
        )
    else:
        published.left.append(f"that some board needs {lower}")
    given = [number(size, "class_sizes", 1) for size in items(evidence["class_sizes"], "classes")]
    same = free == number(evidence["free_buttons"], "free_buttons", 0)
    published.says("classes of buttons", holds=same and given == sorted(sizes.values()))
    total = sum(sizes.values())
    for one in items(evidence["refutations"], "refutations"):
        fields(one, "refutation", "peak basis depth points")
        number(one["points"], "points", 0)
        peak = number(one["peak"], "peak", 0)
        depth = number(one["depth"], "depth", 0, len(basis))
        chain = _chain(one["basis"], len(basis))
        words = f"no board's spectrum has a peak of {peak} or less"
        published.says(words, holds=peak_is_refuted(sizes, chain, depth, peak))
        upper = min(upper, free + (total - peak - 1) // 2)
    if "flag" in evidence:
        peak = _flag(published, sizes, len(basis))
        upper = min(upper, free + (total - peak) // 2)
    if upper <= evidence["upper_bound"]:
        published.holds.append(f"so no board needs more than {evidence['upper_bound']}")
    else:
        published.left.append(f"that no board needs more than {evidence['upper_bound']}")
    return least, upper


def _flag(published: Published, sizes: dict[int, int], width: int) -> int:
    """Repeat the steps of a flag of subspaces; return the peak that every board's spectrum has.

    Args:
        published: the claim, and its evidence.
        sizes: how many buttons are in each class.
        width: how many quiet patterns a basis has.
    """
    given = fields(published.evidence["flag"], "flag", "basis steps")
    chain = _chain(given["basis"], width)
    steps, end, peak = [], 0, 0
    for one in items(given["steps"], "steps"):
        require(len(items(one, "a step")) == 2, "a step of a flag is a dimension and a peak")
        end = number(one[0], "a step's dimension", end + 1, width)
        steps.append((end, number(one[1], "a step's peak", 0)))
        peak += steps[-1][1]
    words = f"every board's spectrum has a peak of {peak} or more, by {len(steps)} steps of a flag"
    published.says(words, holds=steps_are_refuted(sizes, chain, steps))
    return peak


def _chain(value: Any, width: int) -> list[int]:
    """Return a basis of the classes."""
    chain = [_mask(text) for text in items(value, "basis")]
    fits = all(0 < mask < 1 << width for mask in chain)
    fits = fits and len(chain) == width and not kernel_masks(chain)
    require(fits, "a chain of a refutation is no basis of the classes")
    return chain


def _bits(value: Any, name: str, length: int) -> list[int]:
    """Return a list of so many zeros and ones."""
    require(len(items(value, name)) == length, f"{name} must have {length} numbers")
    return [number(bit, name, 0, 1) for bit in value]


def _mask(value: Any) -> int:
    """Return a hexadecimal number."""
    text = text_of(value, "a vector")
    try:
        return int(text, 16)
    except ValueError:
        raise Rejected(f"{text[:20]!a} is no hexadecimal number") from None


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

PARTS["verdict"] = Part(49, 51, "")
PARTS["reading"] = Part(150, 94, "verdict")
PARTS["puzzle"] = Part(301, 96, "reading verdict")
PARTS["claims"] = Part(445, 135, "puzzle reading verdict")
PARTS["witness"] = Part(653, 16, "claims reading verdict")
PARTS["covering"] = Part(684, 15, "claims reading verdict")
PARTS["moats"] = Part(714, 32, "claims reading verdict")
PARTS["bits"] = Part(764, 47, "puzzle verdict")
PARTS["residues"] = Part(835, 48, "puzzle verdict")
PARTS["solutions"] = Part(910, 39, "claims bits residues puzzle reading verdict")
PARTS["kernel"] = Part(973, 7, "claims reading solutions verdict")
PARTS["walk"] = Part(993, 60, "claims puzzle reading solutions verdict")
PARTS["tree"] = Part(1090, 96, "claims puzzle reading verdict")
PARTS["sweep"] = Part(1226, 93, "claims puzzle reading verdict")
PARTS["middle"] = Part(1346, 81, "claims puzzle reading verdict")
PARTS["dual"] = Part(1464, 49, "claims bits puzzle reading verdict")
PARTS["group"] = Part(1542, 57, "reading verdict")
PARTS["halves"] = Part(1632, 113, "claims group puzzle reading solutions verdict")
PARTS["orbits"] = Part(1802, 110, "claims group puzzle reading solutions verdict")
PARTS["proof"] = Part(1967, 92, "reading verdict")
PARTS["formula"] = Part(2090, 131, "proof puzzle reading solutions verdict")
PARTS["lrat"] = Part(2268, 25, "claims formula proof reading solutions verdict")
PARTS["boards"] = Part(2312, 77, "")
PARTS["flat_spectra"] = Part(2443, 107, "verdict")
PARTS["published"] = Part(2623, 379, "boards claims flat_spectra puzzle reading verdict")
PARTS["program"] = Part(3131, 26, "claims reading verdict")
PARTS["limits"] = Part(3184, 20, "verdict")

if __name__ == "__main__":
    keep_limits(*LIMITS)
    sys.exit(main(sys.argv[1:]))
