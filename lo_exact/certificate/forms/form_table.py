"""Table of all forms of evidence, from the easiest to the hardest to read.

A form is added in three places: its judge in ``checker_parts/forms/``, what writes it in this
folder with a row here, and its paragraph in docs/certificate-forms.md.  Which claims it may prove
is said once, where the judge is registered.
"""

from dataclasses import dataclass
from typing import Any, Protocol

from lo_exact.certificate import checker
from lo_exact.certificate.draft import (
    Draft,
    Json,
    LowerBoundClaim,
    MinimumClaim,
    SolutionsClaim,
    UnsolvableClaim,
)
from lo_exact.certificate.forms import (
    covering,
    halves,
    kernel,
    moats,
    sweep,
    tree,
    walk,
    windows,
    witness,
)
from lo_exact.certificate.forms.lrat import Lrat
from lo_exact.errors import UsageError
from lo_exact.registers import find

KINDS: dict[type[Any], str] = {
    UnsolvableClaim: "unsolvable",
    SolutionsClaim: "solutions",
    MinimumClaim: "minimum",
    LowerBoundClaim: "lower bound",
}


class EvidenceWriter(Protocol):
    """Interface of the modules that write a form of evidence."""

    def refusal(self, draft: Draft) -> str:
        """Return why the form cannot prove the claim, or ``""``."""

    def too_dear(self, draft: Draft) -> str:
        """Return why the form costs too much to be written by default, or ``""``."""

    def write(self, draft: Draft) -> dict[str, Json]:
        """Return the evidence as a JSON object."""


@dataclass(frozen=True)
class EvidenceForm:
    """Form of evidence, with its writer and the name of its judge."""

    name: str
    """As the user writes it after ``--form``."""
    writer: EvidenceWriter
    """What makes it."""
    judge: str
    """Its name in the checker, which judges it and says what it proves."""
    spanned: bool = False
    """Whether it needs all solutions in the certificate, as a kernel."""

    def fits(self, draft: Draft) -> bool:
        """Return whether the form can prove claims of this kind."""
        kind = KINDS.get(type(draft.claim), "solution")
        return kind in checker.FORMS[self.judge].proves.split(", ")

    def write(self, draft: Draft) -> dict[str, Json]:
        """Return the evidence as a JSON object, or raise an error if the form does not fit.

        Raises:
            UsageError: When the form does not fit the claim.
        """
        if not self.fits(draft):
            raise UsageError(f"evidence by {self.name} does not fit this claim")
        if reason := self.writer.refusal(draft):
            raise UsageError(reason)
        return self.writer.write(draft)


FORMS = (
    EvidenceForm("witness", witness, "witness"),
    EvidenceForm("covering", covering, "covering"),
    EvidenceForm("moats", moats, "moats"),
    EvidenceForm("kernel", kernel, "kernel", spanned=True),
    EvidenceForm("walk", walk, "walk", spanned=True),
    EvidenceForm("tree", tree, "tree"),
    EvidenceForm("sweep", sweep, "sweep"),
    EvidenceForm("windows", windows, "windows"),
    EvidenceForm("halves", halves, "halves", spanned=True),
    EvidenceForm("lrat-kernel", Lrat("kernel"), "lrat", spanned=True),
    EvidenceForm("lrat-plain", Lrat("plain"), "lrat"),
    EvidenceForm("lrat-raw", Lrat("raw"), "lrat"),
)

COUNTERS_FORMS = ("witness", "splits")
"""Forms that counters have; `lo_exact.whole_numbers` writes them."""

FORM_NAMES = tuple(dict.fromkeys([*(row.name for row in FORMS), *COUNTERS_FORMS]))


def find_form(name: str) -> EvidenceForm:
    """Return the form of evidence with the given name.

    Raises:
        UsageError: When there is none.
    """
    if name in COUNTERS_FORMS and name != "witness":
        raise UsageError(f"evidence by {name} does not fit this claim")
    return find(FORMS, name, "form of evidence", besides=["splits"])


def unasked(draft: Draft) -> EvidenceForm:
    """Return the default form of evidence: the first that fits, can be written and is cheap.

    Where none does, the walk, which then says why.
    """
    fitting = [row for row in FORMS if row.fits(draft)]
    for row in fitting:
        if not row.writer.too_dear(draft) and not row.writer.refusal(draft):
            return row
    return next(row for row in fitting if row.name == "walk")
