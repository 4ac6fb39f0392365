"""Parser for puzzles in JSON: this program's own format, and levels of published games.

`read_json` reads the own format, with all features; the schema is docs/puzzle.schema.json.  It has
three shapes, distinguished by one key: an explicit matrix (``activation``), a graph (``graph``),
and otherwise a grid with a rule.  `read_activation` reads an explicit matrix, dense or sparse, and
`read_numbering` the places where its lights or buttons are drawn.

`read_level_list` reads ``levels.json`` of ``lo-exact make --count``: puzzles with their names and
minima.  Two shapes of others are translated: ``matrix`` and ``state``, and CSPLib problem 27, Alien
Tiles, with ``N``, ``c`` and ``target``: from all 0 to the target; a press adds 1 to its row and
column.  Levels that are a board beside keys are read by the scanner.
"""

from collections.abc import Mapping
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
    most = {"a light": lights - 1, "a button": buttons - 1, "an amount": colours - 1}
    light, button, amount = (
        numbers([entry[k] for entry in entries], path, what, 0, most[what])
        for k, what in enumerate(most)
    )
    _, first = np.unique(button * lights + light, return_index=True)
    again = np.setdiff1d(np.arange(len(entries)), first)
    if again.size:
        raise JsonValueError("this light and button stand twice", (*path, int(again[0])))
    return from_entries((lights, buttons), colours, light, button, amount)


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

COMMON_KEYS = ("format", "colours", "state", "target", "uniform", "objective", "prices")
GRID_KEYS = (*COMMON_KEYS, "neighbourhood", "topology", "buttons")
GRAPH_KEYS = (*COMMON_KEYS, "graph")
MATRIX_KEYS = (*COMMON_KEYS, "activation", "layout", "names", "button_names")


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
    if isinstance(value, dict) and {"N", "c", "target"} <= set(value):
        value = _of_alien_tiles(value)
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


def _of_alien_tiles(value: dict[str, Any]) -> dict[str, Any]:
    """Convert the keys of CSPLib's Alien Tiles to this format's keys."""
    an_object(value, (), "a level of Alien Tiles", ("N", "c", "target", "name", "known"))
    size = an_integer(value["N"], ("N",), "N", 1, 4096)
    return {
        "colours": value["c"],
        "state": [[0] * size] * size,
        "target": value["target"],
        "neighbourhood": "row+column",
    }


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
    reject_value(
        not isinstance(rule, str),
        f"neighbourhood must be a text, got {kind_of(rule)}",
        ("neighbourhood",),
    )
    with at_path(("neighbourhood",)):
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
    every = data.get("target") == "any"
    uniform = every or a_bool(data.get("uniform", False), ("uniform",), "uniform")
    target = 0 if every else _placed(
        {"target": 0, **data}, "target", "the target", colours - 1, lights, "?"
    )  # fmt: skip
    with at_path(("objective",)):
        objective = objective_of(data.get("objective"), "prices" in data)
    asked = {"target": target, "uniform": uniform, "objective": objective}
    if objective is Objective.PRICES:
        asked["prices"] = _placed(data, "prices", "prices", MAX_PRICE, buttons)
    return asked


def _placed(
    data: Mapping[str, Any], key: str, what: str, high: int, places: Places, *special: str
) -> int | IntArray:
    """Parse a key's value: one number for all, or one per cell (null if empty) or list entry."""
    if not isinstance(data[key], list):
        return an_integer(data[key], (key,), what, 0, high)
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
    light_names, button_names = (
        names(data[key], (key,), key, size=size) if key in data else ()
        for key, size in zip(("names", "button_names"), matrix.shape, strict=True)
    )
    return _flat(data, matrix, Layout(light_at, button_at, light_names, button_names))


def _flat(data: Mapping[str, Any], matrix: SparseMatrix, layout: Layout) -> Puzzle:
    """Return the puzzle of a matrix whose state, target and prices are flat lists."""
    places = [np.ones(size, dtype=np.bool_) for size in matrix.shape]
    state = numbers(
        required(data, (), "state"), ("state",), "the state", 0, matrix.modulus - 1,
        size=matrix.shape[0],
    )  # fmt: skip
    asked = {"prices": 0} | _asked(data, matrix.modulus, *places)
    return matrix_puzzle(matrix, state, layout=layout, **asked)


def read_level_list(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the levels of a list that ``lo-exact make --count`` wrote, or of one of them.

    Raises:
        InputError: When a level does not parse, with line and column.
    """
    value = parse_json(text)
    listed = value if isinstance(value, list) else [value]
    depth = int(isinstance(value, list))
    at = {path: place for path, place, key in traverse_json(text) if len(path) == depth and not key}
    return [
        PuzzlePart(text.count("\n", 0, at[path]) + 1, partial(_level, level, path, text, options))
        for level, path in zip(listed, at, strict=True)
    ]


def _level(level: Any, path: Path, text: str, options: ReadOptions) -> Puzzle:
    try:
        puzzle = _checked_level(level, path)
    except JsonValueError as error:
        raise located_error(text, error) from None
    return apply_options(puzzle, options)


def _checked_level(level: Any, path: Path) -> Puzzle:
    """Return the puzzle of a level with its name and minimum; check its hash."""
    reject_value(not isinstance(level, dict), f"a level is an object, got {kind_of(level)}", path)
    value = required(level, path, "puzzle")
    try:
        puzzle = puzzle_of(value)
    except JsonValueError as error:
        raise JsonValueError(str(error), (*path, "puzzle", *error.path)) from None
    reject_value(
        puzzle.sha256 != required(level, path, "puzzle_sha256"),
        "the puzzle is not the one of puzzle_sha256",
        (*path, "puzzle_sha256"),
    )
    claimed = an_integer(level.get("weight"), (*path, "weight"), "weight", 0, 2**62)
    title = str(level.get("file", "")).rpartition(".")[0]
    return replace(puzzle, layout=replace(puzzle.layout, title=title, claimed=claimed))
