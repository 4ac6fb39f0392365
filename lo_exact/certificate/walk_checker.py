"""Check a certificate about a parity walk with nothing but Python (3.11 or newer) and this file.

    python walk_checker.py CERTIFICATE

CERTIFICATE is a JSON file as docs/walks.md writes it down; a proof it names lies beside it.
Exit 0: accepted, and the claim is said in words.  Exit 1: rejected, and the reason is said.
Exit 2: wrong usage.  Exit 3: the file cannot be read.

A token stands on the cell S of a board of free cells and walls.  Every step enters a neighbouring
free cell and toggles it; all free cells must end painted.  Claimed is that a level is unsolvable,
or that a walk solves it and none does in fewer steps.  The walk is walked.  For "none in fewer":

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

So a shortest solution satisfies a formula which this file writes with code of its own: tables for
1, the law of bridges for 3, the cuts that the certificate lists for 4 (each is tried), and by 2 a
counter that says it is shorter than claimed.  An LRAT proof shows that nothing satisfies it.

Bounds: JSON of 16 MiB, 3000 cells, 2 * 10^6 clauses, proofs of 2^31 bytes unpacked, 10^8 literals
held at a time.  What is larger is rejected for that reason.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

MAX_FILE = 2**24
MAX_CELLS = 3000
MAX_PLACES = 250_000
MAX_CLAUSES = 2 * 10**6
MAX_PROOF = 2**31
MAX_HELD = 10**8
MAX_LINE = 2**24

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
MOST = 4

Place = tuple[int, int]
Clause = tuple[int, ...]


class Rejected(Exception):
    """The certificate does not prove its claim; the message says why."""


class Verdict(NamedTuple):
    """What the checker says: ``text`` is the claim in words, or the reason of the rejection."""

    accepted: bool
    text: str


def require(condition: bool, reason: str) -> None:
    """Reject unless the condition holds."""
    if not condition:
        raise Rejected(reason)


# --- reading, strictly ----------------------------------------------------------------------------


def read_json(data: bytes) -> Any:
    """Return the value of a JSON text without duplicate keys, fractions or huge numbers."""

    def pairs(listed: list[tuple[str, Any]]) -> dict[str, Any]:
        require(len(dict(listed)) == len(listed), "a key stands twice in one JSON object")
        return dict(listed)

    def whole(text: str) -> int:
        require(len(text) < 16, "a number is too long")
        return int(text)

    def no_fraction(text: str) -> Any:
        raise Rejected(f"{text[:20]} is not an integer")

    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=pairs,
            parse_int=whole,
            parse_float=no_fraction,
            parse_constant=no_fraction,
        )
    except (ValueError, RecursionError) as error:
        raise Rejected(f"this is not JSON: {error}") from None


def fields(value: Any, name: str, needed: str) -> dict[str, Any]:
    """Return a JSON object that has just the needed keys."""
    require(type(value) is dict, f"{name} must be an object")
    found: dict[str, Any] = value
    missing, unknown = set(needed.split()) - set(found), set(found) - set(needed.split())
    require(not missing, f"{name} lacks {', '.join(sorted(missing))}")
    require(not unknown, f"{name} has unknown keys: {', '.join(sorted(map(ascii, unknown)))}")
    return found


def number(value: Any, name: str, low: int, high: int) -> int:
    """Return an integer (true and false are none) of low..high."""
    require(type(value) is int and low <= value <= high, f"{name} must be {low}..{high}")
    return int(value)


def items(value: Any, name: str) -> list[Any]:
    """Return a JSON list."""
    require(type(value) is list, f"{name} must be a list")
    return list(value)


def text_of(value: Any, name: str) -> str:
    """Return a JSON string."""
    require(type(value) is str, f"{name} must be a string")
    return str(value)


def digest(value: Any, name: str) -> str:
    """Return a SHA-256, 64 lower-case hex digits."""
    found = text_of(value, name)
    require(len(found) == 64 and not set(found) - set("0123456789abcdef"), f"{name} is no SHA-256")
    return found


# --- the level ------------------------------------------------------------------------------------


class Level:
    """Rows of the glyphs ``#`` wall, ``.`` empty, ``*`` painted, ``S`` start, ``s`` empty start."""

    def __init__(self, value: Any):
        rows = [text_of(row, "a row") for row in items(value, "level")]
        require(bool(rows) and len({len(row) for row in rows}) == 1, "rows must be equally long")
        require(len(rows) * len(rows[0]) <= MAX_PLACES, f"more than {MAX_PLACES} places")
        require(not set("".join(rows)) - set("#.*Ss"), "a level has the glyphs # . * S s")
        glyph = {(r, c): g for r, row in enumerate(rows) for c, g in enumerate(row) if g != "#"}
        starts = [place for place, g in glyph.items() if g in "Ss"]
        require(len(starts) == 1, f"a level has one start, this one {len(starts)}")
        self.start = starts[0]
        self.empty = {place for place, g in glyph.items() if g in ".s"}
        self.free = set(glyph)
        self.sha256 = hashlib.sha256(
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

    def walked(self, walk: str) -> None:
        """Walk a walk to its end, and reject it unless every cell is painted then."""
        empty, here = set(self.empty), self.start
        for at, letter in enumerate(walk, start=1):
            require(letter in STEPS, f"step {at} is none of U, R, D, L")
            here = (here[0] + STEPS[letter][0], here[1] + STEPS[letter][1])
            require(here in self.free, f"step {at} is not onto a free cell")
            empty ^= {here}
        require(not empty, f"the walk leaves {len(empty)} cells empty")


class Board:
    """The cells connected with the start, numbered row by row, and what parity says."""

    def __init__(self, level: Level):
        places = sorted(level.reached())
        require(len(places) <= MAX_CELLS, f"more than {MAX_CELLS} cells are connected")
        name = {place: v for v, place in enumerate(places)}
        self.level, self.places, self.start = level, places, name[level.start]
        self.empty = [place in level.empty for place in places]
        self.near = [[name[other] for other in level.beside(place)] for place in places]
        self.edges = [(v, w) for v, near in enumerate(self.near) for w in sorted(near) if w > v]
        self.edge = {frozenset(pair): e for e, pair in enumerate(self.edges)}
        self.colour = [(r + c + sum(level.start)) % 2 for r, c in places]
        b = sum(e and not colour for e, colour in zip(self.empty, self.colour, strict=True))
        a = sum(self.empty) - b
        # the least length seen from the other colour, and from the start's
        other, own = (2 * a, 2 * b) if (a + b) % 2 == 0 else (2 * a - 1, 2 * b + 1)
        self.end_colour = (a + b) % 2
        self.bound, self.tight = max(other, own), int(other >= own)

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


# --- the formula ----------------------------------------------------------------------------------


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
        require(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
    outputs, counting, _ = counter(counted, excess + 1, fresh)
    clauses += counting
    clauses += [[-outputs[excess]]] if len(outputs) > excess else []
    require(len(clauses) <= MAX_CLAUSES, f"more than {MAX_CLAUSES} clauses")
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


# --- the proof ------------------------------------------------------------------------------------


def unpacked(path: Path, size: int) -> Iterator[bytes]:
    """Yield a gzip file's content block by block; it must be one member of just ``size`` bytes."""
    require(path.exists(), f"the proof file is missing: {path.name} must lie beside")
    require(path.is_file(), "the proof is no ordinary file")
    inflate = zlib.decompressobj(31)
    try:
        with path.open("rb") as file:
            while not inflate.eof:
                packed = inflate.unconsumed_tail or file.read(2**16)
                require(bool(packed), "the proof file ends early")
                block = inflate.decompress(packed, 2**20)
                size -= len(block)
                require(size >= 0, "the proof file is longer than the certificate says")
                yield block
            require(size == 0, "the proof file is shorter than the certificate says")
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
        require(len(rest) <= MAX_LINE, f"a proof line has more than {MAX_LINE} bytes")
        yield from lines
    require(not rest, "the proof's last line is cut off")


def whole_numbers(line: bytes, where: str) -> list[int]:
    """Return a line's numbers; the last is 0."""
    words = line.split(b" ")
    good = all(word.removeprefix(b"-").isdigit() and len(word) < 20 for word in words)
    require(good, f"{where} is not LRAT")
    found = [int(word) for word in words]
    require(found[-1] == 0, f"{where} does not end with 0")
    return found


def follow(clauses: list[Clause], lines: Iterable[bytes]) -> int:
    """Follow an LRAT proof to the empty clause; return its number of lines.

    ``ID LITERALS 0 HINTS 0``: with every literal of the new clause false, each clause that the
    hints name in turn has one literal left, which is then true, and the last has none: so the new
    clause follows.  ``ID d IDS 0`` forgets clauses.
    """
    known = dict(enumerate(clauses, start=1))
    held, last, at = sum(map(len, clauses)), len(clauses), 0
    proved = False
    for at, line in enumerate(lines, start=1):
        where = f"proof line {at}"
        require(not proved, f"{where} stands behind the empty clause")
        head, deletes, tail = line.partition(b" d ")
        if deletes:
            for gone in whole_numbers(tail, where)[:-1]:
                require(gone in known, f"{where} deletes a clause that is not there")
                held -= len(known.pop(gone))
            continue
        numbers = whole_numbers(head, where)
        middle = numbers.index(0, 1) if numbers.count(0) > 1 else 0
        require(middle > 0 and numbers[0] > last, f"{where} is not LRAT in order")
        last, clause = numbers[0], tuple(numbers[1:middle])
        false, clash = set(clause), False
        for hint in numbers[middle + 1 : -1]:
            require(not clash and hint in known, f"{where} has a hint that does not help")
            left = [literal for literal in known[hint] if literal not in false]
            require(len(left) < 2, f"{where}: hint {hint} leaves {len(left)} literals")
            clash = not left
            false.update(-literal for literal in left)
        require(clash, f"{where}: the hints end without a contradiction")
        known[last], proved = clause, not clause
        held += len(clause)
        require(held <= MAX_HELD, f"{where}: more than {MAX_HELD} literals are held")
    require(proved, "the proof ends without the empty clause")
    return at


# --- claims and their evidence --------------------------------------------------------------------


def judge(document: Any, folder: Path) -> str:
    """Return the claim of a certificate and what proves it, in words; or reject it."""
    given = fields(document, "certificate", "format version made_by level claim evidence")
    require(given["format"] == "lo-exact walk certificate", "this is no walk certificate")
    number(given["version"], "version", 1, 1)
    require(type(given["made_by"]) is dict, "made_by must be an object")
    level = Level(given["level"])
    claim = given["claim"]
    require(type(claim) is dict, "claim must be an object")
    solved = claim.get("kind") == "fewest steps"
    claim = fields(claim, "claim", "kind level_sha256" + " steps walk" * solved)
    named = digest(claim["level_sha256"], "level_sha256")
    require(named == level.sha256, "the claim is about a level with another SHA-256")
    about = f"level: {len(level.free)} cells, SHA-256 {level.sha256}"
    if not solved:
        require(claim["kind"] == "unsolvable", "there is no claim of this kind")
        fields(given["evidence"], "evidence", "")
        return f"no walk paints every cell\nproved by {unsolvable(level)}\n{about}"
    steps = number(claim["steps"], "steps", 0, 10**9)
    walk = text_of(claim["walk"], "walk")
    require(len(walk) == steps, f"the walk has {len(walk)} steps, not {steps}")
    level.walked(walk)
    proof = no_shorter(Board(level), steps, given["evidence"], folder)
    return f"the fewest steps are {steps}, and this walk has them\nproved by {proof}\n{about}"


def unsolvable(level: Level) -> str:
    """Say why a level is unsolvable, or reject that it is."""
    alone = level.reached() == {level.start} and level.start in level.empty
    if alone:
        return "its empty start, which has no neighbour to come back from"
    lost = level.empty - level.reached()
    require(bool(lost), "every empty cell is connected with the start, so the level is solvable")
    few = "an empty cell that is" if len(lost) == 1 else f"{len(lost)} empty cells that are"
    return f"{few} not connected with the start"


def no_shorter(board: Board, steps: int, evidence: Any, folder: Path) -> str:
    """Say why no walk has fewer steps, or reject that."""
    if not any(board.empty):
        require(steps == 0, "nothing is to be painted, so no step is needed")
        return "there being nothing to paint"
    excess, rest = divmod(steps - board.bound, 4)
    require(excess >= 0 and not rest, f"no solution has {steps} steps, by parity")
    if not excess:
        fields(evidence, "evidence", "")
        return "parity alone"
    given = fields(evidence, "evidence", "cuts cnf_sha256 proof_sha256 proof_bytes")
    cuts = [cut_of(board, cut) for cut in items(given["cuts"], "cuts")]
    clauses = formula(board, excess - 1, cuts)
    name = hashlib.sha256(b"".join(dimacs(clauses))).hexdigest()
    stated = digest(given["cnf_sha256"], "cnf_sha256")
    require(name == stated, "the formula of this claim has another SHA-256")
    size = number(given["proof_bytes"], "proof_bytes", 0, MAX_PROOF)
    stated = digest(given["proof_sha256"], "proof_sha256")
    path = folder / f"{stated}.lrat.gz"
    content = hashlib.sha256()
    for block in unpacked(path, size):
        content.update(block)
    require(content.hexdigest() == stated, "the proof file has another SHA-256")
    lines = follow(clauses, lines_of(unpacked(path, size)))
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


def check(path: Path) -> Verdict:
    """Judge the certificate in a file.

    Raises:
        OSError: When it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE + 1)
        require(len(data) <= MAX_FILE, f"the certificate has more than {MAX_FILE} bytes")
        return Verdict(True, judge(read_json(data), path.parent))
    except Rejected as reason:
        return Verdict(False, str(reason))
    except MemoryError:
        return Verdict(False, "judging this takes more memory than there is")


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
    try:
        print(("accepted: " if verdict.accepted else "rejected: ") + verdict.text, flush=True)
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # no second try at the end
        print(f"cannot say it: {error.strerror}", file=sys.stderr)
        return 3
    return 0 if verdict.accepted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
