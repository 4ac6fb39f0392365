"""Duals of the parity polytope: prices of inequalities that a simplex method finds as it goes.

Two colours.  Take a light c with buttons B(c), and a set F of them, |F| even where c is wrong and
odd where it is not.  Every solution x differs from F in an odd number of the buttons of c, so in
one at least: the sum of x over B(c) without F, and of 1 - x over F, is at least 1 (Jeroslow, 1975;
Feldman, Wainwright and Karger, 2005).  A moat has an empty F.

Primal: the least price of x >= 0 under all of these.  Dual: heights y of inequalities (c, F) with
the greatest sum of y (1 - |F|), where the heights of those on a button b, less those with b in F,
add up to no more than its price.
The simplex method works on the dual from y = 0.  Its basis has as many
*tight* buttons as *cuts* with a height; ``inverse`` belongs to those alone.  What enters is the
slack of a tight button whose x is negative, else the inequality that x violates most: it is read
off for every light beside a button with x != 0, so no list of inequalities is kept.

All of it is in floats.  They advise: `lo_exact.compiled.moats` rounds heights down and makes up in
whole numbers for what a button would pay too much, so any heights give a valid bound.  Prices are
lowered by up to `SHADE`, each by another part, against ties.  Some 4 us a step: 0.2 ms on circuits
of the surface code d = 7 (50 steps), 0.7 on [[144, 12, 12]] with errors at .1 (170), 1.4 on the
gross code's circuit at .002 (270).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import loop

IntArray = NDArray[np.int64]
Floats = NDArray[np.float64]
Numbers = NDArray[np.uint32]

MAX_CUTS = 256
MAX_FLIPPED = 12
"""Buttons in F; inequalities with more are left out."""

MAX_STEPS = 1500
"""Of the simplex method; heights are feasible after each."""

SHADE = 2e-4
"""The part of a price that is given up at most, against ties."""

NEGATIVE = -1e-7
VIOLATED = 1e-6
NOTHING = 1e-9
"""Below it a float counts as 0."""

MAX_IDLE = 200
"""Steps in a row that add nothing."""

FAR = 1e30

CHECK, TIGHT = 0, 1
STAMPED, PLACE, TOUCHED = 0, 1, 2
ROOM, RATE = 0, 1
LIT, COUNT, NEAREST, SEEN = 0, 1, 2, 3
BASE, TURN = 0, 1
HEIGHT, VALUE, WORTH, CHANGE, ROW = 0, 1, 2, 3, 4
"""Columns of `DualProgram`."""


class DualProgram(NamedTuple):
    """A linear program's arrays; between two runs stamps are 0, counts -1 and no light is wrong.

    Attributes:
        cuts: (cuts + 1, 2) the light of a cut in the basis; the tight button beside it.
        flipped: (cuts + 1, flipped + 1) the buttons in F, then -1; the last row is what enters.
        values: (cuts + 1, 5) a cut's height; the x of the tight button; 1 - |F|; how fast the
            height sinks; a row of the basis times the inverse.
        inverse: (cuts + 1, cuts + 1) cuts by tight buttons.
        buttons: (buttons, 3) whether its rate is known; its place among the tight ones or -1; a
            list of buttons.
        slacks: (buttons, 2) what is left of its price; how fast that sinks.
        lights: (lights, 4) whether it is wrong; how many of its buttons have x > 1/2, -1: not
            looked at; the button whose x is nearest to 1/2; a list of lights.
        sums: (lights, 2) the distances of its x to 0 or 1, and what it costs to turn the nearest.
    """

    cuts: IntArray
    flipped: IntArray
    values: Floats
    inverse: Floats
    buttons: IntArray
    slacks: Floats
    lights: IntArray
    sums: Floats


class PricedRows(NamedTuple):
    """A matrix mod 2 with prices, as in `lo_exact.compiled.moats.Matrix`."""

    light_starts: IntArray
    buttons: Numbers
    button_starts: IntArray
    lights: Numbers
    prices: IntArray


@loop
def touches(button: int, light: int, rows: PricedRows) -> bool:
    """Say whether a button changes a light."""
    for q in range(rows.button_starts[button], rows.button_starts[button + 1]):
        if rows.lights[q] == light:
            return True
    return False


@loop
def add_column(cut: int, factor: float, some: int, rows: PricedRows, program: DualProgram) -> int:
    """Add a cut's column to the rates; return how many buttons have one."""
    light = program.cuts[cut, CHECK]
    for q in range(rows.light_starts[light], rows.light_starts[light + 1]):
        b = rows.buttons[q]
        if program.buttons[b, STAMPED] == 0:
            program.buttons[b, STAMPED] = 1
            program.slacks[b, RATE] = 0.0
            program.buttons[some, TOUCHED] = b
            some += 1
        program.slacks[b, RATE] += factor
    k = 0
    while program.flipped[cut, k] >= 0:
        program.slacks[program.flipped[cut, k], RATE] -= 2 * factor
        k += 1
    return some


