"""Engine `coset` of more than two colours: ``python -m tests.campaigns.residues --count 20000``.

Random systems of 3 to 12 colours, primes and not, with and without prices, per press and per
button, whatever the sizes of blocks and jobs: weight, count and list of all minima against
enumeration.  Every fiftieth case has 10^5 to 10^6 solutions and is compared with the engine
`syndrome`, which shares no search with it.
"""

import sys

import numpy as np

from lo_exact.algebra import Unsolvable, from_dense
from lo_exact.algebra.echelon import echelon
from lo_exact.engines.coset import jobs
from lo_exact.engines.coset.residue_classes import ResidueVisitSizes, table_search
from lo_exact.engines.engine_table import find_engine
from lo_exact.outcome import Status, Wanted, Watch
from lo_exact.puzzle import System
from lo_exact.runners.work import Where
from tests.campaigns import frame
from tests.truth.systems import truth

COLOURS = (3, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12)


def random_system(rng, colours, buttons):
    """A system of one to five lights, mostly solvable, some buttons alike or without a price."""
    lights = int(rng.integers(1, 6))
    matrix = rng.integers(0, colours, (lights, buttons))
    matrix[rng.random(matrix.shape) < rng.choice([0.0, 0.3, 0.6])] = 0
    if rng.random() < 0.3:
        matrix[:, buttons // 2] = matrix[:, 0] * int(rng.integers(1, colours)) % colours
    syndrome = matrix @ rng.integers(0, colours, buttons) % colours
    if rng.random() < 0.1:
        syndrome = rng.integers(0, colours, lights)
    prices = np.ones(buttons, dtype=np.int64)
    if rng.random() < 0.4:
        prices = rng.choice([0, 1, 2, 3, 50, 2**31], buttons)
    return System(from_dense(matrix, colours), syndrome, prices, bool(rng.random() < 0.3))


def judge(rng, given):
    """Judge one system."""
    colours = int(rng.choice(COLOURS))
    large = rng.random() < 0.02
    most = 10**6 if large else 1500
    buttons = 1
    while colours ** (buttons + 1) <= most:
        buttons += 1
    buttons += 2 if large else 0
    system = random_system(rng, colours, buttons)
    found = system.solutions
    if isinstance(found, Unsolvable):
        yield "unsolvable", ""
        return
    asked = Wanted(minima=10**4, count=True, canonical=True)
    basis = echelon(found.kernel)
    sizes = ResidueVisitSizes(1 << int(rng.integers(0, 16)), 1 << int(rng.integers(3, 20)))
    if large:
        sizes = ResidueVisitSizes()
    least = basis.reduced(found.particular)
    search = table_search(basis, least, system.prices, system.per_button, sizes)
    seen = jobs.visit_all(search, asked, Watch(), where=Where(jobs=1))
    answers = [seen, find_engine("coset").minimise(system, asked, Watch())]
    if large:
        right = find_engine("syndrome").minimise(system, asked, Watch())
        weight, count, minima = right.weight, right.count, right.minima
        assert right.status is Status.OPTIMAL
    else:
        true = truth(system)
        weight, count, minima = true.weight, len(true.minima), true.minima
    for answer in answers:
        said = (answer.weight, answer.count, answer.minima)
        wrong = "" if said == (weight, count, tuple(minima)[: asked.minima]) else f"{said[:2]}"
        kind = "10^5 solutions and more" if large else "enumerated"
        yield f"c = {colours}, {kind}", wrong and f"{wrong}, not {weight, count}: {system}"


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=20_000))
