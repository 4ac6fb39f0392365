"""Polynomials against elimination on many boards, and their nullities at many sizes.

    python -m tests.campaigns.polynomials [--boards 2000] [--seed 1]

Random boards of two colours up to 40 x 40, of every rule and surface that polynomials take:
solvable or not, solutions multiplied out, witnesses, kernels and what they span.  Then nullities of
squares to 200 and of tori to 100, and of squares from 500 to 1000.  One minute.
"""

import argparse
import time

from lo_exact.algebra import eliminate
from tests.algebra.test_polynomials import A159257, A165738, PLUS, Uniform, matrix, nullity, run


def eliminated(side, *, torus=False):
    """The nullity that elimination finds in the board written out entry by entry."""
    return len(eliminate(matrix(Uniform(side, side, 2, PLUS, torus, torus))).orders)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    started = time.process_time()

    def say(text):
        print(f"{time.process_time() - started:7.0f} s  {text}", flush=True)

    say(f"as elimination: {dict(run(given.seed, given.boards, 40))}")
    assert [nullity(n) for n in range(1, 131)] == A159257
    assert [nullity(n, torus=True) for n in range(1, 91)] == A165738
    say("as published: squares to 130 (A159257), tori to 90 (A165738)")
    for torus, last in ((False, 200), (True, 100)):
        for n in range(1, last + 1):
            assert nullity(n, torus=torus) == eliminated(n, torus=torus), (n, torus)
        say(f"nullities to {last} as elimination, {'tori' if torus else 'squares'}")
    found = {side: nullity(side) for side in (500, 577, 719, 899, 1000)}
    assert found == {side: eliminated(side) for side in found}
    say(f"large squares as elimination: {found}")


if __name__ == "__main__":
    main()
