"""The answer about hardest boards in a sentence."""

from __future__ import annotations

from lo_exact.hardest.answer import Hardest
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective


def hardest_sentence(found: Hardest) -> str:
    """Say the largest minimum, or the interval, and how many boards have it."""
    objective = found.puzzle.objective
    if found.status is not Status.OPTIMAL:
        return (
            f"feasible: the hardest boards need {_cost(objective, found.lower_bound)} or more; "
            f"proved: none needs more than {found.upper_bound}"
        )
    many = "their number was not counted"
    if found.boards >= 0:
        many = f"{found.boards} board{'' if found.boards == 1 else 's'} need so much"
        many = many.replace("1 board need ", "1 board needs ") if found.boards == 1 else many
    return f"optimal: the hardest boards need {_cost(objective, found.weight)}; {many}"


def _cost(objective: Objective, weight: int) -> str:
    if objective is Objective.PRICES:
        return f"a price of {weight}"
    unit = {Objective.PRESSES: ("press", "presses"), Objective.BUTTONS: ("button", "buttons")}
    return f"{weight} {unit[objective][weight != 1]}"
