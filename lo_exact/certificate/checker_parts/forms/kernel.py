"""Evidence by the kernel: the number of solutions is the kernel's size.

Proves: a number of solutions, for any number of colours.
Does not prove: anything about weights.
Trusts: the part "solutions", for "these are all solutions, each once".
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import Certificate, form
from lo_exact.certificate.checker_parts.reading import fields, in_words
from lo_exact.certificate.checker_parts.solutions import kernel_of
from lo_exact.certificate.checker_parts.verdict import require


@form("kernel", "solutions")
def judge_kernel(certificate: Certificate, piece: Any) -> str:
    """Check evidence by the kernel: compare its size with the claimed number of solutions."""
    fields(piece, "evidence", "by")
    kernel = kernel_of(certificate)
    right = kernel.size == certificate.count
    require(right, f"there are {in_words(kernel.size)} solutions")
    return "the kernel, eliminated anew"
