"""Evidence by a walk: the checker visits every solution, so only the kernel is written."""

import numpy as np

from lo_exact.algebra import Kernel
from lo_exact.certificate.checker import MAX_BITS, MAX_ELEMENTS
from lo_exact.certificate.draft import Draft, Json
from lo_exact.puzzle import System


def can_be_visited(system: System, kernel: Kernel) -> bool:
    """Return whether the checker can visit all solutions within its limits."""
    c, priced = system.colours, int(np.count_nonzero(system.prices))
    width = 1 if c == 2 else max((c - 1).bit_length() + 1, (priced * (c - 1) + 1).bit_length())
    slices = int(system.prices.max(initial=0)).bit_length()
    return kernel.size <= MAX_ELEMENTS and kernel.size * (slices + 1) * priced * width <= MAX_BITS


def refusal(draft: Draft) -> str:
    """Return the reason why the checker cannot visit all solutions, or ``""``."""
    if can_be_visited(draft.system, draft.coset.kernel):
        return ""
    size = draft.coset.kernel.size
    return f"the checker does not walk through {size} solutions of such a length"


def too_dear(draft: Draft) -> str:
    """Return the reason why a walk is not written by default, or ``""``; computes no kernel."""
    return "there are too many solutions" if draft.too_many_to_visit else ""


def write(draft: Draft) -> dict[str, Json]:
    """Return walk evidence, which contains only the name of the form."""
    return {"by": "walk"}
