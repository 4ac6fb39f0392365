"""Parsers for the keys of a header, combined with the reading options.

What a puzzle is must not be said in two ways; what is asked about it is replaced by the option.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.errors import InputError
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.places import Line, located, natural, of_option, quoted
from lo_exact.puzzle import Objective
from lo_exact.registers import BITS
from lo_exact.topology.grid import MAX_PLACES, find_surface
from lo_exact.topology.rules import is_stencil, rule_name

Meant = TypeVar("Meant")

_SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")


NONE = "none"
"""Written for the colours of counters; they are read as 2^31 colours and lose the modulus then."""


def read_colours_entry(entry: Entry | None, option: int | None) -> tuple[int, str]:
    """Return the number of colours, and a hint for errors about too large colours."""
    if option is not None:
        with of_option("colours"):
            asked = natural(Line(str(option), 0), "colours", 2, MAX_MODULUS)
        if entry is None:
            return asked, ""
    if entry is None:
        return 2, "; without a line colours: N or --colours N there are 2"
    counters = entry.value.text == NONE
    colours = MAX_MODULUS if counters else natural(entry.value, "colours", 2, MAX_MODULUS)
    if option is not None and option != colours:
        said = NONE if counters else colours
        asked_for = NONE if option == MAX_MODULUS else option
        raise entry.value.error(f"the text says {said} colours, the option says {asked_for}")
    return colours, ""


def says_counters(entries: Mapping[str, Entry]) -> bool:
    """Return whether a header contains ``colours: none``."""
    return "colours" in entries and entries["colours"].value.text == NONE


def _agreed(
    key: str,
    entry: Entry | None,
    option: str | None,
    parse: Callable[[Entry], Meant],
    default: Meant,
) -> Meant:
    """Return the value of a key from the text or the option; refuse different values.

    Args:
        key: the key.
        entry: what the text says.
        option: what the option says.
        parse: what a value means.
        default: what is meant where neither says it.

    Raises:
        InputError: When the text says something else than the option.
    """
    asked = default
    if option is not None:
        line = Line(option, 0)
        with of_option(key):
            asked = parse(Entry(key, line, (line,)))
    if entry is None:
        return asked
    said = parse(entry)
    if option is not None and said != asked:
        text = "/".join(row.text for row in entry.rows)
        raise entry.rows[0].error(f"the text says {quoted(text)}, the option says {quoted(option)}")
    return said


def read_neighbourhood(entry: Entry | None, option: str | None) -> str:
    """Return the neighbourhood in canonical spelling, ``plus`` by default."""
    return _agreed("neighbourhood", entry, option, lambda said: _rule(said.rows), "plus")


def _rule(rows: Sequence[Line]) -> str:
    """Return a rule in the form that `lo_exact.topology.grid_matrix` accepts."""
    pieces = [piece for row in rows for piece in row.split("/")]
    text = "/".join(piece.text for piece in pieces)
    with located(pieces[0].number, pieces[0].column):
        if not is_stencil(text):
            return text
    try:
        return rule_name(text)
    except InputError as error:
        piece = pieces[error.line - 1]
        raise piece.error(error.problem, max(error.column, 1) - 1) from None


def read_topology(entry: Entry | None, option: str | None) -> str:
    """Return the name of the surface, ``plane`` by default."""
    return _agreed("topology", entry, option, _surface, "plane")


def _surface(said: Entry) -> str:
    with located(said.value.number, said.value.column):
        return find_surface(said.value.text).name


def read_size(entry: Entry | None, option: str | None) -> tuple[int, int] | None:
    """Return (rows, columns) if they are given, otherwise None."""
    return _agreed("size", entry, option, lambda said: parse_size(said.value), None)


def parse_size(piece: Line) -> tuple[int, int]:
    """Parse ``ROWSxCOLUMNS``.

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
    if rows * columns > MAX_PLACES:
        from lo_exact.topology.packed_board import check_packed_size

        with located(piece.number, piece.column):
            check_packed_size(rows, columns)
    return rows, columns


def read_mask_end(entry: Entry | None, option: str | None) -> str | None:
    """Return which bit is the top left light, or None if neither text nor option defines it."""
    return _agreed("bits", entry, option, _end, None)


def _end(said: Entry) -> str:
    if said.value.text not in BITS:
        raise said.value.error(f"bits are {' or '.join(BITS)}, got {quoted(said.value.text)}")
    return said.value.text


def read_objective(entry: Entry | None, priced: bool, option: str | None) -> Objective:
    """Return the objective; ``priced``: whether the text has prices."""
    if option is not None:
        with of_option("objective"):
            return objective_of(option, priced and option == "prices")
    if entry is None:
        return objective_of(None, priced)
    with located(entry.value.number, entry.value.column):
        return objective_of(entry.value.text, priced)


def objective_of(said: object, priced: bool) -> Objective:
    """Return the objective of a name, or of a text that says none.

    Raises:
        InputError: When it is none, or prices and the text has none, or not prices and it has.
    """
    names = [objective.value for objective in Objective]
    name = ("prices" if priced else "presses") if said is None else said
    if name not in names or (name == "prices") != priced:
        raise InputError(
            "the objective is presses, buttons, or prices where a text has prices; got "
            f"{quoted(str(name))}, and this one has {'' if priced else 'no '}prices"
        )
    return Objective(name)


def read_yes(entry: Entry) -> bool:
    """Parse ``yes`` or ``no``."""
    if entry.value.text not in ("yes", "no"):
        raise entry.value.error(f"uniform is yes or no, got {quoted(entry.value.text)}")
    return entry.value.text == "yes"
