"""Boards that a text describes in words: lit places, all lights on, switches; what signs mean.

Each sentence is understood whole, or nothing is read of it: one word that is not known here leaves
the text to the other readers, which refuse what they do not know.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

from lo_exact.errors import InputError
from lo_exact.formats.board.header import parse_size
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, of_option
from lo_exact.formats.board.rows import OFF, ON
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.scanner.arrays import FoundBoard
from lo_exact.formats.scanner.tree import NUMBER, VALUES, Token
from lo_exact.formats.scanner.words import TIMES, blanked, sizes_in, without_known
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
    r"""|\b(?:row|column) ([01]) is (?:the |at the |on the )*(?:top|left)(?:most)?(?: row|"""
    r""" column)?\b"""
    r"""|[(\[]([01]), ?(?:\2)[)\]] (?:is|=) (?:the |at the |in the )*(?:top|upper)[- ]left(?:"""
    r""" corner| cell)?\b"""
    r"""|\b(?:(?:from|in) the )?(?:top|upper)[- ]left(?: corner)?\b"""
    r"""|\b(?:(?:both |are )*(?:count|number|index|start)\w* )?(?:from|at) ([01])\b|\b([01])[-"""
    r""" ](?:based|indexed)\b""",
    re.IGNORECASE,
)
"""Where places count from, and which way."""

_ORDER = re.compile(
    r"\b(?:rows?|r|y)(?:, ?|[ ](?:and|then)[ ])(?:columns?|cols?|c|x)\b"
    r"|\b(?:columns?|cols?|c|x)(?:, ?|[ ](?:and|then)[ ])(?:rows?|r|y)\b",
    re.IGNORECASE,
)
_OTHERS_OFF = re.compile(
    r"\b(?:(?:all|the|everything|every|any) )*(?:others?|rest|else)(?: (?:lights?|lamps?|cells?"
    r"|ones))?"
    r"(?: (?:are|is))? (?:off|dark)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"[(\[][ ]*([0-9]{1,3})[ ]*,[ ]*([0-9]{1,3})[ ]*[)\]]"
    r"|\br(?:ow)?[ ]?([0-9]{1,3}),?[ ]?c(?:ol(?:umn)?)?[ ]?([0-9]{1,3})\b",
    re.IGNORECASE,
)
_ROWS_COLUMNS = re.compile(r"\b([0-9]{1,4}) rows?(?:,| and|,? by)? ([0-9]{1,4}) col(?:umn)?s?\b")
_WIDE_HIGH = re.compile(r"\b([0-9]{1,4}) wide(?:,| and)? ([0-9]{1,4}) (?:high|tall)\b")
_MAY_SAY_LIT = re.compile(r"(?i)\b(?:lit|on)\b")
_SAYS_LIT = re.compile(r"(?i)\blit\b|\bon\b(?!\s+(?:the|an?|this|my|board|grid)\b)")
_SAYS_MORE = re.compile(r"[0-9~!<>+*/-]|\0\s*(?:is|are)\b")
_OF_PLACES = re.compile(
    r"an?|the|this|my|these|it|which|board|grid|field|puzzle|level|state|size|lights?|lamps?|cells?"
    r"|squares?|tiles?|places?|positions?|coord(?:inate)?s|out|is|are|be|has|at|as|in|of|with|and"
    r"|all"
    r"|given|listed|written|counted|numbered|following|here|lit|on|start(?:s|ing)?|beginning|begins|game"
    r"|initial(?:ly)?|rows?|col(?:umn)?s?|hi|hello|please|help|solve|can|anyone"
)
"""Words that change nothing beside a list of lit places."""

_LIGHTS = r"(?:lights?|lamps?|bulbs?|cells?|squares?|tiles?)"
_ALL_LIT = re.compile(
    rf"\b(?<!solve )(?:all|every)(?: of)?(?: the)?(?: {_LIGHTS})?(?: (?:are|is))? (?:on|lit)\b"
    r"(?!\s*[^\W\d_]|\s*:)",
    re.IGNORECASE,
)
_COLOURED = re.compile(
    r"\(?\b(row|r|x|y), ?(column|col|c|x|y), ?(?:lit|on|state|is_on)\b\)?", re.IGNORECASE
)
_KEYED = re.compile(
    r"\{\s*[\"']?row[\"']?\s*:\s*([0-9]{1,3})\s*,\s*[\"']?col(?:umn)?[\"']?\s*:\s*([0-9]{1,3})\s*\}"
)
"""A place as an object."""

_TRIPLE = re.compile(
    r"(?:\(|^)[ ]*([0-9]{1,3}),[ ]*([0-9]{1,3}),[ ]*([01])[ ]*(?:\)|$)", re.MULTILINE
)
_TORUS = re.compile(
    r"\b(?:on )?(?:an? )?(?:torus|toroidal)\b|\b(?:(?:that|which|it) )?wraps around\b",
    re.IGNORECASE,
)
_NAME = r"\b(?:[a-z]?[0-9]{1,3}|[a-z])\b"
_SENTENCE = re.compile(
    rf"(?:(?:the |pressing )?(?:switch|button|key) )?(?P<switch>{_NAME})"
    rf" (?:toggles|flips|changes|affects|controls|inverts)"
    rf" (?P<lamps>(?:the )?(?:{_LIGHTS} )?{_NAME}(?:(?:, ?(?:and )?| and )(?:{_LIGHTS} )?{_NAME})*)"
    rf"|(?:initially,? )?all (?:of )?(?:the )?(?:{_LIGHTS} )?(?:are|start)(?: initially)? "
    r"(?P<state>on|off)"
    rf"|(?:the goal is to )?(?:turn|switch) (?:them )?all (?:of them |(?:the )?{_LIGHTS} )?"
    r"(?P<goal>on|off)",
    re.IGNORECASE,
)
"""What a switch toggles, how all lamps are, how they shall be."""


_GRAPH = re.compile(
    r"\s*(?:nodes|vertices): *([\w, ]+)\n\s*edges: *(\w+-\w+(?:[, ]+\w+-\w+)*) *\n"
    r"\s*(?:lit|on): *(\w[\w, ]*)\s*",
    re.IGNORECASE,
)


def without_torus(text: str) -> str:
    """Return a text without the words that make its board a torus; as it is where it has none."""
    sides = re.search(r"(?i)\?|\b(?:rows?|col)", _ROWS_COLUMNS.sub(" ", text))
    return text if sides else _TORUS.sub(blanked, text)


def is_understood(text: str, boards: Sequence[FoundBoard]) -> bool:
    """Return whether all words beside some boards change nothing."""
    for board in boards:
        text = text[: board.start] + " " * (board.end - board.start) + text[board.end :]
    words = re.findall(r"[^\W\d_]+", TIMES.sub(" ", _ROWS_COLUMNS.sub(" ", text)).lower())
    return all(map(_OF_PLACES.fullmatch, words))


def edges_in(text: str) -> str:
    """Return the edge list of a graph or of switches and their lamps; ``""`` for other texts."""
    graph = _GRAPH.fullmatch(text)
    if graph:
        names, pairs, lit = (re.findall(r"\w+", words) for words in graph.groups())
        state = " ".join(f"{name}={int(name in lit)}" for name in names)
        joined = "\n".join(f"{a} {b}" for a, b in zip(pairs[::2], pairs[1::2], strict=True))
        known = set(lit) <= set(names) and len({*names}) == len(names)
        return f"graph: undirected\nstate: {state}\n\n{joined}\n" if known else ""
    said: dict[str, str] = {}
    for sentence in re.split(r"[.;\n]\s*", text):
        words = " ".join(sentence.split())
        found = _SENTENCE.fullmatch(words)
        if words and (found is None or (found["switch"] or found.lastgroup) in said):
            return ""
        if found:
            said[found["switch"] or found.lastgroup or ""] = found[found.lastgroup or ""]
    state = said.pop("state", "").lower()
    goal = said.pop("goal", "off" if state == "on" else "").lower()
    if not (said and state and goal):
        return ""
    toggled = {switch: re.findall(_NAME, lamps, re.IGNORECASE) for switch, lamps in said.items()}
    lamps = dict.fromkeys(lamp for several in toggled.values() for lamp in several)
    edges = [f"{switch} {lamp}" for switch, several in toggled.items() for lamp in several]
    colour = int(state == "on")
    return (
        f"graph: incidence\nstate: {' '.join(f'{lamp}={colour}' for lamp in lamps)}\n"
        f"target: {int(goal == 'on')}\nbuttons: {' '.join(toggled)}\n\n" + "\n".join(edges) + "\n"
    )


def _as_places(text: str) -> str:
    """Return a text whose (row, column, lit) are written as lit places, and their size if all."""
    text = _KEYED.sub(r"r\1c\2", text)
    found = _TRIPLE.findall(text) if _COLOURED.search(text) else []
    places = {(int(row), int(column)) for row, column, _ in found}
    if len(places) < len(found) or not found:
        return text
    text = _TRIPLE.sub(lambda one: f"({one[1]}, {one[2]})" if one[3] == "1" else " ", text)
    text = _COLOURED.sub(r"lit (\1, \2)", text)
    axes = [sorted({place[axis] for place in places}) for axis in (0, 1)]
    first, whole = axes[0][0], sorted(places) == [*product(*axes)]
    if not whole or any(axis != [*range(first, first + len(axis))] for axis in axes):
        return text
    size = axes if re.search(r"lit \((?i:r|y)", text) else axes[::-1]
    return f"{text} from {first} {len(size[0])}x{len(size[1])}"


def lit_places(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the boards of which a text lists the lit places; none if it may say anything else."""
    text = _as_places(text)
    if _MAY_SAY_LIT.search(text) is None:
        return []
    base = {digit for found in _COUNTED.finditer(text) for digit in found.groups() if digit}
    rest = _COUNTED.sub(blanked, text)
    order = {found[0][0].lower() in "ry" for found in _ORDER.finditer(rest)}
    rest = _ORDER.sub(" ", _OTHERS_OFF.sub(" ", rest))
    listed = _PLACE.findall(rest)
    pairs = [(int(row or first), int(column or second)) for first, second, row, column in listed]
    rounded = "[" not in "".join(found[0][:1] for found in _PLACE.finditer(rest))
    every = not pairs and "?" not in text and _ALL_LIT.search(rest) is not None
    rest = _PLACE.sub("\0", rest)
    sizes = {(int(rows), int(columns)) for rows, columns in _ROWS_COLUMNS.findall(rest)}
    sizes |= {(int(rows), int(columns)) for columns, rows in _WIDE_HIGH.findall(rest)}
    rest = _WIDE_HIGH.sub(" ", _ROWS_COLUMNS.sub(" ", rest))
    sizes |= {size for size in sizes_in(rest) if all(size)}
    rest = without_known(TIMES.sub(" ", rest))
    if options.size is not None:
        with of_option("size"):
            sizes = {parse_size(Line(options.size, 0))}
    words = re.findall(r"[^\W\d_]+", rest.lower())
    lists = _SAYS_LIT.search(rest) and all(map(_OF_PLACES.fullmatch, words))
    if not lists or _SAYS_MORE.search(rest) or not (pairs or every):
        return []
    if len(sizes) > 1 or len({*pairs}) < len(listed) or not (sizes or rounded):
        return []
    if not sizes:
        raise InputError("lit places need the size of their board: --size ROWSxCOLUMNS", line=1)
    ((height, width),) = sizes
    pairs = pairs or [*product(range(height), range(width))]
    if height * width > MAX_FLAT:
        return []
    order |= {True} if every or listed[0][2] else set()
    base |= {"0"} if every else set()
    ways: dict[tuple[tuple[str, ...], ...], ScannedReading] = {}
    for row_first, first in product(order or (True, False), base or ("0", "1")):
        lit = {(row, column) if row_first else (column, row) for row, column in pairs}
        lit = {(row - int(first), column - int(first)) for row, column in lit}
        if lit <= {*product(range(height), range(width))}:
            rows = tuple(
                tuple(Token("atom", "01"[(row, column) in lit], 0, 0) for column in range(width))
                for row in range(height)
            )
            how = f"{'(row, column)' if row_first else '(x, y)'} from {first}"
            board = FoundBoard(rows, 0, len(text), "lit", form="places")
            way = ScannedReading("", f"lit places, {how}", (board,), f"with '{how}' in the text")
            ways.setdefault(board.words, way)
    if not ways:
        raise InputError(f"a place is not on a board of {height} x {width}", line=1)
    form = "places" if len(ways) == 1 else ""
    return [replace(way, form=form) for way in ways.values()]


_PAIRS = (("off", "on"), ("false", "true"), ("f", "t"), ("no", "yes"), ("n", "y"))


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
    if not all(map(NUMBER.fullmatch, numbers)) or (numbers and truths):
        return None
    padded = any(re.match("0[0-9]", word) for word in numbers)
    if padded and (len(set(map(len, numbers))) > 1 or not all(map(str.isdecimal, numbers))):
        return None
    if truths and not any(truths <= set(pair) for pair in _PAIRS):
        return None
    whole = {
        word: int(found[1]) if len(found[1]) < 16 else 2**40
        for word in numbers if (found := NUMBER.fullmatch(word))
    }  # fmt: skip
    return whole | {word: HOLE if value < 0 else value for word, value in words.items()}
