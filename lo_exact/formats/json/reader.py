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
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.sparse import MAX_MODULUS, IntArray, SparseMatrix, from_entries
from lo_exact.counters import AnyPuzzle, counters_of
from lo_exact.errors import printable
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
    if '"initialState"' in text:
        return _GRID.search(text) is not None
    if begins_our_list(text):
        return True
    return len(_ALIEN.findall(text)) >= 2 and '"target"' in text


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
        shape = (dense.shape[0], dense.shape[1])
        return from_entries(shape, colours, light, button, dense[light, button])
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
        if type(entry) is not list or len(entry) != 3:
            raise JsonValueError("an entry is [light, button, amount]", (*path, i))
    kinds = {type(number) for entry in entries for number in entry}
    high = np.array([lights - 1, buttons - 1, colours - 1])
    table, fits = np.zeros((0, 3), dtype=np.int64), kinds <= {int}
    if entries and fits:
        try:
            table = np.array(entries, dtype=np.int64)
        except OverflowError:  # a number beyond 64 bits
            fits = False
    if not fits or (table < 0).any() or (table > high).any():
        for i, entry in enumerate(entries):
            for k, what in enumerate(("a light", "a button", "an amount")):
                an_integer(entry[k], (*path, i, k), what, 0, int(high[k]))
    place = table[:, 1] * lights + table[:, 0]
    order = np.argsort(place, kind="stable")
    again = np.flatnonzero(place[order][1:] == place[order][:-1])
    if again.size:
        problem = "this light and button stand twice"
        raise JsonValueError(problem, (*path, int(order[again[0] + 1])))
    return from_entries((lights, buttons), colours, table[:, 0], table[:, 1], table[:, 2])


