"""Search for boards drawn in lines between words: rows of symbols, cells, boxes, tables.

Each line is blank, a rule of a table, words, or a row of one kind.  Rows one below another are a
block.  Labels and heads of columns are dropped only if they count from the first place on, for all
rows.  A line that is no row and has no words, a cell that is missing, rows of two kinds or of two
lengths are faults.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from string import whitespace
from typing import Any, NamedTuple

from lo_exact.formats.scanner.arrays import (
    SIGN_RUN,
    FoundBoard,
    check_lengths,
    refuse_coloured_places,
    refuse_if,
    runs_of,
)
from lo_exact.formats.scanner.doubts import without_usual
from lo_exact.formats.scanner.leftover import (
    blank_at,
    refuse_counts,
    refuse_sizes,
    refuse_words,
)
from lo_exact.formats.scanner.legends import STATE, ways_to_say
from lo_exact.formats.scanner.tree import ANY_NUMBER, VALUES, Token
from lo_exact.formats.scanner.vocabulary import words_for
from lo_exact.formats.scanner.words import (
    claim_in,
    names_answer,
    sizes_in,
)

_BARS = "|│┃║┆"

_ROW_WORD = (
    r"(?:row|r|line|rij|rad|rekke|rivi|sor|riga|fila|linha|ligne|rang(?:ée)?|zeile|reihe|wiersz"
    r"|rząd"
    r"|řádek|řada|satır|sıra|строка|ряд|рядок|줄|행|行|列目)"
)
_RULE = re.compile(  # also matches the line of column types in a data frame
    r"(?!-[ \t]+\+|.*[|│┃║][ \t]*[|│┃║])(?=[^-=─━═┌└]*+[-=─━═┌└])"
    r"[|+:\s=─│┃┆┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬╞╪╡-]*+"
    r"|(?:<(?:dbl|int|lgl)>\s*+){2,}|│\s*+(?:(?:[iuf](?:8|16|32|64)|bool)\s*+[┆│]\s*+){2,}"
)
_LABEL = re.compile(
    r"(?:(?P<bullet>[-*])[ \t]+"
    r"|(?P<word>(?:[\w.]{0,40}[._])?(?:row|r|line)[._]?|)[ _]?(?P<number>[0-9]{1,4})"
    rf"(?:(?:\.|번째|[eè]?re|[eè]me|er|e|[ªºao]|-?[йя]|st|nd|rd|th)[ ]?{_ROW_WORD}[ ]?(?=:))?"
    r"(?:[ \t]*[:=][ \t]*|[.)][ \t]+|(?:(?<=[a-zA-Z][0-9])|(?=[^0-9]+\Z))[ \t]*[|][ \t]*))(?=\S)",
    re.IGNORECASE,
)


_NAMED_ROW = re.compile(rf"{_ROW_WORD}[ _]?[0-9]{{1,4}}")
_NAMED_COLUMN = re.compile(
    r"(?:col(?:umn)?|spalte|kolom|kolumna?|colonn[ae]|columna|coluna|sloupec|sütun|столбец|стовпець"
    r"|열|列)[ _]?[0-9]{1,4}"
)
_OF_LINES = re.compile(
    rf"(?i){_ROW_WORD}|[cvkxy]|col\w*|spalte|kolom\w*|kolumn\w*|columna|coluna|sloupec|sütun"
    r"|столбец|стовпець|열|列"
)
"""Words before the number of a row or column."""

_CORNER = re.compile(rf"|tile|index|name|#|№|n[or][.]?|{_ROW_WORD}")
"""Heading of the numbers of rows."""

_CELL_SAID = re.compile(
    r"\w\[[0-9]+\](?:\[[0-9]+\])?[ \t]*[-+*^|]?=(?!=)|\w\[[0-9]+, ?[0-9]+\][ \t]*[-+*^|]?=(?!=)"
)
"""An assignment to a cell."""

(_NO_ROW, _BOXES, _BOX, _LETTERS, _PREFIX) = (
    re.compile(pattern)
    for pattern in (
        # a limit, or a size as data frames print it
        r"[≤≥]|[<>]=|\A\[?[0-9]+ x [0-9]+[ ]*\]?\Z",
        r"(?:\[(?:[^\]\[\s]?| )\][ \t]*)+|(?:\((?:[^\d()\s]?| )\)[ \t]*)+",
        r"[\[(](.?)[\])]",
        r"[^\W\d_]{2,}",
        # letters before the number of a row or column
        r"[^\W\d_]{1,9}[_ ]?(?=[0-9])",
    )
)
"""Parts of lines."""


class Row(NamedTuple):
    """A line of a text, split into possible cells.

    Attributes:
        kind: ``blank``, ``rule``, ``words``, ``odd``, or of a row: ``run``, ``cells``, ``boxes``,
            ``bars``, ``levels``.
        cells: its cells; of ``levels`` the runs.
        start: where the line begins; end: its end.
        label: the label in front; labelled: the row behind it.
        frame: the bars or marks between cells.
    """

    kind: str
    cells: tuple[Token, ...] = ()
    start: int = 0
    end: int = 0
    text: str = ""
    label: str = ""
    labelled: Any = None


def drawings_in(
    bare: str, text: str, *, matrix: bool = False, alone: bool = False
) -> list[FoundBoard]:
    """Return the boards drawn in the lines of a text, in order.

    Args:
        bare: the text with blanks for its comments.
        text: the text.
        matrix: whether a check matrix is wanted, so that two columns are no places.
        alone: whether words beside the board are passed over.

    Raises:
        FaultError: Where lines may draw another board.
    """
    rows, at = [], 0
    for line in bare.split("\n"):
        rows.append(row_of(line, at))
        at += len(line) + 1
    drawn = [k for k, row in enumerate(rows) if row.kind not in ("blank", "words")]
    table = [k for k in drawn if rows[k].text.strip(" \t,;")]
    for k in drawn:  # a spreadsheet may begin or end with lines of separators
        if table and not table[0] <= k <= table[-1]:
            rows[k] = rows[k]._replace(kind="blank")
    found: list[FoundBoard] = []
    block: list[Row] = []
    above: list[Row] = []
    title, claimed = "", None
    asides: list[tuple[int, int]] = []
    for row in [*rows, Row("blank", start=at, end=at)]:
        if row.kind not in ("blank", "words"):
            block.append(row)
            continue
        if block and any(one.kind != "rule" for one in block):
            head = above[-1] if above else None
            heading = head.text if head else ""
            # ``PUZZLE #1`` heads a solution to contest problem POJ 1222; a question heads none
            printed = re.fullmatch(r"\s*PUZZLE #[0-9]+\s*", heading) and len(block) == 5
            spoken = re.findall(r"[^\W\d]+", without_usual(heading))[: 0 if "?" in heading else 3]
            answer = next((word for word in spoken if names_answer(word)), "")
            name = "solution" if printed and len(block[0].cells) == 6 else answer
            shown = "output" in name.lower() and _CASES.search(bare[: block[0].start])
            if head and name and (shown or name.lower() not in ("press", "output")):
                asides.append((head.start, head.start + head.text.find(name) + len(name)))
            if found and name:
                block, above = [], []
                continue
            near = heading if head and head.end + 1 == block[0].start else ""
            boards = boards_in_rows(block, head if near else None, heading)
            said = sizes_in("\n".join(one.text for one in above))
            for k, board in enumerate(boards if not matrix else ()):
                # rows of numbers may list places: pairs, or row, column and colour
                cells = [cell for cell_row in board.rows for cell in cell_row]
                if board.shape in said or not all(
                    cell.kind == "cell" and cell.text.isdecimal() for cell in cells
                ):
                    continue
                pairs = board.shape[1] == 2 and len(set(board.words)) == board.shape[0]
                boards[k] = replace(board, pairs=pairs)
                refuse_coloured_places(board.words, cells[0].start)
            boxed = block[0].kind == "boxes" and block[0].text.strip()[0] in near + row.text
            refuse_if(
                boxed or _may_hold_row(near, boards[0]) or _may_hold_row(row.text, boards[0]),
                "words stand beside a row of the board",
                boards,
            )
            found += [replace(board, name=name, title=title, claimed=claimed) for board in boards]
            title, claimed, above = "", None, []
        block = []
        if row.kind == "words":
            above.append(row)
            claim = claim_in(row.text)
            claimed = claim if claim is not None else claimed
            if claim is None:
                title = row.text.lstrip(whitespace + "#>*-").rstrip(whitespace + ":*=")[:80]
    refuse_if(
        len(found) > 1 and any(len(board.rows) == 1 for board in found),
        "one row alone may be a part of a board",
        found,
    )
    heights, widths = ({board.shape[axis] for board in found} for axis in (0, 1))
    refuse_if(
        len(widths) == 1 < len(heights) and not any(board.title for board in found[1:]),
        "an empty line parts boards of unequal height",
        found[1:],
    )
    cell = _CELL_SAID.search(text) if found else None
    refuse_if(
        cell, "what the text says of a cell may change the board", cell.start() if cell else 0
    )
    if found and not alone:
        refuse_words(blank_at(text, asides), found)
    sizes = sizes_in(  # comments can state sizes, too
        "\n".join(text[row.start : row.end] for row in rows if row.kind in ("blank", "words"))
    )
    for board in found:
        refuse_sizes(board, sizes)
        refuse_counts(board, text if len(found) == 1 else "")
    kept = [board for board in found if not names_answer(board.name)]
    refuse_if(
        found and not kept,
        "the heading says that this is an answer, and no board",
        found,
    )
    titles = {board.title for board in kept}
    kinds = {re.split("[0-9]", title)[0].casefold() for title in titles}
    # boards of one numbered list are levels; "PUZZLE #1" is the heading of a contest's answer
    numbered = len(kinds) == 1 and len(titles) == len(kept) and all(
        kind not in ("", "puzzle #") and _LEVEL.fullmatch(kind) for kind in kinds
    )  # fmt: skip
    refuse_if(
        any(board.title for board in kept[1:])
        # a sentence below several boards may join them
        and not (numbered and all(len(row.text.split()) < 4 for row in above)),
        f"the text draws {len(kept)} boards: which one is meant? Give one of them",
        kept[1:],
    )
    return kept


def _may_hold_row(line: str, board: FoundBoard) -> bool:
    """Return whether a line of words may contain a row of a board, as cells or as one string.

    A word with one sign of anybody's among those of the board may be a row, too.
    """
    width, line = board.shape[1], _BOTH.sub(" ", line)
    seen = {cell.lower() for row in board.words for cell in row}
    long = any(len(cell) > 1 for cell in seen)
    words = re.findall(r"\w+" if long else rf"[^\s,;{_BARS}]+", line.lower())
    listed = bool(words) and sum(map(seen.__contains__, words)) >= max(len(words) - 3, width - 1, 2)
    signs = "|".join(map(re.escape, sorted(seen - {" "}, key=len)))
    found = re.findall(signs, line.lower())
    left = re.sub(r"[\W\d_]" if long else r"\s", "", re.sub(signs, "", line.lower()))
    signed = len(left) < 3 - (not long) and len(found) > (1 if long else max(width - 2, 1))
    run = not long and width > 2 and re.search(rf"(?:{signs}){{{width},}}", line.lower())
    return not (sizes_in(line) and not long) and (listed or signed or bool(run))


def row_of(line: str, at: int, *, plain: bool = False) -> Row:
    """Parse a line into a row; ``plain`` means not to look for a label in front."""
    body, end = line.strip(), at + len(line)
    start = at + len(line) - len(line.lstrip())
    if not body:
        return Row("blank", start=at, end=end, text=line)
    row = _unlabelled(body, start)._replace(start=at, end=end, text=line)
    label = None if plain else _LABEL.match(body)
    if label is None:
        return row
    rest = (
        line[: len(line) - len(line.lstrip())]
        + " " * label.end()
        + body[label.end() :].rstrip("| ")
    )
    inner = row_of(rest, at, plain=True)
    if inner.kind in ("blank", "words", "odd", "rule"):
        return row
    said = label["bullet"] or f"{label['word'].lower()}{label['number']}"
    mark = line[: len(line) - len(line.lstrip())] + "-" if label["bullet"] else said
    kind = "labelled" if row.kind in ("words", "odd") else row.kind
    return row._replace(kind=kind, label=mark, labelled=inner)


def _unlabelled(body: str, start: int) -> Row:
    if _NO_ROW.search(body):
        return Row("words")
    if _RULE.fullmatch(body) and (body.strip("-") or len(body) > 2):
        return Row("rule")
    if _BOXES.fullmatch(body) and len(_BOX.findall(body)) > 1:
        cells = tuple(
            Token("box", found[1].strip() or " ", start + found.start(1), start + found.end(1))
            for found in _BOX.finditer(body)
        )
        return Row("boxes", cells)
    if len(body) > 2 and body[0] in _BARS and body[-1] in _BARS:
        inner = _split(body[1:-1], start + 1, f"[{_BARS}]")
        if len(inner) == 1 and inner[0].text:
            framed = _parted(inner[0].text, inner[0].start)
            return framed._replace(kind=framed.kind if framed.kind in ("words", "odd") else "frame")
        return Row(
            "bars"
            if any(not cell.text or any(map(_is_cell, cell.text.split())) for cell in inner)
            or not _LETTERS.search(body)
            else "words",
            tuple(inner),
        )
    if len(body.split()) > 1 and body[0] in _BARS:
        inside = body[1:].lstrip()
        return _parted(inside, start + len(body) - len(inside))
    return _parted(body, start)


def _split(body: str, start: int, pattern: str) -> list[Token]:
    """Split text at separators, and strip blanks and quotes."""
    pieces, at = [], 0
    for found in [*re.finditer(pattern, body), None]:
        end = found.start() if found else len(body)
        piece = body[at:end]
        left = at + len(piece) - len(piece.lstrip())
        text = piece.strip()
        if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
            text, left = text[1:-1], left + 1
        if text[:1] == "*" == text[-1:] and text.strip("*").isalnum():
            text = text.strip("*")
        pieces.append(Token("cell", text, start + left, start + left + len(text)))
        at = found.end() if found else end
    return pieces


def _parted(body: str, start: int) -> Row:
    """Split a line into cells at marks or blanks; return a row, or a line of words."""
    if body[:1] == "[" and body[-1] == "]" and body.count("[") == 1:
        return _parted(body[1:-1].strip(), start + 1) if body[1:-1].strip() else Row("odd")
    inside = _INSIDE.findall(body)
    if len(inside) == 1 and _LETTERS.search(body):
        level, mark = inside[0]
        uneven = len(set(map(len, level.split(mark)))) > 1
        # do not ignore a line whose other characters could be a row
        odd = uneven or re.search(
            r"[01]{2,}[/|]|[/|][01]{2,}|[01]{3,}|[.#]{2,}", body.replace(level, " ")
        )
        cells = tuple(_split(level, start + body.index(level), re.escape(mark)))
        return Row("odd" if odd else "levels", cells)
    ended = body.rstrip()
    for mark in "|/;,\t":
        if mark not in ended:
            continue
        pieces = _split(ended, start, re.escape(mark))
        while len(pieces) > 1 and not pieces[-1].text and mark != "\t":
            pieces.pop()
        if len(pieces) == 1:
            continue
        runs = [piece.text for piece in pieces]
        lengths = {len(run) for run in runs}
        if (
            mark != "\t"
            and all(SIGN_RUN.fullmatch(run) and not _SPOKEN.search(run) for run in runs)
            and not VALUES.keys() & {*runs}
            and min(lengths) > 1
        ):
            return Row("levels" if len(lengths) == 1 else "odd", tuple(pieces))
        if mark in "|,;\t" and all(
            _is_cell(run) or re.fullmatch(r"[^\W\d]\w*", run) or not run for run in runs
        ):
            if _has_gap(ended, runs):
                return Row("odd")
            long = any(len(run) > 12 for run in runs) or (len(runs) < 3 and min(lengths) > 2)
            return Row("words" if long and not all(map(_is_cell, runs)) else "cells", tuple(pieces))
        if (len(runs) > 2 and sum(map(_is_cell, runs)) * 2 > len(runs)) or (
            mark == "/" and all(len(run) == 1 for run in runs)
        ):
            return Row("odd")
    ended = ended.rstrip(" \t;,") or ended
    words = [
        Token("cell", found[0].strip("\"',;"), start + found.start(), start + found.end())
        for found in re.finditer(r"\S+", ended)
    ]
    texts = [word.text for word in words]
    if len(words) == 1:
        only = texts[0]
        if re.fullmatch("[A-NP-WYZ][.]", only):
            return Row("words", tuple(words))
        if SIGN_RUN.fullmatch(only) and not _SPOKEN.search(only):
            shift = words[0].start + (ended[0] in "\"'")
            return Row("run", runs_of([Token("sign", only, shift, shift)])[0])
        return Row(
            "cells" if _is_cell(only) else "words" if _LETTERS.search(body) else "odd",
            tuple(words),
        )
    if all(map(_is_cell, texts)):
        return Row("odd" if _has_gap(ended, texts) else "cells", tuple(words))
    if all(map(SIGN_RUN.fullmatch, texts)) and not _SPOKEN.search(body):
        return Row("odd", tuple(words))
    if texts[-1] == "=" and len(texts) == 2:
        return Row("words", tuple(words))
    named = (
        len(texts) > 2
        and re.fullmatch(r"[A-Za-z]{1,4}[_-]?[0-9]{1,3}", texts[0])
        and all(map(_is_cell, texts[1:]))
    )
    spoken = _LETTERS.search(body) is not None
    labelled = _counting(texts) or (not spoken and _LABELLED.fullmatch(body) is not None)
    kind = "words" if spoken or re.match(r"[A-Za-z]\w*\s*[:=]\s*[0-9]+\Z", body) else "odd"
    return Row("cells" if named or (len(texts) > 1 and labelled) else kind, tuple(words))


def _has_gap(body: str, cells: list[str]) -> bool:
    """Return whether a gap between symbols is over 2 blanks wider than another (two boards)."""
    body = body[1:].lstrip() if body[0] in "FTft" else body  # skip a letter that precedes the row
    gaps = [len(gap) for gap in re.findall(r"(?<=[^\s,;])[,;]?( *)(?=[^\s,;])", body)]
    return {*map(len, cells)} == {1} and max(gaps, default=0) > 2 + min(gaps, default=0)


(_SPOKEN, _INSIDE, _LABELLED) = (
    re.compile(pattern)
    for pattern in (
        # three letters of another script, all different: a word, and no row
        r"([^\x00-\x7f\W\d_])(?!\1)([^\x00-\x7f\W\d_])(?!\1|\2)[^\x00-\x7f\W\d_]",
        # a board inside a sentence
        (
            r"(?<!\S)((?:[01]{3,}|[.#]{3,})(?:([/|])(?:[01]{3,}|[.#]{3,}))(?>(?:\2(?:[01]{3,}"
            r"|[.#]{3,}))*))(?!\S)"
        ),
        r"[A-Za-z0-9](?:[ \t]++[-#.*_~A-Za-z0-9])++",
    )
)
"""Words and rows in a line."""


@lru_cache(maxsize=4096)
def _is_cell(text: str) -> bool:
    return (
        (len(text) == 1 and (SIGN_RUN.fullmatch(text) is not None))
        or ANY_NUMBER.fullmatch(text) is not None
        or text.lower() in VALUES
    )


def boards_in_rows(
    block: Sequence[Row], head: Row | None = None, heading: str = "", *, presses: bool = False
) -> list[FoundBoard]:
    """Return the boards drawn in consecutive lines: one board, or one in each line.

    Args:
        block: the lines.
        head: words in the line above.
        heading: the last words above.
        presses: whether they are presses, which may be one row, and rows of marks like ``___``.

    Raises:
        FaultError: Where they may be read otherwise, at the place.
    """
    rules = [row for row in block if row.kind == "rule"]
    drawn = [row for row in block if row.kind != "rule"]
    wide = {len(row.cells) for row in drawn if row.kind in ("run", "cells")}
    wide |= {len(row.text.strip()) for row in drawn if row.kind == "cells"}
    for rule in rules:
        signs = "".join(rule.text.split())
        refuse_if(
            not signs.strip("-") and len(signs) in wide,
            "a line of dashes is a row or a rule",
            rule,
        )
        refuse_if(
            re.fullmatch(r"\s*\|(?:\s*-\s*\|)+\s*", rule.text)
            and not _counting([c.text for c in drawn[0].cells]),
            "a line of dashes is a row or a rule",
            rule,
        )
    sized = _without_size(drawn, heading)
    drawn, head = (drawn, head) if sized is drawn else (sized, None)
    drawn = _without_labels(drawn)
    for row in drawn:
        of_signs = re.fullmatch(r"[^\w\[\]{}()'\",;]{3,}", row.text.strip())
        refuse_if(
            row.kind in ("odd", "labelled"),
            f"this line is no row of a board: '{row.text.strip()[:40]}'"
            f"{'; ' + ways_to_say(row.text) if of_signs else ''}",
            row,
        )
        first = [cell.text for cell in drawn[0].cells]
        refuse_if(
            row.kind != drawn[0].kind,
            "a number stands above the rows: give the number and all rows, without words"
            if len(first) == 1 and first[0].isdecimal()
            else "rows of two kinds stand one below another",
            row,
        )
    kinds = {drawn[0].kind}
    inside = [row for row in block[2:-1] if re.fullmatch(r"\s*[=─━═~_]{3,}\s*", row.text)]
    halves = kinds == {"levels"} and all(len(row.cells) == 2 for row in drawn)
    refuse_if(
        (inside and kinds <= {"run", "cells"} and not presses)
        or (halves and (len(drawn) > 2 or (len(drawn) > 1 and "," in drawn[0].text))),
        "a mark between rows may part two boards",
        inside or drawn,
    )
    if kinds == {"levels"}:
        return [
            FoundBoard(
                runs_of(row.cells),
                row.cells[0].start,
                row.cells[-1].end,
                kind="drawing",
                form="lines",
            )
            for row in drawn
        ]
    refuse_if(
        kinds == {"frame"} and not rules and len(drawn[0].cells) < 2,
        "bars stand beside rows that are no table",
        drawn,
    )
    drawn = _without_head(drawn, head)
    cells = [row.cells for row in drawn]
    check_lengths(cells)
    seen = {cell.text for row in cells for cell in row} - {""}
    if kinds == {"bars"} and len(rules) > len(drawn) > 1:
        cells = [tuple(cell._replace(kind="box") for cell in row) for row in cells]
    framed = kinds == {"bars"} and len(seen) == 1 and seen <= {*"#*■OXxo█●★✓✔💡🟨"}
    if framed:  # boxes mark the lit cells, so empty cells are off
        cells = [tuple(cell._replace(text=cell.text or " ") for cell in row) for row in cells]
    for cell in () if framed else (cell for row in cells for cell in row):
        refuse_if(
            not cell.text,
            "a cell is missing: it may be off or a hole",
            cell,
        )
        refuse_if(
            kinds != {"boxes"} and not _is_cell(cell.text),
            f"no cell of a board: '{cell.text[:30]}'; --legend 'X=on .=off #=hole' says what signs "
            "mean",
            cell,
        )
    refuse_if(
        len({len(cell.text) + cell.end - cell.start for row in cells for cell in row}) > 1
        and (kinds == {"boxes"}),
        "some boxes are empty, and some hold a blank",
        drawn,
    )
    refuse_if(
        len(cells) < 2 and (kinds != {"bars"} or not rules) and not presses,
        "one row alone may be a part of a board",
        drawn,
    )
    words = kinds == {"boxes"} or cells[0][0].text.lower() in VALUES
    return [FoundBoard(
        tuple(cells), block[0].start, block[-1].end, kind="drawing",
        form="words" if words else "board",
    )]  # fmt: skip


def _without_labels(rows: list[Row]) -> list[Row]:
    """Remove labels from rows if all have consecutive numbers or equal bullets."""
    labels = [row.label for row in rows]
    head = [cell.text for cell in rows[0].cells]
    if len(rows) > 2 and not labels[0] and all(labels[1:]) and _counting(head):
        body = _without_labels(rows[1:])
        if body[0].kind == "cells" and {len(row.cells) for row in body} == {len(head)}:
            return body
    if not all(labels):
        return rows
    counted = [int(found[0]) for label in labels if (found := re.search(r"[0-9]+\Z", label))]
    words = {re.sub(r"[0-9]+\Z", "", label) for label in labels}
    signs = {cell.text for row in rows for cell in row.cells[1:]}
    if not counted and rows[0].kind == "cells" and not all(map(str.isdecimal, signs)):
        return rows  # the labels are cells, not bullets
    in_order = any(counted == [k + first for k in range(len(labels))] for first in (0, 1))
    alike = len(words) == 1 and (not counted or (in_order and len(rows) > 1))
    return [row.labelled._replace(label=row.label) for row in rows] if alike else rows


_BOTH = re.compile(rf"(?i)\((?:{STATE})[ ]?/[ ]?(?:{STATE})\)")
"""Both words for lights, named together."""

_LEVEL = re.compile(rf"[\W_]*(?:(?:{words_for('labels', 'levels')})[\W_]*)*")
"""What stands before the number of a level."""

_CASES = re.compile(r"(?i)\b(?:input|cases?|tests?|puzzles|입력)\b|入力|输入|입력|样例|样本")
"""A heading above the number of boards."""


def _without_size(rows: list[Row], heading: str) -> list[Row]:
    """Remove a first line that states the board's size, or ``1`` as the number of boards."""
    size = [cell.text for cell in rows[0].cells]
    height, width = len(rows) - 1, len(rows[-1].cells)
    if size == ["1"] and _CASES.search(heading) and width > 1 < height:
        return _without_size(rows[1:], "")
    # two numbers above rows of two cells may be coordinates, not a size
    both = (
        rows[0].kind == "cells"
        and size == [str(height), str(width)]
        and (width != 2 or rows[-1].kind != "cells")
    )
    return rows[1:] if both or size == [str(width)] == [str(height)] != ["1"] else rows


