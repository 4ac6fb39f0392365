"""Engine `middle` against enumeration: ``python -m tests.campaigns.middle --count 20000``.

Random systems of two colours, up to 12 buttons and 70 lights, and of 3 to 9 colours, dense and
sparse, dependent lights, with and without prices, presses or buttons counted, solvable or not:
weight, count and list of all minima.
"""

import random
import sys

from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.middle import engine as middle
from lo_exact.outcome import Status, Wanted, Watch
from tests.campaigns import frame
from tests.engines.middle.test_engine import random_system, random_system_of_colours
from tests.truth.systems import truth

ASKED = (Wanted(), Wanted(count=True, canonical=True), Wanted(minima=10**6, count=True))


def judge(rng, given):
    """Judge the answers about one system."""
    source = random.Random(int(rng.integers(2**62)))
    system = source.choice([random_system, random_system_of_colours])(source)
    if middle.refusal(system):
        yield "refused", ""
        return
    right = truth(system)
    for wanted in ASKED:
        found = find_engine("middle").minimise(system, wanted, Watch())
        if right.weight < 0:
            said = "" if found.status is Status.INFEASIBLE else "no solution"
        else:
            said = "" if found.weight == right.weight else f"{found.weight}, not {right.weight}"
            listed = found.minima == right.minima[: wanted.minima]
            if wanted.more_than_one and not (found.count == len(right.minima) and listed):
                said = f"{found.count} minima, {len(right.minima)} are right"
        yield f"weight {right.weight}", f"{said}: {system}" if said else ""


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=20_000))
