"""Check claims about a code and the evidence for each of its sides.

Proves: that the distance of a code is the claimed number, or that it is at least that.  A CSS code
has two sides: words that the X checks do not see, modulo the Z checks, and the other way round; its
distance is the smaller one.  A stabilizer or subsystem code has one, with trivial words, in which
columns 3q, 3q + 1, 3q + 2 are X, Y, Z of qubit q.  A classical code, or the quiet patterns of a
puzzle, has one; so has an error model, whose words matter where an observable is odd.
Does not prove: that this is the code you mean; compare its rows, or their SHA-256.
Trusts: the parts "code_side", "code_cycles", "code_search" and "cheap_patterns".

Windows: let all words be visited that have t_j columns or fewer in window j, for each j, and let g
be any product of symmetries.  Take a lightest word x, of w columns.  If no g x was visited, each
has t_j + 1 columns or more in window j.  In the mean over all g a column of x is at each place of
its orbit as often, so the sum of all t_j + 1 is at most w times the largest share: for each orbit
the columns that windows have of it, counted in each window, over the columns it has.  Where the sum
is more than that for the largest w that is to be refuted, a word as light as x was visited.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.cheap_patterns import CheapPatterns
from lo_exact.certificate.checker_parts.reading import (
    digest,
    fields,
    items,
    number,
    of_format,
    size,
)
from lo_exact.certificate.checker_parts.single_program import JUDGES
from lo_exact.certificate.checker_parts.verdict import bounded, require
from lo_exact.codes.checker_parts.code_cycles import refuted_by_cycles
from lo_exact.codes.checker_parts.code_search import refuted
from lo_exact.codes.checker_parts.code_side import (
    MAX_COLUMNS,
    CodeSide,
    Work,
    columns_of,
    rows_of,
)

MAX_SYMMETRIES = 64
"""Permutations in one certificate."""

MAX_WINDOWS = 64
"""Windows in the evidence of one side."""

MAX_ELIMINATED = 2**10
"""Columns of a code with windows."""


def judge_code(document: Any, folder: Path | None = None) -> str:
    """Check a certificate; return its claim and the kind of proof in words, or reject it."""
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
    """Return the SHA-256 of a code, written as JSON without blanks and with sorted keys."""
    text = json.dumps(code, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def sides_of(value: Any) -> list[CodeSide]:
    """Parse the sides of a code: two if the JSON object has X and Z checks, one if it has rows."""
    require(type(value) is dict, "code must be an object")
    css, model = "x" in value, "observables" in value
    more = " observables" * model + " trivial" * (model or "trivial" in value)
    given = fields(value, "code", "n x z" if css else "n rows" + more)
    columns, work = size(given["n"], "n", 1, MAX_COLUMNS), Work()
    if model:
        rows, observables, trivial = (
            rows_of(given[name], name, columns) for name in ("rows", "observables", "trivial")
        )
        return [CodeSide(work, columns, rows, trivial, observables)]
    if not css:
        trivial = rows_of(given.get("trivial", []), "trivial", columns)
        return [CodeSide(work, columns, rows_of(given["rows"], "rows", columns), trivial)]
    x, z = rows_of(given["x"], "x", columns), rows_of(given["z"], "z", columns)
    return [CodeSide(work, columns, z, x), CodeSide(work, columns, x, z)]


def judge_side(sides: list[CodeSide], k: int, piece: Any, claimed: int) -> str:
    """Reject unless every nontrivial word of one side has at least ``claimed`` columns."""
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
    if "cycles" in piece:
        given = fields(piece, "a side", "cycles", "word")
        least = number(given["cycles"], "cycles", claimed, side.size + 1)
        roots = refuted_by_cycles(side, least)
        judge_given_word(side, given)
        return f"{name}: none has less than {least} columns, cycles from {roots} vertices show"
    if "windows" in piece:
        given = fields(piece, "a side", "windows levels symmetries", "word")
        symmetries = symmetries_of(side, given["symmetries"])
        why = refuted_by_windows(side, given, side.orbits(symmetries), claimed)
        judge_given_word(side, given)
        return f"{name}: {why}"
    given = fields(piece, "a side", "limit nodes symmetries", "word")
    limit = number(given["limit"], "limit", 0, side.size)
    nodes = number(given["nodes"], "nodes", 0)
    symmetries = symmetries_of(side, given["symmetries"])
    even = not side.span.rest((1 << side.size) - 1)
    lowest = limit + 2 if even and limit % 2 == 0 else limit + 1
    require(lowest >= claimed, f"searching to {limit} does not show a distance of {claimed}")
    visited = refuted(side, limit, side.orbits(symmetries)) if limit else 0
    require(visited == nodes, f"the search has {visited} nodes, not {nodes}")
    judge_given_word(side, given)
    why = f"{name}: none has {limit} columns or fewer, a search of {visited} nodes shows"
    return f"{why}; every one has an even number of columns" if even else why


def symmetries_of(side: CodeSide, value: Any) -> list[list[int]]:
    """Parse permutations of columns, and check that they are symmetries of a side."""
    listed = items(value, "symmetries")
    bounded(len(listed) <= MAX_SYMMETRIES, f"more than {MAX_SYMMETRIES} symmetries are given")
    symmetries = []
    for one in listed:
        right = len(items(one, "a symmetry")) == side.size
        require(right, f"a symmetry has {side.size} numbers")
        permutation = [number(v, "a symmetry", 0, side.size - 1) for v in one]
        side.judge_symmetry(permutation, side)
        symmetries.append(permutation)
    return symmetries


def refuted_by_windows(
    side: CodeSide, given: dict[str, Any], orbits: list[list[int]], claimed: int
) -> str:
    """Describe the windows proof that nontrivial words have >= ``claimed`` columns, or reject."""
    bounded(side.size <= MAX_ELIMINATED, f"windows are for {MAX_ELIMINATED} columns or fewer")
    windows = [columns_of(w, "a window", side.size) for w in items(given["windows"], "windows")]
    bounded(len(windows) <= MAX_WINDOWS, f"there are more than {MAX_WINDOWS} windows")
    levels = [number(level, "levels", 0) for level in items(given["levels"], "levels")]
    require(len(levels) == len(windows), "levels do not fit windows")
    # windows per column: the mean within each orbit, then the maximum over the orbits
    cover = Counter(column for window in windows for column in window)
    share = max(Fraction(sum(cover[j] for j in orbit), len(orbit)) for orbit in orbits)
    step = side.step()
    limit = (claimed - 1) // step * step
    require(
        sum(levels) + len(levels) > share * limit,
        f"what was not visited may have {limit} columns",
    )
    rows = list(side.span.rows.values())
    columns = [[(i, 1) for i, row in enumerate(rows) if row >> j & 1] for j in range(side.size)]
    patterns = CheapPatterns(
        2, columns, dict.fromkeys(range(len(rows)), 0), [1] * side.size, per_button=False
    )
    for window, level in zip(windows, levels, strict=True):
        for word in patterns.met(window, level):
            pressed = word & (1 << side.size) - 1  # drop the bits above the columns
            weight = pressed.bit_count()
            if 0 < weight < claimed:
                listed = [j for j in range(side.size) if pressed >> j & 1]
                side.work.spend(side.size)
                require(not side.label_of(listed), f"there is a word of {weight} columns")
    why = f"none has less than {claimed} columns, windows ({len(windows)}) show"
    return why if step == 1 else f"{why}; {step} divides the number of columns of each"


def judge_given_word(side: CodeSide, given: dict[str, Any]) -> None:
    """Reject the evidence of a side if it has a word that is trivial or violates a check."""
    if "word" in given:
        side.judge_word(columns_of(given["word"], "word", side.size))


JUDGES["code_claims"] = judge_code