def _without_head(rows: list[Row], words: Row | None) -> list[Row]:
    """Remove column names above rows and row numbers in front of them.

    Raises:
        FaultError: Where words above rows may be names of columns, and rows are not counted.
    """
    if rows[0].kind not in ("cells", "bars") or rows[0].label:
        return rows
    head = [cell.text for cell in rows[0].cells]
    body, first = rows[1:], [row.cells[0].text.lower() for row in rows]
    parted = [part.strip() for part in re.split(r"[,;\t]", words.text.strip())] if words else []
    refuse_if(
        any(_NAMED_ROW.fullmatch(cell.lower()) for cell in [*head[1:], *parted[1:]])
        or (rows[1:] and all(map(_NAMED_COLUMN.fullmatch, first[1:]))),
        "the names beside the cells say that rows are columns",
        rows,
    )
    above = [head, re.findall(r"[^\s,;|]+", words.text) if words else []]
    refuse_if(
        any(len(one) > 1 and one[0][:1].isalpha() and _counting(one[::-1]) for one in above),
        "the columns are counted backwards",
        rows,
    )
    if len(rows) > 1 and all(map(_NAMED_ROW.fullmatch, first)) and _counting(first):
        return [row._replace(cells=row.cells[1:]) for row in rows]
    counted = len(body) > 1 and _counting([row.cells[0].text for row in body])
    margins = [row.cells[0].start - row.start for row in rows]
    if rows[0].kind == "bars" and not "".join(head) and len(body) > 1:
        return body
    corner = _CORNER.fullmatch(head[0].lower()) is not None
    counted = counted and (corner or margins[0] > min(margins))
    widths = {len(row.cells) for row in body}
    unlabelled = [row._replace(cells=row.cells[1:]) for row in body]
    if counted and (
        (widths == {len(head) + 1} and _counting(head))
        or (corner and widths == {len(head)} and _counting(head[1:]))
    ):
        return unlabelled
    if widths == {len(head)} and len(body) > 1 and _counting(head) and head[0][0].isalpha():
        return body
    if words is not None and rows[0].kind == "cells":
        names = re.findall(r"[^\s,;]+", words.text)
        width = len(rows[0].cells)
        counted = len(rows) > 1 and _counting([row.cells[0].text for row in rows])
        margin = len(words.text) - len(words.text.lstrip())
        # with two rows, the 0 and 1 in front may be lights and not row numbers
        beside = (margin > min(margins) and len(rows) > 2) or _counting(names)
        if counted and (
            (len(names) == width - 1 and beside) or (len(parted) == width and _counting(parted[1:]))
        ):
            return [row._replace(cells=row.cells[1:]) for row in rows]
        refuse_if(
            counted and len(names) == width and not words.text.rstrip().endswith((":", "=", ".")),
            "the words above the rows may name their columns",
            words,
        )
    return rows


def _counting(cells: Sequence[str]) -> bool:
    """Return whether cells are in counting order: 0, 1; 1, 2; A, B; a, b; or top, bottom."""
    prefix = _PREFIX.match(cells[0]) if len(cells) > 1 else None
    if prefix and not _OF_LINES.fullmatch(prefix[0].strip("_ ")):
        return False
    if prefix and all(cell.startswith(prefix[0]) for cell in cells):
        cells = [cell[prefix.end() :] for cell in cells]
    many = range(len(cells))
    letters = [[chr(first + k) for k in many] for first in (65, 97)] if len(cells) > 1 else []
    named = re.fullmatch(
        "top (?:mid(?:dle)? )?bottom|left (?:mid(?:dle)? )?right", " ".join(cells).lower()
    )
    numbers = [[str(first + k) for k in many] for first in (0, 1)]
    return named is not None or list(cells) in numbers + letters
