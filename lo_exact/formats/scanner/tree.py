r"""Tokens of a text, the tree of its brackets, and the nested lists in the brackets.

An atom is a longest run without structural characters (``#.#``, ``010``, ``1.0e+00``, ``xx-x``).
Whether it is a number, a word or signs is decided by its whole board.  ``#``, ``--`` and ``;`` may
be signs of a board: they begin a comment only where a blank follows, and later in the line a word.
A string or comment that does not end takes the rest of its line or of the text, and is broken.
Each character is looked at once.

A bracket has a value if it is a list of lists of one depth.  Its items are parted by the strongest
separator in it: ``;`` and backslashes, bars inside ``[| |]``, then line ends (of an outer bracket
without commas), then commas, then blanks.  What is called with an array and gives it as it is, is
looked through.  Brackets that do not pair make no tree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any, NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t]+|\.\.\.[ \t]*(?:%[^\n]*)?\n|\\[A-Za-z]+(?:\{[^}\n]{0,99}\})?|\\[\[\](),!]
        |'(?=\((?![^'\n]{0,200}\)'))|&(?=[\[{])|@(?=[\[({])|\#(?=\()|\$(?=[\\\n]|\Z))
    | (?P<end>\n)
    | (?P<remark>(?<!\()(?:\#+|--+|(?<!\S);+)(?=[ \t]+[^\s|])|(?<!;);;+)
    | (?P<comment>//[^\n]*|(?<![.\#*_~-])/\*[\s\S]*?(?:\*/|\Z)
        |%(?![wi][\[(])[^\n]*|\#include[^\n]*|\#![/\[][^\n]*|<\?php)
    | (?P<string>\"{3}[\s\S]*?(?:\"{3}|\Z)|'{3}[\s\S]*?(?:'{3}|\Z)
        |`[^`]*+`?|"(?:[0-9.\#*xXoO \t]*\n)+[0-9.\#*xXoO \t]*"
        |"(?:[^"\\\n]|\\.)*+"?|(?<![\w\])}])'(?:[^'\\\n]|\\.)*+'?)
    | (?P<atom>0\*Z\(2\)|Z\(2\)\^0)
    | (?P<open>\[\||[\[({]|\uE000)
    | (?P<close>\|\]|[\])}]|\uE001)
    | (?P<separator>\\\\|[,;|&])
    | (?P<mark>=>|<-|:=|->|[=!<>]=|::|[=:<>])
    | (?P<word>(?:(?!<-|->|//|/\*)[^\s\[\](){},;|&\\"'`=:<>\uE000\uE001])+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
SPEAKS = re.compile(r"[^\W\d_xXoO]")
"""A letter that is no sign of a light."""

(_LETTER, _CELL, _ALONE) = (
    re.compile(pattern)
    for pattern in (
        r"[^\W\d_]",
        r"""[0-9]|["'][^"'\n]+["']|\.\#|\#\.|[^\x00-\x7f─-╿]""",
        r"(?<!\S)[#.*](?!\S)",
    )
)
"""A letter, a cell, and a sign alone."""

_VALUE = r"(?:(?i:true|false|on|off|yes|no)|[TF]|[0-9]+)"
_VALUES_ALONE = re.compile(rf"[^\w=:]*{_VALUE}(?:[^\w=:]+{_VALUE})+[^\w=:]*")
_LATEX = re.compile(
    r"\\begin\{((?:[pbvBV]|small)?matrix|array|tabular)\}(?:\{[^}\n]{0,99}\})?|"
    r"\\end\{((?:[pbvBV]|small)?matrix|array|tabular)\}"
)


class Token(NamedTuple):
    """A piece of text: kind, characters (for strings without quotes), position."""

    kind: str
    text: str
    start: int
    end: int


def with_brackets(text: str) -> str:
    r"""Return a text with a bracket character for each ``\begin{matrix}`` and ``\end{matrix}``.

    Offsets from a light to itself and its four neighbours, which every puzzle has, become blanks.
    """
    text = _OFFSETS.sub(partial(_without_plus, text), text, count=8) if "-1" in text else text
    return _LATEX.sub(lambda found: ("\ue000" if found[1] else "\ue001").rjust(len(found[0])), text)


