"""Check claims about a level: the walk, and the proof that no walk is shorter.

Proves: that a walk solves the level and none does in fewer steps, or that the level is unsolvable.
Where the claim names an end, all this is about walks that end there.
The walk is walked.  That none is shorter follows from parity alone, or from a proof that the
formula of "a shorter walk" is contradictory.
Does not prove: that this is the level you mean; compare its SHA-256.
Trusts: the parts "walk_level", "walk_formula" and "proof".
"""

from __future__ import annotations

import hashlib
from itertools import pairwise
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.proof import check_lrat_file
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
from lo_exact.parity_walks.checker_parts.walk_formula import dimacs, formula
from lo_exact.parity_walks.checker_parts.walk_level import (
    Board,
    Level,
    Place,
    string,
)

MAX_WALK = 10**9
"""Steps of a walk."""

MAX_CUT_CELLS = 10**8
"""Cells visited for all cuts (about two minutes)."""


def judge(document: Any, folder: Path) -> str:
    """Check a certificate, and reject a wrong one; return the claim and kind of proof in words."""
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
    """Parse the required end cell, given as [row, column] from 0; reject a wall."""
    pair = items(value, "end")
    require(len(pair) == 2, "an end is a row and a column")
    row, column = (number(v, "end", 0, 2**31) for v in pair)
    require((row, column) in level.free, "the end is no free cell")
    return row, column


def there(end: Place | None) -> str:
    """Return a phrase for the required end cell, or ``""`` if the walk can end anywhere."""
    return "" if end is None else f" to the end at row {end[0] + 1}, column {end[1] + 1}"


def unsolvable(level: Level, end: Place | None) -> str:
    """Return the reason why a level is unsolvable; reject the claim if the level is solvable."""
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
    """Return the reason why no walk has fewer steps; reject invalid evidence."""
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
    """Return the edges of a cut, whose removal disconnects an empty cell from the start."""
    cut = [number(e, "an edge", 0, len(board.edges) - 1) for e in items(value, "a cut")]
    require(all(e < f for e, f in pairwise(cut)), "a cut's edges must rise")
    reached = board.reached(cut)
    lost = any(empty and v not in reached for v, empty in enumerate(board.empty))
    require(lost, "a cut does not cut any empty cell off: it claims too much")
    return cut


JUDGES["walk_claims"] = judge
