"""Boards that a text describes in words: lit places, all lights on; what signs mean.

Each sentence is understood whole, or nothing is read of it: one word that is not known here leaves
the text to the other readers, which refuse what they do not know.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import reject
from lo_exact.formats.board.rows import OFF, ON
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.scanner.arrays import FoundBoard
from lo_exact.formats.scanner.leftover import DECLARES
from lo_exact.formats.scanner.tree import NUMBER, OFF_ON, VALUES, Token
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import (
    CHANGED_BY,
    TIMES,
    blanked,
    sizes_in,
    without_known,
)
from lo_exact.topology import HOLE


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


MAX_FLAT = 2**14
"""Places of a list without a size whose rectangles are all drawn."""

_COUNTED = re.compile(
    r"""\bx (?:goes|runs|points|is) (?:to the )?right(?:wards)?\b|\by (?:goes|runs|points|is)"""
    r""" down(?:wards)?\b"""
    r"""|\b(?:row|column|linha|coluna|fila|columna|riga|colonna|ligne|colonne|zeile"""
    r"""|spalte) ([01])"""
    r""" (?:(?:is|at|on|the|em|à|a|la|en|in|ist|é|es|est|de) )*(?:top|left|cima|esquerda|arriba"""
    r"""|izquierda|haut|gauche|oben|links|alto|sinistra)(?:most)?(?: row| column)?\b"""
    r"""|[(\[]([01]), ?(?:\2)[)\]] (?:is|=) (?:the |at the |in the )*(?:top|upper)[- ]left(?:"""
    r""" corner| cell)?\b"""
    r"""|(?:\b(?:and )?(?:from|in|at|with) (?:the )?|(?<=[01], )|\borigin["']?(?: is|:"""
    r"""|=)? ?(?:at |in )?(?:the )?["']?)"""
    r"""(?:top|upper)[- ]left(?: corner)?\b|\ben haut à gauche\b"""
    r"""|\b(?:letters?(?: (?:is|are|for|gives?)|[ ]?=)? (?:the )?columns?,? (?:and )?(?:the )?"""
    r"""numbers?(?: (?:is|are|for|gives?)|[ ]?=)? (?:the )?rows?)\b(?: from the top)?"""
    r"""|\b(?:y )?(?:desde|en|a partir d[ea]l?a?|no|do|dal|en|depuis le|von|vanaf) (?:la |el """
    r"""|het )*(?:"""
    r"""(?:esquina superior izquierda|canto superior esquerdo|coin supérieur gauche"""
    r"""|angolo in alto a sinistra|linksboven))\b|\b(?:von )?(?:oben links|links oben)\b"""
    r"""|[\"']?\b(?:index_?)?base[\"']?[ ]?[:=][ ]?([01])\b"""
    r"""|\b(?:(?:both |are )*(?:count|number|index|start)\w* )?(?:from|at) ([01])\b"""
    r"""|\b(?:(?:cont(?:and[oa]s?|ad[oa]s?|at[ei])|empezando|começando|numerad[oa]s?|compté\w*"""
    r"""|commençant|gezählt|geteld|beginnend|liczon[eay]|licząc|считая),? )?(?:a partir d[eo]"""
    r"""|à partir de"""
    r"""|à|en|em|desde|ab|od|от|с"""
    r"""|a partire da|da|vanaf|bei) ([01])\b|\b([01])[-"""
    r""" ](?:based|indexed)\b|\([0-9]+ rows(?: in set)?\)""",
    re.IGNORECASE,
)
"""Where places count from, and which way."""

ROWS, COLUMNS = (f"(?:{words_for('lit', idea)})" for idea in ("rows", "columns"))
_ORDER = re.compile(
    rf"\b{ROWS}(?:, ?|[ ](?:and|then)[ ]){COLUMNS}\b|\b{COLUMNS}(?:, ?|[ ](?:and"
    rf"|then)[ ]){ROWS}\b",
    re.IGNORECASE,
)
_OTHERS_OFF = re.compile(
    r"\b(?:(?:all|of|the|everything|every|any) ){0,4}(?:others?|rest|else)"
    r"(?: (?:lights?|lamps?|cells?|ones))?(?: (?:are|is|starts?|stays?|begins?))?"
    r" (?:off|dark|unlit)\b"
    rf"|\b(?:{words_for('lit', 'the_others')})(?: \w+)? (?:{words_for('lit', 'others')})"
    rf"(?: \w+){{0,2}} (?:{words_for('lit', 'others_off')})\b"
    r"|\b(?:pozostałe|reszta|остальные)(?: \w+){0,2} (?:zgaszone|zgaszona|выключены|не горят)\b",
    re.IGNORECASE,
)
_NAMED_PLACE = (
    r"\b(?:r(?:ow|iga|eihe|ij)?|fila|linha|ligne|zeile)[ ]?(?P<r>[0-9]{1,3})"
    r"(?:,[ ]?|[ ](?:and|y|e|et|und|en)[ ]|[ ]?)"
    r"(?:c(?:ol(?:umn|umna|una|onn[ea])?)?|spalte|kolom)[ ]?(?P<c>[0-9]{1,3})\b"
    r"|\b(?P<letter>[a-z])(?P<number>[0-9]{1,2})\b"
)
_PLACE = re.compile(
    r"[(\[{][ ]*(?P<row>[0-9]{1,3})[ ]*,[ ]*(?P<column>[0-9]{1,3})[ ]*[)\]}]"
    rf"|{_NAMED_PLACE}(?P<cell>)",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"""(?P<quote>["']?)(?:(?:(?<!\w)\w{0,40}\[|[(\[])?[ ]{0,9}(?P<row>[0-9]{1,3})[ ]*(?:,[ ]*"""
    r"""|\]\[|[_:;-])"""
    rf"""(?P<column>[0-9]{{1,3}})[ ]*[)\]]?|{_NAMED_PLACE})(?P=quote)[ ]*"""
    rf"""(?:=>|->|[:=]|is\b)[ ]*(?P<mark>["']?)"""
    rf"""(?P<cell>[0-9]|{"|".join(map(re.escape, sorted(VALUES, reverse=True)))})"""
    r"""(?P=mark)(?=[\s,;.}\])]|\Z)[,;.]?""",
    re.IGNORECASE,
)
"""A place and its light."""

_MAY_STATE = re.compile(r"[0-9][)\]]?[\"']?[ ]?(?:[:=-]|is\b)")
_NUMBERS = re.compile(
    r"[(\[{]\s*([0-9]{1,4}(?:\s*,\s*[0-9]{1,4})*),?\s*[)\]}]"
    r"|(?<=[:=])[ ]*([0-9]{1,4}(?:[ ]*,[ ]*[0-9]{1,4})+)(?![ ]*[0-9])"
)
"""Numbers of places, counted row by row."""

_ON = rf"(?:{words_for('lit', 'on')})(?![^\W_])"
_PAIR_LINES = re.compile(
    rf"^([ \t]*(?:{ROWS}[ ]*[,;\t][ ]*{COLUMNS}|{COLUMNS}[ ]*[,;\t][ ]*{ROWS})[ \t]*\n)"
    r"((?:[ \t]*[0-9]{1,3}[ ]*[,;\t][ ]*[0-9]{1,3}[ \t]*(?:\n|\Z))+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A table of places."""

_CODE = re.compile(
    r"//+|\(\)[ ]*->|(?<!\w)(?:\w{1,40}::){0,4}\w{1,40}<[\w:<>(), ]{1,80}>(?!\w)|::"
    r"|(?<=\w)!(?=[\[(])|\b(?:puzzle|board|level|game) [0-9]+\b(?! *[x×])"
)
"""Marks of comments, types and macros."""

_MAY_SAY_LIT = re.compile(rf"(?i)\b{_ON}")
_SAYS_LIT = re.compile(rf"(?i)(?<![^\W_]){_ON}(?!\s+(?:the|an?|this|my|board|grid)\b)")


_SAYS_MORE = re.compile(r"\.\.|…|[0-9~!<>+/]|[*-](?![ \t]+\0)|\0\s*(?:is|are)\b(?! (?:on|lit)\b)")
_OF_PLACES = re.compile(words_for("lit", "beside"))
"""Words that change nothing beside a list of lit places."""

_NEXT = "[ ]*[,|;\t][ ]*"
_NUMBER_OF = "(?:_?(?:no|nr|num|number|idx|index))?(?:[ ][A-Za-z]+)?"
_COLOURED = re.compile(
    rf"\(?(?P<id>\b\w*id{_NEXT})?\b(?P<first>row|r|x|y){_NUMBER_OF}{_NEXT}"
    rf"(?P<second>column|col|c|x|y){_NUMBER_OF}{_NEXT}(?:is_?)?(?:lit|on|state|value|light"
    rf"|status)\b(?:[ ][A-Za-z]+)?\)?",
    re.IGNORECASE,
)
_RECORD = re.compile(r"[{<](?!/)[^{}<>\n]{5,200}[}>]")
_FIELD = re.compile(r"""["']?\b([A-Za-z]\w*)["']?\s*[:=]\s*["']?(\w+)["']?""")
"""A place as an object or a tag."""

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
    r"|^[ \t]*第?([0-9]{1,3}|[一二三四五六七八九十])行目?[ \t]*[:,]?[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of a row, in front of it."""

_MENTIONED = re.compile(
    rf"\b(?:{'|'.join(f'({words})' for words in _ORDINALS)})[ ]{_ROW}\b", re.IGNORECASE
)
"""A row by its ordinal."""

_TRIPLE = re.compile(
    rf"(?:\(|^)[ |]*(?P<id>[0-9]{{1,6}}{_NEXT})?([0-9]{{1,3}}){_NEXT}([0-9]{{1,3}}){_NEXT}"
    r"([01]|true|false|on|off|[tf])[ |]*(?:\)|$)",
    re.MULTILINE | re.IGNORECASE,
)
_TORUS = re.compile(
    r"\b(?:on )?(?:an? )?(?:torus|toroidal)\b|\b(?:(?:that|which|it) )?wraps around\b",
    re.IGNORECASE,
)


def without_torus(text: str) -> str:
    """Return a text without the words that make its board a torus; as it is where it has none."""
    sides = re.search(r"(?i)\?|\b(?:rows?|col)", text)
    return text if sides else _TORUS.sub(blanked, text)


def changes_nothing(word: str) -> bool:
    """Return whether a word beside a board says nothing of it."""
    return _OF_PLACES.fullmatch(word.lower()) is not None


def without_boards(text: str, boards: Sequence[FoundBoard]) -> str:
    """Return a text with blanks for its boards."""
    for board in boards:
        text = text[: board.start] + " " * (board.end - board.start) + text[board.end :]
    return text


def is_understood(text: str, boards: Sequence[FoundBoard]) -> bool:
    """Return whether all words beside some boards change nothing."""
    words = re.findall(r"[^\W\d_]+", TIMES.sub(" ", without_boards(text, boards)).lower())
    return all(map(_OF_PLACES.fullmatch, words))


def _as_place(found: re.Match[str]) -> str:
    """Return an object with row, column and perhaps a state as ``R1C2: on``."""
    said = {key[:1].lower() if key[1:] in ("ow", "ol", "olumn") else key.lower(): value
            for key, value in _FIELD.findall(found[0])}  # fmt: skip
    row, column = said.pop("r", said.pop("y", "")), said.pop("c", said.pop("x", ""))
    rest = re.sub(r"\A<\w+|[{}<>/,\s]", "", _FIELD.sub("", found[0]))
    state = said.popitem() if len(said) == 1 else ("lit", "")
    lights = state[0] in ("lit", "on", "state", "value", "light", "is_on", "islit", "ison")
    whole = row.isdecimal() and column.isdecimal() and lights and not (rest or said)
    return f"R{row}C{column}{': ' * (state[1] != '')}{state[1]}" if whole else found[0]


def with_places(text: str) -> str:
    """Return a text whose places that are objects or tags are written ``R1C2``."""
    return _RECORD.sub(_as_place, text)


def _placed(
    cells: dict[tuple[int, int], str],
    size: tuple[int, int] | None,
    row_first: bool,
    first: int,
    how: str = "",
) -> ScannedReading | None:
    """Return the board with some cells, all others off, or None if they do not fit.

    Args:
        cells: the cells by their two numbers.
        size: rows and columns; None if all cells are given.
        row_first: whether the first number is the row.
        first: the number of the first row and column.
        how: what the numbers are.
    """
    turned = cells if row_first else {(b, a): cell for (a, b), cell in cells.items()}
    moved = {(row - first, column - first): cell for (row, column), cell in turned.items()}
    height, width = size or (max(axis) + 1 for axis in zip(*moved, strict=True))
    every = [*product(range(height), range(width))] if height * width <= MAX_FLAT else []
    if not set(moved) <= set(every) or (size is None and len(moved) < len(every)):
        return None
    rows = tuple(
        tuple(Token("atom", moved.get((row, column), "0"), 0, 0) for column in range(width))
        for row in range(height)
    )
    how = how or f"{'(row, column)' if row_first else '(x, y)'} from {first}"
    board = FoundBoard(rows, 0, 1, "lit", form="places")
    return ScannedReading("", f"lit places, {how}", (board,), f"with '{how}' in the text")


def lit_places(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the boards of which a text lists the lit places; none if it may say anything else."""
    stated_size = f"size {options.size}" if options.size else ""
    if _MAY_SAY_LIT.search(text):
        text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
        text = _PAIR_LINES.sub(
            lambda table: table[1] + re.sub(r"([0-9]+)\D+?([0-9]+)", r"(\1, \2)", table[2]), text
        )
    head = _COLOURED.search(text)
    marks = [found["id"] for found in _TRIPLE.finditer(text)] if head else []
    if head and len({*marks}) == 1 and (marks[0] is None) == (head["id"] is None):
        text = _COLOURED.sub(r"(\2, \3)", _TRIPLE.sub(r"(\2, \3): \4;", text))
    stated = _MAY_STATE.search(text) is not None and len(_STATED.findall(text)) > 3
    if not (stated or _MAY_SAY_LIT.search(text)):
        return []
    base = {int(digit) for found in _COUNTED.finditer(text) for digit in found.groups() if digit}
    rest = _COUNTED.sub(blanked, text)
    order = {re.match(rf"(?i){ROWS}\b", found[0]) is not None for found in _ORDER.finditer(rest)}
    rest = _ORDER.sub(" ", _OTHERS_OFF.sub(" ", rest))
    listed = list((_STATED if stated else _PLACE).finditer(rest))
    rest = (_STATED if stated else _PLACE).sub("\0", _CODE.sub(" ", rest))
    sizes = {size for size in sizes_in(stated_size or rest) if all(size)}
    rest = without_known(TIMES.sub(" ", rest))
    lists = _NUMBERS.findall(rest)
    numbers = re.findall("[0-9]+", "".join(lists[0])) if len(lists) == 1 and not listed else []
    rest = _NUMBERS.sub("\0", rest) if numbers else rest
    letters = [ord((one["letter"] or "`").lower()) - 96 for one in listed]
    cells = {
        (int(one["row"] or one["r"] or one["number"]),
         int(one["column"] or one["c"] or letter)): one["cell"] or "1"
        for one, letter in zip(listed, letters, strict=True)
    }  # fmt: skip
    words = re.findall(r"[^\W\d_]+", rest.lower())
    rounded = stated or "[" not in "".join(one[0][0] for one in listed)
    kinds = {(one["letter"] is None, one["r"] is None) for one in listed}
    if (
        not (stated or (_SAYS_LIT.search(rest) and (cells or numbers)))
        or any(text.count(mark) != text.count(end) for mark, end in ("[]", "{}", "()"))
        or not all(word in DECLARES or _OF_PLACES.fullmatch(word) for word in words)
        or any(re.search(_SAYS_MORE if "\0" in line else "[0-9]", line)
               for line in rest.split("\n"))
        or len(sizes) > 1 or len(kinds) > 1 or not (sizes or rounded)
        or len(cells) < len(listed) or len({*numbers}) < len(numbers)
    ):  # fmt: skip
        return []
    whole = stated and len(cells) == prod(len({*axis}) for axis in zip(*cells, strict=True))
    reject(
        not (sizes or whole),
        "lit places need the size of their board: --size ROWSxCOLUMNS",
        line=1,
    )
    size = next(iter(sizes), None)
    height, width = size or (0, 0)
    if height * width > MAX_FLAT:
        return []
    in_order = whole and [*cells] == sorted(cells) and not order
    order |= {True} if in_order or (True, False) in kinds or (False, True) in kinds else set()
    base |= {1} if (False, True) in kinds else set()
    ways = [_placed(cells, size, row_first, first)
            for row_first in order or (True, False) for first in base or (0, 1)
            if cells]  # fmt: skip
    for first in base or (0, 1):
        flat = {divmod(int(number) - first, width): "1" for number in numbers}
        how = f"numbers row by row from {first}"
        ways += [_placed(flat, size, True, 0, how)] if flat else []
    kept = {way.boards[0].words: way for way in reversed(ways) if way is not None}
    reject(not kept, f"a place is not on a board of {height} x {width}", line=1)
    form = "places" if len(kept) == 1 else ""
    return [
        replace(way, form=form, boards=(replace(way.boards[0], end=len(text)),))
        for way in reversed(kept.values())
    ]


_WIDE = "぀-ヿ㐀-鿿가-힯"


def _ideas_of(use: str) -> str:
    """Return a pattern with a group for the words of each idea."""
    return "|".join(f"({words_for(use, idea)})" for idea in VOCABULARY[use])


_WORD = re.compile(
    r"(?P<P>[(\[{][ ]*[0-9]{1,3}[ ]*,[ ]*[0-9]{1,3}[ ]*[)\]}]"
    r"|(?<![\w/])(?:r[0-9]{1,2}c[0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2})(?![\w/]))"
    r"|(?<!\w)(?P<Pz>[a-z][0-9]{1,2})(?!\w)"
    r"|(?<!\w)a(?:[ ]?[-–][ ]?| to | t/m | bis | à | до )(?P<az>[b-z])(?!\w)"
    r"|(?<!\w)1(?:[ ]?[-–][ ]?| to | t/m | bis | à | до )(?P<to>[0-9]{1,2})(?!\w)"
    r"|(?<![A-Za-z0-9_])(?P<Z>[0-9]{1,3} ?(?:[x×]|by|bij|на|por|per|sur|mal|na|på) ?"
    r"[0-9]{1,3})(?![A-Za-z0-9_])"
    r"|(?<![\w.])(?P<F>[01])[- ](?:based|indexed)"
    r"|(?<![A-Za-z0-9_.])(?P<d>[0-9]{1,3})(?![.]?[0-9A-Za-z])"
    rf"|(?<![^\W_])(?:{_ideas_of('sentences')})(?![^\W_])|{_ideas_of('sentence_signs')}"
    rf"|(?P<U>[{_WIDE}]|[^\W_{_WIDE}][^\W_{_WIDE}'’]*)|(?P<end>[.!?](?!\w)|[。！？\n])"
    r"|(?P<broken>,\s*[)\]])|(?P<comma>[,;/、&]|[-–—](?=\s))|(?P<colon>[:：])"
    r"|[\s\"'*()（）「」.!?_-]|(?P<odd>.)",
    re.IGNORECASE,
)  # fmt: skip
_GROUPS = {index: name for name, index in _WORD.groupindex.items()}
_IDEAS = dict(
    zip(
        [k for k in range(1, _WORD.groups + 1) if k not in _GROUPS],
        [*VOCABULARY["sentences"], *VOCABULARY["sentence_signs"]],
        strict=True,
    )
)
_JOINED = (
    (r"(?<=[0-9])\.(?=[ ][^\W\d_A-ZÀ-Þ])", ""),
    (r"(?<=\w) a (?=ve? [0-9])", ", "),
    (r":\s*\n+", ": "),
    (rf"\n[ \t]*(?:[-*•][ \t]*)?(?={ROWS}\b)", "; "),
    (r"(?<=[^\W\d_A-Z])[ \t]*\n[ \t]*(?=[(0-9]|(?!\w+:)[^\W\d_A-Z])"
     r"|\n(?=[ \t]*(?:\(|r\d+c\d))", " "),
    (rf"(?i)\((\w), ?(\w)\)(?=[^.\n]{{0,60}}?\b{ROWS} \1\b[^.\n]{{0,30}}?\b{COLUMNS} \2\b)",
     "(row, column)"),
)  # fmt: skip
"""Line ends inside sentences, and dots of ordinals."""

_SAYS_HOW = tuple(
    (name, re.compile(rf"(?<!\S)(?:{pattern})(?!\S)"))
    for name, pattern in (
        ("size", r"Z(\d+),(\d+)"),
        ("size", r"(?:[cd]\d+ L )?[cd](\d+) RS (?:[,FLi] )*[cd](\d+) (?:CS?|L)(?: A)?"),
        (
            "origin",
            r"P([01]),\1 (?:i )?()(?:t l|l t)(?: [kK])?|Pz([01]),\3 (?:i )?(?:t l|l t)(?: [kK])?",
        ),
        ("chess", r"Pz1,1 (?:i )?(?:b l|l b)(?: [kK])?"),
        ("letters", r"(?:CS az(\d+)|az(\d+) (?:, )?CS)(?: (?:F )*l)?(?: r)?"),
        ("numbers", r"(?<=RS )to(\d+)|to(\d+)(?= RS)"),
        ("down", r"(?<!\d )RS?(?: F)* t(?: b)?"),
        ("up", r"(?<!\d )RS?(?: F)* b(?: t)?|R d[01] b"),
        ("across", r"(?<!\d )(?:CS?|L)(?: F)+ l(?: r)?|CS l(?: r)?"),
        ("order", r"(?<!\d )R(S?) (?:, )?CS?(?! [nd])"),
        ("turned", r"(?<!\d )CS? (?:, )?RS?(?! [nd])"),
        (
            "base",
            r"(?:[AyF] )*F(?: i)?(?: F)*(?: A)? [cd]([01])(?: ,)?"
            r"(?:(?: ,)?(?: F)*(?: i)?(?: [kK])? t l)?"
            r"(?: [kK])?|R d([01]) t|C d([01]) l|d(1) (?:, d\d )+F",
        ),
    )
)
"""What is said of the size, and of how places are counted."""

_ROW_NAMED = re.compile(
    r"(?<!\S)(?:(?<!C )(?<!CS )(?:n|d)(?P<first>\d+) R|R (?:[ncd])(?P<behind>\d+)"
    r"|(?P<side>[tbmz]) R"
    r"|R (?:i )?(?P<end>[bz]))(?: (?:, )?(?:i )?[tb](?= ))?(?!\S)(?: :)?"
)
_ITEM = re.compile(
    r"(?:[nd](?P<at>\d+)|(?P<last>z)|c(?P<count>\d+) (?=[lrm]))?(?: ?(?P<side>[lrm]))?(?: |\Z)"
)
_OTHERS = re.compile(
    r"(?:A )?(?:L )?O (?:A )?(?:L )?(?:[cd](?P<count>\d+) )?(?:L )?(?:A )?(?P<state>[+-])(?= |\Z)"
    r"|N O(?: [+])?(?= |\Z)|y [cd](?P<again>\d+)(?: L)? -(?= |\Z)"
)
"""What is said of all other lights; or again how many were named."""

_SPOT = re.compile(
    r"(?:(?P<beside>[tblr])> )?(?:(?P<down>[tb]) (?P<across>[lr])(?: [kK])?"
    r"|(?:A )?(?:c4 )?(?P<k>k)|m)"
    r"(?: L)?(?: |\Z)|P(?P<kind>[rz]?)(?P<row>\d+),(?P<column>\d+)(?: |\Z)"
)
_CHATTER = re.compile(
    r"(?i)\b(?:should|not|only|without|after|never|until|half|wrong|nor|instead|rather|unless"
    r"|skip|(?<=[0-9] )states"
    r"|chess (?:player|notation)|\w+n't)\b"
)
"""Words of chatter, which change nothing where no word of a board is beside them."""

_NOISE, _AROUND = frozenset("L,FiANDGoB:yQTWz"), frozenset("L,FiAoB:yX+-")
"""What changes nothing in a sentence, and around the places of one."""

_MARK = re.compile(r"(?<!\S)[+-](?!\S)")
_FAR = 10**6
"""An index that no board has: what is not understood."""


@dataclass(frozen=True)
class _ToldBoard:
    """A size, and how its rows and columns are counted."""

    height: int
    width: int
    base: int
    row_first: bool = True
    up: bool = False

    def row(self, found: re.Match[str]) -> int:
        """Return the index of a row that is named."""
        side = found["side"] or found["end"] or ""
        number = int(found["first"] or found["behind"] or 0) - (1 if "n" in found[0] else self.base)
        number = self.height - 1 - number if self.up else number
        bottom, middle = self.height - 1, self.height // 2 if self.height % 2 else _FAR
        return {"t": 0, "m": middle, "b": bottom, "z": bottom}.get(side, number)

    def columns(self, said: str) -> list[int]:
        """Return the columns that are named in a row."""
        first = {"n": 1, "d": self.base if re.search(r"(?<!\S)CS?(?!\S)", said) else -_FAR}
        said = re.sub(r"(?<!\S)(?:CS?|L|F|i|o|B|,|:|[+-]|y)(?: |\Z)", "", f"{said.strip()} ")
        items = list(_ITEM.finditer(said.strip()))
        whole = "".join(item[0] for item in items) == said.strip() and (
            {item["side"] for item in items if item["at"]} != {"r", None}
        )
        named = [column for item in items if item[0] for column in self.of_item(item, first)]
        return named if whole else [_FAR]

    def of_item(self, item: re.Match[str], first: dict[str, int]) -> Iterable[int]:
        """Return the columns of one item: an ordinal, a number, or some on one side."""
        count, side = int(item["count"] or 1), item["side"] or "z"
        at = int(item["at"] or 0) - first.get(item[0][0], 0)
        room = self.width - count
        ends = {"l": 0, "r": room, "z": room, "m": _FAR if room % 2 else room // 2}
        low = ends[side] if not item["at"] else self.width - 1 - at if side == "r" else at
        return range(low, low + count)

    def in_row(self, said: str) -> tuple[list[int], list[int]]:
        """Return the columns of a row that are meant, and the others if these are told too."""
        before, but, behind = re.sub(r"(?<=A )B(?= )", "X", said).partition("X")
        words = {*before.split()} - {*"LFi,:+-yBo"}
        left = self.columns(behind) if but else []
        every = [column for column in range(self.width) if column not in left]
        if words == {"A"} or (but and not words) or not {*said.split()} - _AROUND:
            return every, left
        return ([], every) if words == {"N"} else (self.columns(said), every * ("o" in said))

    def spots(self, found: re.Match[str]) -> list[tuple[int, int]]:
        """Return the places that are named by numbers or by where they are."""
        bottom, right = self.height - 1, self.width - 1
        if found["row"]:
            first = 1 if found["kind"] == "z" else self.base
            place = int(found["row"]) - first, int(found["column"]) - first
            row, column = place if self.row_first or found["kind"] else place[::-1]
            return [(bottom - row if self.up else row, column)]
        middle = (_FAR, _FAR) if bottom % 2 or right % 2 else (bottom // 2, right // 2)
        corner = bottom * (found["down"] == "b"), right * (found["across"] == "r")
        down, across = {"t": (-1, 0), "b": (1, 0), "l": (0, -1), "r": (0, 1)}.get(
            found["beside"], (0, 0)
        )
        ends = (
            product((0, bottom), (0, right))
            if found["k"]
            else [middle, corner][bool(found["down"]) :][:1]
        )
        return [(row + down, column + across) for row, column in ends]


def _stated(said: str, counted: _ToldBoard) -> tuple[list[tuple[tuple[int, int], int]], set[int]]:
    """Return the places of a sentence with their colours, and the colours of all others."""
    others = {0 if found["state"] is None else "-+".index(found["state"])
              for found in _OTHERS.finditer(said) if not found["again"]}  # fmt: skip
    said = re.sub(r"n(\d+)(?: L)? i n(\d+)(?: R)?(?= |\Z)", r"n\2 R n\1", _OTHERS.sub("", said))
    said = said if " R" in said else re.sub(r"\Ai (n\d+)(?: ,(?: i)? [tb] ,)?(?= )", r"\1 R", said)
    rows, marks = list(_ROW_NAMED.finditer(said)), _MARK.findall(said)
    ends = [*(one.start() for one in rows[1:]), len(said)]
    around = said[: rows[0].start()] if rows else _SPOT.sub("", said)
    words = re.sub(r"(?<=[A+-] )B(?= |\Z)", "X", around).split()
    but, every, pairs = "X" in words, "A" in words, list[tuple[tuple[int, int], int]]()
    for found, end in zip(rows, ends if rows else (), strict=True):
        part = said[found.end() : end]
        colour = _colour_of(_MARK.findall(part) or marks)
        chosen, left = counted.in_row(part)
        pairs += [((counted.row(found), column), colour ^ but) for column in chosen]
        pairs += [((counted.row(found), column), 1 - colour) for column in {*left} - {*chosen}]
    colour = _colour_of(marks)
    if not rows:
        pairs = [(spot, colour ^ but) for found in _SPOT.finditer(said)
                 for spot in counted.spots(found)]  # fmt: skip
    listed = colour == 1 and ("+" in words or not rows)
    if marks and (but or "o" in words or listed or (every and not rows)):
        others.add(colour if but or not (pairs or rows) else 1 - colour)
    counts = {int(word[1:]) for word in words if word[0] == "c"}
    known = {word for word in words if word[0] != "c"} <= _AROUND and counts <= {len(pairs)}
    told = (
        "A + L" not in said
        and bool(rows or pairs or (every and not but) or not words)
        and bool(marks or not pairs)
    )
    return (pairs, others) if known and told and but <= every else ([], {_FAR})


def _colour_of(marks: Sequence[str]) -> int:
    """Return the colour of some words for on or off that are alike."""
    return "-+".index(marks[0]) if len({*marks}) == 1 else _FAR


def _sentences_in(text: str) -> list[tuple[str, str]]:
    """Return the sentences of a text: ideas, and the words themselves."""
    for pattern, instead in _JOINED:
        text = re.sub(pattern, instead, text)
    ideas, last, sentences = list[str](), 0, list[tuple[str, str]]()
    for found in [*_WORD.finditer(text), None]:
        idea = _idea(found) if found else "."
        ideas.append(idea)
        if idea.endswith("."):
            end = found.end() if found else len(text)
            said = " ".join(" ".join(ideas).replace(".", "").split())
            sentences.append((said.strip(" ,"), text[last:end]))
            ideas, last = [], end
    return sentences


def _idea(found: re.Match[str]) -> str:
    """Return a word of a text as its idea, ``U`` for one that is not known."""
    index = found.lastindex or 0
    if index in _IDEAS or not index:
        return _IDEAS.get(index, "")
    name, word = _GROUPS[index], found[index].lower()
    numbers = ",".join(number.lstrip("0") or "0" for number in re.findall("[0-9]+", word))
    letter = ord(word[0]) - 96
    return {
        "P": f"P{'r' * (word[0] == 'r')}{numbers}",
        "Pz": f"Pz{numbers},{letter}", "Z": f"Z{numbers}",
        "az": f"az{letter}", "to": f"to{numbers}", "d": f"d{numbers}", "F": f"F d{numbers}",
        "end": "G ." if word in "?？" else ".", "comma": ",", "colon": ":",
    }.get(name, "U")  # fmt: skip


def told_boards(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the boards that sentences tell; none if one of them is not understood.

    Raises:
        InputError: Where all are understood, and no board is as they say.
    """
    how, stated = dict[str, set[str]](), list[str]()
    for said, words in _sentences_in(text) if len(text) < MAX_FLAT else ():
        head, colon, behind = said.partition(" : ")
        before = "U" in head.split() and {*head.split()} <= _NOISE | {"U"} and colon
        said = behind if before else said
        known = "U" not in said.split()
        for name, pattern in _SAYS_HOW if known else _SAYS_HOW[:2]:
            for found in pattern.finditer(said):
                how.setdefault(name, set()).add(",".join(filter(None, found.groups())))
            said = " ".join(pattern.sub("", said).split())
        ideas = {*re.sub(r"\b(?:[ncd])\d+", "", said).split()}
        aims = {"-", "Q", "T", "+" * ("D" in ideas)} if ideas & {"G", "D"} else set[str]()
        sides = ideas & {*"tblr"} if {"Q", "T", "W"} <= ideas and known else set[str]()
        rule = known and {"Q", "T", "W"} <= ideas and len(sides) in (0, 4)
        noise = _NOISE - (set() if rule else {"Q", "T", *"y" * (not known)} - aims)
        aside = ideas - {"U"} - aims - sides <= noise and (rule or not sides)
        spoken = words.partition(":")[0] if before else words * (aside and not known)
        if not (aside or (known and "G" not in ideas)) or (
            "D" not in ideas and CHANGED_BY.search(_CHATTER.sub(blanked, spoken))
        ):
            return []
        stated += [said] * (not aside)
    sizes = {tuple(map(int, size.split(","))) for size in how.get("size", ())}
    if options.size:
        sizes = {(int(height), int(width)) for height, width in TIMES.findall(options.size)}
    flat = " ".join(stated)
    letters = "Pz" in flat and not ("letters" in how and how.keys() & {"up", "down"})
    reject(
        stated and not sizes
        and all(re.search("A|k|P.* P", one) and len({*_MARK.findall(one)}) == 1 for one in stated),
        "lit places need the size of their board: --size ROWSxCOLUMNS", line=1,
    )  # fmt: skip
    if len(sizes) != 1 or letters or "+" not in flat or (options.colours or 2) > 2:
        return []
    height, width = sizes.pop()
    two_ways = {"up", "down"} <= how.keys() or {"order", "turned"} <= how.keys()
    reject(two_ways, "the text counts rows and columns in two ways", line=1)
    lengths = how.get("letters", set()) - {f"{width}"} | how.get("numbers", set()) - {f"{height}"}
    bases = {int(base) for base in how.get("base", set()) | how.get("origin", set()) if base}
    bases = bases or ({1} if "chess" in how else {0, 1})
    orders = {"order" in how} if {"order", "turned"} & how.keys() else {True, False}
    every = [*product(range(height), range(width))] if height * width <= MAX_FLAT else []
    ways, known, numbers = dict[str, ScannedReading | None](), False, list(_OTHERS.finditer(flat))
    for base, row_first in product(sorted(bases), sorted(orders, reverse=True)):
        counted = _ToldBoard(height, width, base, row_first, up="up" in how or "chess" in how)
        parts = [_stated(said, counted) for said in stated]
        pairs = [pair for listed, _ in parts for pair in listed]
        others = {colour for _, colours in parts for colour in colours}
        cells = dict(pairs)
        rest = {*every} - {*cells}
        clear = max((*others, *cells.values()), default=_FAR) < 2
        known = known or clear
        fits = len(cells) == len(pairs) == len(every) - len(rest)
        counts = {(one["count"] or "", one["again"] or "") for one in numbers} - {("", "")}
        dark = [*cells.values()].count(0)
        fits = fits and counts <= {(f"{len(rest)}", ""), ("", f"{dark}")}
        if clear and fits and len(others) == 1 - (not (rest or others)):
            whole = dict.fromkeys(rest, min(others, default=0)) | cells
            told = {place: str(colour) for place, colour in whole.items()}
            how_read = f"{'(row, column)' if row_first else '(x, y)'} from {base}"
            ways.setdefault(
                str(sorted(whole.items())), _placed(told, (height, width), True, 0, how_read)
            )
    reject(
        known and not ways,
        f"what the sentences say does not fit a board of {height} x {width}: a place is named "
        "twice, outside, or not at all",
        line=1,
    )
    form = "places" * (len(ways) == 1)
    return [replace(way, form=form) for way in ways.values() if way and not lengths]


def count_up(numbers: list[int]) -> bool:
    """Return whether some numbers are 0, 1, ... or 1, 2, ..."""
    return len(numbers) > 1 and numbers in ([*range(len(numbers))], [*range(1, len(numbers) + 1)])


def with_row_numbers(text: str) -> str:
    """Return a text whose rows are counted in words with ``row N:`` in front, a line each.

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
    pieces, last = [text[: found[0].start()]], found[0].start()
    for one, number, behind in zip(found, numbers, [*found[1:], None], strict=True):
        row = text[one.end() : behind.start() if behind else len(text)]
        if behind is None and text[last : one.start()].count("\n") < count - 1:
            row = re.sub(r"[.!](?=\s)", "\n", row + "\n")
        row = re.sub(r",?[ ](?:and|und|et|y|e|и)[ ]", ", ", row)
        line = "" if not pieces[-1].strip(" ") or pieces[-1].endswith("\n") else "\n"
        pieces.append(f"{line}row {number}: {row}")
    return "".join(pieces)


def signs_in(legend: dict[str, int]) -> str:
    """Return a legend as a person writes it."""
    names = {0: "off", 1: "on", HOLE: "hole"}
    return " ".join(f"{sign}={names.get(colour, colour)}" for sign, colour in legend.items())


def usual_colour(word: str) -> int | None:
    """Return the colour that a cell has in texts without a legend, or None if it has none."""
    return (alphabet({word}) or {}).get(word, 0 if word in OFF else 1 if word in ON else None)


def all_signs(legend: dict[str, int], seen: set[str]) -> dict[str, int] | None:
    """Return the colours of all cells of a text whose legend may leave some out.

    One sign that is left out is the other one of on and off; several have their usual colours.
    Where that would give two signs one colour, None is returned.
    """
    said = {word: word if word in legend else word.lower() for word in seen}
    known = {word: legend[sign] for word, sign in said.items() if sign in legend}
    rest = seen - set(known)
    if not known or not rest:
        return known and legend | known
    other = {0, 1} - set(known.values())
    if len(rest) == 1 and len(other) == 1 and usual_colour(*rest) in (None, *other):
        return known | dict.fromkeys(rest, other.pop())
    usual = {word: usual_colour(word) for word in rest}
    taken = [*usual.values(), *known.values()]
    if None in taken or len({*taken}) < len(taken) or not {0, 1} <= {*taken} <= {HOLE, 0, 1}:
        return None
    return known | {word: value for word, value in usual.items() if value is not None}


def alphabet(seen: set[str]) -> dict[str, int] | None:
    """Return the meaning of cells that are all numbers, or all words for on and off."""
    words = {word: VALUES[word.lower()] for word in seen if word.lower() in VALUES}
    numbers = seen - set(words)
    truths = {word.lower() for word, value in words.items() if value >= 0 and "(" not in word}
    strange = not all(map(NUMBER.fullmatch, numbers)) or (numbers and truths)
    padded = any(re.match("0[0-9]", word) for word in numbers)
    uneven = len(set(map(len, numbers))) > 1 or not all(map(str.isdecimal, numbers))
    mixed = not any(truths <= set(pair.split()) for pair in OFF_ON.split("|"))
    if strange or (padded and uneven) or mixed:
        return None
    whole = {
        word: int(found[1]) if len(found[1]) < 16 else 2**40
        for word in numbers if (found := NUMBER.fullmatch(word))
    }  # fmt: skip
    return whole | {word: HOLE if value < 0 else value for word, value in words.items()}