_STEP = r"[\[({]\s*+-?[01]\s*+,\s*+-?[01]\s*+[\])}]"
_FIVE = r"((?:\s*+-?[01]\s*+,?){5})"
_OFFSETS = re.compile(
    r"(?im)(?:(?<![\w.])(?P<name>(?:\w{1,20}_)?(?:dirs?|directions?|deltas?|offsets?|neighbou?rs?"
    r"|nbrs?|steps?|shifts?|cross|plus|around|dxdy|drdc|d))(?:\[[0-9]?\]){0,2}[\"']?"
    r"(?:[ ]?:[^=\n\[({]{1,40}(?:\[\])*)?[ ]*+(?::?=|<-|:)[ ]*+(?:new[ ]\w+(?:\[\])+[ ]*+)?"
    rf"|\b(?:in|of)[ ]+)(?P<pairs>[\[({{]\s*+{_STEP}(?:\s*+[,;]\s*+{_STEP}){{4}}"
    r"\s*+[,;]?\s*+[\])}])"
    r"(?=(?:[ ]as const)?[ ]*+[;,]?[ ]*+(?:$|\#|//|--)|\)?[ ]*+(?:[:{]|do\b))"
    rf"|(?<![\w.])(?P<one>d_?[xric]\w{{0,3}})(?:\[5?\])?[ ]*+=[ ]*+[\[{{]{_FIVE}[\]}}][;,]?\s+"
    r"(?:[a-z]+(?:\[\])?[ ]+){0,5}(?P<other>d_?[yjcr]\w{0,3})(?:\[5?\])?[ ]*+=[ ]*+"
    rf"[\[{{]{_FIVE}[\]}}](?=[;,]?[ ]*+$)"
)
"""Offsets that a press reaches, under a usual name or in a loop."""


