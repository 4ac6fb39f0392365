"""Text and JSON about light chasing: instructions, rule, table, and the passes over a board.

The text contains everything that is needed to follow the method by hand: a program that reads
nothing else solves boards with it (a test does so).  `chase_json` gives the same as JSON values.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from lo_exact.byhand.chasing.chase import Chase, Table
from lo_exact.byhand.chasing.passes import ChaseRule, Passes, Pressed, RuleLine
from lo_exact.languages.phrases import phrase
from lo_exact.solution import presses_rows
from lo_exact.solver.button_names import joined_by_and, positions, spots


def chase_json(
    chase: Chase, rule: ChaseRule, table: Table | None, passes: Passes | None
) -> dict[str, Any]:
    """Return the answer of ``lo-exact chase`` as a JSON object, with keys in documented order."""
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
                "press": {
                    name: int(times)
                    for name, times in zip(tried_names(chase), line.presses, strict=True)
                    if times
                },
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


def _steps(names: tuple[str, ...], presses: tuple[Pressed, ...]) -> list[dict[str, Any]]:
    return [{"button": names[button], "times": count} for _, button, count in presses]


LISTED_CHASERS = 100
"""Largest number of chasers listed one by one."""


def chase_sentences(chase: Chase) -> list[str]:
    """Return sentences that describe the chase and the number of solvable last rows."""
    plan, c = chase.plan, chase.colours
    left, tried = left_names(chase), tried_names(chase)
    if not left:
        return [_how(chase), phrase(80)]
    lines = [_how(chase), phrase(79, places=_row_or_list(chase, left, lights=True))]
    total = c ** len(plan.left) - 1
    rows = chase.image_size
    lines.append(phrase(81, n=rows - 1, total=total, rows=rows))
    if tried:
        lines.append(phrase(82, places=_row_or_list(chase, tried, lights=False)))
    return lines


def rule_sentences(chase: Chase, rule: ChaseRule) -> list[str]:
    """Return a chase rule as text: a line for each light in it, with its first-row presses."""
    if not rule.lines:
        return [phrase(83)]
    return [phrase(84 if rule.at_once else 85), *(f"  {_line(chase, line)}" for line in rule.lines)]


def table_rows(chase: Chase, table: Table) -> list[list[str]]:
    """Return the table of last rows as text cells, with the header as first row."""
    pairs = zip(table.last_rows.tolist(), table.first_rows.tolist(), strict=True)
    rows = ([_glyphs(chase, last), _glyphs(chase, first)] for last, first in pairs)
    return [[phrase(90), phrase(91)], *rows]


def pass_sentences(chase: Chase, passes: Passes) -> list[str]:
    """Return sentences that describe the steps of both passes over a board."""
    lines = [phrase(92), *_walked(chase, passes.first)]
    shown = [
        name if value == 1 else f"{name} ({value})"
        for name, value in zip(left_names(chase), chase.shown.tolist(), strict=True)
        if value
    ]
    if not shown:
        return [*lines, _done(chase, passes)]
    lines.append(phrase(93, names=joined_by_and(shown), n=len(shown), lit=_word(chase)))
    if passes.begin is None:
        return [*lines, phrase(94)]
    begin = [
        _times(name, value)
        for name, value in zip(tried_names(chase), passes.begin.tolist(), strict=True)
        if value
    ]
    lines += [phrase(95, names=joined_by_and(begin)), phrase(96), *_walked(chase, passes.second)]
    return [*lines, _done(chase, passes)]


def _done(chase: Chase, passes: Passes) -> str:
    kept = sum(passes.presses)
    number = 100 if kept < passes.pressed else 99
    return phrase(number, lit=_word(chase), n=passes.pressed, kept=kept)


def left_names(chase: Chase) -> list[str]:
    """Return the names of the lights that the first pass leaves unsolved."""
    names = spots(chase.puzzle.layout.light_at)
    return [names[int(chase.puzzle.matters[light])] for light in chase.plan.left]


def tried_names(chase: Chase) -> list[str]:
    """Return the names of the buttons whose presses are chosen before the chase."""
    names = spots(chase.puzzle.layout.button_at)
    return [names[button] for button in chase.plan.tried]


def _how(chase: Chase) -> str:
    puzzle, plan, lit = chase.puzzle, chase.plan, _word(chase)
    until = "" if chase.colours == 2 else phrase(75, lit=lit)
    row, _ = positions(puzzle.layout.light_at)
    used = [int(row[puzzle.matters[chaser.light]]) + 1 for chaser in plan.chasers]
    if plan.straight:
        many = min(used) < max(used)
        rows = phrase(72 if many else 71, first=min(used), last=max(used))
        return phrase(70, rows=rows, lit=lit, until=until)
    lights = spots(puzzle.layout.light_at)
    buttons = spots(puzzle.layout.button_at)
    if len(plan.chasers) > LISTED_CHASERS:
        return phrase(76, n=len(plan.chasers))
    pairs = phrase(102).join(
        phrase(78, light=lights[int(puzzle.matters[chaser.light])], button=buttons[chaser.button])
        for chaser in plan.chasers
    )
    return phrase(77, lit=lit, until=until, pairs=pairs)


def _word(chase: Chase) -> str:
    return phrase(73 if _shows(chase) else 74)


def _shows(chase: Chase) -> bool:
    """Return whether the target is all lights off; the wrong lights are then the lit ones."""
    return not chase.puzzle.target[chase.puzzle.matters].any()


def _line(chase: Chase, line: RuleLine) -> str:
    names = tried_names(chase)
    presses = joined_by_and(
        [_times(names[k], int(line.presses[k])) for k in np.flatnonzero(line.presses).tolist()]
    )
    light = left_names(chase)[line.light]
    if chase.colours == 2:
        return phrase(86 if _shows(chase) else 87, light=light, presses=presses)
    number = 88 if _shows(chase) else 89
    return phrase(number, light=light, step=line.step, presses=presses)


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _walked(chase: Chase, presses: Sequence[tuple[int, int, int]]) -> list[str]:
    """Return the presses of a pass as text, a line for each row of buttons."""
    names = spots(chase.puzzle.layout.button_at)
    row, _ = positions(chase.puzzle.layout.button_at)
    lines: dict[int, list[str]] = {}
    for _, button, count in presses:
        key = int(row[button]) if chase.plan.straight else 0
        lines.setdefault(key, []).append(_times(names[button], count))
    if not lines:
        return [f"  {phrase(98)}"]
    return [f"  {phrase(97, names=joined_by_and(line))}" for line in lines.values()]


def _row_or_list(chase: Chase, names: list[str], *, lights: bool) -> str:
    """Return lights or buttons as words in reading order, with complete rows as one item."""
    layout = chase.puzzle.layout
    places = layout.light_at if lights else layout.button_at
    every = spots(places)
    row, _ = positions(places)
    full = {
        r: [every[k] for k in range(len(every)) if row[k] == r] for r in sorted(set(row.tolist()))
    }
    words: list[str] = []
    for r, members in full.items():
        here = [name for name in names if name in members]
        words += [phrase(101, n=r + 1)] if here == members else here
    return joined_by_and(words)


def _glyphs(chase: Chase, values: Sequence[int]) -> str:
    if chase.colours == 2:
        return "".join(".#"[value] for value in values)
    return ("" if chase.colours <= 10 else " ").join(map(str, values))
