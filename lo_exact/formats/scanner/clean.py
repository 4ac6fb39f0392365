"""Normalisation of a text: one kind of line end and digits; no fences, quote marks or prompts.

What is taken off leaves blanks behind, so that every place keeps its line.  Property lists and
sequences of YAML become brackets, the cells of a page become an array, names of states become
numbers, and objects with a row and a column become places.  Linear in the text.
"""

import html
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar

from lo_exact.formats.board.places import ADVICE, quoted, reject
from lo_exact.formats.scanner.doubts import doubt_in
from lo_exact.formats.scanner.leftover import NUMBERS, names_start
from lo_exact.formats.scanner.lit_places import COLUMNS, ROWS
from lo_exact.formats.scanner.row_numbers import count_up, with_row_numbers
from lo_exact.formats.scanner.tree import SPEAKS, STATES, VALUES
from lo_exact.formats.scanner.vocabulary import words_for
from lo_exact.formats.scanner.words import blanked, blanks, sizes_in

Table = tuple[tuple[str, str, str | Callable[[re.Match[str]], str]], ...]
"""Rows of a sign, a pattern, and what replaces it where the sign is in the text."""

_MORE = re.compile(rf"(?i)(?<![^\W_])(?:{words_for('dropped')})(?![^\W_])")
"""Words in what is left unread that may make another puzzle."""

_ALONE = ContextVar("alone", default=False)
"""Whether the text that is rewritten is read without the words beside its board."""


def _checked(found: re.Match[str]) -> str:
    """Return the matched text; refuse it if its words may state another puzzle."""
    spoken = re.sub(r"([a-z])([A-Z])", r"\1 \2", found[0])
    odd = None if _ALONE.get() else _MORE.search(spoken) or doubt_in(f"{spoken} ")
    reject(
        odd,
        f"beside the board stands {quoted(odd[0] if odd else '')}, which may make another puzzle"
        f"{ADVICE}",
        line=found.string.count("\n", 0, found.start()) + 1,
    )
    return found[0]


def _dropped(found: re.Match[str]) -> str:
    """Replace ignored text by blanks; refuse it if its words may state another puzzle."""
    return blanks(_checked(found))


_UNUSUAL = re.compile(words_for("programs", "unusual", "shown"), re.MULTILINE)
"""Signs of another puzzle, or of an answer, in a line of a program."""

_MODIFIERS = rf"(?:(?:{words_for('programs', 'modifiers')})[ ]+)*"


def _without_frame(found: re.Match[str]) -> str:
    """Blank out a line around a program, except a brace at its end, if it names no other puzzle."""
    said = re.sub(
        r"(?<=[a-z])(?=[A-Z])|_|(?i:\breact(?:-native)?\b)|mod_?2|colormap\([^()]*\)"
        r"|\bmod (?=\w+ \{)",
        " ",
        found[0],
    )
    odd = doubt_in(f"{said} ") or _UNUSUAL.search(said)
    brace = "class {" * (found[0][-1] == "{")
    return found[0] if odd else blanks(found[0])[: len(found[0]) - len(brace)] + brace


_PROGRAM: Table = (
    *(
(
            sign,
            r"(?mi)^(?:[ \t]*(?:\w+:[ \t]+)?(?:section\b|global|org\b|bits\b|extern|ldh?|lda|ldx"
            r"|ldy|tax|tay|mov\w?|lea|call|jsr|rts|ret|jmp|jp|jr|jnz|jz|jne|je|bne|beq|inc|dec|inx|iny"
            r"|dex|dey|cmp|cpx|cpy|push|pop|int|syscall|nop|add|sub|and|djnz|align|include)\b"
            r"(?![ \t]*(?:=|(?:byte |word |dword )?[(\[]))[^\n]*|\w+[ \t]+equ\b[^\n]*"
            r"|\w+:[ \t]+db[ \t]+[\"'][\w ,.:?!]*[\"'][^\n]*"
            r"|\.?(?!sol|ans|press|hint|goal|targ|inv|rev|mirr|tor|after|final|flip|neg)\w+::?"
            r"[ \t]*)$",
            blanked,
        )
        for sign in ("db ", ".byte", "dc.b", "!byte", "DB ")
    ),
    ("", r"(?m)^[ \t]*(?:\#!.*|(?:import|using|use|package|namespace|module|require|library|from)\b"
     r"(?![ ]*[=(:])[^=\n\[(]*?(?:\{[^{}\n]*\}[^=\n]*)?;?|\#include[^\n]*"
     r"|\#!?\[\w+(?:\([^\n]*\))?\]"
     r"|(?:library|require|use_module)\([\w., \"']*\)|:- use_module\([^\n]*\)\.|-\w+\([^\n]*\)\."
     r"|[\"']use strict[\"'];?|declare\(strict_types=1\);?|set -[a-z]+(?: \w+)?|Option Explicit"
     r"|\(ns [^\n]*(?:\n[ \t]+\(:[^\n]*)*|implicit none|program[ ]\w+;"
     r"|type[ \t]*\n[ \t]+\w+[ ]*=[ ]*array[ ]?\[[^\n]*;"
     r"|var[ \t]*\n(?:[ \t]+[\w, ]+:[ ]*\w+;[ \t]*\n?)+|`timescale[^\n]*|\#lang \w+"
     r"|\# (?:frozen_string_literal: true|-\*- [\w: -]+ -\*-|(?:pylint|type|noqa)\b[^\n]*)"
     r"|\{\$\w+[^{}\n]*\}|/[/*] ?eslint[^\n]*|[\[({]?[A-Za-z]\w*, ?[A-Za-z]\w*[\])}]?[ ]*(?::?="
     r"|<-)[ ]*"
     r"(?:size|Dimensions?|dim|shape|np\.shape)[\[(]\w+[\])];?"
     r"|[A-Za-z]\w*, ?[A-Za-z]\w*[ ]*=[ ]*\w+\.shape"
     r"|[A-Za-z]\w*, ?[A-Za-z]\w*[ ]*=[ ]*len\(\w+\), ?len\(\w+\[0\]\)"
     r"|clear(?:[ ]all)?(?:;[ ]*close all)?(?:;[ ]*clc)?;?|section[ ]+\.\w+|global[ ]+\w+)[ \t]*$",
     _without_frame),
    ("", r"(?m)^[ \t]*(?:@[A-Z]\w+|@(?:export|onready|State|Test)|\[(?:SerializeField|Test"
     r"|Fact)\])(?=\s)"
     r"|\bprivate\(set\)", _without_frame),
    ("(", rf"(?m)^[ \t]*+(?:(?:figure|clf|hold on|close all)[;,][ ]*"
     rf")?(?:(?:[\w.,\[\] ]{{1,40}}[ ]*+(?::?=|<-)[ ]*)?(?:[\w.]+\."
     rf")?(?:{words_for('programs', 'shows')})[ ]?[\[(][^\n]{{0,500}}"
     r"|(?:std::)?cout[ ]?<<[^\n]*|(?:puts|echo|print|PRINT|smoutput)[ ][^\n]*)$"
     r"(?!\s*\n[ \t]*(?:[\[({⎡]|array|[01.#*xXoO-][ ,]?[01.#*xXoO-]|\[?,?1\b))",
     _without_frame),
    ("(", r"(?m)^[ \t]*+[\w., \[\]]{1,40}[ ]*+(?::?=|<-)[ ]*(?:(?:gf2_?)?solve"
     r"(?:_?(?:mod_?2|gf2|board|puzzle|game|level|lights_?out))*\((?:[\w, ]|\.ravel\(\)"
     r"|\.flatten\(\)"
     r"|\b(?:flatten|reshape)\(\w+'?, ?\[\], ?1\))*\);?"
     r"|LinearSolve\[[\w, ]+\[\w+\], Modulus -> 2\];?)"
     r"[ \t]*$(?!\s*\n[ \t]*(?:[\[({⎡]|array|[01.#*xXoO-][ ,]?[01.#*xXoO-]|\[?,?1\b))", blanked),
    ("", rf"(?m)^[ \t]*{_MODIFIERS}(?:class|struct|object|interface|trait|enum class|impl|mod)[ ]+"
     r"[^\n=;(\"'\[]*(?:\(\))?[^\n=;(\"'\[]*(?:\{(?:[ \t]*\})?|:)?[ \t]*(?:$"
     r"|\n[ \t]*(?=\{))", _without_frame),
    ("", rf"(?m)^[ \t]*(?:{_MODIFIERS}|(?:(?:var|let|my|const|local)[ ]+))"
     r"(?<=[ ])[A-Za-z][\w.:<>\[\],?]*(?:[ ][\w.:<>\[\],?]+)?;[ \t]*$", _without_frame),
)  # fmt: skip
"""Lines around a program: modules, classes, and names without a value."""


