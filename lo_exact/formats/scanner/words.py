"""Names of arrays, titles, claimed minima, sizes, colours and surfaces that a text states."""

import re
from collections.abc import Callable

from lo_exact.formats.scanner.vocabulary import words_for

_OTHERS = re.compile(words_for("names", "others"))
_ANSWER = re.compile(rf"(?i)(?:.*[_.])?(?:min_)?(?:{words_for('names', 'answers')})")
_Test = Callable[[str], re.Match[str] | None]
"""Whether a name is one of a kind."""

names_matrix: _Test = re.compile(r"[Hh]_?[XZxz]|[AGHM]").fullmatch
"""Whether a name is a usual mathematical name for a matrix."""

names_checks: _Test = re.compile(
    rf"(?i:{words_for('names', 'checks')})|\A(?:[Hh]_?[XZxz]|[AGHM])\Z"
).search
"""Whether a name marks an array as a check matrix."""

names_board: _Test = re.compile(rf"(?i){words_for('names', 'boards')}|\A[a-z]\Z").search
"""Whether a name marks rows of two numbers as a board."""

_TITLE = re.compile(
    r"""(?<![\w.])["']?(?:name|title|level|id|label|number)["']?\s*(?:=>"""
    r"""|[:=])\s*(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'"""
    r"""|([0-9]{1,9})\b|([A-Za-z][\w -]{0,60}?)\s*$)""",
    re.IGNORECASE | re.MULTILINE,
)
_CLAIM = re.compile(
    r"""(?<![\w.])["']?(?:min(?:imum|imal)?|best|par|optim(?:al|um)|fewest|shortest)"""
    r"""_?(?:moves|presses|clicks|steps|solution)?["']?\s*(?:=>|[:=])\s*([0-9]{1,9})\b"""
    r"""(?!\s*[-+*/.])""",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"""(?<![\w.])(?<!field of )["']?(rows|height|h|nrows?|cols|columns|width|w|ncols?|side"""
    r"""|(?:grid|board)?_?size|dim|dimension|n)["']?[ \t]*(?::=|=>|<-|[:=]|[ \t])[ \t]*"""
    r"""([0-9]{1,9})\b(?:[ \t]*(?:x-by|[x×,*])[ \t]*([0-9]{1,9})\b)?""",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"""(?<![\w.])["']?(?:author|date|source|url|version|type|comment|description|hint"""
    r"""|difficulty)"""
    r"""["']?\s*(?:=>|[:=])\s*(?:"[^"\n]*"|'[^'\n]*'|[\w.-]+)""",
    re.IGNORECASE,
)
TIMES = re.compile(
    r"(?<![\w.])([0-9]{1,4})[ \t]*(?:x|x-by|×|by|-by-|на|por|per|sur|mal|na)[ \t]*"
    r"([0-9]{1,4})(?![A-Za-z0-9_])"
)
_ROWS_FIRST = re.compile(r"(?<![0-9])([0-9]{1,4}) x-by [0-9]")
"""The number of rows in a size that names it first."""

_COLOUR_COUNT = re.compile(
    r"(?!(?m:^)colou?rs:[^\n]*\s*\Z)(?:(?<=[\])]),[ ]*(?=\w+[ ]?=[ ]?[0-9]+\)))?"
    r"(?<![\w.])[\"']?(?:(?:num(?:ber)?_?(?:of_?)?"
    r"|n_?)?(?:colou?rs|states)|(?:colou?r|state)_?count)"
    r"[\"']?[ \t]*(?::=|=>|<-|[:=])[ \t]*([0-9]{1,3})\b(?![ \t]*[-+*/.x×\]a-z])[,;]?"
    r"|(?<![\w.])([0-9]{1,3}|three|four|five|six)[- ](?:colou?r|state)s?\b[,;]?"
    r"|(?:\bcolou?rs?,?[ ])?\bmod(?:ulo)?[ ]([0-9]{1,3})\b"
    r"|(?<=\bGF)(?=\(([357])\))|(?<=\bZmod)(?=\(([0-9]{1,3})\))",
    re.IGNORECASE,
)


def colours_in(text: str) -> tuple[int, str]:
    """Return the stated number of colours, 0 if none or several, and the text without it."""
    words = {"three": 3, "four": 4, "five": 5, "six": 6}
    found = {next(filter(None, groups)).lower() for groups in _COLOUR_COUNT.findall(text)}
    counts = {words[word] if word in words else int(word) for word in found}
    return (counts.pop() if len(counts) == 1 else 0), _COLOUR_COUNT.sub(blanked, text)


_TORUS = re.compile(
    r"\b(?:on )?(?:an? )?(?:torus|toroidal)\b|\b(?:(?:that|which|it) )?wraps around\b",
    re.IGNORECASE,
)


def without_torus(text: str) -> str:
    """Blank out the words for a torus, unless other words may restrict, deny or question it."""
    sides = re.search(
        rf"(?i)\?|\b(?:rows?|col|(?:no|only|out|zero|none)\b|(?<![0-9] )[xyrc]\b)"
        rf"|{words_for('lit', 'denied')}",
        text,
    )
    return text if sides else _TORUS.sub(blanked, text)


def blanks(text: str) -> str:
    """Return a text with every character except line ends replaced by a blank."""
    return re.sub(r"[^\n]", " ", text)


def blanked(found: re.Match[str]) -> str:
    """Return the match with every character except line ends replaced by a blank."""
    return blanks(found[0])


def names_answer(name: str) -> bool:
    """Return whether a name marks an array as an answer next to a board."""
    return _ANSWER.fullmatch(name) is not None or any(
        map(_ANSWER.fullmatch, re.split("[_.]", re.sub(r"([a-z])([A-Z])", r"\1_\2", name)))
    )


def names_another(name: str) -> bool:
    """Return whether a name marks an array as neither a board nor an answer."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return any(_OTHERS.fullmatch(part.lower()) for part in parts)


def claim_in(text: str) -> int | None:
    """Return the minimum that a text claims, or None if it claims none or several."""
    claims = {int(number) for number in _CLAIM.findall(text)}
    return claims.pop() if len(claims) == 1 else None


def title_in(text: str) -> str:
    """Return the first title in a text, or ``""``."""
    found = _TITLE.search(text)
    return next(filter(None, found.groups()), "").strip() if found else ""


def without_known(text: str) -> str:
    """Return a text without the values of known keys: titles, claims, sizes, authors."""
    for known in (_TITLE, _CLAIM, _SIZE, _AUTHOR):
        text = known.sub(" ", text)
    return text


def sizes_in(text: str) -> list[tuple[int, int]]:
    """Return the sizes (rows, columns) that a text states, with 0 for a side that it omits."""
    found = [(int(rows), int(columns)) for rows, columns in TIMES.findall(text)]
    found += [(int(rows), 0) for rows in _ROWS_FIRST.findall(text)]
    open_sizes: dict[str, int] = {}
    for name, number, second in _SIZE.findall(text):
        axis = {"r": "rows", "h": "rows", "c": "columns", "w": "columns"}.get(
            name.lower().removeprefix("n")[:1], ""
        )
        if axis and not second:
            open_sizes[axis] = int(number)
        else:
            found.append((int(number), int(second or number)))
    if open_sizes:
        rows = open_sizes.get("rows", 0)
        found += [(rows, open_sizes.get("columns", 0)), (rows, 0)][: 1 + (rows > 0)]
    return found
