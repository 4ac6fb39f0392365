"""Writer of edge lists: undirected if the matrix is symmetric, else directed or incidence."""

from collections.abc import Iterable, Sequence

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError, printable
from lo_exact.formats.board import button_names, light_names
from lo_exact.formats.edges.reader import NAME, NOTHING
from lo_exact.puzzle import ANY, Objective, Puzzle

_WIDTH = 90


def write_edges(puzzle: Puzzle) -> str:
    """Return a puzzle as an edge list.

    Raises:
        UsageError: When a name cannot be written.
    """
    lights = light_names(puzzle.layout, puzzle.lights)
    buttons = button_names(puzzle.layout, puzzle.buttons)
    if puzzle.lights != puzzle.buttons and not puzzle.layout.button_names:
        buttons = tuple(f"b{j}" for j in range(puzzle.buttons))
    for name in (*lights, *buttons):
        if NAME.fullmatch(name) is None or name == NOTHING:
            raise UsageError(
                f"an edge list cannot write the name {printable(name, 40)!r}: write json instead"
            )
    header, edges = _graph(puzzle, lights, buttons)
    if puzzle.colours != 2:
        header.append(f"colours: {puzzle.colours}")
    header += _value("state", _pairs(lights, puzzle.state))
    if header[0] == "graph: incidence" or buttons != lights:
        header += _value("buttons", buttons)
    header += _asked(puzzle, lights, buttons)
    return "\n".join([*header, "", *edges]) + "\n"


def _graph(
    puzzle: Puzzle, lights: Sequence[str], buttons: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return the first header lines, and the lines of edges."""
    matrix = puzzle.activation
    heads, amounts = matrix.rows.astype(np.int64), matrix.values.astype(np.int64)
    number = {name: i for i, name in enumerate(lights)}
    columns = matrix.columns_of_entries()
    named = bool(puzzle.layout.button_names) or puzzle.lights == puzzle.buttons
    if not named or not set(buttons) <= set(number):
        return ["graph: incidence"], _lines(buttons, lights, columns, heads, amounts)
    vertex = np.array([number[name] for name in buttons], dtype=np.int64)
    tails = vertex[columns]
    own = tails == heads
    closed = int(own.sum()) == puzzle.buttons > 0 and bool((amounts[own] == 1).all())
    kept = ~own if closed else np.ones(own.size, dtype=np.bool_)
    kind = "directed"
    if buttons == lights and _symmetric(tails, heads, amounts):
        kind, kept = "undirected", kept & (tails <= heads)
    header = [f"graph: {kind}", f"neighbourhood: {'closed' if closed else 'open'}"]
    return header, _lines(lights, lights, tails[kept], heads[kept], amounts[kept])


def _symmetric(tails: IntArray, heads: IntArray, amounts: IntArray) -> bool:
    forth = np.lexsort((heads, tails))
    back = np.lexsort((tails, heads))
    return (
        np.array_equal(tails[forth], heads[back])
        and np.array_equal(heads[forth], tails[back])
        and np.array_equal(amounts[forth], amounts[back])
    )


def _lines(
    tail_names: Sequence[str],
    head_names: Sequence[str],
    tails: IntArray,
    heads: IntArray,
    amounts: IntArray,
) -> list[str]:
    return [
        f"{tail_names[tail]} {head_names[head]}{'' if amount == 1 else f' {amount}'}"
        for tail, head, amount in zip(tails.tolist(), heads.tolist(), amounts.tolist(), strict=True)
    ]


def _asked(puzzle: Puzzle, lights: Sequence[str], buttons: Sequence[str]) -> list[str]:
    lines: list[str] = []
    if puzzle.target.any():
        lines += _value("target", _short(lights, puzzle.target))
        lines += ["uniform: yes"] if puzzle.uniform else []
    elif puzzle.uniform:
        lines.append("target: any")
    if puzzle.objective is Objective.PRICES:
        lines += _value("prices", _short(buttons, puzzle.prices))
    elif puzzle.objective is not Objective.PRESSES:
        lines.append(f"objective: {puzzle.objective.value}")
    return lines


def _short(names: Sequence[str], values: IntArray) -> Iterable[str]:
    """Return one number if all are equal, otherwise a number for each name."""
    if values.size and values[0] != ANY and bool((values == values[0]).all()):
        return [str(int(values[0]))]
    return _pairs(names, values)


def _pairs(names: Sequence[str], values: IntArray) -> list[str]:
    return [
        f"{name}={'?' if value == ANY else value}"
        for name, value in zip(names, values.tolist(), strict=True)
    ]


def _value(key: str, words: Iterable[str]) -> list[str]:
    """Return the lines of a key and its words, on separate lines if there are many."""
    listed = list(words) or [NOTHING]
    inline = f"{key}: {' '.join(listed)}"
    if len(inline) <= _WIDTH:
        return [inline]
    lines, line = [f"{key}:"], " "
    for word in listed:
        if line.strip() and len(line) + len(word) > _WIDTH:
            lines.append(line)
            line = " "
        line += " " + word
    return [*lines, line]
