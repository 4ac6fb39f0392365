"""Solver: from a puzzle to a proved answer.

The functions carry the words of the command line; `solve_many` is imported when it is first used.
"""

from typing import TYPE_CHECKING, Any

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
)

if TYPE_CHECKING:
    from lo_exact.solver.many import solve_many

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


def __getattr__(name: str) -> Any:
    if name != "solve_many":
        raise AttributeError(f"module 'lo_exact.solver' has no attribute {name!r}")
    from lo_exact.solver.many import solve_many

    return solve_many
