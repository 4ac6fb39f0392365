"""Interpretations of a scanned text, as puzzles that are parsed on demand.

The door of the scanner: a text to its readings, and a found board to a puzzle.

A reading is a format's name, the option that chooses it and the boards.  Cells become colours by
the alphabet of their whole board: numbers, words for on and off, or signs.

Text as a person sees it: one kind of line end and of digits, no fences, quote marks, prompts.

What is taken off leaves blanks behind, so that every place keeps its line.  Property lists and
sequences of YAML become brackets.  Linear in the text.
"""

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import accumulate, pairwise, product
from math import isqrt
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_dense
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, UsageError, printable
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.header import parse_size, read_colours_entry
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, of_option, quoted, reject
from lo_exact.formats.board.reader import drawn_board, read_legend
from lo_exact.formats.board.rows import OFF, ON, Drawn, read_rows
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.layouts import read_layout, with_note
from lo_exact.formats.matrices import plain_rows, rows_of_entries
from lo_exact.formats.scanner.arrays import FaultError, FoundBoard, arrays_in, refuse_if
from lo_exact.formats.scanner.leftover import (
    blank_at,
    judged,
    passed_over,
)
from lo_exact.formats.scanner.lines import drawings_in
from lo_exact.formats.scanner.said import (
    COLUMNS,
    MAX_FLAT,
    ROWS,
    ScannedReading,
    all_signs,
    alphabet,
    changes_nothing,
    count_up,
    is_understood,
    lit_places,
    signs_in,
    told_boards,
    usual_colour,
    with_places,
    with_row_numbers,
    without_boards,
    without_torus,
)
from lo_exact.formats.scanner.tree import (
    SPEAKS,
    VALUES,
    Token,
    tokens,
    tree_of,
    with_brackets,
)
from lo_exact.formats.scanner.words import (
    HEDGES,
    blanked,
    colours_in,
    doubt_in,
    legend_in,
    names_board,
    names_matrix,
    signs_explained,
    without_usual,
)
from lo_exact.puzzle import Puzzle
from lo_exact.topology import HOLE, matrix_puzzle
from lo_exact.topology.grid import check_grid_size

_FORMS: dict[int, int | None] = (
    dict.fromkeys(
        (0xFEFF, 0xFE0E, 0xFE0F, 0x200B, 0x200D, 0x2060, 0x20E3, *range(0x1F3FB, 0x1F400))
    )
    | {0x3000: 0x20, 0xA0: 0x20}
    | dict.fromkeys((0x23A1, 0x23A2, 0x23A3, 0x23A4, 0x23A5, 0x23A6), 0x2502)
    | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
)
"""ASCII forms; None for what says only how the sign before looks: variations, keycaps, skin."""

_LINE_ENDS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_MARGIN = (
    r"(?m)^(?:([ \t]*(?:(?:[A-Z]{1,3}>|[|:}»])(?=[ \t]|$)|>(?=[01#.*xXoO])))"
    r"(?![^\n]*\|[ \t]*$)[^\n]*(?:\n|\Z)){3,}"
)
"""Lines with one mark in front, as quotes have it."""

_QUOTED = re.compile(r"(?:[ \t]*>(?!>)[^\n]*(?:\n|\Z)|[ \t]*\n)+")
_PROMPTS = (
    r"^[ \t]*(?:gap>|-->|sage:|julia>|>>>|>>|ghci>|irb[^\n>]{0,40}>|octave:[0-9]+>"
    r"|(?:In|Out)[ ]?\[[0-9]+\]:?=?"
)
_PROMPT = re.compile(rf"{_PROMPTS})(?=[ \t]|$)", re.MULTILINE)
_ASKED = re.compile(
    rf"{_PROMPTS}|>)[ \t]+([A-Za-z]\w*)[ \t]*"
    r"(=[ \t]*(?!\w*(?:solv|press|toggl|flip|click|play|move|next|after))(?:\w*[._])?"
    r"(?:load|read|parse|example|sample|initial|level|default)\w*\([\w ,.\"'/]{0,80}\))?[ \t]*;?"
    r"(?=[ \t]*(?:\#[^\n]*)?$)",
    re.MULTILINE,
)
"""A name that a session was asked for, or given by a call whose value stands below."""

_GIVEN = re.compile(r"(?<!\w)([A-Za-z]\w*)[ \t]*(?::?=|<-)(?!=)")

_QUOTE = re.compile(r"^([ \t]*)>(?:[ \t]+>)*(?=[ \t]|$)", re.MULTILINE)
_ELEMENT = re.compile(
    r"<(td|div|span|button|li|i|b|c|v|bit|bool|int|item|label|cell|light|lamp|tile|square)\b([^<>]*)>([^<>]*)</\1>"
    r"|<(input|rect|(?:td|div|span|button|cell|light|lamp|tile|square)(?=[^<>]*/>))\b([^<>]*)>"
)
_OF_ONE = re.compile(
    r"""\b(?:id|name|value|key|for|title|type|style|onclick|aria-label|[cr]?[xy]|width|height"""
    r"""|data-(?:row|col\w*|[xyrcijn]|index|id|pos\w*))[ ]*=[ ]*(?:"[^"]*"|'[^']*'|[^\s"'>]+)"""
    r"""|(?<=[\s"'])(?:[A-Za-z]+[-_]?)?[0-9]+(?:-[0-9]+)?(?=[\s"'])|\bclass\b"""
)
"""Attributes that say which cell it is, and not how it looks."""

_PART = re.compile(r"</?(?:tr|row|div|p|ul|ol|section|form|fieldset|br)\b[^<>]*>")
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<\?xml[^<>]*>")
_LIT = frozenset(
    ["yellow", "gold", "on", "lit", "true", "checked", "active", "light", "alive", "filled", "1"]
)
_DARK = frozenset(
    ["black", "gray", "grey", "off", "unlit", "false", "inactive", "dark", "dead", "empty", "0"]
)
_WHO = r"[^\W\d][\w.-]{0,30}(?:[ ][\w.]{1,30})?"
_WHEN = (
    r"(?:[0-9./-]{6,10},?[ T]*)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ]?[AaPp][Mm])?(?:,"
    r" [0-9./-]{6,10})?"
)
_SPEAKER = re.compile(
    rf"^[ \t]*(?:\[{_WHEN}\](?=[ \t]+[\d.#*])|(?:\[{_WHEN}\]|{_WHEN})[ \t]*-?"
    rf"[ \t]*(?:<[@+%]?{_WHO}>|{_WHO}:))"
    r"(?=[ \t]|$)"
    rf"|^[ \t]*<[@+%]?(?!(?:board|pre|code|grid)>){_WHO}>(?=[ \t]+\S)(?![^\n]*</)"
    rf"|^{_WHO},?[ \t]+(?:—[ \t]*)?(?:\w+ at )?\[?{_WHEN}\]?[ \t]*$", re.MULTILINE
)  # fmt: skip
"""Who says a line of a chat, or the lines below, and when."""


_WORD = r"(?:on|off|true|false|(?:un)?lit|dark)\b"
_ENUM = re.compile(
    rf"(?<=[\[{{(,\s])((?:[A-Za-z_]\w*(?:\.|::))+|(?!is_)[A-Za-z]\w*_|[.:])"
    rf"(?={_WORD}(?:[ \t]*[,\]}})\n]|[ \t]+[.:\w]))",
    re.IGNORECASE,
)
_CONTRARY = re.compile(
    rf"(?<!\w)({_WORD})[`'\"]*\s+(?:means?|is|stands for|denotes|represents)\s+[`'\".:]*({_WORD})",
    re.IGNORECASE,
)
"""A word for a state that is explained by one."""

