"""Claims about a puzzle, and the forms of evidence that can prove them.

Proves: the presses that a claim lists solve the puzzle and have the weight that is claimed; they
are multiplied out here.  All else that is claimed (no solution weighs less, so many weigh as much,
there is none, there are so many) rests on the evidence: each piece must prove the whole claim.
Does not prove: that the puzzle in the certificate is the one you mean.  Compare its SHA-256, or
give the puzzle in a file of its own.
Trusts: the judge of each form, which stands in the part of the same name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import (
    Vector,
    digest,
    fields,
    items,
    number,
    of_format,
    text_of,
)
from lo_exact.certificate.checker_parts.verdict import bounded, read_by, require

MAX_PIECES = 10
"""Pieces of evidence in one certificate."""

MINIMA = "minimum, lower bound"

DOCUMENTS: dict[str, Callable[[Any, Path, Any], str]] = {}  # non-certificate format -> its checker


class Certificate:
    """Claim about a puzzle, read from a certificate, with its evidence.

    Attributes:
        system: the puzzle.
        bound: claimed lower bound on the weight; -1 if not claimed.
        count: claimed number of solutions or of minima; -1 if not claimed.
        minima: the listed minima.
        spanned: all solutions as listed in the certificate, unchecked; None without.
        kernel: the same after the check by the part "solutions"; None before.
        folder: folder of proofs.
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
        """Return whether the claim includes the number of solutions or minima."""
        return self.count != -1

    @property
    def limit(self) -> int:
        """Greatest weight up to which all solutions must be known to prove the claim."""
        return self.bound - 1 + self.counted

    def compare(self, least: int, count: int) -> None:
        """Reject unless the least weight and the number of minima found prove the claim.

        A judge that looks only at solutions up to `limit`, and meets none, passes `bound`.
        """
        if not self.minima:
            require(least >= self.bound, f"a solution has weight {least}")
            return
        require(least == self.bound, f"the least weight is {least}, not {self.bound}")
        require(self.count in (-1, count), f"{count} solutions have the least weight")

    def judge(self) -> str:
        """Check all evidence; return the claim, its proofs and the puzzle in words."""
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
        """Return, as text, the checker parts that were used, and their total number of lines."""
        used = [FORMS[piece["by"]].part for piece in self.evidence]
        # there are two eliminations, for two colours and for more; at most one was run
        other = "residues" if self.system.colours == 2 else "bits"
        return read_by(["program", *used], other if self.kernel else "solutions bits residues")


def judge_document(document: Any, folder: Path, beside: Any) -> str:
    """Check a JSON document by the rules of its format; return the claim and proofs in words."""
    name = document.get("format") if type(document) is dict else None
    if type(name) is str and name in DOCUMENTS:
        return DOCUMENTS[name](document, folder, beside)
    certificate = Certificate(document, folder, beside)
    return f"{certificate.judge()}\n{certificate.read_by()}"


Judge = Callable[[Certificate, Any], str]


class Form(NamedTuple):
    """Form of evidence, with the function that checks it and the kinds of claims it can prove.

    Attributes:
        judge: function that rejects, or returns in words what proved the claim.
        proves: kinds of claims that it can prove.
        whole: for puzzles with colours (False), for counters (True), or for both.
        part: checker part that contains the judge.
    """

    judge: Judge
    proves: str
    whole: tuple[bool, ...]
    part: str


FORMS: dict[str, Form] = {}  # name -> form, the easiest to read first


def form(
    name: str, proves: str, *, whole: tuple[bool, ...] = (False,), part: str = ""
) -> Callable[[Judge], Judge]:
    """Return a decorator that registers a function as the checker of a form of evidence."""

    def register(judge: Judge) -> Judge:
        FORMS[name] = Form(judge, proves, whole, part or name)
        return judge

    return register
