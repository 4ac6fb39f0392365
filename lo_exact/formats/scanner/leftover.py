"""Analysis of the text around arrays: words that could change the puzzle, titles, sizes.

All boards are replaced by NUL and the rest is judged: an operator, an index, a method or a call
around NUL, an assignment to a cell, a board's name in a later expression, words of another rule.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate

from lo_exact.formats.scanner.arrays import (
    SIGN_RUN,
    FoundBoard,
    cells_of,
    name_before,
    name_of,
    refuse_coloured_places,
    refuse_if,
    rows_in_string,
)
from lo_exact.formats.scanner.tree import (
    MAKERS,
    VALUES,
    Bracket,
    NestedList,
    Token,
    tokens,
    tree_of,
)
from lo_exact.formats.scanner.words import (
    CHANGED_BY,
    blanked,
    claim_in,
    doubt_in,
    names_another,
    names_answer,
    names_board,
    names_checks,
    sizes_in,
    takes_board,
    title_in,
    without_known,
)

_POSITION = re.compile(r"(?i)(?:start|begin|initial|current|opening)(?:ing)?_?pos(?:ition)?")
_KEEPS = frozenset(
    (
        *(
            "parent",
            "freeze",
            "to_string",
            "to_owned",
            "split",
            "copy",
            "tolist",
            "strip",
            "trim",
            "rstrip",
        ),
        *("lines", "dedent", "trimIndent", "astype", "length", "shape", "size", "len", "count"),
        *(
            "forEach",
            "iter",
            "clone",
            "ToString",
            "splitlines",
            "dump",
            "print",
            "inspect",
            "to_s",
            "toString",
            "toBe",
            "join",
        ),
    )
)
"""Methods that leave cells and their places as they are."""

_SPLIT = re.compile(
    r"\.map\(\s*\(?(\w+)\)?\s*=>\s*(?:\[\.\.\.\1\]|\1\.split\((?:''|\"\")\)|Array\.from\(\1\))"
    r"(?:\.map\((?:Number|parseInt|\(?(\w+)\)?\s*=>\s*(?:\+\2|Number\(\2\)))\))?\)"
)
"""JavaScript that makes cells of strings."""

_SIGNS = re.compile(r"(?<![\w.#-])(?:[01]{3,}|(?=[.-]*[#*XxOo])[.#*XxOo-]{3,})(?![\w.#*-])")
"""Runs of signs beside boards."""

_BEFORE = re.compile(
    r"(?:(?<!<)-|[+~^/]|@(?!\0)|(?<=\w)@|(?<=\w )@|%(?![wi]\0)|(?<!\w)!|(?<![\w*])\*|\w[ \t]+\*"
    r"|[=!<>]=)[ \t]*"
    r"(?:[\w.]+[ \t]*\(?[ \t]*)?\0"
)
_BEHIND = re.compile(
    r"\0(?:(?P<quote>')|[)\]} \t]*?(?:(?P<sign>[-+*/^%@|&~?\[(⊕⊻×·∘]|[=!<>]=)"
    r"|\s*\.(?:[ \t]*(?=[a-z]\w*\())?(?P<method>\w+)|[ \t](?P<word>(?!(?:and|und|et|y"
    r"|e)\b)[^\W\d_]+)[ \t]+[(]?\0))"
)
_CELL = re.compile(r"\][ \t]*(?:[-+*^|&%/]?=(?![=>])|<-)[ \t]*(?!new\b|&|[A-Za-z.]+\0)[^\s\[{(\0]")
_CALLED = re.compile(
    r"(?<![\w$%\\])(?:(?:def|function|func|fn|fun|sub)[ \t]+\w+|(?P<name>[A-Za-z_]\w*[!]?))"
    r"(?:\(|(?P<array>\0))"
)
_USED = re.compile(
    r"(?<![\w.\"'])(?P<before>[\w$]+)[ \t]*(?:[-+*/^%@&|](?![\w]*\*)|[-+*^|&%/]?=(?!=))"
    r"|[-+/^%@|~!][ \t]*(?P<behind>[\w$]+)|(?<![\w.])(?P<owner>[\w$]+)\.(?P<method>\w+)"
    r"|(?<![\w.])(?<!len\()(?P<indexed>[\w$]+)[) \t]*\[|(?<!\w)del[ \t]+(?P<deleted>[\w$]+)"
    r"|[(\[{][^()\[\]{}\n]*(?:\[[^()\[\]{}\n]*\])?[ \t]for[ \t][^\n]{1,40}?[ \t]in[ \t]+"
    r"(?P<walked>[\w$]+)"
)
"""A name beside an operator, given again, with a method or an index, or walked through."""

_PART = re.compile(r"^(?:\[\[[\w.]+\]\][ \t]*|[ \t]*-[ \t]+\w+:.*)$", re.MULTILINE)
"""Where another level begins in TOML and in YAML."""

_DIGITS = re.compile(
    r"^(?=[ \t.,;|&_~xXoO-]*+[0-9#*][\s.,;|&_~xXoO-]*+[0-9#*])[ \t0-9.,;|&#*_~xXoO-]*+(?:\\\\.*)?$",
    re.MULTILINE,
)
_BULLET = re.compile(r"^[^\n:]*-[ \t]+(?:\w+ )?[0-9][ \t]*$", re.MULTILINE)
"""A number as an item of a sequence."""

_BRACKET = re.compile(r"[\[({]([^\[\](){}\n\0]*)[\])}]")
"""A bracket without a bracket or a board inside."""

_BESIDE = re.compile(
    r"[\[{][^\[\](){}\n\0]*[\]}]\s*[,;]?\s*\0|\0\s*[,;]?\s*[\[{][^\[\](){}\n\0]*[\]}]"
)
"""A bracket beside a board."""

_TRIPLES = re.compile(r"[\[({]?\s*\(\s*[0-9]+\s*,\s*[0-9]+\s*,\s*[0-9]+\s*\)\s*,?\s*\(")
"""Rows of three in round brackets."""

_TYPE = re.compile(r"(?<=[0-9])[a-z][a-z0-9]*|(?<=[0-9])\.0*\b|[0-9]+\.\.[0-9]+")
_PIECE = re.compile(r"[0-9]+|[^\W\d_]+|[#*.~]")

_MODULES = r"[\w.*]+(?:[ ]as[ ]\w+)?(?:,[ ]*[\w.*]+(?:[ ]as[ ]\w+)?)*"
_IMPORTS = re.compile(
    rf"^[ \t]*(?:import[ \t]+{_MODULES}|from[ \t]+[\w.]+[ \t]+import[ \t]+{_MODULES}"
    r"|\#include[ \t]*[<\"][\w./]+[>\"]);?[ \t]*$",
    re.MULTILINE,
)
_BLANKS = re.compile(r"\s{2,}")
_WORDS = re.compile(r"[^\W\d_]{3,}")
DECLARES = frozenset(
    [
        "array",
        "asarray",
        "auto",
        "begin",
        "bool",
        "boolean",
        "byte",
        "char",
        "class",
        "const",
        "def",
        "default",
        "defparameter",
        "defvar",
        "end",
        "enum",
        "export",
        "final",
        "fun",
        "func",
        "gap",
        "import",
        "int",
        "integer",
        "interface",
        "item",
        "let",
        "library",
        "list",
        "local",
        "long",
        "main",
        "map",
        "matrix",
        "module",
        "mut",
        "new",
        "numpy",
        "object",
        "package",
        "private",
        "public",
        "quote",
        "return",
        "sage",
        "seq",
        "static",
        "std",
        "string",
        "struct",
        "tensor",
        "torch",
        "tuple",
        "typealias",
        "type",
        "uint",
        "unsigned",
        "val",
        "var",
        "vec",
        "vector",
        "void",
    ]
)
"""Words around an array that say nothing but that it is one."""


def judged(
    text: str, bare: str, boards: list[FoundBoard], *, matrix: bool = False
) -> list[FoundBoard]:
    """Return the boards of a text, without answers, with their titles and claimed minima.

    Args:
        text: the text.
        bare: the text with blanks for its comments.
        boards: the candidates.
        matrix: whether a check matrix is wanted, whose name is its own.

    Raises:
        FaultError: Where something makes another puzzle of them, or may.
    """
    for board in boards:
        refuse_if(
            names_another(board.name)
            and not (matrix and names_checks(board.name))
            and not (board.shape[1] > 3 and _POSITION.fullmatch(board.name)),
            f"the text reads two ways: a board | what its name '{board.name[:40]}' says; a "
            "board is called board, or has no name",
            board,
        )
    kept = [board for board in boards if not names_answer(board.name)]
    refuse_if(
        not kept,
        f"the text reads two ways: a board | what its name '{boards[0].name[:40]}' says",
        boards,
    )
    rest, places = _without(bare, boards)
    refuse_words(text)
    digits = _DIGITS.search(rest) or _BULLET.search(rest)
    refuse_if(
        digits,
        "signs of a board stand beside an array",
        digits and max(text.find(digits[0].strip()), 0),
    )
    widths = {len(board.rows[0]) for board in boards}
    for signs in _SIGNS.finditer(rest):
        refuse_if(
            len(signs[0]) in widths,
            "signs beside the board may be a row of it",
            text.find(signs[0]),
        )
    seen = {_TYPE.sub("", word.lower()) for board in boards for row in board.words for word in row}
    rows = (one for one in _BRACKET.finditer(rest) if _may_be_row(one[1], seen, widths))
    listed = next(rows, None)
    refuse_if(listed, "a row is not like the others", listed and max(text.find(listed[0]), 0))
    broken = next((one for one in _BESIDE.finditer(rest) if seen & {*_PIECE.findall(one[0])}), None)
    refuse_if(
        broken,
        "a row is not like the others",
        places[0],
    )
    _refuse_operations(rest, places)
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
    _refuse_later(bare, kept)
    return _with_titles(text, kept)


def _may_be_row(listed: str, seen: set[str], widths: set[int]) -> bool:
    """Return whether a list could be a row of one of the widths with a wrong or missing cell."""
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
    # shorten runs of blanks, on which patterns that begin with blanks are slow
    rest = _BLANKS.sub(lambda run: "\n" if "\n" in run[0] else " ", "\0".join(pieces))
    return rest, places


def refuse_words(text: str) -> None:
    """Refuse a text that mentions another kind of puzzle, also in comments.

    Raises:
        FaultError: At the word.
    """
    found = doubt_in(_IMPORTS.sub(blanked, text))
    refuse_if(
        found,
        f"beside the board stands '{found and found[0][:30]}', which may make another puzzle: "
        "write the board alone, and say the rule by options",
        found and found.start(),
    )


def refuse_sizes(board: FoundBoard, sizes: Sequence[tuple[int, int]]) -> None:
    """Refuse a board whose size differs from all sizes in the text; 0 fits any length.

    Raises:
        FaultError: At the board.
    """
    rows, columns = board.shape
    for height, width in sizes:
        refuse_if(
            board.shape not in ((height or rows, width or columns), (width, height)),
            f"the text says {height or '?'} x {width or '?'}, the board has {rows} x {columns} "
            "places",
            board,
        )


def _refuse_operations(rest: str, places: list[int]) -> None:
    """Refuse operations on an array: an operator, index, method, or assignment to a cell."""

    def at(offset: int) -> int:
        return places[min(rest.count("\0", 0, offset + 1), len(places) - 1)]

    before = _BEFORE.search(
        re.sub(r"(?m)^([ \t]*)(?:-(?=[ \t])|@(?=\w+[ \t]+\0))|(\*)[\w-]+\*(?=[ \t])", r"\1 ", rest)
    )
    refuse_if(
        before,
        "what is done with the array is not known here: write it alone",
        before and at(before.start()),
    )
    split = _SPLIT.sub("", rest)
    for found in _BEHIND.finditer(split):
        what = found["quote"] or found["sign"] or found["word"] or f".{found['method']}"
        refuse_if(
            what[1:] not in _KEEPS,
            f"behind the array stands '{what}': what is done with it is not known here",
            places,
        )
    for found in _CALLED.finditer(split):
        name = found["name"] or "main"
        known = takes_board(name) or MAKERS.fullmatch(name) or name.lower() in DECLARES
        beside = name in _KEEPS or name.lower() in _KEEPS or "constraint" in rest
        refuse_if(
            not known and (found["array"] or not beside),
            f"what '{name[:40]}' does is not known here",
            at(found.start()),
        )
    cell = _CELL.search(rest)
    refuse_if(
        cell and "constraint" not in rest,
        "a cell of an array is changed",
        cell and at(cell.start()),
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


def _with_titles(text: str, boards: list[FoundBoard]) -> list[FoundBoard]:
    """Add titles and claims to boards; check the sizes that the text states.

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


