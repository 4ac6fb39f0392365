"""Exact, proved answers about Lights Out and every puzzle like it.

The functions carry the words of the command line; each is imported when it is first used, so that
``import lo_exact`` costs nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # not typing's: whoever imports this alone need not import that
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "Decoder": "lo_exact.solver.decoder",
    "Puzzle": "lo_exact.puzzle",
    "Solution": "lo_exact.solution",
    "Status": "lo_exact.outcome",
    "all_minima": "lo_exact.solver",
    "chase": "lo_exact.byhand.chase",
    "count": "lo_exact.solver",
    "crosscheck_puzzle": "lo_exact.crosscheck",
    "distance": "lo_exact.codes.given",
    "explain": "lo_exact.byhand.explain",
    "graph_puzzle": "lo_exact.topology",
    "grid_puzzle": "lo_exact.topology",
    "judge_answer": "lo_exact.referee",
    "kernel": "lo_exact.solver",
    "matrix_puzzle": "lo_exact.topology",
    "minimum": "lo_exact.solver",
    "picture": "lo_exact.pictures.subject",
    "press": "lo_exact.byhand.pressing",
    "prove": "lo_exact.solver",
    "read_puzzle": "lo_exact.formats",
    "solve": "lo_exact.solver",
    "steps": "lo_exact.byhand.steps",
    "solve_many": "lo_exact.solver.many",
    "write_picture": "lo_exact.pictures.write",
    "write_puzzle": "lo_exact.formats",
}

__all__ = ["__version__", *_HOMES]  # noqa: PLE0604 - every name is a string


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module 'lo_exact' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
