"""A chase in words: what to do, what is solvable, the rule, the table, and a board's two passes.

Everything that is needed to follow it by hand is in the text: a program that reads nothing else
solves boards with it (a test does so).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lo_exact.byhand.chase import Chase, Table
from lo_exact.byhand.names import joined_by_and, positions, spots
from lo_exact.byhand.passes import Passes
from lo_exact.byhand.rule import ChaseRule, RuleLine

MANY = 100
"""How many chasers are listed one by one."""


def chase_sentences(chase: Chase) -> list[str]:
    """Say how the board is chased and how many last rows can be put out."""
    plan, c = chase.plan, chase.colours
    left, tried = left_names(chase), tried_names(chase)
    lines = [_how(chase)]
    if left:
        lines.append(f"Left over: {_row_or_list(chase, left, lights=True)}.")
    if not left:
        return [*lines, "Nothing is left over: one chase puts all lights out."]
    total = c ** len(plan.left) - 1
    lines.append(
        f"{chase.image_size - 1} of {total} last rows can be put out; "
        f"{_counted(chase.image_size, 'first row')} to try."
    )
    if tried:
        lines.append(f"Pressed before the chase: {_row_or_list(chase, tried, lights=False)}.")
    return lines


def rule_sentences(chase: Chase, rule: ChaseRule) -> list[str]:
    """Say the rule, a line for each light that decides."""
    if not rule.lines:
        return ["Rule: chase once; a light still lit then cannot be put out."]
    head = "Rule: chase; then, for what is left over,"
    if rule.at_once:
        head += " press all that these lines say, and chase again:"
    else:
        head += " take these lines one after another, chasing again after each:"
    return [head, *(f"  {_line(chase, line)}" for line in rule.lines)]


def table_rows(chase: Chase, table: Table) -> list[list[str]]:
    """Return the table as cells, its head first."""
    rows = [["last row", "first row"]]
    pairs = zip(table.last_rows.tolist(), table.first_rows.tolist(), strict=True)
    rows += [[_glyphs(chase, last), _glyphs(chase, first)] for last, first in pairs]
    return rows


def pass_sentences(chase: Chase, passes: Passes) -> list[str]:
    """Say the steps of both passes on a board."""
    lit = _word(chase)
    lines = ["First pass:", *_walked(chase, passes.first)]
    shown = [
        name if value == 1 else f"{name} ({value})"
        for name, value in zip(left_names(chase), chase.shown.tolist(), strict=True)
        if value
    ]
    if not shown:
        return [*lines, _done(chase, passes)]
    lines.append(f"Now {joined_by_and(shown)} {'are' if len(shown) > 1 else 'is'} {lit}.")
    if passes.begin is None:
        return [*lines, "No first row puts this out: the board cannot be solved."]
    begin = [
        _times(name, value)
        for name, value in zip(tried_names(chase), passes.begin.tolist(), strict=True)
        if value
    ]
    lines += [f"Press {joined_by_and(begin)}.", "Second pass:", *_walked(chase, passes.second)]
    return [*lines, _done(chase, passes)]


def _done(chase: Chase, passes: Passes) -> str:
    done = f"No light is {_word(chase)}: done, with {_counted(passes.pressed, 'press')}"
    kept = sum(passes.presses)
    return f"{done}; {kept} without those that cancel." if kept < passes.pressed else f"{done}."


def left_names(chase: Chase) -> list[str]:
    """Return the names of the lights left over."""
    names = spots(chase.puzzle.layout.light_at)
    return [names[int(chase.puzzle.matters[light])] for light in chase.plan.left]


def tried_names(chase: Chase) -> list[str]:
    """Return the names of the buttons tried."""
    names = spots(chase.puzzle.layout.button_at)
    return [names[button] for button in chase.plan.tried]


def _how(chase: Chase) -> str:
    puzzle, plan, lit = chase.puzzle, chase.plan, _word(chase)
    until = "" if chase.colours == 2 else f" until it is not {lit}"
    row, _ = positions(puzzle.layout.light_at)
    used = [int(row[puzzle.matters[chaser.light]]) + 1 for chaser in plan.chasers]
    if plan.straight:
        rows = f"in row {used[0]}"
        if min(used) < max(used):
            rows = f"from row {min(used)} to row {max(used)}"
        return f"Chase: {rows}, press the button below each {lit} light{until}."
    lights = spots(puzzle.layout.light_at)
    buttons = spots(puzzle.layout.button_at)
    if len(plan.chasers) > MANY:
        return f"Chase: {len(plan.chasers)} lights, each by a button of its own (see --json)."
    pairs = ", ".join(
        f"{lights[int(puzzle.matters[chaser.light])]} by {buttons[chaser.button]}"
        for chaser in plan.chasers
    )
    return f"Chase, in this order, each {lit} light by its button{until}: {pairs}."


def _word(chase: Chase) -> str:
    return "lit" if not chase.puzzle.target[chase.puzzle.matters].any() else "wrong"


def _line(chase: Chase, line: RuleLine) -> str:
    names = tried_names(chase)
    presses = joined_by_and(
        [_times(names[k], int(line.presses[k])) for k in np.flatnonzero(line.presses).tolist()]
    )
    light = left_names(chase)[line.light]
    if chase.colours == 2:
        return f"{light} {_word(chase)}: press {presses}"
    shows = "shows" if _word(chase) == "lit" else "is past its target"
    return f"{light}, for each {line.step} it {shows}: press {presses}"


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} x{count}"


def _walked(chase: Chase, presses: Sequence[tuple[int, int, int]]) -> list[str]:
    """Say the presses of a pass, a line for each row of buttons."""
    names = spots(chase.puzzle.layout.button_at)
    row, _ = positions(chase.puzzle.layout.button_at)
    lines: dict[int, list[str]] = {}
    for _, button, count in presses:
        key = int(row[button]) if chase.plan.straight else 0
        lines.setdefault(key, []).append(_times(names[button], count))
    if not lines:
        return ["  nothing to press"]
    return [f"  press {joined_by_and(line)}" for line in lines.values()]


def _row_or_list(chase: Chase, names: list[str], *, lights: bool) -> str:
    """Name what is there in reading order, a whole row as one."""
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
        words += [f"row {r + 1}"] if here == members else here
    return joined_by_and(words)


def _glyphs(chase: Chase, values: Sequence[int]) -> str:
    if chase.colours == 2:
        return "".join(".#"[value] for value in values)
    return ("" if chase.colours <= 10 else " ").join(map(str, values))


def _counted(count: int, noun: str) -> str:
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun}{'es' if noun.endswith('s') else 's'}"
