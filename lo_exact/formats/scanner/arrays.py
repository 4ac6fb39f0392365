"""Search for boards in brackets and strings of a text, with the names assigned to them.

A candidate is an outermost bracket with a value.  A bracket that is nearly one (a row that is
shorter, an empty cell, a word among numbers) is a fault, which refuses the whole text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.scanner.tree import (
    ANY_NUMBER,
    MAKERS,
    VALUES,
    Bracket,
    NestedList,
    Token,
    is_index,
)
from lo_exact.formats.scanner.words import TIMES, names_answer, names_board

MOST_FLAT = 3
"""Numbers of a list without rows that may stand beside a board and say nothing of it."""


(SIGN_RUN, _PARTED, _APART) = (
    re.compile(pattern)
    for pattern in (
        # signs that draw a row
        r"[0-9.·#*xXoO_~-]+|[TF]+|[YN]+|[^\x00-\x7f]+",
        r"[|/;\n]|, ?|(?<=[01.#]{2}) (?=[01.#]{2})",
        r"\s*\S(?:[ \t]\S)+\s*",
    )
)
"""Runs of signs, and signs that stand apart."""

_GIVES = frozenset((":", "=", ":=", "<-", "=>", "->", "::"))


@dataclass(eq=False)
class FaultError(Exception):
    """Raised when it is uncertain which board a text means; ``at`` is the character index."""

    problem: str
    at: int


def refuse_if(reason: object, problem: str, at: Any) -> None:
    """Raise a FaultError at ``at`` (an index, a token or a board) if ``reason`` is true.

    Raises:
        FaultError: If the reason is true.
    """
    if reason:
        at = at[0] if type(at) in (list, tuple) else at
        raise FaultError(problem, at if isinstance(at, int) else at.start)


@dataclass(frozen=True)
class FoundBoard:
    """A board found in a text, with its name and position."""

    rows: tuple[tuple[Token, ...], ...]
    """Its cells, row by row."""
    start: int
    """Where it begins in the text; end: behind its end."""
    end: int
    name: str = ""
    """What it is called, or what is called with it; ``""`` if nothing."""
    called: bool = False
    """Whether the name is a call's."""
    around: Bracket | None = None
    """The bracket that it stands in."""
    kind: str = "array"
    """``array``, ``string`` or ``drawing``."""
    flat: bool = False
    """Its cells stand in one list without rows."""
    pairs: bool = False
    """Its rows may be pairs: they stand in round brackets, or are lines of two numbers."""
    form: str = "literal"
    """The format whose writing it is."""
    title: str = ""
    """Its name for people; claimed: the minimum that the text claims."""
    claimed: int | None = None
    sizes: tuple[str, ...] = ()
    """Numbers of its declaration; said: what a call says of it."""
    said: dict[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, int]:
        """Shape of the board: (rows, columns)."""
        return len(self.rows), len(self.rows[0])

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The text of each cell, in rows."""
        return tuple(tuple(cell.text for cell in row) for row in self.rows)


@dataclass(frozen=True)
class ScannedReading:
    """One interpretation of a scanned text."""

    form: str
    """The format's name."""
    about: str
    """What the text is taken for."""
    boards: tuple[FoundBoard, ...] = ()
    """The boards, in order."""
    wants: str = ""
    """An option that chooses this reading; ``""`` if none does."""
    parts: Sequence[PuzzlePart] = ()
    """Its puzzles, where it is possible beside the options."""


def arrays_in(root: Bracket, text: str) -> list[FoundBoard]:
    """Return the boards written in brackets or strings of a text, in order.

    Raises:
        FaultError: Where something is nearly a board.
    """
    grouped = candidates_in(root, text)
    rows = [board for board in grouped if not board.flat]
    single = next((b for b in rows if min(b.shape) == 1 and b.kind == "array"), None)
    refuse_if(
        single is not None and len(rows) > 1,
        "one row alone may be a part of a board",
        single,
    )
    if rows:
        flats = [
            board
            for board in grouped
            if board.flat and not board.said and not names_answer(board.name)
        ]
        for board in flats:
            alone = not text[text.rfind("\n", 0, board.start) + 1 : board.start].strip()
            near = any(board.shape[1] == one.shape[1] for one in rows) and not (
                re.search(r"(?i)size|shape|dim", board.name) and len(board.rows[0]) == MOST_FLAT - 1
            )
            refuse_if(
                len(board.rows[0]) > MOST_FLAT
                or alone
                or near
                or (
                    len(board.rows[0]) > 1
                    and re.search(r"(?i)state|lights|initial|start|board|grid", board.name)
                ),
                "numbers beside a board that may belong to it",
                board,
            )
        return [board for board in grouped if board.said or not board.flat]
    said = next((b for b in grouped if b.flat and b.shape[1] < 4 and text[b.start] == "("), None)
    refuse_if(
        said is not None and said.name in ("", "array"),
        "numbers in round brackets may be a place",
        said,
    )
    return [board for board in grouped if len(board.rows[0]) > 1]