@loop
def most_violated(
    count: int, wrong: IntArray, rows: PricedRows, program: DualProgram
) -> tuple[int, float]:
    """Find the inequality that x violates most, and write its F behind those of the basis.

    Of a light it is that of the buttons with x > 1/2; where their number is of the wrong parity,
    the button nearest to 1/2 is taken out or in.

    Returns:
        The light, or -1; by how much it is violated.
    """
    lights, sums, values = program.lights, program.sums, program.values
    seen = 0
    for light in wrong:
        lights[light, COUNT], sums[light, BASE], sums[light, TURN] = 0, 0.0, FAR
        lights[seen, SEEN] = light
        seen += 1
    for i in range(count):
        x = values[i, VALUE]
        if abs(x) <= NOTHING:
            continue
        b = program.cuts[i, TIGHT]
        for q in range(rows.button_starts[b], rows.button_starts[b + 1]):
            light = np.int64(rows.lights[q])
            if lights[light, COUNT] < 0:
                lights[light, COUNT], sums[light, BASE], sums[light, TURN] = 0, 0.0, FAR
                lights[seen, SEEN] = light
                seen += 1
            if x > 0.5:
                lights[light, COUNT] += 1
                sums[light, BASE] += 1 - x
            else:
                sums[light, BASE] += x
            turn = abs(1 - 2 * x)
            if turn < sums[light, TURN]:
                sums[light, TURN], lights[light, NEAREST] = turn, b
    most, enters, turned = VIOLATED, np.int64(-1), False
    for i in range(seen):
        light = lights[i, SEEN]
        odd = (lights[light, COUNT] & 1) == lights[light, LIT]
        least = sums[light, BASE] + (sums[light, TURN] if odd else 0.0)
        if 1 - least > most and lights[light, COUNT] < MAX_FLIPPED:
            most, enters, turned = 1 - least, light, odd
        lights[light, COUNT] = -1
    size = 0
    flipped = program.flipped[MAX_CUTS]
    if enters >= 0:
        for i in range(count):
            b = program.cuts[i, TIGHT]
            inside = values[i, VALUE] > 0.5
            if turned and b == lights[enters, NEAREST]:
                inside = not inside
            if inside and touches(b, int(enters), rows):
                flipped[size] = b
                size += 1
        program.cuts[MAX_CUTS, CHECK], values[MAX_CUTS, WORTH] = enters, 1.0 - size
    flipped[size] = -1
    return int(enters), most


@loop
def multiply_row(button: int, count: int, rows: PricedRows, program: DualProgram) -> None:
    """Write a button's row of the cuts in the basis, times the inverse."""
    values = program.values
    values[:count, ROW] = 0.0
    for j in range(count):
        if not touches(button, program.cuts[j, CHECK], rows):
            continue
        sign, k = 1.0, 0
        while program.flipped[j, k] >= 0:
            if program.flipped[j, k] == button:
                sign = -1.0
            k += 1
        for i in range(count):
            values[i, ROW] += sign * program.inverse[j, i]


