"""Engine `windows` against enumeration: ``python -m tests.campaigns.windows --count 20000``.

Random systems of 2 to 9 colours, up to 12 buttons and 70 lights, dense and sparse, dependent
lights, with and without prices, presses or buttons counted, solvable or not, with plans at random:
windows of any size and rank, costs beyond a window's.  Weight, count and list of all minima, bounds
on the way, and what a search knows that was stopped.
"""

import random
import sys

from lo_exact.engines.engine_table import find_engine
from lo_exact.engines.windows.plan import Planner
from lo_exact.outcome import Wanted
from tests.campaigns import frame
from tests.engines.windows.systems import (
    ASKED,
    PLANS,
    faults,
    plans_at_random,
    random_system,
    stopped,
)
from tests.truth.systems import truth


def judge(rng, given):
    """Judge the answers about one system."""
    source = random.Random(int(rng.integers(2**62)))
    system, engine = random_system(source), find_engine("windows")
    try:
        Planner.plans = plans_at_random(source, compiled=source.random() < 0.5)
        if engine.refusal(system):
            yield "refused", ""
            return
        right = truth(system)
        for wanted in ASKED:
            said = faults(engine.minimise, system, right, wanted)
            yield f"weight {right.weight}", f"{said}: {system}" if said else ""
        if right.weight >= 0:
            bound, weight = stopped(engine.minimise, system, Wanted(), source.randrange(30))
            said = "" if bound <= right.weight <= weight else f"{bound}..{weight}: {system}"
            yield "stopped", said
    finally:
        Planner.plans = PLANS


if __name__ == "__main__":
    sys.exit(frame.main(judge, __doc__, count=20_000))
