"""Evidence by the kernel: the number of solutions is the number of its elements."""

from lo_exact.certificate.draft import Draft, Json


def refusal(draft: Draft) -> str:
    """Return ``""``: every solvable puzzle has a kernel, and the certificate holds it."""
    return ""


def too_dear(draft: Draft) -> str:
    """Return ``""``: kernel evidence costs only one elimination."""
    return ""


def write(draft: Draft) -> dict[str, Json]:
    """Return kernel evidence, which names the form only."""
    return {"by": "kernel"}
