"""Puzzles from contests and games: Advent of Code machines, coupled dials, and judge files.

`read_machines`: machines of Advent of Code 2025, day 10, one in each line and each a puzzle.

    [.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}

By default they are part one: lights off at the start, the diagram wanted, two colours.  With
``colours: none`` they are part two: counters at 0, the numbers in braces wanted.

`read_dials`: coupled dials, cubes in many games, each of which turns itself and some others.

    colours: 4
    2 1 1 3
    1: 1 2 4
    2: 1 2 3
    3: 2 3 4
    4: 1 3 4

First the positions of the dials, then for each dial, in order, the dials that it turns by one step,
counted from 1.  All dials must show the same in the end.

`read_cases`: judge files of contests, rows of 0 and 1 below a count or size, with one or many
cases.

    2                 N             M N                 T
    0 1 1 0 1 0       N rows of N   M rows of N,        M N
    ... 10 rows                     again, maybe 0 0    M rows of N, again

The first is POJ 1222 and its relatives: the number of boards, each of 5 rows of 6.  All lights must
go off.  A file is read when exactly one of these shapes fits all of it.
"""

import re
from collections.abc import Sequence
from functools import partial

from lo_exact.algebra.sparse import MAX_MODULUS, from_columns
from lo_exact.counters import HIGHEST, AnyPuzzle
from lo_exact.errors import AmbiguousError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.header import parse_header, read_colours_entry
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import LISTED, Line, natural, quoted, reject, split_lines
from lo_exact.formats.board.reader import drawn_board
from lo_exact.formats.board.rows import read_rows
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.topology import matrix_puzzle

MAX_LIGHTS = 2**12
"""Lights of one machine."""

PART_TWO = "read as part one (Advent of Code); for part two (counters) add --joltage"
"""Note printed with the first machine."""

_MACHINE = re.compile(r"\s*\[([.#]*)\]((?:\s+\([0-9,\s]*\))*)(?:\s+\{([0-9,\s]*)\})?\s*", re.ASCII)
_MACHINE_START = re.compile(r"\s*\[[.#]*\](?:\s+\([0-9, ]*\)|\s+\{)", re.ASCII)
_IN_TEXT = re.compile(r"\[[.#]+\](?:[ \t]+\([0-9, ]*\))+(?:[ \t]+\{[0-9, ]*\})?")
_CHANGE = re.compile(
    r"[\[({][^\])}\n]*[0-9.#]|(?<![0-9.#])[0-9.#]+[ \t]*[\])}]"
    r"|(?i:revers|flip|invert|swap|torus|wrap|mod\b|not\b|state|initial|target|goal"
    r"|all[ _-](?:the )?(?:lights? )?(?:be )?(?:on|lit|off)\b|diagonal|colou?rs?\b|solution|answer)"
)
_CODE = re.compile(r"[{&]|\w\(|\w[ ]?=")


def looks_like_machines(text: str) -> bool:
    """Return whether a text begins with Advent of Code machines, or contains them but no board."""
    return _MACHINE_START.match(text) is not None or bool(_machines(text))


