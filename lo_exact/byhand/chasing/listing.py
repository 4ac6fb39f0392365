"""JSON form of a light chase."""

from typing import Any

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.byhand.chasing.chase import Chase, Table
from lo_exact.byhand.chasing.chase_sentences import left_names, tried_names
from lo_exact.byhand.chasing.passes import Passes, Pressed
from lo_exact.byhand.chasing.rule import ChaseRule
from lo_exact.solution import presses_rows
from lo_exact.solver.button_names import spots


def chase_json(
    chase: Chase, rule: ChaseRule, table: Table | None, passes: Passes | None
) -> dict[str, Any]:
    """Return the output of ``lo-exact chase`` as a JSON object, keys in the documented order."""
    puzzle = chase.puzzle
    lights, buttons = spots(puzzle.layout.light_at), spots(puzzle.layout.button_at)
    out: dict[str, Any] = {
        "solvable_last_rows": chase.image_size - 1,
        "last_rows": puzzle.colours ** len(chase.plan.left) - 1,
        "first_rows_to_try": chase.image_size,
        "first_row_buttons": tried_names(chase),
        "last_row_lights": left_names(chase),
        "straight": chase.plan.straight,
        "chasers": [
            [lights[int(puzzle.matters[chaser.light])], buttons[chaser.button]]
            for chaser in chase.plan.chasers
        ],
        "at_once": rule.at_once,
        "rule": [
            {
                "light": left_names(chase)[line.light],
                "step": line.step,
                "press": _named(tried_names(chase), line.presses),
            }
            for line in rule.lines
        ],
    }
    if table is not None:
        pairs = zip(table.last_rows.tolist(), table.first_rows.tolist(), strict=True)
        out["table"] = [{"last_row": last, "first_row": first} for last, first in pairs]
    if passes is not None:
        out["last_row"] = chase.shown.tolist()
        out["solvable"] = passes.begin is not None
        out["passes"] = [_steps(buttons, passes.first)]
        if passes.begin is not None:
            out["first_row"] = passes.begin.tolist()
            out["passes"].append(_steps(buttons, passes.second))
            out["presses"] = presses_rows(puzzle.layout, passes.presses)
    return out | {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }


def _named(names: list[str], presses: IntArray) -> dict[str, int]:
    return {names[k]: int(presses[k]) for k in np.flatnonzero(presses).tolist()}


def _steps(names: tuple[str, ...], presses: tuple[Pressed, ...]) -> list[dict[str, Any]]:
    return [{"button": names[button], "times": count} for _, button, count in presses]
