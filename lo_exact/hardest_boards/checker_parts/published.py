"""Check the evidence for a published claim about some or all boards: true, false or open.

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

from __future__ import annotations

from itertools import accumulate
from math import comb, inf
from pathlib import Path
from typing import Any, NamedTuple

from lo_exact.certificate.checker_parts.claims import DOCUMENTS
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import (
    bits_of,
    digest,
    fields,
    items,
    number,
    text_of,
    vector,
)
from lo_exact.certificate.checker_parts.verdict import Rejected, TooLarge, read_by, require
from lo_exact.hardest_boards.checker_parts.boards import (
    board_counts,
    changed,
    class_sizes,
    is_basis,
    kernel_masks,
    minima,
)
from lo_exact.hardest_boards.checker_parts.flat_spectra import peak_is_refuted

MAX_NULLITY = 24
"""Boards of more than 2^24 solutions are not enumerated."""

MAX_RANK = 23
"""Up to 2^23 boards are all enumerated: some seconds, some megabytes."""

MAX_CELLS = 2**24
"""Lights times buttons of a puzzle that plain Python repeats."""

MAX_SHOWN = 1000
"""Boards that the evidence may show."""

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
KINDS: dict[str, tuple[str, ...]] = {
    "hardest": ("averaging_bound covering_bound", SEARCHED),
    "bounds": ("averaging_bound covering_bound", SEARCHED),
    "term": ("histogram",),
    "histogram": ("histogram",),
    "minimum": ("boards",),
    "boards": ("boards",),
}


class Follows(NamedTuple):
    """Verdicts that follow from the evidence for a claim, and the correct value in words.

    Attributes:
        said: verdict from all statements of the file.
        shown: verdict from the statements checked here.
        found: the correct value in words, or empty.
    """

    said: str
    shown: str
    found: str


class Published:
    """A published claim with its puzzle, its evidence, and the results of checking that evidence.

    Attributes:
        claim: the values of the claim.
        system: its puzzle.
        columns: bit mask of the lights that each button changes.
        quiet: number of quiet patterns in a basis.
        holds: statements that were checked and are true.
        left: the other statements of the file.
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
        """Return the evidence; refuse a kind of evidence that does not fit the statement."""
        require(type(value) is dict, "evidence must be an object")
        given: dict[str, Any] = value
        kinds = [kind for kind in KINDS[self.statement] if set(kind.split()) == set(given)]
        require(not given or bool(kinds), f"this is no evidence for {self.statement}")
        return given

    @property
    def statement(self) -> str:
        """The kind of claim, a key of `STATEMENTS`."""
        return str(self.claim["statement"])

    def says(self, words: str, *, holds: bool) -> None:
        """Record a checked statement; reject the evidence if the statement is false."""
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
        """Check the claimed minimum of one board; return whether the check was possible.

        Args:
            state: the board's lights.
            one: entry with its presses, or the witness that it is unsolvable.
            weight: the claimed minimum.
            ways: claimed number of minima, or None.
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
        """Return the puzzle with another state, given as a list of numbers."""
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
        """Return the number of boards that need 0, 1, 2, ... presses; None if too many boards."""
        if not self.repeatable or len(self.columns) - self.quiet > MAX_RANK:
            return None
        return board_counts(self.columns)


def judge_published(document: Any, folder: Path, beside: Any) -> str:
    """Check the evidence for a claim; return the claim, its verdict, and the checks as text."""
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
    """Return the text of a claim, such as "the hardest board needs 15"."""
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
    """Return a number with the word "board" or "boards"."""
    return f"{number_of} board{'' if number_of == 1 else 's'}"


def _by_itself(published: Published) -> Follows:
    """Judge a claim without evidence: false if it contradicts itself, otherwise open."""
    shown = "open"
    if published.statement in ("hardest", "bounds"):
        shown = _judged(published.claim, 0, inf, None)
    words = "no number lies between them"
    if published.statement == "hardest":
        words = "1 board at least is the hardest"
    return Follows(shown, shown, words if shown == "false" else "")


def _shown_boards(published: Published) -> Follows:
    """Recompute the minima of the claimed boards, and compare them with the claim."""
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
    """Compare a histogram with the claim; for too many boards check only necessary conditions."""
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
    """Check the lower and upper bounds on the largest minimum, and judge the claim by them."""
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
    """Judge a claim about the hardest board by bounds and, if known, the number of such boards."""
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
    """Return the lower and upper bounds on the largest minimum that the evidence proves.

    Args:
        published: the claim, and its evidence.
        counts: number of boards that need 0, 1, 2, ... presses, or None.
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
    """Check the example board and the refutations; return bounds on the largest minimum.

    Args:
        published: the claim, and its evidence.
        basis: basis of the quiet patterns.
        sizes: number of buttons in each class, without those in no quiet pattern.
        free: number of buttons in no quiet pattern.
        least: known lower bound on the hardest board.
        upper: known upper bound on the hardest board.
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
    if upper <= evidence["upper_bound"]:
        published.holds.append(f"so no board needs more than {evidence['upper_bound']}")
    else:
        published.left.append(f"that no board needs more than {evidence['upper_bound']}")
    return least, upper


def _chain(value: Any, width: int) -> list[int]:
    """Parse a basis of the space of class vectors, a list of hexadecimal bit masks."""
    chain = [_mask(text) for text in items(value, "basis")]
    fits = all(0 < mask < 1 << width for mask in chain)
    fits = fits and len(chain) == width and not kernel_masks(chain)
    require(fits, "a chain of a refutation is no basis of the classes")
    return chain


def _bits(value: Any, name: str, length: int) -> list[int]:
    """Parse a list of zeros and ones of the given length."""
    require(len(items(value, name)) == length, f"{name} must have {length} numbers")
    return [number(bit, name, 0, 1) for bit in value]


def _mask(value: Any) -> int:
    """Parse a hexadecimal number."""
    text = text_of(value, "a vector")
    try:
        return int(text, 16)
    except ValueError:
        raise Rejected(f"{text[:20]!a} is no hexadecimal number") from None
