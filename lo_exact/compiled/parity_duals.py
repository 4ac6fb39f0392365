"""Dual bounds from the parity polytope: a simplex method with cutting planes.

Primal: the least price of x >= 0 under all inequalities of lights and of sums of lights
(`lo_exact.compiled.parity_cuts`).  Dual: heights y of inequalities (c, F) with the greatest sum of
y (1 - |F|).  For each button b, the heights of the inequalities on b, less those with b in F, add
up to at most its price.

The simplex method works on the dual from y = 0.  Its basis has as many *tight* buttons as *cuts*
with a height; ``inverse`` belongs to those alone.  The slack of a tight button whose x is negative
enters; if there is none, the inequality that x violates most enters.  It is read off for every
light beside a button with x != 0, so no list of these inequalities is kept.  Sums whose inequality
x violates are kept and the simplex method continues; after each such round, sums without a height
are dropped.  Sums may be given to begin with: the sets of a growth, whose bound is then hardly
lost, and those that another matrix of the same lights has needed.

All numbers are floats, and they only advise.  `lo_exact.compiled.inequalities` rounds heights down
and corrects in whole numbers where heights exceed a button's price, so any heights give a valid
bound.  Against ties, prices are lowered by up to `SHADE`, each by a different amount.  Of several
buttons whose x is negative, the one goes first where the heights rise most a step.  Costs some 0.1
to 0.4 ms on circuits of the surface code d = 7 to 11.  Two rounds of sums take 0.1 to 0.2 ms in the
matrix of the few buttons that then matter.

Functions that are called for every cut or every sum get single arrays, or run the loop themselves:
passing the whole program took two thirds of all time.
"""

import numpy as np

from lo_exact.compiled.loop import Loop, part
from lo_exact.compiled.moats import ZERO, IntArray, Matrix, matrix_in
from lo_exact.compiled.parity_cuts import (
    ADDED,
    CHANGE,
    CHECK,
    HEIGHT,
    LIT,
    MAX_CUTS,
    NEGATIVE,
    PARTS,
    PLACE,
    PLACES,
    RATE,
    ROOM,
    ROUNDING,
    ROW,
    SHADED,
    SIZE,
    STAMPED,
    TIGHT,
    TOUCHED,
    VALUE,
    WORK,
    WORTH,
    DualProgram,
    add_sums,
    forget_others,
    keep_sum,
    most_violated,
    touches,
)

MAX_STEPS, MAX_IDLE = 1500, 200
"""Largest number of simplex steps (heights are feasible after each), and of steps without gain."""


@part
def add_columns(first: int, end: int, some: int, matrix: Matrix, program: DualProgram) -> int:
    """Add to the slack rates the effect of changing the heights of cuts; return the slack count."""
    # one call for all cuts, since passing the arrays costs as much as one column
    stamps, rates, change = program.buttons, program.slacks, program.values[CHANGE]
    sums, listed, flipped = program.sums, program.sum_buttons, program.flipped
    for cut in range(first, end):
        factor = -change[cut]
        if abs(factor) <= ROUNDING:
            continue
        light = program.cuts[cut, CHECK]
        extra = light - len(matrix.light_starts) + 1
        start, size = ZERO, ZERO
        if extra >= 0:
            size = sums[extra, SIZE]
        else:
            start = matrix.light_starts[light]
            size = matrix.light_starts[light + 1] - start
        for q in range(size):
            b = listed[extra, q] if extra >= 0 else np.int64(matrix.buttons[start + q])
            if stamps[b, STAMPED] == 0:
                stamps[b, STAMPED] = 1
                rates[b, RATE] = 0.0
                stamps[some, TOUCHED] = b
                some += 1
            rates[b, RATE] += factor
        k = 0
        while flipped[cut, k] >= 0:
            rates[flipped[cut, k], RATE] -= 2 * factor
            k += 1
        program.totals[WORK] += size
    return some


@part
def multiply_row(button: int, count: int, matrix: Matrix, program: DualProgram) -> None:
    """Multiply a button's row of coefficients in the basis cuts by the inverse of the basis."""
    row, inverse = program.values[ROW], program.inverse
    cuts, flipped, members = program.cuts, program.flipped, program.members
    for i in range(count):
        row[i] = 0.0
    for j in range(count):
        if not touches(button, cuts[j, CHECK], matrix, members):
            continue
        sign, k = 1.0, 0
        while flipped[j, k] >= 0:
            if flipped[j, k] == button:
                sign = -1.0
            k += 1
        for i in range(count):
            row[i] += sign * inverse[j, i]


@part
def copy_cut(source: int, target: int, program: DualProgram) -> None:
    """Copy a cut over another one."""
    program.cuts[target, CHECK] = program.cuts[source, CHECK]
    program.values[WORTH, target] = program.values[WORTH, source]
    program.values[HEIGHT, target] = program.values[HEIGHT, source]
    k = 0
    while program.flipped[source, k] >= 0:
        program.flipped[target, k] = program.flipped[source, k]
        k += 1
    program.flipped[target, k] = -1


