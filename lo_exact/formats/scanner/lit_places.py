"""Boards given by a list of lit cells, or by a list of cells with their states.

All words beside the list must be known, or nothing is read of it: the other readers refuse what
they do not know.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from math import prod

from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import reject
from lo_exact.formats.scanner.arrays import FoundBoard, ScannedReading
from lo_exact.formats.scanner.doubts import doubt_in
from lo_exact.formats.scanner.leftover import DECLARES
from lo_exact.formats.scanner.legends import without_rows
from lo_exact.formats.scanner.tree import VALUES, Token
from lo_exact.formats.scanner.vocabulary import words_for
from lo_exact.formats.scanner.words import TIMES, blanked, sizes_in, without_known

MAX_FLAT = 2**14
"""Places of a list without a size whose rectangles are all drawn."""

MAX_PLACED = 2**20
"""Places of a board whose lit places are listed."""

_COUNTED = re.compile(
    r"""\bx (?:goes|runs|points|is) (?:to the )?right(?:wards)?\b|\by (?:goes|runs|points|is)"""
    r""" down(?:wards)?\b"""
    r"""|\b(?:row|column|linha|coluna|fila|columna|riga|colonna|ligne|colonne|zeile"""
    r"""|spalte) ([01])"""
    r""" (?:(?:is|at|on|the|em|à|a|la|en|in|ist|é|es|est|de) )*(?:top|left|cima|esquerda|arriba"""
    r"""|izquierda|haut|gauche|oben|links|alto|sinistra)(?:most)?(?: row| column)?\b"""
    r"""|(?:\b(?:the )?(?:top|upper)[- ]left(?: corner| cell| light)?|\b(?:links oben|oben links"""
    r"""|arriba a la izquierda|en haut à gauche|in alto a sinistra|linksboven|(?:esquina superior"""
    r""" izquierda|canto superior esquerdo|coin supérieur gauche))|左上角?|左上の?隅?)[ ]?(?:is"""
    r"""|at|ist|es|est|é|è|=|:|は|是)?[ ]?[(\[](?P<top>[01]), ?(?P=top)[)\]]"""
    r"""|[(\[]([01]), ?(?:\3)[)\]] (?:is|=) (?:the |at the |in the )*(?:top|upper)[- ]left(?:"""
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
    r""" ](?:based|indexed)\b|\([0-9]+ rows(?: in set)?\)"""
    r"""|\bnumbered (?:from )?([01]) (?:to|-|–) [0-9]+(?=[:.,\n])""",
    re.IGNORECASE,
)
"""Where places count from, and which way."""

ROWS, COLUMNS = (f"(?:{words_for('lit', idea)})" for idea in ("rows", "columns"))
_ORDER = re.compile(
    rf"\b{ROWS}(?:, ?|[ ](?:and|then)[ ]){COLUMNS}\b|\b{COLUMNS}(?:, ?|[ ](?:and"
    rf"|then)[ ]){ROWS}\b",
    re.IGNORECASE,
)
_FILLS = rf"(?:(?:{words_for('lit', 'fills')}) ){{0,3}}"
_OTHERS_OFF = re.compile(
    r"(?<!no )(?<!zero )(?<!not )\b(?:(?:all|of|the|everything|every(?= other (?:light|lamp|cell|"
    r"one) (?:is|starts) "
    r"(?:off|dark|unlit)[ \t]*(?:[.;\n]|\Z))) ){0,4}(?<!any )(?<!no )"
    r"(?<!zero )(?<!not )(?:others?|rest|else)"
    r"(?: (?:lights?|lamps?|cells?|ones))?(?: (?:are|is|starts?|stays?|begins?))?"
    r" (?:off|dark|unlit)\b"
    rf"|\b(?:{words_for('lit', 'the_others')}) {_FILLS}(?:{words_for('lit', 'others')}) {_FILLS}"
    rf"(?:{words_for('lit', 'others_off')})\b"
    rf"|\b(?:pozostałe|reszta|остальные) {_FILLS}(?:zgaszone|zgaszona|выключены|не горят)\b",
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
_PLACE_STATES = re.compile(
    r"""(?P<quote>["']?)(?:(?:(?<!\w)"""
    r"""(?!(?:goal|target|sol|press|answer|move|click)\w{0,40}\[)\w{0,40}\[|[(\[])?"""
    r"""[ ]{0,9}(?P<row>[0-9]{1,3})[ ]*(?:,[ ]*"""
    r"""|\]\[|[_:;-])"""
    rf"""(?P<column>[0-9]{{1,3}})[ ]*[)\]]?|{_NAMED_PLACE})(?P=quote)[ ]*"""
    rf"""(?:=>|->|[:=]|is\b)[ ]*(?P<mark>["']?)"""
    rf"""(?P<cell>[0-9]|{"|".join(map(re.escape, sorted(VALUES, reverse=True)))})"""
    r"""(?P=mark)(?=[\s,;.}\])]|\Z)[,;.]?""",
    re.IGNORECASE,
)
"""A place and its light."""

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
    r"|(?<=\w)!(?=[\[(])|\b(?:puzzle|board|level|game|instance) [0-9]+\b(?! *[x×])"
    r"|(?i:\blights?[ _-]?out\b|\bzero(?=[- ](?:based|indexed))|\bevery (?=(?:cell|light|lamp) of "
    r"the\b))"
)
"""Marks of comments, types and macros, and harmless words that are not so elsewhere."""

