"""Check a certificate about a parity walk.

    python walk_checker.py CERTIFICATE

It needs Python (3.11 or newer) and this file alone.

CERTIFICATE is a JSON file; the proofs it names lie beside it.  docs/walks.md is the format.
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
import zlib
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import pairwise, product
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


# ------------------------------------------- walk_level -------------------------------------------

"""A level of a parity walk: its cells, the walk, and what parity says about its length.

Proves: that a walk paints every cell (`Level.walked`).
Trusts: Python alone.

A token stands on the cell S of a board of free cells and walls.  Every step enters a neighbouring
free cell and toggles it; all free cells must end painted.
"""

MAX_ROOM = 250_000  # places of a level, walls among them
MAX_CELLS = 3000  # cells connected with the start

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
Place = tuple[int, int]


def string(value: Any, name: str) -> str:
    """Return a JSON string."""
    require(type(value) is str, f"{name} must be a string")
    return str(value)


class Level:
    """Rows of the glyphs ``#`` wall, ``.`` empty, ``*`` painted, ``S`` start, ``s`` empty start."""

    def __init__(self, value: Any):
        rows = [string(row, "a row") for row in items(value, "level")]
        require(bool(rows) and len({len(row) for row in rows}) == 1, "rows must be equally long")
        bounded(len(rows) * len(rows[0]) <= MAX_ROOM, f"more than {MAX_ROOM} places")
        require(not set("".join(rows)) - set("#.*Ss"), "a level has the glyphs # . * S s")
        glyph = {(r, c): g for r, row in enumerate(rows) for c, g in enumerate(row) if g != "#"}
        starts = [place for place, g in glyph.items() if g in "Ss"]
        require(len(starts) == 1, f"a level has one start, this one {len(starts)}")
        self.start: tuple[int, int] = starts[0]
        self.empty: set[tuple[int, int]] = {place for place, g in glyph.items() if g in ".s"}
        self.free: set[tuple[int, int]] = set(glyph)
        self.sha256: str = hashlib.sha256(
            "\n".join(["lo-exact level 1", *rows, ""]).encode()
        ).hexdigest()

    def beside(self, place: Place) -> list[Place]:
        """Return the free neighbours in the order U, R, D, L."""
        near = [(place[0] + down, place[1] + right) for down, right in STEPS.values()]
        return [other for other in near if other in self.free]

    def reached(self) -> set[Place]:
        """Return the cells connected with the start."""
        seen, ahead = {self.start}, [self.start]
        for here in ahead:
            for there in self.beside(here):
                if there not in seen:
                    seen.add(there)
                    ahead.append(there)
        return seen

    def walked(self, walk: str) -> Place:
        """Return where a walk ends; reject it unless every cell is painted then."""
        empty, here = set(self.empty), self.start
        for at, letter in enumerate(walk, start=1):
            require(letter in STEPS, f"step {at} is none of U, R, D, L")
            here = (here[0] + STEPS[letter][0], here[1] + STEPS[letter][1])
            require(here in self.free, f"step {at} is not onto a free cell")
            empty ^= {here}
        require(not empty, f"the walk leaves {len(empty)} cells empty")
        return here


