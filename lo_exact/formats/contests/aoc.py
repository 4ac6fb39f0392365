"""Machines of Advent of Code 2025, day 10, one in each line and each a puzzle.

    [.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}

As they stand they are part one: lights off at the start, the diagram wanted, two colours.  With
``colours: none`` they are part two: counters at 0, the numbers in braces wanted.
"""

import re
from functools import partial

import numpy as np

from lo_exact.algebra.sparse import MAX_MODULUS, from_columns
from lo_exact.counters import HIGHEST, AnyPuzzle
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.puzzle import Layout
from lo_exact.topology import matrix_puzzle

MAX_LIGHTS = 2**12

PART_TWO = "read as part one (Advent of Code); for part two (counters) add --joltage"
"""Said with the first machine."""

_MACHINE = re.compile(r"\s*\[([.#]*)\]((?:\s+\([0-9,\s]*\))*)(?:\s+\{([0-9,\s]*)\})?\s*", re.ASCII)
_START = re.compile(r"\s*\[[.#]*\](?:\s+\([0-9, ]*\)|\s+\{)", re.ASCII)
_IN_TEXT = re.compile(r"\[[.#]+\](?:[ \t]+\([0-9, ]*\))+(?:[ \t]+\{[0-9, ]*\})?")
_CHANGE = re.compile(
    r"[\[({][^\])}\n]*[0-9.#]|[0-9.#]+[ \t]*[\])}]"
    r"|(?i:revers|flip|invert|swap|torus|wrap|mod\b|not\b|state|initial|target|goal)"
)
_BUTTON = re.compile(r"\(([^)]*)\)")


def looks_like(text: str) -> bool:
    """Return whether a text begins with a machine, or contains machines and no board."""
    return _START.match(text) is not None or bool(_machines(text))


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the machines in a text, one in each line, ignoring text around them."""
    lines = [] if _START.match(text) else _machines(text)
    lines = lines or [line for line in split_lines(text) if line.text.strip()]
    return [PuzzlePart(line.number, partial(_read, line, options)) for line in lines]


def _machines(text: str) -> list[Line]:
    """Return the lines of machines; none if other text could change or complete one."""
    pieces = [
        Line(found[0], line.number, found.start() + 1)
        for line in split_lines(text.replace("\\n", "  "))
        for found in _IN_TEXT.finditer(line.text)
    ]
    rest = _IN_TEXT.sub("", text)
    return [] if _CHANGE.search(rest) else pieces


def _read(line: Line, options: ReadOptions) -> AnyPuzzle:
    found = _MACHINE.fullmatch(line.text)
    if found is None:
        raise line.stripped().error(
            f"a machine is [.##.] (3) (1,3) ... {{3,5,4,7}}, got {quoted(line.text.strip())}"
        )
    lights = len(found[1])
    if lights > MAX_LIGHTS:
        raise line.error(f"a machine has at most {MAX_LIGHTS} lights, got {lights}")
    if not lights:
        raise line.error("a machine has at least one light", found.start(1))
    columns = []
    for button in _BUTTON.finditer(found[2]):
        at = found.start(2) + button.start(1)
        numbers = _numbers(Line(button[1], line.number, line.column + at), "a light", lights - 1)
        if len(set(numbers)) < len(numbers):
            raise line.error("a button names a light twice", at)
        columns.append(dict.fromkeys(numbers, 1))
    if found[3] is None and options.counters:
        raise line.error("part two needs the numbers in braces")
    held = Line(found[3] or "", line.number, line.column + max(found.start(3), 0))
    braces = _numbers(held, "a number", HIGHEST)
    if len(braces) != lights and found[3] is not None:
        raise line.error(
            f"there are {lights} lights and {len(braces)} numbers in braces", found.start(3)
        )
    if options.counters:
        matrix = from_columns(lights, MAX_MODULUS, columns)
        puzzle = matrix_puzzle(matrix, 0, target=braces)
    else:
        diagram = np.array([glyph == "#" for glyph in found[1]], dtype=np.int64)
        more = PART_TWO if line.number == 1 and found[3] is not None else ""
        matrix = from_columns(lights, 2, columns)
        puzzle = matrix_puzzle(matrix, 0, target=diagram, layout=Layout(note=more))
    return apply_options(puzzle, options)


def _numbers(piece: Line, what: str, high: int) -> list[int]:
    if not piece.text.strip():
        return []
    return [natural(number, what, 0, high) for number in piece.split(",")]
