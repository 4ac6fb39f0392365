"""The evidence of a claim repeated: what a file says is found once more by `recheck`.

The file names its claim and the claim its puzzle; both hashes must be the file's.  What is repeated
is plain Python on integers, for two colours: the minima of the boards that are shown, among all
their solutions; classes, averaging and covering bounds; every refutation.  Refutations speak of
classes by a basis of the quiet patterns; the basis comes from our elimination, and is not used
before it has been seen to be one.  Up to 2^`MAX_RANK` boards, all of them are reached once more by
presses, level by level, which gives the histogram, the hardest and their number.  Beyond, counts of
hardest boards and histograms are not repeated; a histogram must have as many boards as there are.

The verdict is said to hold only where it follows from what was repeated.  One that follows from
what the file says beside that is left; any other is broken, and so is a file whose words, or whose
numbers, contradict each other or what was found.

A refutation takes some hundred thousand points a second, a board 2^20 solutions a second.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import comb, inf
from pathlib import Path
from typing import Any, NamedTuple

from lo_exact.algebra import eliminate
from lo_exact.errors import InputError, printable
from lo_exact.formats import read_text
from lo_exact.hardest.claims import recheck
from lo_exact.hardest.claims.evidence import FORMAT
from lo_exact.hardest.claims.files import Claim, claim_puzzle, read_claim
from lo_exact.hardest.claims.judge import ClaimAnswer, without_zeros
from lo_exact.puzzle import Objective, Puzzle

SUFFIX = ".evidence.json"
MAX_NULLITY = 24
"""Boards of more than 2 to this many solutions are not walked through in plain Python."""

MAX_RANK = 23
"""Up to 2 to this many boards are all reached in plain Python: a second or two, some megabytes."""

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
    document = _document(path, claim)
    told = _Told()
    try:
        answer = ClaimAnswer(document["verdict"])
        kind = _histogram if claim.statement in ("term", "histogram") else _interval
        repeated = (_boards if claim.states else kind)(document["evidence"], claim, told)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError):
        raise InputError("the evidence lacks what its claim needs", source=str(path)) from None
    words = f"the verdict, {answer.value}"
    if repeated.found not in ("", document["found"]):
        told.broken.append(f"what was found: {printable(document['found'])}")
    if answer is repeated.shown and not told.broken:
        told.held.append(words)
    elif answer is repeated.said and repeated.shown is ClaimAnswer.OPEN and not told.broken:
        told.left.append(f"{words}: it follows from what is left")
    else:
        told.broken.append(words)
    return Repeated(claim.name, tuple(told.held), tuple(told.broken), tuple(told.left))


def _document(path: Path, claim: Claim) -> dict[str, Any]:
    """Return the file's values, once they are seen to be about this claim and its puzzle."""
    try:
        document = json.loads(read_text(path), object_pairs_hook=_once)
    except (ValueError, RecursionError):
        raise InputError("evidence is JSON, this is not", source=str(path)) from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InputError(f"evidence begins with the format {FORMAT!r}", source=str(path))
    if not isinstance(document.get("evidence"), dict):
        raise InputError("there is no evidence in it", source=str(path))
    of_claim = {
        "claim": claim.name,
        "claim_sha256": hashlib.sha256(claim.path.read_bytes()).hexdigest(),
        "puzzle_sha256": claim.puzzle.sha256,
        "statement": claim.statement,
        "claimed": claim.said,
    }
    if any(document.get(key) != value for key, value in of_claim.items()):
        raise InputError(f"this is not the evidence of {claim.path.name}", source=str(path))
    about = {key: document.get(key) for key in ("found", "method", "made_by", "certificates")}
    names = about.pop("certificates")
    listed = isinstance(names, list) and all(isinstance(name, str) for name in names)
    if not listed or not all(isinstance(value, str) for value in about.values()):
        raise InputError("found, method, made_by are texts, certificates names", source=str(path))
    if unknown := set(document) - set(of_claim) - set(about) - _OTHER_KEYS:
        raise InputError(f"unknown keys: {printable(', '.join(unknown))}", source=str(path))
    return document


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object no key of which stands twice."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


_OTHER_KEYS = {"format", "verdict", "certificates", "evidence"}


class _Told:
    """What is said on the way, by what came of it."""

    def __init__(self) -> None:
        self.held: list[str] = []
        self.broken: list[str] = []
        self.left: list[str] = []

    def add(self, words: str, *, holds: bool) -> None:
        (self.held if holds else self.broken).append(words)


