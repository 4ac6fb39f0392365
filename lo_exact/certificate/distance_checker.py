"""Check a certificate about the distance of a code.

    python distance_checker.py CERTIFICATE

It needs Python (3.11 or newer) and this file alone.

CERTIFICATE is a JSON file; the proofs it names lie beside it.  docs/distances.md is the format.
Exit 0: accepted, and the claim is printed in words.  Exit 1: rejected, with the reason.  Exit 2:
wrong usage.  Exit 3: a file cannot be read.  Exit 4: too large for this checker, with the bound;
the certificate may be right.

How to read it.  The parts stand one behind the other; each uses only parts above it, and says at
its head what it proves, what it does not prove, and what it trusts.  An accepted certificate is
printed with the parts that judged it; the others can be skipped.

What is accepted has been proved by this file alone, with code of its own.  Anything unknown is a
rejection.  Names in capitals are the bounds, each in the part that keeps it.

This file is made of the parts in checker_parts/ by ``make checkers``; change those.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import re
import signal
import sys
from collections.abc import Callable, Iterable
from enum import Enum
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


# ------------------------------------------- code_side --------------------------------------------

"""One side of a code: which words matter, and its symmetries.

Proves: that a word satisfies every check and is no sum of trivial words; that a permutation takes
the lightest words of a side to lightest words of the same or of another side.
Does not prove: how light such a word is at least; that is the part "code_search".
Trusts: Python's integers, as rows of bits.
"""

MAX_COLUMNS = 20_000  # bits or qubits
MAX_ONES = 2**20  # ones of all rows of a side
MAX_ROWS = 2**19  # rows of a kind, empty ones too
MAX_STEPS = 10**10  # entries looked at or changed in all, at about 50 ns each: ten minutes
DIGITS = 2**10  # bits of a row that take as long as an entry


class Work:
    """The work of a whole certificate, counted before it is done."""

    def __init__(self) -> None:
        self.steps: int = 0

    def spend(self, steps: int) -> None:
        """Count work; refuse it as too large beyond the bound."""
        self.steps += steps
        bounded(self.steps <= MAX_STEPS, f"judging this takes more than {MAX_STEPS} steps")


def columns_of(value: Any, name: str, size: int) -> list[int]:
    """Return a list of different columns below ``size``, ascending."""
    found = [number(column, name, 0, size - 1) for column in items(value, name)]
    require(found == sorted(set(found)), f"{name} must be different columns, ascending")
    return found


def rows_of(value: Any, name: str, size: int) -> list[list[int]]:
    """Return rows of columns."""
    bounded(len(items(value, name)) <= MAX_ROWS, f"{name} has more than {MAX_ROWS} rows")
    rows = [columns_of(row, f"a row of {name}", size) for row in value]
    bounded(sum(map(len, rows)) <= MAX_ONES, f"{name} has more than {MAX_ONES} ones")
    return rows


def row_bits(columns: Iterable[int]) -> int:
    """Return the integer with these bits."""
    return sum(1 << column for column in columns)


class Span:
    """All sums of rows of bits."""

    def __init__(self, work: Work, rows: Iterable[int] = ()):
        self.rows: dict[int, int] = {}
        self.work: Work = work
        for row in rows:
            self.add(row)

    def rest(self, row: int) -> int:
        """Return what is left of a row; 0 where it is a sum."""
        while row and row.bit_length() in self.rows:
            self.work.spend(8 + row.bit_length() // DIGITS)
            row ^= self.rows[row.bit_length()]
        return row

    def add(self, row: int) -> bool:
        """Add a row; return whether it was no sum before."""
        rest = self.rest(row)
        if rest:
            self.rows[rest.bit_length()] = rest
        return bool(rest)


class CodeSide:
    """Words that are even on every check, and those that matter.

    With observables a word matters when it is odd on one of them; otherwise when it is no sum of
    trivial words, which without trivial words means that it is not empty.
    """

    def __init__(
        self,
        work: Work,
        size: int,
        checks: list[list[int]],
        trivial: list[list[int]],
        observables: list[list[int]] | None = None,
    ):
        self.work: Work = work
        self.size: int = size
        self.row_steps: int = 4 + size // DIGITS  # of an operation on a row of bits
        ones = sum(map(len, checks)) + sum(map(len, trivial))
        work.spend(ones * self.row_steps)
        self.checks_of = [[] for _ in range(size)]  # type: list[list[int]]
        for name, row in enumerate(checks):
            for column in row:
                self.checks_of[column].append(name)
        self.checks: list[list[int]] = checks
        self.trivial: list[list[int]] = trivial
        self.observables = observables
        self.span: Span = Span(work, map(row_bits, checks))
        self.trivial_span: Span = Span(work, map(row_bits, self.trivial))
        for row in self.trivial:
            require(self.is_even(row), "a trivial word is odd on a check")
        if observables is None:
            self.labels: list[int] = self._labels()
            return
        self.labels = [0] * size
        for number_of, row in enumerate(observables):
            work.spend(len(row) * (1 + len(observables) // DIGITS))
            for column in row:
                self.labels[column] |= 1 << number_of
        for row in self.trivial:
            work.spend(len(row) * (1 + len(observables) // DIGITS))
            require(not self.label_of(row), "a trivial word is odd on an observable")

    def is_even(self, word: list[int]) -> bool:
        """Return whether a word has an even number of columns of every check."""
        odd = set[int]()
        for column in word:
            self.work.spend(1 + len(self.checks_of[column]))
            odd.symmetric_difference_update(self.checks_of[column])
        return not odd

    def label_of(self, word: list[int]) -> int:
        """Return the functionals that are odd on a word."""
        label = 0
        for column in word:
            label ^= self.labels[column]
        return label

    def _labels(self) -> list[int]:
        """Return of each column the functionals that are odd on it.

        The functionals are all words that are even on the trivial ones, modulo sums of checks: a
        word that is even on every check is a sum of trivial words just if all are even on it.
        """
        labels = [0] * self.size
        if not self.trivial:  # every column is a functional of its own: what is not empty matters
            return [1 << column for column in range(self.size)]
        pivots = dict(self.trivial_span.rows)
        for top in sorted(pivots):  # reduced: no row has another row's highest bit
            self.work.spend(2 * len(pivots) * self.row_steps)
            for other in pivots:
                if other != top and pivots[other] >> (top - 1) & 1:
                    pivots[other] ^= pivots[top]
        known = Span(self.work, self.span.rows.values())
        number_of = 0
        for column in range(self.size):
            if column + 1 in pivots:
                continue
            self.work.spend((len(pivots) + self.size) * self.row_steps)
            word = 1 << column
            for top, row in pivots.items():
                if row >> column & 1:
                    word |= 1 << (top - 1)
            if known.add(word):
                for place in range(self.size):
                    if word >> place & 1:
                        labels[place] |= 1 << number_of
                number_of += 1
        return labels

    def judge_word(self, word: list[int]) -> None:
        """Reject a word that is odd on a check, or that does not matter."""
        require(self.is_even(word), "the word is odd on a check")
        require(bool(self.label_of(word)), "the word does not matter")

    def judge_symmetry(self, permutation: list[int], other: CodeSide) -> None:
        """Reject a permutation that does not take this side's words to the other side's."""
        require(self.observables is None, "symmetries are not for codes with observables")
        require(sorted(permutation) == list(range(self.size)), "a symmetry is no permutation")
        pairs = ((self.checks, other.span), (self.trivial, other.trivial_span))
        for rows, span in pairs:
            moved = Span(self.work)
            for row in rows:
                self.work.spend((1 + len(row)) * self.row_steps)
                image = row_bits(permutation[column] for column in row)
                require(not span.rest(image), "a symmetry takes a row to no sum of rows")
                moved.add(image)
            require(len(moved.rows) == len(span.rows), "a symmetry does not fill the other side")

    def orbits(self, permutations: list[list[int]]) -> list[list[int]]:
        """Return the sets of columns that symmetries take to each other, by least column."""
        seen = [False] * self.size
        orbits = []
        backward = [[0] * self.size for _ in permutations]
        for inverse, permutation in zip(backward, permutations, strict=True):
            for column, image in enumerate(permutation):
                inverse[image] = column
        for first in range(self.size):
            if seen[first]:
                continue
            seen[first] = True
            orbit = [first]
            for column in orbit:  # grows on the way
                for permutation in [*permutations, *backward]:
                    if not seen[permutation[column]]:
                        seen[permutation[column]] = True
                        orbit.append(permutation[column])
            orbits.append(sorted(orbit))
        return orbits


# ------------------------------------------ code_search -------------------------------------------

"""The search again: no word that matters has as few buttons as the limit.

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