def read_machines(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the machines in a text, one in each line, ignoring text around them."""
    from lo_exact.formats.scanner.doubts import judge_remarks

    lines = [] if _MACHINE_START.match(text) else _machines(text)
    around = _IN_TEXT.sub("", text.replace("\\n", "\n")).split("\n") if lines else []
    judge_remarks((line for line in around if not _CODE.search(line)), lights=False)
    lines = lines or [line for line in split_lines(text) if line.text.strip()]
    return [PuzzlePart(line.number, partial(_machine, line, options)) for line in lines]


def _machines(text: str) -> list[Line]:
    """Return the machines in a text; empty if the words around them may change their meaning."""
    pieces = [
        Line(found[0], line.number, found.start() + 1)
        for line in split_lines(text.replace("\\n", "  "))
        for found in _IN_TEXT.finditer(line.text)
    ]
    return [] if _CHANGE.search(_IN_TEXT.sub("", text)) else pieces


def _machine(line: Line, options: ReadOptions) -> AnyPuzzle:
    found = _MACHINE.fullmatch(line.text)
    if found is None:
        raise line.stripped().error(
            f"a machine is [.##.] (3) (1,3) ... {{3,5,4,7}}, got {quoted(line.text.strip())}"
        )
    lights = len(found[1])
    line.reject(lights > MAX_LIGHTS, f"a machine has at most {MAX_LIGHTS} lights, got {lights}")
    line.reject(not lights, "a machine has at least one light", found.start(1))
    buttons, columns = line.group(found, 2), list[dict[int, int]]()
    for button in re.finditer(r"\(([^)]*)\)", buttons.text):
        named = buttons.group(button, 1)
        numbers = _listed_numbers(named, "a light", lights - 1)
        named.reject(len(set(numbers)) < len(numbers), "a button names a light twice")
        columns.append(dict.fromkeys(numbers, 1))
    line.reject(found[3] is None and options.counters, "part two needs the numbers in braces")
    braces = _listed_numbers(line.group(found, 3), "a number", HIGHEST) if found[3] else []
    line.reject(
        len(braces) != lights and found[3] is not None,
        f"there are {lights} lights and {len(braces)} numbers in braces",
        found.start(3),
    )
    matrix = from_columns(lights, MAX_MODULUS if options.counters else 2, columns)
    target = braces if options.counters else [int(glyph == "#") for glyph in found[1]]
    first = line.number == 1 and found[3] is not None and not options.counters
    layout = Layout(note=PART_TWO if first else "")
    puzzle = matrix_puzzle(matrix, 0, target=target, layout=layout)
    return apply_options(puzzle, options)


def _listed_numbers(piece: Line, what: str, high: int) -> list[int]:
    numbers = piece.split(",") if piece.text.strip() else []
    return [natural(number, what, 0, high) for number in numbers]


MAX_DIALS = 2**12
"""Dials of one machine."""


def read_dials(text: str, options: ReadOptions) -> Puzzle:
    """Parse a puzzle of coupled dials.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    entries, body = parse_header(split_lines(text), ["colours"])
    colours, unknown = read_colours_entry(entries.get("colours"), options.colours)
    lines = [line for line in body if line.text.strip()]
    reject(not lines, "the dials are missing", line=1)
    first, *turns = lines
    first.reject(unknown, "how many sides has a dial? write a line colours: 4, or --colours 4")
    state = [natural(word, "a dial", 0, colours - 1) for word in first.words(LISTED)]
    lines[-1].reject(
        len(turns) != len(state) or len(state) > MAX_DIALS,
        f"there are {len(state)} dials, and {len(turns)} of them turn",
    )
    columns = [_turned(line, k, len(state)) for k, line in enumerate(turns, start=1)]
    puzzle = matrix_puzzle(
        from_columns(len(state), colours, columns),
        state,
        uniform=True,
        layout=Layout(names=tuple(map(str, range(1, len(state) + 1)))),
    )
    return apply_options(puzzle, options)


def _turned(line: Line, number: int, dials: int) -> dict[int, int]:
    found = re.fullmatch(rf"\s*0*{number}\s*:(.*)", line.text)
    if found is None:
        raise line.stripped().error(
            f"dial {number} is written {number}: and which ones it turns, got "
            f"{quoted(line.text.strip())}"
        )
    turned = [natural(word, "a dial", 1, dials) - 1 for word in line.group(found, 1).words(LISTED)]
    line.reject(len(set(turned)) < len(turned), f"dial {number} names a dial twice")
    return dict.fromkeys(turned, 1)


Case = list[Line]

_SIZE = re.compile("0|[1-9][0-9]{0,8}")
"""Pattern of a number of rows, columns or cases."""

_ROW = re.compile(r"[0-9\s]+|[.#*xXoO_\s-]+", re.ASCII)


def looks_like_judged(text: str) -> bool:
    """Return whether a text is input for a contest judge: boards after their number or sizes."""
    return bool(_readings([line for line in split_lines(text) if line.text.strip()]))


def read_cases(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Parse the boards in the input file of a contest judge.

    Raises:
        InputError: When no shape fits the text, or several do.
    """
    lines = [line for line in split_lines(text) if line.text.strip()]
    readings = _readings(lines)
    if not readings:
        first = lines[0] if lines else Line("", 1)
        raise first.error(
            "a judge's file has the number of boards, the size or both, and then exactly the rows "
            f"that they say; got {quoted(first.text.strip())} above {len(lines) - 1} rows"
        )
    if len(readings) > 1:
        raise AmbiguousError(
            f"the file reads {len(readings)} ways: {' | '.join(readings)}", line=lines[0].number
        )
    (cases,) = readings.values()
    return [PuzzlePart(case[0].number, partial(_case, case, options)) for case in cases]


def _readings(lines: Sequence[Line]) -> dict[str, list[Case]]:
    """Return {layout of a judge file: its boards as rows} for each layout that fits the lines."""
    if not lines or not all(_ROW.fullmatch(line.text) for line in lines):
        return {}
    counted = {
        "the number of boards of 5 x 6": _cases(lines[1:], (5, 6)),
        "the number of boards, each below its size": _cases(lines[1:]),
    }
    found = {"boards below their sizes": _cases(lines)} | {
        about: cases for about, cases in counted.items() if _size(lines[0]) == (len(cases),)
    }
    return {about: cases for about, cases in found.items() if cases}


def _cases(lines: Sequence[Line], fixed: tuple[int, ...] = ()) -> list[Case]:
    """Return boards of the size ``fixed``, or each below its own, ``M N`` or ``N``.

    ``0 0`` or ``0`` can end a list with sizes.  There are no cases if these do not fit.
    """
    cases: list[Case] = []
    at = 0
    while at < len(lines):
        size = fixed or _size(lines[at]) or (-1,)
        at += not fixed
        if cases and at == len(lines) and set(size) == {0}:
            break
        rows = list(lines[at : at + size[0]])
        if size[0] < 1 or len(rows) < size[0] or not _are_rows(rows, size[-1]):
            return []
        cases.append(rows)
        at += size[0]
    return cases


def _are_rows(lines: Sequence[Line], width: int) -> bool:
    """Return whether each line has this number of cells, with or without blanks between them."""
    words = [line.text.split() for line in lines]
    cells = [list(row[0]) if len(row) == 1 and width > 1 else row for row in words]
    return width > 0 and all(len(row) == width and set(map(len, row)) == {1} for row in cells)


def _size(line: Line) -> tuple[int, ...] | None:
    """Parse a line of one or two numbers, a possible size; None for any other line."""
    words = line.text.split()
    known = 0 < len(words) < 3 and all(map(_SIZE.fullmatch, words))
    return tuple(map(int, words)) if known else None


def _case(case: Case, options: ReadOptions) -> Puzzle:
    colours, hint = read_colours_entry(None, options.colours)
    if len({len(line.text.split()) > 1 for line in case}) > 1:  # some rows have blanks: remove them
        case = [line._replace(text="".join(line.text.split())) for line in case]
    return drawn_board(read_rows(case, colours, {}, hint=hint), options)
