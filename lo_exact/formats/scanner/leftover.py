"""Analysis of the text around arrays: words that could change the puzzle, titles, sizes.

All boards are replaced by NUL and the rest is judged: an operator, an index, a method or a call
around NUL, an assignment to a cell, a board's name in a later expression, words of another rule.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from lo_exact.formats.board.places import ADVICE
from lo_exact.formats.scanner.arrays import (
    FoundBoard,
    refuse_coloured_places,
    refuse_if,
)
from lo_exact.formats.scanner.doubts import doubt_in, strange_label
from lo_exact.formats.scanner.legends import without_rows
from lo_exact.formats.scanner.tree import MAKERS
from lo_exact.formats.scanner.vocabulary import VOCABULARY, words_for
from lo_exact.formats.scanner.words import (
    blanked,
    claim_in,
    names_another,
    names_answer,
    names_board,
    names_checks,
    names_matrix,
    sizes_in,
    title_in,
    without_known,
)

_DARK = frozenset((*"0.-_~·○□⚫⬛⬜ ", "off", "false", "f", "dark", "unlit", "null", "none"))
"""Cells that are usually off, or holes."""

_KEEPS = frozenset(words_for("names", "methods").split("|"))
"""Methods that leave cells and their places as they are."""

_SPLIT = re.compile(
    r"\.map\(\s*\(?(\w+)\)?\s*=>\s*(?:\[\.\.\.\1\]|\1\.split\((?:''|\"\")\)|Array\.from\(\1\))"
    r"(?:\.map\((?:Number|parseInt|\(?(\w+)\)?\s*=>\s*(?:\+\2|Number\(\2\)))\))?\)"
)
"""JavaScript that makes cells of strings."""


_BEFORE = re.compile(
    r"(?<![\w.])t\([A-Za-z.]\w*\)|\.length[ ]*=(?!=)"
    r"|\.forEach\([^\n]*\.(?:push|pop|splice|reverse|shift|sort|fill)\b|\w\^\{?\\?(?:T|top|mathsf"
    r"|intercal|dagger)\b"
    r"|(?:={2,3}[ ]*(?:0|[Ff]alse)|[!/]={1,2}[ ]*(?:1|[Tt]rue))\)?[:{\s]*return[ ]+(?:[Ff]alse|0)\b"
    r"|=[ ]*init[ ]+[a-z]|(?i:lit|on)\b[^\n=]{0,60}=[^\n]{0,60}==[ ]*[\"']?(?:0|[Ff]alse)\b"
    r"|(?:=[^\n=]*\b(?:or|and)|\b(?:not|xor))[ \t]+\0|\bif[ \t(]*(?:[Ff]alse|0)\b"
    r"|\bfor[ ][\w, ]{1,40}[ ]in[ ][\w.(]*\0|\0[)\]} \t]*[ \t]if\b[^\n\]]*\]"
    r"|\([ ]*(?!def\w*\b|setq|let|list|vector|quote|solve|print|show|board|display|set\b)"
    r"[a-z][\w-]*"
    r"(?:[ ]+[a-z][\w-]*){0,3}[ ]+\0|(?<!\w)(?i:\w*(?:solution|answer|press|inver[st]"
    r"|goal|target|flip|xor)\w*\.(?:\w+\()?\s*\0)"
    r"|\b(?i:type|kind)[\"']?[ \t]*[:=][ \t]*[\"']?(?:\w+ )?(?i:answers?|solutions?|press|goal|"
    r"target)"
    r"|\b(?i:win)\w*[\"']?[ \t]*[:=][ \t]*[\"']?(?:\w+[ _]){0,3}\w*(?i:lit|on)\b|\b(?i:define)[ "
    r"]\w*(?i:all_?(?:lit|on))\b"
    r"|(?:<-|[^<>=!]=)[ \t]*(?!new\b|vec!|parse|load|read|list\b|array\b|matrix\b|quote\b|const\b|"
    r"of\b)"
    r"[a-z][\w']*(?:[ \t]+(?:[0-9]+|\(?[a-z]\w*\)?))*[ \t]+\0|\bmap[ \t]+\(?\w+[ \t]+\w+\)?[ \t]+\0"
    r"|\\(?:lnot|neg|oplus|otimes|overline|bar|times|sim)\b[^\n\0]{0,20}\0"
    r"|(?i:solve|answer|solution|press(?:es)?)\w*(?:\([^()\n]*\)|\0)"
    r"[ \t]*#?\s*(?:=>|->|={1,3}|\n)\s*\0"
    r"|(?i:def|function|func|fn|fun)[ ]\w*(?i:solution|answer|presses)\w*[ ]?\([^()\n]*\)"
    r"[^\n\0]{0,40}"
    r"\s*(?:return[ ]+)?\0"
    r"|(?mi:^\[{1,2}(?:[\w.]*[._])?(?:solutions?|answers?|presses|hints?|goals?|targets?)"
    r"(?:[._]\w+)?\]{1,2})"
    r"[ \t]*\n[^\[\n\0]*\0"
)
"""An operator, a function or a comprehension before an array, its transpose, the name of an answer,
a test for another goal or for lights of sign 0."""

_WRAPS = re.compile(
    r"\)[ ]*%[ ]*(?:n|m|size|side|rows|cols|columns|width|height|len|[NMWHRC]|ROWS|COLS)\b"
    r"|(?i:\[col\w*\]\[row|\by[ -]axis points up|\boverwritten|\bplaceholder|\blsb first|\bbit 0 is"
    r" the left|\bnearest to\b|\bplayer (?:clicks|has to)|\bstarts? dark|\bbuild (?:up )?this "
    r"pattern|\bmatrix N[12]\b|\bsolves it\b)"
    r"|(?i:(?<!\w)(?:r[0-9]+c[0-9]+|[a-z][0-9]{1,2}|row [0-9]+,? col(?:umn)? [0-9]+"
    r"|the (?:centre|center|middle)(?: one)?) (?:is|was|should be) (?:on|off|lit|dark|unlit)\b)"
)
"""An index modulo the size of the board, whose edges are joined so; a sentence about a cell."""

_SAME_CELLS = re.compile(
    r"(?:\[|list\(|tuple\(|\()(?:(?:list|tuple|\[)?\(?(?:(?:map\()?(?:int|str|bool|list|tuple)"
    r"(?:, ?|\())?(\w+)\){0,3}(?:[ ]==[ ][\"'](?:[#1xXO*]|on)[\"'])?(?:[ ]for[ ]\1[ ]in[ ]\w+\]?)?)"
    r"\)?[ ]for[ ]\w+[ ]in[ ](?=\0)"
)
"""A comprehension that leaves rows and cells as they are."""

_KEPT = re.compile(
    rf"(?<=\0)[)\]}} \t]*\.(?:{'|'.join(_KEEPS)})\((?:[^()\n]|\([^()\n]*\))*\)"
    r"|(?<=solve\0)[ ]*={2,3}[ ]*[0-9]+(?![\w.])"
)
"""A method behind an array that leaves it as it is."""

_IN_FRONT = re.compile(
    r"(?![^\0]*\.join\b)(?:(?!(?<!\w)(?:[0-9]+|(?![cfgh])[A-Za-z])\Z)(?:[\w\s.\]\"'$]|\\(?:left"
    r"|q?quad)\b|<-|\#[0-9]*A|\*\w+\*|vec!|std_cout[ ]<<"
    r"|<[\w:,\s*]*>))*(?:%[wi]|[@&#])?"
)
"""Types, names and signs of literals that may stand in front of an array."""

_FOLLOWS = re.compile(
    r"[)\]} \t]*(?:\Z|\n|[;,#|]|\.(?=\s|\Z|\\)|\.[ \t]*(?:" + "|".join(sorted(_KEEPS)) + r")\b|\$"
    r"|\\(?:\]|right\b|q?quad\b)|as const\b|_|</|<<[ ]?(?:(?:std_)?endl\b|[\"'])|(?:and|und|et"
    r"|y|e)\b(?=\s*(?:\Z|[^\W\d])))"
)
"""What may stand behind an array."""

_USED = re.compile(
    r"(?<![\w.\"'])(?P<before>[\w$]+)[ \t]*(?:!!|[-+*/^%@&|](?![\w]*\*)|[-+*^|&%/]?=(?!=))"
    r"|[-+/^%@|~!][ \t]*(?P<behind>[\w$]+)|(?<![\w.])(?P<owner>[\w$]+)\.(?P<method>\w+)"
    r"|(?<![\w.])(?<!len\()(?P<indexed>[\w$]+)[) \t]*\[|(?<!\w)del[ \t]+(?P<deleted>[\w$]+)"
    r"|[(\[{][^()\[\]{}\n]*(?:\[[^()\[\]{}\n]*\])?[ \t]for[ \t][^\n]{1,40}?[ \t]in[ \t]+"
    r"(?P<walked>[\w$]+)|(?<![\w.])(?P<filled>[\w$]+)(?:\([^()\n]{0,40}\)){1,3}[ \t]*=(?!=)"
    r"|(?<![\w.\"'])(?P<turned>[\w$]+)'(?=[);\s])"
)
"""A name beside an operator, given again, with a method or an index, or walked through."""

_PART = re.compile(r"^(?:\[\[[\w.]+\]\][ \t]*|[ \t]*-[ \t]+\w+:.*)$", re.MULTILINE)
"""Where another level begins in TOML and in YAML."""

_DIGITS = re.compile(
    r"^(?=[ \t.,;|&_~xXoO-]*+[0-9#*][\s.,;|&_~xXoO-]*+[0-9#*])[ \t0-9.,;|&#*_~xXoO-]*+(?:\\\\.*)?$"
    r"|^[^\n:]*-[ \t]+(?:\w+ )?[0-9][ \t]*$",
    re.MULTILINE,
)
"""Cells without words, or a number as an item of a sequence."""


(_SIGNS, _BRACKET, _BESIDE, _TRIPLES, _TYPE, _PIECE) = (
    re.compile(pattern)
    for pattern in (
        # runs of signs beside boards
        r"(?<![\w.#-])(?:[01]{3,}|(?=[.-]*[#*XxOo])[.#*XxOo-]{3,})(?![\w.#*-])",
        # a bracket without a bracket or a board inside
        r"[\[({]([^\[\](){}\n\0]*)[\])}]",
        # a bracket beside a board
        r"[\[{][^\[\](){}\n\0]*[\]}]\s*[,;]?\s*\0|\0\s*[,;]?\s*[\[{][^\[\](){}\n\0]*[\]}]",
        # rows of three in round brackets
        r"[\[({]?\s*\(\s*[0-9]+\s*,\s*[0-9]+\s*,\s*[0-9]+\s*\)\s*,?\s*\(",
        r"(?<=[0-9])[a-z][a-z0-9]*|(?<=[0-9])\.0*\b|[0-9]+\.\.[0-9]+",
        r"[0-9]+|[^\W\d_]+|[#*.~]",
    )
)
"""Pieces of a text beside boards, which may be a part of one."""


_MODULES = r"[\w.*]+(?:[ ]as[ ]\w+)?(?:,[ ]*[\w.*]+(?:[ ]as[ ]\w+)?)*"
_IMPORTS = re.compile(
    rf"^[ \t]*(?:import[ \t]+{_MODULES}|from[ \t]+[\w.]+[ \t]+import[ \t]+{_MODULES}"
    r"|\#include[ \t]*(?:<[\w./]+>"
    r"|\"(?:lights?|lights?_?out|board|grid|levels?|puzzles?|game|config)\.h\"));?[ \t]*$",
    re.MULTILINE,
)
NUMBERS = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
]  # fmt: skip
_COUNTS = re.compile(
    rf"(?i)(?:(?<!\w)(?!on\b)({words_for('sentences', '+')}):?[ ]"
    rf"(?:(?:precies|{words_for('sentences', 'o')})[ ])?)?"
    rf"(?<![\w.,:x×-])(?<!game )(?<!level )(?<!leaves )([0-9]{{1,4}}|{'|'.join(NUMBERS)})[ ]?"
    rf"(?:({words_for('sentences', 'RS')})|({words_for('sentences', 'CS')})|(ones)"
    rf"|({words_for('sentences', 'L')})|(?(1)(?=[.,;]?\s)(?<!\b1)(?<!\b0)|(?!)))(?!\w)(?![ ]?out)"
    r"([ ](?:(?:are|is) )?(?:lit|on(?! \w)|illuminated)\b)?"
)
"""A number of rows, columns, lights or lit lights in a sentence."""

(_BLANKS, _WORDS, _CAMEL) = (
    re.compile(pattern)
    for pattern in (
        r"\s{2,}",
        r"[^\W\d_]{3,}",
        # a place between two words of a name such as ``torusBoard``
        r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])",
    )
)
"""Runs of blanks, words, and places between two words of a name such as ``torusBoard``."""


_STANDS = f"beside the board stands '{{}}', which may make another puzzle{ADVICE}"
_KNOWN = {
    idea: frozenset("|".join(words).split("|"))
    for idea, words in VOCABULARY["code"].items()
    if idea not in ("phrases", "people")
}
"""Words of names of arrays, calls and numbers, and of programs and data."""

_HARMLESS_IN_CODE = frozenset[str]().union(*_KNOWN.values()) - {
    *("solution", "solutions", "moves", "presses", "clicks", "steps"),
}
"""Words of programs and data that change nothing beside an array; texts for people: `doubts`."""

_SOLVES = re.compile(
    r"(?i)test_\w*|(?!.*_[a-z]\Z)(?=.*(?:solv|min|fewest|get|find|count|board))(?:\D|board_[0-9])*"
)
_PHRASES_OF_CODE = re.compile(f"(?i){words_for('code', 'phrases')}")
_CODE = re.compile(
    r"[\0={}<>;]|\w\(|^\s*[(\[]|::|^\s*(?:[-*]\s+)?[\"']?[\w-]+[\"']?:(?:\s+\S|\s*$)"
    r"|^\s*(?:import|from|package|module|using|use|library|require|class|def|func|fn|function"
    r"|struct|\#include|\#define|\#if\w*)\b"
)
"""Signs and words of a line of a program or of data."""

(_CELL, _CALLED, _SENTENCE) = (
    re.compile(pattern)
    for pattern in (
        r"\][ \t]*(?:[-+*^|&%/]?=(?![=>])|<-)[ \t]*(?!new\b|&|[A-Za-z.]+\0)[^\s\[{(\0]",
        r"(?<![\w$%\\])(?P<name>[A-Za-z_]\w*[!]?)(?:\(|(?P<array>\0))",
        r"(?<!\w)(?:[^\W\d_][\w'’-]*+,?[ ]+){5,99}[^\W\d_][\w'’]*+",
    )
)
"""A sentence, a call, and a value given to a cell."""

_NAMED = re.compile(
    r"(?i)(?<![\w.-])[\"']?(?:\w+[_-])?(?:name|titel|title|titre|titulo|author|by|creator|url|link"
    r"|source|license|date|created|updated|comment|notes?|desc|description|message|hint|label"
    r"|id|uid|slug|subtitle|series|world|editor|origin|designer|owner|caption|pack|collection"
    r"|game)[\"']?[ \t]*(?:=>|[:=])[ \t]*"
    r"(?:\"([^\"\n]*)\"|'([^'\n]*)'|([^\n,}\0(]*))"
)
"""A key with a name for people, whose words are free."""

(_GOAL, _REMARK_KEY) = (
    re.compile(pattern)
    for pattern in (
        r"(?i)(?:goal|target|solved|end|finish|final)(?:_?(?:board|grid|state))?",
        # a key with a remark, of which no word but these may be unknown
        r"(?i)\W*(?:\w+_)?(?:comment|note|desc|message|hint|text)",
    )
)
"""The name of a goal, and a key with a remark, of which no word but these may be unknown."""


_NO_NAME = re.compile(
    rf"(?i)\A(?:in|out|from|to|end)\Z|(?<![^\W_])(?:{words_for('dropped', 'answer', 'goal')}"
    r"|lights? (?:on|up)|alien|recipe|(?:no|without)[-_]\w+)(?![^\W_])"
)
"""Words in the name of what is no board."""

_CLOSED_KEY = re.compile(
    r"(?i)(?<![\w.])(?:\w+_)?(mode|type|kind|variant|category|tags|set|group|rules?|order|index"
    r"|indexing|win|pattern|style|theme|layout|format|levels)[\"']?[ \t]*[:=]"
    r"(?![:=])[ \t]*(?![\s\[{(\0]|\w+\()"
)
"""A key whose values make another puzzle, unless a phrase knows the value."""

_NUMBERED = re.compile(
    r"(?<![\w.-])([A-Za-z_][\w-]*)[\"']?[ \t]*(?::=|(?<!:)[:=]|<-|(?<=define [A-Z])[ ])[ \t]*"
    r"([0-9]+|(?i:true|false))\b(?![ \t]*[-+*/x×]|\.[0-9])"
)
"""A name with a number or a state."""

_ARGUMENTS = re.compile(
    r"(?!\w*(?i:solv)\w*\([0-9])[\w.]+\((?:[0-9]+,\s*|[\"'][\w .-]*[\"'],\s*"
    r"|\w+\s*=\s*[\w.\"']+,\s*)*"
    r"(?:\w+\s*=\s*)?&?[\w.]*\0(?:\[0\])?"
    r"(?:,\s*(?:(?!end|to|lit|first|all|columns)\w+\s*=\s*[\w.\"']+|[0-9]+|(?i:[nmwhrc]|rows"
    r"|cols|size|width|height)|Board))*"
    r",?\s*\)"
)
"""A call with an array and harmless arguments beside it."""

_BRANCH = re.compile(
    r"\b(?:if|else|elif|case|when|unless|default(?=:))\b(?!=)(?![^\n]*__name__)[^\n]*"
    r"(?:[:{][ \t]*\n|:)"
    r"[^\n]*\Z|[ ]\?[ ][^\n]*\Z|(?:\^|\\[a-z]+\{)[^\n=]*=\s*\Z"
)
"""A branch, or a power or accent of a name, in front of an array."""

DECLARES = frozenset(words_for("names", "declares").split("|"))
"""Words around an array that say nothing but that it is one."""


def judged(
    text: str, bare: str, boards: list[FoundBoard], *, matrix: bool = False, alone: bool = False
) -> list[FoundBoard]:
    """Check the text around boards; drop answers and goals, add titles and claims to the rest.

    Args:
        text: the text.
        bare: the text with blanks for its comments.
        boards: the candidates.
        matrix: whether a check matrix is wanted, whose name is its own.
        alone: whether words beside the boards are passed over.

    Raises:
        FaultError: Where something makes another puzzle of them, or may.
    """
    goals = [board for board in boards if _is_usual_goal(board, boards)]
    answers = [board for board in boards if names_answer(board.name)]
    for board in boards:
        refuse_if(
            not (
                board.called
                or names_start(board.name)
                or (board.name == "ans" and text[board.start] == "\ue000")
            )
            and not (matrix and (names_checks(board.name) or not names_another(board.name)))
            and not (board.name in ("x", "X") and board.flat)
            and not (alone and len(boards) == 1)
            and board not in goals
            and (names_another(board.name) or not names_answer(board.name)),
            f"the text reads two ways: a board | what its name '{board.name[:40]}' says; a "
            "board is called board, or has no name",
            board,
        )
    kept = [board for board in boards if not names_answer(board.name) and board not in goals]
    refuse_if(
        not kept,
        f"the text reads two ways: a board | what its name '{boards[0].name[:40]}' says",
        boards,
    )
    rest, places = _without(bare, boards)
    if not alone:
        named = [(text.rfind(goal.name, 0, goal.start), goal.start) for goal in goals]
        refuse_words(blank_at(text, named), boards)
    widths = {len(board.rows[0]) for board in boards}
    seen = {_TYPE.sub("", word.lower()) for board in boards for row in board.words for word in row}
    tests: tuple[tuple[re.Pattern[str], Callable[[str], object], str], ...] = (
        (_DIGITS, bool, "signs of a board stand beside an array"),
        (_SIGNS, lambda run: len(run) in widths, "signs beside the board may be a row of it"),
        (_BRACKET, lambda listed: _may_be_row(listed[1:-1], seen, widths),
         "a row is not like the others"),
        (_BESIDE, lambda broken: seen & {*_PIECE.findall(broken)}, "a row is not like the others"),
    )  # fmt: skip
    for pattern, may_be_row, problem in tests:
        odd = next((one[0] for one in pattern.finditer(rest) if may_be_row(one[0])), "")
        refuse_if(odd, problem, max(text.find(odd.strip("\0\n ,;")), 0))
    _refuse_operations(rest, places)
    if not (matrix or alone or "constraint" in rest):
        _refuse_unknown(rest, text, kept, [*goals[:9], *answers])
    arounds = [id(board.around) for board in kept]
    refuse_if(
        text.lstrip()[:1] == "{" and len(set(arounds)) < len(arounds),
        "an object holds several boards: which one is meant",
        kept[1:],
    )
    for board in kept:
        if not matrix and _TRIPLES.match(text, board.start):
            refuse_coloured_places(board.words, board.start)
        refuse_if(
            board.pairs and len(kept) > 1,
            "rows in round brackets may be places",
            board,
        )
        refuse_if(
            len(board.rows[0]) == 2
            and not (board.flat or matrix)
            and board.called
            and not names_board(board.name),
            "rows of two may be places, (row, column) each",
            board,
        )
    stems = {re.sub(r"[\W\d_]+", "", board.name.lower()) for board in kept} - {""}
    refuse_if(
        not matrix
        and len(stems) > 1
        and not all(len(stem) == 1 for stem in stems)
        and not any(getattr(board.around, "mark", "") == "{" for board in kept),
        "the arrays have different names: which one is the board?",
        kept[1:],
    )
    _refuse_later(bare, kept)
    refuse_counts(kept[0], rest if len(kept) == 1 else "")
    found = _with_titles(text, kept)
    return [replace(one, said=one.said | {"goal": "off"}) for one in found] if goals else found


def _is_usual_goal(board: FoundBoard, boards: list[FoundBoard]) -> bool:
    """Return whether a board is another board's goal in which all lights are off."""
    return (
        _GOAL.fullmatch(board.name) is not None
        and any(board.shape == one.shape and not _GOAL.fullmatch(one.name) for one in boards)
        and {cell.lower() for row in board.words for cell in row} <= _DARK
    )