class Board:
    """The cells connected with the start, numbered row by row, and what parity says.

    ``wanted`` is the cell where the walk has to end, if it is not free to end anywhere.
    """

    def __init__(self, level: Level, end: Place | None = None):
        places = sorted(level.reached())
        bounded(len(places) <= MAX_CELLS, f"more than {MAX_CELLS} cells are connected")
        name = {place: v for v, place in enumerate(places)}
        self.level: Level = level
        self.places: list[tuple[int, int]] = places
        self.start: int = name[level.start]
        self.wanted: int | None = None if end is None else name[end]
        self.empty: list[bool] = [place in level.empty for place in places]
        self.near: list[list[int]] = [
            [name[other] for other in level.beside(place)] for place in places
        ]
        self.edges: list[tuple[int, int]] = [
            (v, w) for v, near in enumerate(self.near) for w in sorted(near) if w > v
        ]
        self.edge: dict[frozenset[int], int] = {
            frozenset(pair): e for e, pair in enumerate(self.edges)
        }
        self.colour: list[int] = [(r + c + sum(level.start)) % 2 for r, c in places]
        b = sum(e and not colour for e, colour in zip(self.empty, self.colour, strict=True))
        a = sum(self.empty) - b
        # the least length seen from the other colour, and from the start's
        other, own = (2 * a, 2 * b) if (a + b) % 2 == 0 else (2 * a - 1, 2 * b + 1)
        self.end_colour: int = (a + b) % 2
        self.bound: int = max(other, own)
        self.tight: int = int(other >= own)

    def at(self, v: int) -> list[int]:
        """Return the edges at a cell."""
        return [self.edge[frozenset((v, w))] for w in self.near[v]]

    def base(self, v: int) -> int:
        """Return 2 p_v + [v = S]."""
        return 2 * self.empty[v] + (v == self.start)

    def order(self) -> list[int]:
        """Return the cells depth-first from the start, neighbours in the order U, R, D, L."""
        order, seen = [self.start], {self.start}
        stack = [iter(self.near[self.start])]
        while stack:
            for w in stack[-1]:
                if w not in seen:
                    seen.add(w)
                    order.append(w)
                    stack.append(iter(self.near[w]))
                    break
            else:
                stack.pop()
        return order

    def end(self, v: int) -> int:
        """Return the variable "v is the end"."""
        return 6 * len(self.edges) + v + 1

    def reached(self, gone: Iterable[int]) -> set[int]:
        """Return the cells connected with the start when some edges are taken away."""
        without = {self.edges[e] for e in gone}
        seen, ahead = {self.start}, [self.start]
        for v in ahead:
            for w in self.near[v]:
                if w not in seen and (min(v, w), max(v, w)) not in without:
                    seen.add(w)
                    ahead.append(w)
        return seen

    def behind(self, e: int) -> set[int]:
        """Return the cells that a bridge separates from the start; none if it is no bridge."""
        return set(range(len(self.places))) - self.reached([e])


# ------------------------------------------ walk_formula ------------------------------------------

"""The formula that every shortest solution of a level satisfies, with a bound on its length.

Proves: nothing alone.  If the clauses are contradictory, no walk is so short.  Why a shortest walk
satisfies them:

1. Let m_e say how often edge e is walked, E the end, z_v = 1 iff v = E, p_v = 1 iff v is empty.
   A step enters v ``(sum of m_e at v + z_v - [v = S]) / 2`` times, an odd number iff p_v = 1.  So
   that sum is ``2 p_v + [v = S] - z_v + 4 k_v`` with k_v >= 0.
2. Colour the cells like a chessboard.  Every edge joins two colours, so the length is the sum over
   the cells of either colour: with a, b empty cells of the colour opposite to S's and of S's, it is
   2a or 2b plus 4 times that colour's k_v, where E counts -1 in its colour and S +1 in its own.
   That fixes E's colour and a least length; the colour that attains it is called tight, and every
   solution has 4 times the sum of the tight k_v steps more.
3. A shortest solution has m_e <= 4, and m_e = 0 on a bridge with neither an empty cell nor the end
   behind it; a bridge with either has one m_e of 1..4, fixed by counting both colours behind it.
4. If taking some edges away cuts an empty cell off from S, one of them is walked.

Where the end is given, all this holds for the shortest of the walks that end there: what 3 takes
away leaves the end where it is, and z is known.

So the formula has tables for 1, the law of bridges for 3, the cuts that the certificate lists for 4
(each is tried), and by 2 a counter that says it is shorter than claimed.
Trusts: the part "walk_level".
"""

MAX_CLAUSES = 2 * 10**6  # clauses of a formula

MOST = 4


