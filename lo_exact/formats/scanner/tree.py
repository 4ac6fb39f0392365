"""Brackets of a text as a tree, and the nested lists that they hold.

A bracket has a value if it is a list of lists of one depth.  Its items are parted by the strongest
separator in it: ``;`` and backslashes, bars inside ``[| |]``, then line ends (of an outer bracket
without commas), then commas, then blanks.  What is called with an array and gives it as it is, is
looked through.  Brackets that do not pair make no tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lo_exact.formats.scanner.tokens import Token

DEEPEST = 24
"""Brackets inside each other; a text of more is not looked into."""

PAIRS = {"[": "]", "{": "}", "(": ")", "[|": "|]", "\ue000": "\ue001"}

MAKERS = re.compile(
    r"(?:[\w.]*\.)?(?:array2d|array|asarray|Array|ArrayList|\w*[aA]rrayOf|listOf|mutableListOf|list|List|Vec"
    r"|vec!|Vector|vector|tuple|Tuple|matrix|Matrix|tensor|Tensor|constant|c|rbind|of|asList|Seq|quote"
    r"|new|Bool|Boolean|Int|Int64|Int32|UInt8|u8|u16|u32|i8|i32|i64|int|bool|boolean|byte|char|short"
    r"|String|string|GF|Array2D|array2D|DenseMatrix|BitMatrix|\#[0-9]?[Aa]?|%[wi]|&|std)"
)
"""Words before a bracket that only say what kind of array it is."""

NUMBER = re.compile(r"[0-9]+(?:\.0*)?(?:[eE][-+]?0+)?[uUlL]?", re.ASCII)
ANY_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?[uUlLfF]?", re.ASCII)
VALUES = {
    "true": 1, "t": 1, "on": 1, "yes": 1, "y": 1, "z(2)^0": 1,
    "false": 0, "f": 0, "off": 0, "no": 0, "n": 0, "0*z(2)": 0,
    "null": -1, "none": -1, "nil": -1, "undefined": -1,
}  # fmt: skip
"""What words among cells mean; -1 is no light."""

_KEYWORDS = ("dtype", "copy", "order", "device", "ndmin", "requires_grad", "nrow", "ncol", "byrow",
             "data")  # fmt: skip
_FIELDS = re.compile(r"GF|ZZ|QQ|GF2|Zmod|Integers")
_SIGN = re.compile(r"[#.*TF]|[^\x00-\x7f]")


@dataclass(eq=False)
class Bracket:
    """A bracket: its mark, where it begins and ends, and the tokens and brackets in it."""

    mark: str
    start: int
    end: int = 0
    parent: Bracket | None = None
    items: list[Token | Bracket] = field(default_factory=list)
    before: int = 0

    def brackets(self) -> list[Bracket]:
        """Return the brackets directly inside."""
        return [item for item in self.items if isinstance(item, Bracket)]


@dataclass
class Listed:
    """A list of a text: items are cells (tokens) or lists of one depth.

    Attributes:
        items: cells or lists.
        start: where it begins; end: behind its end.
        depth: 1 for a list of cells.
        mark: its opening bracket; ``""`` for a row without one.
        commas: whether commas part the cells.
        said: what a call says of it: nrow, ncol, byrow, sizes of array2d.
    """

    items: list[Token] | list[Listed]
    start: int
    end: int
    depth: int
    mark: str = ""
    commas: bool = True
    said: dict[str, str] = field(default_factory=dict)


def tree_of(found: list[Token]) -> tuple[Bracket, int | None]:
    """Return the whole text as a bracket without mark, and where brackets do not pair, if so."""
    root = here = Bracket("", 0)
    depth = 0
    for token in found:
        if token.kind == "open":
            inner = Bracket(token.text, token.start, parent=here, before=len(here.items))
            here.items.append(inner)
            here, depth = inner, depth + 1
            if depth > DEEPEST:
                return root, token.start
        elif token.kind == "close":
            if here.parent is None or PAIRS[here.mark] != token.text:
                return root, token.start
            here.end = token.end
            here, depth = here.parent, depth - 1
        elif token.kind != "comment":
            here.items.append(token)
    root.end = found[-1].end if found else 0
    return root, None if here is root else here.start


def is_index(item: Token | Bracket) -> bool:
    """Return whether a bracket is empty or has one word: an index, a type, a declared size."""
    if not isinstance(item, Bracket) or item.mark != "[":
        return False
    inside = [one for one in item.items if not (isinstance(one, Token) and one.text == ",")]
    if not all(isinstance(one, Token) and one.kind == "atom" for one in inside):
        return False
    return len(inside) < 2 or (len(inside) < 4 and _is_declared(item))


def _is_declared(bracket: Bracket) -> bool:
    """Return whether numbers in a bracket are sizes: a word stands before it, ``{`` or ``=`` behind."""
    if bracket.parent is None or not bracket.before:
        return False
    items = bracket.parent.items
    before = items[bracket.before - 1]
    behind = items[bracket.before + 1] if bracket.before + 1 < len(items) else None
    if isinstance(before, Bracket) or before.kind != "atom" or before.end != bracket.start:
        return False
    return (isinstance(behind, Bracket) and behind.mark == "{") or (
        isinstance(behind, Token) and behind.text == "="
    )


def list_of(bracket: Bracket) -> Listed | None:
    """Return the list in a bracket; None where it holds something else."""
    maker = _maker(bracket)
    items, said = bracket.items, {}
    if bracket.mark == "(" and maker:
        arguments = _arguments(items, maker)
        if arguments is None:
            return None
        items, said = arguments
    if any(isinstance(item, Token) and item.kind in ("mark", "broken") for item in items):
        return None
    commas = any(isinstance(item, Token) and item.text == "," for item in items)
    nested = any(isinstance(item, Bracket) for item in items)
    marks = {item.text for item in items if isinstance(item, Token) and item.kind == "separator"}
    inner = bracket.parent is not None and bracket.parent.mark not in ("", "{", "(")
    if marks & {";", "\\\\"} or (bracket.mark == "[|" and "|" in marks):
        value = _rows_of(bracket, items, (";", "\\\\") if marks & {";", "\\\\"} else ("|",))
    elif "\n" in _kinds(items) and not (commas or nested or inner) and bracket.mark != "(":
        value = _rows_of(bracket, items, ("\n",))
    else:
        value = _row_of(items, bracket, "," if commas else "&" if "&" in marks else "")
    if value is None:
        return None
    value.mark, value.said, value.start, value.end = bracket.mark, said, bracket.start, bracket.end
    if maker and maker.startswith("%"):
        value.items = [cell._replace(kind="string") for cell in value.items]  # type: ignore[union-attr]
    if bracket.mark == "(" and value.depth > 1 and len(value.items) == 1:
        only = value.items[0]
        assert isinstance(only, Listed)
        only.said |= said
        return only
    return value


def _kinds(items: list[Token | Bracket]) -> set[str]:
    """Return ``\\n`` where lines end between cells."""
    ends = [k for k, item in enumerate(items) if isinstance(item, Token) and item.kind == "end"]
    inside = [k for k, item in enumerate(items) if not (isinstance(item, Token) and item.kind == "end")]
    return {"\n"} if inside and any(inside[0] < k < inside[-1] for k in ends) else set()


def _parts(
    items: list[Token | Bracket], marks: tuple[str, ...]
) -> list[list[Token | Bracket]]:
    parts: list[list[Token | Bracket]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.text in marks and item.kind in ("separator", "end"):
            parts.append([])
        elif not (isinstance(item, Token) and item.kind == "end"):
            parts[-1].append(item)
    return parts


def _rows_of(
    bracket: Bracket, items: list[Token | Bracket], marks: tuple[str, ...]
) -> Listed | None:
    """Return rows; rows of one item each are one row, unless they stand in a lone ``[ ]``."""
    parts = _parts(items, marks)
    if marks == ("\n",) or not parts[-1]:
        parts = [part for k, part in enumerate(parts) if part or (marks != ("\n",) and k < len(parts) - 1)]
    if marks == ("|",):
        parts = [part for part in parts if part]
    rows = []
    for part in parts:
        commas = any(isinstance(item, Token) and item.text == "," for item in part)
        row = _row_of(part, bracket, "," if commas else "&" if marks != ("\n",) and any(
            isinstance(item, Token) and item.text == "&" for item in part) else "")
        if row is None:
            return None
        rows.append(row)
    if rows and marks != ("|",) and all(len(row.items) == 1 for row in rows):
        single = [row.items[0] for row in rows]
        if rows[0].depth > 1 or bracket.mark == "[|" or bracket.parent is None or bracket.parent.mark:
            return Listed(single, rows[0].start, rows[-1].end, rows[0].depth)  # type: ignore[arg-type]
    if not rows or any(row.depth != 1 for row in rows):
        return None
    return Listed(rows, rows[0].start, rows[-1].end, 2)


def _row_of(items: list[Token | Bracket], bracket: Bracket, mark: str) -> Listed | None:
    """Return the items of one list, parted by commas, ``&`` or blanks."""
    items = [item for item in items if not (isinstance(item, Token) and item.kind == "end")]
    values: list[Token | Listed] = []
    if mark:
        parts = _parts(items, (mark,))
        if len(parts) > 1 and not parts[-1]:
            parts.pop()
        if not all(parts):
            return None
        for part in parts:
            one = _items(part)
            if one is None or len(one) != 1:
                return None
            values += one
    else:
        found = _items(items)
        if not found:
            return None
        values = found
    depths = {value.depth if isinstance(value, Listed) else 0 for value in values}
    if len(depths) > 1:
        return None
    start = values[0].start
    return Listed(values, start, values[-1].end, depths.pop() + 1, commas=mark == ",")  # type: ignore[arg-type]


def _items(items: list[Token | Bracket]) -> list[Token | Listed] | None:
    """Return cells and lists of a sequence without separators; None where something else stands."""
    values: list[Token | Listed] = []
    k = 0
    while k < len(items):
        item = items[k]
        if isinstance(item, Bracket):
            if is_index(item) and k + 1 < len(items) and (
                isinstance(items[k + 1], Bracket)
                or MAKERS.fullmatch(getattr(items[k + 1], "text", ""))
            ) and items[k + 1].start == item.end:  # fmt: skip
                k += 1  # a type: [3]int{..}
                continue
            value = list_of(item)
            if value is None:
                return None
            values.append(value)
        elif item.kind == "atom" and any(isinstance(one, Bracket) for one in items[k + 1 :]) and (
            MAKERS.fullmatch(item.text)
        ):
            pass
        elif item.kind == "string" or (item.kind == "atom" and is_cell(item.text)):
            values.append(item)
        else:
            return None
        k += 1
    return values


def is_cell(text: str) -> bool:
    """Return whether a word may be a cell: a number, true or false, a sign."""
    return (
        ANY_NUMBER.fullmatch(text) is not None
        or (len(text) > 1 and text.lower() in VALUES)
        or _SIGN.fullmatch(text) is not None
    )


def _maker(bracket: Bracket) -> str:
    """Return the word directly in front of a bracket that makes an array of it."""
    if bracket.parent is None or not bracket.before:
        return ""
    word = bracket.parent.items[bracket.before - 1]
    if isinstance(word, Bracket) or word.kind != "atom" or word.end != bracket.start:
        return ""
    return word.text if MAKERS.fullmatch(word.text) else ""


def _arguments(
    items: list[Token | Bracket], maker: str
) -> tuple[list[Token | Bracket], dict[str, str]] | None:
    """Return the arguments of a call that are its array, and what the others say of it."""
    said: dict[str, str] = {}
    kept: list[list[Token | Bracket]] = []
    sizes: list[str] = []
    parts = [part for part in _parts(items, (",",))]
    lists = [part for part in parts if any(isinstance(item, Bracket) for item in part)]
    for part in parts:
        words = [item.text for item in part if isinstance(item, Token)]
        if len(words) > 1 and words[1] == "=":
            if words[0] not in _KEYWORDS:
                return None
            if words[0] == "data":
                kept.append(part[2:])
            else:
                said[words[0]] = words[2] if len(words) > 2 else ""
        elif part and lists and isinstance(part[0], Token) and _FIELDS.fullmatch(part[0].text):
            continue
        elif len(lists) == 1 and len(words) == len(part) == 1 and part not in lists:
            sizes.append(words[0])
        else:
            kept.append(part)
    if sizes:
        said["sizes"] = " ".join(sizes)
    joined: list[Token | Bracket] = []
    for k, part in enumerate(kept):
        if k:
            joined.append(Token("separator", ",", part[0].start if part else 0, 0))
        joined += part
    return joined, said