def read_numbering(layout: Mapping[str, Any], key: str, size: int) -> IntArray:
    """Parse the light or button at each place; every number must occur exactly once."""
    path: Path = ("layout", key)
    drawn = rows(
        required(layout, ("layout",), key), path, f"layout of {key}", 0, size - 1, special=(None,)
    )
    drawn[drawn == HOLE] = -1
    present = np.sort(drawn[drawn >= 0])
    if not np.array_equal(present, np.arange(size)):
        problem = f"the layout must show each of the {size} {key} once"
        raise JsonValueError(problem, path)
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
    start = text.lstrip()
    return not (start[:1] != "{" or _ARRAY.match(start[:MAX_JSON_HEAD])) and (
        not has_level_keys(start[:MAX_JSON_HEAD])
    )


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
    """Return the puzzle of a parsed JSON value, with the options applied.

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
    keys: tuple[str, ...] = (*GRID_KEYS, "graph", "activation")  # a grid has neither of these two
    read = _grid
    if isinstance(value, dict) and {"matrix", "state"} <= set(value):
        value = _of_matrix(value)
    if isinstance(value, dict) and "activation" in value:
        keys, read = MATRIX_KEYS, _matrix
    elif isinstance(value, dict) and "graph" in value:
        keys, read = GRAPH_KEYS, _graph
    data = an_object(value, (), "the puzzle", keys)
    if data.get("format", FORMAT) != FORMAT:
        problem = f"the format must be '{FORMAT}', got {kind_of(data['format'])}"
        raise JsonValueError(problem, ("format",))
    said = data.get("colours", 2 if default is None else default)
    said = MAX_MODULUS if said is None else said
    colours = an_integer(said, ("colours",), "colours", 2, MAX_MODULUS)
    return read(data, colours)


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
    state, across = a_list(value["state"], ("state",), "the state"), matrix.T
    if matrix.shape[0] == matrix.shape[1] and not np.array_equal(matrix, across):
        raise JsonValueError("rows may be lights or buttons: it is not symmetric", ("matrix",))
    lights = across if len(state) == matrix.shape[1] != matrix.shape[0] else matrix
    others = {key: said for key, said in value.items() if key != "matrix"}
    return others | {"activation": lights.tolist(), "state": [
        int(one) if isinstance(one, bool) else one for one in state
    ]}  # fmt: skip


def _grid(data: Mapping[str, Any], colours: int) -> Puzzle:
    high = colours - 1
    state = rows(required(data, (), "state"), ("state",), "the state", 0, high, special=(None,))
    buttons = lights = state != HOLE
    if "buttons" in data:
        shape = (state.shape[0], state.shape[1])
        buttons = rows(data["buttons"], ("buttons",), "buttons", 0, 1, shape=shape) == 1
    asked = _asked(data, colours, lights, buttons)
    topology = a_word(data.get("topology", "plane"), ("topology",), "topology", tuple(SURFACES))
    rule = _rule(data.get("neighbourhood", "plus"))
    with at_path(("neighbourhood",) if "neighbourhood" in data else ()):
        return grid_puzzle(
            state,
            colours=colours,
            neighbourhood=rule,
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
    elif target == "any":
        target = 0
    else:
        target = an_integer(target, ("target",), "the target", 0, colours - 1)
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
    """Parse the numbers under a key, one for each cell; a grid has null at empty cells."""
    if places.ndim == 1:
        return numbers(data[key], (key,), what, 0, high, size=places.size, special=special)
    shape = (places.shape[0], places.shape[1])
    drawn = rows(data[key], (key,), what, 0, high, shape=shape, special=(None, *special))
    wrong = np.argwhere((drawn != HOLE) != places)
    if wrong.size:
        problem = "null stands where there is nothing, and only there"
        raise JsonValueError(problem, (key, *wrong[0].tolist()))
    return drawn


def _rule(value: Any) -> str:
    path: Path = ("neighbourhood",)
    if not isinstance(value, str):
        raise JsonValueError(f"neighbourhood must be a text, got {kind_of(value)}", path)
    with at_path(path):
        return rule_name(value)


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
        if len(a_list(edge, at, "an edge")) not in (2, 3):
            raise JsonValueError("an edge is two names and maybe an amount", at)
        for k in range(2):
            if not isinstance(edge[k], str) or edge[k] not in number:
                raise JsonValueError(f"no vertex is called {_shown(edge[k])}", (*at, k))
        edges.append((number[edge[0]], number[edge[1]]))
        amounts.append(an_integer((*edge, 1)[2], (*at, 2), "an amount", 0, colours - 1))
    wrong = lambda k, problem: JsonValueError(problem, (*path, k))  # noqa: E731
    check_simple(edges, directed=directed, closed=closed, error=wrong)
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    matrix = graph_matrix(
        len(vertices),
        ends[:, 0],
        ends[:, 1],
        directed=directed,
        closed=closed,
        colours=colours,
        amounts=np.array(amounts, dtype=np.int64),
    )
    return _flat(data, matrix, Layout(names=vertices))


def _matrix(data: Mapping[str, Any], colours: int) -> Puzzle:
    matrix = read_activation(data["activation"], colours)
    empty = np.zeros((0, 0), dtype=np.int64)
    light_at = button_at = empty
    if "layout" in data:
        path: Path = ("layout",)
        layout = an_object(data["layout"], path, "layout", ("lights", "buttons"))
        light_at = read_numbering(layout, "lights", matrix.shape[0])
        button_at = read_numbering(layout, "buttons", matrix.shape[1])
        if light_at.shape != button_at.shape:
            raise JsonValueError("lights and buttons have the same rows and columns", path)
    named: dict[str, tuple[str, ...]] = {}
    for key, size, what in (
        ("names", matrix.shape[0], "lights"),
        ("button_names", matrix.shape[1], "buttons"),
    ):
        named[key] = names(data.get(key, []), (key,), key)
        if key in data and len(named[key]) != size:
            problem = f"{key} must be {size}, one for each of the {what}, got {len(named[key])}"
            raise JsonValueError(problem, (key,))
    return _flat(data, matrix, Layout(light_at, button_at, named["names"], named["button_names"]))


def _flat(data: Mapping[str, Any], matrix: SparseMatrix, layout: Layout) -> Puzzle:
    """Return the puzzle of a matrix with flat lists for state, target and prices."""
    places = [np.ones(size, dtype=np.bool_) for size in matrix.shape]
    state = _placed({"state": required(data, (), "state")}, "state", "the state",
                    matrix.modulus - 1, places[0])  # fmt: skip
    asked = {"prices": 0} | _asked(data, matrix.modulus, *places)
    return matrix_puzzle(matrix, state, layout=layout, **asked)


def _shown(value: Any) -> str:
    return f"'{printable(value, 40)}'" if isinstance(value, str) else kind_of(value)


_LEVELS = re.compile(r"\s*(?:(?:export\s+)?(?:const|let|var)\s+\w+\s*=\s*)?(?=[\[{])")
_RULES = re.compile(
    r"target|goal|initial|start|wrap|toroid|torus|topolog|neighbo|rule|pattern|stencil|hole|mask"
    r"|wall|block|cost|price|button|adjacen",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"moves?|clicks?|press|steps?|time|score|stars?|par\b", re.IGNORECASE)


def looks_like_levels(text: str) -> bool:
    """Return whether a text is a level or a list of levels."""
    found = _LEVELS.match(text)
    return not (found is None or not re.match(r"[\[{]\s*[\[{\"]", text[found.end() :])) and (
        has_level_keys(text[: 1 << 16])
    )


def read_level_objects(text: str, options: ReadOptions) -> list[PuzzlePart]:
    """Return the levels of a text.

    Raises:
        InputError: When a level does not parse, with line and column.
    """
    found = _LEVELS.match(text)
    start = found.end() if found else 0
    # blanks preserve the positions of the following text
    body = re.sub(r"\S", " ", text[:start]) + text[start:].rstrip().removesuffix(";")
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
        if not isinstance(level, dict):
            raise JsonValueError(f"a level is an object, got {kind_of(level)}", path)
        if "puzzle_sha256" in level:
            return apply_options(_ours(level, path), options)
        _refuse_rules(level, path)
        puzzle = _alien(level, path) if "initialState" not in level else _level_grid(level, path)
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


def _level_grid(level: Mapping[str, Any], path: Path) -> Puzzle:
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
    target = rows(
        required(level, path, "target"), here, "the target", 0, colours - 1, shape=(size, size)
    )
    return grid_puzzle(
        np.zeros_like(target), colours=colours, neighbourhood="row+column", target=target
    )
