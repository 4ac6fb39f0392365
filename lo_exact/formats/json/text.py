"""Strict JSON parser whose errors have line and column.

The standard library parses; a key that is said twice is refused here.  It gives no
places to well-formed values, so when one turns out wrong, the text is scanned once more for the
place of its path: only errors pay for that.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from lo_exact.errors import InputError, printable

Path = tuple[str | int, ...]

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+', re.DOTALL)


class JsonValueError(InputError):
    """Error about a well-formed but invalid value; the caller of `parse_json` adds the position."""

    def __init__(self, problem: str, path: Path):
        super().__init__(problem)
        self.path = path


class _RepeatedKey(Exception):
    """Raised when a key occurs twice in one object."""


def parse_json(text: str) -> Any:
    """Parse a JSON text, and return its value; what takes it refuses fractions and large numbers.

    Raises:
        InputError: With line and column.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise InputError(problem, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise InputError("lists are nested too deeply", line=1) from None
    except ValueError:  # Python reads no number of thousands of digits
        raise InputError("a number must be a whole number below 2^63", line=1) from None
    except _RepeatedKey:
        seen: set[Path] = set()
        for path, offset, is_key in traverse_json(text):
            if is_key and path in seen:
                problem = f"the key {printable(str(path[-1]), 40)!r} is said twice"
                raise _error_at(text, offset, problem) from None
            seen |= {path} if is_key else set()
        raise AssertionError("a key was said twice") from None


def located_error(text: str, error: JsonValueError) -> InputError:
    """Convert an error with a path into an error with line and column."""
    best = 0
    for path, offset, is_key in traverse_json(text):
        if not is_key and path == error.path[: len(path)]:
            best = offset
            if path == error.path:
                break
    return _error_at(text, best, error.problem)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKey
    return found


def traverse_json(text: str) -> Iterator[tuple[Path, int, bool]]:
    """Yield (path, offset, whether it is a key) of all keys and values of a well-formed text."""
    stack: list[tuple[str, str | int]] = []  # kind of bracket, and the key or number in it
    key_next = False
    for match in _TOKEN.finditer(text):
        token, offset = match[0], match.start()
        if token in ("]", "}"):
            stack.pop()
            key_next = bool(stack) and stack[-1][0] == "{"
            continue
        if key_next:
            stack[-1] = ("{", json.loads(token, strict=False))
            yield tuple(key for _, key in stack), offset, True
            key_next = False
            continue
        if stack and stack[-1][0] == "[":
            stack[-1] = ("[", int(stack[-1][1]) + 1)
        yield tuple(key for _, key in stack), offset, False
        if token == "[":
            stack.append(("[", -1))
        elif token == "{":
            stack.append(("{", ""))
        key_next = bool(stack) and stack[-1][0] == "{"


def _error_at(text: str, offset: int, problem: str) -> InputError:
    line = text.count("\n", 0, offset) + 1
    return InputError(problem, line=line, column=offset - (text.rfind("\n", 0, offset) + 1) + 1)


_GRID = re.compile(r'"(?:initialState|stateCount|gridSize)"\s*:')
_ALIEN = re.compile(r'"(?:N|c)"\s*:\s*[0-9]')
_OURS = re.compile(r'\s*\[?\s*\{\s*"file"\s*:\s*"[^"\n]*"\s*,\s*"weight"\s*:')


def has_level_keys(text: str) -> bool:
    """Return whether a JSON text has the keys of a level."""
    if '"initialState"' in text:
        return _GRID.search(text) is not None
    if begins_our_list(text):
        return True
    return len(_ALIEN.findall(text)) >= 2 and '"target"' in text


def begins_our_list(text: str) -> bool:
    """Return whether a text begins like ``levels.json`` of ``lo-exact make --count``."""
    return _OURS.match(text) is not None
