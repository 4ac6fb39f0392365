"""Strict JSON reader: each value must have the type and range that the format demands.

Proves: that what the other parts get is what the file says, once.  A key that stands twice, a key
that nobody knows, a fraction, or a number in place of a string is a rejection.
Does not prove: anything about the puzzle.
Trusts: Python's ``json``, which reads the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lo_exact.certificate.checker_parts.verdict import (
    Elsewhere,
    Rejected,
    Unreadable,
    bounded,
    require,
)

MAX_FILE = 2**26
"""Bytes of a JSON file."""

MAX_DIGITS = 4000
"""Digits of a number."""

MAX_WHOLE = 2**1024
"""Size of a number in a puzzle without colours."""

CHECKERS = {  # checker for each format of certificates
    "lo-exact certificate": "checker.py",
    "lo-exact distance certificate": "distance_checker.py",
    "lo-exact walk certificate": "walk_checker.py",
}

Vector = list[int]


def read_file(path: Path) -> Any:
    """Return the JSON value in a file of at most MAX_FILE bytes."""
    with path.open("rb") as file:
        data = file.read(MAX_FILE + 1)
    bounded(len(data) <= MAX_FILE, f"{path.name} has more than {MAX_FILE} bytes")
    return read_json(data, path.name)


def read_json(data: bytes, name: str = "this") -> Any:
    """Parse a JSON text; reject duplicate keys, fractions and numbers of over MAX_DIGITS digits."""

    def pairs(listed: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(listed)
        require(len(found) == len(listed), "a key stands twice in one JSON object")
        return found

    def no_fraction(text: str) -> Any:
        raise Rejected(f"{text[:20]} is not an integer")

    # one search, since calling a function for each of millions of numbers is slow
    endless = re.search(rb"[^0-9a-f\"][0-9]{%d}" % (MAX_DIGITS + 1), b" " + data)
    bounded(not endless, f"a number has more than {MAX_DIGITS} digits")
    try:
        return json.loads(
            data.decode(),
            object_pairs_hook=pairs,
            parse_float=no_fraction,
            parse_constant=no_fraction,
        )
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name} is not JSON: {str(error)[:90]}") from None


def of_format(document: Any, wanted: str) -> None:
    """Reject a document of another format; if there is a checker for that format, name it."""
    name = document.get("format", wanted) if type(document) is dict else wanted
    if name != wanted and str(name) in CHECKERS:
        raise Elsewhere(f"write it by lo-exact check FILE --write-checker {CHECKERS[name]}")
    require(name == wanted, f"this is no {wanted}")


def fields(value: Any, name: str, needed: str, optional: str = "") -> dict[str, Any]:
    """Return a JSON object, or reject it if a needed key is missing or a key is unknown."""
    require(type(value) is dict, f"{name} must be an object")
    found: dict[str, Any] = value
    missing = set(needed.split()) - set(found)
    require(not missing, f"{name} lacks {', '.join(sorted(missing))}")
    unknown = set(found) - set(needed.split()) - set(optional.split())
    require(not unknown, f"{name} has unknown keys: {', '.join(sorted(map(ascii, unknown)))}")
    return found


def number(value: Any, name: str, low: int, high: int | None = None) -> int:
    """Return an integer from ``low`` to ``high``; reject other values, true and false included."""
    require(type(value) is int, f"{name} must be an integer")
    found: int = value
    fits = low <= found and (high is None or found <= high)
    wanted = f"{low} or more" if high is None else f"{low}..{high}"
    require(fits, f"{name} must be {wanted}, got {str(found)[:40]}")
    return found


def size(value: Any, name: str, low: int, most: int) -> int:
    """Return an integer of at least ``low``, or refuse it as too large if above ``most``."""
    fits = type(value) is not int or value <= most
    bounded(fits, f"{name} must be {low}..{most}, got {str(value)[:40]}")
    return number(value, name, low, most)


def items(value: Any, name: str) -> list[Any]:
    """Return a value, or reject it unless it is a JSON list."""
    require(type(value) is list, f"{name} must be a list")
    found: list[Any] = value
    return found


def text_of(value: Any, name: str) -> str:
    """Return a value, or reject it unless it is a string of at most 200 characters."""
    require(type(value) is str and len(value) <= 200, f"{name} must be a short string")
    return str(value)


def digest(value: Any, name: str) -> str:
    """Return a value, or reject it unless it is a SHA-256 in 64 lower-case hex digits."""
    found = text_of(value, name)
    require(len(found) == 64 and not set(found) - set("0123456789abcdef"), f"{name} is no SHA-256")
    return found


def vector(value: Any, name: str, length: int, colours: int) -> Vector:
    """Parse a vector of colours, from a JSON list or, for two colours, from a hex number."""
    if colours > 2:
        require(len(items(value, name)) == length, f"{name} must have {length} numbers")
        return [number(v, name, 0, colours - 1) for v in value]
    digits = -(-length // 4)
    require(type(value) is str, f"{name} must be a string of hex digits")
    hexed = str(value)
    require(not set(hexed) - set("0123456789abcdef"), f"{name} has something that is no hex digit")
    require(len(hexed) == digits, f"{name} must have {digits} hex digits, got {len(hexed)}")
    bits = bin(int("1" + hexed, 16))[:2:-1]  # a leading 1 keeps the zeros; the slice drops it
    require("1" not in bits[length:], f"{name} has a 1 behind its {length} numbers")
    return list(map(int, bits[:length]))


def integers(value: Any, name: str, length: int, low: int = -MAX_WHOLE) -> Vector:
    """Return a list of ``length`` integers from ``low`` to MAX_WHOLE, or reject the value."""
    require(len(items(value, name)) == length, f"{name} must have {length} numbers")
    require(set(map(type, value)) <= {int}, f"{name} must hold integers")
    least, most = min(value, default=0), max(value, default=0)
    fits = max(-least, most) <= MAX_WHOLE
    bounded(fits, f"{name} holds a number that is too large")
    require(least >= low, f"{name} holds a number below {low}")
    return list(value)


def bits_of(x: Iterable[int]) -> int:
    """Return the integer sum x_j 2^j, which packs a vector of bits."""
    return int("0" + "".join(map(str, x))[::-1], 2)


def in_words(size: int) -> str:
    """Return a number as text, in full or, if it has too many digits, as a power of two."""
    return str(size) if size < 10**MAX_DIGITS else f"about 2^{size.bit_length() - 1}"
