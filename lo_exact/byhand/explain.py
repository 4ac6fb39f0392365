"""The hand method, in words: why no quiet pattern can make these presses fewer.

Every other solution is this one with a quiet pattern added: the pressed buttons it covers are
pressed no longer, the unpressed ones are.  So when each pattern covers at least as many unpressed
as pressed buttons, nothing is saved, and where it covers equally many there is another minimum.
For two colours and up to 64 patterns, so that a person can follow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.certificate.claims import full_presses
from lo_exact.certificate.evidence import MAX_OVERLAPS, all_solutions, overlaps
from lo_exact.errors import UsageError
from lo_exact.puzzle import Objective, Puzzle

Draw = Callable[[Puzzle, Sequence[int]], str]


def explain(puzzle: Puzzle, presses: Sequence[int], draw: Draw | None = None) -> str:
    """Explain why presses are a minimum, or by which quiet pattern they can be bettered.

    Args:
        puzzle: A puzzle with two colours and a nullity of at most 6.
        presses: (buttons,) or (unknowns,) 0..1, a solution.
        draw: Draws buttons, (buttons,) 0..1; they are listed by number without.

    Raises:
        UsageError: When the presses solve nothing, or the patterns are too many for a person.
    """
    x = np.array(full_presses(puzzle, tuple(presses)), dtype=np.int64)
    if not puzzle.system.solves(x):
        raise UsageError("these presses do not solve the puzzle, so there is nothing to explain")
    if puzzle.colours != 2:
        raise UsageError(f"the hand method is for two colours, the puzzle has {puzzle.colours}")
    coset = all_solutions(puzzle)
    nullity = len(coset.kernel.orders)
    if nullity > MAX_OVERLAPS:
        raise UsageError(
            f"the hand method compares at most {2**MAX_OVERLAPS} patterns, here are 2^{nullity}; "
            f"ask for a certificate instead"
        )
    draw = draw or _list
    priced = puzzle.objective is Objective.PRICES
    weight = puzzle.system.weight(x)
    text = [_opening(weight, 2**nullity - 1, priced), draw(puzzle, x[: puzzle.buttons].tolist())]
    ties, saved = 0, 0
    for z, (pressed, unpressed) in enumerate(overlaps(puzzle.system, coset, x), start=1):
        bits = z >> np.arange(nullity) & 1
        quiet: IntArray = bits @ coset.kernel.generators.astype(np.int64) % 2
        text += ["", _pattern(z, pressed, unpressed, priced)]
        text += [draw(puzzle, quiet[: puzzle.buttons].tolist())]
        ties += pressed == unpressed
        saved = max(saved, pressed - unpressed)
    return "\n".join([*text, "", _close(weight, ties, saved, priced)])


def _opening(weight: int, patterns: int, priced: bool) -> str:
    solve = f"These {_presses(weight)} solve it"
    if priced:
        solve = f"These presses cost {weight} and solve it"
    elif weight == 1:
        solve = "This 1 press solves it"
    if not patterns:
        return f"{solve}, and no pattern of buttons is quiet: there is no other solution."
    are = "is 1 quiet pattern" if patterns == 1 else f"are {patterns} quiet patterns"
    return (
        f"{solve}.  There {are}: buttons that change nothing when pressed together.\n"
        "Every other solution is this one with a quiet pattern added."
    )


def _pattern(number: int, pressed: int, unpressed: int, priced: bool) -> str:
    unit = " in price" if priced else ""
    change = unpressed - pressed
    effect = "the same" if not change else f"{abs(change)} {'more' if change > 0 else 'fewer'}"
    covers = f"covers {pressed} pressed and {unpressed} unpressed{unit}"
    return f"Quiet pattern {number} {covers}: {effect}."


def _close(weight: int, ties: int, saved: int, priced: bool) -> str:
    if saved:
        return f"So they are not a minimum: {saved} can be saved."
    least = f"a price of {weight}" if priced else _presses(weight)
    others = "no other solution is" if not ties else f"{ties} more solution{'s' * (ties > 1)} "
    if ties:
        others += "is" if ties == 1 else "are"
    return f"So {least} is the minimum, and {others} as cheap."


def _presses(count: int) -> str:
    return "1 press" if count == 1 else f"{count} presses"


def _list(puzzle: Puzzle, buttons: Sequence[int]) -> str:
    chosen = [str(j) for j, value in enumerate(buttons) if value]
    return "buttons " + ", ".join(chosen) if chosen else "no buttons"