MAX_NODES = 10**7  # about five minutes where checks are light; MAX_STEPS bounds the others
SHARES = 27_720  # the least common multiple of 1..12


class CodeSearch:
    """One complete search; ``nodes`` counts the columns chosen on the way."""

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
        # of each column, what `flip` and `set_free` take for it, there and back
        self.steps_of: list[int] = [
            60 + 2 * (sum(4 + len(self.checks[k]) for k in checks) + 4 * len(words))
            + 2 * (label.bit_length() // DIGITS)
            for checks, words, label in zip(
                self.checks_of, self.trivial_of, self.labels, strict=True
            )
        ]  # fmt: skip
        self.is_free: list[bool] = [True] * side.size
        self.free: list[int] = [len(row) for row in self.checks]  # of each check, its free columns
        self.touches: list[int] = [0] * side.size  # of each column, the open checks it is on
        self.open: set[int] = set()
        self.chosen_of: list[int] = [0] * len(trivial)  # of each trivial word, its chosen columns
        self.over: int = 0  # trivial words of which more than half is chosen
        self.label: int = 0

    def refute(self, orbits: list[list[int]]) -> None:
        """Search from one column of each orbit, with all earlier orbits out; reject a word."""
        for orbit in orbits:
            self.work.spend(sum(1 + len(self.checks_of[column]) for column in orbit))
            self.set_free(orbit[0], False)
            self.visit(orbit[0], self.limit - 1)
            for column in orbit[1:]:
                self.set_free(column, False)

    def set_free(self, column: int, free: bool) -> None:
        """Take a column from the free ones, or give it back."""
        self.is_free[column] = free
        for check in self.checks_of[column]:
            self.free[check] += 1 if free else -1

    def flip(self, column: int, step: int) -> None:
        """Choose a column (step 1), or take it back (step -1)."""
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
        """Choose a column that was taken from the free ones; ``left`` more may follow."""
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
        """Return the free columns of an open check; none where ``left`` columns are too few."""
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
    """Reject unless every word that matters has more than ``limit`` columns; return the nodes."""
    search = CodeSearch(side, limit)
    sys.setrecursionlimit(max(sys.getrecursionlimit(), limit + 1000))
    search.refute(orbits)
    return search.nodes


# ------------------------------------------ code_claims -------------------------------------------

"""What is claimed about a code, and the sides that prove it.

Proves: that the distance of a code is the claimed number, or that it is at least that.  A CSS code
has two sides: words that the X checks do not see, modulo the Z checks, and the other way round; its
distance is the smaller one.  A classical code, or the quiet patterns of a puzzle, has one; so has
an error model, whose words matter where an observable is odd.
Does not prove: that this is the code you mean; compare its rows, or their SHA-256.
Trusts: the parts "code_side" and "code_search".
"""

MAX_SYMMETRIES = 64  # permutations that are given


def judge_code(document: Any) -> str:
    """Return the claim of a certificate and what proves it, in words; or reject it."""
    of_format(document, "lo-exact distance certificate")
    given = fields(document, "certificate", "format version made_by claim code sides")
    number(given["version"], "version", 1, 1)
    require(type(given["made_by"]) is dict, "made_by must be an object")
    claim = fields(given["claim"], "claim", "kind distance code_sha256")
    require(claim["kind"] in ("distance", "at least"), "there is no claim of this kind")
    claimed = number(claim["distance"], "distance", 1)
    exact = claim["kind"] == "distance"
    sides = sides_of(given["code"])
    stated = digest(claim["code_sha256"], "code_sha256")
    require(stated == sha256_of(given["code"]), "the claim is about a code with another SHA-256")
    evidence = items(given["sides"], "sides")
    require(len(evidence) == len(sides), f"this code has {len(sides)} sides")
    shown = [judge_side(sides, k, piece, claimed) for k, piece in enumerate(evidence)]
    words = [len(piece["word"]) for piece in evidence if "word" in piece]
    require(not exact or claimed in words, f"no word of {claimed} columns is given")
    about = f"code: {sides[0].size} columns, SHA-256 {stated}"
    said = "is" if exact else "is at least"
    return "\n".join([f"the distance {said} {claimed}", *shown, about])


def sha256_of(code: Any) -> str:
    """Return the SHA-256 of a code's rows, as JSON without blanks, keys sorted."""
    text = json.dumps(code, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sides_of(value: Any) -> list[CodeSide]:
    """Return the sides of a code: two where it has X and Z checks, one where it has rows."""
    css = type(value) is dict and "x" in value
    model = type(value) is dict and "observables" in value
    given = fields(value, "code", "n x z" if css else "n rows" + " observables trivial" * model)
    columns, work = size(given["n"], "n", 1, MAX_COLUMNS), Work()
    if model:
        rows, observables, trivial = (
            rows_of(given[name], name, columns) for name in ("rows", "observables", "trivial")
        )
        return [CodeSide(work, columns, rows, trivial, observables)]
    if not css:
        return [CodeSide(work, columns, rows_of(given["rows"], "rows", columns), [])]
    x, z = rows_of(given["x"], "x", columns), rows_of(given["z"], "z", columns)
    return [CodeSide(work, columns, z, x), CodeSide(work, columns, x, z)]


def judge_side(sides: list[CodeSide], k: int, piece: Any, claimed: int) -> str:
    """Reject unless every word of one side that matters has at least ``claimed`` columns."""
    side = sides[k]
    require(type(piece) is dict, "a side must be an object")
    name = ("words that Z checks do not see", "words that X checks do not see")[k]
    name = name if len(sides) == 2 else "words"
    if "swap" in piece:
        given = fields(piece, "a side", "swap", "word")
        require(k == 1, "only the second side follows from the first")
        require(len(items(given["swap"], "swap")) == side.size, f"swap has {side.size} numbers")
        swap = [number(v, "swap", 0, side.size - 1) for v in given["swap"]]
        side.judge_symmetry(swap, sides[0])
        judge_given_word(side, given)
        return f"{name}: a permutation takes them to those of the first side"
    given = fields(piece, "a side", "limit nodes symmetries", "word")
    limit = number(given["limit"], "limit", 0, side.size)
    nodes = number(given["nodes"], "nodes", 0)
    listed = items(given["symmetries"], "symmetries")
    bounded(len(listed) <= MAX_SYMMETRIES, f"more than {MAX_SYMMETRIES} symmetries are given")
    symmetries = []
    for one in listed:
        right = len(items(one, "a symmetry")) == side.size
        require(right, f"a symmetry has {side.size} numbers")
        permutation = [number(v, "a symmetry", 0, side.size - 1) for v in one]
        side.judge_symmetry(permutation, side)
        symmetries.append(permutation)
    even = not side.span.rest((1 << side.size) - 1)
    lowest = limit + 2 if even and limit % 2 == 0 else limit + 1
    require(lowest >= claimed, f"searching to {limit} does not show a distance of {claimed}")
    visited = refuted(side, limit, side.orbits(symmetries)) if limit else 0
    require(visited == nodes, f"the search has {visited} nodes, not {nodes}")
    judge_given_word(side, given)
    why = f"{name}: none has {limit} columns or fewer, a search of {visited} nodes shows"
    return f"{why}; every one has an even number of columns" if even else why


def judge_given_word(side: CodeSide, given: dict[str, Any]) -> None:
    """Reject a word that does not matter."""
    if "word" in given:
        side.judge_word(columns_of(given["word"], "word", side.size))


# ------------------------------------------ code_program ------------------------------------------

"""The program for distances of codes: read the file, judge, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage.  3: the file cannot be read.  4: too large for this
checker.
Proves: nothing.  Trusts: every part above, and Python.
"""


def check(path: Path) -> Verdict:
    """Judge the certificate in a file.

    Raises:
        OSError: When it cannot be read.
    """
    judged_by = read_by(["code_program"])
    return verdict_of(lambda: f"{judge_code(read_file(path))}\n{judged_by}")


def main(arguments: list[str]) -> int:
    """Judge the named certificate, print the verdict, and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python distance_checker.py CERTIFICATE", file=sys.stderr)
        return 2
    try:
        verdict = check(Path(arguments[0]))
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

PARTS["verdict"] = Part(37, 51, "")
PARTS["reading"] = Part(138, 94, "verdict")
PARTS["code_side"] = Part(289, 145, "reading verdict")
PARTS["code_search"] = Part(493, 97, "code_side verdict")
PARTS["code_claims"] = Part(631, 74, "code_search code_side reading verdict")
PARTS["code_program"] = Part(734, 13, "code_claims reading verdict")
PARTS["limits"] = Part(767, 20, "verdict")

if __name__ == "__main__":
    keep_limits(*LIMITS)
    sys.exit(main(sys.argv[1:]))
