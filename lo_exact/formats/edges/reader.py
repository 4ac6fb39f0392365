"""Parser for edge lists: a graph with its state.

    graph: undirected
    neighbourhood: closed
    state: a=1 b=0 c=1

    a b
    b c

``graph: directed`` makes arcs: the first vertex's button changes the second vertex's light.
``graph: incidence`` lists pairs of a button and a light, so that any matrix can be written.  A
third word on a line is the amount added.  The grammar is docs/formats.md.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries
from lo_exact.counters import AnyPuzzle
from lo_exact.errors import InputError
from lo_exact.formats.board.header import Entry, parse_header, without_comment
from lo_exact.formats.board.keys import read_colours_entry, says_counters
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, split_lines
from lo_exact.formats.graphs.puzzles import MAX_NAME
from lo_exact.formats.json.reader import puzzle_as_asked
from lo_exact.formats.json.text import JsonValueError
from lo_exact.puzzle import ANY, MAX_PRICE
from lo_exact.topology import graph_matrix
from lo_exact.topology.graph import check_simple

KEYS = {
    "graph": "graph",
    "neighbourhood": "neighbourhood",
    "neighborhood": "neighbourhood",
    "colours": "colours",
    "colors": "colours",
    "state": "state",
    "buttons": "buttons",
    "target": "target",
    "uniform": "uniform",
    "objective": "objective",
    "prices": "prices",
}
"""Spellings of the header's keys."""

NAME = re.compile(r"[^\s;/:=]+")
"""What a name looks like; `NOTHING` alone is none."""

NOTHING = "~"


def read_edges(text: str, options: ReadOptions) -> AnyPuzzle:
    """Parse an edge list.

    Raises:
        InputError: With its place.
    """
    entries, body = parse_header(split_lines(text), KEYS)
    for key in ("graph", "state"):
        if key not in entries:
            raise InputError(f"an edge list needs a line {key}: ...", line=1)
    kind = _word(entries["graph"], ("undirected", "directed", "incidence"))
    colours, _ = read_colours_entry(entries.get("colours"), options.colours)
    state = _values(_words(entries["state"]), "a colour", colours - 1)
    vertices = {name: i for i, name in enumerate(state)}
    buttons = _buttons(entries, vertices, kind)
    matrix = _matrix(entries, body, vertices, buttons, colours, kind)
    value = {
        "colours": None if says_counters(entries) else colours,
        "activation": matrix,
        "names": list(vertices),
        "state": list(state.values()),
        **_asked(entries, vertices, buttons, colours),
    }
    if tuple(buttons) != tuple(vertices):
        value["button_names"] = list(buttons)
    try:
        return puzzle_as_asked(value, options)
    except JsonValueError as error:
        wrong = entries.get(str(error.path[0]), entries["graph"])
        raise wrong.at.error(error.problem) from None


def _matrix(
    entries: Mapping[str, Entry],
    body: Sequence[Line],
    vertices: Mapping[str, int],
    buttons: Mapping[str, int],
    colours: int,
    kind: str,
) -> SparseMatrix:
    if kind == "incidence":
        if "neighbourhood" in entries:
            raise entries["neighbourhood"].at.error(
                "an incidence list says all that buttons change: it has no neighbourhood"
            )
        pairs = _edges(body, buttons, vertices, colours)
        return from_entries((len(vertices), len(buttons)), colours, pairs[1], pairs[0], pairs[2])
    closed = True
    if "neighbourhood" in entries:
        closed = _word(entries["neighbourhood"], ("closed", "open")) == "closed"
    tails, heads, amounts = _edges(body, vertices, vertices, colours, kind == "directed", closed)
    matrix = graph_matrix(
        len(vertices),
        tails,
        heads,
        directed=kind == "directed",
        closed=closed,
        colours=colours,
        amounts=amounts,
    )
    if tuple(buttons) == tuple(vertices):
        return matrix
    return matrix.take_columns(np.array([vertices[name] for name in buttons], dtype=np.int64))


def _edges(
    lines: Sequence[Line],
    tails: Mapping[str, int],
    heads: Mapping[str, int],
    colours: int,
    directed: bool = True,
    closed: bool = False,
) -> tuple[IntArray, IntArray, IntArray]:
    """Return tails, heads and amounts of all edges as arrays of numbers."""
    kept = [line for line in map(without_comment, lines) if line.text.strip()]
    edges, amounts = [], []
    for line in kept:
        words = line.words()
        if not 2 <= len(words) <= 3:
            raise line.error(f"an edge is two names and maybe an amount, got {len(words)} words")
        for k, names in enumerate((tails, heads)):
            if words[k].text not in names:
                what = "vertex" if tails is heads else ("button", "light")[k]
                raise words[k].error(f"no {what} is called {quoted(words[k].text)}")
        edges.append((tails[words[0].text], heads[words[1].text]))
        amounts += [natural(word, "an amount", 0, colours - 1) for word in words[2:]] or [1]
    wrong = lambda k, problem: kept[k].error(problem)  # noqa: E731
    check_simple(edges, directed=directed, closed=closed, error=wrong)
    ends = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return ends[:, 0], ends[:, 1], np.array(amounts, dtype=np.int64)


