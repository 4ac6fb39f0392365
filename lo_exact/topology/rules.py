"""Rules by name: how the buttons of a grid act, from a word or a drawing.

`RULES` is the one table of words; everything else is a stencil drawn as rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lo_exact.algebra.sparse import SparseMatrix
from lo_exact.errors import PuzzleError, printable
from lo_exact.topology.cube import cube_matrix
from lo_exact.topology.grid import Grid, row_column_matrix, stencil_matrix
from lo_exact.topology.merlin import merlin_matrix
from lo_exact.topology.stencil import STENCILS, Stencil, parse_stencil
from lo_exact.topology.surface import Join, find_surface


@dataclass(frozen=True)
class Rule:
    """A rule that has a name.

    Attributes:
        name: as board text writes it.
        about: one line for people.
        kind: ``stencil`` for those of `STENCILS`, or the name of a matrix of its own.
    """

    name: str
    about: str
    kind: Literal["stencil", "row+column", "cube", "merlin"] = "stencil"


RULES = (
    Rule("plus", "the own light and the four beside it"),
    Rule("cross", "the four lights beside the own, without it"),
    Rule("x", "the own light and its four diagonal neighbours"),
    Rule("king", "the own light and the eight around it"),
    Rule("knight", "the own light and those a chess knight's step away"),
    Rule("row+column", "the whole row and column, the own light once", "row+column"),
    Rule("cube", "surface of a cube drawn as a net: the own light and its four", "cube"),
    Rule("merlin", "Merlin's Magic Square, 3 x 3", "merlin"),
)


def grid_matrix(grid: Grid, neighbourhood: str, topology: str, colours: int) -> SparseMatrix:
    """Return the activation matrix of a grid.

    Args:
        grid: Where lights and buttons are.
        neighbourhood: A name of `RULES`, or a stencil drawn as rows separated by ``/``.
        topology: A name of `lo_exact.topology.surface.SURFACES`.
        colours: c.

    Raises:
        PuzzleError: When they do not fit each other, or a name is not known.
    """
    surface = find_surface(topology)
    kind = rule_kind(neighbourhood)
    if kind == "stencil":
        return stencil_matrix(grid, find_stencil(neighbourhood), surface, colours)
    if kind == "row+column":
        if Join.TWISTED in (surface.sides, surface.ends):
            raise PuzzleError(
                f"row+column has no meaning on {topology}: a row does not close on itself there"
            )
        return row_column_matrix(grid, colours)
    if topology != "plane":
        raise PuzzleError(f"the {kind} rule joins its own edges: topology must be plane")
    return cube_matrix(grid, colours) if kind == "cube" else merlin_matrix(grid, colours)


def rule_kind(neighbourhood: str) -> str:
    """Return the kind of a rule: that of its name, or ``stencil`` for a drawing.

    Raises:
        PuzzleError: When it is neither a name nor a drawing.
    """
    for rule in RULES:
        if rule.name == neighbourhood:
            return rule.kind
    if "[" not in neighbourhood:
        names = ", ".join(rule.name for rule in RULES)
        raise PuzzleError(
            f"neighbourhood must be {names}, or a stencil with its centre in [ ], "
            f"got {printable(neighbourhood, 40)!r}"
        )
    return "stencil"


def rule_name(neighbourhood: str) -> str:
    """Return a rule in its one spelling: a name where there is one, else the drawing.

    Raises:
        InputError: As `rule_kind` and `find_stencil`.

    >>> rule_name(".1./1[1]1/.1.")
    'plus'
    """
    if rule_kind(neighbourhood) != "stencil":
        return neighbourhood
    return stencil_name(find_stencil(neighbourhood))


def stencil_name(stencil: Stencil) -> str:
    """Return the name of a stencil, or its drawing where it has none."""
    for name, known in STENCILS.items():
        if known == stencil:
            return name
    return stencil.drawn()


def find_stencil(neighbourhood: str) -> Stencil:
    """Return the stencil of a name or a drawing.

    Raises:
        InputError: When the drawing cannot be read; its place counts within the drawing's rows.
    """
    if neighbourhood in STENCILS:
        return STENCILS[neighbourhood]
    return parse_stencil(neighbourhood.split("/"))
