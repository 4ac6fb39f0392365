"""The meaning of single keys of a header, together with the options beside the text.

What a puzzle is must not be said in two ways; what is asked about it is replaced by the option.
"""

import re
from collections.abc import Mapping, Sequence

from lo_exact.algebra.sparse import MAX_MODULUS
from lo_exact.errors import InputError
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.places import Line, located, natural, of_option, quoted
from lo_exact.puzzle import Objective
from lo_exact.registers import BITS
from lo_exact.topology.grid import MAX_PLACES
from lo_exact.topology.rules import is_stencil, rule_name
from lo_exact.topology.surface import find_surface

_SIZE = re.compile(r"([0-9]+)\s*[xX×]\s*([0-9]+)")


NONE = "none"
"""Written for the colours of counters; they are read as 2^31 colours and lose the modulus then."""


def read_colours_entry(entry: Entry | None, option: int | None) -> tuple[int, str]:
    """Return c, and what to add to the error about a colour that is too large."""
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
    """Return whether a header says ``colours: none``."""
    return "colours" in entries and entries["colours"].value.text == NONE


def read_neighbourhood(entry: Entry | None, option: str | None) -> str:
    """Return the rule in its one spelling, plus by default."""
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
        if not is_stencil(text):
            return text
    try:
        return rule_name(text)
    except InputError as error:
        piece = pieces[error.line - 1]
        raise piece.error(error.problem, max(error.column, 1) - 1) from None


def read_topology(entry: Entry | None, option: str | None) -> str:
    """Return the name of the surface, plane by default."""
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


def read_size(entry: Entry | None, option: str | None) -> tuple[int, int] | None:
    """Return (rows, columns) if they are said."""
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
    if rows * columns > MAX_PLACES:
        from lo_exact.topology.packed_board import check_packed_size

        with located(piece.number, piece.column):
            check_packed_size(rows, columns)
    return rows, columns


def read_mask_end(entry: Entry | None, option: str | None) -> str | None:
    """Return which bit is the top left light, None where neither text nor option says it."""
    if option is not None:
        with of_option("bits"):
            option = _end(Line(option, 0))
    if entry is None:
        return option
    said = _end(entry.value)
    if option not in (None, said):
        raise entry.value.error(f"the text says {said}, the option says {option}")
    return said


def _end(piece: Line) -> str:
    if piece.text not in BITS:
        raise piece.error(f"bits are {' or '.join(BITS)}, got {quoted(piece.text)}")
    return piece.text


def read_objective(entry: Entry | None, priced: bool, option: str | None) -> Objective:
    """Return what is minimised; ``priced``: whether the text has prices."""
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


def read_yes(entry: Entry) -> bool:
    """Read ``yes`` or ``no``."""
    if entry.value.text not in ("yes", "no"):
        raise entry.value.error(f"uniform is yes or no, got {quoted(entry.value.text)}")
    return entry.value.text == "yes"
