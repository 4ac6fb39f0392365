"""Parser for puzzles in JSON: this program's own format, and levels of published games.

`read_json` reads the own format, with all features; the schema is docs/puzzle.schema.json.  It has
three shapes, distinguished by one key: an explicit matrix (``activation``), a graph (``graph``),
and otherwise a grid with a rule.  `read_activation` reads an explicit matrix, dense or sparse, and
`read_numbering` the places where its lights or buttons are drawn.

`read_level_objects` reads levels.  ``levels.json`` of ``lo-exact make --count`` holds puzzles of
our own with names and minima.  Levels of two families of other games are read:

- ``gridSize``, ``stateCount``, ``initialState``: a press adds 1 to the plus; all 0 is wanted.
- CSPLib problem 27, Alien Tiles, with ``N``, ``c``, ``target``: from all 0 to the target; a press
  adds 1 to its row and column.

A level's keys about its answer (``optimalMoves``, ...) are ignored.  A level with more keys about
its rules is refused.
"""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import MAX_MODULUS, IntArray, SparseMatrix, from_entries
from lo_exact.counters import AnyPuzzle, counters_of
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.header import objective_of
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import located, quoted
from lo_exact.formats.files import PuzzlePart
from lo_exact.formats.json.values import (
    JsonValueError,
    Path,
    a_bool,
    a_list,
    a_word,
    an_integer,
    an_object,
    at_path,
    kind_of,
    located_error,
    names,
    numbers,
    parse_json,
    reject_value,
    required,
    rows,
    traverse_json,
)
from lo_exact.puzzle import MAX_PRICE, Layout, Objective, Puzzle
from lo_exact.topology import HOLE, MAX_PLACES, SURFACES, graph_matrix, grid_puzzle, matrix_puzzle
from lo_exact.topology.graph import check_simple
from lo_exact.topology.grid import check_entries
from lo_exact.topology.rules import rule_name

_GRID = re.compile(r'"(?:initialState|stateCount|gridSize)"\s*:')
_ALIEN = re.compile(r'"(?:N|c)"\s*:\s*[0-9]')
_OURS = re.compile(r'\s*\[?\s*\{\s*"file"\s*:\s*"[^"\n]*"\s*,\s*"weight"\s*:')


def has_level_keys(text: str) -> bool:
    """Return whether a JSON text has the keys of a level."""
    known = begins_our_list(text) or (len(_ALIEN.findall(text)) >= 2 and '"target"' in text)
    return _GRID.search(text) is not None if '"initialState"' in text else known


def begins_our_list(text: str) -> bool:
    """Return whether a text begins like ``levels.json`` of ``lo-exact make --count``."""
    return _OURS.match(text) is not None


def read_activation(value: Any, colours: int) -> SparseMatrix:
    """Parse a matrix given as dense rows, or as sizes and entries.

    Raises:
        JsonValueError: With the path of the wrong value.
    """
    path: Path = ("activation",)
    if isinstance(value, SparseMatrix):
        return value
    if isinstance(value, list):
        dense = rows(value, path, "activation", 0, colours - 1)
        light, button = np.nonzero(dense)
        return from_entries(
            (dense.shape[0], dense.shape[1]), colours, light, button, dense[light, button]
        )
    data = an_object(value, path, "activation", ("lights", "buttons", "entries"))
    lights, buttons = (
        an_integer(required(data, path, key), (*path, key), key, 0, MAX_PLACES)
        for key in ("lights", "buttons")
    )
    path = (*path, "entries")
    entries = a_list(required(data, ("activation",), "entries"), path, "entries")
    with at_path(path):
        check_entries(len(entries))
    for i, entry in enumerate(entries):
        reject_value(
            type(entry) is not list or len(entry) != 3,
            "an entry is [light, button, amount]",
            (*path, i),
        )
    high = np.array([lights - 1, buttons - 1, colours - 1])
    table = np.full((1, 3), -1, dtype=np.int64)
    if {type(number) for entry in entries for number in entry} <= {int}:
        with suppress(OverflowError):  # a number beyond 64 bits
            table = np.array(entries, dtype=np.int64).reshape(-1, 3)
    if (table < 0).any() or (table > high).any():
        for i, entry in enumerate(entries):
            for k, what in enumerate(("a light", "a button", "an amount")):
                an_integer(entry[k], (*path, i, k), what, 0, int(high[k]))
    place = table[:, 1] * lights + table[:, 0]
    order = np.argsort(place, kind="stable")
    again = np.flatnonzero(place[order][1:] == place[order][:-1])
    if again.size:
        raise JsonValueError("this light and button stand twice", (*path, int(order[again[0] + 1])))
    return from_entries((lights, buttons), colours, table[:, 0], table[:, 1], table[:, 2])