@loop
def copy_cut(source: int, target: int, program: DualProgram) -> None:
    """Write a cut over another."""
    program.cuts[target, CHECK] = program.cuts[source, CHECK]
    program.values[target, WORTH] = program.values[source, WORTH]
    program.values[target, HEIGHT] = program.values[source, HEIGHT]
    program.flipped[target] = program.flipped[source]


@loop
def change_basis(
    count: int,
    enters: int,
    loose: int,
    cut: int,
    button: int,
    gain: float,
    rows: PricedRows,
    program: DualProgram,
) -> int:
    """Bring the inverse and x up to date.

    Args:
        count: cuts in the basis.
        enters: a light whose cut enters, or -1.
        loose: where none does, the place of the button that is tight no longer.
        cut: the cut that leaves, or -1.
        button: where none does, the button that becomes tight.
        gain: how fast the sum rises.
        rows: the system.
        program: at a height step already taken.

    Returns:
        The cuts then.
    """
    inverse, values, cuts = program.inverse, program.values, program.cuts
    if cut < 0:
        multiply_row(button, count, rows, program)
    if cut < 0 and enters >= 0:  # one more of each
        pivot = program.slacks[button, RATE]
        for j in range(count):
            factor = values[j, CHANGE] / pivot
            if factor != 0.0:
                for i in range(count):
                    inverse[j, i] += factor * values[i, ROW]
            inverse[j, count] = -factor
        for i in range(count):
            inverse[count, i] = -values[i, ROW] / pivot
            values[i, VALUE] -= gain / pivot * values[i, ROW]
        inverse[count, count] = 1 / pivot
        values[count, VALUE] = gain / pivot
        cuts[count, TIGHT], program.buttons[button, PLACE] = button, count
        copy_cut(MAX_CUTS, count, program)
        return count + 1
    if cut < 0:  # another button
        pivot = values[loose, ROW]
        for j in range(count):
            factor = inverse[j, loose] / pivot
            if factor != 0.0:
                for i in range(count):
                    inverse[j, i] -= factor * values[i, ROW]
            inverse[j, loose] = factor
        for i in range(count):
            values[i, VALUE] += gain / pivot * values[i, ROW]
        values[loose, VALUE] = -gain / pivot
        program.buttons[cuts[loose, TIGHT], PLACE] = -1
        cuts[loose, TIGHT], program.buttons[button, PLACE] = button, loose
        return count
    pivot = values[cut, CHANGE]
    for j in range(count):
        factor = values[j, CHANGE] / pivot
        if j != cut and factor != 0.0:
            for i in range(count):
                inverse[j, i] -= factor * inverse[cut, i]
    for i in range(count):
        values[i, VALUE] += gain / pivot * inverse[cut, i]
    if enters >= 0:  # another cut
        inverse[cut, :count] /= pivot
        copy_cut(MAX_CUTS, cut, program)
        return count
    program.buttons[cuts[loose, TIGHT], PLACE] = -1  # one less of each; the last takes its place
    last = count - 1
    if cut < last:
        inverse[cut, :count] = inverse[last, :count]
        copy_cut(last, cut, program)
    if loose < last:
        inverse[:last, loose] = inverse[:last, last]
        values[loose, VALUE] = values[last, VALUE]
        cuts[loose, TIGHT] = cuts[last, TIGHT]
        program.buttons[cuts[last, TIGHT], PLACE] = loose
    return last


@loop
def weigh_buttons(count: int, program: DualProgram) -> None:
    """Compute x of the tight buttons anew."""
    values = program.values
    values[:count, VALUE] = 0.0
    for j in range(count):
        worth = values[j, WORTH]
        if worth != 0.0:
            for i in range(count):
                values[i, VALUE] += worth * program.inverse[j, i]