"""What stands in front of a cell that is a word: ``State.ON``, ``.on``, ``:on``, ``#t``."""

_CONSTANT = re.compile(
    r"(?m)(?<![\w.:])(?:\#define[ ]+([A-Za-z_]\w*)[ ]+(0|1|true|false)[ \t]*$"
    r"|(?:(?:const|let|var|val|static|final|constexpr|public|private|pub|bool|boolean|int|char"
    r"|byte|auto)[ ]+){0,6}([A-Za-z_]\w*)[ ]*(?::[ ]*\w+[ ]*)?=[ ]*(0|1|[Tt]rue"
    r"|[Ff]alse)\b[ ]*[;,]?)"
)
"""A name of a state."""


_DECLARED: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    ("", r"(?m)^[ \t]*(?:\w+[ ]+){0,3}(?:enum|data|type|class)\b[ ]*(?:(?:class|struct)[ ]+)?\w*"
     r"[ ]*(?:\([\w.]*Enum\))?[ ]*(?::[ ]*\w+[ ]*)?[{:=]?\s*(?:case[ ]+)?"
     rf"(?i:({_WORD})(?:[ ]*=[ ]*[01])?(?:[ ]*[,;|]\s*|[ ]*\n\s*)(?:case[ ]+)?"
     rf"({_WORD})(?:[ ]*=[ ]*[01])?)[ ]*[,;]?\s*(?:\}}[ ]*\w*[ ]*;?|$)",
     lambda two: blanked(two) if {VALUES[one.lower()] for one in two.groups()} == {0, 1}
     else two[0]),
    ("=", r"(?m)^(?:(?:local|const|let|var|my|val)[ ])?([A-Za-z_]\w*),[ ]*([A-Za-z_]\w*)"
     r"[ ]*=[ ]*(0|1|[Tt]rue|[Ff]alse),[ ]*(0|1|[Tt]rue|[Ff]alse)$", r"\1 = \3, \2 = \4"),
)  # fmt: skip
"""Declarations of both states, and of two names at once."""


def _without_names(text: str) -> str:
    """Return a text in which cells that are names have their values."""
    for one, other in _CONTRARY.findall(text):
        reject(
            VALUES[one.lower()] != VALUES[other.lower()],
            f"the text reads two ways: cells as their names say | '{one}' is '{other}'",
            line=1,
        )
    if len(set(_ENUM.findall(text))) == 1:
        text = _ENUM.sub(blanked, text)
    text = _rewritten(text, _DECLARED)
    found = _CONSTANT.findall(text)
    said = {a or b: VALUES.get((c or d).lower(), int((c or d) == "1")) for a, c, b, d in found}
    cell = rf"\b({'|'.join(said) or '(?!)'})(?=\s*[,\]}})])"
    reject(
        any(VALUES.get(name.lower(), said[name]) != said[name] for name in re.findall(cell, text)),
        "the text reads two ways: cells as their names say | as the constants of that name say",
        line=1,
    )
    known = sorted(said.values()) == [0, 1] and len(found) == 2
    if not known or {*re.findall(cell, text)} != {*said}:
        return text
    text = _CONSTANT.sub(blanked, text)
    return re.sub(cell, lambda name: str(said[name[0]]).ljust(len(name[0])), text)


def _glyph_of(found: re.Match[str]) -> str:
    """Return the emoji of a shortcode such as ``:yellow_square:``."""
    name = {"bulb": "electric light bulb", "star": "white medium star"}.get(found[1], found[1])
    for first in ("LARGE ", "MEDIUM ", ""):
        with suppress(KeyError):
            return unicodedata.lookup(first + name.replace("_", " ").upper())
    return found[0]


def _of_elements(text: str) -> str:
    """Return a text with an array in place of a page's cells, which look one of two ways.

    Raises:
        InputError: Where cells look different, and which are on is not known.
    """
    cells = list(_ELEMENT.finditer(text))
    if len(cells) < 4:
        return text
    signs = [(found[3] or "").strip().lower() for found in cells]
    if len({*signs}) < 2 or not {*signs} <= {*VALUES, *"0123456789#.*xo"}:
        signs = _of_looks([found[2] or found[5] or "" for found in cells])
    drawn = _ELEMENT.sub("\ue010", text)
    first, last = cells[0].start(), len(text) - cells[-1].end()
    inside = drawn[first : len(drawn) - last]
    rows = (_PART if _PART.search(inside) else re.compile("\n")).split(inside)
    cut = ["".join(_TAG.sub("", row).split()) for row in rows]
    around = _TAG.sub(blanked, text[:first]), _TAG.sub(blanked, text[len(text) - last :])
    reject(
        set("".join([*cut, *around])) & {*"<>"} or set("".join(cut)) - {"\ue010"},
        "something stands between the cells of this page",
        line=1,
    )
    left = iter(f'"{sign}"' for sign in signs)
    listed = ",".join(f"[{','.join(next(left) for _ in row)}]" for row in cut if row)
    return f"{around[0]}[{listed}]" + "\n" * inside.count("\n") + around[1]


def _of_looks(attributes: Sequence[str]) -> list[str]:
    """Return 1 or 0 for each cell of a page, by how it looks.

    Raises:
        InputError: Where they look more or other ways than on and off.
    """
    looks = [frozenset(re.findall(r"[\w-]+", _OF_ONE.sub(" ", words))) for words in attributes]
    kinds = sorted(set(looks), key=sorted)
    common = frozenset[str].intersection(*kinds)
    on = [look for look in kinds if look & _LIT - common]
    off = [look for look in kinds if look & _DARK - common]
    reject(
        len(kinds) != 2 or len(on) > 1 or len(off) > 1 or on == off,
        f"cells of this page look {len(kinds)} ways, and which are on is not known: "
        + ", ".join(" ".join(sorted(look)) or "nothing" for look in kinds),
        line=1,
    )
    return ["1" if look in on or (not on and look not in off) else "0" for look in looks]


def _without_marks(found: re.Match[str]) -> str:
    """Return quoted lines without their marks, if all have the same and one has words."""
    mark = found[1].strip()
    lines = re.sub(rf"(?m)^[ \t]*{re.escape(mark)}", blanked, found[0])
    words = [word.lower() in VALUES for word in re.findall(r"[^\W\d_]{2,}", lines)]
    alike = found[0].count(mark) == found[0].strip("\n").count("\n") + 1
    return lines if alike and (mark != "|" or not all(words)) else found[0]


def _without_speakers(text: str) -> str:
    """Return a text without the names and times of a chat.

    Raises:
        InputError: Where two people say rows.
    """
    rows = [
        (found, line) for line, said in enumerate(text.split("\n"), start=1)
        if (found := _SPEAKER.match(said)) and not SPEAKS.search(said, found.end())
        and len("".join(said[found.end() :].split())) > 2
    ]  # fmt: skip
    names = [re.sub(r"[0-9:.,/-]+", "", found[0]) for found, _ in rows]
    for name, (_, line) in zip(names, rows, strict=True):
        reject(name != names[0], "two people say rows of the board: whose are meant", line=line)
    return _SPEAKER.sub(lambda who: who[0] if doubt_in(f"{who[0]} row") else blanked(who), text)


def _without_stars(found: re.Match[str]) -> str:
    """Return a comment without the stars in front of its lines, if all have the same margin."""
    alike = len({*re.findall(r"^[ \t]*\*", found[1], re.MULTILINE)}) == 1
    spoken = re.search(r"^[ \t]*\*[ \t]+[^\W\d_]{2}", found[0], re.MULTILINE)
    return re.sub(r"(?m)^[ \t]*/?\*+/?", blanked, found[0]) if alike and spoken else found[0]