def _refuse_later(bare: str, kept: Sequence[FoundBoard]) -> None:
    """Refuse a board whose name occurs in a later expression or is assigned again."""
    counted = Counter(board.name for board in kept)
    ends = {
        board.name: board.end for board in kept if not board.called and counted[board.name] == 1
    }
    for found in _USED.finditer(bare):
        name = found[found.lastgroup or "before"] if found["method"] is None else found["owner"]
        refuse_if(
            found.start() > ends.get(name, len(bare)) and found["method"] not in _KEEPS,
            f"'{name[:40]}' is changed or used later",
            found.start(),
        )


def _with_titles(text: str, boards: Sequence[FoundBoard]) -> list[FoundBoard]:
    """Add the stated titles and claimed minima to boards, and check the sizes that a text states.

    Raises:
        FaultError: On a size that a board has not.
    """
    parts = [0, *(part.start() for part in _PART.finditer(text)), len(text)]
    taken, found = [bisect_right(parts, board.start) for board in boards], []
    whole = sizes_in(_without(text, boards)[0])
    standing, sharing = Counter(id(board.around) for board in boards), Counter(taken)
    for board, part in zip(boards, taken, strict=True):
        low, high, own = 0, len(text), True
        around = board.around
        if around is not None and around.mark == "{" and standing[id(around)] == 1:
            low, high = around.start, around.end
        elif len(boards) > 1:
            own = len(parts) > 2 and sharing[part] == 1
            low, high = parts[part - 1 : part + 1] if own else (0, 0)
        beside = text[low : min(board.start, high)] + "\n" + text[board.end : high] if own else ""
        name = board.name if len(boards) > 1 and not board.called else ""
        sized = _sized(board, sizes_in(beside) if own else whole)
        found.append(replace(sized, title=title_in(beside) or name, claimed=claim_in(beside)))
    return found


