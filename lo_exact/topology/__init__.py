"""Construction of activation matrices from grids, surfaces, graphs and neighbourhood rules.

Names are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.topology.board import HOLE, grid_layout, grid_puzzle
    from lo_exact.topology.cube import cube_grid
    from lo_exact.topology.graph import graph_matrix, graph_puzzle, matrix_puzzle
    from lo_exact.topology.grid import (
        MAX_ENTRIES,
        MAX_PLACES,
        STENCILS,
        SURFACES,
        Grid,
        Stencil,
        find_surface,
        parse_stencil,
    )
    from lo_exact.topology.make import (
        one_colour,
        pressed,
        random_board,
        random_residues,
        random_solvable,
        random_unsolvable,
        seeded,
        with_state,
    )
    from lo_exact.topology.mixed import RuleMap
    from lo_exact.topology.recognition import recognise_rule
    from lo_exact.topology.rules import RULES, grid_matrix

__all__ = [
    "HOLE",
    "MAX_ENTRIES",
    "MAX_PLACES",
    "RULES",
    "STENCILS",
    "SURFACES",
    "Grid",
    "RuleMap",
    "Stencil",
    "cube_grid",
    "find_surface",
    "graph_matrix",
    "graph_puzzle",
    "grid_layout",
    "grid_matrix",
    "grid_puzzle",
    "matrix_puzzle",
    "one_colour",
    "parse_stencil",
    "pressed",
    "random_board",
    "random_residues",
    "random_solvable",
    "random_unsolvable",
    "recognise_rule",
    "seeded",
    "with_state",
]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "board": ("HOLE", "grid_layout", "grid_puzzle"),
        "cube": ("cube_grid",),
        "graph": ("graph_matrix", "graph_puzzle", "matrix_puzzle"),
        "grid": (
            "MAX_ENTRIES", "MAX_PLACES", "STENCILS", "SURFACES", "Grid", "Stencil", "find_surface",
            "parse_stencil",
        ),
        "make": (
            "one_colour", "pressed", "random_board", "random_residues", "random_solvable",
            "random_unsolvable", "seeded", "with_state",
        ),
        "mixed": ("RuleMap",),
        "recognition": ("recognise_rule",),
        "rules": ("RULES", "grid_matrix"),
    },
)  # fmt: skip