_MARGINS: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    ("*", r"\A\s*/\*+[ \t]*\n((?:[ \t]*\*(?:[ \t][^\n]*)?\n)+)[ \t]*\*+/\s*\Z", _without_stars),
    ("", _MARGIN, _without_marks),
    ("", rf"\A[ \t]*(?!row|line)({_WHO}:[ \t]|\w+\.(?=\w+[ ]?=))[^\n:]*(?:\n[ \t]*\1[^\n:]*)+\n*\Z",
     lambda lines: re.sub(rf"(?m)^[ \t]*{re.escape(lines[1])}", blanked, lines[0])),
    ("//", r"\A(?:[ \t]*//[^\n]*(?:\n|\Z)|[ \t]*\n)+\Z",
     lambda lines: re.sub(r"(?m)^[ \t]*//+", blanked, lines[0])),
    ("1\t", r"\A *1\t[^\t\n]*\n(?: *[0-9]{1,6}\t[^\t\n]*(?:\n|\Z))+\Z",
     lambda lines: re.sub(r"(?m)^ *[0-9]{1,6}\t", blanked, lines[0])
     if count_up([*map(int, re.findall(r"(?m)^ *([0-9]{1,6})\t", lines[0]))]) else lines[0]),
)  # fmt: skip
"""Comment signs, names or numbers (``cat -n``, ``nl``) in front of all lines."""

_CELL = r"(?:[0-9]{1,4}|true|false)"
_KEY = (
    r"^([ \t]*(?:\w+\.)*(?:board|grid|cells|lights|state|data|map|field|level|puzzle|initial|start)"
    r"[ \t]*[=:][ \t]*)"
)
_DATA = re.compile(r"(?mi)^[ \t]*([0-9]{1,5})[ \t]+data\b")
"""The number of a line of BASIC."""

_TERM = r"\$?[A-Za-z]_(?:\{[\w,]{1,9}\}|\w)\$?"
"""A row of an input as a judge's statement names it: ``S_1``."""

_STEP, _TO = (
    r"([^\W_]+)((?: \([0-9]\))?)",
    r" (?:to|auf|à|a|на|becomes|turns|goes to|goes back to)(?: again)? ",
)
"""A state on the way of states, and how the next one is named."""

_BEFORE: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    ("```", r"(?m)^[ \t]*```(?:[A-Za-z][A-Za-z+#-]*[0-9]?)?[ \t]*$", ""),
    ("&", r"&(?:gt|lt|amp|nbsp|quot|#[0-9]{2,7});", lambda found: html.unescape(found[0])),
    ("all", r"(?i)\b(?:the )?(?:goal|target|aim|task)(?: is)?:? (?:to )?(?:(?:turn|switch|get) )?"
     r"all(?: of)?(?: the)?(?: lights?| lamps?| cells?)?(?: (?:are|is))? (?:off|out)\b"
     r"(?![ \t]*[^\W\d_])[.!]?", blanked),
    # keys that say what is so anyway: all lights go off, no border is crossed, a plus is pressed
    ("", r"(?i)(?<![\w-])(?:[\"']?(?::\w{1,20}/)?(?:goal|target|finish|objective)[\"']?[ \t]*"
     r"(?:[:=]|[ ])[ \t]*[\"':]?(?:all|every)[ _-](?:(?:lights?|lamps?|cells?)[ _-])?"
     r"(?:0 \(off\)|off|dark|out)\b(?![ \t]*[^\W\d_])[\"']?,?"
     r"|(?:goal|target)[ ]?=[ ]?(?:np\.zeros|zeros|zero_matrix)\([^()\n]*\)"
     r"|[\"']?wrap(?:_?around|s|ping)?[\"']?[ \t]*[:= ][ \t]*(?:false|no|off)\b,?|no-wrap\b"
     r"|(?:\[rules?\][ \t]*\n)?[\"']?(?:rule|press|pattern)[\"']?[ \t]*[:=][ \t]*[\"']?"
     r"(?:plus|cross|classic)\b(?![ \t]*[^\W\d_])[\"']?,?)", blanked),
    ("{", r"(?i)[\"']?\b(?:legend|symbols|signs|key)[\"']?[ \t]*[:=][ \t]*\{([^{}\n]{1,99})\},?",
     lambda said: re.sub(r"[\"'](\S|true|false)[\"'][ ]?:[ ]?[\"'](\w+)[\"']", r"\1 = \2", said[1])
     if {*re.findall(r"[^\W\d_]{2,}", said[1].lower())} <= {"off", "on", "lit", "unlit", "dark"}
     else said[0]),
    # what a session answers when it is asked for a size, or counts
    ("", r"(?m)^[ \t]*(?:In ?\[\d+\]:=?|>>>|>|julia>|octave:\d+>|ghci>|sage:)[ \t]*(?:int\()?"
     r"(?:\w+\.)?(?i:sum|nnz|count|len|length|shape|size|dim\w*)\b[^\n]*\n\s*"
     r"(?:Out ?\[\d+\][:=] ?|ans = |\[1\] )?[ ]*(?:\d+|[({](\d+), ?(\d+)[)}])[ ]*$",
     lambda told: f"size {told[1]} x {told[2]}" + "\n" * told[0].count("\n") if told[1]
     else blanked(told)),
    ("size", r"(?mi)^(size)[ \t]+(\d{1,3})[ \t]+(\d{1,3})[ \t]*$", r"\1 \2 x \3"),
    ("@@", r"(?m)^diff --git [^\n]*\n(?:(?!@@)[^\n]*\n){0,8}@@ -0,0 \+1(?:,\d+)? @@[^\n]*\n"
     r"(?:\+[^\n]*(?:\n|\Z))+\Z",
     lambda new: re.sub(r"(?m)^(?!\+(?!\+))[^\n]*|^\+", "", new[0])),
    (":", r"(?m)^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,\d]*Z?\]?[ ]+(?:TRACE|DEBUG|INFO"
     r"|WARN(?:ING)?)\b:?[ ]*(?:\[[\w.-]+\][ ]?)?", blanked),
    ("$", r"(?m)^[\w.-]+@[\w.-]+:\S{0,80}[$#](?:[ ](?:ls|cat|cd)\b"
     r"(?![^\n]*(?:sol|press|answer|move|hint|click|goal|target))[^\n|>]*"
     r"|[ ]\./\w+ --?(?:check|show)[ ][\w./]+)?[ ]*$", blanked),
    ("~w(", r"~w\(((?:[^\s()] ?)+)\)",
     lambda row: f'"{"".join(row[1].split())}"'.ljust(len(row[0]))),
    ("", r"(?mi)^[ \t]*(?:[0-9]{1,5}[ \t]+)?(?:[.!](?:byte|word)|data|d[bw]|dc\.b)[ \t]+(?=[0-9])",
     blanked),
    ("(*", r"\(\*(?=[ ]+[^\W\d_]|[ ]1[ ]=)((?>(?:[^*(]|\((?!\*)|\*(?!\)))*))\*\)", r"/*\1*/"),
    ("(def", r"(?<=[\s(])'(?=[a-z][\w-]*[\s)])", " "),
    ("⍝", "⍝", "//"),
    ("NB.", r"(?m)(?<!\S)NB\.", "// "),
    ("<<", r"<<[-~]?(['\"]?)([A-Z]\w*)\1([^\n]*)\n([^<>]*?)\n[ \t]*\2\b", '"""\\n\\4\\n"""\\3'),
    ("Of(", r"\b\w+Of\(((?:\s*[0-9]{1,3} to [0-9]{1,3}\s*,?)+)\)",
     lambda pairs: re.sub(r"([0-9]+) to ([0-9]+)", r"(\1, \2)", pairs[1])),
    (":", r"(?<!\S)[:;]-?[)(DP](?!\S)", blanked),
    ("<", r"<(?:[Ll]ist<)?(?:bool|int|num)>{1,2}(?=[ ]?\[)", blanked),
    (":", r":([a-z]+(?:_[a-z]+){0,3}):", _glyph_of),
    ("#t", r"(?<=[\s(])#([tf])(?=[\s)])", lambda found: f" {found[1].upper()}"),
    ("\\", r"\\(?:bullet|blacksquare|bigstar)\b", "●"),
    ("\\", r"\\(?:circ|bigcirc|square|cdot)\b", "○"),
    ("$", r"\$([01.#*●○])\$", r" \1 "),
    ("<!--", r"<!--([^<>]{0,2000}?)-->", r"/* \1*/"),
    ("{|", r"(?m)^[ \t]*(?:\{\|[^\n]*|\|\}|\|\+)", ""),
    ("|-", r"(?m)^[ \t]*\|-(?:[ \t][^|\n]*)?$", "+=+"),
    ("", rf"(?i)\b([0-9]{{1,4}}) {ROWS}(?:,| (?:and|y|e|et|und|en|i|и|x|×|by|por|per|par))?"
     rf" ([0-9]{{1,4}}) {COLUMNS}\b",
     r"\1 x \2 "),
    ("", rf"(?i)(?<!\w)(?:from |von |de |d'|da |с )?{_STEP}{_TO}{_STEP},?"
     r"(?: and| und| et| puis| then)*"
     rf" ?(?:from |von |de |d'|da |с )?\3(?: \([0-9]\))?{_TO}{_STEP},?"
     r"(?: and| und| et| puis| then)* ?(?:from |von |de |d'|da |с )?\5"
     r"(?: wieder| back| on revient| goes back)*"
     r" (?:to|auf|à|a|на|becomes) \1(?: again)?(?!\w)", r"\1\2 -> \3\4 -> \5\6 -> \1"),
    (": ", r"(?i)\b(?:ord(?:er|en|ine|em|re)|reihenfolge|порядке): ([^\W_]+)((?:, [^\W_]+){2,8}),?"
     r" (?:and|y|e|et|und|и) (?:then )?(?:otra vez|again|wieder|de nouveau|di nuovo|снова) \1\b",
     lambda steps: f"{steps[1]}{steps[2].replace(',', ' ->')} -> {steps[1]}"),
    ("_", rf"(?m)(?:^[A-Z](?:[ ][A-Z]){{0,3}}[ \t]*\n)?^{_TERM}"
     rf"(?:[ ]*(?:{_TERM}|\.\.\.|…|\\[lc]?dots))*[ \t]*\n"
     r"(?:[ \t]*(?::|\.\.\.|…|⋮|\\vdots)[ \t]*\n)?", blanked),
    ("行", r"([0-9]{1,4})[ ]?行[ ]?[,、×x]?[ ]?([0-9]{1,4})[ ]?列", r"\1 x \2 "),
    ("param", r"\bparam\s+\w+\s*:([ \t0-9]+):=", r"\1"),
    ("", r"(?i)\bcolumns?[ ](?:are[ ])?(?:a|1)[ ]?(?:to|through|-)[ ]?([a-z]|[0-9]{1,2})\b"
     r"(?:[ ](?:from[ ])?left to right)?,?[ ](?:and[ ])?rows?[ ](?:are[ ])?1[ ]?"
     r"(?:to|through|-)[ ]?([0-9]{1,2})\b(?:[ ](?:from[ ])?top to bottom)?",
     lambda last: f"{last[2]} x {last[1] if last[1].isdecimal() else ord(last[1].lower()) - 96} "),
    ("-", r"(?i)\b(zero|one)(?=-(?:based|indexed)\b)", lambda base: "01"[base[0].lower() == "one"]),
    (" wide", r"\b([0-9]{1,4}) wide(?:,| and)? ([0-9]{1,4}) (?:high|tall)\b", r"\2 x \1 "),
    ("=", r"(?i)\b(rows?|nrows|height|h|cols?|columns|ncols|width|w), ?(rows?|nrows|height|h|cols?"
     r"|columns|ncols|width|w)[ ]?:?=[ ]?([0-9]{1,4}), ?([0-9]{1,4})\b", r"\1=\3, \2=\4"),
    ("", r"(?i)(?<![^\s.\"'{,(])(?:shape|size|dim(?:ension)?s)\b[\"']?[ \t]*(?:->|[:=#]|is)?\s{0,9}"
     r"[(\[][ ]*([0-9]+), ?([0-9]+)[ ]*[)\]]", r"size \1 x \2"),
    ("-label", r"<\w+[^<>]{0,200}?\baria-label=\"([^<>\"]{0,40}?\d[^<>\"]{0,40}?:[ ]\w+)\""
     r"[^<>]{0,200}>"
     r"(?:</\w+>)?", r"\1;"),
    ("||", r"(?<=[^|])\|\|(?=[^|])", "|"),
)  # fmt: skip