def _may_be_row(listed: str, seen: set[str], widths: set[int]) -> bool:
    """Return whether a list may be a row: at most 2 unknown cells, length within 2 of a width."""
    cells = _PIECE.findall(_TYPE.sub("", listed.lower()))
    known = sum(cell in seen for cell in cells)
    near = min(abs(len(cells) - width) for width in widths)
    return known > 1 and known >= len(cells) - 2 and near < 3


def _without(text: str, boards: Sequence[FoundBoard]) -> tuple[str, list[int]]:
    """Return a text with NUL in place of each board, and the positions of the boards."""
    pieces, last, places = [], 0, []
    for board in sorted(boards, key=lambda one: one.start):
        pieces.append(text[last : board.start])
        places.append(board.start)
        last = board.end
    pieces.append(text[last:])
    # shorten runs of blanks, since patterns that begin with blanks are slow on long runs
    rest = _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", "\0".join(pieces))
    return rest, places


def refuse_words(text: str, boards: Sequence[FoundBoard]) -> None:
    """Raise an error if words beside boards may state another rule, or are not known as harmless.

    Raises:
        FaultError: At the word.
    """
    whole = _IMPORTS.sub(blanked, text)
    spoken = without_rows(whole)
    found = _WRAPS.search(spoken) or doubt_in(spoken)
    # mark wide gaps, which may stand between the entries of a legend
    said = _without(whole.replace("   ", "\1\1\1"), boards)[0]
    odd = found[0] if found else strange_label(said, drawn=boards[0].kind == "drawing")
    refuse_if(
        odd,
        _STANDS.format(odd[:40]),
        max(text.find(odd), 0),
    )


