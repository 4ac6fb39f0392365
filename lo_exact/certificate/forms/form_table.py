"""Table of all forms of evidence, from the easiest to the hardest to read.

A form is added in three places: its judge in ``checker_parts/forms/``, its writer in this folder
with a row here, and its paragraph in docs/certificate-forms.md.  The claims that it may prove are
listed once, where the judge is registered.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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
    moats,
    sweep,
    tree,
    walk,
    windows,
    witness,
)
from lo_exact.certificate.forms.lrat import Lrat
from lo_exact.errors import UsageError, refuse_use
from lo_exact.registers import find, rows_of_slices

KINDS: dict[type[Any], str] = {
    UnsolvableClaim: "unsolvable",
    SolutionsClaim: "solutions",
    MinimumClaim: "minimum",
    LowerBoundClaim: "lower bound",
}


Reason = Callable[[Draft], str]
"""Function that returns a reason in words, or ``""``."""


def never(draft: Draft) -> str:
    """Return ``""``, no reason to refuse, for a form of evidence without restrictions."""
    return ""


@dataclass(frozen=True)
class EvidenceForm:
    """Form of evidence, with the function that writes it and the name of its checker function."""

    name: str
    """Name that the user types after ``--form``."""
    writer: Callable[[Draft], dict[str, Json]]
    """Function that returns the evidence as a JSON object."""
    judge: str
    """Name of the checker's judge of this form."""
    refusal: Reason = never
    """Function that returns why the form cannot prove the claim."""
    too_dear: Reason = never
    """Function that returns why the form is too expensive by default."""
    spanned: bool = False
    """Whether it needs all solutions in the certificate, as a kernel."""

    def fits(self, draft: Draft) -> bool:
        """Return whether the form can prove claims of the draft's kind."""
        kind = KINDS.get(type(draft.claim), "solution")
        return kind in checker.FORMS[self.judge].proves.split(", ")

    def write(self, draft: Draft) -> dict[str, Json]:
        """Return the evidence as a JSON object, or raise an error if it does not fit the claim.

        Raises:
            UsageError: When the form does not fit the claim.
        """
        refuse_use(not self.fits(draft), f"evidence by {self.name} does not fit this claim")
        if reason := self.refusal(draft):
            raise UsageError(reason)
        return self.writer(draft)


FORMS = (
    EvidenceForm("witness", witness.write, "witness"),
    EvidenceForm("covering", covering.write, "covering", covering.refusal, covering.too_dear),
    EvidenceForm("moats", moats.write, "moats", moats.refusal, moats.too_dear),
    EvidenceForm("kernel", lambda draft: {"by": "kernel"}, "kernel", spanned=True),
    EvidenceForm("walk", walk.write, "walk", walk.refusal, walk.too_dear, spanned=True),
    EvidenceForm("tree", tree.write, "tree", tree.refusal, tree.too_dear),
    EvidenceForm("sweep", sweep.write, "sweep", sweep.refusal, sweep.too_dear),
    EvidenceForm("windows", windows.write, "windows", windows.refusal, windows.too_dear),
    EvidenceForm("halves", halves.write, "halves", halves.refusal, halves.too_dear, spanned=True),
    *(
        EvidenceForm(
            f"lrat-{one.encoding}",
            one.write,
            "lrat",
            one.refusal,
            one.too_dear,
            spanned=one.encoding == "kernel",
        )
        for one in (Lrat("kernel"), Lrat("plain"), Lrat("raw"))
    ),
)

COUNTERS_FORMS = rows_of_slices("FORMS")
"""Forms of evidence for counters only, which a slice provides."""


def find_form(name: str) -> EvidenceForm:
    """Return the form of evidence with the given name.

    Raises:
        UsageError: When there is none.
    """
    refuse_use(name in COUNTERS_FORMS, f"evidence by {name} does not fit this claim")
    return find(FORMS, name, "form of evidence", besides=COUNTERS_FORMS)


def unasked(draft: Draft) -> EvidenceForm:
    """Return the default form of evidence for a claim: the first possible and cheap one in `FORMS`.

    Where none does, the walk, which then says why.
    """
    fitting = [row for row in FORMS if row.fits(draft)]
    for row in fitting:
        if not row.too_dear(draft) and not row.refusal(draft):
            return row
    return next(row for row in fitting if row.name == "walk")