def read_numbering(layout: Mapping[str, Any], key: str, size: int) -> IntArray:
    """Parse the light or button number of each cell; every number must occur exactly once."""
    path: Path = ("layout", key)
    drawn = rows(
        required(layout, ("layout",), key), path, f"layout of {key}", 0, size - 1, special=(None,)
    )
    drawn[drawn == HOLE] = -1
    reject_value(
        not np.array_equal(np.sort(drawn[drawn >= 0]), np.arange(size)),
        f"the layout must show each of the {size} {key} once",
        path,
    )
    return drawn


Places = NDArray[np.bool_]

FORMAT = "lo-exact puzzle 1"

MAX_JSON_HEAD = 1 << 16
"""Characters at the beginning of a JSON text that tell whose JSON it is."""

COMMON_KEYS = ("format", "colours", "state", "target", "uniform", "objective", "prices")
GRID_KEYS = (*COMMON_KEYS, "neighbourhood", "topology", "buttons")
GRAPH_KEYS = (*COMMON_KEYS, "graph")
MATRIX_KEYS = (*COMMON_KEYS, "activation", "layout", "names", "button_names")


_ARRAY = re.compile(r"""\{\s*(?:[{\[(0-9'tTfFN-]|"(?:[^"\\\n]|\\.)*"\s*[,}])""")
"""Pattern of the beginning of an array in braces, as in C and Picat."""


def looks_like_json(text: str) -> bool:
    """Return whether a text begins like a JSON object and is not a level of a known game."""
    start = text.lstrip()[:MAX_JSON_HEAD]
    return start[:1] == "{" and not _ARRAY.match(start) and not has_level_keys(start)


