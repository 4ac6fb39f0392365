"""Coupled dials, cubes in many games, each of which turns itself and some others.

    colours: 4
    2 1 1 3
    1: 1 2 4
    2: 1 2 3
    3: 2 3 4
    4: 1 3 4

First where the dials stand, then for each, in order, which ones it turns by one step, counted from
1.  All shall show the same.
"""

import re
from dataclasses import replace

import numpy as np

from lo_exact.algebra.sparse import from_columns
from lo_exact.errors import InputError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.keys import read_colours_entry
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.puzzle import Layout, Puzzle
from lo_exact.topology import matrix_puzzle

MAX_DIALS = 2**12

_START = re.compile(
    r"\s*(?:colou?rs:\s*[0-9]+\s+)?[0-9]+(?:[ ,]+[0-9]+)*\s+1:[ 0-9,]*(?:\s+2:|\s*\Z)"
)
_DIAL = re.compile(r"\s*([0-9]+)\s*:(.*)")
_COLOURS = re.compile(r"\s*colou?rs:\s*(.*?)\s*", re.IGNORECASE)


def looks_like(text: str) -> bool:
    """Return whether a text begins with numbers and then ``1: ...``."""
    return _START.match(text) is not None


def read_dials(text: str, options: ReadOptions) -> Puzzle:
    """Parse a puzzle of coupled dials.

    Raises:
        InputError: With its place.
    """
    lines = [line for line in split_lines(text) if line.text.strip()]
    said = _COLOURS.fullmatch(lines[0].text) if lines else None
    at = Line(said[1], lines[0].number, lines[0].column + said.start(1)) if said else None
    entry = Entry("colours", at, (at,)) if at else None
    colours, unknown = read_colours_entry(entry, options.colours)
    rest = lines[1:] if said else lines
    if not rest:
        raise InputError("the dials are missing", line=1)
    first, *turns = rest
    if unknown:
        raise first.error("how many sides has a dial? write a line colours: 4, or --colours 4")
    state = [natural(word, "a dial", 0, colours - 1) for word in _numbers(first)]
    if len(turns) != len(state) or len(state) > MAX_DIALS:
        raise lines[-1].error(f"there are {len(state)} dials, and {len(turns)} of them turn")
    columns = [_turned(line, k, len(state)) for k, line in enumerate(turns, start=1)]
    names = tuple(str(k) for k in range(1, len(state) + 1))
    puzzle = matrix_puzzle(
        from_columns(len(state), colours, columns), np.array(state), layout=Layout(names=names)
    )
    return apply_options(replace(puzzle, uniform=True), options)


def _turned(line: Line, number: int, dials: int) -> dict[int, int]:
    found = _DIAL.fullmatch(line.text)
    if found is None or int(found[1][:9]) != number:
        raise line.stripped().error(
            f"dial {number} is written {number}: and which ones it turns, got "
            f"{quoted(line.text.strip())}"
        )
    words = _numbers(line._replace(text=found[2], column=line.column + found.start(2)))
    turned = [natural(word, "a dial", 1, dials) - 1 for word in words]
    if len(set(turned)) < len(turned):
        raise line.error(f"dial {number} names a dial twice")
    return dict.fromkeys(turned, 1)


def _numbers(line: Line) -> list[Line]:
    return line._replace(text=line.text.replace(",", " ")).words()
