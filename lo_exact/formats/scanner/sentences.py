"""Boards described in sentences: lit places, whole rows and columns, all lights on.

Each sentence becomes a row of ideas, the keys of the table ``sentences`` in vocabulary.toml.  It is
understood whole, or nothing is read of the text: one word that is not known leaves it to the other
readers, which refuse what they do not know.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import reject
from lo_exact.formats.scanner.arrays import ScannedReading
from lo_exact.formats.scanner.doubts import doubt_in, strange_label
from lo_exact.formats.scanner.lit_places import COLUMNS, MAX_FLAT, ROWS, placed_board
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import TIMES, blanked, names_answer

_WIDE = "぀-ヿ㐀-鿿가-힯"


def _ideas_of(use: str) -> str:
    """Return a regex for all words of a vocabulary table, with a group for each of its keys."""
    return "|".join(f"({words_for(use, idea)})" for idea in VOCABULARY[use])


@cache
def _word() -> re.Pattern[str]:
    """Return the regex of a word, compiled when it is first needed, since that takes long."""
    return re.compile(
        r"(?P<P>[(\[{][ ]*[0-9]{1,3}[ ]*,[ ]*[0-9]{1,3}[ ]*[)\]}]"
        r"|(?<![\w/])(?:r[0-9]{1,2}c[0-9]{1,2}|[0-9]{1,2}/[0-9]{1,2})(?![\w/]))"
        r"|(?<!\w)(?P<Pz>[a-z][0-9]{1,2})(?!\w)"
        r"|(?<!\w)a(?:[ ]?[-–][ ]?| to | t/m | bis | à | до )(?P<az>[b-z])(?!\w)"
        r"|(?<!\w)1(?:[ ]?[-–][ ]?| to | t/m | bis | à | до )(?P<to>[0-9]{1,2})(?!\w)"
        r"|(?<![A-Za-z0-9_])(?P<Z>[0-9]{1,3} ?(?:x-by|[x×]|by|bij|на|por|per|sur|mal|na|på) ?"
        r"[0-9]{1,3})(?![A-Za-z0-9_])"
        r"|(?<![\w.])(?P<F>[01])[- ](?:based|indexed)"
        r"|(?<![A-Za-z0-9_.])(?P<d>[0-9]{1,3})(?![.]?[0-9A-Za-z])"
        rf"|(?<![^\W_])(?:{_ideas_of('sentences')})(?![^\W_])|{_ideas_of('sentence_signs')}"
        rf"|(?P<U>[{_WIDE}]|[^\W_{_WIDE}][^\W_{_WIDE}'’]*)|(?P<end>[.!?](?!\w)|[。！？\n])"
        r"|(?P<broken>,\s*[)\]]|(?<=[)\]\w])[ ]+(?:[-–—]|to|through|bis|a|à|do|до|по|t/m)[ ]+"
        rf"(?=[(\[]|[a-h][0-9]|{ROWS}[ ][0-9]|{COLUMNS}[ ][0-9])|(?<=[0-9])[ ]?[-–—][ ]?(?=[0-9]))|"
        rf"(?P<comma>[,;/、&]|[-–—](?=\s))|(?P<colon>[:：])"
        r"|[\s\"'*()（）「」.!?_-]|(?P<odd>.)",
        re.IGNORECASE,
    )  # fmt: skip


@cache
def _ideas() -> dict[int, str]:
    """Return the vocabulary key of each group without a name."""
    return dict(
        zip(
            sorted({*range(1, _word().groups + 1)} - {*_word().groupindex.values()}),
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

_COUNTING = tuple(
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
    r"(?<!N )(?<!N L )(?:A )?(?:L )?O (?:A )?(?:L )?(?:[cd](?P<count>\d+) )?(?:L )?(?:A )"
    r"?(?P<state>[+-])(?= |\Z)"
    r"|N O(?: L)?(?: [+])?(?= |\Z)(?!(?: L)? -)|y [cd](?P<again>\d+)(?: L)? -(?= |\Z)"
)
"""What is said of all other lights; or again how many were named."""

_SPOT = re.compile(
    r"(?:(?P<beside>[tblr])> )?(?:(?P<down>[tb]) (?P<across>[lr])(?: [kK])?"
    r"|(?:A )?(?:c4 )?(?P<k>k)|m)"
    r"(?: L)?(?: |\Z)|P(?P<kind>[rz]?)(?P<row>\d+),(?P<column>\d+)(?: |\Z)"
)
_CHATTER = re.compile(
    r"(?i)\b(?:should|not|only|without|after|never(?!\s*[:：])|until|half|nor|instead|rather|unless"
    r"|skip|(?<=[0-9] )states|colou?rs?(?= (?:the|all|in|it|them)\b)"
    r"|chess (?:player|notation)|\w+n't)\b"
)
"""Words of chatter, which change nothing where no word of a board is beside them."""

_OTHERWISE = re.compile(
    rf"(?i)(?:(?<![^\W_])|(?=[)\]]))(?:"
    rf"{words_for('doubts_in_sentences', 'ranges')})"
)
"""Ranges of places, and states that are wanted."""

_NOISE, _AROUND = frozenset("L,FiANDGoB:yQTWz"), frozenset("L,FiAoB:yX+-")
"""What changes nothing in a sentence, and around the places of one."""

_MARK = re.compile(r"(?<!\S)[+-](?!\S)")
_SAYS_STATE = re.compile(
    f"(?i){words_for('sentences', '+', '-')}|{words_for('sentence_signs', '+', '-')}"
)
"""A word for a light that is on or off: a quick test, as each board in sentences has one."""

_FAR = 10**6
"""An index that no board has: what is not understood."""


@dataclass(frozen=True)
class _CountedBoard:
    """Size of a board, with the numbering of its rows and columns."""

    height: int
    width: int
    base: int
    row_first: bool = True
    up: bool = False

    def row(self, found: re.Match[str]) -> int:
        """Return the index of the row that a phrase such as ``row 3`` or ``top row`` names."""
        side = found["side"] or found["end"] or ""
        number = int(found["first"] or found["behind"] or 0) - (1 if "n" in found[0] else self.base)
        number = self.height - 1 - number if self.up else number
        bottom, middle = self.height - 1, self.height // 2 if self.height % 2 else _FAR
        return {"t": 0, "m": middle, "b": bottom, "z": bottom}.get(side, number)

    def columns(self, said: str) -> list[int]:
        """Return the indices of the columns that a phrase about a row names."""
        first = {
            "n": 1,
            "d": self.base if re.search(r"(?<!\S)(?:CS?(?!\S)|L (?=d))", said) else -_FAR,
        }
        said = re.sub(r"(?<!\S)(?:CS?|L|F|i|o|B|,|:|[+-]|y)(?: |\Z)", "", f"{said.strip()} ")
        items = list(_ITEM.finditer(said.strip()))
        whole = "".join(item[0] for item in items) == said.strip() and (
            {item["side"] for item in items if item["at"]} != {"r", None}
        )
        named = [column for item in items if item[0] for column in self.of_item(item, first)]
        return named if whole else [_FAR]

    def of_item(self, item: re.Match[str], first: dict[str, int]) -> Iterable[int]:
        """Return the columns of an item: an ordinal, a number, or a count of cells at one side."""
        count, side = int(item["count"] or 1), item["side"] or "z"
        at = int(item["at"] or 0) - first.get(item[0][0], 0)
        room = self.width - count
        ends = {"l": 0, "r": room, "z": room, "m": _FAR if room % 2 else room // 2}
        low = ends[side] if not item["at"] else self.width - 1 - at if side == "r" else at
        return range(low, low + count)

    def spots(self, found: re.Match[str]) -> list[tuple[int, int]]:
        """Return the cells that a phrase names by coordinates or by words such as ``top left``."""
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


def _places_in(
    said: str, counted: _CountedBoard
) -> tuple[list[tuple[tuple[int, int], int]], set[int]]:
    """Parse a sentence: return (place, colour) pairs, and the set of colours of all other cells."""
    others = {0 if found["state"] is None else "-+".index(found["state"])
              for found in _OTHERS.finditer(said) if not found["again"]}  # fmt: skip
    said = re.sub(r"n(\d+)(?: L)? i n(\d+)(?: R)?(?= |\Z)", r"n\2 R n\1", _OTHERS.sub("", said))
    said = said if " R" in said else re.sub(r"\Ai (n\d+)(?: ,(?: i)? [tb] ,)?(?= )", r"\1 R", said)
    rows = list(_ROW_NAMED.finditer(said))
    marks = _MARK.findall(said)
    ends = [*(one.start() for one in rows[1:]), len(said)]
    around = said[: rows[0].start()] if rows else _SPOT.sub("", said)
    words = re.sub(r"(?<=[A+-] )B(?= |\Z)", "X", around).split()
    but, every = "X" in words, "A" in words
    pairs = list[tuple[tuple[int, int], int]]()
    for found, end in zip(rows, ends if rows else (), strict=True):
        part = said[found.end() : end]
        colour = _colour_of(_MARK.findall(part) or marks)
        # before X (except): columns in this state; behind it: columns in the other state
        before, except_for, behind = re.sub(r"(?<=A )B(?= )", "X", part).partition("X")
        selected = {*before.split()} - {*"LFi,:+-yBo"}
        left = counted.columns(behind) if except_for else []
        whole = [column for column in range(counted.width) if column not in left]
        all_chosen = (
            selected == {"A"} or (except_for and not selected) or not {*part.split()} - _AROUND
        )
        rest = ([], whole) if selected == {"N"} else (counted.columns(part), whole * ("o" in part))
        chosen, left = (whole, left) if all_chosen else rest
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
    """Return 1 if all marks are ``+`` (on), 0 if all are ``-`` (off), otherwise `_FAR`."""
    return "-+".index(marks[0]) if len({*marks}) == 1 else _FAR


def _sentences_in(text: str) -> list[tuple[str, str]]:
    """Return, for each sentence of a text, its vocabulary keys joined by blanks, and its text."""
    for pattern, instead in _JOINED:
        text = re.sub(pattern, instead, text)
    ideas, last, sentences = list[str](), 0, list[tuple[str, str]]()
    for found in [*_word().finditer(text), None]:
        idea = _idea(found) if found else "."
        ideas.append(idea)
        if idea.endswith("."):
            end = found.end() if found else len(text)
            said = " ".join(" ".join(ideas).replace(".", "").split())
            sentences.append((said.strip(" ,"), text[last:end]))
            ideas, last = [], end
    return sentences


def _idea(found: re.Match[str]) -> str:
    """Return a word's vocabulary key with its numbers, such as ``d3``; ``U`` if unknown."""
    name, index = found.lastgroup, found.lastindex or 0
    if name is None:
        return _ideas().get(index, "")
    word = found[index].lower()
    numbers = ",".join(number.lstrip("0") or "0" for number in re.findall("[0-9]+", word))
    letter = ord(word[0]) - 96
    return {
        "P": f"P{'r' * (word[0] == 'r')}{numbers}",
        "Pz": f"Pz{numbers},{letter}", "Z": f"Z{numbers}",
        "az": f"az{letter}", "to": f"to{numbers}", "d": f"d{numbers}", "F": f"F d{numbers}",
        "end": "G ." if word in "?？" else ".", "comma": ",", "colon": ":",
    }.get(name, "U")  # fmt: skip