def read_json(text: str, options: ReadOptions) -> AnyPuzzle:
    """Parse a JSON puzzle.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    value = parse_json(text)
    try:
        return puzzle_as_asked(value, options)
    except JsonValueError as error:
        raise located_error(text, error) from None


def puzzle_as_asked(value: Any, options: ReadOptions) -> AnyPuzzle:
    """Return the puzzle of a parsed JSON value, with the reading options applied.

    Raises:
        JsonValueError: With the path of the wrong value.
        InputError: When an option contradicts the puzzle.
    """
    puzzle = apply_options(puzzle_of(value, options.colours), options)
    if "colours" in value and value["colours"] is None:
        with located(1):
            return counters_of(puzzle)
    return puzzle


def puzzle_of(value: Any, default: int | None = None) -> Puzzle:
    """Return the puzzle of a parsed JSON value; counters (colours null) are read as 2^31 colours.

    Args:
        value: The value returned by `parse_json`.
        default: Number of colours if the value has none; None: 2.

    Raises:
        JsonValueError: With the path of the wrong value.
    """
    keys: tuple[str, ...] = (*GRID_KEYS, "graph", "activation")  # errors list all these keys
    read = _grid
    if isinstance(value, dict) and {"matrix", "state"} <= set(value):
        value = _of_matrix(value)
    if isinstance(value, dict) and "activation" in value:
        keys, read = MATRIX_KEYS, _matrix
    elif isinstance(value, dict) and "graph" in value:
        keys, read = GRAPH_KEYS, _graph
    data = an_object(value, (), "the puzzle", keys)
    form = data.get("format", FORMAT)
    reject_value(form != FORMAT, f"the format must be '{FORMAT}', got {kind_of(form)}", ("format",))
    said = data.get("colours", 2 if default is None else default)
    said = MAX_MODULUS if said is None else said
    return read(data, an_integer(said, ("colours",), "colours", 2, MAX_MODULUS))


def _of_matrix(value: dict[str, Any]) -> dict[str, Any]:
    """Convert another program's JSON keys for matrix and state to this format's keys.

    Raises:
        JsonValueError: When rows may be lights as well as buttons.
    """
    drawn = [
        [
            int(cell) if isinstance(cell, bool) else cell
            for cell in a_list(row, ("matrix", i), "a row")
        ]
        for i, row in enumerate(a_list(value["matrix"], ("matrix",), "the matrix"))
    ]
    matrix = rows(drawn, ("matrix",), "the matrix", 0, 1)
    state = a_list(value["state"], ("state",), "the state")
    across = matrix.T
    reject_value(
        matrix.shape[0] == matrix.shape[1] and not np.array_equal(matrix, across),
        "rows may be lights or buttons: it is not symmetric",
        ("matrix",),
    )
    lights = across if len(state) == matrix.shape[1] != matrix.shape[0] else matrix
    others = {key: said for key, said in value.items() if key != "matrix"}
    return others | {"activation": lights.tolist(), "state": [
        int(one) if isinstance(one, bool) else one for one in state
    ]}  # fmt: skip


def _grid(data: Mapping[str, Any], colours: int) -> Puzzle:
    state = rows(
        required(data, (), "state"), ("state",), "the state", 0, colours - 1, special=(None,)
    )
    lights = state != HOLE
    buttons = lights if "buttons" not in data else (
        rows(data["buttons"], ("buttons",), "buttons", 0, 1, shape=state.shape) == 1
    )  # fmt: skip
    asked = _asked(data, colours, lights, buttons)
    topology = a_word(data.get("topology", "plane"), ("topology",), "topology", tuple(SURFACES))
    rule = data.get("neighbourhood", "plus")
    path: Path = ("neighbourhood",) if "neighbourhood" in data else ()
    reject_value(
        not isinstance(rule, str), f"neighbourhood must be a text, got {kind_of(rule)}", path
    )
    with at_path(path):
        return grid_puzzle(
            state,
            colours=colours,
            neighbourhood=rule_name(rule),
            topology=topology,
            buttons=buttons,
            **asked,
        )


def _asked(
    data: Mapping[str, Any], colours: int, lights: Places, buttons: Places
) -> dict[str, Any]:
    """Parse target, uniform, objective and prices into keyword arguments for making a puzzle.

    Args:
        data: the puzzle.
        colours: c.
        lights: mask of the cells with lights, (rows, columns), or True for each entry of a list.
        buttons: the same for buttons.
    """
    target = data.get("target", 0)
    uniform = target == "any" or a_bool(data.get("uniform", False), ("uniform",), "uniform")
    if isinstance(target, list):
        target = _placed(data, "target", "the target", colours - 1, lights, "?")
    else:
        target = an_integer(
            0 if target == "any" else target, ("target",), "the target", 0, colours - 1
        )
    with at_path(("objective",)):
        objective = objective_of(data.get("objective"), "prices" in data)
    asked = {"target": target, "uniform": uniform, "objective": objective}
    if objective is Objective.PRICES and isinstance(data["prices"], list):
        asked["prices"] = _placed(data, "prices", "prices", MAX_PRICE, buttons)
    elif objective is Objective.PRICES:
        asked["prices"] = an_integer(data["prices"], ("prices",), "prices", 0, MAX_PRICE)
    return asked


def _placed(
    data: Mapping[str, Any], key: str, what: str, high: int, places: Places, *special: str
) -> IntArray:
    """Parse a key's value, one number per cell or list entry; empty grid cells must be null."""
    if places.ndim == 1:
        return numbers(data[key], (key,), what, 0, high, size=places.size, special=special)
    drawn = rows(data[key], (key,), what, 0, high, shape=places.shape, special=(None, *special))
    wrong = np.argwhere((drawn != HOLE) != places)
    if wrong.size:
        raise JsonValueError(
            "null stands where there is nothing, and only there", (key, *wrong[0].tolist())
        )
    return drawn