class _Verdicts(NamedTuple):
    """What follows about a claim, and how it is put in words.

    Attributes:
        said: the verdict that follows from all that the file says.
        shown: the one that follows from what was repeated here.
        found: what was found instead, in the words of the judge; empty where it is not known.
    """

    said: ClaimAnswer
    shown: ClaimAnswer
    found: str


_EVIDENCE_KEYS = {
    "states": {"boards"},
    "histogram": {"histogram"},
    "bounds": {"averaging_bound", "covering_bound"},
    "search": {
        "averaging_bound", "free_buttons", "class_sizes", "lower_bound", "upper_bound", "boards",
        "example", "refutations",
    },
}  # fmt: skip


def _with_keys(evidence: dict[str, Any], *kinds: str) -> bool:
    """Say whether there is evidence, all of one of these kinds, with nothing else in it.

    Raises:
        ValueError: When there is something else, or not all of it.
    """
    if evidence and set(evidence) not in [_EVIDENCE_KEYS[kind] for kind in kinds]:
        raise ValueError("other evidence than that of such a claim")
    return bool(evidence)


def _whole(value: Any, least: int = 0) -> int:
    """Return a whole number.

    Raises:
        ValueError: When it is another value, or true or false, or too small.
    """
    if type(value) is not int or value < least:
        raise ValueError("whole numbers only")
    return value


def _truth(holds: bool) -> ClaimAnswer:
    return ClaimAnswer.TRUE if holds else ClaimAnswer.FALSE


def _boards(evidence: dict[str, Any], claim: Claim, told: _Told) -> _Verdicts:
    """Repeat the minima of the boards that the claim speaks of."""
    if not _with_keys(evidence, "states"):
        return _Verdicts(ClaimAnswer.OPEN, ClaimAnswer.OPEN, "")
    boards = evidence["boards"]
    if [tuple(map(_whole, one["state"])) for one in boards] != [*claim.states]:
        raise ValueError("it is about other boards")
    plain = _repeatable(claim.puzzle, told)
    counted = claim.minimum_solutions >= 0
    right, repeated, found = [], [], ""
    for one in boards:
        if "witness" in one:
            keys, held, words = {"state", "witness"}, False, "unsolvable"
        else:
            keys = {"state", "weight", "presses"} | ({"minimum_solutions"} if counted else set())
            ways = _whole(one["minimum_solutions"], 1) if counted else -1
            held = _whole(one["weight"]) == claim.weight and ways == claim.minimum_solutions
            words = f"minimum {one['weight']}" + (f", {ways} minima" if counted else "")
        if set(one) != keys:
            raise ValueError("other keys than those of a board")
        found = found or ("" if held else words)
        right.append(held)
        board = claim_puzzle(claim, tuple(one["state"]))
        repeated.append(plain and _board(board, one, told))
    said = _truth(all(right))
    some_wrong = any(known and not held for known, held in zip(repeated, right, strict=True))
    shown = said if all(repeated) or some_wrong else ClaimAnswer.OPEN
    return _Verdicts(said, shown, found or "as claimed")


def _histogram(evidence: dict[str, Any], claim: Claim, told: _Told) -> _Verdicts:
    """Compare a histogram with the claim; of it only its sum, and that it can be, is repeated."""
    if not _with_keys(evidence, "histogram"):
        return _Verdicts(ClaimAnswer.OPEN, ClaimAnswer.OPEN, "")
    terms = [_whole(term) for term in evidence["histogram"]]
    whole = None
    if _repeatable(claim.puzzle, told):
        whole = _whole_histogram(claim.puzzle)
        if whole is not None:
            told.add("the histogram", holds=whole == terms)
        buttons = claim.puzzle.buttons
        total = 2 ** (buttons - len(recheck.kernel_masks(_columns(claim.puzzle))))
        told.add(f"{total} boards have a solution", holds=sum(terms) == total)
        can_be = terms[:1] == [1] and terms[-1] > 0
        can_be = can_be and all(n <= comb(buttons, weight) for weight, n in enumerate(terms))
        told.add("no minimum has more boards than there are ways to press", holds=can_be)
    if whole is None:
        told.left.append("the histogram")

    def verdicts(said: ClaimAnswer, words: str) -> _Verdicts:
        return _Verdicts(said, ClaimAnswer.OPEN if whole is None else said, words)

    if claim.statement == "term":
        here = terms[claim.weight] if claim.weight < len(terms) else 0
        words = f"{here} boards need {claim.weight}"
        return verdicts(_truth(here == claim.boards), words)
    claimed = without_zeros(claim.histogram)
    words = f"{len(terms)} terms, sum {sum(terms)}"
    if terms != claimed:
        pairs = zip([*terms, None], [*claimed, None], strict=False)
        words += f"; they differ first at {[a == b for a, b in pairs].index(False)}"
    return verdicts(_truth(terms == claimed), words)


