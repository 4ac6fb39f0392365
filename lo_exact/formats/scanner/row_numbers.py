"""Boards whose rows are numbered in words (``third row: ...``) or by the keys of an object.

Their numbers must be 0, 1, ... or 1, 2, ...; each row gets a line, with ``row N:`` in front.
"""

import re
import unicodedata

from lo_exact.formats.board.places import reject
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import blanked

_ORDINALS = VOCABULARY["lit"]["ordinals"]
_ROW = f"(?:{words_for('lit', 'row')})"
_ROW_KEY = re.compile(
    rf"""(?:(["'])(?:row|line|r)[ _-]?([0-9]{{1,3}})\1\s*:|^[ \t]*(?:[\w.]*[._])?{_ROW}[._ -]?"""
    r"""([0-9]{1,3})[ \t]*[:=]|^[ \t]*\w+\[([0-9]{1,3})\][ \t]*:?=)\s*(?=["'\[{])""",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of a row as a key or an index."""

_GIVEN_BY = (
    r"[ \t]*+(?:[-=]>|-(?=[ ](?:on|off|[^\W\d_xXoO]{2}))|\.{3,}+|[:=|→–—])?+[ \t]*+"
    r"""(?![;,\s\[{("'])"""
)
_COUNTS = re.compile(
    rf"(?:^[ \t]*|[.,;:] ?|(?<=, )and )(?:and )?(?:the )?"
    rf"(?:{'|'.join(f'({words})' for words in _ORDINALS)}) "
    rf"{_ROW}\b(?: (?:is|has|reads))?{_GIVEN_BY}"
    rf"|^[ \t]*(?:[-*•][ \t]+)?{_ROW} ?"
    rf"(?:([0-9]{{1,3}})|{'|'.join(f'({words})' for words in _ORDINALS[:-2])})\b"
    rf"(?: (?:is|has|reads))?{_GIVEN_BY}"
    rf"|^[ \t]*([0-9]{{1,3}})\. {_ROW}{_GIVEN_BY}"
    rf"|^[ \t]*(?:{_ROW} )?((?-i:[A-Z]))[ ]?(?=[:)]){_GIVEN_BY.replace('=|', ')')}"
    r"|^[ \t]*第?([0-9]{1,3}|[一二三四五六七八九十])(?:行目?|번째 줄)[ \t]*[:,]?[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of a row, in front of it."""

_MENTIONED = re.compile(
    rf"\b(?:{'|'.join(f'({words})' for words in _ORDINALS)})[ ]{_ROW}\b", re.IGNORECASE
)
"""A row by its ordinal."""


def count_up(numbers: list[int]) -> bool:
    """Return whether a list of numbers is 0, 1, ... or 1, 2, ..."""
    return len(numbers) > 1 and numbers in ([*range(len(numbers))], [*range(1, len(numbers) + 1)])


def with_row_numbers(text: str) -> str:
    """Rewrite rows numbered in words, such as ``third row:``, as lines that begin with ``row 3:``.

    Keys that count the rows of an object are left out.
    """
    keys = list(_ROW_KEY.finditer(text))
    if len({re.sub("[0-9]+", "", key[0]).strip() for key in keys}) == 1 and count_up(
        [int(key[key.lastindex or 2]) for key in keys]
    ):
        text = _ROW_KEY.sub(blanked, text)
    found = list(_COUNTS.finditer(text))
    count = len(found)
    ends = {10: (count + 1) // 2 if count % 2 else 0, 11: count}
    numbers = list[int]()
    for one in found:
        group = one.lastindex or 0
        word = (group - 1) % 12 if group < 13 else group - 14
        numbers.append(
            int(one[group]) if one[group].isdecimal()
            else int(unicodedata.numeric(one[group])) if one[group].isnumeric()
            else ord(one[group].upper()) - 64 if len(one[group]) == 1
            else ends.get(word, word + 1)
        )  # fmt: skip
    if not count_up(numbers):
        return text
    for one in _MENTIONED.finditer(text):
        at = (one.lastindex or 1) - 1
        reject(
            ends.get(at, at + 1) not in numbers,
            f"what the text says of the {one[0][:20]} is not known here",
            line=text.count("\n", 0, one.start()) + 1,
        )
    last = found[0].start()
    pieces = [text[:last]]
    for one, number, behind in zip(found, numbers, [*found[1:], None], strict=True):
        row = text[one.end() : behind.start() if behind else len(text)]
        within = behind is None and text[last : one.start()].count("\n") < count - 1
        row = re.sub(r"[.!](?=\s)", "\n", row + "\n") if within else row
        row = re.sub(r",?[ ](?:and|und|et|y|e|и)[ ]", ", ", row)
        line = "" if not pieces[-1].strip(" ") or pieces[-1].endswith("\n") else "\n"
        pieces.append(f"{line}row {number}: {row}")
    return "".join(pieces)
