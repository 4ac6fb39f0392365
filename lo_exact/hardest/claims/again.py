"""The evidence of a claim repeated: what a file says is found once more by `recheck`.

The file names its claim and the claim its puzzle; both hashes must be the file's.  What is repeated
is plain Python on integers, for two colours: the minima of the boards that are shown, among all
their solutions; classes and averaging bound; every refutation.  Refutations speak of classes by a
basis of the quiet patterns; the basis comes from our elimination, and is not used before it has
been seen to be one.  Counts of boards and histograms are not repeated.

A refutation takes some hundred thousand points a second, a board 2^20 solutions a second.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from lo_exact.algebra import eliminate
from lo_exact.errors import InputError, printable
from lo_exact.formats import read_text
from lo_exact.hardest.claims import recheck
from lo_exact.hardest.claims.evidence import FORMAT
from lo_exact.hardest.claims.files import Claim, read_claim, with_state
from lo_exact.hardest.claims.judge import ClaimAnswer
from lo_exact.puzzle import Objective, Puzzle

SUFFIX = ".evidence.json"
MAX_NULLITY = 24
"""Boards of more than 2 to this many solutions are not walked through in plain Python."""

MAX_BITS = 2**24
"""Largest product of lights and buttons whose matrix is held in whole numbers."""


@dataclass(frozen=True)
class Repeated:
    """What came of the evidence of one claim.

    Attributes:
        claim: its name.
        held: what was repeated and is so, in words.
        broken: what was repeated and is not so.
        left: what the verdict also rests on, and was not repeated.
    """

    claim: str
    held: tuple[str, ...]
    broken: tuple[str, ...]
    left: tuple[str, ...]


def repeat(path: Path) -> Repeated:
    """Repeat the evidence in a file, or that beside a claim.

    Raises:
        InputError: When it is no evidence, or not that of the claim beside it.
    """
    path = path if path.name.endswith(SUFFIX) else path.with_suffix(SUFFIX)
    claim = read_claim(path.with_name(path.name.removesuffix(SUFFIX) + ".toml"))
    told = _Told()
    document = _document(path, claim)
    try:
        _repeat(document["evidence"], claim, told)
        follows = _follows(document["evidence"], claim, document["verdict"])
        told.add(f"the verdict, {printable(str(document['verdict']), 20)}", holds=follows)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise InputError("the evidence lacks what its claim needs", source=str(path)) from None
    return Repeated(claim.name, tuple(told.held), tuple(told.broken), tuple(told.left))


def _document(path: Path, claim: Claim) -> dict[str, Any]:
    """Return the file's values, once they are seen to be about this claim and its puzzle."""
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError):
        raise InputError("evidence is JSON, this is not", source=str(path)) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f"evidence begins with the format {FORMAT!r}", source=str(path))
    if not isinstance(document.get("evidence"), dict):
        raise InputError("there is no evidence in it", source=str(path))
    said = document.get("claim_sha256"), document.get("puzzle_sha256")
    if said != (hashlib.sha256(claim.path.read_bytes()).hexdigest(), claim.puzzle.sha256):
        raise InputError(f"this is not the evidence of {claim.path.name}", source=str(path))
    return document


class _Told:
    """What is said on the way, by what came of it."""

    def __init__(self) -> None:
        self.held: list[str] = []
        self.broken: list[str] = []
        self.left: list[str] = []

    def add(self, words: str, *, holds: bool) -> None:
        (self.held if holds else self.broken).append(words)


def _follows(evidence: dict[str, Any], claim: Claim, verdict: str) -> bool:
    """Say whether the verdict is the one that follows from what the evidence says."""
    if verdict == ClaimAnswer.OPEN.value:
        return True
    if claim.states:
        ways = claim.minimum_solutions
        boards = evidence["boards"]
        if [tuple(one["state"]) for one in boards] != [*claim.states]:
            return False  # it is about other boards
        right = [
            "witness" not in one
            and one["weight"] == claim.weight
            and (ways < 0 or one["minimum_solutions"] == ways)
            for one in boards
        ]
        return verdict == ("true" if all(right) else "false")
    if claim.statement in ("term", "histogram"):
        terms = evidence["histogram"]
        here = terms[claim.weight] if 0 <= claim.weight < len(terms) else 0
        same = here == claim.boards if claim.statement == "term" else terms == [*claim.histogram]
        return verdict == ("true" if same else "false")
    if "averaging_bound" not in evidence:  # a claim that speaks against itself
        return verdict == "false" and claim.lower > claim.upper
    least = int(evidence.get("lower_bound", evidence.get("covering_bound", 0)))
    most = int(evidence.get("upper_bound", evidence["averaging_bound"]))
    bounds = claim.statement == "bounds"
    lower, upper = (claim.lower, claim.upper) if bounds else (claim.weight, claim.weight)
    boards = evidence.get("boards")
    if verdict == "true":
        counted = claim.boards < 0 or boards == claim.boards
        return lower <= least and most <= upper and counted
    miscounted = claim.boards >= 0 and type(boards) is int and boards != claim.boards
    return verdict == "false" and (most < lower or least > upper or miscounted)