def _interval(evidence: dict[str, Any], claim: Claim, told: _Told) -> _Verdicts:
    """Repeat what bounds the hardest board from below and from above."""
    if not _with_keys(evidence, "bounds", "search"):
        alone = _judged(claim, 0, inf, None)  # a claim may speak against itself
        words = "no number lies between them" if claim.statement == "bounds" else _ONE_AT_LEAST
        return _Verdicts(alone, alone, words if alone is ClaimAnswer.FALSE else "")
    searched = "refutations" in evidence
    least = _whole(evidence["lower_bound" if searched else "covering_bound"])
    most = _whole(evidence["upper_bound" if searched else "averaging_bound"])
    boards = evidence.get("boards")
    if boards is not None and _whole(boards, 1) and least != most:
        told.broken.append("the number of hardest boards: which are the hardest is not known")
    said = _judged(claim, least, most, boards)
    words = f"{least} to {most}"
    if searched and least == most:
        words = f"{least}" + ("" if boards is None else f", {boards} boards")
    elif not searched and said is ClaimAnswer.FALSE:
        lower = claim.lower if claim.statement == "bounds" else claim.weight
        words = f"at most {most}" if lower > most else f"at least {least}"
    known_least, known_most, known_boards = 0, float(inf), None
    if _repeatable(claim.puzzle, told):
        counts = _whole_histogram(claim.puzzle) if said is not ClaimAnswer.OPEN else None
        if counts is not None:
            known_boards, highest = counts[-1], len(counts) - 1
            told.held.append(
                f"of all {sum(counts)} boards, {known_boards} need {highest}, none more"
            )
        known_least, known_most = _bounds(evidence, claim, told, counts)
    if boards is not None and known_boards is None:
        told.left.append("the number of hardest boards")
    elif boards is not None:
        told.add("the number of hardest boards", holds=boards == known_boards)
    if not (least <= most and known_least <= most and least <= known_most):
        told.broken.append(f"{least} to {most} contradicts what was found")
    return _Verdicts(said, _judged(claim, known_least, known_most, known_boards), words)


_ONE_AT_LEAST = "1 board at least is the hardest"


def _judged(claim: Claim, least: int, most: float, boards: int | None) -> ClaimAnswer:
    """Judge a claim about the hardest board by an interval, and by how many there are if known."""
    bounds = claim.statement == "bounds"
    lower, upper = (claim.lower, claim.upper) if bounds else (claim.weight, claim.weight)
    if lower > upper or most < lower or least > upper or claim.boards == 0:
        return ClaimAnswer.FALSE
    if least < lower or most > upper or (claim.boards >= 0 and boards is None):
        return ClaimAnswer.OPEN
    return _truth(claim.boards < 0 or boards == claim.boards)


def _repeatable(puzzle: Puzzle, told: _Told) -> bool:
    """Say whether plain Python repeats what is said of this puzzle; tell why not."""
    if puzzle.colours != 2 or puzzle.objective is Objective.PRICES or puzzle.uniform:
        told.left.append("plain Python repeats two colours, presses and one target only")
        return False
    if puzzle.lights * puzzle.buttons > MAX_BITS:
        told.left.append("the puzzle is too large for plain Python")
        return False
    return True