def candidates_in(root: Bracket, text: str) -> list[FoundBoard]:
    """Return possible boards in brackets or strings, in order; lists in sequence become rows.

    Raises:
        FaultError: Where something is nearly a board.
    """
    return _grouped(list(_boards(root, root, text)), text)


def _boards(bracket: Bracket, around: Bracket, text: str) -> Iterator[FoundBoard]:
    """Yield the outermost boards in a bracket."""
    if bracket.mark:
        if is_index(bracket) or TIMES.fullmatch(text, bracket.start + 1, bracket.end - 1):
            return
        value = bracket.value
        if value is not None:
            yield from _of_list(value, bracket, around, text)
            return
        _refuse_ragged(bracket)
    if bracket.mark == "{" or any(
        isinstance(one, Token) and one.text in _GIVES for one in bracket.items
    ):
        around = bracket
    yield from _in_strings(bracket, around)
    for inner in bracket.brackets():
        yield from _boards(inner, around, text)


def _refuse_ragged(bracket: Bracket) -> None:
    """Refuse a bracket whose cells or rows are incomplete, or separated in different ways.

    Raises:
        FaultError: At what is none of its cells.
    """
    inner = bracket.brackets()
    lists = [one.value for one in inner if not is_index(one)]
    others = [
        item for item in bracket.items
        if isinstance(item, Token) and item.kind not in ("separator", "end")
    ]  # fmt: skip
    cells = [item for item in others if item.kind == "atom" and ANY_NUMBER.fullmatch(item.text)]
    named = [item for item in others if item.kind != "mark"]
    least = 2 if len(named) == len(others) else 3
    signs = cells and not any(re.search(r"[^\W\d_]", item.text) for item in named)
    refuse_if(
        not inner and (len(named) == len(cells) or signs) and len(named) >= least,
        "a cell is missing, or cells are not parted alike",
        bracket,
    )
    rows = [one for one in lists if one is not None and one.depth == 1]
    refuse_if(
        bracket.mark == "[" and len(rows) > 1 and len({len(row.items) for row in rows}) == 1,
        "rows are not parted alike",
        bracket,
    )
    if any(item.kind in ("mark", "broken") for item in others):
        return
    refuse_if(
        any(lists) and 0 < len(others) < len(lists),
        "a row is not like the others",
        others,
    )
    if len(lists) > 1 and any(lists) and all(MAKERS.fullmatch(item.text) for item in others):
        wrong = next(
            (one for one, value in zip(inner, lists, strict=False) if value is None), bracket
        )
        if any(isinstance(one, Token) and one.kind == "mark" for one in wrong.items):
            return
        raise FaultError("a row is not like the others", wrong.start)


def _of_list(
    value: NestedList, bracket: Bracket, around: Bracket, text: str
) -> Iterator[FoundBoard]:
    """Yield the boards in a nested list, which contains either cells or strings with drawn rows.

    Raises:
        FaultError: When rows differ in length, or only some strings draw rows.
    """
    name, called, sizes = name_of(bracket)
    form = "literal"
    if not name and bracket.mark == "(" and bracket.before:
        name, called = "array", True
    if value.mark == "[|" or value.said.get("sizes") or name.endswith("array2d"):
        form = "dzn"
    elif value.mark == "[" and value.depth == 2 and not any(
        isinstance(row, NestedList) and row.mark for row in value.items
    ):  # fmt: skip
        form = "matlab"
    base = FoundBoard(
        (),
        bracket.start,
        bracket.end,
        name,
        called,
        around,
        form=form,
        sizes=sizes,
        said=value.said,
    )
    cells = cells_of(value)
    strings = [cell for cell in cells if cell.kind == "string"]
    single = all(len(one.text.strip()) == 1 or one.text.lower() in VALUES for one in strings)
    if not single:
        refuse_if(
            len(strings) < len(cells),
            "strings and numbers stand in one list",
            strings,
        )
        yield from _of_strings(value, base)
        return
    signed = next((cell for cell in cells if cell.text[:1] in "-+" and len(cell.text) > 1), None)
    if not strings and signed is not None:
        refuse_if(
            value.depth > 1 or len(cells) > MOST_FLAT,
            f"a cell is a whole number from 0, got '{signed.text}'",
            signed,
        )
        return
    yield from _of_cells(value, base)


