"""MiniZinc arrays: ``r = [| 0,1 | 1,1 |];`` and ``r = array2d(1..n, 1..n, [0,1, 1,1]);``.

Numbers that are given names (``n = 5;``) may stand in the ranges; a comma after the last item is
fine, ``%`` begins a comment.  Declarations in front of a name (``array[..] of int: r = ...``) and
models around the data are left alone where they end in ``;`` and give no array.
"""

from __future__ import annotations

import re

from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.given import drawn_board
from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.literals.reader import drawn_words
from lo_exact.formats.literals.tokens import Token, tokens
from lo_exact.topology import grid_puzzle

_RANGE = re.compile(r"1\.\.(\w+)")


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read the one array of a text.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read(text, options))]


def write(puzzle: AnyPuzzle) -> str:
    """Return a board as data.

    Raises:
        UsageError: When it is not a two-colour board of the plus rule that shall be off.
    """
    given = of_colours(puzzle, "dzn")
    at = given.layout.light_at
    if at.size and at.min() >= 0 and given.colours == 2:
        drawn = given.state[at]
        if grid_puzzle(drawn).sha256 == given.sha256:
            rows = " | ".join(",".join(map(str, row)) for row in drawn.tolist())
            return f"r = [| {rows} |];\n"
    raise UsageError(
        "a dzn board has two colours, the plus rule and no holes, and shall be off: "
        "write board or json instead"
    )


def _read(text: str, options: ReadOptions) -> AnyPuzzle:
    statements: list[list[Token]] = [[]]
    for token in tokens(text):
        if token.kind == "mark" and token.text == ";":
            statements.append([])
        elif token.kind != "end":
            statements[-1].append(token)
    numbers: dict[str, Line] = {}
    arrays: list[list[Token]] = []
    for statement in statements:
        equals = [k for k, token in enumerate(statement) if token.text == "="]
        if not equals or equals[0] == 0:
            continue
        value = statement[equals[0] + 1 :]
        name = statement[equals[0] - 1].text
        if len(value) == 1 and value[0].kind == "word":
            numbers[name] = value[0].piece
        elif value and (value[0].text in ("[|", "array2d")):
            arrays.append(value)
    if len(arrays) != 1:
        line = arrays[1][0].piece.number if len(arrays) > 1 else 1
        raise InputError(f"one array with two dimensions is wanted, got {len(arrays)}", line=line)
    rows = _barred(arrays[0]) if arrays[0][0].text == "[|" else _ranged(arrays[0], numbers)
    for row in rows:
        if len(row) != len(rows[0]):
            raise row[-1].error(
                f"all rows of the array are equally long: this one has {len(row)} places, row 1 "
                f"has {len(rows[0])}"
            )
    return drawn_board(drawn_words(rows), options)


def _barred(value: list[Token]) -> list[list[Line]]:
    """Return the rows of ``[| a, b | c, d |]``."""
    rows: list[list[Line]] = [[]]
    for k, token in enumerate(value[1:], start=1):
        if token.kind == "mark" and token.text == "|]":
            if k + 1 < len(value):
                raise value[k + 1].piece.error("the array has ended")
            kept = [row for row in rows if row]
            if not kept:
                raise token.piece.error("the array is empty")
            return kept
        if token.kind == "mark" and token.text == "|":
            rows.append([])
        elif token.kind == "word":
            rows[-1].append(token.piece)
        elif token.text != ",":
            raise token.piece.error(f"an array has no {quoted(token.text)}")
    raise value[-1].piece.error("the array does not end")


def _ranged(value: list[Token], numbers: dict[str, Line]) -> list[list[Line]]:
    """Return the rows of ``array2d(1..m, 1..n, [...])``."""
    marks = [token.text for token in value]
    if marks[1:2] != ["("] or marks[3:4] != [","] or marks[5:7] != [",", "["] or len(value) < 9:
        raise value[0].piece.error("an array is written array2d(1..m, 1..n, [...])")
    sizes = []
    for token in (value[2], value[4]):
        found = _RANGE.fullmatch(token.text)
        if found is None:
            raise token.piece.error(f"a range is 1..n, got {quoted(token.text)}")
        size = numbers.get(found[1], token.piece._replace(text=found[1]))
        sizes.append(natural(size, "a size", 1, 4096))
    if marks[-2:] != ["]", ")"]:
        raise value[-1].piece.error("the array does not end")
    items = [token.piece for token in value[7:-2] if token.kind == "word"]
    wrong = next((t for t in value[7:-2] if t.kind != "word" and t.text != ","), None)
    if wrong is not None:
        raise wrong.piece.error(f"an array has no {quoted(wrong.text)}")
    height, width = sizes
    if len(items) != height * width:
        raise value[0].piece.error(
            f"the ranges say {height} x {width} items, the list has {len(items)}"
        )
    return [items[r * width : (r + 1) * width] for r in range(height)]
