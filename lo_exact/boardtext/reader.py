"""Reading board text: a header, then the state drawn in rows, as a list or as a number.

Reading never guesses: what a text leaves open has a stated default (2 colours, plus, plane,
all off, fewest presses), and what it says in two ways is refused.  The grammar is docs/formats.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lo_exact.algebra.sparse import MAX_MODULUS, IntArray
from lo_exact.boardtext.glyphs import parse_legend
from lo_exact.boardtext.header import KEY_LINE, Entry, parse_header
from lo_exact.boardtext.lists import read_list
from lo_exact.boardtext.masks import MASK, read_mask
from lo_exact.boardtext.options import ReadOptions
from lo_exact.boardtext.places import (
    Line,
    in_source,
    located,
    natural,
    of_option,
    quoted,
    split_lines,
)
from lo_exact.boardtext.rows import Drawn, board_lines, first_place, read_rows, word_rows
from lo_exact.errors import InputError
from lo_exact.puzzle import MAX_PRICE, Objective, Puzzle
from lo_exact.topology import HOLE, grid_puzzle
from lo_exact.topology.grid import MAX_PLACES, Mask, check_size
from lo_exact.topology.rules import rule_kind, rule_name
from lo_exact.topology.surface import find_surface

KEYS = {
    "colours": "colours",
    "colors": "colours",
    "neighbourhood": "neighbourhood",
    "neighborhood": "neighbourhood",
    "topology": "topology",
    "size": "size",
    "state": "state",
    "target": "target",
    "uniform": "uniform",
    "buttons": "buttons",
    "objective": "objective",
    "prices": "prices",
    "legend": "legend",
}
"""Spellings of the header's keys."""

_SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")


def read_board(text: str, *, source: str = "", options: ReadOptions | None = None) -> Puzzle:
    r"""Read board text.

    Args:
        text: The text.
        source: File name for errors.
        options: What the caller says beside the text.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option cannot be.

    >>> read_board("#-\n--").state.tolist()
    [1, 0, 0, 0]
    """
    with in_source(source):
        return _read(split_lines(text), options or ReadOptions())


def _read(lines: Sequence[Line], options: ReadOptions) -> Puzzle:
    entries, body = parse_header(lines, KEYS)
    colours, hint = _colours(entries.get("colours"), options.colours)
    neighbourhood = _neighbourhood(entries.get("neighbourhood"), options.neighbourhood)
    topology = _topology(entries.get("topology"), options.topology)
    size = _size(entries.get("size"), options.size)
    legend = parse_legend(entries["legend"], colours) if "legend" in entries else {}
    context = _Context(colours, legend, size, hint)
    wanted = _target_entry(entries.get("target"), options.target)
    from_off = wanted is None or _is_dark(wanted)
    try:
        state = _state(entries.get("state"), body, context, from_off, lines[-1].number)
    except InputError:
        late = next((line for line in body if KEY_LINE.match(line.text)), None)
        if late is not None:
            raise late.error("header lines stand before the board") from None
        raise
    lights: Mask = state.values != HOLE
    if not lights.any():
        raise state.error("the board has no light", 0, 0)
    buttons = _buttons(entries["buttons"], lights) if "buttons" in entries else None
    if options.target is None:
        target, uniform = _target(wanted, context, lights)
    else:
        with of_option("target"):
            target, uniform = _target(wanted, context, lights)
    if "uniform" in entries and options.target is None:
        uniform = uniform or _yes(entries["uniform"])
    objective = _objective(entries.get("objective"), "prices" in entries, options.objective)
    prices = None
    if "prices" in entries:
        prices = _prices(entries["prices"], lights if buttons is None else buttons)
    at = entries["neighbourhood"].at if "neighbourhood" in entries else None
    at = at or (entries["topology"].at if "topology" in entries else None)
    with located(at.number if at else 0, at.column if at else 0):
        return grid_puzzle(
            state.values,
            colours=colours,
            neighbourhood=neighbourhood,
            topology=topology,
            buttons=buttons,
            target=target,
            uniform=uniform,
            objective=objective,
            prices=prices if objective is Objective.PRICES else None,
        )


@dataclass(frozen=True)
class _Context:
    """What every drawing of a text has in common."""

    colours: int
    legend: Mapping[str, int]
    size: tuple[int, int] | None
    hint: str


