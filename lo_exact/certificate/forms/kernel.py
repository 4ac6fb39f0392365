"""Evidence by the kernel: the number of solutions is that of the sums of its generators."""

from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft


def refusal(draft: Draft) -> str:
    """Return ``""``: the kernel itself stands in the certificate."""
    return ""


def too_dear(draft: Draft) -> str:
    """Return ``""``: it costs one elimination."""
    return ""


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    return {"by": "kernel"}
