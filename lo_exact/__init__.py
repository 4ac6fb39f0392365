"""Exact, proved answers about Lights Out and every puzzle like it.

Each function is named after its command; each is imported when it is first used, so that ``import
lo_exact`` costs nothing.
"""

from importlib import import_module

TYPE_CHECKING = False  # a literal: importing typing's constant would cost time
if TYPE_CHECKING:
    from lo_exact import errors as errors
    from lo_exact.byhand.chasing.chase import chase as chase
    from lo_exact.byhand.explain import explain as explain
    from lo_exact.byhand.hint import hints as hints
    from lo_exact.byhand.levels.grade import levels as levels
    from lo_exact.byhand.levels.random_levels import make_levels as make_levels
    from lo_exact.byhand.pressing import place as place
    from lo_exact.byhand.pressing import press as press
    from lo_exact.codes.code_files import distance as distance
    from lo_exact.codes.decoder import Decoder as Decoder
    from lo_exact.codes.error_classes import ErrorClass as ErrorClass
    from lo_exact.errors import LoExactError as LoExactError
    from lo_exact.formats import read_puzzle as read_puzzle
    from lo_exact.formats import write_puzzle as write_puzzle
    from lo_exact.hardest_boards.claims.evidence import certify as certify
    from lo_exact.hardest_boards.find import hardest as hardest
    from lo_exact.hardest_boards.find import histogram as histogram
    from lo_exact.judging.campaign import referee as referee
    from lo_exact.judging.crosscheck import crosscheck_puzzle as crosscheck_puzzle
    from lo_exact.judging.judge import judge_answer as judge_answer
    from lo_exact.outcome import Status as Status
    from lo_exact.pictures.subject import picture as picture
    from lo_exact.pictures.write import write_picture as write_picture
    from lo_exact.puzzle import Puzzle as Puzzle
    from lo_exact.solution import Solution as Solution
    from lo_exact.solver import all_minima as all_minima
    from lo_exact.solver import count as count
    from lo_exact.solver import kernel as kernel
    from lo_exact.solver import minimum as minimum
    from lo_exact.solver import prove as prove
    from lo_exact.solver import solve as solve
    from lo_exact.solver.batch.batch import minimum_batch as minimum_batch
    from lo_exact.solver.questions import solutions_within as solutions_within
    from lo_exact.solver.questions import solve_many as solve_many
    from lo_exact.solver.steps import steps as steps
    from lo_exact.spectra.spectrum import sample_minima as sample_minima
    from lo_exact.spectra.spectrum import spectrum as spectrum
    from lo_exact.topology import graph_puzzle as graph_puzzle
    from lo_exact.topology import grid_puzzle as grid_puzzle
    from lo_exact.topology import matrix_puzzle as matrix_puzzle

    __version__: str

_HOMES = {
    "Decoder": "lo_exact.codes.decoder",
    "ErrorClass": "lo_exact.codes.error_classes",
    "LoExactError": "lo_exact.errors",
    "Puzzle": "lo_exact.puzzle",
    "Solution": "lo_exact.solution",
    "Status": "lo_exact.outcome",
    "all_minima": "lo_exact.solver",
    "certify": "lo_exact.hardest_boards.claims.evidence",
    "chase": "lo_exact.byhand.chasing.chase",
    "count": "lo_exact.solver",
    "crosscheck_puzzle": "lo_exact.judging.crosscheck",
    "distance": "lo_exact.codes.code_files",
    "explain": "lo_exact.byhand.explain",
    "graph_puzzle": "lo_exact.topology",
    "grid_puzzle": "lo_exact.topology",
    "hardest": "lo_exact.hardest_boards.find",
    "hints": "lo_exact.byhand.hint",
    "histogram": "lo_exact.hardest_boards.find",
    "judge_answer": "lo_exact.judging.judge",
    "kernel": "lo_exact.solver",
    "levels": "lo_exact.byhand.levels.grade",
    "make_levels": "lo_exact.byhand.levels.random_levels",
    "matrix_puzzle": "lo_exact.topology",
    "minimum": "lo_exact.solver",
    "minimum_batch": "lo_exact.solver.batch.batch",
    "picture": "lo_exact.pictures.subject",
    "place": "lo_exact.byhand.pressing",
    "press": "lo_exact.byhand.pressing",
    "prove": "lo_exact.solver",
    "read_puzzle": "lo_exact.formats",
    "referee": "lo_exact.judging.campaign",
    "sample_minima": "lo_exact.spectra.spectrum",
    "solutions_within": "lo_exact.solver.questions",
    "solve": "lo_exact.solver",
    "solve_many": "lo_exact.solver.questions",
    "spectrum": "lo_exact.spectra.spectrum",
    "steps": "lo_exact.solver.steps",
    "write_picture": "lo_exact.pictures.write",
    "write_puzzle": "lo_exact.formats",
}

__all__ = ["__version__", "errors", *_HOMES]  # noqa: PLE0604 - every name is a string

if not TYPE_CHECKING:  # type checkers read the imports above and know every name

    def __getattr__(name):
        if name == "errors":
            return import_module("lo_exact.errors")
        if name == "__version__":  # running git in a checkout takes time, so only on demand
            return import_module("lo_exact.version").version()
        if name not in _HOMES:
            raise AttributeError(f"module 'lo_exact' has no attribute {name!r}")
        return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES, "__version__", "errors"])