def _colours(entry: Entry | None, option: int | None) -> tuple[int, str]:
    """Return c, and what to add to the error about a colour that is too large."""
    if option is not None:
        with of_option("colours"):
            asked = natural(Line(str(option), 0), "colours", 2, MAX_MODULUS)
        if entry is None:
            return asked, ""
    if entry is None:
        return 2, "; without a line colours: N or --colours N there are 2"
    colours = natural(entry.value, "colours", 2, MAX_MODULUS)
    if option is not None and option != colours:
        raise entry.value.error(f"the text says {colours} colours, the option says {option}")
    return colours, ""


def _neighbourhood(entry: Entry | None, option: str | None) -> str:
    asked = "plus"
    if option is not None:
        with of_option("neighbourhood"):
            asked = _rule([Line(option, 0)])
    if entry is None:
        return asked
    said = _rule(entry.rows)
    if option is not None and said != asked:
        raise entry.rows[0].error(f"the text says {quoted(said)}, the option says {quoted(asked)}")
    return said


def _rule(rows: Sequence[Line]) -> str:
    """Return a rule as `lo_exact.topology.grid_matrix` takes it; drawings in one spelling."""
    pieces = [piece for row in rows for piece in row.split("/")]
    text = "/".join(piece.text for piece in pieces)
    with located(pieces[0].number, pieces[0].column):
        if rule_kind(text) != "stencil":
            return text
    try:
        return rule_name(text)
    except InputError as error:
        piece = pieces[error.line - 1]
        raise piece.error(error.problem, max(error.column, 1) - 1) from None


def _topology(entry: Entry | None, option: str | None) -> str:
    asked = "plane"
    if option is not None:
        with of_option("topology"):
            asked = find_surface(option).name
    if entry is None:
        return asked
    with located(entry.value.number, entry.value.column):
        said = find_surface(entry.value.text).name
    if option is not None and said != asked:
        raise entry.value.error(f"the text says {said}, the option says {asked}")
    return said


def _size(entry: Entry | None, option: str | None) -> tuple[int, int] | None:
    asked = None
    if option is not None:
        with of_option("size"):
            asked = parse_size(Line(option, 0))
    if entry is None:
        return asked
    said = parse_size(entry.value)
    if asked is not None and asked != said:
        raise entry.value.error(f"the text says {said[0]}x{said[1]}, the option says {option}")
    return said


def parse_size(piece: Line) -> tuple[int, int]:
    """Read ``ROWSxCOLUMNS``.

    Raises:
        InputError: When it is not a size, or too large for a grid.
    """
    found = _SIZE.fullmatch(piece.text)
    if found is None:
        raise piece.error(f"a size is written ROWSxCOLUMNS, got {quoted(piece.text)}")
    rows, columns = (
        natural(Line(found[k], piece.number, piece.column + found.start(k)), what, 1, MAX_PLACES)
        for k, what in ((1, "rows"), (2, "columns"))
    )
    with located(piece.number, piece.column):
        check_size(rows, columns)
    return rows, columns


def _state(
    entry: Entry | None, body: Sequence[Line], context: _Context, from_off: bool, last: int
) -> Drawn:
    lines = board_lines(body)
    if entry is not None and lines:
        raise lines[0].error(f"the state is given twice, first in line {entry.at.number}")
    if entry is not None:
        lines = board_lines(entry.rows)
        filled = _filled(entry, context)
        if filled is not None:
            return filled
    if not lines:
        raise InputError("there is no board", line=last, column=1)
    first = lines[0].stripped()
    if first.text.startswith("["):
        state = read_list(lines, context.colours, context.size, context.hint)
    elif len(lines) == 1 and MASK.fullmatch(first.text):
        state = read_mask(first, context.colours, context.size)
    else:
        state = read_rows(
            lines, context.colours, context.legend, from_off=from_off, hint=context.hint
        )
    if context.size is not None and state.shape != context.size:
        raise first.error(
            f"the size is {context.size[0]}x{context.size[1]}, the board has "
            f"{state.shape[0]}x{state.shape[1]} places"
        )
    return state