_PAIRS = "; if its rows are lit places: say (row, column) or (x, y), and from where they count"


def refuse_sizes(board: FoundBoard, sizes: Sequence[tuple[int, int]]) -> None:
    """Refuse a board whose size contradicts one of the stated sizes; a 0 fits any length.

    Raises:
        FaultError: At the board.
    """
    rows, columns = board.shape
    for height, width in sizes:
        refuse_if(
            board.shape not in ((height or rows, width or columns), (width, height)),
            f"the text says {height or '?'} x {width or '?'}, the board has {rows} x {columns} "
            f"places{_PAIRS if columns == 2 else ''}",
            board,
        )


def refuse_counts(board: FoundBoard, text: str) -> None:
    """Refuse a board with fewer rows, columns or lights than its text counts.

    Raises:
        FaultError: At the board.
    """
    rows, columns = board.shape
    lit = sum(cell.lower() not in _DARK for row in board.words for cell in row)
    for found in _COUNTS.finditer(without_rows(text)) if not board.flat else ():
        number = int(found[2]) if found[2].isdecimal() else NUMBERS.index(found[2].lower())
        most = rows if found[3] else columns if found[4] else rows * columns
        refuse_if(
            number > most or ((found[1] or found[5] or found[7]) and number != lit),
            f"the text counts {found[0]}, the board is {rows} x {columns}, {lit} lit",
            board,
        )


