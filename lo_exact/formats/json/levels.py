"""Levels as JSON objects, in the forms of published games and in lists of this program.

``levels.json`` of ``lo-exact make --count`` holds puzzles of our own with names and minima.  Two
families of other games are read: ``gridSize``, ``stateCount``, ``initialState`` (a press adds 1 to
the plus; all 0 is wanted), and CSPLib problem 27, Alien Tiles: ``N``, ``c``, ``target`` (from all
0; a press adds 1 to its row and column).  What such a level says of its answer (``optimalMoves``,
...) is ignored; one that says more about its rules is refused.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import quoted
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.json.reader import puzzle_of
from lo_exact.formats.json.text import (
    JsonValueError,
    Path,
    has_level_keys,
    located_error,
    parse_json,
    traverse_json,
)
from lo_exact.formats.json.values import a_list, an_integer, kind_of, required, rows
from lo_exact.puzzle import Puzzle
from lo_exact.topology import grid_puzzle

_START = re.compile(r"\s*(?:(?:export\s+)?(?:const|let|var)\s+\w+\s*=\s*)?(?=[\[{])")
_RULES = re.compile(
    r"target|goal|initial|start|wrap|toroid|torus|topolog|neighbo|rule|pattern|stencil|hole|mask"
    r"|wall|block|cost|price|button|adjacen",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"moves?|clicks?|press|steps?|time|score|stars?|par\b", re.IGNORECASE)


def looks_like(text: str) -> bool:
    """Return whether a text is a level or a list of levels."""
    found = _START.match(text)
    if found is None or not re.match(r"[\[{]\s*[\[{\"]", text[found.end() :]):
        return False
    return has_level_keys(text[: 1 << 16])


def read_all(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the levels of a text.

    Raises:
        InputError: With its place.
    """
    found = _START.match(text)
    start = found.end() if found else 0
    # blanks preserve the positions of the following text
    body = re.sub(r"\S", " ", text[:start]) + text[start:].rstrip().removesuffix(";")
    value = parse_json(body)
    listed = value if isinstance(value, list) else [value]
    depth = int(isinstance(value, list))
    at = {path: place for path, place, key in traverse_json(body) if len(path) == depth and not key}
    return [
        PuzzlePart(body.count("\n", 0, at[path]) + 1, partial(_read, level, path, body, options))
        for level, path in zip(listed, at, strict=True)
    ]


def _read(level: Any, path: Path, body: str, options: ReadOptions) -> Puzzle:
    try:
        if not isinstance(level, dict):
            raise JsonValueError(f"a level is an object, got {kind_of(level)}", path)
        if "puzzle_sha256" in level:
            return apply_options(_ours(level, path), options)
        _refuse_rules(level, path)
        puzzle = _alien(level, path) if "initialState" not in level else _grid(level, path)
    except JsonValueError as error:
        raise located_error(body, error) from None
    return apply_options(puzzle, options)


def _ours(level: Mapping[str, Any], path: Path) -> Puzzle:
    """Return a level in a list that ``lo-exact make --count`` wrote."""
    value = required(level, path, "puzzle")
    try:
        puzzle = puzzle_of(value)
    except JsonValueError as error:
        raise JsonValueError(str(error), (*path, "puzzle", *error.path)) from None
    if puzzle.sha256 != level["puzzle_sha256"]:
        raise JsonValueError("the puzzle is not the one of puzzle_sha256", (*path, "puzzle_sha256"))
    claimed = an_integer(level["weight"], (*path, "weight"), "weight", 0, 2**62)
    name = str(level.get("file", "")).rpartition(".")[0]
    return replace(puzzle, layout=replace(puzzle.layout, title=name, claimed=claimed))


def _refuse_rules(level: Mapping[str, Any], path: Path) -> None:
    """Refuse a level with an unknown key that could change its rules."""
    known = "initialState" if "initialState" in level else "target"
    for key, value in level.items():
        if key != known and value and _RULES.search(key) and not _ANSWERS.search(key):
            raise JsonValueError(
                f"what a level means by {quoted(key)} is not known here", (*path, key)
            )


def _grid(level: Mapping[str, Any], path: Path) -> Puzzle:
    colours = an_integer(level.get("stateCount", 2), (*path, "stateCount"), "stateCount", 2, 2**31)
    here = (*path, "initialState")
    state = rows(required(level, path, "initialState"), here, "the state", 0, colours - 1)
    if "gridSize" in level and state.shape != (level["gridSize"],) * 2:
        raise JsonValueError(
            f"gridSize is {kind_of(level['gridSize'])}, the state has {state.shape[0]} x "
            f"{state.shape[1]} places",
            (*path, "gridSize"),
        )
    return grid_puzzle(state, colours=colours)


def _alien(level: Mapping[str, Any], path: Path) -> Puzzle:
    colours = an_integer(required(level, path, "c"), (*path, "c"), "c", 2, 2**31)
    size = an_integer(required(level, path, "N"), (*path, "N"), "N", 1, 4096)
    here = (*path, "target")
    a_list(required(level, path, "target"), here, "the target")
    target = rows(level["target"], here, "the target", 0, colours - 1, shape=(size, size))
    return grid_puzzle(
        np.zeros_like(target), colours=colours, neighbourhood="row+column", target=target
    )