def _graph(data: Mapping[str, Any], colours: int) -> Puzzle:
    path: Path = ("graph",)
    graph = an_object(data["graph"], path, "graph", ("vertices", "edges", "directed", "closed"))
    vertices = names(required(graph, path, "vertices"), (*path, "vertices"), "vertices")
    number = {name: i for i, name in enumerate(vertices)}
    directed = a_bool(graph.get("directed", False), (*path, "directed"), "directed")
    closed = a_bool(graph.get("closed", True), (*path, "closed"), "closed")
    path = (*path, "edges")
    edges, amounts = [], []
    for i, edge in enumerate(a_list(required(graph, ("graph",), "edges"), path, "edges")):
        at = (*path, i)
        reject_value(
            len(a_list(edge, at, "an edge")) not in (2, 3),
            "an edge is two names and maybe an amount",
            at,
        )
        for k in range(2):
            if not isinstance(edge[k], str) or edge[k] not in number:
                said = quoted(edge[k]) if isinstance(edge[k], str) else kind_of(edge[k])
                raise JsonValueError(f"no vertex is called {said}", (*at, k))
        edges.append((number[edge[0]], number[edge[1]]))
        amounts.append(an_integer((*edge, 1)[2], (*at, 2), "an amount", 0, colours - 1))
    check_simple(
        edges, directed=directed, closed=closed,
        error=lambda k, problem: JsonValueError(problem, (*path, k)),
    )  # fmt: skip
    matrix = graph_matrix(
        len(vertices),
        *np.array(edges, dtype=np.int64).reshape(-1, 2).T,
        directed=directed,
        closed=closed,
        colours=colours,
        amounts=np.array(amounts, dtype=np.int64),
    )
    return _flat(data, matrix, Layout(names=vertices))


def _matrix(data: Mapping[str, Any], colours: int) -> Puzzle:
    matrix = read_activation(data["activation"], colours)
    light_at = button_at = np.zeros((0, 0), dtype=np.int64)
    if "layout" in data:
        path: Path = ("layout",)
        layout = an_object(data["layout"], path, "layout", ("lights", "buttons"))
        light_at = read_numbering(layout, "lights", matrix.shape[0])
        button_at = read_numbering(layout, "buttons", matrix.shape[1])
        reject_value(
            light_at.shape != button_at.shape,
            "lights and buttons have the same rows and columns",
            path,
        )
    named: dict[str, tuple[str, ...]] = {}
    for key, size, what in (
        ("names", matrix.shape[0], "lights"),
        ("button_names", matrix.shape[1], "buttons"),
    ):
        named[key] = names(data.get(key, []), (key,), key)
        reject_value(
            key in data and len(named[key]) != size,
            f"{key} must be {size}, one for each of the {what}, got {len(named[key])}",
            (key,),
        )
    return _flat(data, matrix, Layout(light_at, button_at, named["names"], named["button_names"]))


def _flat(data: Mapping[str, Any], matrix: SparseMatrix, layout: Layout) -> Puzzle:
    """Return the puzzle of a matrix whose state, target and prices are flat lists."""
    places = [np.ones(size, dtype=np.bool_) for size in matrix.shape]
    state = _placed({"state": required(data, (), "state")}, "state", "the state",
                    matrix.modulus - 1, places[0])  # fmt: skip
    asked = {"prices": 0} | _asked(data, matrix.modulus, *places)
    return matrix_puzzle(matrix, state, layout=layout, **asked)


_LEVELS = re.compile(r"\s*(?:(?:export\s+)?(?:const|let|var)\s+\w+\s*=\s*)?(?=[\[{])")
_RULES = re.compile(
    r"target|goal|initial|start|wrap|toroid|torus|topolog|neighbo|rule|pattern|stencil|hole|mask"
    r"|wall|block|cost|price|button|adjacen|diagonal|cyclic|periodic|radius|hex|king|knight|surface",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"moves?|clicks?|press|steps?|time|score|stars?|par\b", re.IGNORECASE)


