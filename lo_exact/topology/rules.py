"""Table of the named rules for the buttons of a grid, and the matrix of any rule.

`RULES` is the one table of names; every other rule is a stencil drawn as rows.  A new rule is one
file beside this one and one row in the table.  `grid_matrix` makes the matrix of a named or drawn
rule.

`merlin_matrix` is the rule of Merlin's Magic Square.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra.sparse import SparseMatrix, from_columns
from lo_exact.errors import PuzzleError, printable
from lo_exact.registers import meant, named
from lo_exact.topology.grid import (
    STENCILS,
    Grid,
    Join,
    Stencil,
    check_colours,
    find_surface,
    parse_stencil,
    stencil_matrix,
)

_CHANGES = (
    ((0, 1, 3, 4), (0, 1, 2), (1, 2, 4, 5)),
    ((0, 3, 6), (1, 3, 4, 5, 7), (2, 5, 8)),
    ((3, 4, 6, 7), (6, 7, 8), (4, 5, 7, 8)),
)


def merlin_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of Merlin's Magic Square.

    The board has 3 x 3 lights, and every button acts by its place.  A corner changes the 2 x 2
    square at that corner.  The middle of an edge changes the row or column of three along that
    edge, and the centre changes the plus around it.  Merlin, Parker Brothers (1978), as described
    by D. Pelletier, "Merlin's Magic Square", American Mathematical Monthly 94 (1987).

    Raises:
        PuzzleError: When the grid is not 3 x 3 without holes and dead buttons.
    """
    check_colours(colours)
    if grid.shape != (3, 3) or not (np.all(grid.lights) and np.all(grid.buttons)):
        raise PuzzleError(
            "the merlin rule is for 3 x 3 lights, each with a button; "
            f"got {grid.shape[0]} x {grid.shape[1]}"
        )
    return from_columns(
        9, colours, (dict.fromkeys(lights, 1) for row in _CHANGES for lights in row)
    )


@dataclass(frozen=True)
class Rule:
    """Named rule for the buttons of a grid."""

    name: str
    """Name in board text."""
    about: str
    """One-line description for users."""
    matrix: str = ""
    """``module:function``, `Grid` and colours to the activation matrix; ``""`` for those of
    `STENCILS`.
    """
    joins: bool = False
    """Whether the rule itself joins the edges, and so requires the plane."""
    turns: bool = True
    """Whether it is defined on edges joined with a twist."""


RULES = (
    Rule("plus", "its own light and the four next to it (above, below, left, right)"),
    Rule("cross", "the four lights next to it, not its own"),
    Rule("x", "its own light and its four diagonal neighbours"),
    Rule("king", "its own light and the eight around it"),
    Rule("knight", "its own light and those a chess knight's step away"),
    Rule(
        "row+column",
        "the whole row and column, its own light once",
        "lo_exact.topology.grid:row_column_matrix",
        turns=False,
    ),
    Rule("row", "the whole row", "lo_exact.topology.grid:row_matrix", turns=False),
    Rule("column", "the whole column", "lo_exact.topology.grid:column_matrix", turns=False),
    Rule(
        "diagonals",
        "both whole diagonals, its own light once",
        "lo_exact.topology.grid:diagonals_matrix",
        joins=True,
    ),
    Rule(
        "queen",
        "the whole row, column and diagonals, its own light once",
        "lo_exact.topology.grid:queen_matrix",
        joins=True,
    ),
    Rule(
        "triangle",
        "triangles: its own light and up to three that share a side",
        "lo_exact.topology.grid:triangle_matrix",
        joins=True,
    ),
    Rule(
        "cube",
        "surface of a cube drawn as a net: its own light and its four",
        "lo_exact.topology.cube:cube_matrix",
        joins=True,
    ),
    Rule(
        "hex",
        "hexagons: its own light and the six beside it",
        "lo_exact.topology.hexes:hex_matrix",
        joins=True,
    ),
    Rule(
        "merlin",
        "Merlin's Magic Square, 3 x 3",
        "lo_exact.topology.rules:merlin_matrix",
        joins=True,
    ),
)


def grid_matrix(grid: Grid, neighbourhood: str, topology: str, colours: int) -> SparseMatrix:
    """Return the activation matrix of a grid with a given rule and surface.

    Args:
        grid: Positions of lights and buttons.
        neighbourhood: A name of `RULES`, or a stencil drawn as rows separated by ``/``.
        topology: A name of `lo_exact.topology.grid.SURFACES`.
        colours: c.

    Raises:
        PuzzleError: When they do not fit each other, or a name is not known.
    """
    surface = find_surface(topology)
    rule = find_rule(neighbourhood)
    if rule is None or not rule.matrix:
        return stencil_matrix(grid, find_stencil(neighbourhood), surface, colours)
    if not rule.turns and Join.TWISTED in (surface.sides, surface.ends):
        raise PuzzleError(
            f"{rule.name} has no meaning on {topology}: a row does not close on itself there"
        )
    if rule.joins and topology != "plane":
        raise PuzzleError(f"the {rule.name} rule is for the plane: topology must be plane")
    matrix: SparseMatrix = named(rule.matrix)(grid, colours)
    return matrix


def find_rule(neighbourhood: str) -> Rule | None:
    """Return the rule with this name, or None for a stencil drawn as rows.

    Raises:
        PuzzleError: When it is neither a name nor a drawing.
    """
    for rule in RULES:
        if rule.name == neighbourhood:
            return rule
    if "[" not in neighbourhood:
        names = [rule.name for rule in RULES]
        raise PuzzleError(
            f"neighbourhood must be {', '.join(names)}, or a stencil with its centre in [ ], "
            f"got {printable(neighbourhood, 40)!r}{meant(neighbourhood, names)}"
        )
    return None


def is_stencil(neighbourhood: str) -> bool:
    """Return whether a rule, named or drawn, is a stencil.

    Raises:
        PuzzleError: As `find_rule`.
    """
    rule = find_rule(neighbourhood)
    return rule is None or not rule.matrix


def rule_name(neighbourhood: str) -> str:
    """Return the canonical spelling of a rule: its name if it has one, else its drawing.

    Raises:
        InputError: As `find_rule` and `find_stencil`.

    >>> rule_name(".1./1[1]1/.1.")
    'plus'
    """
    if not is_stencil(neighbourhood):
        return neighbourhood
    return stencil_name(find_stencil(neighbourhood))


def stencil_name(stencil: Stencil) -> str:
    """Return the name of a stencil, or its drawing if it has no name."""
    for name, known in STENCILS.items():
        if known == stencil:
            return name
    return stencil.drawn()


def find_stencil(neighbourhood: str) -> Stencil:
    """Return the stencil with the given name or drawing.

    Raises:
        InputError: When the drawing cannot be read; positions count within the drawing's rows.
    """
    if neighbourhood in STENCILS:
        return STENCILS[neighbourhood]
    return parse_stencil(neighbourhood.split("/"))
