"""Elimination by inactivation for any matrix, with a callback that can stop it.

Elimination starts in many places, and callers keep its result.  So the callback, usually a check of
the time limit, is not passed as an argument: it is set for a while, and long loops call it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_look: ContextVar[Callable[[], object] | None] = ContextVar("look", default=None)


@contextmanager
def looking(look: Callable[[], object]) -> Iterator[None]:
    """Make eliminations call ``look`` several times a second; they stop if it raises an error."""
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
