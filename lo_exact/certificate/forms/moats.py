"""Evidence by moats: sets of lights with heights that sum to at most each button's price.

The sets are grown anew, in plain Python (`lo_exact.engines.moats.growth`); what the search after
the growth proves is not in them.  Costs what `growth_work` foresees.
"""

from math import gcd

from lo_exact.certificate.claims import LowerBoundClaim, MinimumClaim
from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.engines.moats.growth import grown_moats, growth_work
from lo_exact.engines.moats.moat_tables import SCALE
from lo_exact.outcome import Watch
from lo_exact.puzzle import System

CHEAP_WORK = 2**19
"""Buttons looked at in a growth that nobody asked for: some 0.1 s."""


def moats_bound(system: System, watch: Watch) -> int:
    """Return the lower bound proved by growing moats, for two colours."""
    total = sum(height for _, height in grown_moats(system, watch.check))
    return -(-total // SCALE)


def why_no_cheap_moats(system: System) -> str:
    """Return why moats are not grown by default, or ``""``."""
    if system.colours != 2:
        return "moats are for two colours"
    cheap = growth_work(system) <= CHEAP_WORK
    return "" if cheap else "so many lights take long to grow moats around"


def refusal(draft: Draft) -> str:
    """Return why moats do not prove the claim, or ``""``."""
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
    """Return why moats are not written by default, or ``""``, without growing them."""
    if draft.counted:
        return "moats prove no number of minima"
    if not draft.too_many_to_visit:
        return "a walk proves every minimum"
    return why_no_cheap_moats(draft.system)


def write(draft: Draft) -> dict[str, Json]:
    """Return moats evidence: sets of lights, and their heights without a common divisor."""
    found = grown_moats(draft.system, draft.watch.check)
    lights = draft.puzzle.matters.tolist()
    common = gcd(SCALE, *(height for _, height in found))
    return {
        "by": "moats",
        "scale": SCALE // common,
        "sets": [[lights[i] for i in inside] for inside, _ in found],
        "heights": [height // common for _, height in found],
    }