_BEHIND: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    ("<string>", r"<string>([^<\"]*)</string>", r'"\1"'),
    ("<integer>", r"<integer>([^<]*)</integer>", r" \1 "),
    ("<key>", r"<key>([^<\"]*)</key>", r'"\1":'),
    ("<true", r"<true\s*/>", "true"),
    ("<false", r"<false\s*/>", "false"),
    ("<array>", r"<array>", "["),
    ("</array>", r"</array>", "]"),
    ("<dict>", r"<dict>", "{"),
    ("</dict>", r"</dict>", "}"),
    ("<plist", r"<[?!/]?(?:xml|DOCTYPE|plist)[^>]*>|</plist>", " "),
    (",,", r"(?:\n[ \t]*,{2,}[ \t]*)+\s*\Z", blanked),
    (";;", r"(?:\n[ \t]*;{2,}[ \t]*)+\s*\Z", blanked),
    ("Image(", r"""\bImage\(\s*((?:["'][09:]+["']\s*)+)\)""",
     # the brightest lights of a micro:bit are 9
     lambda rows: str(re.sub(r"[\"'\s]", "", rows[1]).replace("9", "1").strip(":").split(":"))
     + "\n" * rows[0].count("\n")),
)  # fmt: skip
"""Property lists, empty rows of spreadsheets, images of micro:bit."""

_OF_LINKS = re.compile(
    r"(?i)(?:(?P<size>rows|cols|columns|width|height|size|[whn])=[0-9]{1,4}(?:x[0-9]{1,4})?"
    r"|(?P<board>board|grid|state|lights|cells|start|b)=[01,./|;_-]{4,}"
    r"|(?:order|by)=(?:row-?s?(?:-?by-?row)?|rows?-?first|row-?major)|(?:on|lit)=1|(?:off|dark)=0"
    r"|(?:utm_\w+|lang|theme|seed|id|level|name|title|v|ref)=[\w%+-]*)"
)


def _of_link(found: re.Match[str]) -> str:
    """Return the values of a link as lines, if all are known and one draws the board."""
    values = [_OF_LINKS.fullmatch(value) for value in re.split(r"[&;#](?=\w+=)", found[1])]
    boards = [value[0] for value in values if value and value["board"]]
    if None in values or len(boards) != 1:
        return found[0]
    sizes = [value[0].replace("=", " = ") for value in values if value and value["size"]]
    rows = re.sub("[^01]", "|", boards[0].partition("=")[2])
    return "\n".join(["", *sizes, f'board = "{rows}"', ""])