def _repeat(evidence: dict[str, Any], claim: Claim, told: _Told) -> None:
    puzzle = claim.puzzle
    if puzzle.colours != 2 or puzzle.objective is Objective.PRICES or puzzle.uniform:
        told.left.append("plain Python repeats two colours, presses and one target only")
        return
    if puzzle.lights * puzzle.buttons > MAX_BITS:
        told.left.append("the puzzle is too large for plain Python")
        return
    for one in evidence.get("boards") or [] if claim.states else []:
        _board(with_state(claim, tuple(one["state"])), one, told)
    if "histogram" in evidence:
        told.left.append("the histogram")
    if "averaging_bound" not in evidence:
        return
    if example := evidence.get("example"):
        one = {"weight": evidence["lower_bound"], "presses": example["presses"]}
        _board(with_state(claim, tuple(example["state"])), one, told)
    elif "lower_bound" in evidence:
        told.left.append(f"that some board needs {evidence['lower_bound']}")
    _bounds(evidence, puzzle, told)
    if evidence.get("boards"):
        told.left.append("the number of hardest boards")


def _board(puzzle: Puzzle, one: dict[str, Any], told: _Told) -> None:
    """Repeat what is said of one board."""
    columns, goal = _columns(puzzle), _mask(puzzle.system.syndrome.tolist())
    if "witness" in one:
        lights = _mask(one["witness"])
        unmoved = all((lights & column).bit_count() % 2 == 0 for column in columns)
        odd = (lights & goal).bit_count() % 2 == 1
        told.add("the board is unsolvable by its witness", holds=unmoved and odd)
        return
    if len(one["presses"]) != puzzle.buttons:
        raise ValueError("presses are as many as buttons")
    presses, weight = _mask(one["presses"]), one["weight"]
    words = f"the board shown needs {weight}"
    if len(recheck.quiet_patterns(columns)) > MAX_NULLITY:
        told.left.append(f"{words}: too many solutions to walk through")
        return
    least, ways = recheck.minima(columns, presses)
    solves = recheck.changed(columns, presses) == goal
    holds = solves and presses.bit_count() == least == weight
    told.add(words, holds=holds and one.get("minimum_solutions", ways) == ways)


def _bounds(evidence: dict[str, Any], puzzle: Puzzle, told: _Told) -> None:
    """Repeat the averaging bound, the refutations, and what they say about all boards."""
    columns = _columns(puzzle)
    basis = [_mask(row) for row in eliminate(puzzle.system.matrix).kernel.generators.tolist()]
    told.add("the quiet patterns have this basis", holds=recheck.is_basis(columns, basis))
    sizes = recheck.class_sizes(columns, basis)
    free = sizes.pop(0, 0)
    total = sum(sizes.values())
    upper = free + total // 2
    told.add(f"no board needs more than {upper}", holds=evidence["averaging_bound"] == upper)
    if "covering_bound" in evidence:
        told.left.append("the covering bound")
    if "upper_bound" not in evidence:
        return
    same = (free, sorted(sizes.values())) == (evidence["free_buttons"], evidence["class_sizes"])
    told.add("classes of buttons", holds=same)
    for one in evidence["refutations"]:
        chain, peak = [int(vector, 16) for vector in one["basis"]], one["peak"]
        words = f"no board's spectrum has a peak of {peak} or less"
        depth = one["depth"]
        fit = type(peak) is type(depth) is int and 0 <= depth <= len(basis)
        fit = fit and _is_chain(chain, len(basis))
        holds = fit and recheck.refuted(sizes, chain, depth, peak)
        told.add(words, holds=holds)
        if holds:
            upper = min(upper, free + (total - peak - 1) // 2)
    if upper <= evidence["upper_bound"]:
        told.held.append(f"so no board needs more than {evidence['upper_bound']}")
    else:
        told.left.append(f"that no board needs more than {evidence['upper_bound']}")


def _is_chain(chain: list[int], width: int) -> bool:
    """Say whether vectors are a basis of all classes, as `recheck.refuted` wants them."""
    fit = all(0 < vector < 1 << width for vector in chain)
    return fit and len(chain) == width and not recheck.quiet_patterns(chain)


def _columns(puzzle: Puzzle) -> list[int]:
    """Return for each button the lights it changes, as a bit mask."""
    matrix = puzzle.system.matrix
    rows = matrix.rows.tolist()
    return [sum(1 << row for row in rows[a:b]) for a, b in pairwise(matrix.starts.tolist())]


def _mask(bits: list[int]) -> int:
    """Return a list of zeros and ones as a bit mask.

    Raises:
        ValueError: When there is anything else in it.
    """
    if set(bits) - {0, 1}:
        raise ValueError("zeros and ones only")
    return int("".join(str(int(bit)) for bit in reversed(bits)) or "0", 2)