def _asked(
    entries: Mapping[str, Entry],
    vertices: Mapping[str, int],
    buttons: Mapping[str, int],
    colours: int,
) -> dict[str, Any]:
    """Return the header's target, objective and prices, as a JSON puzzle has them."""
    value: dict[str, Any] = {}
    if "target" in entries:
        words = _words(entries["target"])
        if len(words) == 1 and words[0].text == "any":
            value["target"] = "any"
        else:
            target = _table(entries["target"], vertices, colours - 1, unknown=True)
            value["target"] = ["?" if colour == ANY else colour for colour in target.tolist()]
    if "uniform" in entries:
        value["uniform"] = _word(entries["uniform"], ("yes", "no")) == "yes"
    if "prices" in entries:
        value["prices"] = _table(entries["prices"], buttons, MAX_PRICE).tolist()
    if "objective" in entries:
        value["objective"] = entries["objective"].value.text
    return value


def _table(entry: Entry, names: Mapping[str, int], high: int, *, unknown: bool = False) -> IntArray:
    """Parse a default number, numbers by name, or both: ``1 a=2`` is 2 for a, 1 for the others."""
    words = _words(entry)
    missing = -2
    table = np.full(len(names), missing, dtype=np.int64)
    if words and "=" not in words[0].text:
        table[:] = natural(words[0], entry.key, 0, high)
        words = words[1:]
    for word, (name, value) in zip(
        words, _values(words, entry.key, high, unknown).items(), strict=True
    ):
        if name not in names:
            raise word.error(f"no {'vertex' if unknown else 'button'} is called {quoted(name)}")
        table[names[name]] = value
    if (table == missing).any():
        name = list(names)[int((table == missing).argmax())]
        raise entry.at.error(f"{entry.key} says nothing about {quoted(name)}")
    return table


def _buttons(
    entries: Mapping[str, Entry], vertices: Mapping[str, int], kind: str
) -> Mapping[str, int]:
    """Return the numbers of the buttons by name, in their order."""
    if "buttons" not in entries:
        if kind == "incidence":
            raise entries["graph"].at.error("an incidence list needs a line buttons: ...")
        return vertices
    buttons: dict[str, int] = {}
    for word in _words(entries["buttons"]):
        name = _name(word)
        if name in buttons:
            raise word.error(f"{quoted(name)} is named twice")
        if kind != "incidence" and name not in vertices:
            raise word.error(f"no vertex is called {quoted(name)}: the state names them all")
        buttons[name] = len(buttons)
    return buttons


def _values(words: Sequence[Line], what: str, high: int, unknown: bool = False) -> dict[str, int]:
    """Parse ``name=number`` words; ``?`` means `ANY` if permitted."""
    values: dict[str, int] = {}
    for word in words:
        name, equals, number = word.text.partition("=")
        if not equals:
            raise word.error(f"wanted name=number, got {quoted(word.text)}")
        if _name(word._replace(text=name)) in values:
            raise word.error(f"{quoted(name)} is named twice")
        piece = Line(number, word.number, word.column + len(name) + 1)
        values[name] = ANY if unknown and number == "?" else natural(piece, what, 0, high)
    return values


def _name(word: Line) -> str:
    if NAME.fullmatch(word.text) is None or word.text == NOTHING:
        raise word.error(f"a name has no ; / : = and is not ~, got {quoted(word.text)}")
    if not word.text.isprintable() or len(word.text) > MAX_NAME:
        raise word.error(f"a name has 1..{MAX_NAME} printable characters, got {quoted(word.text)}")
    return word.text


def _words(entry: Entry) -> list[Line]:
    """Return all words of a value, or none for a single ``~``."""
    words = [word for row in entry.rows for word in row.words()]
    return [] if len(words) == 1 and words[0].text == NOTHING else words


def _word(entry: Entry, words: Sequence[str]) -> str:
    if entry.value.text not in words:
        wanted = ", ".join(words)
        raise entry.value.error(f"{entry.key} is {wanted}, got {quoted(entry.value.text)}")
    return entry.value.text