_MORE_THAN_PLACES = re.compile(
    r"(?i)\b(?:at|in) the end\b|\b(?:end|final)\w* (?:state|position|board|lit|on)\b"
    # a place that belongs to what was said before about the counting, as "from the top left (0, 0)"
    r"|\x01[ ,]*(?:(?:is|at|ist|es|est|é|è|=|は|是)[ ]?)?\0(?![ ]*[,;]?[ ]*\0)"
    r"|\.\.|…|[0-9~!<>+/–—]|\0[ \t]+[*-]|[*-](?![ \t]+\0)|\0\s*(?:is|are)\b(?! (?:on|lit)\b)"
)
(_STATE_HINT, _LIT_HINT, _LIT_WORD, OF_PLACES) = (
    re.compile(pattern)
    for pattern in (
        r"[0-9][)\]]?[\"']?[ ]?(?:[:=-]|is\b)",
        rf"(?i)(?<![^\W_]){_ON}",
        rf"(?i)(?<![^\W_]){_ON}(?!\s+(?:the|an?|this|my|board|grid)\b)",
        # words that change nothing beside a list of lit places
        words_for("lit", "beside"),
    )
)
"""Words about lit places."""


_NEXT = "[ ]*[,|;\t][ ]*"
_NUMBER_OF = "(?:_?(?:no|nr|num|number|idx|index))?(?:[ ][A-Za-z]+)?"
_COLOURED = re.compile(
    rf"\(?(?P<id>\b\w*id{_NEXT})?\b(?P<first>row|r|x|y){_NUMBER_OF}{_NEXT}"
    rf"(?P<second>column|col|c|x|y){_NUMBER_OF}{_NEXT}(?:is_?)?(?:lit|on|state|value|light"
    rf"|status)\b(?:[ ][A-Za-z]+)?\)?",
    re.IGNORECASE,
)
_TRIPLE = re.compile(
    rf"(?:\(|^)[ |]*(?P<id>[0-9]{{1,6}}{_NEXT})?([0-9]{{1,3}}){_NEXT}([0-9]{{1,3}}){_NEXT}"
    r"([01]|true|false|on|off|[tf])[ |]*(?:\)|$)",
    re.MULTILINE | re.IGNORECASE,
)


def without_boards(text: str, boards: Sequence[FoundBoard]) -> str:
    """Return a text in which each board is replaced by a line end."""
    for board in sorted(boards, key=lambda one: -one.start):
        text = f"{text[: board.start]}\n{text[board.end :]}"
    return text


def is_understood(text: str, boards: Sequence[FoundBoard]) -> bool:
    """Return whether all words beside the boards are known not to affect the interpretation."""
    words = re.findall(
        r"[^\W\d_]+", TIMES.sub(" ", without_boards(text, boards)).lower().replace("all on", "")
    )
    return all(map(OF_PLACES.fullmatch, words))


