"""The counter of the SAT search: at most so many excess literals, for a bound that rises."""

from types import SimpleNamespace

import pytest

from lo_exact.parity_walks.search.sat import ExcessCounter


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 8])
def test_a_counter_whose_bound_rises_counts(size):
    from pysat.solvers import Solver

    literals = tuple(range(1, size + 1))
    encoding = SimpleNamespace(excess=literals, variables=size)
    with Solver("minisat22") as oracle:
        counter = ExcessCounter(encoding)
        for bound in range(size + 1):
            assumed = counter.at_most(oracle, bound)
            assert len(assumed) == (bound < size)
            for true in range(1 << size):
                chosen = [v if true >> (v - 1) & 1 else -v for v in literals]
                possible = oracle.solve(assumptions=[*chosen, *assumed])
                assert possible == (true.bit_count() <= bound)