_OF_KEYS: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    ("://", r"(?i)https?://[^\s?#<>\"]{1,500}[?#]([\w.-]+=[^\s<>\"'()]{1,9999})", _of_link),
    ("", rf"(?mi){_KEY}((?:[01]{{2,}}|[.#]{{2,}})(?:([|/;]|,[ ]?|[ ])(?:[01]{{2,}}|"
     r"[.#]{2,}))+)[ \t]*$",
     r'\1"\2"'),
    (",", rf"(?mi){_KEY}({_CELL}(?:[ \t]*,[ \t]*{_CELL})+)[ \t]*$", r"\1[\2]"),
)  # fmt: skip
"""Links, and keys of INI files with rows or cells behind them."""

_INSIDE: tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...] = (
    # rows as GAP prints them, dots for zeros, in a text that says so
    (".", r"(?mi)\A(?=[\s\S]*(?:^gap>[ \t]*Display\([ ]*\w+[ ]*\)"
     r"|\bdots? (?:is|are|for|means?|=) (?:an? |the )?zeroe?s?\b"
     r"|\bzeroe?s? (?:\([^()\n]{0,40}\) )?(?:as|are) (?:an? )?dots?\b))[\s\S]*",
     lambda text: re.sub(r"(?<![^\s#;])[1-9.](?:[ ]+[1-9.])+(?!\S)",
                         lambda row: row[0].replace(".", "0"), text[0])),
    ("⍴", r"(?m)(?:^|←)[ \t]*([0-9]{1,4})[ \t]+([0-9]{1,4})[ \t]*⍴[ \t]*((?:[0-9]+[ \t]*+)++)$",
     r"= matrix(c(\3), \1, \2, byrow=TRUE)"),
    ("bitset<", r"(?:std::)?bitset<[ ]*([0-9]{1,4})[ ]*>[ ]*[({][ ]*(\"[01]{1,9999}\")[ ]*[)}]",
     lambda row: row[2].rjust(len(row[0])) if len(row[2]) == int(row[1]) + 2 else row[0]),
)  # fmt: skip
_LAST = (
    ("]", r"(?<!\S)\[(?:,([0-9]+)|([0-9]+),)\](?!\S)", r" \1\2  "),
    ("", r"<\?xml[^>]*>|</?(?:pre|code|board|level|grid|puzzle|lights|lightsout|rows?|line)\b"
     r"[^<>]*>|(?:(?<!\w)\[|\[/)(?:quote|code|pre|spoiler|tt|b|i|u|size|color|font|center)(?:=[^\]\n]{0,60})?\]",
     lambda tag: re.sub(r"\A<\?xml.*|\A\W*\w+(?:\s+(?:data|cells|values?|pattern)=)?|[\"'<>/\]]",
                        blanked, tag[0])),
    ("[[", r"([\"'`])(\[\[[0-9,\s\[\]]*+)\1", r" \2 "),
    ("{{", r"([\"'`])(\{\{[0-9,\s{}]*+)\1", r" \2 "),
    ("- -", rf"(?m)^([ \t]*)-[ \t]+-[ \t]+{_CELL}[ \t]*(?:\n\1[ \t]+-[ \t]+{_CELL}[ \t]*)+$",
     lambda row: f"{row[1]}- [{', '.join(re.findall(_CELL, row[0]))}]" + "\n" * row[0].count("\n")),
)  # fmt: skip
"""Heads of R, tags, nested lists in quotes, rows of YAML with a line each cell."""


def _rewritten(text: str, table: Iterable[tuple[str, str, Any]]) -> str:
    """Return a text with patterns replaced; each is tried where a sign of it is in the text."""
    for sign, pattern, instead in table:
        text = re.sub(pattern, instead, text) if sign in text else text
    return text


def cleaned(text: str) -> tuple[str, bool]:
    """Return a text without surrounding marks, and whether it is a session with prompts."""
    text = _LINE_ENDS.sub("\n", text)
    numbers = [int(number) for number in _DATA.findall(text)]
    reject(
        numbers != sorted(numbers), "lines of DATA are read in the order of their numbers", line=1
    )
    text = with_places(_rewritten(text if text.isascii() else text.translate(_FORMS), _BEFORE))
    if "</" in text or "<input" in text or "/>" in text:
        text = _of_elements(text)
    text = _rewritten(text, (*_BEHIND, *_MARGINS))
    text = _rewritten(with_row_numbers(text), _INSIDE)
    text = _rewritten(_without_speakers(_without_names(text)), _OF_KEYS)
    if not _QUOTED.fullmatch(text):
        text = re.sub(r"(?m)^\+(?=[ \t])", " ", text) if _ASKED.search(text) else text
        given = set(_GIVEN.findall(text))
        text = _ASKED.sub(
            lambda found: "" if found[1] in given and not found[2] else f"{found[1]} = ", text
        )
    session = _PROMPT.search(text) is not None
    reject(
        re.search(r"(?m)^[\w.-]+@[\w.-]+:\S{0,80}[$#][ ]+\S", text) or (session and re.search(
            r"(?m)=[ \t]*[\w.]*solve\w*\([^\n]*\n[\s\S]{0,400}?(?:array\(|tensor\(|\[\[|\{\{"
            r"|^[ \t]*[01](?:[ ]+[01])+$)", text,
        )),
        "what the session prints may be the answer of a program: give the board itself", line=1,
    )  # fmt: skip
    if session:
        text = re.sub(r"(?m)^[ \t]*\.\.\.:?(?=[ \t]+\S)", blanked, _PROMPT.sub(blanked, text))
    session = session or (_QUOTE.search(text) is not None and not _QUOTED.fullmatch(text))
    return _rewritten(_QUOTE.sub(r"\1 ", text), _LAST), session


_DOTS = re.compile(r"^[ \t]*(?:\.\.\.|…)[ \t]*,?[ \t]*$", re.MULTILINE)
"""A line for rows that a print-out leaves out."""

_ROW_IN_COMMENT = re.compile(
    r"(?i)(?:[0-9]\s*[&|,]\s*){2}"
    r"|[\"'][0-9.#*xXoO_-]{3,}[\"']|(?:[\[{]|\w\()\s*[\"']?(?:[0-9.#*_-]+|true|false|on|off"
    r"|[tf])[\"']?\s*[, ]\s*[\"'\w.#-]"
)
_LEFT_OUT = re.compile(
    r"(?i)\.\.\.|…|\b(?:previous|same|as (?:above|before|in)|listing|omitted|ditto|repeat\w*"
    r"|remaining|more|go(?:es)? here)\b"
)
"""Words of a comment in place of rows."""

_MARKS = re.compile(r"[\[({\"'`#%;\uE000]|//|/\*|--[ \t]")
"""Brackets, quotes, and signs that begin comments."""


@dataclass(frozen=True)
class ScannedText:
    """A cleaned text with its interpretations and the ignored words."""

    text: str
    readings: tuple[ScannedReading, ...]
    note: str = ""
    topology: str = ""
    """The surface that the text says."""
    colours: int = 0
    """How many colours the text says; 0 for none."""
    legend: dict[str, int] = field(default_factory=dict)
    """The colours of signs that the text says; of all signs of its boards, or empty."""

    @cached_property
    def starts(self) -> IntArray:
        """The index of the first character of each line."""
        return np.array([0, *accumulate(len(line) + 1 for line in self.text.split("\n"))])

    def place(self, at: int) -> tuple[int, int]:
        """Return line and column, from 1, of a character index."""
        line = int(np.searchsorted(self.starts, at, side="right"))
        return line, at - int(self.starts[line - 1]) + 1


def scan(text: str, options: ReadOptions, form: str = "", *, matrix: bool = False) -> ScannedText:
    """Return the interpretations of a text without a known format.

    Args:
        text: the text.
        options: what the caller says beside it.
        form: the format that it is said to be in: ``matlab`` fills flat arrays column by column.
        matrix: whether a check matrix is wanted, so that names and pairs say nothing against it.

    Raises:
        InputError: With the place that refuses the whole text.
    """
    clean, session = cleaned(text)
    said, counted = colours_in(clean)
    if said and options.colours in (None, said):
        found = _scan_clean(counted, session, replace(options, colours=said), form, matrix)
        note = ", ".join(filter(None, (found.note, f"{said} colours, as the text says")))
        return replace(found, colours=said, note=note)
    return _scan_clean(clean, session, options, form, matrix)