def boards_in_sentences(text: str, options: ReadOptions) -> list[ScannedReading]:
    """Return the boards that sentences describe; empty if a sentence is not understood.

    Raises:
        InputError: Where all are understood, and no board is as they say.
    """
    how, stated = dict[str, set[str]](), list[str]()
    states = len(text) < MAX_FLAT and _SAYS_STATE.search(" ".join(text.split()))
    for said, words in _sentences_in(text) if states else ():
        head, colon, behind = said.partition(" : ")
        before = "U" in head.split() and {*head.split()} <= _NOISE | {"U"} and colon
        said = behind if before else said
        known = "U" not in said.split()
        for name, pattern in _COUNTING if known else _COUNTING[:2]:
            for found in pattern.finditer(said):
                how.setdefault(name, set()).add(",".join(filter(None, found.groups())))
            said = " ".join(pattern.sub("", said).split())
        ideas = {*re.sub(r"\b(?:[ncd])\d+", "", said).split()}
        aims = {"-", "Q", "T", "+" * ("D" in ideas)} if ideas & {"G", "D"} else set[str]()
        sides = ideas & {*"tblr"} if {"Q", "T", "W"} <= ideas and known else set[str]()
        rule = known and {"Q", "T", "W"} <= ideas and len(sides) in (0, 4)
        noise = _NOISE - (set() if rule else {"Q", "T", *"y" * (not known)} - aims)
        aside = ideas - {"U"} - aims - sides <= noise and (rule or not sides)
        head = "".join(words.partition(":")[:2]) * bool(before)
        # a short sentence after the places, or an unknown head; one that recurs names a speaker
        short = words if stated and not known and words.rstrip()[-1:] in ".!" else head
        short *= not head or text.count(head) < 2
        spoken = words if aside and not (known and "D" not in ideas) else head
        if (
            not (aside or (known and "G" not in ideas))
            or doubt_in(_CHATTER.sub(blanked, spoken))
            or (len(short.split()) < 5 and strange_label(f"# {short}", drawn=True))
            or _OTHERWISE.search(words)
            or any(map(names_answer, re.findall(r"[^\W\d_]+", head)))
        ):
            return []
        if not aside:
            stated.append(said)
    stated_sizes = (TIMES.sub(r"\1,\2", options.size),) if options.size else how.get("size", ())
    sizes = {tuple(map(int, size.split(","))) for size in stated_sizes}
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
    reject(
        {"up", "down"} <= how.keys() or {"order", "turned"} <= how.keys(),
        "the text counts rows and columns in two ways",
        line=1,
    )
    lengths = how.get("letters", set()) - {f"{width}"} | how.get("numbers", set()) - {f"{height}"}
    bases = {int(base) for base in how.get("base", set()) | how.get("origin", set()) if base} or (
        {1} if "chess" in how else {0, 1}
    )
    orders = {"order" in how} if {"order", "turned"} & how.keys() else {True, False}
    every = [*product(range(height), range(width))] if height * width <= MAX_FLAT else []
    ways = dict[str, ScannedReading | None]()
    numbers = list(_OTHERS.finditer(flat))
    known = False
    for base, row_first in product(sorted(bases), sorted(orders, reverse=True)):
        counted = _CountedBoard(height, width, base, row_first, up="up" in how or "chess" in how)
        parts = [_places_in(said, counted) for said in stated]
        pairs = [pair for listed, _ in parts for pair in listed]
        others = {colour for _, colours in parts for colour in colours}
        cells = dict(pairs)
        rest = {*every} - {*cells}
        if not others and {row for row, _ in rest} <= {row for (row, _), _ in pairs}:
            lit = {row for (row, _), colour in pairs if colour != 1}
            others = {0} if rest and not lit & {row for row, _ in rest} else others
        named = bool(cells) or not numbers
        clear = max((*others, *cells.values()), default=_FAR) < 2 and named
        known = known or clear
        counts = {(one["count"] or "", one["again"] or "") for one in numbers} - {("", "")}
        dark = [*cells.values()].count(0)
        fits = len(cells) == len(pairs) == len(every) - len(rest) and counts <= {
            (f"{len(rest)}", ""),
            ("", f"{dark}"),
        }
        if clear and fits and len(others) == 1 - (not (rest or others)):
            whole = dict.fromkeys(rest, min(others, default=0)) | cells
            told = {place: str(colour) for place, colour in whole.items()}
            how_read = (
                "columns by letter, rows by number" if "Pz" in flat
                else f"{'(row, column)' if row_first else '(x, y)'} from {base}"
            )  # fmt: skip
            ways.setdefault(
                str(sorted(whole.items())), placed_board(told, (height, width), True, 0, how_read)
            )
    reject(
        known and not ways,
        f"what the sentences say does not fit a board of {height} x {width}: a place is named "
        "twice, outside, or not at all",
        line=1,
    )
    form = "places" * (len(ways) == 1)
    return [replace(way, form=form) for way in ways.values() if way and not lengths]