def formula(board: Board, excess: int, cuts: list[list[int]]) -> list[Clause]:
    """Return what a shortest solution with a tight sum of at most ``excess`` satisfies.

    The clauses are sorted, and so are the literals in each.  Variables: six for each edge (m >= 1,
    2, 3, 4; m is odd; m is 2 or 3), one for each cell (it is the end), one for each cell in
    depth-first order (the end is no later), then k_v >= 1, 2, ... for the tight cells in that
    order, then the counter's.
    """
    edges, cells = len(board.edges), len(board.places)
    order = board.order()
    rungs = [6 * edges + cells + i + 1 for i in range(cells)]
    fresh = 6 * edges + 2 * cells + 1
    clauses: list[list[int]] = [[6 * e + 1 for e in cut] for cut in cuts]
    for e in range(edges):
        clauses += edge_clauses(e)
    clauses += end_clauses(board, order, rungs)
    clauses += bridge_clauses(board, order, rungs)
    counted: list[int] = []
    for v in order:
        clauses += cell_clauses(board, v)
        if board.colour[v] == board.tight:
            own, forced = excess_clauses(board.at(v), board.base(v), fresh)
            clauses += forced
            counted += own
            fresh += len(own)
        bounded(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
    outputs, counting, _ = counter(counted, excess + 1, fresh)
    clauses += counting
    clauses += [[-outputs[excess]]] if len(outputs) > excess else []
    bounded(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
    return sorted({tuple(sorted(clause)) for clause in clauses})


def edge_clauses(e: int) -> list[list[int]]:
    """Tie the six variables of an edge together: nothing but m = 0, 1, 2, 3, 4 is left."""
    one, two, three, four, odd, half = (6 * e + i for i in range(1, 7))
    ordered = [[one, -two], [two, -three], [three, -four]]
    halves = [[-half, two], [-half, -four], [half, -two, four]]
    odds = [[-odd, one], [-odd, -two, three], [-odd, -four], [odd, -one, two], [odd, -three, four]]
    return ordered + halves + odds


def end_clauses(board: Board, order: list[int], rungs: list[int]) -> list[list[int]]:
    """Let just one cell be the end: where a rung is true and the one before is not."""
    clauses = [[rungs[-1]]]
    for i, v in enumerate(order):
        z, rung = board.end(v), rungs[i]
        clauses += [[-z]] if board.colour[v] != board.end_colour else []
        clauses += [[z]] if v == board.wanted else []
        if i:
            before = rungs[i - 1]
            clauses += [[-z, rung], [-z, -before], [z, -rung, before], [-before, rung]]
        else:
            clauses += [[-z, rung], [z, -rung]]
    return clauses


def bridge_clauses(board: Board, order: list[int], rungs: list[int]) -> list[list[int]]:
    """Fix m on each bridge, for the end behind it and for the end elsewhere.

    Behind a bridge every edge joins two colours, so m is the sum over the cells of the far cell's
    colour less the sum over the others: 2 for each empty cell mod 4 (2 = -2), less 1 for an end of
    the far cell's colour, more 1 for an end of the other.
    """
    clauses: list[list[int]] = []
    position = {v: i for i, v in enumerate(order)}
    for e in range(len(board.edges)):
        behind = board.behind(e)
        if not behind:
            continue
        first, last = min(position[v] for v in behind), max(position[v] for v in behind)
        require(last - first + 1 == len(behind), "the cells behind a bridge are no interval")
        twice = 2 * sum(board.empty[v] for v in behind)
        same = board.colour[order[first]] == board.end_colour
        elsewhere = (twice - 1) % 4 + 1 if twice else 0
        within = (twice + (-1 if same else 1) - 1) % 4 + 1
        for times in range(1, MOST + 1):
            here = 6 * e + times
            literal = here if times <= elsewhere else -here
            clauses += [[-rungs[first - 1], literal], [rungs[last], literal]]
            literal = here if times <= within else -here
            clauses.append([rungs[first - 1], -rungs[last], literal])
    return clauses


def cell_clauses(board: Board, v: int) -> list[list[int]]:
    """Forbid what the sum at a cell, ``base - z`` mod 4, cannot come from; make the walk come by.

    The residue of m is odd + 2 half.  The odd bits alone settle z, so z is left out of the rest.
    """
    at, base = board.at(v), board.base(v)
    z = board.end(v) if board.colour[v] == board.end_colour else 0
    clauses: list[list[int]] = []
    for odds in product((0, 1), repeat=len(at)):
        not_these = [-(6 * e + 5) if bit else 6 * e + 5 for e, bit in zip(at, odds, strict=True)]
        ends = (base - sum(odds)) % 2
        if z:
            clauses.append([*not_these, z if ends else -z])
        elif ends:
            clauses.append(not_these)
            continue
        for halves in product((0, 1), repeat=len(at)):
            if (sum(odds) + 2 * sum(halves) - base + ends) % 4:
                also = [
                    -(6 * e + 6) if bit else 6 * e + 6 for e, bit in zip(at, halves, strict=True)
                ]
                clauses.append(not_these + also)
    touched = [6 * e + 1 for e in at]
    if board.empty[v] or v == board.start:
        clauses.append(touched)
    elif z:
        clauses.append([-z, *touched])
    return clauses


def excess_clauses(at: list[int], base: int, fresh: int) -> tuple[list[int], list[list[int]]]:
    """Return the variables k >= 1, 2, ... of a cell, and what forces them.

    k >= j exactly when the sum is more than ``base + 4 (j - 1)``; each least way to get there does.
    """
    own: list[int] = []
    clauses: list[list[int]] = []
    for least in range(base + 1, MOST * len(at) + 1, 4):
        k = fresh + len(own)
        clauses += [[-k, k - 1]] if own else []
        own.append(k)
        for sums in product(range(MOST + 1), repeat=len(at)):
            if sum(sums) == least:
                clauses.append([k, *(-(6 * e + m) for e, m in zip(at, sums, strict=True) if m)])
    return own, clauses


def counter(literals: list[int], bound: int, fresh: int) -> tuple[list[int], list[list[int]], int]:
    """Count true literals: output j - 1 is forced when j of them are true, for j up to the bound.

    Returns:
        The outputs, the clauses, and the next free variable.
    """
    if len(literals) < 2:
        return literals, [], fresh
    half = len(literals) // 2
    left, clauses, fresh = counter(literals[:half], bound, fresh)
    right, others, fresh = counter(literals[half:], bound, fresh)
    outputs = list(range(fresh, fresh + min(len(literals), bound)))
    clauses += others
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if 1 <= i + j <= len(outputs):
                both = [-left[i - 1]] * (i > 0) + [-right[j - 1]] * (j > 0)
                clauses.append([outputs[i + j - 1], *both])
    return outputs, clauses, fresh + len(outputs)


def dimacs(clauses: list[Clause]) -> Iterator[bytes]:
    """Yield the formula as DIMACS CNF, line by line."""
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    yield b"p cnf %d %d\n" % (variables, len(clauses))
    for clause in clauses:
        yield b"%s 0\n" % " ".join(map(str, clause)).encode()


# ------------------------------------------ walk_claims -------------------------------------------

"""What is claimed about a level, and why no walk is shorter.

Proves: that a walk solves the level and none does in fewer steps, or that the level is unsolvable.
Where the claim names an end, all this is about walks that end there.
The walk is walked.  That none is shorter follows from parity alone, or from a proof that the
formula of "a shorter walk" is contradictory.
Does not prove: that this is the level you mean; compare its SHA-256.
Trusts: the parts "walk_level", "walk_formula" and "proof".
"""

MAX_WALK = 10**9  # steps of a walk
MAX_CUT_CELLS = 10**8  # cells gone through for all cuts (about two minutes)


def judge(document: Any, folder: Path) -> str:
    """Return the claim of a certificate and what proves it, in words; or reject it."""
    of_format(document, "lo-exact walk certificate")
    given = fields(document, "certificate", "format version made_by level claim evidence")
    number(given["version"], "version", 1, 1)
    require(type(given["made_by"]) is dict, "made_by must be an object")
    level = Level(given["level"])
    claim = given["claim"]
    require(type(claim) is dict, "claim must be an object")
    solved = claim.get("kind") == "fewest steps"
    ends = "end" in claim
    named = "kind level_sha256" + " steps walk" * solved + " end" * ends
    claim = fields(claim, "claim", named)
    sha256 = digest(claim["level_sha256"], "level_sha256")
    require(sha256 == level.sha256, "the claim is about a level with another SHA-256")
    end = place_of(level, claim["end"]) if ends else None
    about = f"level: {len(level.free)} cells, SHA-256 {level.sha256}"
    if not solved:
        require(claim["kind"] == "unsolvable", "there is no claim of this kind")
        fields(given["evidence"], "evidence", "")
        return f"no walk paints every cell{there(end)}\nproved by {unsolvable(level, end)}\n{about}"
    steps = size(claim["steps"], "steps", 0, MAX_WALK)
    walk = string(claim["walk"], "walk")
    require(len(walk) == steps, f"the walk has {len(walk)} steps, not {steps}")
    last = level.walked(walk)
    require(end in (None, last), "the walk ends elsewhere than the claim says")
    proof = no_shorter(Board(level, end), steps, given["evidence"], folder)
    said = f"the fewest steps{there(end)} are {steps}, and this walk has them"
    return f"{said}\nproved by {proof}\n{about}"


def place_of(level: Level, value: Any) -> Place:
    """Return the free cell where a walk has to end, given as row and column from 0."""
    pair = items(value, "end")
    require(len(pair) == 2, "an end is a row and a column")
    row, column = (number(v, "end", 0, 2**31) for v in pair)
    require((row, column) in level.free, "the end is no free cell")
    return row, column


def there(end: Place | None) -> str:
    """Say where the walks end that a claim is about."""
    return "" if end is None else f" to the end at row {end[0] + 1}, column {end[1] + 1}"


def unsolvable(level: Level, end: Place | None) -> str:
    """Say why a level is unsolvable, or reject that it is."""
    alone = level.reached() == {level.start} and level.start in level.empty
    if alone:
        return "its empty start, which has no neighbour to come back from"
    lost = level.empty - level.reached()
    if end is not None and not lost:
        if end not in level.reached():
            return "an end that is not connected with the start"
        board = Board(level, end)
        wrong = board.colour[board.wanted or 0] != board.end_colour
        require(wrong, "the end has the colour that it has to have, so the level is solvable")
        return "the colours of a chessboard: no walk ends on the end's colour"
    require(bool(lost), "every empty cell is connected with the start, so the level is solvable")
    few = "an empty cell that is" if len(lost) == 1 else f"{len(lost)} empty cells that are"
    return f"{few} not connected with the start"


def no_shorter(board: Board, steps: int, evidence: Any, folder: Path) -> str:
    """Say why no walk has fewer steps, or reject that."""
    if not any(board.empty) and board.wanted in (None, board.start):
        require(steps == 0, "nothing is to be painted, so no step is needed")
        return "there being nothing to paint"
    excess, rest = divmod(steps - board.bound, 4)
    require(excess >= 0 and not rest, f"no solution has {steps} steps, by parity")
    if not excess:
        fields(evidence, "evidence", "")
        return "parity alone"
    given = fields(evidence, "evidence", "cuts cnf_sha256 proof_sha256 proof_bytes")
    gone_through = len(items(given["cuts"], "cuts")) * len(board.places)
    bounded(gone_through <= MAX_CUT_CELLS, f"cuts go through more than {MAX_CUT_CELLS} cells")
    cuts = [cut_of(board, cut) for cut in given["cuts"]]
    clauses = formula(board, excess - 1, cuts)
    name = hashlib.sha256(b"".join(dimacs(clauses))).hexdigest()
    stated = digest(given["cnf_sha256"], "cnf_sha256")
    require(name == stated, "the formula of this claim has another SHA-256")
    lines = check_lrat_file(clauses, given, folder)
    return (
        f"an LRAT proof of {lines} lines that {len(clauses)} clauses, {len(cuts)} cuts among them, "
        f"leave no walk of {steps - 4} steps or fewer"
    )


def cut_of(board: Board, value: Any) -> list[int]:
    """Return the edges of a cut: without them some empty cell is not connected with the start."""
    cut = [number(e, "an edge", 0, len(board.edges) - 1) for e in items(value, "a cut")]
    require(all(e < f for e, f in pairwise(cut)), "a cut's edges must rise")
    reached = board.reached(cut)
    lost = any(empty and v not in reached for v, empty in enumerate(board.empty))
    require(lost, "a cut does not cut any empty cell off: it claims too much")
    return cut


# ------------------------------------------ walk_program ------------------------------------------

"""The program for parity walks: read the file, judge, print the verdict.

Exit 0: accepted.  1: rejected.  2: wrong usage.  3: the file cannot be read.  4: too large for this
checker.
Proves: nothing.  Trusts: every part above, and Python.
"""


def check(path: Path) -> Verdict:
    """Judge the certificate in a file.

    Raises:
        OSError: When it cannot be read.
    """
    judged_by = read_by(["walk_program"])
    return verdict_of(lambda: f"{judge(read_file(path), path.parent)}\n{judged_by}")


def main(arguments: list[str]) -> int:
    """Judge the named certificate, print the verdict, and return the exit code."""
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print("usage: python walk_checker.py CERTIFICATE", file=sys.stderr)
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

PARTS["verdict"] = Part(39, 51, "")
PARTS["reading"] = Part(140, 94, "verdict")
PARTS["proof"] = Part(291, 92, "reading verdict")
PARTS["walk_level"] = Part(414, 98, "reading verdict")
PARTS["walk_formula"] = Part(559, 118, "proof verdict walk_level")
PARTS["walk_claims"] = Part(752, 82, "proof reading verdict walk_formula walk_level")
PARTS["walk_program"] = Part(866, 13, "reading verdict walk_claims")
PARTS["limits"] = Part(899, 20, "verdict")

if __name__ == "__main__":
    keep_limits(*LIMITS)
    sys.exit(main(sys.argv[1:]))