def cells_of(value: NestedList) -> list[Token]:
    """Return the cells of a list, in order."""
    inner = (cells_of(one) if isinstance(one, NestedList) else [one] for one in value.items)
    return [cell for cells in inner for cell in cells]


def _of_cells(value: NestedList, base: FoundBoard) -> Iterator[FoundBoard]:
    if value.depth == 1:
        row = tuple(item for item in value.items if isinstance(item, Token))
        bits = [cell.text.removeprefix("0b").removeprefix("B") for cell in row]
        lengths = set(map(len, bits))
        if len(lengths) == 1 and max(lengths) > 1 and not "".join(bits).strip("01"):
            runs = [cell._replace(text=text) for cell, text in zip(row, bits, strict=True)]
            yield replace(base, rows=runs_of(runs))
        elif value.mark == "[|" and (value.commas or len(row) == 1):
            yield replace(base, rows=(row,))
        elif len(row) > 1 or base.said:
            yield replace(
                base, rows=(row,), flat=True, form=base.form if value.commas else "matlab"
            )
        return
    inner = [item for item in value.items if isinstance(item, NestedList)]
    if value.depth > 2:
        refuse_if(
            value.mark == "(" and any(one.mark != "(" for one in inner),
            "what is done with several arrays is not known here",
            inner[-1:],
        )
        for one in inner:
            refuse_if(
                isinstance(one.items[0], NestedList) and len(one.items[0].items) == 1,
                "a board is a list of rows of numbers",
                one,
            )
            yield from _of_cells(one, replace(base, start=one.start, end=one.end))
        return
    rows = tuple(tuple(c for c in row.items if isinstance(c, Token)) for row in inner)
    if not (value.mark == "{" and base.sizes[1:] and any(map(str.isdecimal, base.sizes))):
        check_lengths(rows)
    pairs = len(inner) > 1 and inner[0].mark == "(" and len(rows[0]) == 2 and not base.called
    refuse_if(
        len(inner) > 1 and inner[0].mark == "(" and value.mark == "{",
        "a set of rows in round brackets may be places",
        base,
    )
    yield replace(base, rows=rows, pairs=pairs)


def _of_strings(value: NestedList, base: FoundBoard) -> Iterator[FoundBoard]:
    """Yield the boards in lists of strings, each a row or a whole board with row separators."""
    if value.depth > 1:
        for item in value.items:
            assert isinstance(item, NestedList)
            yield from _of_strings(item, replace(base, start=item.start, end=item.end))
        return
    strings = [item for item in value.items if isinstance(item, Token)]
    boards = [rows_in_string(one) for one in strings]
    if all(boards):
        for one, rows in zip(strings, boards, strict=True):
            yield replace(base, rows=runs_of(rows), start=one.start, end=one.end)
        return
    drawn = [one for one in strings if SIGN_RUN.fullmatch(one.text)]
    if not drawn:
        return
    if len(drawn) < len(strings):
        wrong = next(one for one in strings if not SIGN_RUN.fullmatch(one.text))
        if wrong.text.strip() and all(one.text.isalnum() for one in drawn):
            return  # the strings are words such as names, not rows
        raise FaultError("a string among rows draws no row; holes are written ~", wrong.start)
    runs = runs_of([one._replace(start=one.start + 1) for one in strings])
    check_lengths(runs)
    if len(runs) > 1:
        yield replace(base, rows=runs)