@part
def change_basis(
    count: int,
    enters: int,
    loose: int,
    cut: int,
    button: int,
    gain: float,
    matrix: Matrix,
    program: DualProgram,
) -> int:
    """Update the inverse of the basis and the primal values x after the basis changes.

    Args:
        count: number of cuts in the basis.
        enters: a light whose cut enters, or -1.
        loose: if none enters, the index of the button that is no longer tight.
        cut: the cut that leaves, or -1.
        button: if none leaves, the button that becomes tight.
        gain: rate at which the sum rises.
        matrix: the system.
        program: the program after the height step.

    Returns:
        The new number of cuts.
    """
    # Four cases, each changing one row or column of the basis by an update of rank one.  The last
    # entry moves to a free place: cuts and tight buttons always fill the first ``count`` places.
    inverse, values, cuts = program.inverse, program.values, program.cuts
    if cut < 0:
        multiply_row(button, count, matrix, program)
    if cut < 0 and enters >= 0:  # the basis grows by one cut and one button
        pivot = program.slacks[button, RATE]
        for j in range(count):
            factor = values[CHANGE, j] / pivot
            if factor != 0.0:
                for i in range(count):
                    inverse[j, i] += factor * values[ROW, i]
            inverse[j, count] = -factor
        for i in range(count):
            inverse[count, i] = -values[ROW, i] / pivot
            values[VALUE, i] -= gain / pivot * values[ROW, i]
        inverse[count, count] = 1 / pivot
        values[VALUE, count] = gain / pivot
        cuts[count, TIGHT], program.buttons[button, PLACE] = button, count
        copy_cut(ZERO + MAX_CUTS, count, program)
        return count + 1
    if cut < 0:  # ``button`` takes the place of the tight button number ``loose``
        pivot = values[ROW, loose] or ROUNDING  # the pivot is 0 only through rounding errors
        for j in range(count):
            factor = inverse[j, loose] / pivot
            if factor != 0.0:
                for i in range(count):
                    inverse[j, i] -= factor * values[ROW, i]
            inverse[j, loose] = factor
        for i in range(count):
            values[VALUE, i] += gain / pivot * values[ROW, i]
        values[VALUE, loose] = -gain / pivot
        program.buttons[cuts[loose, TIGHT], PLACE] = -1
        cuts[loose, TIGHT], program.buttons[button, PLACE] = button, loose
        return count
    pivot = values[CHANGE, cut]
    for j in range(count):
        factor = values[CHANGE, j] / pivot
        if j != cut and factor != 0.0:
            for i in range(count):
                inverse[j, i] -= factor * inverse[cut, i]
    for i in range(count):
        values[VALUE, i] += gain / pivot * inverse[cut, i]
    if enters >= 0:  # the cut of light ``enters`` takes the place of ``cut``
        for i in range(count):
            inverse[cut, i] /= pivot
        copy_cut(ZERO + MAX_CUTS, cut, program)
        return count
    program.buttons[cuts[loose, TIGHT], PLACE] = -1  # fill the gap with the last cut and button
    last = count - 1
    if cut < last:
        for i in range(count):
            inverse[cut, i] = inverse[last, i]
        copy_cut(last, cut, program)
    if loose < last:
        for j in range(last):
            inverse[j, loose] = inverse[j, last]
        values[VALUE, loose] = values[VALUE, last]
        cuts[loose, TIGHT] = cuts[last, TIGHT]
        program.buttons[cuts[last, TIGHT], PLACE] = loose
    return last


@part
def weigh_buttons(count: int, program: DualProgram) -> None:
    """Recompute the primal values x of the tight buttons from the inverse of the basis."""
    values = program.values
    values[VALUE, :count] = 0.0
    for j in range(count):
        worth = values[WORTH, j]
        if worth != 0.0:
            for i in range(count):
                values[VALUE, i] += worth * program.inverse[j, i]


@part
def find_direction(
    count: int, enters: int, loose: int, matrix: Matrix, program: DualProgram
) -> int:
    """Compute the rates of heights (duals) and slacks in a simplex step; return the slack count."""
    change, inverse, cuts = program.values[CHANGE], program.inverse, program.cuts
    stamps, rates = program.buttons, program.slacks
    some = ZERO
    if enters >= 0:
        change[MAX_CUTS] = -1.0
        some = add_columns(ZERO + MAX_CUTS, ZERO + MAX_CUTS + 1, some, matrix, program)
        for j in range(count):
            change[j] = 0.0
        for i in range(count):
            b = cuts[i, TIGHT]
            if stamps[b, STAMPED] == 1 and rates[b, RATE] != 0.0:
                for j in range(count):
                    change[j] += inverse[j, i] * rates[b, RATE]
    else:
        for j in range(count):
            change[j] = inverse[j, loose]
    return add_columns(ZERO, count, some, matrix, program)


