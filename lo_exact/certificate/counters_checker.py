"""Check a certificate about counters, whole numbers without colours.

    python counters_checker.py CERTIFICATE [PUZZLE]
    python counters_checker.py --forms

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
from collections.abc import Callable, Iterable
from enum import Enum
from itertools import chain, compress
from math import gcd
from operator import lt
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


# --------------------------------------------- splits ---------------------------------------------

"""Evidence by splits, for counters: whole numbers without c, in parts.

Proves: how many solutions there are, all of them or those up to a weight, and the least weight; so
a minimum, its number, a lower bound, a number of solutions, or that there is none.
Does not prove: a number where a button that adds to nothing makes endless solutions.
Trusts: A, s and the prices, from the part "puzzle".  A rank is taken mod the prime 2^61 - 1, which
can only make it smaller, and then the row is rejected.
"""

MAX_RANK_NUMBERS = 10**7  # numbers that a rank's elimination holds (about 1 GB)

# (number of the functional, or -1 for the prices; sign of g; h) says g x >= h
Condition = tuple[int, int, int]
Section = tuple[Any, ...]


@form("splits", "unsolvable, solutions, minimum, lower bound", whole=(True,))
def judge_splits(certificate: Certificate, piece: Any) -> str:
    """All solutions, or all that weigh no more than the claim is about, in parts.

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
    """All whole x >= 0 with A x = s (and p x <= limit), in parts.

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
        """Return the largest p x <= limit that can be, without buttons that add to nothing.

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
        """Return y A."""
        self.system.spend(sum(len(column) + 1 for column in self.system.columns))
        return [sum(y[i] * amount for i, amount in column) for column in self.system.columns]

    def _total(self, y: Vector) -> int:
        """Return y s."""
        return sum(y[i] * amount for i, amount in self.system.need.items())

    def _at(self, row: int, x: Vector) -> int:
        """Return g x without its sign: of a functional, or of the prices where ``row`` is -1."""
        self.system.spend(self.buttons)
        g = self.system.prices if row == -1 else self.functionals[row]
        return sum(a * b for a, b in zip(g, x, strict=True))

    def judge(self) -> tuple[int, int | None]:
        """Return how many x there are, and the least p x of them; None where there is none.

        Buttons that add to nothing count as not pressed.
        """
        # behind each condition hang those before it: parts share what they have in common
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
        """Return the conditions of a part in the order in which they came."""
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
        """Return how many x of a part are start + t step, which all of them are; and the least p x.

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
        """Return how many t have a + b t >= 0 for all (a, b), and the least cost + rise t."""
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
        """Return the rank mod a prime of A with some functionals below: no more than their rank."""
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
                        del row[k]  # it is there: factor * value is not 0
            if row:
                inverse = pow(row[lead], -1, p)
                kept[lead] = {k: value * inverse % p for k, value in row.items()}
                held += len(row)
                fits = held <= MAX_RANK_NUMBERS
                bounded(fits, f"a rank holds more than {MAX_RANK_NUMBERS} numbers")
        return len(kept)


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

PARTS["verdict"] = Part(44, 51, "")
PARTS["reading"] = Part(145, 94, "verdict")
PARTS["puzzle"] = Part(296, 96, "reading verdict")
PARTS["claims"] = Part(440, 135, "puzzle reading verdict")
PARTS["witness"] = Part(648, 16, "claims reading verdict")
PARTS["splits"] = Part(679, 162, "claims puzzle reading verdict")
PARTS["program"] = Part(906, 26, "claims reading verdict")
PARTS["limits"] = Part(959, 20, "verdict")

if __name__ == "__main__":
    keep_limits(*LIMITS)
    sys.exit(main(sys.argv[1:]))