def _sized(board: FoundBoard, sizes: list[tuple[int, int]]) -> FoundBoard:
    """Return the board with its flat list split into the rows that the text states.

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
    if not board.flat and not board.sizes:
        refuse_sizes(board, sizes)
    return board


def passed_over(text: str, boards: Sequence[FoundBoard]) -> list[str]:
    """Return the first words that are not names, known keys or words of a declaration."""
    rest = without_known(_IMPORTS.sub("", _without(text, boards)[0]))
    names = {word for board in boards for word in _WORDS.findall(board.name) if names_board(word)}
    words = dict.fromkeys(_WORDS.findall(re.sub(r"\w+\(", "(", rest)))
    return [
        word for word in words
        if word not in names
        and word.lower() not in DECLARES
        and not MAKERS.fullmatch(word)
    ]  # fmt: skip


_HEADER = re.compile(
    r"(?m)^([ \t]*+)"
    r"(?![^\n]*\b(?:class|struct|module|namespace|interface|enum|object|trait|impl)\b)"
    r"(?!(?:\}[ ]*)?(?:if|for|while|until|foreach|switch|else|elif|do|with|try|catch|return)\b)"
    r"([^\n=]*?\b(?:def\w*|function|func?|fn|fun|sub|proc|method|lambda)\b[^=\n{]*"
    r"|(?:[\w<>\[\],*&:~]+[ ]+)*\w+\([^()\n]*\)[^\n;={()]*(?=\{|\n[ \t]*\{)"
    r"|[\w#]+\([^()\n]*\)[ ]*(?=->)|let[ ][^=\n]*(?==)"
    r"|[^\n=]*=[ ]*(?:function[ ]*)?\([^()\n]*\)[^=\n(]*(?==>)|[^\n=]*=[ ]*\w+[ ]*(?==>)"
    r"|\w+[ ]*<-[ ]*function[^\n]*)"
    r"([^\n]*\n?(?:\1[ \t]+[^\n]*(?:\n|\Z)|[ \t]*\n|\1[{}][^\n]*(?:\n|\Z))*)"
)
"""The head of a function, and its body: lines that are indented more."""

_RISKS = re.compile(
    r"(?i)(?<![a-z])(?:rand|random\w*|rng|rnd|nextint|shuffle|scrambl\w*|mirror\w*|transposed?"
    r"|rotat\w*|rot_?90|flip_?(?:lr|ud|board|grid|all|h|v|x|y|horizontal\w*|vertical\w*)|inver\w*"
    r"|complement\w*|negate\w*|torus|toroid\w*|diagonals?|knight|king|hex\w*|xor_?with|apply_?mask"
    r"|wrap\w*|rules?|topology|variant|holes?|walls?|blocked|disabled|broken|revers\w*)(?![a-z])"
    r"|(?<![a-z])(?:(?:num_?|n_?)?(?:states|colou?rs)|(?:expected|final)_?(?:state|board|grid"
    r"|lights)?)[ ]*(?::|<-|=(?!=))"
    r"|(?<![.\w])(?:goal|target|desired|wanted)(?:_?(?:state|board|grid|lights))?\b"
    # a sum before a remainder: across the border
    r"|[-+][^-+*/%\n,;]{1,30}[)\]]?[ ]*(?:%|\bmod\b|`mod`|\brem\b)[ ]*(?!2\b)[\w(]"
    r"|\bmod\w*[(\[][^,()\n]{0,40}[-+][^,()\n]{0,40},[ ]*(?!2\b)"
    # a neighbour in another row and in another column
    r"|\[[^\[\]\n,]{0,40}[-+][ ]?1[ ]?(?:\][ ]?\[|,)[^\[\]\n,]{0,40}[-+][ ]?1\]"
    r"|(?<!\w)\([^()\n,]{0,40}[-+][ ]?1[ ]?,[^()\n,]{0,40}[-+][ ]?1[ ]?\)"
    r"|\(\w+[ ]?(?:-[ ]?1,[ ]?\w+[ ]?\+|\+[ ]?1,[ ]?\w+[ ]?[-+])[ ]?1\)"
    # all eight neighbours
    r"|(?:\bin|=|\bfrom)[ ]*\(?-1[ ]?(?:\.\.|:|,|;|to\b)[\s\S]{0,200}?(?:\bin|=|\bfrom)[ ]*\(?-1"
    r"[ ]?(?:\.\.|:|,|;|to\b)(?![\s\S]{0,200}\babs\b)"
    # won when all lights are on
    r"|\ball\w*[( ]+(?:map\()?all\b(?![( ]+[(=])"
    r"|if[ ]?\(?(?:\w+[ ]?(?:===?[ ]?0|!==?[ ]?1)|(?:!|not[ ])\w+)\)?[ :{]*\s*return (?:false|0)"
    r"|every\((?:\(?\w+\)? => \w+\.every\()?(?:Boolean"
    r"|\(?\w+\)? => \w+(?:\)|\.\w+\)| ===? ?(?:1|true)))"
    # 0 is on
    r"|\b(?-i:[oO]n|ON|LIT|Lit)(?:, ?(?:off|OFF))?[ ]*(?::?=|=>)[ ]*(?:0|false)\b"
    r"|\b(?:off|dark|unlit)[ ]*:?=[ ]*(?:1|true)\b"
    r"|(?:\b|_|is)(?:lit|on)\b[^\n;]{0,30}?(?:=>|:|return|=)[ ]*(?:\w+[ ]*==+[ ]*0|!\w|not\b)"
    # presses of given places, rows as numbers
    r"|(?:press|flip|toggle|click|tap|push|touch|hit|turn|switch|play|move)\w*[!?]?[ (]+"
    r"(?:\w+,?[ ])?[0-9]+[ ]?[, ][ ]?[0-9]|\b[01]{4,}\b|0b[01]"
)
"""What a program does that may make another puzzle of its board."""

_PLAYS = (
    r"(?:[\w$]+(?:\.|::|->))*(?i:\w*solve\w*|\w*solvable|play\w*|main|run|(?:new|make|load|parse"
    r"|create|from)?_?(?:board|grid|puzzle|game|lights_?out|level)|show\w*|draw\w*|print\w*|put\w*|echo|log"
    r"|\w*render\w*|display\w*|\w*parse\w*|load\w*|read\w*|\w*copy\w*|\w*clone|usestate"
    r"|set(?:lit|row|board|grid)|np\.array|asarray|array|list|vec|tuple|write\w*|test|hint"
    r"|min(?:imum)?\w*|image\w*|\w*plot)"
)
"""Functions that are given a board as it is."""

_ASKS = (
    r"(?:[\w$]+(?:\.|::|->))*(?i:len|length|size|sum|any|all|map|count\w*|nnz|array_(?:sum|map)"
    r"|dimensions?|n?row|n?col|is_?\w+|won|solved|lit_?count|while|range|enumerate|if|guard|case|until|and|or|then"
    r"|flatten|return|fold\w*)"
)
"""Functions of a board's size and lit cells, and what such a question stands in."""