@part
def take_step(
    count: int, enters: int, loose: int, some: int, program: DualProgram
) -> tuple[float, int, int]:
    """Move along the direction as far as heights and prices stay nonnegative.

    Args:
        count: number of cuts in the basis.
        enters: the light whose cut enters, or -1.
        loose: if none enters, the index of the button that is no longer tight.
        some: number of buttons with a rate, which is cleared.
        program: the program; changed in place.

    Returns:
        The step, below 0 if unbounded; the cut whose height becomes 0, or -1; else the
        button that becomes tight.
    """
    values, buttons, slacks = program.values, program.buttons, program.slacks
    step, cut, tight = -1.0, -1, -1
    for j in range(count):
        change = values[CHANGE, j]
        if change > ROUNDING and (step < 0 or values[HEIGHT, j] < step * change):
            step, cut = values[HEIGHT, j] / change, j
    for i in range(some):
        b = buttons[i, TOUCHED]
        rate = slacks[b, RATE]
        buttons[b, STAMPED] = 0
        if rate <= ROUNDING or buttons[b, PLACE] >= 0:
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
        values[HEIGHT, j] = max(values[HEIGHT, j] - step * values[CHANGE, j], 0.0)
    if enters >= 0:
        values[HEIGHT, MAX_CUTS] = step
    else:
        slacks[program.cuts[loose, TIGHT], ROOM] = step
    return step, cut, tight


@Loop
def find_duals(
    wrong: IntArray,
    begun: int,
    rounds: int,
    work: int,
    most: float,
    more: IntArray,
    numbers: IntArray,
    program: DualProgram,
) -> int:
    """Find heights (dual values) of inequalities that prove a lower bound on a solution's price.

    Args:
        wrong: numbers of the wrong lights.
        begun: 0; or, to resume, the result of the last call for the same lights.
        rounds: number of searches for sums.
        work: largest work in matrix entries.
        most: total bound at which to stop.
        more: (sums, parts + 1) the lights of the initial sums, then -1.
        numbers: the matrix.
        program: filled with lights, buttons in F and heights of the returned number of cuts.
    """
    matrix = matrix_in(numbers)
    values, totals = program.values, program.totals
    count, idle, fresh_values = begun, 0, begun > 0
    totals[WORK] = totals[ADDED] = 0
    if begun == 0:
        forget_others(ZERO, matrix, program)
        totals[PLACES] = 0
        for b in range(len(matrix.prices)):
            program.slacks[b, ROOM] = program.slacks[b, SHADED]
            program.buttons[b, PLACE] = -1
    for light in wrong:
        program.lights[light, LIT] = 1
    for k in range(len(more)):
        keep_sum(more[k], matrix, program)
    # Invariant: heights and remaining prices are >= 0 after every step, so the heights are usable
    # wherever the loop stops.  A tight button with x < 0 leaves before an inequality enters;
    # otherwise x would not belong to the basis.  x is updated in place, so it is recomputed to
    # remove rounding errors before "nothing is violated" is accepted.
    worth = 0.0
    for j in range(count):
        worth += values[HEIGHT, j] * values[WORTH, j]
    for _ in range(MAX_STEPS):
        loose, gain, steepest = ZERO - 1, -NEGATIVE, 0.0
        for i in range(count):
            # a column is at least 1 long: one that cannot lead even so is not measured
            if values[VALUE, i] < NEGATIVE and values[VALUE, i] * values[VALUE, i] > steepest:
                length = 1.0
                for j in range(count):
                    length += program.inverse[j, i] * program.inverse[j, i]
                if values[VALUE, i] * values[VALUE, i] > steepest * length:
                    steepest = values[VALUE, i] * values[VALUE, i] / length
                    loose, gain = i, -values[VALUE, i]
        enters = ZERO - 1
        if loose < 0:
            enters, gain = most_violated(count, wrong, matrix, program)
        if loose < 0 and enters < 0:
            if not fresh_values:  # recompute x to remove rounding errors
                weigh_buttons(count, program)
                fresh_values = True
                continue
            if rounds == 0:
                break
            totals[ADDED] = add_sums(count, matrix, program)
            rounds -= 1
            if totals[ADDED] == 0:
                break
            continue
        full = loose < 0 and count == MAX_CUTS
        if full or idle > MAX_IDLE or worth > most or totals[WORK] > work:
            break
        some = find_direction(count, enters, loose, matrix, program)
        totals[WORK] += 3 * some + count * count // 4 + 100
        step, cut, tight = take_step(count, enters, loose, some, program)
        if step < 0:  # heights are unbounded: the system has no solution
            break
        worth += step * gain
        idle = 0 if step * gain > ROUNDING else idle + 1
        count = change_basis(count, enters, loose, cut, tight, gain, matrix, program)
        fresh_values = False
    if totals[WORK] > work:
        totals[ADDED] = 1
    weigh_buttons(count, program)
    for light in wrong:
        program.lights[light, LIT] = 0
    lights = len(matrix.light_starts) - 1
    for k in range(count):
        row, size = program.cuts[k, CHECK], ZERO + 1
        program.parts[k, 0] = row
        if row >= lights:
            size = program.sums[row - lights, PARTS]
            for q in range(size):
                program.parts[k, q] = program.sum_lights[row - lights, q]
        program.parts[k, size] = -1
    return count