def check_lengths(rows: Sequence[Sequence[Token]]) -> None:
    """Refuse rows of different lengths.

    Raises:
        FaultError: At the first row that is not as long as the first one.
    """
    for number, row in enumerate(rows, start=1):
        refuse_if(
            len(row) != len(rows[0]),
            f"all rows are equally long: row {number} has {len(row)} places, row 1 has "
            f"{len(rows[0])}",
            row[-1:],
        )


def refuse_coloured_places(rows: Sequence[Sequence[str]], at: int) -> None:
    """Refuse rows of three cells that may be (row, column, colour) of every light of a board.

    Raises:
        FaultError: At the rows.
    """
    if len(rows[0]) == 3 and len(rows) > 2:
        places = sorted((row, column) for row, column, _ in rows)
        axes = [{place[axis] for place in places} for axis in (0, 1)]
        refuse_if(
            min(map(len, axes)) > 1 and places == [*product(*map(sorted, axes))],
            "rows of three may be places with their colours",
            at,
        )


def runs_of(runs: Sequence[Token]) -> tuple[tuple[Token, ...], ...]:
    """Split each run of characters into cells of one character."""
    return tuple(
        tuple(
            Token(run.kind, sign, at, at + 1) for at, sign in enumerate(run.text, start=run.start)
        )
        for run in runs
    )


def rows_in_string(string: Token) -> list[Token]:
    """Return the rows drawn in a string, split at line ends or separators; empty if none.

    Raises:
        FaultError: When they differ in length.
    """
    pieces, at = [], string.start + 1
    text = string.text
    mark = _PARTED.search(text.strip())
    if mark is None:
        return []
    for piece in text.split(mark[0]):
        start = at + len(piece) - len(piece.lstrip())
        if piece.strip():
            row = "".join(piece.split()) if mark[0] == "\n" and _APART.fullmatch(piece) else piece
            pieces.append(Token("string", row.strip(), start, start + len(piece.strip())))
        at += len(piece) + len(mark[0])
    if (
        len(pieces) < 2
        or not all(SIGN_RUN.fullmatch(piece.text) for piece in pieces)
        or any(piece.text.isalpha() and len(set(piece.text)) > 2 for piece in pieces)
    ):
        return []
    refuse_if(
        mark[0] == "\n" and any(not line.strip() for line in text.strip().split("\n")),
        "an empty line inside the board",
        string,
    )
    lengths = {len(piece.text) for piece in pieces}
    refuse_if(
        len(lengths) > 1,
        "the rows of a string are not equally long",
        string,
    )
    return pieces if lengths.pop() > 1 else []


def _in_strings(bracket: Bracket, around: Bracket) -> Iterator[FoundBoard]:
    """Yield boards drawn in one string, or in consecutive strings.

    Raises:
        FaultError: On a string beside rows that may be a row.
    """
    name, run = "", list[Token]()
    odd, alone, found = None, None, False
    for k, item in enumerate([*bracket.items, Token("close", "", bracket.end, bracket.end)]):
        string = isinstance(item, Token) and item.kind == "string"
        if isinstance(item, Token) and string:
            rows = rows_in_string(item)
            if rows:
                name = name_before(bracket.items, k - 1)[0]
                yield FoundBoard(
                    runs_of(rows), item.start, item.end, name, around=around, kind="string"
                )
                continue
            if SIGN_RUN.fullmatch(item.text) and len(item.text) > 1:
                name = name if run else name_before(bracket.items, k - 1)[0]
                run.append(item)
                continue
        bullet = k > 0 and getattr(bracket.items[k - 1], "kind", "") == "end"
        if isinstance(item, Token) and (
            item.kind == "end" or item.text in (",", "-" if bullet else ",")
        ):
            continue
        strange = string or (bracket.mark == "[" and getattr(item, "kind", "") in ("atom", "mark"))
        odd = item if strange else odd
        if len(run) > 1:
            refuse_if(
                isinstance(odd, Token),
                "a string beside rows may be a row",
                odd,
            )
            rows_of = runs_of([one._replace(start=one.start + 1) for one in run])
            check_lengths(rows_of)
            found = True
            yield FoundBoard(rows_of, run[0].start, run[-1].end, name, around=around, kind="string")
        elif run and len(run[0].text) > 3 and names_board(name):
            yield FoundBoard(
                runs_of([run[0]._replace(start=run[0].start + 1)]), run[0].start, run[0].end, name,
                around=around, kind="string", flat=True,
            )  # fmt: skip
        elif run and not name:
            alone = run[0]
        run, odd = [], item if strange else None
    refuse_if(
        found and alone,
        "a string beside rows may be a row",
        alone,
    )


