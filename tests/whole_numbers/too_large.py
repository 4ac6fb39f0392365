"""A certificate that exceeds the bound of the checker of splits."""

from lo_exact.certificate import counters_checker
from tests.certificate.checker_cases import PAIR


def rank_of_splits(program):
    puzzle = {**PAIR, "colours": None, "state": [0, 0], "target": [1, 0]}
    document = {"by": "splits", "functionals": [], "nodes": []}
    program.Splits(program.System(puzzle), document, None)._rank([])


PROVOKED = [
    (counters_checker, {"MAX_RANK_NUMBERS": 1}, rank_of_splits),
]
