"""Strict JSON, with the positions of errors in values.

The standard library parses; a repeated key is refused here.  The library gives no positions of
well-formed values.  So when a value turns out wrong, the text is scanned again for the position of
its path: only errors cost that time.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, printable
from lo_exact.formats.board.places import error_at
from lo_exact.puzzle import ANY
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

Path = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+', re.DOTALL)


class JsonValueError(InputError):
    """Error about a well-formed but invalid value; the caller of `parse_json` adds the position."""

    def __init__(self, problem: str, path: Path):
        super().__init__(problem)
        self.path = path


def reject_value(reason: object, problem: str, path: Path) -> None:
    """Raise a JsonValueError with the message ``problem`` if ``reason`` is true.

    Raises:
        JsonValueError: If the reason is not empty, with the path of the value.
    """
    if reason:
        raise JsonValueError(problem, path)


class _RepeatedKey(Exception):
    """Raised when a key occurs twice in one object."""


def parse_json(text: str) -> Any:
    """Parse a JSON text; callers must refuse fractions and large numbers in the value.

    Raises:
        InputError: With line and column.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}",
            line=error.lineno,
            column=error.colno,
        ) from None
    except RecursionError:
        raise InputError("lists are nested too deeply", line=1) from None
    except ValueError:  # Python refuses numbers of thousands of digits
        found = re.search("[0-9]{1000}", text)
        raise error_at(
            text, found.start() if found else 0, "a number must be a whole number below 2^63"
        ) from None
    except _RepeatedKey:
        first = dict[Path, int]()
        for path, offset, is_key in traverse_json(text):
            if is_key and first.setdefault(path, offset) != offset:
                raise error_at(
                    text, offset, f"the key {printable(str(path[-1]), 40)!r} is said twice"
                ) from None
        raise AssertionError("a key was said twice") from None


def located_error(text: str, error: JsonValueError) -> InputError:
    """Convert an error with a path into an error with line and column."""
    best = 0
    for path, offset, is_key in traverse_json(text):
        if not is_key and path == error.path[: len(path)]:
            best = offset
            if path == error.path:
                break
    return error_at(text, best, error.problem)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKey
    return found


def traverse_json(text: str) -> Iterator[tuple[Path, int, bool]]:
    """Yield (path, offset, whether it is a key) of all keys and values of a well-formed text."""
    opened: list[str] = []
    path: list[Any] = []  # for each open bracket, the current key or index
    after_key = False
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ("]", "}"):
            opened.pop()
            path.pop()
            continue
        is_key = opened[-1:] == ["{"] and not after_key
        if is_key:
            path[-1] = json.loads(token, strict=False)
        elif opened[-1:] == ["["]:
            path[-1] += 1
        yield tuple(path), match.start(), is_key
        after_key = is_key
        if token in ("[", "{"):
            opened.append(token)
            path.append(-1)


_SPECIAL = {"?": ANY, None: HOLE}


def kind_of(value: Any) -> str:
    """Describe a JSON value for error messages, such as ``a list`` or ``the text 'x'``."""
    if isinstance(value, str):
        return f"the text '{printable(value, 40)}'"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    return printable(json.dumps(value), 30)


@contextmanager
def at_path(path: Path) -> Iterator[None]:
    """Context manager that turns errors of lower layers into errors at a path of a JSON value."""
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
    reject_value(
        strange is not None,
        f"{what} has no key '{printable(strange or '', 40)}' here; there are {', '.join(keys)}",
        (*path, strange or ""),
    )
    return held


def required(value: Mapping[str, Any], path: Path, key: str) -> Any:
    """Return the value of a required key, or raise."""
    reject_value(key not in value, f"the key '{key}' is missing", path)
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
        what: Name of the list, for errors.
        low: Least number.
        high: Greatest number.
        size: Required number of integers.
        special: ``"?"`` (becomes `ANY`) and ``None`` (becomes `HOLE`) if allowed.
    """
    listed = a_list(value, path, what)
    reject_value(
        size is not None and len(listed) != size,
        f"{what} must be {size} numbers, got {len(listed)}",
        path,
    )
    if set(map(type, listed)) <= {int}:
        with suppress(OverflowError):
            found = np.array(listed, dtype=np.int64)
            if found.min(initial=low) >= low and found.max(initial=high) <= high:
                return found
    return np.array(
        [
            _SPECIAL[item] if item in special else an_integer(item, (*path, i), what, low, high)
            for i, item in enumerate(listed)
        ],
        dtype=np.int64,
    )


def rows(
    value: Any,
    path: Path,
    what: str,
    low: int,
    high: int,
    *,
    shape: tuple[int, ...] | None = None,
    special: Sequence[str | None] = (),
) -> IntArray:
    """Convert equally long lists of integers to an array; for arguments see `numbers`."""
    listed = a_list(value, path, what)
    for i, row in enumerate(listed):
        reject_value(
            len(a_list(row, (*path, i), f"a row of {what}")) != len(listed[0]),
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
    table = [
        numbers(row, (*path, i), what, low, high, special=special) for i, row in enumerate(listed)
    ]
    return np.array(table, dtype=np.int64).reshape(len(listed), width)


def names(value: Any, path: Path, what: str, *, size: int | None = None) -> tuple[str, ...]:
    """Return the value as a tuple of distinct printable names, or raise."""
    listed = a_list(value, path, what)
    reject_value(
        size is not None and len(listed) != size, f"{what} must be {size}, got {len(listed)}", path
    )
    seen: set[str] = set()
    for i, name in enumerate(listed):
        reject_value(
            not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 200,
            f"a name must be 1..200 printable characters, got {kind_of(name)}",
            (*path, i),
        )
        reject_value(name in seen, f"the name '{printable(name, 40)}' stands twice", (*path, i))
        seen.add(name)
    return tuple(listed)