def _refuse_operations(rest: str, places: list[int]) -> None:
    """Refuse operations on an array: an operator, index, method, or assignment to a cell."""

    def at(offset: int) -> int:
        return places[min(rest.count("\0", 0, offset + 1), len(places) - 1)]

    rest = _SAME_CELLS.sub(" ", rest)
    before = _BEFORE.search(rest)
    refuse_if(
        before,
        "what is done with the array is not known here: write it alone",
        before and at(before.start()),
    )
    split = _SPLIT.sub("", re.sub(r"([\"'])\\n\1\.join(?=\0)", "", rest))
    for _ in range(9):
        split = _KEPT.sub("", split)
    split = re.sub(
        r"(?m)^([ \t]*)(?:(?:-[ \t]+)+|@(?=\w+[ \t]+\0))"
        r"|(?<![^\s{]):{1,2}[\w.-]+/(?=[\w-]+[ \t]+\0)",
        r"\1 ",
        split,
    )
    pieces = re.sub(
        r"(?<=[\w\"'])[ \t]*=>|(::)", lambda mark: "_" if mark[1] else "=", split
    ).split("\0")
    for front, behind, place in zip(pieces, pieces[1:], places, strict=False):
        what = re.split(r"[\n=:,(\[{]", front)[-1].lstrip()
        near = "\n".join(front[-300:].split("\n")[-2:])
        given = re.search(r"(?m)^[ \t]*([^\W\d]\w*)[ \t]*=[ \t]*\n\s*\Z", near)
        refuse_if(
            not _IN_FRONT.fullmatch(what)
            or _BRANCH.search(near)
            or (
                given
                and not (
                    names_start(given[1]) or names_answer(given[1]) or _GOAL.fullmatch(given[1])
                )
            ),
            f"what '{(what or near)[-30:].strip()}' in front of the array does is not known here",
            place,
        )
        refuse_if(
            not _FOLLOWS.match(behind),
            f"behind the array stands '{behind.strip(') ]}').split(' ')[0][:20]}': what is done "
            "with it is not known here",
            place,
        )
    cell = _CELL.search(rest)
    refuse_if(
        cell and "constraint" not in rest,
        "a cell of an array is changed",
        cell and at(cell.start()),
    )


