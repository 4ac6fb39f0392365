"""The decorator of compiled loops: numba's ``njit`` where numba is installed, nothing elsewhere.

The machine code is kept in a file beside the source, or in the user's cache; where neither can be
written it is made anew in every process.  The plain function stays at hand as ``py_func``.

A class whose values are arguments of compiled loops keeps its name: numba reads the signatures of
older machine code before it sees that the source is another, and fails where a name is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, TypeVar, cast

from lo_exact.packages import is_installed

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def njit_of_numba() -> Any:
    """Return numba's ``njit``; `ImportError` without numba.

    With its functions on arrays numba imports ``scipy.linalg``, 0.2 s of 0.55, only to see whether
    a BLAS is there.  No loop here needs one; whoever compiles a product of matrices asks for it
    then, so what was asked is put off until then.
    """
    from numba import njit

    with suppress(ImportError, AttributeError):  # another numba: it asks at once
        linalg: Any = import_module("numba.np.linalg")
        ask = linalg.ensure_blas
        linalg.ensure_blas = _ask_later
        try:
            arraymath: Any = import_module("numba.np.arraymath")
        finally:
            linalg.ensure_blas = ask
        if arraymath.ensure_blas is _ask_later:
            arraymath.ensure_blas, arraymath._HAVE_BLAS = ask, is_installed("scipy")
    return njit


def _ask_later() -> None:
    """Stand for numba's question whether a BLAS is there."""


@cache
def uncounted() -> dict[str, bool]:
    """Return the option with which numba does not count who holds an array, where it has one."""
    try:
        options: Any = import_module("numba.core.cpu").CPUTargetOptions
    except (ImportError, AttributeError):
        return {}
    return {"_nrt": False} if hasattr(options, "_nrt") else {}


def _compiled(function: Function, **options: object) -> Function:
    try:
        njit = njit_of_numba()
    except ImportError:
        return function
    return cast(Function, njit(nogil=True, **uncounted(), **options)(function))


def loop(function: Function) -> Function:
    """Compile a function on arrays and numbers; it does not hold Python's lock while it runs.

    It makes no array, and returns none to Python: numba is told not to count who holds an array.
    Counting, twice for each array at each call, cost half of the time of moats, two thirds where
    little is wrong.
    """
    try:
        return _compiled(function, cache=True)
    except RuntimeError:  # no folder to keep machine code in
        return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile a small function into each of those that call it."""
    return _compiled(function, inline="always")


def plain(function: Function) -> Function:
    """Return the function as it is written, for one that returns arrays."""
    return cast(Function, getattr(function, "py_func", function))