def _without_plus(text: str, found: re.Match[str]) -> str:
    """Blank out a list of neighbour offsets if it states the plus rule and only loops use it."""
    numbers = re.findall("-?[01]", found["pairs"] or f"{found[4]} {found[6]}")
    axes = (numbers[::2], numbers[1::2]) if found["pairs"] else (numbers[:5], numbers[5:])
    names = "|".join(filter(None, found.group("name", "one", "other"))) or "(?!)"
    changed = re.findall(
        rf"(?<!\bin )(?<!\bof )(?<!: )\b(?:{names})\b"
        rf"|\b(?:{names})\b(?!\)?[ ]*(?:[:{{\n]|do\b|\Z))",
        text,
    )
    plus = [("-1", "0"), ("0", "-1"), ("0", "0"), ("0", "1"), ("1", "0")]
    usual = sorted(zip(*axes, strict=True)) == plus and len(changed) < 2 + names.count("|")
    return re.sub(r"[^\n]", " ", found[0]) if usual else found[0]


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text in order, without blanks."""
    found: list[Token] = []
    at, match = 0, _TOKEN.match
    line_end = spoken = code = -1  # positions in a comment's line: end, last letter, last bracket
    while at < len(text):
        here = match(text, at)
        assert here is not None
        kind, end = here.lastgroup or "", here.end()
        if kind == "remark":
            if end > line_end:
                line_end = (text.find("\n", end) + 1 or len(text) + 1) - 1
                letters = SPEAKS.finditer(text, end, line_end)
                spoken = max((found.start() for found in letters), default=-1)
                code = max(text.rfind(sign, end, line_end) for sign in "[](){}=")
            if spoken >= end and not (text[at] == ";" and code >= end):
                kind, end = "comment", line_end
            else:
                kind = "separator" if text[at] == ";" else "atom"
                end = at + 1 if kind == "separator" else end
        if kind == "comment" and (
            (
                _VALUES_ALONE.fullmatch(text, at, end)
                if _LETTER.search(text, at, end)
                else _CELL.search(text, at, end)
            )
            or (text[at] == "#" and len(_ALONE.findall(text, at, end)) > 2)
        ):
            kind = "broken"  # the comment may contain rows of a board
        if kind == "string":
            found.append(_string(text, at, end))
        elif kind != "blank":
            found.append(Token("atom" if kind == "word" else kind, text[at:end], at, end))
        at = end
    return found


_QUOTED = re.compile(r"""((?>"{3}|'{3}|["'`]))([\s\S]*)\1""")


def _string(text: str, start: int, end: int) -> Token:
    """Return a string token without its quotes; an unterminated one is marked broken."""
    whole = _QUOTED.fullmatch(text, start, end)
    if whole is None:
        return Token("broken", text[start:end], start, end)
    inside = re.sub(
        r"\\(\s+\\|.|\n)",
        lambda found: {"n": "\n"}.get(
            found[1], "" if found[1].isspace() or len(found[1]) > 1 else found[1]
        ),
        whole[2],
    )
    return Token("string", inside, start, end)


DEEPEST = 24
"""Brackets inside each other; a text of more is not looked into."""

LONGEST_INDEX = 8
"""Words and commas in an index."""

PAIRS = {"[": "]", "{": "}", "(": ")", "[|": "|]", "\ue000": "\ue001"}

MAKERS = re.compile(
    r"(?:(?!(?i:\w*(?:solution|answer|press|inver[st]|goal|target|flip|xor)))[\w.]*\.)?(?:array2d|"
    r"array|asarray|Array|ArrayList|\w*[aA]rrayOf|listOf|mutableListOf"
    r"|list|List|Vec"
    r"|vec!|Vector|vector|tuple|Tuple|matrix|Matrix|tensor|Tensor|constant|c|rbind|of|asList|Seq"
    r"|quote"
    r"|Packed\w*Array|new|Bool|Boolean|Int|Int64|Int32|UInt8|logical|mat|[iu][0-9]{1,2}|int|bool"
    r"|boolean|byte|char|short"
    r"|String|string|GF|Array2D|array2D|DenseMatrix|BitMatrix|DataFrame|\#[0-9]*[Aa]|%[wi]"
    r"|qw|&|std|\.)"
)
"""Words before a bracket that only say what kind of array it is."""

_TYPE = r"(?:[uUlLfF]|[uU][lL]|_?[iuf](?:8|16|32|64|128|size))?"
"""What a language writes behind a number to say its type."""

NUMBER = re.compile(rf"([0-9]+)(?:\.0*)?(?:[eE][-+]?0+)?{_TYPE}", re.ASCII)
ANY_NUMBER = re.compile(
    rf"[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?{_TYPE}|0b[01]+|B[01]{{4,}}", re.ASCII
)
STATES = (
    "off on|unlit lit|dark lit|dark bright|dark glowing|dark shining|extinguished burning"
    "|extinguished burns"
    "|unlighted lighted"
    "|aus an|aus ein|éteint allumé|eteint allume|éteinte allumée"
    "|apagado encendido|apagada encendida|apagado aceso|apagada acesa|desligado ligado"
    "|spento acceso|spenta accesa|uit aan|выкл вкл|выключен включен|погашен горит"
    "|zgaszona zapalona|zgaszony zapalony|zgaszoną zapaloną|zgaszone zapalone"
    "|ausgeschaltet eingeschaltet|släckt tänd|släckta tända|kapalı açık|sönük yanık"
    "|zhasnuté rozsvícené|zhasnutá rozsvícená|zhasnutý rozsvícený"
    "|вимкнена увімкнена|погашена горить|spente accese|éteintes allumées|apagadas encendidas"
    "|apagados encendidos|apagados acesos|apagadas acesas|desligados ligados|desligadas ligadas"
    "|spenti accesi|éteints allumés|dunkel leuchtet|dunkel brennt|dunkel hell|verloschen erleuchtet"
    "|σβηστό αναμμένο|σβηστή αναμμένη|σβηστά αναμμένα|stins aprins|stinsă aprinsă|stinse aprinse"
    "|kikapcsolva bekapcsolva|kialudt ég|sammunut palaa|slukket tændt|slukket tent|slukkede tændte"
    "|slukkede tente|изключена включена|угасена светеща|tắt bật|padam menyala|mati nyala"
    "|sönük yanan|yanmıyor yanıyor|ugašeno upaljeno|ugašena upaljena|ugasnuto upaljeno"
    "|zhasnuto svítí"
    "|zhasnuto rozsvíceno|zgaszone świecące"
    "|消 点|消灯 点灯|オフ オン|关 开|灭 亮|꺼짐 켜짐|꺼진 켜진"
)
OFF_ON = (
    f"false true|f t|no yes|n y|0*z(2) z(2)^0|{STATES}"
    # spreadsheets: German, French, Spanish, Italian, Dutch, Swedish, Polish, Russian, Turkish
    "|falsch wahr|faux vrai|falso verdadero|falso vero|falso verdadeiro|onwaar waar|falskt sant"
    "|fałsz prawda|ложь истина|yanlış doğru"
)
"""Words for off and on, by language."""

VALUES = {
    word: colour for pair in OFF_ON.split("|") for colour, word in enumerate(pair.split())
} | dict.fromkeys(("null", "none", "nil", "undefined"), -1)
"""What words among cells mean; -1 is no light."""

_KEYWORDS = ("dtype", "copy", "order", "device", "ndmin", "requires_grad", "nrow", "ncol", "byrow",
             "columns", "index", "data")  # fmt: skip
_FIELDS = re.compile(r"GF|ZZ|QQ|GF2|Zmod|Integers")
_SIGN = re.compile(r"[#.*TF]|[^\x00-\x7f]")


@dataclass(eq=False)
class Bracket:
    """A bracket in a text: its mark, start and end, and the tokens and brackets inside."""

    mark: str
    start: int
    end: int = 0
    parent: Bracket | None = None
    items: list[Token | Bracket] = field(default_factory=list)
    before: int = 0
    kind: str = "bracket"
    text: str = ""

    @cached_property
    def value(self) -> NestedList | None:
        """The list in the bracket, or None if it contains anything else."""
        return _list_of(self)

    def brackets(self) -> list[Bracket]:
        """Return the brackets directly inside this one."""
        return [item for item in self.items if isinstance(item, Bracket)]


@dataclass
class NestedList:
    """A list in a text, whose items are cells (tokens) or lists of equal depth."""

    items: list[Any]
    """Cells or lists."""
    start: int
    """Where it begins; end: behind its end."""
    end: int
    depth: int
    """1 for a list of cells."""
    mark: str = ""
    """Its opening bracket; ``""`` for a row without one."""
    commas: bool = True
    """Whether commas part the cells."""
    said: dict[str, str] = field(default_factory=dict)
    """What a call says of it: nrow, ncol, byrow, sizes of array2d."""


def tree_of(found: list[Token]) -> tuple[Bracket, int | None]:
    """Parse tokens to a tree of brackets: return its root, and an unmatched bracket's index."""
    root = here = Bracket("", 0)
    depth, odd = 0, None
    for token in found:
        if token.kind == "open":
            inner = Bracket(token.text, token.start, parent=here, before=len(here.items))
            here.items.append(inner)
            here, depth = inner, depth + 1
            if depth > DEEPEST:
                return root, token.start
        elif token.kind == "close":
            if here.parent is None or PAIRS[here.mark] != token.text:
                cut = here is root and token.text == "}" and _is_statement(root.items)
                odd = token.start if odd is None and not cut else odd
            else:
                here.end = token.end
                here, depth = here.parent, depth - 1
        elif token.kind != "comment":
            here.items.append(token)
    root.end = found[-1].end if found else 0
    while odd is None and here.parent is not None and here.mark == "{" and (
        not {item.text for item in here.items if item.kind != "string"}.isdisjoint((";", "=", ":"))
        or {item.kind for item in here.items} <= {"end"}
    ):  # fmt: skip
        here.end, here = root.end, here.parent  # a code block that is cut off ends with the text
    return root, here.start if odd is None and here is not root else odd


def _is_statement(items: list[Token | Bracket]) -> bool:
    """Return whether the last of the items ends a statement: an assignment, a call, or ``;``."""
    *_, before, last = [Token("", "", -1, -1)] * 2 + [
        item for item in items[-9:] if item.kind != "end"
    ]
    called = getattr(last, "mark", "") == "(" and before.end == last.start
    body = getattr(before, "mark", "") == "(" and getattr(last, "mark", "") == "{"
    return last.text == ";" or called or body or (last.kind == "bracket" and before.text == "=")


def is_index(item: Token | Bracket) -> bool:
    """Return whether a bracket is empty or has one word: an index, a type, a declared size."""
    if not isinstance(item, Bracket) or item.mark != "[" or len(item.items) > LONGEST_INDEX:
        return False
    inside = [one for one in item.items if not (isinstance(one, Token) and one.text == ",")]
    if not all(isinstance(one, Token) and one.kind == "atom" for one in inside):
        return False
    sizes = 2 <= len(inside) < 4 and _is_declared(item)
    return sizes or not inside or len(inside) == 1 == len(item.items)


def _is_declared(bracket: Bracket) -> bool:
    """Return whether a bracket stands between a name and an array, and so has declared sizes."""
    if bracket.parent is None or not bracket.before:
        return False
    items = bracket.parent.items
    before = items[bracket.before - 1]
    # by index: slicing the items for every bracket would take quadratic time
    behind = next(
        (items[k] for k in range(bracket.before + 1, len(items)) if items[k].kind != "end"), None
    )
    named = isinstance(before, Token) and before.kind == "atom" and before.end == bracket.start
    given = getattr(behind, "mark", "") == "{" or getattr(behind, "text", "") == "="
    return named and given


def _list_of(bracket: Bracket) -> NestedList | None:
    maker = _maker(bracket)
    items, said = bracket.items, dict[str, str]()
    if not maker and (values := _between_commas(items)):
        return NestedList(values, bracket.start, bracket.end, _depth(values[0]) + 1, bracket.mark)
    if maker.startswith(("%", "qw")) and {item.kind for item in items} - {"end"} == {"atom"}:
        words = [
            item._replace(kind="string") for item in items
            if isinstance(item, Token) and item.kind == "atom"
        ]  # fmt: skip
        return NestedList(words, bracket.start, bracket.end, 1, bracket.mark)
    if bracket.mark == "(" and maker:
        items, said = _arguments(items)
    texts = {item.text for item in items if isinstance(item, Token) and item.kind != "string"}
    if any(isinstance(item, Token) and item.kind in ("mark", "broken") for item in items):
        return None
    marks = [";", "\\\\", *("|" * (bracket.mark == "[|"))]
    inner = bracket.parent is not None and bracket.parent.mark not in ("", "{", "(")
    if not (
        inner
        or "," in texts
        or bracket.mark == "("
        or any(isinstance(item, Bracket) for item in items)
    ):
        marks.append("\n")
    value = _value(items, [*marks, ",", "&"], column=bracket.mark != "[|" and not inner)
    if value is None:
        return None
    if bracket.mark == "(" and isinstance(value, NestedList) and value.mark:
        value.said |= said
        return value
    if isinstance(value, Token) or value.mark:
        depth = value.depth + 1 if isinstance(value, NestedList) else 1
        value = NestedList([value], 0, 0, depth)
    value.mark, value.said, value.start, value.end = bracket.mark, said, bracket.start, bracket.end
    return value


def _between_commas(items: list[Token | Bracket]) -> list[Any]:
    """Return comma-separated cells, or lists of equal depth; ``[]`` if the items are neither."""
    kept = [item for item in items if item.kind != "end"]
    if len(kept) < 2 or any(item.text != "," or item.kind == "string" for item in kept[1::2]):
        return []
    values = [item.value if isinstance(item, Bracket) else item for item in kept[::2]]
    cells = all(
        item.kind == "bracket" or item.kind == "string" or is_cell(item.text) for item in kept[::2]
    )
    return values if cells and None not in values and len(set(map(_depth, values))) == 1 else []


def _depth(value: Token | NestedList | None) -> int:
    return value.depth if isinstance(value, NestedList) else 0


def _parts(items: list[Token | Bracket], mark: str) -> list[list[Token | Bracket]]:
    """Split items at a separator."""
    parts: list[list[Token | Bracket]] = [[]]
    for item in items:
        if isinstance(item, Token) and item.text == mark and item.kind in ("separator", "end"):
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def _value(
    items: list[Token | Bracket], marks: list[str], *, column: bool = False
) -> Token | NestedList | None:
    """Convert items to a cell or a nested list, split at the strongest separator among them.

    Args:
        items: what stands in a bracket, or in a part of it.
        marks: separators, the strongest first.
        column: whether rows of one cell each are rows.
    """
    if len(items) == 1 and isinstance(items[0], Token):
        only = items[0]
        return only if only.kind == "string" or is_cell(only.text) else None
    if "\n" not in marks:
        items = [item for item in items if not (isinstance(item, Token) and item.kind == "end")]
    texts = {item.text for item in items if isinstance(item, Token) and item.kind != "string"}
    mark = next((one for one in marks if one in texts), "")
    if not mark:
        values = _items(items)
    else:
        parts = _parts(items, mark)
        if mark in "\n|":
            parts = [part for part in parts if part]
        elif not any(isinstance(item, Bracket) or item.kind != "end" for item in parts[-1]):
            parts.pop()
        if any(
            sum(getattr(one, "mark", "") in ("[", "{") and not is_index(one) for one in part) > 1
            for part in parts
        ):
            return None  # separators and brackets both delimit rows: ambiguous
        values = [_value(part, marks[marks.index(mark) + 1 :]) for part in parts]
    if not values or any(value is None for value in values):
        return None
    if not mark and len(values) > 1 and all(getattr(value, "commas", False) for value in values):
        return None  # may be rows, or columns as in Julia: ambiguous
    if len(values) == 1 and (not mark or mark in "\n"):
        return values[0]
    rows = any(isinstance(value, NestedList) and not value.mark for value in values)
    if mark not in (",", "&", "") and (rows or column or mark == "|"):
        values = [
            NestedList([one], one.start, one.end, 1) if isinstance(one, Token) else one
            for one in values
        ]
    depths = set(map(_depth, values))
    if len(depths) > 1:
        return None
    # mypy does not see that any() has excluded None above
    span = values[0].start, values[-1].end  # type: ignore[union-attr]
    return NestedList(values, *span, depths.pop() + 1, commas=mark == ",")


def _items(items: list[Token | Bracket]) -> list[Token | NestedList | None] | None:
    """Return the cells and lists in a sequence without separators, or None for other items."""
    values: list[Token | NestedList | None] = []
    for item, behind in zip(items, [*items[1:], None], strict=False):
        if isinstance(item, Bracket):
            if is_index(item) and behind is not None and (
                behind.start == item.end or getattr(behind, "mark", "") == "{"
            ):  # fmt: skip
                continue  # skip a type: [3]int{..}
            values.append(item.value)
        elif (
            isinstance(behind, Bracket if item.text == "." else Bracket | Token)
            and item.text != "..."
            and (item.kind == "atom" and MAKERS.fullmatch(item.text))
        ):
            continue
        elif item.kind == "string" or (item.kind == "atom" and is_cell(item.text)):
            values.append(item)
        else:
            return None
    return values


@lru_cache(maxsize=4096)
def is_cell(text: str) -> bool:
    """Return whether a word may be a cell: a number, true, false, or a symbol."""
    return (
        ANY_NUMBER.fullmatch(text) is not None
        or (len(text) > 1 and text.lower() in VALUES)
        or _SIGN.fullmatch(text) is not None
    )


def _maker(bracket: Bracket) -> str:
    """Return the function name before a bracket if it constructs an array, otherwise ``""``."""
    if bracket.parent is None or not bracket.before:
        return ""
    word = bracket.parent.items[bracket.before - 1]
    near = word.kind == "atom" and word.end == bracket.start
    return word.text if near and MAKERS.fullmatch(word.text) else ""


def _turned(keyword: str, part: list[Token | Bracket]) -> bool:
    """Return whether the first name in a data frame's index or columns is none of 0, 1 and a."""
    lists = [one.items for one in part if isinstance(one, Bracket)]
    first = lists[0][0].text if lists and lists[0] else ""
    names = {"index": "r|row|y|line", "columns": "c|col|column|x"}.get(keyword)
    return bool(
        names
        and lists
        and not re.fullmatch(
            rf"(?i)[\"']?(?:{names})?[ _]?[01a](?:bc\w*)"
            rf"?[\"']?",
            first,
        )
    )


def _arguments(items: list[Token | Bracket]) -> tuple[list[Token | Bracket], dict[str, str]]:
    """Split a call's arguments: return the arrays, and the keywords that describe them."""
    said: dict[str, str] = {}
    kept: list[Token | Bracket] = []
    parts = _parts(items, ",")
    heads = [[one.text for one in part if isinstance(one, Token)][:1] for part in parts]
    lists = [
        part for part, head in zip(parts, heads, strict=True)
        if any(isinstance(item, Bracket) for item in part)
        and not (head and _FIELDS.fullmatch(head[0]))
    ]  # fmt: skip
    for part in parts:
        words = [item.text for item in part if isinstance(item, Token) and item.kind != "end"]
        if words[1:2] == ["="] and words[0] in _KEYWORDS and not _turned(words[0], part):
            said[words[0]] = " ".join(words[2:])
            part = part[2:] if words[0] == "data" else []
        elif lists and words and _FIELDS.fullmatch(words[0]):
            part = []
        elif len(lists) == 1 and len(words) == 1 and part not in lists:
            said["sizes"] = f"{said.get('sizes', '')} {words[0]}"
            said["byrow"] = said.get("byrow", "F" if kept else "T")
            part = []
        if kept and part:
            kept.append(Token("separator", ",", part[0].start, part[0].start))
        elif not part and part in parts:
            kept += [Token("separator", ",", 0, 0)] * 2  # two separators mark an empty argument
        kept += part
    return kept, said
