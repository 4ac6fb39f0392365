"""Names that mathematics gives to matrices: ``H = [[1, 1, 0], [0, 1, 1]]`` may be no board.

`renamed` puts another name of the same length there, so that errors keep their places.
"""

from __future__ import annotations

import re

_VALUE = (
    r"(?=[ \t]*(?:\[[^\]\n]{0,40}\][ \t]*){0,2}(?::[^=\n]{0,80})?(?::?=|<-)(?!=)\s*"
    r"(?:new\b|[\w.:]{1,40}\s*\(\s*){0,3}[\[{(0-9])"
)
"""What stands behind a name that an array is given."""

_MATRIX = re.compile(rf"(?<![\w.])(?:[Hh]_?[XZxz]|[AGHM])(?![\w.]){_VALUE}")
_ANY = re.compile(rf"(?<![\w.])[A-Za-z_]\w*{_VALUE}")
_CHECKS = re.compile(r"(?i)\w*(?:check|parity|matrix|activation|incidence|stabili[sz]er)\w*")


def renamed(text: str) -> str:
    """Return a text whose arrays called A, G, H, M, Hx or Hz have a board's name."""
    return _MATRIX.sub(_board_name, text)


def renamed_as_rows(text: str) -> str:
    """Return a text where a matrix is wanted, so that a name says nothing against one."""
    return _ANY.sub(
        lambda found: _board_name(found) if _may_be_checks(found[0]) else found[0], text
    )


def _may_be_checks(name: str) -> bool:
    from lo_exact.errors import InputError
    from lo_exact.formats.board.places import Line
    from lo_exact.formats.literals.tokens import check_name

    if _CHECKS.fullmatch(name) or _MATRIX.match(f"{name} = ["):
        return True
    try:
        check_name(name, Line(name, 1))
    except InputError:
        return False
    return True


def _board_name(found: re.Match[str]) -> str:
    return "b".ljust(len(found[0]))