@loop
def find_direction(
    count: int, enters: int, loose: int, rows: PricedRows, program: DualProgram
) -> int:
    """Find how fast heights and rooms sink; return how many buttons have a rate."""
    values, cuts = program.values, program.cuts
    some = 0
    if enters >= 0:
        some = add_column(MAX_CUTS, 1.0, some, rows, program)
        values[:count, CHANGE] = 0.0
        for i in range(count):
            b = cuts[i, TIGHT]
            if program.buttons[b, STAMPED] == 1 and program.slacks[b, RATE] != 0.0:
                for j in range(count):
                    values[j, CHANGE] += program.inverse[j, i] * program.slacks[b, RATE]
    else:
        for j in range(count):
            values[j, CHANGE] = program.inverse[j, loose]
    for j in range(count):
        if abs(values[j, CHANGE]) > NOTHING:
            some = add_column(j, -values[j, CHANGE], some, rows, program)
    return some


@loop
def take_step(
    count: int, enters: int, loose: int, some: int, program: DualProgram
) -> tuple[float, int, int]:
    """Go as far as heights and prices allow.

    Args:
        count: cuts in the basis.
        enters: the light whose cut enters, or -1.
        loose: where none does, the place of the button that is tight no longer.
        some: buttons that have a rate; they have none then.
        program: changed.

    Returns:
        How far, below 0 where there is no end; the cut whose height is 0 then, or -1; else the
        button that is tight then.
    """
    values, buttons, slacks = program.values, program.buttons, program.slacks
    step, cut, tight = -1.0, -1, -1
    for j in range(count):
        change = values[j, CHANGE]
        if change > NOTHING and (step < 0 or values[j, HEIGHT] < step * change):
            step, cut = values[j, HEIGHT] / change, j
    for i in range(some):
        b = buttons[i, TOUCHED]
        rate = slacks[b, RATE]
        buttons[b, STAMPED] = 0
        if rate <= NOTHING or buttons[b, PLACE] >= 0:
            continue
        if step < 0 or slacks[b, ROOM] < step * rate:
            step, cut, tight = slacks[b, ROOM] / rate, -1, b
    if step < 0:
        return step, cut, tight
    for i in range(some):
        b = buttons[i, TOUCHED]
        if buttons[b, PLACE] < 0:
            slacks[b, ROOM] = max(slacks[b, ROOM] - step * slacks[b, RATE], 0.0)
    for j in range(count):
        values[j, HEIGHT] = max(values[j, HEIGHT] - step * values[j, CHANGE], 0.0)
    if enters >= 0:
        values[MAX_CUTS, HEIGHT] = step
    else:
        slacks[program.cuts[loose, TIGHT], ROOM] = step
    return step, cut, tight


@loop
def find_duals(wrong: IntArray, rows: PricedRows, program: DualProgram) -> int:
    """Find heights of inequalities for wrong lights.

    Args:
        wrong: numbers of lights.
        rows: the system.
        program: filled: lights, buttons in F and heights of as many cuts as are returned.
    """
    values = program.values
    for b in range(len(rows.prices)):
        program.slacks[b, ROOM] = rows.prices[b] * (1.0 - SHADE * (b * 7919 % 1009) / 1009.0)
        program.buttons[b, PLACE] = -1
    for light in wrong:
        program.lights[light, LIT] = 1
    count, idle, fresh_values = 0, 0, True
    for _ in range(MAX_STEPS):
        loose, gain = -1, -NEGATIVE
        for i in range(count):
            if values[i, VALUE] < -gain:
                loose, gain = i, -values[i, VALUE]
        enters = -1
        if loose < 0:
            enters, gain = most_violated(count, wrong, rows, program)
        if loose < 0 and enters < 0 and not fresh_values:  # so it seems: x has been added up
            weigh_buttons(count, program)
            fresh_values = True
            continue
        if (loose < 0 and (enters < 0 or count == MAX_CUTS)) or idle > MAX_IDLE:
            break
        some = find_direction(count, enters, loose, rows, program)
        step, cut, tight = take_step(count, enters, loose, some, program)
        if step < 0:  # heights have no end: nothing solves the system
            break
        idle = 0 if step * gain > NOTHING else idle + 1
        count = change_basis(count, enters, loose, cut, tight, gain, rows, program)
        fresh_values = False
    weigh_buttons(count, program)
    for light in wrong:
        program.lights[light, LIT] = 0
    return count