def looks_like_levels(text: str) -> bool:
    """Return whether a text is a level or a list of levels."""
    found = _LEVELS.match(text)
    opened = found and re.match(r"[\[{]\s*[\[{\"]", text[found.end() :])
    return opened is not None and has_level_keys(text[:MAX_JSON_HEAD])


def read_level_objects(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the levels of a text.

    Raises:
        InputError: When a level does not parse, with line and column.
    """
    found = _LEVELS.match(text)
    start = found.end() if found else 0
    # replace the beginning by blanks, so that positions in errors stay correct
    body = re.sub(r"\S", " ", text[:start]) + text[start:].rstrip("; ,\t\r\n")
    value = parse_json(body)
    listed = value if isinstance(value, list) else [value]
    depth = int(isinstance(value, list))
    at = {path: place for path, place, key in traverse_json(body) if len(path) == depth and not key}
    return [
        PuzzlePart(body.count("\n", 0, at[path]) + 1, partial(_level, level, path, body, options))
        for level, path in zip(listed, at, strict=True)
    ]


def _level(level: Any, path: Path, body: str, options: ReadOptions) -> Puzzle:
    try:
        reject_value(
            not isinstance(level, dict), f"a level is an object, got {kind_of(level)}", path
        )
        if "puzzle_sha256" in level:
            return apply_options(_ours(level, path), options)
        _refuse_rules(level, path)
        puzzle = _alien(level, path) if "initialState" not in level else _level_grid(level, path)
    except JsonValueError as error:
        raise located_error(body, error) from None
    return apply_options(puzzle, options)


def _ours(level: Mapping[str, Any], path: Path) -> Puzzle:
    """Return the puzzle of a level that ``lo-exact make --count`` wrote; check its hash."""
    value = required(level, path, "puzzle")
    try:
        puzzle = puzzle_of(value)
    except JsonValueError as error:
        raise JsonValueError(str(error), (*path, "puzzle", *error.path)) from None
    reject_value(
        puzzle.sha256 != level["puzzle_sha256"],
        "the puzzle is not the one of puzzle_sha256",
        (*path, "puzzle_sha256"),
    )
    claimed = an_integer(level["weight"], (*path, "weight"), "weight", 0, 2**62)
    return replace(puzzle, layout=replace(
        puzzle.layout, title=str(level.get("file", "")).rpartition(".")[0], claimed=claimed
    ))  # fmt: skip


def _refuse_rules(level: Mapping[str, Any], path: Path) -> None:
    """Refuse a level with an unknown key that could change its rules."""
    known = "initialState" if "initialState" in level else "target"
    for key, value in level.items():
        reject_value(
            key != known and value and _RULES.search(key) and not _ANSWERS.search(key),
            f"what a level means by {quoted(key)} is not known here",
            (*path, key),
        )


def _level_grid(level: Mapping[str, Any], path: Path) -> Puzzle:
    colours = an_integer(level.get("stateCount", 2), (*path, "stateCount"), "stateCount", 2, 2**31)
    state = rows(
        required(level, path, "initialState"), (*path, "initialState"), "the state", 0, colours - 1
    )
    size = level.get("gridSize", state.shape[0])
    reject_value(
        "gridSize" in level and state.shape != (size, size),
        f"gridSize is {kind_of(size)}, the state has {state.shape[0]} x {state.shape[1]} places",
        (*path, "gridSize"),
    )
    return grid_puzzle(state, colours=colours)


def _alien(level: Mapping[str, Any], path: Path) -> Puzzle:
    colours = an_integer(required(level, path, "c"), (*path, "c"), "c", 2, 2**31)
    size = an_integer(required(level, path, "N"), (*path, "N"), "N", 1, 4096)
    target = rows(
        required(level, path, "target"), (*path, "target"), "the target", 0, colours - 1,
        shape=(size, size),
    )  # fmt: skip
    return grid_puzzle(
        np.zeros_like(target), colours=colours, neighbourhood="row+column", target=target
    )