def _filled(entry: Entry, context: _Context) -> Drawn | None:
    """Return the board of one colour that ``state: COLOUR`` with a size means, if it is that."""
    if context.size is None or entry.block or len(entry.rows) > 1:
        return None
    text = entry.value.text
    if not (text.isascii() and text.isdigit()) or context.size == (1, len(text)):
        return None
    colour = natural(entry.value, "a colour", 0, context.colours - 1)
    return Drawn(np.broadcast_to(np.int64(colour), context.size))


def _target_entry(entry: Entry | None, option: str | None) -> Entry | None:
    if option is None:
        return entry
    line = Line(option, 0)
    return Entry("target", line, tuple(line.split("/")))


def _is_dark(entry: Entry) -> bool:
    return len(entry.rows) == 1 and not entry.block and entry.rows[0].text in ("0", "any")


def _target(entry: Entry | None, context: _Context, lights: Mask) -> tuple[int | IntArray, bool]:
    """Return the target, drawn or one colour, and whether it may be shifted."""
    if entry is None:
        return 0, False
    if not entry.block and len(entry.rows) == 1 and not entry.value.text.startswith("["):
        if entry.value.text == "any":
            return 0, True
        return natural(entry.value, "a target colour", 0, context.colours - 1), False
    lines = board_lines(entry.rows)
    if lines[0].stripped().text.startswith("["):
        target = read_list(lines, context.colours, context.size)
    else:
        target = read_rows(lines, context.colours, context.legend, does_not_matter=True)
    _same_places("target", target, lights)
    return target.values, False


def _same_places(what: str, drawn: Drawn, places: Mask) -> None:
    """Refuse a drawing whose holes are not those of the state."""
    if drawn.shape != places.shape:
        raise drawn.error(
            f"the {what} has {drawn.shape[0]} x {drawn.shape[1]} places, the state has "
            f"{places.shape[0]} x {places.shape[1]}",
            0,
            0,
        )
    wrong = (drawn.values != HOLE) != places
    if wrong.any():
        row, column = first_place(wrong)
        has = "nothing" if places[row, column] else "something"
        raise drawn.error(f"the {what} has {has} here, the state says otherwise", row, column)


def _buttons(entry: Entry, lights: Mask) -> Mask:
    lines = board_lines(entry.rows)
    drawn = read_rows(lines, 2, {"+": 1, ".": 0})
    if drawn.shape != lights.shape:
        raise drawn.error(
            f"the buttons have {drawn.shape[0]} x {drawn.shape[1]} places, the state has "
            f"{lights.shape[0]} x {lights.shape[1]}",
            0,
            0,
        )
    buttons: Mask = drawn.values == 1
    return buttons


def _prices(entry: Entry, buttons: Mask) -> int | IntArray:
    if not entry.block and len(entry.rows) == 1 and len(entry.value.words()) == 1:
        return natural(entry.value, "a price", 0, MAX_PRICE)
    lines = board_lines(entry.rows)
    rows = word_rows(lines, "the prices")
    values = np.full((len(rows), len(rows[0])), HOLE, dtype=np.int64)
    drawn = Drawn(values, lines, spaced=True)
    known = {"~": HOLE}
    for r, row in enumerate(rows):
        for c, word in enumerate(row):
            if word not in known:
                known[word] = natural(lines[r].words()[c], "a price", 0, MAX_PRICE)
            values[r, c] = known[word]
    _same_places("table of prices", drawn, buttons)
    return values


def _objective(entry: Entry | None, priced: bool, option: str | None) -> Objective:
    if option is not None:
        with of_option("objective"):
            asked = _named_objective(Line(option, 0))
            if asked is Objective.PRICES and not priced:
                raise InputError("the text has no prices")
        return asked
    if entry is None:
        return Objective.PRICES if priced else Objective.PRESSES
    said = _named_objective(entry.value)
    if priced != (said is Objective.PRICES):
        raise entry.value.error(
            f"the objective is {said.value}, but the text has prices"
            if priced
            else "the objective is prices, but the text has no prices"
        )
    return said


def _named_objective(piece: Line) -> Objective:
    names = [objective.value for objective in Objective]
    if piece.text not in names:
        raise piece.error(f"the objective is {', '.join(names)}, got {quoted(piece.text)}")
    return Objective(piece.text)


def _yes(entry: Entry) -> bool:
    if entry.value.text not in ("yes", "no"):
        raise entry.value.error(f"uniform is yes or no, got {quoted(entry.value.text)}")
    return entry.value.text == "yes"