def _words_of(name: str) -> list[str]:
    """Return the words of a name in small letters, without single letters."""
    return re.findall(r"[^\W\d_]{2,}", _CAMEL.sub(" ", name).lower())


def _are(words: Sequence[str], *ideas: str) -> bool:
    """Return whether each word is in the vocabulary under at least one of the given keys."""
    return all(any(word in _KNOWN[idea] for idea in ideas) for word in words)


def names_start(name: str) -> bool:
    """Return whether all words of an array's name are known to be names of start boards."""
    return re.fullmatch(r"[pPqQtTxXyYzZ]|\w+_T", name) is None and (
        _are(_words_of(_PHRASES_OF_CODE.sub("Board", name)), "arrays")
        or bool(MAKERS.fullmatch(name) or names_matrix(name))
    )


def _refuse_unknown(
    rest: str, text: str, kept: Sequence[FoundBoard], dropped: Sequence[FoundBoard]
) -> None:
    """Refuse names, calls, keys and numbers around arrays that are not known to be harmless."""

    def refuse(reason: object, word: str, said: str = "what '{}' does is not known here") -> None:
        refuse_if(reason, said.format(word[:40]), max(text.find(word), 0) if reason else 0)

    def without_name(found: re.Match[str]) -> str:
        said = next(filter(None, found.groups()), "")
        strange = (
            set(_words_of(said)) - _HARMLESS_IN_CODE if _REMARK_KEY.match(found[0]) else set[str]()
        )
        refuse(_NO_NAME.search(said) or (strange and len(said.split()) < 8), said, _STANDS)
        return " "

    def without_number(found: re.Match[str]) -> str:
        words = _words_of(found[1]) or ["?"]
        odd = sides if found[1] in {*"kKCpPqQ"} else set[str]()
        kinds = ("numbers", "arrays") if found[2].isdecimal() else ("flags", "calls", "arrays")
        refuse(
            not ((kept[0].flat and found[2].isdecimal()) or found[1] in {*"xyijrc"})
            and not (found[2] in sides - odd and words[-1] not in ("levels", "values"))
            and not (words[-1] in _KNOWN[kinds[0]] and _are(words, *kinds)),
            found[1],
            _STANDS,
        )
        return " "

    def without_call(found: re.Match[str]) -> str:
        name, words = found["name"], _words_of(found["name"])
        solves = _SOLVES.fullmatch(name) and _are(words, "solvers")
        usual = _are(words, "calls", *["arrays"] * name.isupper())
        refuse(not (solves or usual or MAKERS.fullmatch(name) or name in _KEEPS), name)
        return " ("

    names, given = (
        "|".join(re.escape(one.name) for one in some[:9] if one.name and not one.called) or "(?!)"
        for some in (dropped, kept)
    )
    rest = _NAMED.sub(
        without_name,
        _PHRASES_OF_CODE.sub(
            lambda said: "Board" + " " * said[0].endswith((" ", "=")),
            re.sub(rf"(?<!\w)(?:{names})(?!\w)", "board", rest),
        ),
    )
    lines = re.sub(r"\$[^$\n\0]{1,80}\$|`[^`\n\0]{1,80}`", "it", rest).split("\n")
    code = "\n".join(_SENTENCE.sub(" ", line) for line in lines if _CODE.search(line))
    sides = {str(side) for board in kept for side in (*board.shape, len(board.rows[0]) ** 2)}
    for found in re.finditer(
        rf"(?<![\w.])([\w.]+)\(([^():\n\0]{{0,99}}?)(?:\0|(?<!\w)(?:{given})(?!\w))"
        r"([^()\n\0]{0,99})\)",
        code,
    ):
        harmless = _ARGUMENTS.fullmatch("{}({}\0{})".format(*found.groups()))
        numbers = {*re.findall(r"(?<![\w.=[])[0-9]+", found[3])}
        refuse(
            not (MAKERS.fullmatch(found[1]) or harmless) or (numbers - sides and not kept[0].flat),
            found[1],
        )
    code = _CALLED.sub(without_call, _NUMBERED.sub(without_number, code))
    closed = _CLOSED_KEY.search(code)
    odd = (
        closed[1]
        if closed
        else next((x for x in _words_of(code) if x not in _HARMLESS_IN_CODE), "")
    )
    refuse(odd, odd, _STANDS)


