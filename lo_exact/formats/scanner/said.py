"""Boards that a text describes in words: lit places, all lights on; what signs mean.

Each sentence is understood whole, or nothing is read of it: one word that is not known here leaves
the text to the other readers, which refuse what they do not know.
"""

import re
import unicodedata
from collections.abc import Sequence
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
from lo_exact.formats.scanner.words import (
    CHANGED_BY,
    TIMES,
    blanked,
    names_another,
    names_answer,
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

ROWS, COLUMNS = (
    r"(?:rows?|r|y|linhas?|zeilen?|reihen?|lignes?|filas?|rig(?:a|he)|rij(?:en)?|wiersz\w*"
    r"|строк\w*)",
    r"(?:columns?|cols?|c|x|colunas?|spalten?|colonn(?:es?|a|e)|columnas?|kolom(?:men)?|kolumn\w*"
    r"|столбц\w*|столбец)",
)
_ORDER = re.compile(
    rf"\b{ROWS}(?:, ?|[ ](?:and|then)[ ]){COLUMNS}\b|\b{COLUMNS}(?:, ?|[ ](?:and"
    rf"|then)[ ]){ROWS}\b",
    re.IGNORECASE,
)
_OTHERS_OFF = re.compile(
    r"\b(?:(?:all|of|the|everything|every|any) ){0,4}(?:others?|rest|else)(?: (?:lights?|lamps?"
    r"|cells?"
    r"|ones))?"
    r"(?: (?:are|is|starts?|stays?|begins?))? (?:off|dark|unlit)\b"
    r"|\b(?:[ao]s|l[aoe]s|l[ei]|gli|die|de|tod[ao]s|alle|toutes|tous"
    r"|tutt[ei])(?: \w+)? (?:outr[ao]s"
    r"|ander(?:e|en)|autres|altr[ei]"
    r"|demás|otr[ao]s)"
    r"(?: \w+){0,2} (?:apagad[ao]s|aus|éteinte?s|spent[ei]|desligad[ao]s|uit)\b"
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

_ON = (
    "(?:lit|on|aces[ao]s?|encendid[ao]s?|allumée?s?|acces[aei]"
    "|zapalone|горят"
    "|(?<=lampen )an|(?<=lichter )an|(?<=felder )an|(?<=sind )an|eingeschaltet)(?![^\\W_])"
)
_SPOT = re.compile(
    r"\b(?:the )?(?:(?:four |4 )?(?:corners|corner (?:lights|lamps|cells|squares|ones))"
    r"|(?:one |light |lamp |cell )?(?:in |at )?(?:the )?(?:very )?"
    r"(?:(?P<down>top|upper|bottom|lower)[- ](?P<across>left|right)(?: corner)?"
    r"|(?P<middle>centre|center|middle|central)(?! (?:row|col|ones|lights)))"
    r"(?: (?:one|light|lamp|cell|square)\b)?)\b",
    re.IGNORECASE,
)
"""Corners and the middle of a board."""

_PAIR_LINES = re.compile(
    rf"^([ \t]*(?:{ROWS}[ ]*[,;\t][ ]*{COLUMNS}|{COLUMNS}[ ]*[,;\t][ ]*{ROWS})[ \t]*\n)"
    r"((?:[ \t]*[0-9]{1,3}[ ]*[,;\t][ ]*[0-9]{1,3}[ \t]*(?:\n|\Z))+)",
    re.IGNORECASE | re.MULTILINE,
)
"""A table of places."""

_CODE = re.compile(
    r"//+|\(\)[ ]*->|(?<!\w)(?:\w{1,40}::){0,4}\w{1,40}<[\w:<>(), ]{1,80}>(?!\w)|::"
    r"|(?<=\w)!(?=[\[(])"
)
"""Marks of comments, types and macros."""

_BUT = re.compile(
    r"(?i)\b(?:all|every)(?: of)?(?: the)?(?: lights?| lamps?| cells?| squares?)? (?:are|is|start)?"
    r" ?(?:on|lit),? (?:except|but|apart from|besides)(?: for| in)?\b"
)
"""All lights but those that follow."""

_MAY_SAY_LIT = re.compile(rf"(?i)\b{_ON}")
_SAYS_LIT = re.compile(rf"(?i)(?<![^\W_]){_ON}(?!\s+(?:the|an?|this|my|board|grid)\b)")
_SAYS_MORE_OF = re.compile(
    r"(?i)[0-9]|\b(?:also|too|plus|well|corners?|cent(?:re|er)|middle|including|off|unlit|dark|aus"
    r"|apagad[ao]s?|éteinte?s?|spent[aeio])\b"
)
"""What a sentence without places may not say beside sentences with places."""

_EVERY = re.compile(r"(?i)\b(?:all|every|others?|else|nothing|rows?|col(?:umn)?s?|four)\b[^:,(]*\Z")

_NUMBERED = re.compile(
    r"(?i)(?:\b(?:level|puzzle|game|board|no|nr|number|stage|lights out)|#)[ .:]{0,2}[0-9]+"
)
_SAYS_MORE = re.compile(r"\.\.|…|[0-9~!<>+*/-]|\0\s*(?:is|are)\b(?! (?:on|lit)\b)")
_OF_PLACES = re.compile(
    r"an?|the|this|my|these|it|which|board|grid|field|puzzle|level|state|size|lights?|lamps?|cells?"
    r"|squares?|tiles?|places?|positions?|coord(?:inate)?s|out|is|are|be|has|at|as|in|of|with|and"
    r"|all"
    r"|given|listed|written|counted|numbered|following|here|lit|on|start(?:s|ing)?|beginning"
    r"|begins|game|create|no|início|plansz[aey]|lamp(?:ki|y)|zapalon\w+|licz[ąo]\w*|od"
    r"|initial(?:ly)?|index(?:e[sd])?|indices|numbers?|by|var|let|const|dict|rows?|col(?:umn)?s?"
    r"|exactly|aces[ao]s?|encendid[ao]s?|allumée?s?|acces[aei]|luzes|luces|zero|one|based|insert"
    r"|frozen|into|values|table|hi|hello|please|help|solve|can|anyone|only|just"
    r"|four|new"
    r"|that|points?|pos|pairs?|usize|vec|set|hash|x|y"
    r"|d[aeo]s?|la|las|el|los|les?|une?|un|est[aáã]o?n?|sont|sind|zijn|son[to]?|en|em|sur|auf|op"
    r"|und|et"
    r"|sol[oa](?:mente|s)?|apenas|somente|seule(?:ment|s)?|nur|alleen|soltanto|al|au|empezar|inicio"
    r"|estas?|estes?|as|os|ils?|i|tablero|tabuleiro|griglia|grille|brett|bord|luz|lumi[eè]res?|luci"
    r"|lampen?|filas?|columnas?|linhas?|colunas?|righe|riga|colonn[ae]s?|lignes?|zeilen?|spalten?"
    r"|reihen?|rij(?:en)?|kolom(?:men)?|juego|jogo|gioco|jeu|spiel"
)
"""Words that change nothing beside a list of lit places."""

_LIGHTS = r"(?:lights?|lamps?|bulbs?|cells?|squares?|tiles?)"
_ALL_LIT = re.compile(
    rf"\b(?<!solve )(?:all|every)(?: of)?(?: the)?(?: {_LIGHTS})?(?: (?:are|is))? (?:on|lit)\b"
    r"(?: (?:initially|to begin with|at (?:the start|the beginning|first)|in the beginning))?"
    r"(?!\s*[^\W\d_]|\s*:)",
    re.IGNORECASE,
)
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

_ORDINALS = (
    "first|1st|one|top|erste|première|primera|primeira|первая|первый",
    "second|2nd|two|zweite|deuxième|segunda|вторая|второй",
    "third|3rd|three|dritte|troisième|tercera|terceira|третья|третий",
    "fourth|4th|four|vierte|quatrième|cuarta|quarta|четвёртая|четвертая|четвёртый",
    "fifth|5th|five|fünfte|cinquième|quinta|пятая|пятый", "sixth|6th|six|sechste|sixième|sexta",
    "seventh|7th|seven|siebte", "eighth|8th|eight|achte", "ninth|9th|nine", "tenth|10th|ten",
    "middle|centre|center|mittlere", "bottom|last|final|unterste|letzte|dernière|última|последняя",
)  # fmt: skip
_ROW = r"(?:row|line|reihe|zeile|ligne|rangée|fila|linha|fileira|riga|строка|ряд|rząd|wiersz|rij)"
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
    *,
    others: str = "0",
) -> ScannedReading | None:
    """Return the board with some cells, all others off, or None if they do not fit.

    Args:
        cells: the cells by their two numbers.
        size: rows and columns; None if all cells are given.
        row_first: whether the first number is the row.
        first: the number of the first row and column.
        how: what the numbers are.
        others: the colour of all other cells.
    """
    turned = cells if row_first else {(b, a): cell for (a, b), cell in cells.items()}
    moved = {(row - first, column - first): cell for (row, column), cell in turned.items()}
    height, width = size or (max(axis) + 1 for axis in zip(*moved, strict=True))
    every = [*product(range(height), range(width))] if height * width <= MAX_FLAT else []
    if not set(moved) <= set(every) or (size is None and len(moved) < len(every)):
        return None
    rows = tuple(
        tuple(Token("atom", moved.get((row, column), others), 0, 0) for column in range(width))
        for row in range(height)
    )
    how = how or f"{'(row, column)' if row_first else '(x, y)'} from {first}"
    board = FoundBoard(rows, 0, 1, "lit", form="places")
    return ScannedReading("", f"lit places, {how}", (board,), f"with '{how}' in the text")


def _sentences(text: str, *, stated: bool) -> list[str]:
    """Return the sentences and lines of a text; places without words belong to those before."""
    joined = text if stated else re.sub(r":[ ]*\n+|\n+(?=[^\w\n]+(?:\n|\Z))", " ", text)
    return re.split(r"(?<=[.;!])\s+|\n", re.sub(r"[-*•](?=[ \t]+\0)", " ", joined))


def _says_more(sentence: str, *, stated: bool) -> bool:
    """Return whether a sentence without places may say something of the board.

    Args:
        sentence: the sentence.
        stated: whether all places have their states, so that words for states change nothing.
    """
    rest = _NUMBERED.sub(" ", sentence)
    words = [word for word in re.findall(r"[^\W\d_]+", rest) if not changes_nothing(word)]
    return (
        any(names_answer(word) or names_another(word) for word in words)
        or CHANGED_BY.search(rest) is not None
        or re.search("[0-9]" if stated else _SAYS_MORE_OF, rest) is not None
        or (not stated and _SAYS_LIT.search(rest) is not None
            and (bool(words) or _EVERY.search(rest) is not None))
    )  # fmt: skip


def _with_spots(text: str, size: str) -> str:
    """Replace corners and middles named in words by (row, column) pairs counted from 1.

    A text that has such pairs, or no clear size, stays as it is.
    """
    sizes = sizes_in(size or text)
    other = _PLACE.search(text) or not _SPOT.search(text)
    if other or len({*sizes}) != 1 or not all(sizes[0]):
        return text
    height, width = sizes[0]

    def places(spot: re.Match[str]) -> str:
        down, across, middle = spot.group("down", "across", "middle")
        if middle:
            return f"({height // 2 + 1}, {width // 2 + 1})" if height % 2 and width % 2 else spot[0]
        rows = [height if (down or "")[:1].lower() in "bl" else 1] if down else [1, height]
        columns = [width if (across or "")[:1].lower() == "r" else 1] if across else [1, width]
        return ", ".join(f"({row}, {column})" for row in rows for column in columns)

    return f"{_SPOT.sub(places, text)}\n(row, column) from 1"


def lit_places(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the boards of which a text lists the lit places; none if it may say anything else."""
    stated_size = f"size {options.size}" if options.size else ""
    if _MAY_SAY_LIT.search(text):
        text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _with_spots(text, stated_size))
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
    every = not listed and "?" not in text and _ALL_LIT.search(rest) is not None
    but = _BUT.search(rest)
    rest = (_ALL_LIT if every else _BUT).sub(" lit ", rest)
    rest = (_STATED if stated else _PLACE).sub("\0", _CODE.sub(" ", rest))
    sizes = {size for size in sizes_in(stated_size or rest) if all(size)}
    rest = without_known(TIMES.sub(" ", rest))
    lists = _NUMBERS.findall(rest)
    numbers = re.findall("[0-9]+", "".join(lists[0])) if len(lists) == 1 and not listed else []
    rest = _NUMBERS.sub("\0", rest) if numbers else rest
    letters = [ord((one["letter"] or "`").lower()) - 96 for one in listed]
    cells = {
        (int(one["row"] or one["r"] or one["number"]),
         int(one["column"] or one["c"] or letter)): one["cell"] or "10"[but is not None]
        for one, letter in zip(listed, letters, strict=True)
    }  # fmt: skip
    if but:
        rest = re.sub(r"\0,? (?:which|that) (?:are|is|stay) (?:off|dark|unlit)\b", "\0", rest)
    parts = _sentences(rest, stated=stated)
    far = [part for part in parts if "\0" not in part and "\0" in rest]
    rest = " ".join(part for part in parts if part not in far)
    words = re.findall(r"[^\W\d_]+", rest.lower())
    rounded = stated or "[" not in "".join(one[0][0] for one in listed)
    kinds = {(one["letter"] is None, one["r"] is None) for one in listed}
    if (
        not (stated or (_SAYS_LIT.search(rest) and (cells or numbers or every)))
        or any(_says_more(part, stated=stated) for part in far)
        or any(text.count(mark) != text.count(end) for mark, end in ("[]", "{}", "()"))
        or not all(word in DECLARES or _OF_PLACES.fullmatch(word) for word in words)
        or _SAYS_MORE.search(rest)
        or len(sizes) > 1 or len(kinds) > 1 or not (sizes or rounded)
        or (but and numbers) or len(cells) < len(listed) or len({*numbers}) < len(numbers)
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
    if every:
        cells, order, base = dict.fromkeys(product(range(height), range(width)), "1"), {True}, {0}
    in_order = whole and [*cells] == sorted(cells) and not order
    order |= {True} if in_order or (True, False) in kinds or (False, True) in kinds else set()
    base |= {1} if (False, True) in kinds else set()
    ways = [_placed(cells, size, row_first, first, others="01"[but is not None])
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
