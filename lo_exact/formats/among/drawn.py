"""Boards that stand as rows between the lines of a message or a list of levels.

    Level 1                         Here is my board:
    101                             #.#
    010                             .#.
                                    #.#
    Level 2                         Can it be solved?
    11
    11

Rows one below another are a board.  Every other line is blank, a fence, or has words; a line of
words may be a head of columns, a key of our own header, or speak of another rule: then the text is
left alone.
"""

from __future__ import annotations

import re
from string import whitespace

from lo_exact.errors import InputError
from lo_exact.formats.among.boards import LONGEST, FoundBoard
from lo_exact.formats.among.said import CHANGED_BY, claim_in, is_answer
from lo_exact.formats.board.places import Line
from lo_exact.formats.literals.tokens import check_name

_SIGNS = r"(?:[0-9.#*xXoO_~]+|[^\x00-\x7f\s\w]+)"
_ROW = re.compile(rf"[ \t]*{_SIGNS}(?:[ \t]+{_SIGNS})*[ \t]*")
_WORDS = re.compile(r"[^\W\d_]{3,}")
_KEY = re.compile(r"[ \t]*+\w[\w \t]*+[:=][ \t]*+\S")
_FENCE = re.compile(r"[ \t]*(?:```|~~~|---+|===+)[\w+-]*[ \t]*")


def drawings_among(text: str) -> list[FoundBoard]:
    """Return the boards drawn between other lines, in order; none where they may be more."""
    if len(text) > LONGEST:
        return []
    found: list[FoundBoard] = []
    rows: list[str] = []
    title, words, claimed, start = "", "", None, 1
    for number, line in enumerate([*text.splitlines(), ""], start=1):
        if _ROW.fullmatch(line):
            start = start if rows else number
            rows.append(line)
            continue
        if rows:
            if len(rows) < 2 or _is_head(words, rows) or _says_more(words):
                return []
            if not any(map(is_answer, re.findall(r"\w+", words))):
                found.append(FoundBoard("\n".join(rows), start, title, claimed))
            rows, title, claimed = [], "", None
        words = ""
        if not line.strip() or _FENCE.fullmatch(line):
            continue
        claim = claim_in(line)
        if not _WORDS.search(line) or CHANGED_BY.search(line) or line.rstrip().endswith("="):
            return []
        if (
            _KEY.match(line)
            and claim is None
            and not re.match(r"(?i)\s*(?:name|title|level)\b", line)
        ):
            return []
        words, claimed = line, claim if claim is not None else claimed
        if claim is None:
            title = line.lstrip(whitespace + "#>*-").rstrip(whitespace + ":*")[:80]
    return found if len(found) > 1 or _WORDS.search(text) else []


def _says_more(words: str) -> bool:
    """Return whether the line above rows says that they are something else than a board."""
    for word in re.findall(r"[^\W\d_]+", words):
        try:
            check_name(word, Line(word, 1))
        except InputError:
            return not is_answer(word)
    return False


def _is_head(words: str, rows: list[str]) -> bool:
    """Return whether the line above rows may name their columns."""
    cells = {len(row.split()) for row in rows}
    return (
        bool(words)
        and cells != {1}
        and len(words.split()) in {n - k for n in cells for k in (0, 1)}
    )
