"""Explanation in words of why no quiet pattern can make a solution shorter.

Every other solution is this one with a quiet pattern added.  With two colours, pressed buttons in
the pattern become unpressed, and unpressed ones become pressed.  With more colours, some buttons
get fewer presses and some more.  Up to 64 patterns are listed one by one.  Of more patterns the
independent ones are drawn, and classes and a count describe the rest.
"""

from collections.abc import Callable, Sequence

import numpy as np

from lo_exact.algebra.sparse import whole
from lo_exact.byhand.overlays import (
    MAX_DRAWN,
    Improvement,
    Overlays,
    improvements,
    overlays,
)
from lo_exact.certificate.draft import all_solutions, full_presses
from lo_exact.errors import UsageError
from lo_exact.languages.phrases import phrase
from lo_exact.puzzle import Objective, Puzzle

Draw = Callable[[Puzzle, Sequence[int]], str]


def laid_over(puzzle: Puzzle, presses: Sequence[int]) -> Overlays:
    """Return the change in cost from adding each quiet pattern to a solution.

    Args:
        puzzle: The puzzle.
        presses: (buttons,) or (unknowns,) 0..c-1, a solution.

    Raises:
        UsageError: When the presses are not a solution.
        LimitReached: When there are too many patterns.
    """
    given = tuple(whole("presses", presses).tolist())
    x = np.array(full_presses(puzzle, given), dtype=np.int64)
    if not puzzle.system.solves(x):
        raise UsageError("these presses do not solve the puzzle, so there is nothing to explain")
    return overlays(puzzle.system, all_solutions(puzzle), x)


def improved(puzzle: Puzzle, presses: Sequence[int]) -> list[Improvement]:
    """Add quiet patterns to a solution until none lowers its cost; the last result is optimal.

    Raises:
        UsageError, LimitReached: As `laid_over`.
    """
    start = laid_over(puzzle, presses)
    return improvements(puzzle.system, all_solutions(puzzle), start.presses)


def explain(puzzle: Puzzle, presses: Sequence[int], draw: Draw | None = None) -> str:
    """Explain why a solution is optimal, or which quiet pattern lowers its cost.

    Args:
        puzzle: A puzzle with few enough quiet patterns.
        presses: (buttons,) or (unknowns,) 0..c-1, a solution.
        draw: Draws buttons, (buttons,) 0..c-1; by default they are listed by number.

    Returns:
        The explanation, lines of text.

    Raises:
        UsageError: When the presses are not a solution.
        LimitReached: When there are too many patterns.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1] * 5] * 5)
        >>> best = lo_exact.minimum(puzzle).presses
        >>> lo_exact.explain(puzzle, best).split(" There")[0]
        'These 15 presses solve it.'
    """
    return overlays_in_words(puzzle, laid_over(puzzle, presses), draw)


def overlays_in_words(puzzle: Puzzle, found: Overlays, draw: Draw | None = None) -> str:
    """Return a text that states how each quiet pattern would change the cost of a solution."""
    draw = draw or _list
    priced = puzzle.objective is Objective.PRICES
    weight = puzzle.system.weight(found.presses)
    total = len(found.patterns)
    solve = phrase(110, presses=phrase(1, n=weight))
    if priced:
        solve = phrase(111, weight=weight)
    elif weight == 1:
        solve = phrase(112)
    text = [
        phrase(114 if total else 113, solve=solve, n=total),
        draw(puzzle, found.presses[: puzzle.buttons].tolist()),
    ]
    if total <= MAX_DRAWN:
        for number, pattern in enumerate(found.patterns, start=1):
            text += ["", overlay_sentence(puzzle, found, number)]
            text.append(draw(puzzle, pattern[: puzzle.buttons].tolist()))
    else:
        text += _many(puzzle, found, draw)
    if found.saved:
        close = phrase(128, saved=found.saved)
    else:
        least = phrase(3 if priced else 1, n=weight)
        close = phrase(130 if found.ties else 129, least=least, n=found.ties)
    return "\n".join([*text, "", close])


def improvement_words(puzzle: Puzzle, found: Sequence[Improvement], draw: Draw) -> str:
    """Return a text that lists the quiet patterns added and the cost after each."""
    text: list[str] = []
    for number, step in enumerate(found, start=1):
        saves = phrase(131, number=number, saved=step.saved, weight=step.weight)
        text += [saves, draw(puzzle, step.pattern[: puzzle.buttons].tolist()), ""]
    return "\n".join(text)


def overlay_sentence(puzzle: Puzzle, found: Overlays, number: int) -> str:
    """Return a sentence on how quiet pattern ``number``, counted from 1, would change the cost."""
    lowered, raised = int(found.lowered[number - 1]), int(found.raised[number - 1])
    return phrase(
        115 if puzzle.colours == 2 else 116, number=number, lowered=lowered, raised=raised,
        unit=phrase(117) if puzzle.objective is Objective.PRICES else "",
        effect=_effect(raised - lowered),
    )  # fmt: skip


def _effect(change: int) -> str:
    """Return a phrase that describes a change of the cost: none, an increase or a decrease."""
    return phrase(118 if not change else 119 if change > 0 else 120, n=abs(change))


def _many(puzzle: Puzzle, found: Overlays, draw: Draw) -> list[str]:
    """Return lines that summarise many quiet patterns: generators, classes and counts."""
    text = ["", phrase(121)]
    for generator in found.kernel.generators:
        text += ["", draw(puzzle, generator[: puzzle.buttons].tolist())]
    text += ["", phrase(122)]
    for buttons in found.classes:
        pressed = [int(found.presses[j]) for j in buttons if found.presses[j]]
        number = 124 if puzzle.colours > 2 else 123
        many = {"n": len(buttons), "pressed": len(pressed), "presses": sum(pressed)}
        text.append(f"  {phrase(number, **many)}")
    text += ["", phrase(126)]
    for change, count in found.histogram.items():
        text.append(f"  {phrase(127, effect=_effect(change), n=count)}")
    return text


def _list(puzzle: Puzzle, buttons: Sequence[int]) -> str:
    chosen = [
        str(j) + (f" x{value}" if value > 1 else "") for j, value in enumerate(buttons) if value
    ]
    return "buttons " + ", ".join(chosen) if chosen else "no buttons"