_FORMS: dict[int, int | None] = (
    dict.fromkeys(
        (0xFEFF, 0xFE0E, 0xFE0F, 0x200B, 0x200D, 0x2060, 0x20E3, *range(0x1F3FB, 0x1F400))
    )
    | {0x3000: 0x20, 0xA0: 0x20}
    | dict.fromkeys((0x23A1, 0x23A2, 0x23A3, 0x23A4, 0x23A5, 0x23A6), 0x2502)
    | {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
)
"""ASCII forms; None for what says only how the sign before looks: variations, keycaps, skin."""

_QUOTED = re.compile(r"(?:[ \t]*>(?!>)[^\n]*(?:\n|\Z)|[ \t]*\n)+")
_PROMPTS = (
    r"^[ \t]*(?:CL-USER(?:\([0-9]+\):|>)|user=>|scala>|iex\([0-9]+\)>|jshell>|\*?Main>|swift>"
    r"|pry\(main\)>|gap>|-->|sage:|julia>|>>>|>>|ghci>|irb[^\n>]{0,40}>|octave:[0-9]+>"
    r"|(?:In|Out)[ ]?\[[0-9]+\]:?=?"
)
_PROMPT = re.compile(rf"{_PROMPTS})(?=[ \t]|$)", re.MULTILINE)
_ASKED = re.compile(
    rf"{_PROMPTS}|>)[ \t]+([A-Za-z]\w*)[ \t]*"
    r"(=[ \t]*(?!\w*(?:solv|press|toggl|flip|click|play|move|next|after))(?:\w*[._])?"
    r"(?:load|(?:dlm)?read|parse|example|sample|initial|level"
    r"|default|random|new|make|create)\w*\([\w ,.=\"'/]{0,80}\)(?:;[ ]*(?:\1|print\(\1\)"
    r"|display\(\1\)))?)?[ \t]*;?"
    r"(?=[ \t]*(?:\#[^\n]*)?$)",
    re.MULTILINE,
)
"""A name that a session was asked for, or given by a call whose value stands below."""

_PRINTED = re.compile(
    rf"(?:{_PROMPTS}|>)[ \t]+(?![^\n]*(?:\[\[|c\([0-9]|\[[0-9]+[, ])|\w+[ \t]*(?:=(?!=)|<-|:=))"
    r"(?!(?:(?![\w.(]{0,60}(?:\.T\b|(?i:solv|solut|answ|press)))"
    rf"[\w.]{{0,40}}(?:{words_for('names', 'gives')})"
    r"\w{0,40}[ (]{0,9}(?:(?:np\.)?(?:as)?(?:array|matrix|list|str)\((?:GF\(2\))?)?"
    r"(?:[\w., =:]|[\"'][^\"'\n]{0,99}[\"']|(?<=\()\*|\.(?:astype|join)\(\w+\)|\((?:int)?\)"
    r"|\([\"'][^\"'\n]{0,99}[\"']\))*\)*"
    r"|for \w+ in [\w.]+: ?print\((?:\*?\w+|[\"'][^\"'\n]{0,9}[\"']\.join\((?:map\(str, ?\w+\)"
    r"|\w+)\))(?:, ?sep=[\"'][^\"'\n]{0,9}[\"'])?\)"
    rf"|[\w.]{{1,40}}\.(?:{words_for('names', 'keeps')})(?:\(\w*\))?)[;:]?[ \t]*$)"
    r"(?=[^\n\"']*(?:[-+*/^%@~!&|(\\']|\.T\b))|^[ \t]*(?:(?:print|cat|disp)\()?(?:\w{1,20}\.){0,4}"
    rf"\w{{0,30}}(?i:{words_for('names', 'answers')}|solve)\w{{0,30}}\()[^\n]*\n"
    r"(?>\s*(?:Out ?\[\d+\][:=]|ans =|\d+ ?[×x] ?\d+ [^\n]*\n))?\s*+"
    r"(?:(?:array|tensor|[mM]atrix)\(|[\[{( ]{0,9}(?:[01.#*X~-][ ,|]{0,9}){3}|\[[01],?\][ \t]"
    r"|\[,1\]|(?>(?:[a-z]?[0-9]++[ \t]*+){2,99})\n[ \t]*0[ \t]+[01][ \t])",
    re.MULTILINE,
)
"""What a call or an expression prints: it may be an answer, or a board after a press."""

_PATH = (
    rf"(?:(?<![^\W\d_])(?i:{words_for('code', 'arrays')}|[a-z]|txt|dat|md|csv|html?|php|play"
    r"|index|home|src|examples?|tests?|lights?[-_]?out|out|files?|share)(?![^\W\d_])|[\d_./~-])+"
)
"""A path whose words are known to be names of start boards."""

_QUOTE = re.compile(r"^([ \t]*)>(?:[ \t]+>)*(?=[ \t]|$)", re.MULTILINE)

_CLICKED = re.compile(
    r"\bon\w+=(?:\"(?!toggle_?(?:row|col|all))[^\"<>]*\"|'(?!toggle_?(?:row|col|all))[^'<>]*')",
    re.I,
)
_LIT = frozenset(
    ["yellow", "gold", "on", "lit", "true", "checked", "active", "light", "alive", "filled", "1"]
)
_DARK = frozenset(
    ["black", "gray", "grey", "off", "unlit", "false", "inactive", "dark", "dead", "empty", "0"]
)
_WHO = r"[^\W\d][\w.-]{0,30}(?:[ ][\w.]{1,30})?"
_WHEN = (
    r"(?:[0-9./-]{3,10},?[ T]*)?[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ ]?[AaPp][Mm])?(?:,"
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
_OF_STATES = (
    "states?|light|lamp|cell|tile|bulb|led|status|square|switch|lantern|colou?r|power|value|self"
    "|kind"
    "|field|panel|window|candle|torch|type|enum|button|game|board"
)
"""Names of what may be on or off."""

_ENUM = re.compile(
    rf"(?<=[\[{{(,\s])((?![\w.:]{{0,99}}(?:goal|press|target|not|sh|answ|want|clic|inv|sol))"
    rf"(?:[A-Za-z_]\w{{0,40}}(?:\.|::)){{0,4}}(?:\w{{0,30}}(?:{_OF_STATES})\w{{0,30}}|[A-Z])(?:\."
    rf"|::)|(?!is_)"
    rf"(?:(?:{_OF_STATES})s?_)+|[.:])"
    rf"(?={_WORD}(?:[ \t]*[,\]}})\n]|[ \t]+[.:\w]))",
    re.IGNORECASE,
)
_CONTRARY_NUMBER = re.compile(
    r"\b(?i:enum|intenum)\b[^;}]{0,99}?\b(?i:(?:on|lit|true)[ ]*=[ ]*0|(?:off|dark|unlit)[ ]*=[ "
    r"]*1)\b"
    r"|\b(?:[A-Z]+_)*(?:(?:ON|LIT|ALIGHT|BRIGHT)[ ]*=[ ]*0|(?:OFF|DARK|UNLIT|BLACK)[ ]*=[ ]*1"
    r"|(?<=define )(?:ON|LIT|ALIGHT|BRIGHT)[ ]+0|(?<=define )(?:OFF|DARK|UNLIT|BLACK)[ ]+1)\b(?![ "
    r"]*[-+*/.\w])"
)
"""A number for a state that is the contrary of its name."""

_CONTRARY = re.compile(
    rf"(?<!\w)({_WORD})[`'\"]*\s+(?:means?|is|stands for|denotes|represents)\s+[`'\".:]*({_WORD})",
    re.IGNORECASE,
)
"""A word for a state that is explained by one."""

"""What stands in front of a cell that is a word: ``State.ON``, ``.on``, ``:on``, ``#t``."""

_NAME_OF_STATE = re.compile(
    rf"(?i)_*+(?:(?:{_OF_STATES})s?_?)*(?:{'|'.join(filter(str.isalpha, VALUES))}|lights?|lamps?|"
    rf"yes|no"
    rf"|[a-z]|full|empty|filled|blank|{words_for('legends', 'colours')})?_*"
)
_CONSTANT = re.compile(
    r"(?m)(?<![\w.:])(?:\#define[ ]+([A-Za-z_]\w*)[ ]+(0|1|true|false)[ \t]*$"
    r"|(?:(?:const|let|var|val|static|final|constexpr|public|private|pub|bool|boolean|int|char"
    r"|byte|auto)[ ]+){0,6}([A-Za-z_]\w*)[ ]*(?::[ ]*\w+[ ]*)?=[ ]*(0|1|[Tt]rue"
    r"|[Ff]alse)\b[ ]*[;,]?)"
)
"""A name of a state."""

_DECLARED: Table = (
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
    """Replace the names of constants for on and off in a text by 1 and 0."""
    for one, other in _CONTRARY.findall(text):
        reject(
            VALUES[one.lower()] != VALUES[other.lower()],
            f"the text reads two ways: cells as their names say | '{one}' is '{other}'",
            line=1,
        )
    odd = _CONTRARY_NUMBER.search(text)
    reject(odd, f"the text reads two ways: '{odd and odd[0][-20:]}' is not as usual", line=1)
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
    known = (
        all(map(_NAME_OF_STATE.fullmatch, said))
        and sorted(said.values()) == [0, 1]
        and len(found) == 2
    )
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


def _without_doubles(text: str) -> str:
    """Replace each pair of equal blocks, such as ``██``, by one block; refuse single blocks."""
    reject(
        re.search(r"[█▓░▒]", re.sub(r"([█▓░▒])\1", "", text)),
        "the legend has two blocks for a cell, and some stand alone",
        line=1,
    )
    return re.sub(r"([█▓░▒])\1", r"\1", text)


def _of_elements(text: str) -> str:
    """Replace the HTML elements of cells in a text by an array of the cells' states.

    Raises:
        InputError: Where cells look different, and which are on is not known.
    """
    cells = list(_ELEMENT.finditer(text))
    if len(cells) < 4:
        return text
    for tag in _TAG.finditer(re.sub(r"(</?)tr\b", r"\1t", _CLICKED.sub("", text))):
        _checked(tag)
    signs = written = [(found[3] or "").strip().lower() for found in cells]
    attributes = [found[2] or found[5] or "" for found in cells]
    looks = [frozenset(re.findall(r"[\w-]+", _OF_ONE.sub(" ", words))) for words in attributes]
    common = frozenset[str].intersection(*looks)
    varied = frozenset[str]().union(*looks) - common
    plain = len({*signs}) > 1 and {*signs} <= {*VALUES, *"0123456789#.*xo"}
    if not plain or varied & (_LIT | _DARK):
        kinds = sorted(set(looks), key=sorted)
        on = [look for look in kinds if look & _LIT - common]
        off = [look for look in kinds if look & _DARK - common]
        reject(
            len(kinds) != 2 or len(on) > 1 or len(off) > 1 or on == off,
            f"cells of this page look {len(kinds)} ways, and which are on is not known: "
            + ", ".join(" ".join(sorted(look)) or "nothing" for look in kinds),
            line=1,
        )
        signs = ["1" if look in on or (not on and look not in off) else "0" for look in looks]
    reject(
        any(
            VALUES.get(one, one) not in (int(sign), sign)
            for one, sign in zip(written, signs, strict=True)
        )
        if plain and signs is not written
        else any(re.search(r"[^\W\d_]{2,}", one) and one not in VALUES for one in written),
        "cells of this page say another thing than how they look",
        line=1,
    )
    drawn = _ELEMENT.sub("\ue010", text)
    first, last = cells[0].start(), len(text) - cells[-1].end()
    inside = drawn[first : len(drawn) - last]
    rows = (_PART if _PART.search(inside) else re.compile("\n")).split(inside)
    cut = ["".join(_TAG.sub("", row).split()) for row in rows]
    around = _TAG.sub(blanked, text[:first]), _TAG.sub(blanked, text[len(text) - last :])
    reject(
        set("".join([*cut, *around])) & {*"<>"}
        or set("".join(cut)) - {"\ue010"}
        or re.search(r"<div[^<>]*class=.(?:c|cols?|columns?)\b", text),
        "something stands between the cells of this page",
        line=1,
    )
    left = iter(f'"{sign}"' for sign in signs)
    listed = ",".join(f"[{','.join(next(left) for _ in row)}]" for row in cut if row)
    return f"{around[0]}[{listed}]" + "\n" * inside.count("\n") + around[1]


def _without_marks(found: re.Match[str]) -> str:
    """Remove quote marks from lines, unless the marks differ or are the bars of a table."""
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
    return _SPEAKER.sub(lambda who: who[0] if doubt_in(f"{who[0]} row") else _dropped(who), text)


def _without_stars(found: re.Match[str]) -> str:
    """Remove the stars in front of a comment's lines if all of them have the same margin."""
    alike = len({*re.findall(r"^[ \t]*\*", found[1], re.MULTILINE)}) == 1
    spoken = re.search(r"^[ \t]*\*[ \t]+[^\W\d_]{2}", found[0], re.MULTILINE)
    return re.sub(r"(?m)^[ \t]*/?\*+/?", blanked, found[0]) if alike and spoken else found[0]


_MARGINS: Table = (
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
    # R sessions: mark code above output with >, and blank out the #> of output and the prompt +
    ("#>", r"(?m)^(?!#)(?=\S)(?=[^\n]*\n\s*#>)", "> "),
    ("#>", r"(?m)^#>", blanked),
    ("\n+", r"(?<=[,(]\n)\+(?=[ \t])", " "),
    (",,", r"(?:\n[ \t]*,{2,}[ \t]*)+\s*\Z", blanked),
    (";;", r"(?:\n[ \t]*;{2,}[ \t]*)+\s*\Z", blanked),
    ("Image(", r"""\bImage\(\s*((?:["'][09:]+["']\s*)+)\)""",
     # a micro:bit image has brightnesses 0 to 9: 9 becomes 1, and : separates rows
     lambda rows: str(re.sub(r"[\"'\s]", "", rows[1]).replace("9", "1").strip(":").split(":"))
     + "\n" * rows[0].count("\n")),
    ("*", r"\A\s*/\*+[ \t]*\n((?:[ \t]*\*(?:[ \t][^\n]*)?\n)+)[ \t]*\*+/\s*\Z", _without_stars),
    # remove the mark that begins every line, as in quoted mail
    ("", r"(?m)^(?:([ \t]*(?:(?:(?!NO|ON)[A-Z]{1,2}>|[|:}»])(?=[ \t]|$)|>(?=[01#.*xXoO])))"
     r"(?![^\n]*\|[ \t]*$)[^\n]*(?:\n|\Z)){3,}", _without_marks),
    ("", rf"\A[ \t]*(?!row|line)"
     rf"((?i:{words_for('code', 'arrays', 'people')}):[ \t]|"
     r"\w+\.(?=\w+[ ]?=))[^\n:]*(?:\n[ \t]*\1[^\n:]*)+\n*\Z",
     lambda lines: re.sub(rf"(?m)^[ \t]*{re.escape(lines[1])}", _dropped, lines[0])),
    ("//", r"\A(?:[ \t]*//[^\n]*(?:\n|\Z)|[ \t]*\n)+\Z",
     lambda lines: re.sub(r"(?m)^[ \t]*//+", blanked, lines[0])),
    ("1", r"\A *1( ?[|│]|\t)[^\t\n]*\n(?: *[0-9]{1,6}\1[^\t\n]*(?:\n|\Z))+\Z",
     lambda lines: re.sub(r"(?m)^ *[0-9]{1,6}(?:\t| ?[|│])", blanked, lines[0])
     if count_up([*map(int, re.findall(r"(?m)^ *([0-9]{1,6})(?:\t| ?[|│])", lines[0]))])
     else lines[0]),
    # numbers above and before a frame whose cells may be empty
    ("--+\n", r"(?s)\A.+\Z",
     lambda text: re.sub(r"(?m)^[ \t]*[0-9]{1,2}[ \t]*(?=\|[^\n]*\|[ \t]*\n[ \t]*\+-)"
                         r"|^[ \t]*[0-9]{1,2}(?:[ \t]+[0-9]{1,2})+[ \t]*(?=\n[ \t]*\+-)",
                         blanked, text[0])
     if count_up([*map(int, re.findall(r"(?m)^[ \t]*([0-9]{1,2})[ \t]*\|[^\n]*\|[ \t]*\n[ \t]*\+-",
                                       text[0]))]) else text[0]),
)  # fmt: skip
"""Property lists, empty rows of spreadsheets, images of micro:bit; and comment signs, names or
numbers (``cat -n``, ``nl``) in front of all lines.
"""

(_ELEMENT, _OF_ONE, _PART, _TAG, _LABEL) = (
    re.compile(pattern)
    for pattern in (
        (
            r"<(td|div|span|button|li|i|b|c|v|bit|bool|int|item|label|cell|light|lamp|tile"
            r"|square)\b([^<>]*)>([^<>]*)</\1>"
            r"|<(input|rect|(?:td|div|span|button|cell|light|lamp|tile|square)(?=[^<>]*/>"
            r"))\b([^<>]*)>"
        ),
        # attributes that say which cell it is, and not how it looks
        (
            r"""\b(?:id|name|value|key|for|title|type|style|onclick|aria-label|[cr]?[xy]|width|height"""
            r"""|data-(?:row|col\w*|[xyrcijn]|index|id|pos\w*))[ ]*=[ ]*"""
            r"""(?:"[^"]*"|'[^']*'|[^\s"'>]+)"""
            r"""|(?<=[\s"'])(?:[A-Za-z]+[-_]?)?[0-9]+(?:-[0-9]+)?(?=[\s"'])|\bclass\b"""
        ),
        r"</?(?:tr|row|div|p|ul|ol|section|form|fieldset|br)\b[^<>]*>",
        r"</?[A-Za-z][^<>]*>|<\?xml[^<>]*>",
        r"\baria-label=\"[^<>\"]{0,40}?\d[^<>\"]{0,40}?:[ ](\w+)\"",
    )
)
"""Elements of a page."""


def _labelled(found: re.Match[str]) -> str:
    """Return an HTML tag; refuse it if its label contradicts its class or may change the rule."""
    label = _LABEL.search(found[0])
    if label is not None:
        _checked(found)
        words = r"(?<![\w-])(?:on|lit|off|unlit|dark)(?![\w-])"
        other = {VALUES[word] for word in re.findall(words, _LABEL.sub("", found[0]).lower())}
        reject(
            other - {VALUES.get(label[1].lower())},
            "a cell of this page is labelled otherwise than it looks",
            line=1,
        )
    return found[0]


_NUMBERED_LINES = (
    r"(?mi)^[ \t]*([0-9]{1,5})[ \t]+data\b",
    r"\bRange\(\"[A-Z]{1,2}([0-9]+):",
    r"(?mi)(?:;|#|//|--|%)[ \t]*(?:row|line)[ ]*([0-9]{1,3})[ \t]*$",
)
"""Numbers of lines with data, and of rows in comments."""

_INDEXED = (
    r"(?m)(?:^|[;,{ \t])([A-Za-z_]\w*?)[._ -]?(?:row|line|r)?[._ -]?"
    r"(?:\[[0-9]{1,3}\]|\[[0-9]{1,3}(?:\]\[|,[ ]?)[0-9]{1,3}\]|(?<=[a-z_ -])[0-9]{1,3})[ \t]*:?="
    r"[ \t]*(?:[01]\b|[\"'\[{])"
)
"""A name whose rows or cells are given one by one."""

_BITS = re.compile(
    r"(?i)\blsb\b|\bleft\w* bit\b[^.;\n]{0,20}\bright|\bbit 0 (?:is |= ?)?(?:the )?left"
    r"|\bleast signif\w*[^.;\n]*\bleft|"
    r"\bleft\w*[^.;\n]{0,40}"
    r"\b(?:lowest|least|last bit)|\bright\w*[^.;\n]{0,40}\b(?:highest|most sig)|\b\w*columns?\["
)
"""Numbers in base 2 with words on their order."""

_CELL = r"(?:[0-9]{1,4}|true|false)"
_KEY = (
    r"^([ \t]*(?:\w+\.)*(?:board|grid|cells|lights|state|data|map|field|level|puzzle|initial|start)"
    r"[ \t]*[=:][ \t]*)"
)
_TERM = r"\$?[A-Za-z]_(?:\{[\w,]{1,9}\}|\w)\$?"
"""A row of an input as a judge's statement names it: ``S_1``."""

_MARK = r"[^\w\s()\[\]{}\"'`,;]|[01xXoO]"
_PLACE = (
    r"(?:the|that)(?: (?:lamp|light|cell|square|bulb|character|element|entry|[a-z]-?th|of|in|at|on"
    r"|and"
    r"|row|column|from|the|top|left|line|string|[A-Z]_[a-z]|[a-z]|\([a-z], ?[a-z]\))){1,20}"
)
_MODULO, _SHINING = r"\(?mod(?:ulo)? ([0-9]{1,3})\)?", "glowing|burning|shining|lit|dark|unlit"
_IS_ON = r"={2,3} ?b?['\"][1#*xXO@]['\"](?: ?\? ?(?:1|true) ?: ?(?:0|false))?"
"""A sign, and a place in a judge's statement: ``the lamp in the i-th row``."""

_STATES = "|".join(sorted({*STATES.replace("|", " ").split()}, key=len, reverse=True))
_NAMES = words_for("sign_names")
_RUN = (
    r"(?im)((?:^|[:=)]|\b(?:board|grid|states?|start|position|puzzle|level|lights|configuration))"
    r"[ \t]*)(?<![\w.,/|+-])([01]{4,9999})(?![\w,/|+-]|\.\S)"
)
_STEP, _TO = (
    r"([^\W_]+)((?: \([0-9]\))?)",
    r" (?:to|auf|à|a|на|becomes|turns|goes to|goes back to)(?: again)? ",
)
"""A state on the way of states, and how the next one is named."""


def _without_counted(rows: re.Match[str]) -> str:
    """Blank out the labels of rows and count those of columns above, if both are in order."""
    head = re.match(r"[\w \t]+(?=\n)", rows[0])
    above = head[0].split() if head else []
    columns = list(above[0]) if len(above) == 1 else above
    for labels in (columns, re.findall(r"(?m)^[ \t]*(\w{1,2})[ \t]+[^\s\w]", rows[0])):
        numbers = [int(one) if one.isdecimal() else ord(one.lower()) - 96 for one in labels]
        if labels and not count_up(numbers):
            return rows[0]
    body = re.sub(r"(?m)^[\w \t]+", blanked, rows[0][head.end() if head else 0 :])
    return f"columns: {len(columns)}{body}" if head else body


_BEFORE: Table = (
    (";", r"\A\s*(?:[0-9]+(?:[ ]*,[ ]*|[ ]+)[0-9]+(?:[ ]*;\s*|\s*\Z)){2,}\Z",
     lambda pairs: pairs[0].replace(";", "\n")),
    ("CDATA", r"<!\[CDATA\[|\]\]>", "\n"),
    ("arget", r"(?<![^\W_])[Tt]arget(?=_?(?:[Mm]oves|[Pp]resses|[Cc]licks)\b)", "best"),
    ("qw", r"\bmap \{ ?\[ ?split ?(?://|''|\"\")(?:, ?\$_)? ?\] ?\}(?= ?\(?qw)", blanked),
    ("Join", r"\bstrings\.Join\((\[\]string\{[^{}]*\}), \"\\n\"\)", r"\1"),
    ("Range(", r"(?m)^[ \t]*(?:\w+\.)?Range\(\"[A-Z]{1,2}([0-9]+):[A-Z]{1,2}\1\"\)\.Value ?= ?"
     r"Array\(([^()\n]*)\)[ \t]*$", r"\2"),
    ("'", r"(?m)^[ \t]*'(?=[ ][^'\n]*$)", "//"),
    ("m", r"(?mi)^([ \t]*(?:\w+:? )?)n( ?:?= ?[0-9]{1,3}[;,]?[ \t]*\n?[ \t]*(?:\w+:? )?)m"
     r"(?= ?:?= ?[0-9]{1,3}\b)", r"\1rows\2cols"),
    ("```", r"(?m)^[ \t]*```[ \t]*[^\s`][^\n]*$", _checked),
    ("<<", r"<<[-~]?['\"]?[A-Z]\w*", _checked),
    ("|", r"(?m)^[ \t]*(?:\{\||\|-)[^|\n]*", _checked),
    ("```", r"(?m)^[ \t]*```(?:[A-Za-z][A-Za-z+#-]*[0-9]?)?[ \t]*$", ""),
    # a legend with the signs in brackets: ``on (#), off (.)``
    ("(", rf"(?i)\b(?:(?:each|every|a) (?:light|lamp|cell|square|tile|bulb)s? (?:is|are|can be) )?"
     rf"(?:either )?({_WORD}) \([\"'`]?({_MARK})[\"'`]?\)(?: or |, |/| / | and )"
     rf"({_WORD}) \([\"'`]?({_MARK})[\"'`]?\)", r"\2 = \1, \4 = \3"),
    *(
        (sign, rf"(?im)(?:^|(?<=[\s(]))((?:не )?(?:{_STATES})) ?{sign} ?[\"'`«]?({_MARK}|{_NAMES})"
         rf"[\"'`»]?(?:[,;/|] ?|[ ]{{2,9}}|\t|[ ]*\n[ ]*| (?:and|und|y|e|et|и|i) )"
         rf"((?:не )?(?:{_STATES})) ?{sign} ?"
         rf"[\"'`«]?({_MARK}|{_NAMES})[\"'`»]?(?=[ \t]*[.;,)]?(?:\s|$))", r"\2 = \1, \4 = \3")
        for sign in ("—", "–", "-", ":")
    ),
    ("ome", rf"(?i)\bsome (?:lights |lamps |cells )?(?:start |are )?({_WORD}) [(\"'`]?({_MARK})"
     rf"[)\"'`]?,? (?:and )?(?:some|others|the rest) (?:start |are )?({_WORD}) [(\"'`]?({_MARK})"
     r"[)\"'`]?", r"\2 = \1, \4 = \3"),
    ("#define", r"(?m)^#define[ \t]+(?:[A-Z]+_)+(OFF|ON|LIT|UNLIT|DARK)[ \t]+'(\S)'[ \t]*$",
     r"'\2' = \1"),
    ("#define", r"(?m)^#define[ \t]+(?:[A-Z]+_)+(?:NONE|HOLE|VOID)[ \t]+'(\S)'[ \t]*$",
     r"'\1' = no light"),
    ("ellow", r"(?i)(?<!\w)(\w) ?(?:=|:|is|for) ?yellow(?:,| and) ?(\w) ?(?:=|:|is|for) ?"
     r"(dark|off|black)(?!\w|,? (?:and )?\w ?=)",
     lambda said: f"{said[1]} = on, {said[2]} = off"
     if len(re.findall(r"(?i)(?<!\()yellow", said.string)) == 1 else said[0]),
    (" bit", r"(?i)\b(?:(?:one|1) bit (?:per|for each|a) (?:lamp|light|cell|column),? ?)?(?:the )?"
     r"(?:left(?:most)?|most significant|high(?:est)?) bit (?:=|is|:|->)(?: the)? left(?:most)?"
     r"(?: (?:column|col|lamp|light|cell))?(?![ ]?\w)", blanked),
    ("_based", r"(?i)[\"']?\b(?:is_)?(zero|one)_?(?:based|indexed)[\"']? ?[:=] ?true\b",
     lambda said: f"index_base = {'01'[said[1].lower() == 'one']}"),
    # replace a board of consecutive light numbers by its size, if a list of lit numbers follows
    ("", r"(?m)(?>(?:^(?>(?:[ \t|]*+[0-9]++){2,40})[ \t|]*+\n){2,40})",
     lambda drawn: f"{len(rows)} x {len(rows[0])}, counted from {rows[0][0]}" + "\n" * len(rows)
     if len({*map(len, rows := [*map(str.split, drawn[0].replace("|", " ").splitlines())])}) == 1
     and " ".join(map(" ".join, rows))
     in [" ".join(map(str, range(k, k + sum(map(len, rows))))) for k in (0, 1)]
     and re.search(rf"(?i)\b(?:{words_for('lit', 'on')})\b[^\n0-9]{{0,40}}[0-9]+(?:,|[ ]+[0-9])",
                   drawn.string[drawn.end() : drawn.end() + 999])
     else drawn[0]),
    *(
        ("", r"(?im)^[ \t]*(?:anzahl (?:der )?|number of |nombre de |n[uú]mero d[ei] |liczba "
         rf"|aantal ){what}(?: \(\w\))?[ \t:=]+([0-9]{{1,3}})[ \t]*$", rf"{side} = \1")
        for side, what in (("rows", ROWS), ("columns", COLUMNS))
    ),
    ("0", r"(?i)(?<=[·|,; ] )(?:moves|clicks|presses|taps)(?: ?:)? 0(?=[ \t]*(?:[·|,;\n]|\Z))",
     blanked),
    ("two states", r"(?i)\b(?:can be |is |are )?(?:either )?(?:in )?(?:one of )?(?:the )?two "
     r"(?:possible )?states\b", blanked),
    ("S", r"\bS_?(?:\{i, ?j\}|\[i\]\[j\])", "the character"),
    (" is ", rf"(?i)\b(?:if|when) {_PLACE} is [\"'`]({_MARK})[\"'`],?(?: then)? (?:it|{_PLACE}) "
     rf"is (?:initially )?"
     rf"({_WORD})[,;]?(?: and)? (?:if|when) (?:it|{_PLACE}) is [\"'`]({_MARK})[\"'`],?(?: then)? "
     rf"(?:it|{_PLACE}) is (?:initially )?({_WORD})", r"\1 = \2, \3 = \4"),
    ("encendid", rf"(?i)\blas (?:luces )?encendidas son las? ({_MARK})s?,? y las apagadas,? "
     rf"(?:son )?(?:l[ao]s? )?({_MARK}s?|puntos)(?!\w)",
     lambda signs: f"{signs[1]} = on, {'.' if len(signs[2]) > 3 else signs[2][0]} = off"),
    ("for a", rf"(?i)[\"'`]({_MARK})[\"'`] for an? ({_SHINING})(?: \w+)? and [\"'`]({_MARK})"
     rf"[\"'`] for an? "
     rf"({_SHINING})(?: (?:tile|light|lamp|cell|square))?", r"\1 = \2, \3 = \4"),
    ("onsist", rf"(?i)\bconsist(?:s|ing) (?:only )?of [\"'`]({_MARK})[\"'`] and [\"'`]({_MARK})"
     rf"[\"'`]", blanked),
    ("# ", r"(?m)^(#+[ ]+)(?=[0-9]+ (?:rows )?x [0-9]+(?: columns)?[ \t]*(?:,|$))", r"\1size "),
    ("with(", r"(?m)^with\(\w+\)[:;][ \t]*$", blanked),
    (" without ", r"(?i)(?<=\w)(?<=characters|.{3}letters|.{4}digits) without (?:any )?(?:spaces|"
     r"blanks)(?: between them)?", blanked),
    ("", r"(?:스위치|전등|버튼|전구|칸)[을를] 누르면 그 ?(?:전등|전구|칸|버튼)?[과와]? ?(?:상하좌우"
     r"|위, ?아래, ?왼쪽, ?오른쪽)(?:에 있는)? ?(?:전등|전구|칸)(?:이|들이|의 상태가)? ?"
     r"(?:함께|모두|같이)? ?(?:바뀝니다|바뀐다|반전됩니다|반전된다)\.?"
     r"|(?:모든 (?:전등|전구|불)[을를] 끄(?:려면|기 위해) )?(?:어느"
     r"|어떤) (?:전등|전구|버튼|스위치)[을를] 눌러야 (?:할까요|하나요|합니까)\?"
     r"|(?:パネル|ボタン|ライト|マス)を押すと[、,]?(?:その|押した)?(?:パネル|ボタン|ライト|マス)と上下左右"
     r"(?:の(?:パネル|ボタン|ライト|マス))?(?:の(?:点灯)?状態)?が(?:反転(?:します|する)|切り替わ(?:ります|る)"
     r"|変わ(?:ります|る))。?"
     r"|按下?(?:一个|任意一个|某个)?(?:按钮|灯|开关|格子)[时后]?,?(?:该|这个|它|此)?(?:灯|按钮|格子)?(?:自身|本身)?"
     r"(?:和|以及|与)(?:它的)?上下左右(?:相邻)?的?(?:四个)?(?:灯|按钮|格子)?(?:的状态)?都?会?"
     r"(?:改变|翻转|反转|取反)(?:状态)?(?=[。,;\n]|\Z)", blanked),
    ("assert(", r"(?m)^[ \t]*assert\(numel\(\w+\) ?== ?[0-9]+\);?[ \t]*$", blanked),
    ("db", r"(?mi)^([ \t]*db[ \t]+%)([01]+)[ \t]*;[ \t]?([0-9a-f]{1,2})[ \t]*$",
     lambda row: row[1] + row[2] if int(row[3], 16) in (int(row[2], 2), 0) else row[0]),
    ("lit(", r"(?<!\w)(?:is_)?lit\(([0-9]+), ?([0-9]+)\)\.", r"lit (\1,\2) "),
    ("1..n", r"(?<=columns )1\.\.n\b", "from 1"),
    ("#const", r"(?m)^#const [nm] ?= ?([0-9]+)\.", r"\1 x \1. "),
    ("share a", r"(?<=\bshare a )(?:wall|border|edge)\b", "side"),
    # remove the bars of a Markdown table of one column
    ("|-", r"(?m)^\| *([^|\n]*[^|\s]) *\|\n\|[-: ]+\|\n((?:\|[^|\n]*\|(?:\n|\Z))+)",
     lambda rows: f"{rows[1]}\n\n" + re.sub(r"(?m)^\| *| *\|$", "", rows[2])),
    # a legend that uses two characters for each cell: ``██``
    ("██", r"\A(?=[^█]*██ ?[=:])[\s\S]*\Z", lambda text: _without_doubles(text[0])),
    ("lank", r"(?is)\A(?=.*\b(?:blank|empty)(?: (?:cell|box|square|place)s?)? ?(?:=|:|is|are|"
     r"means?) ?"
     r"(?:that )?(?:there (?:is|are) )?(?:no (?:light|lamp|cell|button)s?|(?:a )?holes?"
     r"|(?:a )?gaps?)\b)"
     r".*",
     lambda text: re.sub(r"(?<=[|│])( *)( )(?=[|│])", r"\1_", re.sub(
         r"(?i)\b(?:blank|empty)(?: \w+)? ?(?:=|:|is|are|means?) ?[\w ]+", "_ = hole", text[0]))),
    ("all", rf"(?is)\A(?=.*(?:^|\s)({_MARK}) (?:is|=|means|counts as) (?:off|dark)\b).*\ball(?: "
     rf"of)?(?: the)? "
     r"(?:lights?|lamps?|cells?) to \1(?!\w).*",
     lambda text: re.sub(
         rf"(?i)\b(all (?:[a-z]+ ){{1,3}})to {re.escape(text[1])}"
         rf"|{re.escape(text[1])} (?:is|=|means|counts as) (?:off"
         rf"|dark)[.,;]?(?=.*{re.escape(text[1])} ?→)"
         rf"|(?<=→ {re.escape(text[1])}\n){re.escape(text[1])} (?:is|=|means|counts as) (?:off"
         rf"|dark)[.,;]?",
         lambda goal: f"{goal[1]}off" if goal[1] else blanked(goal), text[0])),
    ("wrap", r"(?i)(?<![\w-])(?:(?:(?:there is|with|has) )?no (?:edge[- ])?wrap(?:ping)?[ -]?"
     r"(?:a?round)?|(?:the )?(?:edges|board|grid|it)(?: (?:does|do) not| doesn't| don't) wrap"
     r"(?: a?round)?)(?: at the edges)?(?=[ \t]*(?:[.,;)\n]|\Z))"
     r"(?![.,;]? *(?:but|except|only|(?:the )?(?:rows|col)))\.?", blanked),
    # remove the coordinates behind ``top left`` if the text has no other coordinates
    ("eft", r"(?i)\A((?:(?!\([0-9])[\s\S])*?(?:top|upper)[- ]left(?: corner| cell)?) ?"
     r"\([01], ?[01]\)(?=(?:(?!\([0-9]+,)[\s\S])*\Z)", r"\1"),
    # blank out the counters and prompts of a game program, such as ``moves: 0``
    ("", r"(?mi)^[ \t]*(?:moves?|clicks|presses|steps|turns)(?: so far| made)?[ \t]*[:=][ \t]*0[ "
     r"\t]*$"
     r"|^[ \t]*(?:row|col(?:umn)?|row col|your move|move|command)[ \t]*[:?>][ \t]*\Z"
     r"|^[ \t]*(?:action|move|input) format: [\[(<]?row,? col(?:umn)?[\])>]?(?:,? [01]-(?:indexed"
     r"|based))?\.?[ \t]*$", blanked),
    ("adds", rf"(?i)(?:[\"']?rule[\"']?[ \t]*[:=][ \t]*[\"']?)?\b(?:(?:each|every|a) )?(?:press|"
     rf"click|tap)"
     rf"(?:ing)?(?: an? \w+)? adds (?:1|one)(?: {_MODULO})?(?:,? to (?:it|the (?:light|lamp|cell"
     rf"|tile"
     r"|square))(?:,| and) (?:to )?its\s(?:orthogonal |four |direct )?neighbou?rs)?"
     rf"(?:,? {_MODULO})?(?![ ](?!goal|and)[a-z])(?:[\"'],?|[.;,])?",
     lambda rule: f"mod {rule[1] or rule[2]}" if rule[1] or rule[2] else rule[0]),
    ("", r"(?i)\b(?:all|every)(?: of)?(?: the)?(?: (?:lights?|lamps?|cells?|tiles?|squares?|"
     r"entries))? "
     r"(?:must|have to|has to|should|need to) (?:become|be|go|end up) (?:0|zero|off|dark|out)"
     r"(?: at the end)?(?![ \t]*[^\W\d_])[.!]?", blanked),
    *(
        ("", rf"(?mi)^[#* \t]*(?:{words_for('samples', part.lower())})[ \t]*(?:\(\w+\))?[ ]?#?"
         rf"([0-9]{{0,2}})[ \t:*]*$", rf"Sample {part} \1")
        for part in ("Input", "Output")
    ),
    # blank out the output sections and sample outputs of a contest statement
    ("utput", r"(?mi)^[#* \t]*(?:expected |sample )?(output)\W*\((?:which|the) (?:lights?|buttons?"
     r"|cells?)(?: (?:that|to|you|must|should|be|need)){1,4} (?:press|swap|toggle|click|flip"
     r"|push)(?:ed"
     r"|d)?\)\W*$", r"\1:"),
    ("utput", r"(?mi)^[#* ]*output(?: format| specification)?[#*: ]*\n(?:(?![#* ]*(?:sample|example"
     r"|input)|[ \t]*(?:[01.#xXoO*-][ \t]*){2,}$|[^\n]*\b(?:wrap|torus|diagonal|edge|corner))"
     r"[^\n]*\n){1,12}(?=[#* ]*(?:sample|example))", blanked),
    ("utput", r"(?mi)(^[#* ]*(?:(?:sample|example) )?input\b[^\n]*\n(?:[^\n]*\n){1,40}?)"
     r"[#* ]*(?:(?:sample|example) )?output(?: ?#?[0-9]{1,2})?[#*: ]*\n(?:[ "
     r"\t]*(?:yes|no"
     r"|(?:im)?possible|-?[0-9]{1,6}|puzzle #[0-9]+|case #?[0-9]+:?[ ]?\S{0,9}"
     r"|(?:[01.#xXoO*-][ \t]*)+"
     r")?[ \t]*(?:\n|\Z))+(?=\Z|[#* ]*(?:sample|example) input)",
     lambda both: both[1] + blanked(both)[len(both[1]):]),
    # row labels in front of drawn rows, or of a frame, and a line of column labels above them
    ("", r"(?m)(?:^[ \t]+(?:[01](?:[ ]+[0-9]{1,2}){2,}|[aA](?:[ ]+[A-Za-z])+)[ \t]*\n)?"
     r"(?:^[ \t]*(?:[0-9]{1,2}|[A-Za-z])[ \t]+"
     r"(?:(?:[^\x00-\x7f\w][ ]?){2,}|(?:[\[(][^\w\]\n]?[\])][ \t]*){2,})[ \t]*(?:\n|\Z)){2,}",
     _without_counted),
    ("", r"(?m)(?:^[ \t]+(?:[01](?:[ ]*[0-9]){2,}|[aA](?:[ ]*[A-Za-z])+)[ \t]*\n)?"
     r"^[ \t]+[+┌╔┏╭][^\w\n]*\n"
     r"(?:^[ \t]*(?:[0-9]{1,2}|[A-Za-z])[ \t]+[|│┃║][^\n]*[|│┃║][ \t]*(?:\n|\Z)"
     r"(?:^[ \t]+[^\w\s][^\w\n]*(?:\n|\Z))?){2,}", _without_counted),
    ("&", r"&(?:gt|lt|amp|nbsp|quot|#[0-9]{2,7});", lambda found: html.unescape(found[0])),
    ("all", r"(?i)(?:(?m:^)|(?<=[^\w \t-]))[ \t]*(?:(?:and|with|so|the|my|usual) ){0,3}(?:goal|"
     r"target|aim|task)(?: is)?:? (?:to )?(?:(?:turn|switch|get) )?"
     r"all(?: of)?(?: the)?(?: lights?| lamps?| cells?)?(?: (?:are|is))? (?:off|out)\b"
     r"(?![ \t]*[^\W\d_])[.!]?", blanked),
    ("", r"(?i)(?<!\w)(?:(?:el objetivo|o objetivo|l'obiettivo|le but|das ziel|celem|цель|het doel"
     r"|målet)"
     r" ?(?:es|é|è|est|ist|jest|is|är|[-–—:])?,?:? (?:de |que )?(?:apagarl[ao]s todas|apagar todas|"
     r"spegnerle tutte|spegnere tutto|tout éteindre|toutes les éteindre|alle (?:lichter "
     r"|lampen )?aus"
     r"zuschalten|alles auszuschalten|zgaszenie wszystkich|потушить все|выключить все"
     r"|alles uit te zetten"
     r"|att släcka alla)(?: las luces| as luzes| le luci| les lumières| świateł| лампы| lampor)?"
     r"(?![ \t]*[^\W\d_])[.!]?)", blanked),
    # blank out keys with their default values: goal all off, no wrapping around, rule plus
    ("", r"(?i)(?:(?:(?m:^)|(?<=[^\w \t-]))[ \t]*(?:(?:and|with|the|my|our|usual)[ ]){0,3}"
     r"[\"']?(?::\w{1,20}/)?(?:goal|target|finish|objective)[\"']?[ \t]*"
     r"(?:[:=]|[ ])[ \t]*[\"':]?(?:all|every)[ _-](?:(?:lights?|lamps?|cells?)[ _-])?"
     r"(?:0(?: ?\(off\))?|off|dark|out)(?!\w)(?![ \t]*[^\W\d_]|[ \t]*[(?-])[\"']?,?"
     r"|(?<![\w-])(?:goal|target)[ ]?=[ ]?(?:np\.zeros|zeros|zero_matrix)\([^()\n]*\)(?![ "
     r"\t]*[^\s;,}])"
     r"|(?<![\w-])[\"']?wrap(?:_?around|s|ping)?[\"']?[ \t]*[:= ][ \t]*(?:false|no|off)\b(?![ "
     r"\t]*[^\s;,.}\"']),?"
     r"|(?<![\w-])no-wrap\b(?![ \t]*[?:])"
     r"|(?<![\w-])(?:\[rules?\][ \t]*\n)?[\"']?(?:rule|press|pattern)[\"']?[ \t]*[:=][ \t]*[\"']?"
     r"(?:plus|cross|classic)\b(?![ \t]*,?[ \t]*[^\W\d_])[\"']?,?)", blanked),
    ("egend", r"(?mi)^([ \t]*[\"']?legend[\"']?[ \t]*[:=][ \t]*)"
     r"[\"']([^\"'\n]{3,99})[\"'](?=,?[ \t]*$)", r"\1 \2 "),
    ("{", r"(?i)[\"']?\b(?:legend|symbols|signs|states|key)[\"']?[ \t]*[:=][ \t]*"
     r"\{([^{}\n]{1,99})\},?",
     lambda said: re.sub(r"[\"'](\S|true|false|null)[\"'][ ]?:[ ]?[\"']([\w ]+)[\"']",
                         r"\1 = \2", said[1])
     if {*re.findall(r"[^\W\d_]{2,}", said[1].lower())}
     <= {"off", "on", "lit", "unlit", "dark", "null", "no", "light", "here", "hole"}
     else said[0]),
    # in a session, replace a query for a size by that size, and blank out sums and counts
    ("", r"(?m)^[ \t]*(?:In ?\[\d+\]:=?|>>>|>|julia>|octave:\d+>|ghci>|sage:)[ \t]*(?:int\()?"
     r"(?:\w+\.)?(?i:sum|nnz|count|len|length|shape|size|dim\w*)\b"
     r"(?![^\n]*(?:;|(?<![=!<>])=(?!=)|\.(?!sum|shape|size|nnz|flat)\w+\())[^\n]*\n\s*"
     r"(?:Out ?\[\d+\][:=] ?|ans =\s+|\[1\] )?[ ]*(?:\d+|[({]?(\d+)(?:, ?|[ ]+)(\d+)[)}]?)[ ]*$",
     lambda told: f"size {told[1]} x {told[2]}" + "\n" * told[0].count("\n") if told[1]
     else blanked(told)),
    ("ize", r"(?mi)^(size):?[ \t]+(\d{1,3})[ \t]+(\d{1,3})[ \t]*$", r"\1 \2 x \3"),
    ("@@", rf"(?m)^diff --git {_PATH} {_PATH}\n"
     r"(?:(?!@@)[^\n]*\n){0,8}@@ -0,0 \+1(?:,\d+)? @@[^\n]*\n"
     r"(?:\+[^\n]*(?:\n|\Z))+\Z",
     lambda new: re.sub(r"(?m)^(?!\+(?!\+))[^\n]*|^\+", "", new[0])),
    (":", r"(?m)^\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,\d]*Z?\]?[ ]+(?:TRACE|DEBUG|INFO"
     r"|WARN(?:ING)?)\b:?[ ]*(?:\[[\w.-]+\][ ]?)?", _dropped),
    ("$", rf"(?m)^(?:[\w.-]+@[\w.-]+:\S{{0,80}}[$#](?:[ ](?:ls|cat|cd)\b(?:[ ]{_PATH})?"
     rf"|[ ]\./\w+ --?(?:check|show)[ ]{_PATH})?|\$[ ]cat[ ]{_PATH})[ ]*$", _dropped),
    ("~w(", r"~w\(((?:[^\s()] ?)+)\)",
     lambda row: f'"{"".join(row[1].split())}"'.ljust(len(row[0]))),
    ("", r"(?mi)^[ \t]*(?:[0-9]{1,5}[ \t]+|(?:board|grid|lights|level[0-9]*|start|puzzle|lamps"
     r"|cells|leds|map|field"
     r"|data)::?[ \t]+)?(?:[.!](?:byte|word)|data|d[bw]|dc\.b|fcb)[ \t]+"
     r"(?:[%$](?=[01]{2})|(?=[0-9]))",
     blanked),
    ("(*", r"\(\*(?=[ ]+[^\W\d_]|[ ]1[ ]=)((?>(?:[^*(]|\((?!\*)|\*(?!\)))*))\*\)", r"/*\1*/"),
    ("(def", r"(?<=[\s(])'(?=[a-z][\w-]*[\s)])", " "),
    ("⍝", "⍝", "//"),
    ("-/", r"(?m)^/-[-!]?(?=\s)|^[ \t]*-/[ \t]*$", blanked),
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
    ("{|", r"(?m)^[ \t]*\|(?![-}+])[^\n|]*(?:\|\|[^\n|]*)+$", r"\g<0> |"),  # the last cell, too
    ("{|", r"(?m)^[ \t]*(?:\{\|[^\n]*|\|\}|\|\+)", ""),
    ("|-", r"(?m)^[ \t]*\|-(?:[ \t][^|\n]*)?$", "+=+"),
    ("", rf"(?i)\b([0-9]{{1,4}}) {ROWS}(?:,| (?:and|y|e|et|und|en|i|и|x|×|by|por|per|par))?"
     rf" ([0-9]{{1,4}}) {COLUMNS}\b",
     r"\1 x-by \2 "),
    ("", r"(?i)\b(?:rows?|height) ?[x×] ?(?:col\w*|width)(?:[ ]?[=:])?[ ]?([0-9]+) ?[x×] ?"
     r"([0-9]+)\b",
     r"\1 x-by \2"),
    ("", r"(?i)\b([0-9]{1,4}) ?[x×] ?([0-9]{1,4})(?=[ ]?\(?(?:rows?|height)\b)", r"\1 x-by \2"),
    ("by", rf"(?i)\b(?:{'|'.join(NUMBERS)})(?=[- ]by[- ]\w)"
     rf"|(?<=\w[ -]by[ -])(?:{'|'.join(NUMBERS)})\b",
     lambda word: f"{NUMBERS.index(word[0].lower())}"),
    ("²", r"(?<![\w.])([0-9]{1,2})²", r"\1 x \1"),
    ("row", rf"(?i)\b(?:{'|'.join(NUMBERS)})(?= (?:per|in each|in every|in a) row\b)"
     rf"|(?<=rows of )(?:{'|'.join(NUMBERS)})\b(?! \w)|(?<=row has )(?:{'|'.join(NUMBERS)})\b",
     lambda word: f"{NUMBERS.index(word[0].lower())}"),
    ("row", r"(?i)\b([0-9]{1,4}) (?:per|in each|in every|in a) row\b", r"rows, width \1"),
    ("row", r"(?i)\b(?:rows of|(?:each|every) row has) ([0-9]{1,4})\b(?! \w)", r"rows, width \1"),
    ("", rf"(?i)(?<!\w)(?:from |von |de |d'|da |с )?{_STEP}{_TO}{_STEP},?"
     r"(?: and| und| et| puis| then)*"
     rf" ?(?:from |von |de |d'|da |с )?\3(?: \([0-9]\))?{_TO}{_STEP},?"
     r"(?: and| und| et| puis| then)* ?(?:from |von |de |d'|da |с )?\5"
     r"(?: wieder| back| on revient| goes back)*"
     r" (?:to|auf|à|a|на|becomes) \1(?: again)?(?!\w)", r"\1\2 -> \3\4 -> \5\6 -> \1"),
    (": ", r"(?i)\b(?:ord(?:er|en|ine|em|re)|reihenfolge|порядке): ([^\W_]+)((?:, [^\W_]+){2,8}),?"
     r" (?:and|y|e|et|und|и) (?:then )?(?:otra vez|again|wieder|de nouveau|di nuovo|снова) \1\b",
     lambda steps: f"{steps[1]}{steps[2].replace(',', ' ->')} -> {steps[1]}"),
    # rename a function that counts the presses for a board to ``solve``
    ("(", r"(?i)(?<![\w.])(?:(?:new )?\w{1,30}(?:\(\))?\.){0,4}min(?:imum)?_?"
     r"(?:num(?:ber)?_?(?:of_?)?)?(?:presses|flips|moves|clicks|steps|toggles|pushes)(?=\()",
     "solve"),
    ("Solution()", r"\b(?:new )?Solution\(\)\.", blanked),
    # blank out a call of ``map`` that splits strings into signs, or gives each sign its state
    *(
        (".map", pattern, lambda split: blanked(split) if all(
            split.string.count(sign) > split[0].count(sign)
            for sign in re.findall(r"['\"](\S)['\"]", split[0])) else split[0])
        for pattern in (
            r"\.map ?\(&:(?:chars|bytes)\)",
            r"\.map ?\{ ?\|(\w+)\| ?\1\.(?:chars|split\([\"']{2}\))"
            rf"(?:\.map ?(?:\(&:to_i\)|\{{ ?\|(\w+)\| ?\2(?:\.to_i| ?{_IS_ON}) ?\}}))? ?\}}",
            r"\.map\(\(?(\w+)\)? ?=> ?(?:\1\.split\([\"']{2}\)|\[\.\.\.\1\]|Array\.from\(\1\))"
            rf"\.map\(\(?(\w+)\)? ?=> ?(?:Number\()?\(?\2 ?{_IS_ON}\)?\)\)",
            r"\.map ?\{ ?(?:(?:(\w+) ?(?:->|in) ?\1|it|\$0)\.to(?:CharArray|List)\(\)"
            r"|Array\(\$0\)) ?\}",
            r"\.map ?\{ ?(?:(\w+) ?(?:->|in) ?\1|it|\$0)\.map ?\{ ?(?:(\w+) ?(?:->|in) ?\2|it|\$0)"
            rf"(?: ?{_IS_ON}|\.digitToInt\(\)| ?- ?'0') ?\}} ?\}}",
            rf"\.map\(_\.(?:to(?:List|Array|Vector|Seq)|map\(_(?: ?{_IS_ON}|\.asDigit)\)"
            r"(?:\.to(?:List|Array|Vector|Seq))?)\)",
            r"\.(?:iter|lines)\(\)\.map\(\|(\w+)\| ?\1\.(?:chars|bytes)\(\)"
            rf"(?:\.map\(\|(\w+)\| ?\2(?: ?{_IS_ON}|\.to_digit\(10\)\.unwrap\(\)(?: as \w+)?)\))?"
            r"\.collect(?:::<[\w<>]+>)?\(\)\)\.collect(?:::<[\w<>]+>)?\(\)",
        )
    ),
    ("_", rf"(?m)(?:^[A-Z](?:[ ][A-Z]){{0,3}}[ \t]*\n)?^{_TERM}"
     rf"(?:[ ]*(?:{_TERM}|\.\.\.|…|\\[lc]?dots))*[ \t]*\n"
     r"(?:[ \t]*(?::|\.\.\.|…|⋮|\\vdots)[ \t]*\n)?", blanked),
    ("行", r"([0-9]{1,4})[ ]?行[ ]?[,、×x]?[ ]?([0-9]{1,4})[ ]?列(?!で)", r"\1 x \2 "),
    ("param", r"\bparam\s+\w+\s*:([ \t0-9]+):=", r"\1"),
    ("-", r"(?i)\b(zero|one)(?=-(?:based|indexed)\b)", lambda base: "01"[base[0].lower() == "one"]),
    (" wide", r"(?m)\b([0-9]{1,4}) wide(?=[.,;)]|[ \t]*$)", r"width \1"),
    (" wide", r"\b([0-9]{1,4}) wide(?:,| and)? ([0-9]{1,4}) (?:high|tall)\b", r"\2 x-by \1 "),
    ("=", r"(?i)\b(rows?|nrows|height|h|cols?|columns|ncols|width|w), ?(rows?|nrows|height|h|cols?"
     r"|columns|ncols|width|w)[ ]?:?=[ ]?([0-9]{1,4}), ?([0-9]{1,4})\b", r"\1=\3, \2=\4"),
    ("", r"(?i)(?<![^\s.\"'{,(])(?:shape|size|dim(?:ension)?s)\b[\"']?[ \t]*(?:->|[:=#]|is)?\s{0,9}"
     r"[(\[][ ]*([0-9]+), ?([0-9]+)[ ]*[)\]]", r"size \1 x-by \2"),
    ("-label", r"<\w+[^<>]{0,400}>", _labelled),
    ("-label", r"<\w+[^<>]{0,200}?\baria-label=\"([^<>\"]{0,40}?\d[^<>\"]{0,40}?:[ ]\w+)\""
     r"[^<>]{0,200}>"
     r"(?:</\w+>)?", r"\1;"),
    ("||", r"(?<=[^|])\|\|(?=[^|])", "|"),
)  # fmt: skip
_OF_LINKS = re.compile(
    r"(?i)(?:(?P<size>rows|cols|columns|width|height|size|[whn])=[0-9]{1,4}(?:x[0-9]{1,4})?"
    r"|(?P<board>board|grid|state|lights|cells|start|b)=[01,./|;_-]{4,}"
    r"|(?:order|by)=(?:row-?s?(?:-?by-?row)?|rows?-?first|row-?major)|(?:on|lit)=1|(?:off|dark)=0"
    r"|(?:utm_\w+|lang|theme|seed|id|level|name|title|v|ref)=[\w%+-]*)"
)


def _of_link(found: re.Match[str]) -> str:
    """Return the parameters of a URL as lines, if all are known and one of them is a board."""
    _checked(found)
    values = [_OF_LINKS.fullmatch(value) for value in re.split(r"[&;#](?=\w+=)", found[1])]
    boards = [value[0] for value in values if value and value["board"]]
    if None in values or len(boards) != 1:
        return found[0]
    sizes = [value[0].replace("=", " = ") for value in values if value and value["size"]]
    rows = re.sub("[^01]", "|", boards[0].partition("=")[2])
    return "\n".join(["", *sizes, f'board = "{rows}"', ""])


_OF_KEYS: Table = (
    ("://", rf"(?i)https?://[^\s?#<>\"/]{{1,200}}(?:/{_PATH})?/?[?#]([\w.-]+=[^\s<>\"'("
     rf")]{{1,9999}})",
     _of_link),
    ("", rf"(?mi){_KEY}((?:[01]{{2,}}|[.#]{{2,}})(?:([|/;]|,[ ]?|[ ])(?:[01]{{2,}}|"
     r"[.#]{2,}))+)[ \t]*$",
     r'\1"\2"'),
    (",", rf"(?mi){_KEY}({_CELL}(?:[ \t]*,[ \t]*{_CELL})+)[ \t]*$", r"\1[\2]"),
)  # fmt: skip
"""Links, and keys of INI files with rows or cells behind them."""

_INSIDE: Table = (
    # a cycle of signs that names its first state: ``⚫ off → 🔴 → ⚫``
    ("→", r"(?i)(?<![^\s(\[])((?![(\[{])[^\w\s→]\ufe0f?)[ ]?\(?"
     rf"(?:{words_for('legends', 'off')})\)?(?=[ ]?→[^\n]{{2,60}}→[ ]?\1)", r"\1"),
    ("", r"(?m)(?<=[\"'`]{3})(?:\.(?:trimIndent|trimMargin|lines|trim|strip|split|splitlines|map"
     r"|toList"
     r"|chars|stripMargin|stripIndent|trimEnd|trimStart|toTypedArray)\b(?:\([^()\n]*\))?"
     r"(?:[ ]?\{[^{}\n]*(?:\{[^{}\n]*\})?[^{}\n]*\}|\([^()\n]*\([^()\n]*\)\))?)+;?[ \t]*$",
     _without_frame),
    # replace dots by zeros in rows after GAP's Display, or if the text explains the dots
    (".", r"(?mi)\A(?=[\s\S]*(?:^gap>[ \t]*Display\([ ]*\w+[ ]*\)"
     r"|\bdots? (?:is|are|for|means?|=) (?:an? |the )?zeroe?s?\b"
     r"|\bzeroe?s? (?:\([^()\n]{0,40}\) )?(?:as|are) (?:an? )?dots?\b))[\s\S]*",
     lambda text: re.sub(r"(?<![^\s#;])[1-9.](?:[ ]+[1-9.])+(?!\S)",
                         lambda row: row[0].replace(".", "0"), text[0])),
    ("", r"(?m)(?:^|←|=[.:])[ \t]*([0-9]{1,4})[ \t]+([0-9]{1,4})[ \t]*[⍴$][ \t]*"
     r"((?:[0-9]+[ \t]*+)++)$",
     r"= matrix(c(\3), \1, \2, byrow=TRUE)"),
    ("bitset<", r"(?:std::)?bitset<[ ]*([0-9]{1,4})[ ]*>[ ]*[({][ ]*(\"[01]{1,9999}\")[ ]*[)}]",
     lambda row: row[2].rjust(len(row[0])) if len(row[2]) == int(row[1]) + 2 else row[0]),
)  # fmt: skip
_LAST = (
    ("]", r"(?<!\S)\[(?:,([0-9]+)|([0-9]+),)\](?!\S)", r" \1\2  "),
    ("", r"<\?xml[^>]*>|</?(?:pre|code|board|level|grid|puzzle|lights|lightsout|rows?|line)\b"
     r"[^<>]*>|(?:(?<!\w)\[|\[/)(?:quote|code|pre|spoiler|tt|b|i|u|size|color|font"
     r"|center)(?:=[^\]\n]{0,60})?\]",
     lambda tag: re.sub(r"\A<\?xml.*|\A\W*\w+(?:\s+(?:data|cells|values?|pattern)=)?|[\"'<>/\]]",
                        blanked, tag[0])),
    # blank out the # in headings of samples: ``## Sample Input``, ``输入 #1``
    ("#", r"(?mi)^#{1,6}[ ](?=[^\n#]{0,20}(?:input|输入|样例)[^\n]{0,10}$)"
     r"|(?:(?<=input )|(?<=输入 ))#[0-9]+(?=[ \t]*$)", blanked),
    # blank out the -- above a signature
    ("--", r"(?m)^--[ ]?\n(?=(?:[^\n]*[^\W\d_]{2}[^\n]*(?:\n|\Z)){1,3}\Z)", blanked),
    ("(index)", r"\(index\)", blanked),
    ("|]", r"\[[a-z]\w{0,20}\|([^\[\]|]*)\|\]", r'"""\1"""'),
    ("[[", r"([\"'`])(\[\[[0-9,\s\[\]]*+)\1", r" \2 "),
    ("{{", r"([\"'`])(\{\{[0-9,\s{}]*+)\1", r" \2 "),
    ("- -", rf"(?m)^([ \t]*)-[ \t]+-[ \t]+{_CELL}[ \t]*(?:\n\1[ \t]+-[ \t]+{_CELL}[ \t]*)+$",
     lambda row: f"{row[1]}- [{', '.join(re.findall(_CELL, row[0]))}]" + "\n" * row[0].count("\n")),
)  # fmt: skip
"""Heads of R, tags, nested lists in quotes, rows of YAML with a line each cell."""

_FIELD = re.compile(r"""["']?\b([A-Za-z]\w*)["']?\s*[:=]\s*["']?(\w+)["']?""")
"""A place as an object or a tag."""


def _as_place(found: re.Match[str]) -> str:
    """Rewrite an object or tag with row, column and perhaps state as text such as ``R1C2: on``."""
    said = {key[:1].lower() if key[1:] in ("ow", "ol", "olumn") else key.lower(): value
            for key, value in _FIELD.findall(found[0])}  # fmt: skip
    row, column = said.pop("r", said.pop("y", "")), said.pop("c", said.pop("x", ""))
    rest = re.sub(r"\A<\w+|[{}<>/,\s]", "", _FIELD.sub("", found[0]))
    state = said.popitem() if len(said) == 1 else ("lit", "")
    lights = state[0] in ("lit", "on", "state", "value", "light", "is_on", "islit", "ison")
    whole = row.isdecimal() and column.isdecimal() and lights and not (rest or said)
    whole = whole and bool(_checked(re.match(r"\W*\w*", found[0]) or found))
    return f"R{row}C{column}{': ' * (state[1] != '')}{state[1]}" if whole else found[0]


def _with_size(text: str) -> str:
    """Split the only run of 0 and 1 in a text into rows of the only size that the text states."""
    sizes = {size for size in sizes_in(text) if all(size)} if re.search(_RUN, text) else set()
    runs = [run for _, run in re.findall(_RUN, text)] if len(sizes) == 1 else []
    height, width = min(sizes, default=(0, 0))
    if len(runs) != 1 or len(runs[0]) != height * width or min(height, width) < 2:
        return text
    return re.sub(_RUN, lambda run: f"{run[1]}{'|'.join(re.findall('.' * width, run[2]))} ", text)


def _rewritten(text: str, table: Table) -> str:
    """Apply each (literal, regex, replacement) row of a table whose literal occurs in the text."""
    for sign, pattern, instead in table:
        text = re.sub(pattern, instead, text) if sign in text else text
    return text


def clean_text(text: str, *, alone: bool = False) -> tuple[str, bool]:
    """Return the normalised text, and whether it is an interactive session with prompts.

    Args:
        text: the text.
        alone: whether words beside a board are passed over.
    """
    _ALONE.set(alone)
    text = re.sub("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]", "\n", text)
    text = _rewritten(text, _PROGRAM)
    for pattern in _NUMBERED_LINES:
        numbers = [int(number) for number in re.findall(pattern, text)]
        reject(numbers != sorted(numbers), "lines are read in the order of their numbers", line=1)
    for name in re.findall(_INDEXED, text):
        reject(
            not alone and not names_start(name) and name not in ("In", "Out"),
            f"the text reads two ways: a board | what its name '{name[:40]}' says",
            line=1,
        )
    reject(
        re.search(r"\b(?:0b|B)[01]{3}", text) and _BITS.search(text),
        "which bit of a number is which light is not known here",
        line=1,
    )
    text = _rewritten(text if text.isascii() else text.translate(_FORMS), _BEFORE)
    text = re.sub(r"[{<](?!/)[^{}<>\n]{5,200}[}>]", _as_place, text)
    if "</" in text or "<input" in text or "/>" in text:
        text = _of_elements(text)
    text = _rewritten(with_row_numbers(_rewritten(text, _MARGINS)), _INSIDE)
    text = _rewritten(_with_size(_without_speakers(_without_names(text))), _OF_KEYS)
    if not _QUOTED.fullmatch(text):
        shown = [one for one in _ASKED.finditer(text) if one[0][0] != ">" or "[,1]" in text]
        reject(
            any(not (names_start(one[1]) or one[2]) for one in shown),
            "what the session prints is not called a board: give the board itself",
            line=1,
        )
        text = re.sub(r"(?m)^\+(?=[ \t])", " ", text) if _ASKED.search(text) else text
        given = set(re.findall(r"(?<!\w)([A-Za-z]\w*)[ \t]*(?::?=|<-)(?!=)", text))
        text = _ASKED.sub(
            lambda found: (
                "" if found[1] in given and not found[2] else f"{_checked(found)[:0]}{found[1]} = "
            ),
            text,
        )
    session = _PROMPT.search(text) is not None
    reject(
        _PRINTED.search(text) or re.search(r"(?m)^[\w.-]+@[\w.-]+:\S{0,80}[$#][ ]+\S"
            r"|^\$[ ]+[^\n]*(?:solv|answ|press|hint|mov|goal|target|inver|torus)"
            r"|^\$[ ]+[^\n]*\n+[ \t]*(?:[01.#*xXoO] ?){2,}$"
            r"|^[ \t>]*\w+[ \t]*<-[ \t]*\w+[ \t]*(?:%>%|\|>)[ \t]*(?!print|show|new|as|matrix)\w",
            text,
        ) or (session and re.search(
            r"(?m)=[ \t]*[\w.]*solve\w*\([^\n]*\n[\s\S]{0,400}?(?:array\(|tensor\(|\[\[|\{\{"
            r"|^[ \t]*[01](?:[ ]+[01])+$)", text,
        )),
        "what the session prints may be the answer of a program: give the board itself", line=1,
    )  # fmt: skip
    if session:
        text = re.sub(r"(?m)^[ \t]*\.\.\.:?(?=[ \t]+\S)", blanked, _PROMPT.sub(blanked, text))
    session = session or (_QUOTE.search(text) is not None and not _QUOTED.fullmatch(text))
    return _rewritten(_QUOTE.sub(r"\1 ", text), _LAST), session