def _sized(board: FoundBoard, sizes: list[tuple[int, int]]) -> FoundBoard:
    """Return the board with its flat list split into rows by the size that the text states.

    Raises:
        FaultError: On a size that it has not.
    """
    rows = board.rows
    if board.flat and len({size for size in sizes if all(size)}) == 1:
        height, width = next(size for size in sizes if all(size))
        if height * width == len(rows[0]):
            shaped = tuple(rows[0][low : low + width] for low in range(0, len(rows[0]), width))
            return replace(board, rows=shaped, flat=False)
    refuse_if(
        board.flat and not board.said and not board.sizes and sizes,
        "the text says a size that the list has not",
        board,
    )
    refuse_sizes(board, [] if board.flat or board.sizes else sizes)
    return board


def passed_over(text: str, boards: Sequence[FoundBoard]) -> list[str]:
    """Return the distinct words beside the boards except names, known keys and declarations."""
    rest = without_known(_IMPORTS.sub("", _without(text, boards)[0]))
    names = {word for board in boards for word in _WORDS.findall(board.name) if names_board(word)}
    words = dict.fromkeys(_WORDS.findall(re.sub(r"\b\w+\(", "(", rest)))
    return [
        word for word in words
        if word not in names
        and word.lower() not in DECLARES
        and not MAKERS.fullmatch(word)
    ]  # fmt: skip


def blank_at(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with the given spans (start, end) replaced by blanks, except line ends."""
    pieces, last = list[str](), 0
    for low, high in sorted(spans):
        pieces += [text[last:low], re.sub(r"[^\n]", " ", text[max(low, last) : high])]
        last = max(high, last)
    return "".join([*pieces, text[last:]])
