"""Option ``--certificate``, and the options that select the contents of a certificate."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.console import Talk
from lo_exact.commands.shared.options import can_be_written
from lo_exact.commands.shared.quick import OptionGroup
from lo_exact.errors import UsageError, writing

if TYPE_CHECKING:
    from lo_exact.solution import Solution

Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=can_be_written,
        help="Write the proof, for lo-exact check.",
    ),
]
Certify = Annotated[
    bool, typer.Option("--certify", help="Check the proof in a separate process before answering.")
]
Forms = Annotated[
    list[str] | None,
    typer.Option(
        "--form", metavar="NAME", help="Form of the evidence: walk, halves, lrat-kernel, ..."
    ),
]


@dataclass(frozen=True)
class EvidenceWanted:
    """The evidence that a user requests for an answer."""

    certificate: str | None = None
    """The file to write; None when there shall be none."""
    certify: bool = False
    """Whether a fresh process must accept it before the answer is printed."""
    form: Sequence[str] | None = None
    """Names of the evidence wanted."""

    @property
    def any(self) -> bool:
        """Return whether a certificate is requested."""
        return self.certificate is not None or self.certify

    def give(self, solution: "Solution", talk: Talk, *, time_limit: float = inf) -> "Solution":
        """Write the certificate, and run the checker on it if requested.

        Returns:
            What is still proved.

        Args:
            solution: The answer.
            talk: where progress and notes go.
            time_limit: wall-clock seconds for search and certificate together; the certificate
                gets some in any case.
        """
        if not self.any:
            if self.form:
                raise UsageError("--form says what is in a certificate: give --certificate")
            return solution
        from lo_exact.certificate.certify import with_evidence

        with writing(f"--certificate {self.certificate}"):
            made = with_evidence(
                solution, self.certificate or "", checked=self.certify, forms=self.form or (),
                time_limit=time_limit,
            )  # fmt: skip
        for sentence in made.said:
            talk.say(sentence)
        return made.solution


Evidence = Annotated[
    EvidenceWanted,
    OptionGroup(
        {
            "certificate": (Certificate, None),
            "certify": (Certify, False),
            "form": (Forms, None),
        },
        EvidenceWanted,
    ),
]
