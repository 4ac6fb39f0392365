"""Arrays as programs write them: Python, JavaScript, C, Mathematica, Picat, numpy.

    mat = [[0,0],[0,1]]        const b = ["##.", ".#."];       {{0, 1}, {1, 0}}
    array([[1., 0.], [0., 1.]])                                [[true, false], [false, true]]

Items are whole numbers (``1.`` and ``1.0`` too), true and false, one-character strings, ``null``
for holes; a list of strings draws a row a string.  A flat list needs a size and goes row by row.
"""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.keys import read_colours_entry, read_size
from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.formats.board.rows import Drawn, read_rows
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.literals.tokens import OPEN, Token, assigned, check_name, tokens
from lo_exact.topology import HOLE
from lo_exact.topology.grid import check_grid_size

WORDS = {
    "true": 1, "True": 1, "TRUE": 1, "false": 0, "False": 0, "FALSE": 0,
    "null": HOLE, "None": HOLE, "nil": HOLE, "undefined": HOLE,
}  # fmt: skip
"""What words among the items mean."""

_WHOLE = re.compile(r"([0-9]+)(?:\.0*)?", re.ASCII)
_MARKS = re.compile(r"""["'{(]|[0-9]\.|[tT]rue|TRUE|[fF]alse|FALSE|=""")
"""What a nested list of plain numbers, which board text reads, does not have."""

_MAKES = re.compile(
    r"(?:(?:np|numpy|jnp|cp|torch|tf|sp|sympy)\.)?"
    r"(?:array|asarray|Array|matrix|Matrix|tensor|Tensor|constant|list|tuple)"
)
"""What is called with an array and gives it as it is."""

_TOLD = ("dtype", "copy", "order", "device", "ndmin", "shape", "requires_grad")
"""What else such a call is told."""

_BOARD_NAMES = re.compile(
    r"board|grid|matrix|mat|state|puzzle|level|initial|start|field|map|array|arr|\A[A-Za-z]\Z",
    re.IGNORECASE,
)
"""What a name has that says that rows of two numbers are a board's rows, and no places."""

_DECLARED = re.compile(r"\w\s*\[\s*(\w*)\s*\]\s*\[\s*(\w*)\s*\]\s*=\s*\{")
"""The declaration of a C array of two dimensions."""

