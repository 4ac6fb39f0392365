"""Available memory, looked at before much of it is taken."""

from lo_exact.errors import PuzzleError

_GIB = 2**30


def check_memory(needed: int, what: str) -> None:
    """Refuse what does not fit into memory, before any is taken.

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
    """Return the bytes that can still be taken: free memory, or what limits leave of it."""
    from lo_exact import machine  # not for small boards

    return machine.free_memory()
