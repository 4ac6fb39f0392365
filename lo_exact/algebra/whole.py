"""Validation of whole numbers from the caller: any integer dtype, without rounding."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import PuzzleError, printable

_BOOLEAN, _INTEGERS = "b", "iu"

LARGEST = 2**63 - 1


def array_of(name: str, values: Any) -> NDArray[Any]:
    """Return values as a NumPy array, or raise an error if rows have unequal length.

    Raises:
        PuzzleError: On rows of unequal length.
    """
    try:
        return np.asarray(values)
    except ValueError:
        raise PuzzleError(f"{name} must be whole numbers, got rows of unequal length") from None


def whole(name: str, values: Any) -> IntArray:
    """Return values as an int64 array, or raise an error if one of them is not an integer.

    Args:
        name: what they are, for the error.
        values: a number, nested sequences or an array, of any integer dtype, of bool, or of Python
            integers; of any shape.

    Raises:
        PuzzleError: On anything else (also 1.0: round floats first), and on numbers
            that int64 does not hold.

    >>> whole("state", np.array([1, 0], dtype=np.uint8)).dtype
    dtype('int64')
    """
    array = array_of(name, values)
    if array.dtype.kind == _BOOLEAN or array.size == 0:
        return array.astype(np.int64)
    if array.dtype == object and all(isinstance(value, int | np.integer) for value in array.flat):
        low, high = min(array.flat), max(array.flat)
    elif array.dtype.kind in _INTEGERS:
        if array.dtype != np.uint64:
            return array.astype(np.int64, copy=False)
        low, high = 0, int(array.max())
    else:
        first = printable(str(array.flat[0]), 20)
        raise PuzzleError(f"{name} must be whole numbers, got {array.dtype}, first {first}")
    if not -(2**63) <= low <= high < 2**63:
        raise PuzzleError(f"{name} must be whole numbers of 64 bits, got {low} to {high}")
    return array.astype(np.int64)


def whole_vector(name: str, values: Any, size: int, low: int, high: int = LARGEST) -> IntArray:
    """Return ``size`` values as an int64 vector, each from ``low`` to ``high``, or raise an error.

    Raises:
        PuzzleError: On anything else.
    """
    vector = whole(name, values)
    if vector.shape != (size,):
        raise PuzzleError(f"{name} must be {size} integers, got shape {vector.shape}")
    wrong = vector[(vector < low) | (vector > high)]
    if wrong.size:
        raise PuzzleError(f"{name} must be {low}..{high}, got {int(wrong[0])}")
    return vector