def placed_board(
    cells: dict[tuple[int, int], str],
    size: tuple[int, int] | None,
    row_first: bool,
    first: int,
    how: str = "",
) -> ScannedReading | None:
    """Return a board with the given cells and all others off, or None if the cells do not fit.

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
    inside = all(0 <= row < height and 0 <= column < width for row, column in moved)
    if not inside or height * width > (MAX_PLACED if size else len(moved)):
        return None
    off = Token("atom", "0", 0, 0)
    rows = [[off] * width for _ in range(height)]
    for (row, column), cell in moved.items():
        rows[row][column] = off._replace(text=cell)
    how = how or f"{'(row, column)' if row_first else '(x, y)'} from {first}"
    board = FoundBoard(tuple(map(tuple, rows)), 0, 1, "lit", form="places")
    return ScannedReading("", f"lit places, {how}", (board,), f"with '{how}' in the text")


def lit_places(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the interpretations of a list of lit cells; none if a word beside it is unknown."""
    places = _STATE_HINT.search(text) or _COLOURED.search(text)
    if not (places or _LIT_HINT.search(without_rows(text))):
        return []
    if _LIT_HINT.search(text):
        text = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
        text = _PAIR_LINES.sub(
            lambda table: table[1] + re.sub(r"([0-9]+)\D+?([0-9]+)", r"(\1, \2)", table[2]), text
        )
    head = _COLOURED.search(text)
    marks = [found["id"] for found in _TRIPLE.finditer(text)] if head else []
    if head and len({*marks}) == 1 and (marks[0] is None) == (head["id"] is None):
        text = _COLOURED.sub(r"(\2, \3)", _TRIPLE.sub(r"(\2, \3): \4;", text))
    stated = _STATE_HINT.search(text) is not None and len(_PLACE_STATES.findall(text)) > 3
    if not (stated or _LIT_HINT.search(text)):
        return []
    base = {int(digit) for found in _COUNTED.finditer(text) for digit in found.groups() if digit}
    rest = _COUNTED.sub(lambda said: f"{blanked(said)[1:]}\1", text)
    order = {re.match(rf"(?i){ROWS}\b", found[0]) is not None for found in _ORDER.finditer(rest)}
    rest = _ORDER.sub(" ", _OTHERS_OFF.sub(" ", rest))
    listed = list((_PLACE_STATES if stated else _PLACE).finditer(rest))
    rest = (_PLACE_STATES if stated else _PLACE).sub("\0", _CODE.sub(" ", rest))
    sizes = {
        size for size in sizes_in(f"size {options.size}" if options.size else rest) if all(size)
    }
    values = re.findall(
        r"(?i)\b(?:name|title|comment|description|type|hint)[\"']?\s*[:=]([^\n]*)", rest
    )  # values of keys that do not describe places
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
        not (stated or (_LIT_WORD.search(rest) and (cells or numbers)))
        or any(text.count(mark) != text.count(end) for mark, end in ("[]", "{}", "()"))
        or (numbers and re.search(rf"(?i)\b(?:by|in) {COLUMNS}\b", text))
        or not all(OF_PLACES.fullmatch(word) or word in DECLARES - {"end"} for word in words)
        or any(re.search(_MORE_THAN_PLACES if "\0" in line else "[0-9]", line)
               for line in rest.split("\n"))
        or doubt_in("\n".join(values)) or len(sizes) > 1 or len(kinds) > 1 or not (sizes or rounded)
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
    ways = [placed_board(cells, size, row_first, first,
                         "columns by letter, rows by number" * ((False, True) in kinds))
            for row_first in order or (True, False) for first in base or (0, 1)
            if cells]  # fmt: skip
    for first in base or (0, 1):
        flat = {divmod(int(number) - first, width): "1" for number in numbers}
        how = f"numbers row by row from {first}"
        ways += [placed_board(flat, size, True, 0, how)] if flat else []
    kept = {way.boards[0].words: way for way in reversed(ways) if way is not None}
    reject(not kept, f"a place is not on a board of {height} x {width}", line=1)
    form = "places" if len(kept) == 1 else ""
    return [
        replace(way, form=form, boards=(replace(way.boards[0], end=len(text)),))
        for way in reversed(kept.values())
    ]
