"""Solver: from a puzzle to a proved answer; the functions carry the words of the command line."""

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