_ALIAS = re.compile(
    r"(?m)^[ \t]*(?:[A-Za-z]+[ ]+)*?[\[$@]?(\0|[A-Za-z_]\w*)(?:, ?\w+\])?[ ]*(?::[^=\n]*)?"
    rf"(?::?=|<-)[ ]*(?:\0|{_PLAYS}[( ]\0|\0\.map\(\(?\w+\)? => (?:\w+\.(?:slice|copy|clone)\(\)"
    r"|\[\.\.\.\w+\])\)|\[(?:\w+\.copy\(\)|\w+\[:\]|list\(\w+\)) for \w+ in \0\]"
    r"|list\(map\(list, \0\)\)"
    r"|\0\.(?:copy|clone|to_owned|to_vec)\(\))[ ]*\)?[ ]*;?[ ]*$"
)
"""Another name that is given the board, or a copy of it."""

_INDEX = (
    r"(?:\.?[\[(](?:(?!(?:c|col\w*|x|j)\b)[a-zA-Z_$]\w*|\$\d)(?:[\])]\.?[\[(]|, ?)"
    r"(?:(?!(?:r|row\w*|y|i)\b)[a-zA-Z_$]\w*|\$\d)[\])]"
    r"|\.?[\[(](?:(?!(?:c|col\w*|x|j)\b)[a-zA-Z_$]\w*|\$\d|[@*])[\])](?!\.?[\[(]))"
)
_FILLED = re.compile(
    rf"(?m)^[ \t]*(?!\0)(\w+){_INDEX}[ ]*=[ ]*(?:[\w.]*[cC]opy\w*\()?\0|memcpy\((\w+), \0"
)
"""Another array that is filled with the cells of the board."""