def _board(puzzle: Puzzle, one: dict[str, Any], told: _Told) -> bool:
    """Repeat what is said of one board; say whether it was repeated, and is so."""
    columns, goal = _columns(puzzle), _mask(puzzle.system.syndrome.tolist())
    if "witness" in one:
        lights = _mask(one["witness"])
        unmoved = all((lights & column).bit_count() % 2 == 0 for column in columns)
        odd = (lights & goal).bit_count() % 2 == 1
        told.add("the board is unsolvable by its witness", holds=unmoved and odd)
        return unmoved and odd
    if len(one["presses"]) != puzzle.buttons:
        raise ValueError("presses are as many as buttons")
    presses, weight = _mask(one["presses"]), one["weight"]
    words = f"the board shown needs {weight}"
    if len(recheck.kernel_masks(columns)) > MAX_NULLITY:
        told.left.append(f"{words}: too many solutions to walk through")
        return False
    least, ways = recheck.minima(columns, presses)
    solves = recheck.changed(columns, presses) == goal
    holds = solves and presses.bit_count() == least == weight
    holds = holds and one.get("minimum_solutions", ways) == ways
    told.add(words, holds=holds)
    return holds


def _whole_histogram(puzzle: Puzzle) -> list[int] | None:
    """Return how many boards need 0, 1, 2, ... presses; None where there are too many boards."""
    columns = _columns(puzzle)
    if len(columns) - len(recheck.kernel_masks(columns)) > MAX_RANK:
        return None
    return recheck.board_counts(columns)


def _bounds(
    evidence: dict[str, Any], claim: Claim, told: _Told, counts: list[int] | None = None
) -> tuple[int, int]:
    """Repeat the bounds of all boards; return what some board needs, and what none goes beyond.

    Args:
        evidence: the bounds.
        claim: whose they are.
        told: what is said.
        counts: how many boards need 0, 1, 2, ... presses, where that is known.
    """
    puzzle = claim.puzzle
    columns = _columns(puzzle)
    basis = [_mask(row) for row in eliminate(puzzle.system.matrix).kernel.generators.tolist()]
    right = recheck.is_basis(columns, basis)
    told.add("the quiet patterns have this basis", holds=right)
    reached = accumulate(comb(len(columns), weight) for weight in range(len(columns) + 1))
    boards = 2 ** (len(columns) - len(basis))
    least = next(weight for weight, ways in enumerate(reached) if ways >= boards)
    sizes = recheck.class_sizes(columns, basis)
    free = sizes.pop(0, 0)
    total = sum(sizes.values())
    upper = free + total // 2
    told.add(f"no board needs more than {upper}", holds=evidence["averaging_bound"] == upper)
    if "covering_bound" in evidence:
        words = f"some board needs {least}: fewer presses cannot be as many as the boards"
        told.add(words, holds=evidence["covering_bound"] == least)
        return (least, upper) if counts is None else (len(counts) - 1, len(counts) - 1)
    lower = evidence["lower_bound"]
    if example := evidence["example"]:
        one = {"weight": lower, "presses": example["presses"]}
        if set(example) != {"state", "presses"}:
            raise ValueError("other keys than those of an example")
        if _board(claim_puzzle(claim, tuple(map(_whole, example["state"]))), one, told):
            least = max(least, lower)
    elif least >= lower:
        told.held.append(f"some board needs {least}: fewer presses cannot be as many as the boards")
    else:
        told.left.append(f"that some board needs {lower}")
    same = (free, sorted(sizes.values())) == (evidence["free_buttons"], evidence["class_sizes"])
    told.add("classes of buttons", holds=same)
    for one in evidence["refutations"]:
        chain, peak = [int(vector, 16) for vector in one["basis"]], _whole(one["peak"])
        words = f"no board's spectrum has a peak of {peak} or less"
        depth = _whole(one["depth"])
        fit = depth <= len(basis) and _is_chain(chain, len(basis))
        holds = fit and recheck.peak_is_refuted(sizes, chain, depth, peak)
        told.add(words, holds=holds)
        if holds:
            upper = min(upper, free + (total - peak - 1) // 2)
    if counts is not None:
        least = upper = len(counts) - 1
    if upper <= evidence["upper_bound"]:
        told.held.append(f"so no board needs more than {evidence['upper_bound']}")
    else:
        told.left.append(f"that no board needs more than {evidence['upper_bound']}")
    return (least, upper) if right else (0, len(columns))


def _is_chain(chain: list[int], width: int) -> bool:
    """Say whether vectors are a basis of all classes, as `recheck.peak_is_refuted` wants them."""
    fit = all(0 < vector < 1 << width for vector in chain)
    return fit and len(chain) == width and not recheck.kernel_masks(chain)


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
    if not {*map(repr, bits)} <= {"0", "1"}:
        raise ValueError("zeros and ones only")
    return int("".join(map(str, reversed(bits))) or "0", 2)
