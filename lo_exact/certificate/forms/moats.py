"""Evidence by moats: sets of lights, with heights that prove a lower bound on the weight.

The sets are grown again, in plain Python; results of the search after the growth are not in them.
The growth is that of `lo_exact.compiled.moats`, expressed with sets.  A moat has its lights and the
buttons that cross it (on an odd number of its lights), and where moats merge, both are added mod 2.
Every round makes a button tight, and merges or stops a moat, so there are fewer than two rounds for
each light.  A round visits every button of every growing moat.  Costs 0.5 ms for 6 wrong lights of
a circuit, 0.1 s for 350 of a toric code; numba's import alone would take longer.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import gcd

import numpy as np

from lo_exact.certificate.draft import Draft, Json, LowerBoundClaim, MinimumClaim
from lo_exact.engines.moats.moat_tables import SCALE
from lo_exact.outcome import Watch
from lo_exact.puzzle import System

CHEAP_WORK = 2**19
"""Buttons that growing moats by default may read: about 0.1 s."""


def moats_bound(system: System, watch: Watch) -> int:
    """Return the lower bound that moats prove on the weight of all solutions; two colours only."""
    total = sum(height for _, height in grown_moats(system, watch.check))
    return -(-total // SCALE)


def why_no_cheap_moats(system: System) -> str:
    """Return the reason why moats are not computed by default, or ``""``."""
    if system.colours != 2:
        return "moats are for two colours"
    cheap = growth_work(system) <= CHEAP_WORK
    return "" if cheap else "so many lights take long to grow moats around"


def refusal(draft: Draft) -> str:
    """Return the reason why moats do not prove the claim, or ``""``."""
    claim = draft.claim
    assert isinstance(claim, MinimumClaim | LowerBoundClaim)
    if draft.system.colours != 2:
        return f"moats are for 2 colours, not {draft.system.colours}"
    if draft.counted:
        return "moats prove no number of minima"
    wanted = claim.weight if isinstance(claim, MinimumClaim) else claim.bound
    shown = moats_bound(draft.system, draft.watch)
    return f"moats show a bound of {shown} here, not of {wanted}" if shown < wanted else ""


def too_dear(draft: Draft) -> str:
    """Return the reason why moats are not written by default, or ``""``; computes no moats."""
    if draft.counted:
        return "moats prove no number of minima"
    if not draft.too_many_to_visit:
        return "a walk proves every minimum"
    return why_no_cheap_moats(draft.system)


def write(draft: Draft) -> dict[str, Json]:
    """Return moats evidence: sets of lights, and their heights in lowest terms."""
    found = grown_moats(draft.system, draft.watch.check)
    lights = draft.puzzle.matters.tolist()
    common = gcd(SCALE, *(height for _, height in found))
    return {
        "by": "moats",
        "scale": SCALE // common,
        "sets": [[lights[i] for i in inside] for inside, _ in found],
        "heights": [height // common for _, height in found],
    }


@dataclass
class Moat:
    """Set of lights with a height; the height can grow if an odd number of the lights is wrong."""

    lights: frozenset[int]
    """Row numbers of the lights."""
    crossing: frozenset[int]
    """Buttons that change an odd number of them."""
    odd: bool
    """Whether an odd number of its lights is wrong."""
    grows: bool
    """Whether its height is still growing."""
    height: int = 0
    """Height, times `SCALE`."""


def growth_work(system: System) -> int:
    """Estimate the number of matrix entries that `grown_moats` reads."""
    wrong = np.flatnonzero(system.syndrome)
    entries = np.bincount(system.matrix.rows, minlength=system.lights)[wrong]
    return int(entries.sum()) * wrong.size


def grown_moats(
    system: System, check: Callable[[], object] = lambda: None
) -> list[tuple[list[int], int]]:
    """Return (lights, height) pairs, whose heights add up to `SCALE` times a lower bound.

    Args:
        system: a system with two colours.
        check: called in every round; may raise.
    """
    rows, columns = system.matrix.transpose(), system.matrix
    slack = [SCALE * price for price in system.prices.tolist()]
    owner: dict[int, Moat] = {}

    def lone(light: int) -> Moat:
        crossing = frozenset(rows.column(light)[0].tolist())
        return Moat(frozenset([light]), crossing, bool(system.syndrome[light]), False)

    made = [lone(light) for light in np.flatnonzero(system.syndrome).tolist()]
    for moat in made:
        moat.grows = True
        owner.update(dict.fromkeys(moat.lights, moat))
    while growing := [moat for moat in made if moat.grows]:
        check()
        rates = Counter(button for moat in growing for button in moat.crossing)
        if not all(moat.crossing for moat in growing):
            break  # no button crosses this odd set: heights are unbounded, and there is no solution
        step = min(slack[button] // rate for button, rate in rates.items())
        for moat in growing:
            moat.height += step
        for button, rate in rates.items():
            slack[button] -= step * rate
        for button in sorted(b for b, rate in rates.items() if slack[b] < rate):
            meeting = _meeting(button, columns.column(button)[0].tolist(), owner, lone)
            if slack[button] >= sum(moat.grows for moat in meeting):
                continue  # after an earlier merge the rate is lower, so the slack suffices
            if len(meeting) == 1:
                meeting[0].grows = False
                continue
            # merge an even number: the button would cross the union of an odd number of moats
            made.append(_merged(meeting[: len(meeting) // 2 * 2]))
            owner.update(dict.fromkeys(made[-1].lights, made[-1]))
    return [(sorted(moat.lights), moat.height) for moat in made if moat.height]


def _meeting(
    button: int, lights: list[int], owner: dict[int, Moat], lone: Callable[[int], Moat]
) -> list[Moat]:
    """Return the outermost moats that a button crosses: growing ones first, single lights last."""
    met = {id(moat): moat for light in lights if (moat := owner.get(light)) is not None}
    crossed = [moat for moat in met.values() if button in moat.crossing]
    crossed.sort(key=lambda moat: not moat.grows)
    return crossed + [lone(light) for light in lights if light not in owner]


def _merged(meeting: list[Moat]) -> Moat:
    lights, crossing, odd = frozenset[int](), frozenset[int](), False
    for moat in meeting:
        lights, crossing, odd = lights | moat.lights, crossing ^ moat.crossing, odd ^ moat.odd
        moat.grows = False
    return Moat(lights, crossing, odd, odd)
