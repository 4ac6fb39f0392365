"""Elimination by inactivation for any matrix, with a callback that can stop it.

Elimination is asked for from many places and remembered by those who asked, so the clock is not
handed through: it is set for a while, and the loops that take long look at it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_look: ContextVar[Callable[[], object] | None] = ContextVar("look", default=None)


@contextmanager
def looking(look: Callable[[], object]) -> Iterator[None]:
    """Have eliminations call ``look`` several times a second; it can stop them by raising."""
    token = _look.set(look)
    try:
        yield
    finally:
        _look.reset(token)


def tick() -> None:
    """Call the callback set by `looking`, if there is one."""
    look = _look.get()
    if look is not None:
        look()