def name_of(bracket: Bracket) -> tuple[str, bool, tuple[str, ...]]:
    """Return (variable or function name, whether it is a call, declared sizes) for a bracket."""
    here: Bracket | None = bracket
    while here is not None and here.parent is not None:
        name, called, sizes = name_before(here.parent.items, here.before - 1, here)
        if name:
            return name, called, sizes
        here = here.parent
        if here.mark == "{" and here is not bracket:
            break
    return "", False, ()


def name_before(
    items: list[Token | Bracket], k: int, bracket: Bracket | None = None
) -> tuple[str, bool, tuple[str, ...]]:
    """Return the name before ``items[k + 1]``, whether it is a call, and the declared sizes."""
    sizes: list[str] = []
    given = False
    adjacent = bracket.start if bracket is not None else -1
    while k >= 0:
        item = items[k]
        if isinstance(item, Bracket):
            if not (is_index(item) or not item.items):
                break
            sizes[:0] = ["".join(one.text for one in item.items if isinstance(one, Token))]
        elif item.kind == "mark" and item.text in _GIVES and not given and item.text != "::":
            given, sizes = True, []
            typed = _typed(items, k) if item.text in ("=", ":=") else None
            if typed:
                return typed, False, ()
        elif (
            (item.kind == "mark" and item.text in ("<", ">", "::"))
            or item.text == "-"
            or (item.kind == "end" and (given or getattr(items[k + 1], "text", "") == "-"))
            or (
                # the array begins on the line after the =
                item.kind == "end"
                and adjacent > item.end
                and getattr(items[k - 1], "text", "") in ("=", ":=", "<-")
            )
        ):
            pass
        elif item.kind == "atom" and not given and MAKERS.fullmatch(item.text):
            adjacent = item.start
        elif item.kind in ("atom", "string") and re.search(r"[^\W\d]", item.text):
            called = (
                bracket is not None and not given and bracket.mark == "(" and item.end == adjacent
            )
            return item.text.strip("*'"), called, tuple(sizes) if given else ()
        elif item.kind == "atom" and given:
            return item.text, False, ()
        else:
            break
        k -= 1
    return "", False, ()


def _typed(items: list[Token | Bracket], k: int) -> str:
    """Return the name in a declaration ``name: type =`` or ``type: name =``, otherwise ``""``."""
    texts = [getattr(item, "text", "") for item in items[max(k - 20, 0) : k]]
    for mark in ("\n", ";", ","):
        texts = texts[len(texts) - texts[::-1].index(mark) :] if mark in texts else texts
    if ":" not in texts[1:-1]:
        return ""
    at = texts.index(":")
    return texts[at + 1] if texts[at - 1] in ("int", "bool") else texts[at - 1]


def _grouped(found: list[FoundBoard], text: str) -> list[FoundBoard]:
    """Merge the rows of a YAML sequence into one board.

    Raises:
        FaultError: Where a row of it is indented otherwise.
    """
    kept: list[FoundBoard] = []
    group: list[FoundBoard] = []
    bullet = ""
    for board in [*found, None]:
        here = text[text.rfind("\n", 0, board.start) + 1 : board.start] if board else ""
        alone = board is not None and board.flat and re.fullmatch(r"[ \t]*(?:-[ \t]+)?", here)
        between = text[group[-1].end : board.start] if group and board else ""
        near = between.count("\n") == 1 or ("\n" in between and "-" in between)
        if group and not (alone and near and between.strip(" \t\n,;") in ("", "-")):
            kept.append(_as_rows(group))
            group = []
        refuse_if(
            board and alone and group and here != bullet,
            "a row of a sequence is indented otherwise",
            board,
        )
        if board and alone:
            group.append(board)
            bullet = here
        elif board:
            kept.append(board)
    return kept


def _as_rows(boards: list[FoundBoard]) -> FoundBoard:
    rows = [board.rows[0] for board in boards]
    check_lengths(rows)
    return (
        boards[0]
        if len(rows) < 2
        else replace(boards[0], rows=tuple(rows), flat=False, end=boards[-1].end, form="literal")
    )