_BEGINS = re.compile(
    r"""\A\s*(?:
      (?:[A-Za-z_][\w:<>*&.\s\[\]]*?(?::[\w\s\[\],.]+)?:?=\s*)?(?:[A-Za-z_][\w.]*\s*\(\s*)?[\[{(]\s*[\[{("'0-9tTfFNn]
    )""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"(//|%).*|\s#[^\n'\"]*$", re.MULTILINE)
_FLAT = re.compile(r"\A\s*[A-Za-z_][\w :]*=\s*\[")
_ROWS = re.compile(r"[\[{(]\s*(?:[\[{(]|\"|')")


def looks_like(text: str) -> bool:
    """Return whether a text is an array of rows that board text does not read itself.

    Board text reads plain nested lists of numbers; a text with a header is board text.
    """
    head = _COMMENT.sub("", text[: 1 << 16])
    if _BEGINS.match(head) is None or not _MARKS.search(head) or "[|" in head:
        return False
    if re.match(r"\s*\{\s*\"", head) and re.match(r"\s*\{\s*\"(?:[^\"\\]|\\.)*\"\s*:", head):
        return False  # JSON
    if re.match(r"\s*\[\s*\{", head) or re.match(r"[^\[{(]*=\s*\[\s*\{", head):
        return False  # a list of objects
    if re.search(r"array[1-6]d\s*\(", head):
        return False  # MiniZinc
    rows = (_ROWS.search(head) or _DECLARED.search(head)) is not None or (
        bool(_FLAT.match(head)) and "," in head
    )
    return rows and ";" not in _inner(head)


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read an array.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read(text, options))]


def _read(text: str, options: ReadOptions) -> AnyPuzzle:
    listed = [token for token in tokens(text) if token.kind != "end"]
    name, value = assigned(listed)
    first = listed[0].piece if listed else Line("", 1)
    check_name(name, first)
    value = _without_call(value)
    if not value or value[0].kind != "mark" or value[0].text not in OPEN:
        at = value[0].piece if value else Line("", 1)
        raise at.error(f"an array begins with [, {{ or (, got {quoted(at.text)}")
    rows, behind = _rows(value)
    flat = value[1].kind != "mark"
    numbers = all(token.kind == "word" for row in rows for token in row)
    if value[0].text == "{" and numbers and (declared := _declared(text)):
        rows, flat = _filled(rows, declared, first, flat=flat), False
    pairs = {tuple(token.text for token in row) for row in rows}
    if (
        name and 1 < len(rows) == len(pairs) and {len(pair) for pair in pairs} == {2}
        and all(token.kind == "word" and token.text.isdigit() for row in rows for token in row)
        and not _BOARD_NAMES.search(name)
    ):  # fmt: skip
        raise first.error(
            f"the text reads two ways: rows of a board, which is called board | places, (row, "
            f"column) each, called {quoted(name)}"
        )
    for token in behind:
        if token.text not in (";", ".", ")"):
            raise token.piece.error(f"the array has ended, got {quoted(token.text)} after it")
    return drawn_board(_drawn(rows, options, flat=flat), options)


def _declared(text: str) -> tuple[int, int] | None:
    """Return the rows and columns that a C array is declared with; 0 rows: as many as there are."""
    found = _DECLARED.search(text)
    if found is None:
        return None
    sizes = []
    for word in found.groups():
        named = word and not word.isdigit()
        said = re.search(rf"\b{word}\s*=?\s*([0-9]{{1,9}})\b", text) if named else None
        sizes.append(int(said[1]) if said else 0 if named or not word else int(word[:9]))
    return (sizes[0], sizes[1]) if sizes[1] else None


def _filled(
    rows: list[list[Token]], size: tuple[int, int], at: Line, *, flat: bool
) -> list[list[Token]]:
    """Return the rows of a C array: what its braces leave out is 0.

    Raises:
        InputError: When there is more in the braces than was declared.
    """
    height, width = size
    if flat:
        rows = [rows[0][low : low + width] for low in range(0, len(rows[0]), width)]
    height = height or len(rows)
    if len(rows) > height or any(len(row) > width for row in rows):
        raise at.error(f"the array is declared as {height} x {width}, its braces hold more")
    check_grid_size(height, width)
    rows = rows + [[] for _ in range(height - len(rows))]
    zero = Token("word", at._replace(text="0"))
    return [row + [zero] * (width - len(row)) for row in rows]


def _inner(text: str) -> str:
    """Return a text up to its last closing bracket."""
    return text[: max(text.rfind(mark) for mark in "]})")]


def _without_call(value: list[Token]) -> list[Token]:
    """Drop ``np.array(`` and the arguments behind the array: ``, dtype=int)``.

    Raises:
        InputError: When what is called may change the array, or something is done with it after.
    """
    if len(value) < 2 or value[0].kind != "word" or value[1].text != "(":
        return value
    if _MAKES.fullmatch(value[0].text) is None:
        raise value[0].piece.error(
            f"what {quoted(value[0].text)} does with an array is not known here: write the array "
            "alone"
        )
    depth, ends = 1, []  # where the first argument ends, and where the call does
    for k, token in enumerate(value[2:], start=2):
        if token.kind == "mark":
            depth += (token.text in OPEN) - (token.text in OPEN.values())
            if depth == 0 or (depth == 1 and token.text == ","):
                ends.append(k)
            if depth == 0:
                break
    if depth:
        raise value[-1].piece.error("the array does not end")
    for left, right in pairwise(ends):
        told = [token.text for token in value[left + 1 : right]]
        if told and (told[0] not in _TOLD or told[1:2] != ["="]):
            raise value[left + 1].piece.error(
                f"beside the array stands {quoted(told[0])}: write the array alone"
            )
    return value[2 : ends[0]] + value[ends[-1] + 1 :]


def _rows(value: list[Token]) -> tuple[list[list[Token]], list[Token]]:
    """Return the items of each row, and the tokens behind the array; a flat list is one row.

    A list of strings of several characters gives rows of one string each.
    """
    rows: list[list[Token]] = []
    open_marks: list[Token] = []
    nested, comma = False, True
    for k, token in enumerate(value):
        if token.kind == "mark" and token.text in OPEN:
            open_marks.append(token)
            if len(open_marks) > 2 or (rows and not nested):
                raise token.piece.error("a board is a list of rows of numbers")
            if len(open_marks) == 2:
                nested = True
                rows.append([])
            comma = True
        elif token.kind == "mark" and token.text in OPEN.values():
            if not open_marks or OPEN[open_marks[-1].text] != token.text:
                raise token.piece.error(f"{quoted(token.text)} closes nothing")
            open_marks.pop()
            comma = False
            if not open_marks:
                if not rows or not all(rows):
                    raise token.piece.error("a row of the array is empty")
                _refuse_places(value[0], value[1], rows)
                return rows, value[k + 1 :]
        elif token.text == "," and token.kind == "mark":
            if comma:
                raise token.piece.error("an item is missing before ','")
            comma = True
        elif token.kind == "mark":
            raise token.piece.error(f"an array has no {quoted(token.text)} between its items")
        else:
            if len(open_marks) == 1:
                if nested:
                    raise token.piece.error(f"rows stand in brackets, got {quoted(token.text)}")
                rows = rows or [[]]
            rows[-1].append(token)
            comma = False
    raise value[-1].piece.error("the array does not end")


def _refuse_places(outer: Token, inner: Token, rows: list[list[Token]]) -> None:
    """Refuse Python's pairs in a list or a set, which may be the places that are on."""
    if inner.text != "(" or inner.kind != "mark" or any(row[0].kind == "string" for row in rows):
        return
    if outer.text == "{" or all(len(row) == 2 for row in rows):
        raise outer.piece.error(
            "the text reads two ways: rows of a board | places, (row, column) each; write rows in "
            "[ ], or places as a drawing"
        )


def _drawn(rows: list[list[Token]], options: ReadOptions, *, flat: bool) -> Drawn:
    strings = [token for row in rows for token in row if token.kind == "string"]
    single = all(len(token.text) == 1 for token in strings)
    if strings and not single:
        if any(token.kind != "string" for row in rows for token in row) or (
            not flat and any(len(row) > 1 for row in rows)
        ):
            raise strings[0].piece.error("a row is one string, or a list of single characters")
        for token in strings:
            if not token.text.strip():
                raise token.piece.error("a row of the array is empty; holes are written ~")
        colours, hint = read_colours_entry(None, options.colours)
        return read_rows([token.piece for token in strings], colours, {}, hint=hint)
    if strings:
        return _characters(rows, options, flat=flat)
    words = [[token.piece for token in row] for row in rows]
    if flat:
        words = shaped(words[0], options)
    for number, row in enumerate(words, start=1):
        if len(row) != len(words[0]):
            raise row[-1].error(
                f"all rows of the array are equally long: row {number} has {len(row)} places, "
                f"row 1 has {len(words[0])}"
            )
    return drawn_words(words)


def shaped(words: list[Line], options: ReadOptions) -> list[list[Line]]:
    """Return a flat list as rows, by the size beside it."""
    size = read_size(None, options.size)
    if size is None:
        raise words[0].error(
            f"a flat array of {len(words)} numbers reads several ways: give --size ROWSxCOLUMNS "
            "for row by row, --as matlab for column by column"
        )
    if size[0] * size[1] != len(words):
        raise words[0].error(
            f"a {size[0]} x {size[1]} board has {size[0] * size[1]} places, the array has "
            f"{len(words)}"
        )
    return [words[r * size[1] : (r + 1) * size[1]] for r in range(size[0])]


def drawn_words(words: list[list[Line]]) -> Drawn:
    """Return rows of numbers and words as values with their places.

    Args:
        words: Rows, equally long.

    Raises:
        InputError: On what is no whole number.
    """
    check_grid_size(len(words), len(words[0]))
    values = np.full((len(words), len(words[0])), HOLE, dtype=np.int64)
    places = np.zeros((*values.shape, 2), dtype=np.int64)
    for r, row in enumerate(words):
        for c, word in enumerate(row):
            places[r, c] = word.number, word.column
            values[r, c] = item(word)
    return Drawn(values, places=places)


def item(word: Line) -> int:
    """Return what one item means: a whole number, true, false, or no light."""
    if word.text in WORDS:
        return WORDS[word.text]
    found = _WHOLE.fullmatch(word.text)
    if found is None:
        if re.fullmatch(r"[0-9]*\.[0-9]+|[0-9.]+[eE][-+]?[0-9]+", word.text):
            raise word.error(f"a colour is a whole number, got {quoted(word.text)}")
        raise word.error(f"an item is a whole number, true or false, got {quoted(word.text)}")
    return natural(word._replace(text=found[1]), "a colour", 0, 2**31)


def _characters(rows: list[list[Token]], options: ReadOptions, *, flat: bool) -> Drawn:
    """Read a list of lists of one-character strings."""
    for row in rows:
        for token in row:
            if token.kind != "string":
                raise token.piece.error("characters and numbers stand in one array")
    pieces = [[token.piece for token in row] for row in rows]
    if flat:
        pieces = shaped(pieces[0], options)
    lines = [
        Line("".join(piece.text for piece in row), row[0].number, row[0].column) for row in pieces
    ]
    colours, hint = read_colours_entry(None, options.colours)
    drawn = read_rows(lines, colours, {}, hint=hint)
    if drawn.shape[1] != max(map(len, pieces)):
        raise InputError("a row of characters has blanks at its ends: write ~ for holes", line=1)
    return drawn