_READS = re.compile(
    rf"(?<!not )(?<![!~^-])(?<!- )\0{_INDEX}(?![ ]*(?:==[ ]?0|!=[ ]?1|\?|[-^]|if\b))"
)
_USES = re.compile(
    rf"(?<![-+~^!*/%&|] )(?<![-+~^!*/%&|.\w$])(?<!not )(?:(?:{_ASKS}[( \[]+(?:\w*[ ]*, *)?)+"
    r"[&$*@]*\0(?:(?:\[0\])?\.(?:length|size|ravel|flatten|flat)(?:\(\))?|\[0\]|\.\(0\))?"
    r"(?!\)+[ ]*\[)(?=\s*[)\]};,:{\n]|[ ]?[-+*<>=]|\s*\Z| do\b)"
    rf"|(?:{_PLAYS}[( \[][ ]*(?:[A-Z], )?)+[&$*@]*\0"
    r"(?:\.(?:ravel|flatten|flat|copy|clone|iter|to_vec)\(\))?"
    r"(?:, (?:\d+|(?i:\w*(?:rows?|cols?|columns|size|width|height|\b[nmhw]))\b))*[)\]]*+"
    r"(?=\s*[;,:{})\n]|\s*\Z|\.(?:fold|then|length|print)\()"
    r"|memcpy\((?:\w+|\0), \0, [\w \0]*\)|(?<===[ ])\0(?=\s*(?:[\n;)]|\Z)))"
    rf"|(?m:^[ \t]*(\w+|\0)({_INDEX})[ ]*=[ ]*(?:\w+\.)?(?:copyOf\(|copy\()?\0\2"
    r"(?:,[ ]*\0\2\.length)?(?:\.(?:clone|copy|slice)\()?\)?[ ]*;?$)"
    r"|\0[ ]*=[ ]*new [\w\[\]., \0]+;|\w+\.setRow\(\w+, (\w+), \0\[\3\]\)"
    r"|\0(?:\[\w+\])?\.(?:length|size|shape|count|rows|cols|width|height|indices|columns)\b"
    r"(?:\(\))?(?!\s*=(?!=))(?:\.\w+)*"
    r"|\0\.(?:every|some|any|all|sum|joined\(\)\.contains|contains|none"
    r"|(?:flatten|flat)(?:\(\))?\.(?:count|sum|some|every))\b(?=\()"
    r"|\0\.(?:[Pp]ress|[Tt]oggle|[Tt]ap|[Cc]lick|[Ii]s\w+|[Aa]ll\w*|[Ss]olved?|[Ss]how|[Pp]rint"
    r"|get\w*)(?=\((?![0-9])[^\n]*\))|\$\{\0\[\$\d\]\}|return \0(?=\s*[;\n}])|(?m:^\0[ ]::.*$)"
    r"|\bin \0(?=[ ]?[:{\n]| do\b)|\bfor[ ]?\([\w ,&*\[\]]{1,40}?[ ]?(?:in|of|:)[ ]\0(?=\))"
    r"|\{\0\.map\(\(\w+, \w+\) => \w+\.map\(\(\w+, \w+\) => \(?\s*<"
    r"|\b(?:input|stdin|readline|scanf|gets)\b(?:(?!\bfor\b)[^\0]){0,200}?"
    r"\b(?:press|toggle|flip)\w*\(\0, [a-z]\w*(?: - 1)?, [a-z]\w*(?: - 1)?\)"
)
"""What a program may do with its board: read cells, give it to a function, walk through it."""

