"""The hand method, in words: why no quiet pattern can make these presses fewer.

Every other solution is this one with a quiet pattern added.  With two colours the pressed buttons
that it covers are pressed no longer and the unpressed ones are; with more, some come round to
fewer presses and some to more.  Up to 64 patterns are gone through one by one; of more, the
independent ones are drawn, and classes and a count say the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from lo_exact.byhand.overlays import (
    MAX_DRAWN,
    Improvement,
    Overlays,
    improvements,
    overlays,
)
from lo_exact.certificate.claims import full_presses
from lo_exact.certificate.draft import all_solutions
from lo_exact.errors import UsageError
from lo_exact.puzzle import Objective, Puzzle

Draw = Callable[[Puzzle, Sequence[int]], str]


def laid_over(puzzle: Puzzle, presses: Sequence[int]) -> Overlays:
    """Lay every quiet pattern over presses.

    Args:
        puzzle: The puzzle.
        presses: (buttons,) or (unknowns,) 0..c-1, a solution.

    Raises:
        UsageError: When the presses solve nothing, or the patterns are too many.
    """
    x = np.array(full_presses(puzzle, tuple(presses)), dtype=np.int64)
    if not puzzle.system.solves(x):
        raise UsageError("these presses do not solve the puzzle, so there is nothing to explain")
    return overlays(puzzle.system, all_solutions(puzzle), x)


def improved(puzzle: Puzzle, presses: Sequence[int]) -> list[Improvement]:
    """Lay quiet patterns over a solution until none saves anything: the last one is a minimum.

    Raises:
        UsageError: As `laid_over`.
    """
    start = laid_over(puzzle, presses)
    return improvements(puzzle.system, all_solutions(puzzle), start.presses)


def explain(puzzle: Puzzle, presses: Sequence[int], draw: Draw | None = None) -> str:
    """Explain why presses are a minimum, or by which quiet pattern they can be bettered.

    Args:
        puzzle: A puzzle with quiet patterns that can be gone through.
        presses: (buttons,) or (unknowns,) 0..c-1, a solution.
        draw: Draws buttons, (buttons,) 0..c-1; they are listed by number without.

    Returns:
        The explanation, lines of text.

    Raises:
        UsageError: When the presses solve nothing, or the patterns are too many.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1] * 5] * 5)
        >>> best = lo_exact.minimum(puzzle).presses
        >>> lo_exact.explain(puzzle, best).split("  ")[0]
        'These 15 presses solve it.'
    """
    return overlays_in_words(puzzle, laid_over(puzzle, presses), draw)


def overlays_in_words(puzzle: Puzzle, found: Overlays, draw: Draw | None = None) -> str:
    """Say what every quiet pattern would change."""
    draw = draw or _list
    priced = puzzle.objective is Objective.PRICES
    weight = puzzle.system.weight(found.presses)
    total = len(found.patterns)
    text = [_opening(weight, total, priced)]
    text.append(draw(puzzle, found.presses[: puzzle.buttons].tolist()))
    if total <= MAX_DRAWN:
        for number, pattern in enumerate(found.patterns, start=1):
            text += ["", overlay_sentence(puzzle, found, number)]
            text.append(draw(puzzle, pattern[: puzzle.buttons].tolist()))
    else:
        text += _many(puzzle, found, draw)
    return "\n".join([*text, "", _close(weight, found.ties, found.saved, priced)])


def improvement_words(puzzle: Puzzle, found: Sequence[Improvement], draw: Draw) -> str:
    """Say each pattern that was laid over presses, and what was left then."""
    text: list[str] = []
    for number, step in enumerate(found, start=1):
        saves = f"Overlay {number} saves {step.saved}, {step.weight} left:"
        text += [saves, draw(puzzle, step.pattern[: puzzle.buttons].tolist()), ""]
    return "\n".join(text)


def overlay_sentence(puzzle: Puzzle, found: Overlays, number: int) -> str:
    """Say what the pattern of this number, from 1, would change."""
    lowered, raised = int(found.lowered[number - 1]), int(found.raised[number - 1])
    unit = " in price" if puzzle.objective is Objective.PRICES else ""
    if puzzle.colours == 2:
        said = f"covers {lowered} pressed and {raised} unpressed{unit}"
    else:
        said = f"lowers {lowered} and raises {raised}{unit}"
    change = raised - lowered
    effect = "the same" if not change else f"{abs(change)} {'more' if change > 0 else 'fewer'}"
    return f"Quiet pattern {number} {said}: {effect}."


def _many(puzzle: Puzzle, found: Overlays, draw: Draw) -> list[str]:
    """Say what many patterns would change: independent ones, classes, and a count."""
    text = ["", "The independent ones, of which all others are sums:"]
    for generator in found.kernel.generators:
        text += ["", draw(puzzle, generator[: puzzle.buttons].tolist())]
    text += [
        "",
        "Buttons that stand in exactly the same patterns form a class: only how many of a class",
        "are pressed, and how often, counts.",
    ]
    for buttons in found.classes:
        pressed = [int(found.presses[j]) for j in buttons if found.presses[j]]
        times = f", {sum(pressed)} presses in all" if puzzle.colours > 2 else ""
        many = f"{len(buttons)} buttons" if len(buttons) > 1 else "1 button"
        text.append(f"  class of {many}: {len(pressed)} pressed{times}")
    text += ["", "All patterns, by what they would change:"]
    for change, count in found.histogram.items():
        effect = "the same" if not change else f"{abs(change)} {'more' if change > 0 else 'fewer'}"
        text.append(f"  {effect}: {count} pattern{'s' * (count > 1)}")
    return text


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
    chosen = [
        str(j) + (f" x{value}" if value > 1 else "") for j, value in enumerate(buttons) if value
    ]
    return "buttons " + ", ".join(chosen) if chosen else "no buttons"
