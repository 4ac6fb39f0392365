"""Functions that return proved answers about a puzzle, each named after its command."""

from lo_exact.solver.questions import (
    UNLIMITED,
    Report,
    all_minima,
    count,
    count_solutions,
    kernel,
    minimum,
    prove,
    quiet_patterns,
    solve,
    solve_many,
)

__all__ = [
    "UNLIMITED",
    "Report",
    "all_minima",
    "count",
    "count_solutions",
    "kernel",
    "minimum",
    "prove",
    "quiet_patterns",
    "solve",
    "solve_many",
]
