"""Floor 3: grids, tori, graphs and neighbourhoods become activation matrices."""

from lo_exact.topology.board import HOLE, grid_layout, grid_puzzle
from lo_exact.topology.cube import cube_grid
from lo_exact.topology.grid import MAX_ENTRIES, MAX_PLACES, Grid
from lo_exact.topology.rules import RULES, grid_matrix
from lo_exact.topology.stencil import STENCILS, Stencil, parse_stencil
from lo_exact.topology.surface import SURFACES, find_surface

__all__ = [
    "HOLE",
    "MAX_ENTRIES",
    "MAX_PLACES",
    "RULES",
    "STENCILS",
    "SURFACES",
    "Grid",
    "Stencil",
    "cube_grid",
    "find_surface",
    "grid_layout",
    "grid_matrix",
    "grid_puzzle",
    "parse_stencil",
]