def _scan_clean(
    clean: str, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    """Return the interpretations of a cleaned text, which may say its surface."""
    read = partial(_read_clean, session=session, options=options, form=form, matrix=matrix)
    plane = without_torus(clean)
    if plane != clean and options.topology in (None, "torus"):
        with suppress(InputError):
            found = read(plane)
            if is_understood(plane, [board for way in found.readings for board in way.boards]):
                note = ", ".join(filter(None, (found.note, "on a torus")))
                return replace(found, topology="torus", note=note)
    return read(clean)


def _read_clean(
    clean: str, *, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    """Return the interpretations of a cleaned text."""
    legend, rest = legend_in(clean) if options.legend is None else ({}, clean)
    if max(legend.values(), default=2) < 2:
        for line, (said, left) in enumerate(
            zip(clean.split("\n"), rest.split("\n"), strict=True), 1
        ):
            reject(
                said != left and HEDGES.search(without_usual(left)),
                f"what the text says of its signs is not known here: {quoted(said.strip())}: "
                "--legend says it",
                line=line,
            )
    usual = legend.items() <= {"0": 0, "1": 1, "true": 1, "false": 0}.items()
    without = rest if legend and usual else clean
    ways = told_boards(without, options) or lit_places(without, options)
    if ways:
        return ScannedText(clean, tuple(ways), ways[0].about * (len(ways) == 1))
    read = partial(_scanned, session=session, options=options, form=form, matrix=matrix)
    if {0, 1} <= {*legend.values()} and any(
        re.fullmatch(r"[!-~]" if max(legend.values()) < 2 else r"\S", sign)
        and sign in set(rest) - {*"0123456789.#*xXoO_~-"}
        for sign in legend
    ):
        signs = {
            sign: "~" if colour < 0 else str(colour)
            for sign, colour in legend.items()
            if len(sign) == 1
        }
        drawn = (
            rf"(?m)^[ \t|]*[{re.escape(''.join(signs))}][{re.escape(''.join(signs))} \t,|]*$|^\S+$"
        )
        strange = re.compile(rf"(?<![^\s|])[{re.escape(''.join(signs))}]{{3,}}(?![^\s|,;])")
        reject(
            any(strange.search(line) for line in rest.split("\n") if not re.fullmatch(drawn, line)),
            "words stand beside a row of the board",
            line=1,
        )
        rest = re.sub(
            drawn, lambda line: line[0].translate({ord(k): v for k, v in signs.items()}), rest
        )
        legend = {colour: int(colour) for colour in {*signs.values()} - {"~"}} | {"~": HOLE}
    if not legend or ((options.colours or 2) > 2 and legend.items() <= {"0": 0, "1": 1}.items()):
        found = read(rest if legend else clean)  # that is what numbers mean anyway
        return found if options.legend else _with_clauses(found, rest)
    return (
        _with_clauses(explained, rest)
        if (explained := _with_legend(read(rest), legend))
        else read(clean)
    )


def _with_clauses(found: ScannedText, text: str) -> ScannedText:
    """Return a scanned text with the colours of signs that a clause explains in free words.

    Raises:
        InputError: Where a clause says something else of a sign than the legend, or than usual.
    """
    boards = [board for way in found.readings[:1] for board in way.boards[:8]]
    cells = {cell for board in boards for row in board.words for cell in row}
    legend = dict[str, int]()
    for sign, colours in signs_explained(without_boards(text, boards), cells):
        known = found.legend.get(sign, usual_colour(sign))
        reject(
            len(colours) > 1 or not {known, legend.get(sign)} <= {None, *colours},
            f"what the text says of the sign {quoted(sign)} is not known here: --legend says it",
            line=1,
        )
        if known is None:
            legend |= {sign: min(colours)}
    return _with_legend(found, {**found.legend, **legend}) or found if legend else found


def _with_legend(found: ScannedText, legend: dict[str, int]) -> ScannedText | None:
    """Return a scanned text with the colours of its signs, or None where it says none of them.

    Raises:
        InputError: Where it does not say all, and what is left out may be two things.
    """
    boards = [board for way in found.readings for board in way.boards]
    known = all_signs(legend, {cell for one in boards for row in one.words for cell in row})
    if known is None:
        raise InputError(
            f"the text says what {signs_in(legend)} means, and not what all other signs mean: "
            "--legend 'SIGN=on SIGN=off' says all", line=1,
        )  # fmt: skip
    kept = tuple(way for way in found.readings if way.boards)  # the text speaks of lights
    turned = {word: colour for word, colour in known.items() if usual_colour(word) == 1 - colour}
    notes = (found.note, f"signs as the text says: {signs_in(turned)}" if turned else "")
    return (
        replace(found, legend=known, note="; ".join(filter(None, notes)), readings=kept)
        if known
        else None
    )


def _scanned(
    clean: str, *, session: bool, options: ReadOptions, form: str, matrix: bool
) -> ScannedText:
    marked = with_brackets(clean)
    found = tokens(marked) if _MARKS.search(marked) else []
    bare = blank_at(marked, [one[2:] for one in found if one.kind == "comment"])
    root, unpaired = tree_of(found)
    broken = next((one for one in found if one.kind == "broken"), None)
    try:
        boards = arrays_in(root, marked) if unpaired is None else []
        broken = broken or next((one for one in found if _leaves_out(one, boards)), None)
        refuse_if(
            boards and broken,
            "a quote does not end, or rows are left out",
            broken,
        )
        if boards and (dots := _DOTS.search(marked)):
            raise FaultError("rows are left out", dots.start())
        if boards:
            for board in boards[:8]:  # a session prints what it was given
                shaped = _shaped(_with_sizes(board, marked), options)
                bare = _printed_again(shaped).sub(blanked, bare, count=1)
            boards = judged(marked, bare, boards, matrix=matrix)
        else:
            boards = drawings_in(bare, marked, matrix=matrix)
    except FaultError as fault:
        at = fault.at if unpaired is None else unpaired
        line, column = ScannedText(marked, ()).place(at)
        problem = fault.problem if unpaired is None else "the brackets of this text do not pair"
        raise InputError(printable(problem, 300), line=line, column=column) from None
    remarks = [token.text for token in found if token.kind == "comment"]
    note = _note(" ".join([f"{marked}\n", *remarks]), boards) if boards else ""
    if session:
        boards = [_shaped(_with_sizes(board, marked), options) for board in boards]
        boards = list({board.words: board for board in boards[::-1]}.values())[::-1]
        printed = next((one for one in boards if not one.name or one.called), None)
        if printed and len(boards) > 1 and not all(one.title for one in boards):
            line, column = ScannedText(marked, ()).place(printed.start)
            raise InputError(
                "what is printed is not the board that was given", line=line, column=column
            )
    if not boards:
        first = next((line.strip() for line in marked.split("\n") if line.strip()), "")
        raise InputError(f"there is no board in this text: {quoted(first)}", line=1, column=1)
    if form == "matlab" and len(boards) == 1 and boards[0].flat:
        boards = [replace(boards[0], form=form)]
    ways = _ways(boards, options, marked)
    if matrix and boards[0].rows and not ways[0].wants:
        ways = ways[:1]
    if form == "matlab" and boards[0].flat and len(ways) > 1:
        ways = [replace(ways[1], form=form)]
    return ScannedText(marked, tuple(ways), note)


def _printed_again(board: FoundBoard) -> re.Pattern[str]:
    """Return a pattern for the print-out of a board, with its name or R's heads."""
    if board.shape[0] * board.shape[1] > MAX_FLAT:
        return re.compile(r"(?!)")
    rows = [r"\s+".join(map(re.escape, row)) for row in board.words]
    head = r"\s+".join(str(k + 1) for k in range(board.shape[1]))
    body = r"\s+".join(rf"(?:{k}[ \t]+)?{row}" for k, row in enumerate(rows, start=1))
    return re.compile(
        rf"(?m)^[ \t]*(?:{re.escape(board.name) or head}[ \t]*=\s*|{head}\s+)?{body}[ \t]*$"
    )


def _leaves_out(token: Token, boards: Sequence[FoundBoard]) -> bool:
    """Return whether a comment between the boards of a text contains a row of cells."""
    ends = [_outermost(boards[k]) for k in (0, -1) if boards and token.kind == "comment"]
    inside = ends and ends[0][0] < token.start < ends[-1][1]
    return bool(inside) and any(rule.search(token.text) for rule in (_ROW_IN_COMMENT, _LEFT_OUT))


def _outermost(board: FoundBoard) -> tuple[int, int]:
    """Return the start and end of the outermost bracket around a board."""
    start, end, around = board.start, board.end, board.around
    while around is not None and around.mark:
        start, end, around = around.start, around.end, around.parent
    return start, end


def _note(text: str, boards: Sequence[FoundBoard]) -> str:
    """Return a note on the interpretation if the text contains more than its boards."""
    over = [word for word in passed_over(text, boards) if not changes_nothing(word)][:24]
    what = "drawing" if boards[0].kind == "drawing" else "array"
    which = what if len(boards) == 1 else f"{len(boards)} {what}s"
    said = f"the {which} in the text" + (f"; passed over: {', '.join(over)}" if over else "")
    return said if over or len(boards) > 1 else ""


def _ways(boards: list[FoundBoard], options: ReadOptions, text: str) -> list[ScannedReading]:
    """Return the interpretations of the boards of a text."""
    boards = [_with_sizes(board, text) for board in boards]
    first = boards[0]
    if len(boards) > 1:
        shaped = [_shaped(board, options) for board in boards]
        reject(
            any(board.flat for board in shaped),
            "lists without rows need a size each: write rows",
            line=1,
        )
        return [ScannedReading(first.form, f"{len(boards)} boards", tuple(shaped))]
    board = _shaped(first, options)
    if board.flat:
        return _flat_ways(board, text)
    ways = [ScannedReading(board.form, "{} x {} board".format(*board.shape), (board,))]
    if _is_rule(board):
        side = isqrt(len(board.rows))
        ways.append(ScannedReading("checks", f"the matrix of the rule on {side} x {side} lights"))
    rowed = board.kind == "array" and not first.flat
    if rowed and names_matrix(board.name) and text[board.start] != "\ue000":
        ways.append(ScannedReading("checks", "{} x {} check matrix".format(*board.shape)))
    if rowed and _may_be_places(board) and text[board.start] != "\ue000":
        ways.append(ScannedReading("places", "lit places, row and column each"))
    return ways


def _is_rule(board: FoundBoard) -> bool:
    """Return whether an array is the matrix of the plus rule on a square board."""
    side = isqrt(len(board.rows))
    if side < 3 or board.shape != (side * side, side * side):
        return False
    near = [(divmod(i, side), divmod(j, side)) for i, j in product(range(side * side), repeat=2)]
    plus = ["01"[abs(a - c) + abs(b - d) < 2] for (a, b), (c, d) in near]
    return [cell for row in board.words for cell in row] == plus


def _with_sizes(board: FoundBoard, text: str) -> FoundBoard:
    """Replace named sizes in a board's declaration by numbers, if these are its own."""
    given = [
        re.findall(rf"\b{re.escape(size)}[ \t]*=?[ \t]*([0-9]+)\b", text) if size else []
        for size in board.sizes
    ]
    exact = given == [[str(length)] for length in board.shape]
    return replace(board, sizes=tuple(map(str, board.shape))) if exact else board


def _may_be_places(board: FoundBoard) -> bool:
    """Return whether rows are distinct pairs of numbers without the name of a board."""
    words = board.words
    alone = board.form == "literal" and not (board.sizes or board.called)
    return (
        len(words[0]) == 2
        and alone
        and all(cell.kind == "atom" and cell.text.isdecimal() for row in board.rows for cell in row)
        and len(set(words)) == len(words) > 1
        and (board.pairs or not names_board(board.name))
    )


def _shaped(board: FoundBoard, options: ReadOptions) -> FoundBoard:
    """Split a flat list into rows if its call, declaration or an option gives their number."""
    reject(
        any(re.search(r"[^\W\d]", size) for size in board.sizes),
        "how many rows and columns the array has is said elsewhere",
        line=1,
    )
    if any(size.isdecimal() for size in board.sizes):
        return _filled(board)
    if not board.flat:
        return board
    said, count = board.said, len(board.rows[0])
    for key, value in said.items():
        known = r"T|TRUE|F|FALSE" if key == "byrow" else r"[0-9]*"
        reject(
            key in ("byrow", "nrow", "ncol") and not re.fullmatch(known, value),
            f"what {key} = {quoted(value)} means is not known here",
            line=1,
        )
    sizes = [said.get("nrow", ""), said.get("ncol", "")]
    ranges = [size.removeprefix("1..") for size in said.get("sizes", "").split()]
    if ranges:  # Matrix(GF2, 3, 4, [...]): a ring stands before the numbers of rows and columns
        ranges = ranges[len(ranges) == 3 and not ranges[0][:1].isdecimal() :]
        numbers = sum(map(str.isdecimal, ranges))
        reject(
            (0 < numbers < len(ranges) and ".." not in said["sizes"]) or len(ranges) > 2,
            "which numbers beside the list are its rows and columns is not known here",
            line=1,
        )
        sizes = [*ranges, ""][:2]
    height, width = (int(size) if size.isdecimal() else 0 for size in sizes)
    if ".." in said.get("sizes", "") and not (height or width):
        height = width = isqrt(count)
    by_columns = board.form == "matlab" or (any(sizes) and ".." not in said.get("sizes", ""))
    if options.size is not None and not (height or width):
        with of_option("size"):
            height, width = parse_size(Line(options.size, 0))
    if not (height or width):
        return board
    height, width = height or count // width, width or count // height
    reject(
        height * width != count,
        f"a {height} x {width} board has {height * width} places, the list has {count}",
        line=1,
    )
    columns = by_columns and said.get("byrow", "F")[:1] != "T"
    return in_rows(board, height, by_columns=columns and height > 1)


def in_rows(board: FoundBoard, height: int, *, by_columns: bool = False) -> FoundBoard:
    """Split a flat list into rows."""
    cells, width = board.rows[0], len(board.rows[0]) // height
    rows = tuple(
        cells[r::height] if by_columns else cells[r * width : (r + 1) * width]
        for r in range(height)
    )
    return replace(board, rows=rows, flat=False)


def _filled(board: FoundBoard) -> FoundBoard:
    """Return a declared C array with 0 for the cells that its braces omit."""
    sizes = [int(size) if size.isdecimal() else len(board.rows) for size in board.sizes]
    if len(sizes) == 1:  # the number of rows, or which level it is
        return board
    rows = [list(row) for row in board.rows]
    height, width = (sizes[0] if len(sizes) > 1 else len(rows)), sizes[-1]
    if board.flat:
        rows = [rows[0][low : low + width] for low in range(0, len(rows[0]), width)]
    first = rows[0][0]
    if first.kind == "string":  # the end of a string of C is one character more
        width = len(rows[0])
    reject(
        len(rows) > height or any(len(row) > width for row in rows),
        f"declared are {height} x {width}, its braces hold more",
        line=1,
    )
    check_grid_size(height, width)
    zero = first._replace(text="false" if first.text.lower() in VALUES else "0")
    rows += [[] for _ in range(height - len(rows))]
    return replace(
        board, rows=tuple(tuple(row + [zero] * (width - len(row))) for row in rows), flat=False
    )


def _flat_ways(board: FoundBoard, text: str) -> list[ScannedReading]:
    """Return a list as one row, and as a square, or as each possible rectangle."""
    count = len(board.rows[0])
    reject(count > MAX_FLAT, f"a list of {count} places needs a size: --size ROWSxCOLUMNS", line=1)
    heights = [height for height in range(2, count) if count % height == 0]
    square = [height for height in heights if height**2 == count]
    column, ways = board.form == "matlab", []
    for height in [1, *(square or heights)]:
        shaped = in_rows(board, height, by_columns=column and height > 1)
        about = f"{height} x {count // height} places" + (
            ", column by column" if column and height > 1 else ""
        )
        ways.append(ScannedReading("", about, (shaped,), f"--size {height}x{count // height}"))
    if square and board.form == "literal" and _is_laid_out(board, square[0], text):
        return [replace(ways[1], form=board.form, wants="")]
    return ways if len(ways) > 1 else [replace(ways[0], form=board.form, wants="")]


def _is_laid_out(board: FoundBoard, side: int, text: str) -> bool:
    """Return whether a list of side x side cells is written as a square of lines."""
    pairs = enumerate(pairwise(board.rows[0]), start=1)
    return all(("\n" in text[a.end : b.start]) == (k % side == 0) for k, (a, b) in pairs)


def board_of(board: FoundBoard, whole: ScannedText, options: ReadOptions) -> AnyPuzzle:
    """Return the puzzle for a board found in a text.

    Raises:
        InputError: With its place.
    """
    check_grid_size(*board.shape)
    options = replace(
        options,
        topology=whole.topology or options.topology,
        colours=whole.colours or options.colours,
    )
    at = np.array([[cell.start for cell in row] for row in board.rows], dtype=np.int64)
    lines = np.searchsorted(whole.starts, at, side="right")
    places = np.stack([lines, at - whole.starts[lines - 1] + 1], axis=-1)
    words = board.words
    seen = {word for row in words for word in row}
    dots = {} if "0" in seen else {".": 0}  # sparse matrices print so
    if dots and board.rows[0][0].kind == "atom" and seen - {"."} <= {*"123456789"}:
        options = replace(options, legend=options.legend or ".=off")
    known = whole.legend or (None if options.legend is not None else alphabet(seen))
    colours = max(whole.legend.values(), default=0) + 1
    reject(
        colours > 2 and whole.colours not in (0, colours),
        f"the text says {whole.colours} colours, and names {colours}",
        line=1,
    )
    if colours > 2 and options.colours in (None, colours):
        options = replace(options, colours=colours)
    if known is not None:
        values = np.array([[known[word] for word in row] for row in words], dtype=np.int64)
        drawn = Drawn(values, places=places)
    else:
        drawn = replace(_signs(words, places, options), places=places)
    puzzle = drawn_board(drawn, options)
    return replace(puzzle, layout=replace(puzzle.layout, title=board.title, claimed=board.claimed))


def _signs(words: Sequence[Sequence[str]], places: IntArray, options: ReadOptions) -> Drawn:
    """Return the colours of cells that are signs.

    Raises:
        InputError: At the first cell that is none, and where they read two ways.
    """
    seen = {word for row in words for word in row}
    signs = {word: word for word in seen}
    if " " in seen:
        reject(
            any(sign in OFF + "0" for sign in seen),
            "a box with nothing in it stands beside a sign for off",
            line=1,
        )
        signs[" "] = "."
        if len(seen) == 2 and options.legend is None:
            signs |= dict.fromkeys(seen - {" "}, "#")
    if "o" in seen and seen & {*OFF, " "} and not seen & {*ON}:
        signs["o"] = "O"
    if any(len(word) != 1 for word in seen):
        row, column = next(
            (r, c) for r, row in enumerate(words) for c, word in enumerate(row) if len(word) != 1
        )
        got = quoted(words[row][column])
        raise Line("", *places[row, column].tolist()).error(
            f"a cell is a whole number, true or false, or one sign, got {got}"
        )
    colours, hint = read_colours_entry(None, options.colours)
    drawn = [
        Line("".join(signs[word] for word in row), *at)
        for row, at in zip(words, places[:, 0].tolist(), strict=True)
    ]
    return read_rows(drawn, colours, read_legend(None, options.legend, colours), hint=hint)


def read_checks(text: str, options: ReadOptions) -> Puzzle:
    """Parse a parity-check matrix: rows of entries, or an array in program code."""
    colours = options.colours or 2
    dense = plain_rows(text, colours)
    if dense is None and re.search(r"[\[{(]", text):
        (way, *_) = ways_of(text, ReadOptions(colours=options.colours), matrix=True)
        drawn = way.parts[0].read()
        dense = drawn.state[drawn.layout.light_at]
    elif dense is None:
        dense = rows_of_entries(text, colours)  # its errors name line and column
    return apply_options(matrix_puzzle(from_dense(dense, colours), 0), replace(options, size=None))


def ways_of(text: str, options: ReadOptions, *, matrix: bool = False) -> list[ScannedReading]:
    """Return the interpretations of a text that fit the options; raise if there are none.

    Args:
        text: the text.
        options: what the caller says beside it.
        matrix: whether a check matrix is wanted.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, matrix=matrix)
    readings = [
        one
        for one in whole.readings
        if not one.boards or options.size in (None, "{}x{}".format(*one.boards[0].shape))
    ]
    found = [_way_of(whole, one, text, options) for one in readings or whole.readings[:1]]
    return [way for way in found if way is not None]


def read_scanned(text: str, options: ReadOptions, form: str) -> list[PuzzlePart]:
    """Return the puzzles of the interpretation in a given format.

    Raises:
        InputError: When there is none.
    """
    whole = scan(text, options, form)
    for reading in whole.readings:
        way = _way_of(whole, reading, text, options) if reading.form == form else None
        if way is not None:
            return list(way.parts)
    known = ", ".join(dict.fromkeys(one.form or one.wants for one in whole.readings))
    raise InputError(f"this is not {form}, it reads as {known}", line=1)


def _way_of(
    whole: ScannedText, reading: ScannedReading, text: str, options: ReadOptions
) -> ScannedReading | None:
    """Return an interpretation with its puzzles, or None if its format refuses the text."""
    if reading.parts:
        return reading
    if not reading.boards:
        if reading.form == "places" and options.size is None:
            return replace(reading, wants="--size ROWSxCOLUMNS")
        try:
            if reading.form == "checks":
                puzzle: AnyPuzzle = read_checks(text, options)
            else:
                puzzle = read_layout(text, options, reading.form)[0].read()
        except (InputError, UsageError):
            return None
        return replace(reading, parts=[PuzzlePart(1, lambda: puzzle)])
    parts, many = list[PuzzlePart](), len(reading.boards)
    for number, board in enumerate(reading.boards, start=1):
        which = f", {number} of {many}" if many > 1 else ""
        note = f"read as {whole.note}{which}" if whole.note else ""
        parts.append(
            PuzzlePart(whole.place(board.start)[0], partial(_read, board, whole, options, note))
        )
    return replace(reading, parts=parts)


def _read(board: FoundBoard, whole: ScannedText, options: ReadOptions, note: str) -> AnyPuzzle:
    return with_note(board_of(board, whole, options), note)
