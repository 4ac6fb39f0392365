"""The decorator of compiled loops: numba's ``njit`` where numba is installed, nothing elsewhere.

The machine code is kept in a file beside the source, or in the user's cache; where neither can be
written it is made anew in every process.  The plain function stays at hand as ``py_func``.

A class whose values are arguments of compiled loops keeps its name: numba reads the signatures of
older machine code before it sees that the source is another, and fails where a name is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def loop(function: Function) -> Function:
    """Compile a function on arrays and numbers; it does not hold Python's lock while it runs."""
    try:
        from numba import njit
    except ImportError:
        return function
    try:
        compiled: Any = njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder to keep machine code in
        compiled = njit(nogil=True)(function)
    return cast(Function, compiled)
