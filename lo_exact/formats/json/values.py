"""Validation of JSON values: numbers, lists and rows; errors contain the value's path."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.json.text import JsonValueError, Path
from lo_exact.puzzle import ANY
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

_SPECIAL = {"?": ANY, None: HOLE}


def kind_of(value: Any) -> str:
    """Return the type of a JSON value in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text '{printable(value, 40)}'"
    if isinstance(value, (int, float)):
        return printable(repr(value), 30)
    return "a list" if isinstance(value, list) else "an object"


@contextmanager
def at_path(path: Path) -> Iterator[None]:
    """Convert errors of lower layers into errors at this path of a JSON value."""
    try:
        yield
    except JsonValueError:
        raise
    except InputError as error:
        raise JsonValueError(error.problem, path) from None


def an_object(value: Any, path: Path, what: str, keys: Sequence[str]) -> Mapping[str, Any]:
    """Return the value as an object; refuse other types and unknown keys."""
    held: dict[str, Any] = _checked(
        isinstance(value, dict), value, path, f"{what} must be an object"
    )
    strange = next((key for key in held if key not in keys), None)
    if strange is not None:
        shown = f"{what} has no key '{printable(strange, 40)}' here; there are {', '.join(keys)}"
        raise JsonValueError(shown, (*path, strange))
    return held


def required(value: Mapping[str, Any], path: Path, key: str) -> Any:
    """Return the value of a required key, or raise."""
    if key not in value:
        raise JsonValueError(f"the key '{key}' is missing", path)
    return value[key]


def _checked(fits: bool, value: Any, path: Path, wanted: str) -> Any:
    if not fits:
        raise JsonValueError(f"{wanted}, got {kind_of(value)}", path)
    return value


def an_integer(value: Any, path: Path, what: str, low: int, high: int) -> int:
    """Return the value as an integer in low..high, or raise."""
    fits = type(value) is int and low <= value <= high
    return int(_checked(fits, value, path, f"{what} must be {low}..{high}"))


def a_bool(value: Any, path: Path, what: str) -> bool:
    """Return the value as a boolean, or raise."""
    return bool(_checked(isinstance(value, bool), value, path, f"{what} must be true or false"))


def a_word(value: Any, path: Path, what: str, words: Sequence[str]) -> str:
    """Return the value as one of the permitted words, or raise."""
    return str(_checked(value in words, value, path, f"{what} must be {', '.join(words)}"))


def a_list(value: Any, path: Path, what: str) -> list[Any]:
    """Return the value as a list, or raise."""
    return _checked(isinstance(value, list), value, path, f"{what} must be a list")  # type: ignore[no-any-return]


def numbers(
    value: Any,
    path: Path,
    what: str,
    low: int,
    high: int,
    *,
    size: int | None = None,
    special: Sequence[str | None] = (),
) -> IntArray:
    """Convert a flat list of integers to an array.

    Args:
        value: The JSON value.
        path: Its path.
        what: What it is, for errors.
        low: Least number.
        high: Greatest number.
        size: How many there must be.
        special: ``"?"`` (becomes `ANY`) and ``None`` (becomes `HOLE`) where they are allowed.
    """
    listed = a_list(value, path, what)
    if size is not None and len(listed) != size:
        raise JsonValueError(f"{what} must be {size} numbers, got {len(listed)}", path)
    kinds = set(map(type, listed))
    if kinds <= {int} and (not listed or (min(listed) >= low and max(listed) <= high)):
        return np.array(listed, dtype=np.int64)
    read = np.empty(len(listed), dtype=np.int64)
    for i, item in enumerate(listed):
        if (item is None or isinstance(item, str)) and item in special:
            read[i] = _SPECIAL[item]
        else:
            read[i] = an_integer(item, (*path, i), what, low, high)
    return read


def rows(
    value: Any,
    path: Path,
    what: str,
    low: int,
    high: int,
    *,
    shape: tuple[int, int] | None = None,
    special: Sequence[str | None] = (),
) -> IntArray:
    """Convert equally long lists of integers to an array; for arguments see `numbers`."""
    listed = a_list(value, path, what)
    for i, row in enumerate(listed):
        if len(a_list(row, (*path, i), f"a row of {what}")) != len(listed[0]):
            raise JsonValueError(
                f"all rows of {what} are equally long: row {i + 1} has {len(row)} numbers, "
                f"row 1 has {len(listed[0])}",
                (*path, i),
            )
    width = len(listed[0]) if listed else 0
    if shape is not None and (len(listed), width) != shape:
        raise JsonValueError(
            f"{what} must have {shape[0]} rows and {shape[1]} columns, "
            f"got {len(listed)} and {width}",
            path,
        )
    with at_path(path):
        check_grid_size(len(listed), width)
    table = np.empty((len(listed), width), dtype=np.int64)
    for i, row in enumerate(listed):
        table[i] = numbers(row, (*path, i), what, low, high, special=special)
    return table


def names(value: Any, path: Path, what: str) -> tuple[str, ...]:
    """Return the value as a tuple of distinct printable names, or raise."""
    seen: set[str] = set()
    for i, name in enumerate(a_list(value, path, what)):
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 200:
            raise JsonValueError(
                f"a name must be 1..200 printable characters, got {kind_of(name)}", (*path, i)
            )
        if name in seen:
            raise JsonValueError(f"the name '{printable(name, 40)}' stands twice", (*path, i))
        seen.add(name)
    return tuple(value)