_CHANGES = re.compile(
    r"\0((?:\.?[\[(][^\[\]()\n=]{1,20}[\])]){1,2})\s*"
    r"(?:[-+^|&*/%⊻]?=(?!=)|<-|:=|\.toggle\b)[^\n;]*"
)
_SPOKEN = re.compile(r"[^\W\d_xXoO]{2}|[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _literals(
    bracket: Bracket, own: bool
) -> Iterator[tuple[Token | Bracket, bool, tuple[str, bool, tuple[str, ...]], Bracket]]:
    """Yield the lists and drawn strings that may be boards, whether they have rows, their names.

    Args:
        bracket: where they stand.
        own: whether a press changes its own light, so that a list of its neighbours may lack it.
    """
    for k, item in enumerate(bracket.items):
        if isinstance(item, Token):
            plain = item.kind == "string" and not _SPOKEN.search(item.text)
            drawn = plain and rows_in_string(item)
            if drawn or (plain and len(item.text) > 2 and SIGN_RUN.fullmatch(item.text)):
                yield item, bool(drawn), name_before(bracket.items, k - 1), bracket
        elif (value := item.value) is None:
            yield from _literals(item, own)
        else:
            rows = [cells_of(one) if isinstance(one, NestedList) else [one] for one in value.items]
            cells = cells_of(value)
            places = {" ".join(cell.text for cell in row) for row in rows}
            near = places - {"0 0"} == {"0 1", "1 0", "0 -1", "-1 0"} and (own or "0 0" in places)
            spoken = any(cell.kind == "string" and _SPOKEN.search(cell.text) for cell in cells)
            few = len(cells) < (5 if item.mark == "(" and value.depth == 1 else 3)
            runs = all(len(one.text) > 2 and one.text.lower() not in VALUES for one in cells)
            if not (near or spoken or few):
                yield item, value.depth > 1 or bool(value.said) or runs, name_of(item), bracket


