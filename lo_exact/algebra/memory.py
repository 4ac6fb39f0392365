"""Checks of the available memory before a large allocation."""

from lo_exact.errors import PuzzleError

_GIB = 2**30


def check_memory(needed: int, what: str) -> None:
    """Raise an error if an allocation does not fit into the free memory.

    Args:
        needed: bytes.
        what: what takes them, for the sentence.

    Raises:
        PuzzleError: When fewer are free.
    """
    if needed < 2**28:
        return
    free = available()
    if needed > free:
        raise PuzzleError(
            f"{what} takes about {needed / _GIB:.1f} GiB of memory, and {free / _GIB:.1f} are free"
        )


def available() -> int:
    """Return how many bytes can still be allocated, within free memory and its limits."""
    from lo_exact import machine  # imported here, since small boards do not need it

    return machine.free_memory()
