"""Saved games of Flip: lines ``KEY     :length:value``; the position shown is the state.

The description's grid with the moves up to STATEPOS done: ``Mx,y`` presses one button, ``S`` shows
the solution and presses nothing.
"""

from __future__ import annotations

import re

import numpy as np

from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError, printable
from lo_exact.formats.asked import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.flip.ids import MAX_PLACES, board_of_description
from lo_exact.puzzle import Puzzle
from lo_exact.topology import with_state

_LINE = re.compile(r"([A-Z]+) *:([0-9]+):(.*)", re.ASCII)
_PARAMS = re.compile(r"([0-9]+)(?:x([0-9]+))?([a-z]?)", re.ASCII)
_MOVE = re.compile(r"M([0-9]+),([0-9]+)", re.ASCII)
MAX_MOVES = 1 << 20


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Read a saved game.

    Raises:
        InputError: With its place.
    """
    return [PuzzlePart(1, lambda: _read(text, options))]


def _read(text: str, options: ReadOptions) -> AnyPuzzle:
    values: dict[str, Line] = {}
    moves: list[Line] = []
    for line in split_lines(text):
        if not line.text.strip():
            continue
        found = _LINE.fullmatch(line.text)
        if found is None:
            raise line.error(f"a saved game has lines KEY :length:value, got {quoted(line.text)}")
        key, value = found[1], line._replace(text=found[3], column=line.column + found.start(3))
        length = natural(line._replace(text=found[2]), "a length", 0, 1 << 26)
        if length != len(value.text):
            said = printable(key, 20)
            raise value.error(f"{said} has {len(value.text)} characters, its length says {length}")
        if key in ("MOVE", "SOLVE", "RESTART"):
            moves.append(value)
        elif key in values:
            raise line.error(f"{printable(key, 20)} stands twice")
        else:
            values[key] = value
    game = _said(values, "GAME")
    if game.text != "Flip":
        raise game.error(f"this is a saved game of {quoted(game.text)}, and only Flip is read")
    states = natural(_said(values, "NSTATES"), "NSTATES", 1, MAX_MOVES)
    position = natural(_said(values, "STATEPOS"), "STATEPOS", 1, states)
    if len(moves) != states - 1:
        raise values["NSTATES"].error(
            f"{states} states come of {states - 1} moves, got {len(moves)}"
        )
    puzzle = _described(values)
    return apply_options(_moved(puzzle, moves[: position - 1]), options)


def _said(values: dict[str, Line], key: str) -> Line:
    if key not in values:
        raise InputError(f"the saved game has no {key}", line=1)
    return values[key]


def _described(values: dict[str, Line]) -> Puzzle:
    said = values.get("PARAMS") or _said(values, "CPARAMS")
    found = _PARAMS.fullmatch(said.text)
    if found is None:
        raise said.error(f"PARAMS is WxH, got {quoted(said.text)}")
    width = natural(said._replace(text=found[1]), "the width", 1, MAX_PLACES)
    height = natural(said._replace(text=found[2] or found[1]), "the height", 1, MAX_PLACES)
    if width * height > MAX_PLACES:
        raise said.error(f"a Flip game has at most {MAX_PLACES} lights, got {width}x{height}")
    description = _said(values, "DESC")
    matrix, comma, grid = description.text.partition(",")
    if not comma:
        raise description.error("DESC is MATRIX,GRID")
    start = description.column
    return board_of_description(
        height, width, description._replace(text=matrix),
        description._replace(text=grid, column=start + len(matrix) + 1),
    )  # fmt: skip


def _moved(puzzle: Puzzle, moves: list[Line]) -> Puzzle:
    height, width = puzzle.layout.light_at.shape
    presses = np.zeros(puzzle.buttons, dtype=np.int64)
    for move in moves:
        found = _MOVE.fullmatch(move.text)
        if found is not None:
            x = natural(move._replace(text=found[1]), "a column", 0, width - 1)
            y = natural(move._replace(text=found[2]), "a row", 0, height - 1)
            presses[y * width + x] += 1
        elif not re.fullmatch(f"S[01]{{{puzzle.buttons}}}", move.text):
            raise move.error(f"a move is Mx,y or S and {puzzle.buttons} digits")
    return with_state(puzzle, (puzzle.state + puzzle.activation.dot(presses)) % 2)
