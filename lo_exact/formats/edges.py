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
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_entries
from lo_exact.counters import AnyPuzzle
from lo_exact.formats.board.header import (
    Entry,
    parse_header,
    read_colours_entry,
    says_counters,
    without_comment,
    word_of,
)
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted, reject, split_lines
from lo_exact.formats.graphs import MAX_NAME, judge_comments
from lo_exact.formats.json.reader import puzzle_as_asked
from lo_exact.formats.json.values import JsonValueError
from lo_exact.puzzle import MAX_PRICE
from lo_exact.topology.graph import check_simple

KEYS = (
    "graph", "neighbourhood", "colours", "state", "buttons", "target", "uniform", "objective",
    "prices",
)  # fmt: skip
"""Keys of the header."""

NAME = re.compile(r"[^\s;/:=]+")
"""Pattern of a name; `NOTHING` alone is not one."""

NOTHING = "~"


def read_edges(text: str, options: ReadOptions) -> AnyPuzzle:
    """Parse an edge list.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    judge_comments(re.findall(r"(?m)^[^;\n]*;(.*)", text), text)
    entries, body = parse_header(split_lines(text), KEYS)
    for key in ("graph", "state"):
        reject(key not in entries, f"an edge list needs a line {key}: ...", line=1)
    kind = word_of(entries["graph"], ("undirected", "directed", "incidence"))
    closed = kind != "incidence"
    if "neighbourhood" in entries:
        entries["neighbourhood"].at.reject(
            not closed, "an incidence list says all that buttons change: it has no neighbourhood"
        )
        closed = word_of(entries["neighbourhood"], ("closed", "open")) == "closed"
    colours, _ = read_colours_entry(entries.get("colours"), options.colours)
    state = _values(_words(entries["state"]), "a colour", colours - 1)
    vertices = {name: i for i, name in enumerate(state)}
    buttons = dict(vertices)
    if "buttons" in entries:
        known = None if kind == "incidence" else vertices
        buttons = {}
        for word in _words(entries["buttons"]):
            buttons[_name(word, buttons, known)] = len(buttons)
    elif kind == "incidence":
        raise entries["graph"].at.error("an incidence list needs a line buttons: ...")
    value = {
        "colours": None if says_counters(entries) else colours,
        "activation": from_entries(
            (len(vertices), len(buttons)),
            colours,
            *_entries(body, buttons, vertices, colours, kind, closed),
        ),
        "names": list(vertices),
        "state": list(state.values()),
        **_asked(entries, vertices, buttons, colours),
    }
    if list(buttons) != list(vertices):
        value["button_names"] = list(buttons)
    try:
        return puzzle_as_asked(value, options)
    except JsonValueError as error:
        raise entries.get(str(error.path[0]), entries["graph"]).at.error(error.problem) from None


def _entries(
    lines: Sequence[Line],
    buttons: Mapping[str, int],
    lights: Mapping[str, int],
    colours: int,
    kind: str,
    closed: bool,
) -> tuple[IntArray, IntArray, IntArray]:
    """Parse edges into the entries of the matrix: arrays of lights, buttons and amounts."""
    kept = [line for line in map(without_comment, lines) if line.text.strip()]
    tails = buttons if kind == "incidence" else lights
    edges = []
    entries = [(lights[name], buttons[name], 1) for name in buttons] if closed else []
    for line in kept:
        words = line.words()
        line.reject(
            not 2 <= len(words) <= 3,
            f"an edge is two names and maybe an amount, got {len(words)} words",
        )
        for word, names in zip(words, (tails, lights), strict=False):
            if word.text not in names:
                what = "vertex" if tails is lights else "light" if names is lights else "button"
                raise word.error(f"no {what} is called {quoted(word.text)}")
        tail, head = (word.text for word in words[:2])
        amount = natural(words[2], "an amount", 0, colours - 1) if words[2:] else 1
        edges.append((tails[tail], lights[head]))
        ways = [(tail, head), (head, tail)] if kind == "undirected" else [(tail, head)]
        entries += [(lights[b], buttons[a], amount) for a, b in dict.fromkeys(ways) if a in buttons]
    check_simple(
        edges, directed=kind != "undirected", closed=closed,
        error=lambda k, problem: kept[k].error(problem),
    )  # fmt: skip
    table = np.array(entries, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def _asked(
    entries: Mapping[str, Entry],
    vertices: Collection[str],
    buttons: Collection[str],
    colours: int,
) -> dict[str, Any]:
    """Return the header's target, objective and prices as a dict with the JSON format's keys."""
    value: dict[str, Any] = {}
    if "target" in entries:
        every = [word.text for word in _words(entries["target"])] == ["any"]
        value["target"] = "any" if every else _table(
            entries["target"], vertices, colours - 1, unknown=True
        )  # fmt: skip
    if "uniform" in entries:
        value["uniform"] = word_of(entries["uniform"], ("yes", "no")) == "yes"
    if "prices" in entries:
        value["prices"] = _table(entries["prices"], buttons, MAX_PRICE)
    if "objective" in entries:
        value["objective"] = entries["objective"].value.text
    return value


def _table(
    entry: Entry, names: Collection[str], high: int, *, unknown: bool = False
) -> list[int | str | None]:
    """Parse a default and words ``name=number``, as in ``1 a=2``, into one number for each name."""
    words = _words(entry)
    default = None
    if words and "=" not in words[0].text:
        default = natural(words[0], entry.key, 0, high)
        words = words[1:]
    table: dict[str, int | str | None] = dict.fromkeys(names, default)
    table |= _values(words, entry.key, high, names, unknown)
    silent = next((name for name in names if table[name] is None), None)
    if silent is not None:
        raise entry.at.error(f"{entry.key} says nothing about {quoted(silent)}")
    return list(table.values())


def _values(
    words: Sequence[Line],
    what: str,
    high: int,
    names: Collection[str] | None = None,
    unknown: bool = False,
) -> dict[str, int | str]:
    """Parse words ``name=number`` into a dict; ``unknown`` permits the number ``?``."""
    values: dict[str, int | str] = {}
    for word in words:
        name, equals, number = word.text.partition("=")
        word.reject(not equals, f"wanted name=number, got {quoted(word.text)}")
        values[_name(word._replace(text=name), values, names)] = (
            number
            if unknown and number == "?"
            else natural(Line(number, word.number, word.column + len(name) + 1), what, 0, high)
        )
    return values


def _name(word: Line, before: Collection[str], names: Collection[str] | None) -> str:
    """Return a word as a name; refuse one that is malformed, used before, or not in ``names``."""
    name = word.text
    word.reject(
        NAME.fullmatch(name) is None or name == NOTHING,
        f"a name has no ; / : = and is not ~, got {quoted(name)}",
    )
    word.reject(
        not name.isprintable() or len(name) > MAX_NAME,
        f"a name has 1..{MAX_NAME} printable characters, got {quoted(name)}",
    )
    word.reject(name in before, f"{quoted(name)} is named twice")
    word.reject(
        names is not None and name not in names, f"no vertex or button is called {quoted(name)}"
    )
    return name


def _words(entry: Entry) -> list[Line]:
    """Return the words of a value, or an empty list if the value is ``~``."""
    words = [word for row in entry.rows for word in row.words()]
    return [] if len(words) == 1 and words[0].text == NOTHING else words