_NAMED = re.compile(
    r"[\s\S]*?(?:(?:\A|[\n;{(,])[ \t]*(?:[\w@]+[ ]+){0,4}([A-Za-z_]\w*)[ ]*:(?![:=])[^=\n]{1,60}="
    r"(?![=>])[^=;]{0,40}\Z|(?<![\w.])([A-Za-z_]\w*)[?*)]?(?:\s*\[[^\]\n]*\]|[ ]?\([\w, ]*\))*[ ]*"
    r"(?:::[^\n]*\n?)?[ ]*(?::?=|<-|:|←|=>|\{)(?![=>])[^=;:{}]{0,80}\{?\Z"
    r"|\(def\w*[*]?\s+[*]?([\w-]+)[*]?\s(?:(?!\(def)[\s\S])*\Z)"
)
"""The name that is given the board behind it."""


def without_program(text: str) -> str:
    """Return a program's text with blanks for all but its comments and the board that it declares.

    It is as it is where it declares none or several, or may change the one or its rule.
    """
    found = tokens(text) if len(text) < 2**14 else []  # larger programs are not looked into
    own = re.search(  # a press that changes its own light
        r"\((?:\w+, )?(\w+)(?:: ?\w+)?, (?:\w+ )?(\w+)(?:: ?\w+)?\)[\s\S]{0,400}?(?:\[\1\]\[\2\]"
        r"|\[\1, ?\2\]|\(\1, ?\2\))", text,
    )  # fmt: skip
    boards = list(_literals(tree_of(found)[0], own is not None))
    if len(boards) != 1 or not boards[0][1]:
        return text
    board, _, (name, called, _), inner = boards[0]
    given = _NAMED.match(text[max(0, board.start - 200) : board.start])
    name = given[given.lastindex or 0] if given and (called or not name) else name.strip("$@*")
    start = text.rfind("\n", 0, max(text.rfind(name, 0, board.start), 0)) + 1
    end = next(  # of the statement
        re.compile(r"[^\n]*(?:\n[ \t]*[.)\]}|+*^,&-][^\n]*)*").finditer(text, board.end)
    ).end()
    strings = [
        one for one in found
        if one.kind == "string" and not start <= one.start < end
        and not re.search(
            r"(?i)(?:error\w*|fatal\w*|raise|throw|panic|exception|assert\w*|expect|fail\w*)\W{0,3}"
            r"\Z", text[max(0, one.start - 20) : one.start],
        )
    ]  # fmt: skip
    rest = blank_at(text, [(start, end), *(
        one[2:] for one in found if one.kind == "string" or (one.kind == "comment"
        and not re.match(r"(?:[\w)\]] ?|.[\w)\]])(?:%|//)(?!/)", text[max(0, one.start - 2) :][:5]))
    )])  # fmt: skip
    rest = re.sub(  # row and column of a number
        r"\b[Mm]od\w*([(\[][^()\[\]\n]*[)\]])",
        lambda one: " " if re.search(rf"(?i)(?:quotient|div)\w*{re.escape(one[1])}", text)
        else one[0], rest,
    )  # fmt: skip
    prose = re.findall(r"\b(?:[^\W\d_]{2,}+[ ,]+){3,}[^\W\d_]+", rest)
    names, left = {name}, ""
    for _ in range(3):
        word = re.compile(
            r"(?:\$?this(?:->|\.)|self\.|[$@*])?(?<![\w:])"
            rf"(?:{'|'.join(map(re.escape, names))})(?!\w)[*]?"
        )
        left = word.sub("\0", _HEADER.sub(partial(_judged_body, word), rest))
        left = _HEADER.sub(partial(_judged_body, re.compile("(?!)")), left)
        names |= {*_ALIAS.findall(left), *sum(_FILLED.findall(left), ())} - {"\0", ""}
    walked = {*re.findall(r"\bfor\b[^\n]{0,40}?(\w+)\)?[ ]*(?:in|of|:)[ ]*\0", left)}
    pressed = {
        *re.findall(r"\b(\w{1,60})\b[!?]?[ ]?(?:\([^()\n\x01]{0,99}\))?[^()\n\x01]{0,99}\x01", left)
    }
    presses = rf"\b(?:{'|'.join(pressed) or '(?!)'})\b"
    left = re.sub(
        r"(?m)^(?:(?![^=!<>~+]=[^=>]|<-|:=)[^\n])*\0[^\n]*$",  # no assignment
        lambda line: _READS.sub(" ", line[0]), left,
    )  # fmt: skip
    if (
        not (names_board(name) or re.search(r"(?i)lamps|leds|bulbs|\A[a-z]0\Z", name))
        or any(names_another(one) or names_answer(one) for one in names)
        or not re.search(r"\w[!?]?[ ]?\(|[A-Z]\w+\[", rest)
        or re.search(r"(?i)\b(?:are|you|that|which|my|we|game)\b", " ".join(prose))  # sentences
        or _RISKS.search(rest) or any(
            map(CHANGED_BY.search, [*prose, *(one.text for one in strings)])
        )
        or "\0" in _USES.sub(" ", _ALIAS.sub(" ", left))
        or re.search(
            rf"\b(?:{'|'.join(walked) or '(?!)'})(?:\[[^\]\n]*\]\s*[-+^|&*/%]?=(?!=)|\.(?:append"
            r"|push|pop|reverse|insert|extend|remove|delete|shift|unshift|fill|sort|splice|toggle"
            r"|set\w*)\b)", left,
        )
        or (len(re.findall(presses, left)) > len(pressed) and not re.search(
            r"(?i)read|input|stdin|mouse|click|scanf|gets|touch|tap|event|pressed|key", rest
        ))
        or re.search(rf"{presses}[ (\"]+[0-9]", left)
    ):  # fmt: skip
        return text
    kept = sorted([
        (0, 0), (start, end), (len(text), len(text)),
        *(one[2:] for one in found if one.kind == "comment"),
        *(one[2:] for one in strings if len(one.text.split()) > 2 and "{" not in one.text),
        *(one.span() for one in re.finditer(
            r"(?i)\b(?:n_?)?(?:rows?|cols?|columns|height|width|size|dim)[ ]*(?:=|:=|<-|[ ])[ ]*"
            r"[0-9]+\b(?![ ]*[-+*/])", rest,
        )),
    ])  # fmt: skip
    upto = accumulate((high for _, high in kept), max)
    outside = [(low, one[0]) for low, one in zip(upto, kept[1:], strict=False) if low < one[0]]
    around: Bracket | None = inner
    while around is not None and around.mark:
        inside = start <= around.start, start < around.end <= end
        outside += [(around.start, around.start + len(around.mark))] * (inside == (True, False))
        outside += [(around.end - 1, around.end)] * (inside == (False, True))
        around = around.parent
    return blank_at(text, outside)


def blank_at(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return a text with blanks at some places."""
    pieces, last = list[str](), 0
    for low, high in sorted(spans):
        pieces += [text[last:low], re.sub(r"[^\n]", " ", text[max(low, last) : high])]
        last = max(high, last)
    return "".join([*pieces, text[last:]])


def _judged_body(word: re.Pattern[str], head: re.Match[str]) -> str:
    """Return a function without what it does with its own parameters."""
    if word.search(head[2]):
        return blanked(head)
    given = {*re.findall(r"[A-Za-z_]\w*", head[2])}
    for one, value in re.findall(r"([a-z_]\w*) :?= ([^=,;\n]*)", head[3]):
        given |= {one} if given & {*re.findall(r"\w+", value)} else set()

    def change(one: re.Match[str]) -> str:
        places = {*re.findall(r"[A-Za-z_]\w*", one[1])}
        own = places <= given and (places or "$" in one[1])
        return " " if own and not re.search("(?<![$])[0-9]", one[1]) else one[0]

    done = _CHANGES.sub(change, inside := _HEADER.sub(partial(_judged_body, word), head[3]))
    return head[0][: head.start(3) - head.start()] + "\x01" * (done != inside) + done
