"""Dual bounds from the parity polytope: a simplex method with cutting planes.

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
off for every light beside a button with x != 0, so no list of these inequalities is kept.

What holds for a light holds for a *sum* of lights: B is then the buttons that are odd on the sum,
and the sum is wrong where an odd number of its lights is.  Where x violates no inequality of a
light, rows beside buttons with fractions are added to each other, so that each fraction, the
nearest to 1/2 first, stands in one row (Zhang and Siegel, 2012; Tanatmis and others, 2010).  Sums
whose inequality x violates are kept, the simplex goes on, and after each such round sums without a
height are forgotten.  Sums may be given to begin with: the sets of a growth, whose bound is then
hardly lost, and those that another matrix of the same lights has needed.

All of it is in floats.  They advise: `lo_exact.compiled.moats` rounds heights down and makes up in
whole numbers for what a button would pay too much, so any heights give a valid bound.  Prices are
lowered by up to `SHADE`, each by another part, against ties; of several buttons whose x is negative
the one goes first where the heights rise most a step.  Some 0.1 to 0.4 ms on circuits of the
surface code d = 7 to 11; two rounds of sums take 0.1 to 0.2 ms in the matrix of the few buttons
that then matter.

Functions that are called for every cut or every sum get single arrays, or run the loop themselves:
handing over the whole program cost two thirds of all time.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import inlined, loop, part
from lo_exact.compiled.moats import NONE, ZERO, Floats, IntArray, Numbers

Words = NDArray[np.uint64]

MAX_CUTS = 256
MAX_FLIPPED = 24
"""Buttons in F; inequalities with more are left out."""

MAX_SUMS = 127
MAX_PARTS = 64
"""Lights that one sum is of; longer ones are left out."""

MAX_SUM_BUTTONS = 1024
MAX_ROWS = 256
WORDS = 4
"""Of 64 bits: a bit for each tight button, and for each of `MAX_ROWS` lights."""

SUM_WORDS = 2
"""Of 64 bits: a bit for each sum, and the last for one that is looked at."""

LAST: Any = np.uint64(63)

WORTH_WHILE = 0.02
"""A sum is kept whose inequality is violated by more."""

MAX_STEPS = 1500
"""Of the simplex method; heights are feasible after each."""

SHADE = 2e-5
"""The part of a price that is given up at most, against ties."""

NEGATIVE = -1e-7
VIOLATED = 1e-6
NOTHING = 1e-9
"""Below it a float counts as 0."""

MAX_IDLE = 200
"""Steps in a row that add nothing."""

FAR = 1e30

CHECK, TIGHT = 0, 1
PARTS, SIZE = 0, 1
PLACES, ADDED, WORK = 0, 1, 2
STAMPED, PLACE, TOUCHED = 0, 1, 2
ROOM, RATE, SHADED = 0, 1, 2
LIT, COUNT, NEAREST, SEEN = 0, 1, 2, 3
BASE, TURN = 0, 1
HEIGHT, VALUE, WORTH, CHANGE, ROW = 0, 1, 2, 3, 4
"""Columns of `DualProgram`."""


class DualProgram(NamedTuple):
    """Arrays of a linear program; between runs stamps are 0, counts -1 and no light is wrong.

    Sums of lights are rows behind those of the lights.
    """

    cuts: IntArray
    """(cuts + 1, 2) the light or sum of a cut in the basis; the tight button beside it."""
    flipped: IntArray
    """(cuts + 1, flipped + 1) the buttons in F, then -1; the last row is what enters."""
    values: Floats
    """(5, cuts + 1) a cut's height; the x of the tight button; 1 - |F|; how fast the height sinks;
    a row of the basis times the inverse.
    """
    inverse: Floats
    """(cuts + 1, more than cuts) cuts by tight buttons."""
    buttons: IntArray
    """(buttons, 3) whether its rate is known; its place among the tight ones or -1; a list of
    buttons.
    """
    slacks: Floats
    """(buttons, 3) what is left of its price; how fast that sinks; its price, lowered."""
    lights: IntArray
    """(lights + sums, 4) whether it is wrong; how many of its buttons have x > 1/2, -1: not
    checked; the button whose x is nearest to 1/2; a list of lights and sums.
    """
    distances: Floats
    """(lights + sums, 2) of its x to 0 or 1, and what it costs to turn the nearest."""
    parts: IntArray
    """(cuts, parts + 1) the lights of each cut, then -1, when all is done."""
    sums: IntArray
    """(sums, 2) how many lights, 0 where there is no sum, and buttons it has."""
    sum_lights: IntArray
    """(sums, parts) its lights."""
    sum_buttons: IntArray
    """(sums, buttons of a sum) its buttons."""
    members: Words
    """(buttons, words of sums) uint64, the bits of the sums that a button is odd on."""
    bits: Words
    """(rows, 2 words + 1) uint64: of a sum under way the tight buttons, the lights, and whether an
    odd number of them is wrong.
    """
    order: IntArray
    """(cuts,) tight buttons whose x is a fraction, the nearest to 1/2 first."""
    totals: IntArray
    """(3,) places of sums that are or were taken; sums that the last round has added, above 0 too
    where there was no time for one; the work of the last run, some entries of the matrix.
    """


class PricedRows(NamedTuple):
    """A matrix mod 2 with prices, in the form of `lo_exact.compiled.moats.Matrix`."""

    light_starts: IntArray
    buttons: Numbers
    button_starts: IntArray
    lights: Numbers
    prices: IntArray


@part
def touches(button: int, light: int, rows: PricedRows, members: Words) -> bool:
    """Return whether a button is odd on a light, or on a sum (numbered after the lights)."""
    extra = light - len(rows.light_starts) + 1
    if extra >= 0:
        word = members[button, extra >> 6] >> np.uint64(extra & 63)
        return bool(word & np.uint64(1) != 0)
    for q in range(rows.button_starts[button], rows.button_starts[button + 1]):
        if rows.lights[q] == light:
            return True
    return False


@part
def add_columns(first: int, end: int, some: int, rows: PricedRows, program: DualProgram) -> int:
    """Subtract cuts from the rates, scaled by their change; return the number of rated buttons.

    (One call for all: handing so many arrays over costs as much as a column.)
    """
    stamps, rates, change = program.buttons, program.slacks, program.values[CHANGE]
    sums, listed, flipped = program.sums, program.sum_buttons, program.flipped
    for cut in range(first, end):
        factor = -change[cut]
        if abs(factor) <= NOTHING:
            continue
        light = program.cuts[cut, CHECK]
        extra = light - len(rows.light_starts) + 1
        start, size = ZERO, ZERO
        if extra >= 0:
            size = sums[extra, SIZE]
        else:
            start = rows.light_starts[light]
            size = rows.light_starts[light + 1] - start
        for q in range(size):
            b = listed[extra, q] if extra >= 0 else np.int64(rows.buttons[start + q])
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
def violation(
    count: int, extra: int, parity: int, members: Words, cuts: IntArray, x: Floats
) -> tuple[float, int]:
    """Return by how much x violates the best inequality of a sum of lights, and its button.

    Args:
        count: tight buttons.
        extra: the sum's place.
        parity: 1 where an odd number of the sum's lights is wrong.
        members: as in a program.
        cuts: as in a program.
        x: of the tight buttons.

    Returns:
        By how much, and the button to be taken out of those with x > 1/2, or in; or -1.
    """
    base, turn, flipped, nearest = 0.0, FAR, 0, NONE
    word, one = extra >> 6, np.uint64(1) << np.uint64(extra & 63)
    for i in range(count):
        b = cuts[i, TIGHT]
        if members[b, word] & one == 0 or abs(x[i]) <= NOTHING:
            continue
        if x[i] > 0.5:
            flipped += 1
            base += 1 - x[i]
        else:
            base += x[i]
        if base >= 1.0:
            return 0.0, NONE
        if abs(1 - 2 * x[i]) < turn:
            turn, nearest = abs(1 - 2 * x[i]), b
    if flipped >= MAX_FLIPPED:
        return 0.0, NONE
    if (flipped & 1) != parity:
        return 1 - base, NONE
    return 1 - base - turn, nearest


@part
def most_violated(
    count: int, wrong: IntArray, rows: PricedRows, program: DualProgram
) -> tuple[int, float]:
    """Find the inequality that x violates most, and write its set F after those of the basis.

    Of a light it is that of the buttons with x > 1/2; where their number is of the wrong parity,
    the button nearest to 1/2 is taken out or in.  Sums are looked at where no light's is violated.

    Returns:
        The light or sum, or -1; by how much it is violated.
    """
    lights, sums, values = program.lights, program.distances, program.values
    seen = 0
    for light in wrong:
        lights[light, COUNT], sums[light, BASE], sums[light, TURN] = 0, 0.0, FAR
        lights[seen, SEEN] = light
        seen += 1
    for i in range(count):
        x = values[VALUE, i]
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
    most, enters, turned = VIOLATED, NONE, NONE
    for i in range(seen):
        light = lights[i, SEEN]
        odd = (lights[light, COUNT] & 1) == lights[light, LIT]
        least = sums[light, BASE] + (sums[light, TURN] if odd else 0.0)
        if 1 - least > most and lights[light, COUNT] < MAX_FLIPPED:
            most, enters = 1 - least, light
            turned = lights[light, NEAREST] if odd else NONE
        lights[light, COUNT] = -1
    if enters < 0:
        bottom = len(rows.light_starts) - 1
        for extra in range(program.totals[PLACES]):
            if program.sums[extra, PARTS] == 0:
                continue
            violated, nearest = violation(
                count, extra, lights[bottom + extra, LIT], program.members, program.cuts,
                values[VALUE],
            )  # fmt: skip
            if violated > most:
                most, enters, turned = violated, np.int64(bottom + extra), nearest
    size = 0
    flipped = program.flipped[MAX_CUTS]
    if enters >= 0:
        for i in range(count):
            b = program.cuts[i, TIGHT]
            inside = values[VALUE, i] > 0.5
            if b == turned:
                inside = not inside
            if inside and touches(b, int(enters), rows, program.members):
                flipped[size] = b
                size += 1
        program.cuts[MAX_CUTS, CHECK], values[WORTH, MAX_CUTS] = enters, 1.0 - size
    flipped[size] = -1
    return int(enters), most


@part
def multiply_row(button: int, count: int, rows: PricedRows, program: DualProgram) -> None:
    """Compute a button's row of the basis cuts, multiplied by the inverse."""
    row, inverse = program.values[ROW], program.inverse
    cuts, flipped, members = program.cuts, program.flipped, program.members
    for i in range(count):
        row[i] = 0.0
    for j in range(count):
        if not touches(button, cuts[j, CHECK], rows, members):
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
    rows: PricedRows,
    program: DualProgram,
) -> int:
    """Update the inverse and x after a change of the basis.

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
    # Four changes of one row or column of the basis, each an update of rank one; a place that gets
    # free is filled with the last, so that cuts and tight buttons stay the first ``count``.
    inverse, values, cuts = program.inverse, program.values, program.cuts
    if cut < 0:
        multiply_row(button, count, rows, program)
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
    if cut < 0:  # only the button is replaced
        pivot = values[ROW, loose] or NOTHING  # it is 0 if rounding errors are too large
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
    if enters >= 0:  # only the cut is replaced
        for i in range(count):
            inverse[cut, i] /= pivot
        copy_cut(ZERO + MAX_CUTS, cut, program)
        return count
    program.buttons[cuts[loose, TIGHT], PLACE] = -1  # the last ones fill the gap
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
def list_rows(count: int, rows: PricedRows, program: DualProgram) -> tuple[int, int]:
    """Write the lights with fractional buttons as bit rows over the tight buttons.

    Returns:
        How many lights; and fractions, which are in order.
    """
    values, lights, bits, order = program.values, program.lights, program.bits, program.order
    some = fractions = 0
    for i in range(count):
        distance = abs(values[VALUE, i] - 0.5)
        if distance > 0.5 - VIOLATED:
            continue
        k = fractions
        while k > 0 and abs(values[VALUE, order[k - 1]] - 0.5) > distance:
            order[k] = order[k - 1]
            k -= 1
        order[k] = i
        fractions += 1
        b = program.cuts[i, TIGHT]
        for q in range(rows.button_starts[b], rows.button_starts[b + 1]):
            light = np.int64(rows.lights[q])
            if lights[light, COUNT] < 0 and some < MAX_ROWS:
                lights[light, COUNT], lights[some, SEEN] = some, light
                for w in range(2 * WORDS):
                    bits[some, w] = 0
                bits[some, WORDS + (some >> 6)] = np.uint64(1) << np.uint64(some & 63)
                bits[some, 2 * WORDS] = np.uint64(lights[light, LIT])
                some += 1
    for i in range(count):
        if abs(values[VALUE, i]) <= NOTHING:
            continue
        b = program.cuts[i, TIGHT]
        for q in range(rows.button_starts[b], rows.button_starts[b + 1]):
            at = lights[np.int64(rows.lights[q]), COUNT]
            if at >= 0:
                bits[at, i >> 6] ^= np.uint64(1) << np.uint64(i & 63)
    for k in range(some):
        lights[lights[k, SEEN], COUNT] = -1
    return some, fractions


@part
def single_out(some: int, fractions: int, program: DualProgram) -> None:
    """Eliminate bit rows so that each fraction, nearest to 1/2 first, remains in one row."""
    bits = program.bits
    # Invariant: the first ``done`` rows have a fraction each that no other row has.  Fractions near
    # 1/2 go first: they spoil an inequality most, and pivots are fewer than fractions at times.
    done = 0
    for k in range(fractions):
        i = program.order[k]
        word, one = i >> 6, np.uint64(1) << np.uint64(i & 63)
        pivot = done
        while pivot < some and bits[pivot, word] & one == 0:
            pivot += 1
        if pivot == some:
            continue
        for w in range(2 * WORDS + 1):
            bits[pivot, w], bits[done, w] = bits[done, w], bits[pivot, w]
        for r in range(some):
            if r != done and bits[r, word] & one != 0:
                for w in range(2 * WORDS + 1):
                    bits[r, w] ^= bits[done, w]
        done += 1


@part
def keep_sum(
    parts: IntArray, links: IntArray, begin: int, end: int, rows: PricedRows, program: DualProgram
) -> int:
    """Store a sum of lights; return its index, or -1 if the table is full.

    Args:
        parts: its lights, then -1.
        links: (any, columns) where buttons stand in the first column.
        begin: where those that are odd on the sum begin.
        end: where they end; as ``begin`` where they are not known.
        rows: the system.
        program: the place.
    """
    extra = ZERO
    while extra < program.totals[PLACES] and program.sums[extra, PARTS] > 0:
        extra += 1
    if extra == MAX_SUMS or end - begin > MAX_SUM_BUTTONS:
        return -1
    word, one = extra >> 6, np.uint64(1) << np.uint64(extra & 63)
    members, stamps, listed = program.members, program.buttons, program.sum_buttons[extra]
    size, count, parity, fits = ZERO, ZERO, ZERO, True
    while parts[count] >= 0:
        light = parts[count]
        program.sum_lights[extra, count] = light
        parity ^= program.lights[light, LIT]
        count += 1
        for q in range(rows.light_starts[light], rows.light_starts[light + 1]):
            if end == begin:
                members[rows.buttons[q], word] ^= one
    for q in range(begin, end):
        listed[size] = links[q, 0]
        members[listed[size], word] |= one
        size += 1
    for k in range(count if end == begin else 0):
        for q in range(rows.light_starts[parts[k]], rows.light_starts[parts[k] + 1]):
            b = rows.buttons[q]
            if members[b, word] & one == 0 or stamps[b, STAMPED] == 1:
                continue
            if size == MAX_SUM_BUTTONS:
                fits = False
                members[b, word] ^= one
                continue
            stamps[b, STAMPED], listed[size] = 1, b
            size += 1
    for q in range(size):
        stamps[listed[q], STAMPED] = 0
    program.sums[extra, PARTS], program.sums[extra, SIZE] = count, size
    program.lights[len(rows.light_starts) - 1 + extra, LIT] = parity
    program.totals[PLACES] = max(program.totals[PLACES], extra + 1)
    if not fits:
        forget_sum(extra, rows, program)
        return -1
    return int(extra)


@part
def forget_sum(extra: int, rows: PricedRows, program: DualProgram) -> None:
    """Delete a sum of lights and its members."""
    others = ~(np.uint64(1) << np.uint64(extra & 63))
    for q in range(program.sums[extra, SIZE]):
        program.members[program.sum_buttons[extra, q], extra >> 6] &= others
    program.sums[extra, PARTS] = 0
    program.lights[len(rows.light_starts) - 1 + extra, LIT] = 0


@part
def forget_others(count: int, rows: PricedRows, program: DualProgram) -> None:
    """Delete the sums that occur in no cut of the basis."""
    for j in range(count):
        extra = program.cuts[j, CHECK] - len(rows.light_starts) + 1
        if extra >= 0:
            program.sums[extra, PARTS] = -abs(program.sums[extra, PARTS])
    for extra in range(program.totals[PLACES]):
        if program.sums[extra, PARTS] > 0:
            forget_sum(extra, rows, program)
        program.sums[extra, PARTS] = abs(program.sums[extra, PARTS])


@inlined
def add_sums(count: int, rows: PricedRows, program: DualProgram) -> int:
    """Add sums of lights with inequalities that x violates; return their number.

    A fraction that stands in one row alone is what makes a row's inequality tight
    (Zhang and Siegel, 2012).
    """
    forget_others(count, rows, program)
    some, fractions = list_rows(count, rows, program)
    single_out(some, fractions, program)
    added = 0
    for row in range(some):
        bits, members = program.bits[row], program.members
        for i in range(count):  # store it temporarily as the last sum
            odd = (bits[i >> 6] >> np.uint64(i & 63)) & np.uint64(1)
            word = members[program.cuts[i, TIGHT], SUM_WORDS - 1] << np.uint64(1)
            members[program.cuts[i, TIGHT], SUM_WORDS - 1] = (word >> np.uint64(1)) | odd << LAST
        parity: Any = np.int64(bits[2 * WORDS])
        violated, _ = violation(
            count, ZERO + MAX_SUMS, parity, members, program.cuts, program.values[VALUE]
        )
        if violated <= WORTH_WHILE:
            continue
        parts, size = program.parts[MAX_CUTS], ZERO
        for k in range(some):
            if (bits[WORDS + (k >> 6)] >> np.uint64(k & 63)) & np.uint64(1) != 0:
                parts[size] = program.lights[k, SEEN]
                size += 1
                if size > MAX_PARTS:
                    break
        if size <= MAX_PARTS:
            parts[size] = -1
            added += keep_sum(parts, program.cuts, ZERO, ZERO, rows, program) >= 0
    return added


@part
def weigh_buttons(count: int, program: DualProgram) -> None:
    """Recompute x of the tight buttons from the inverse."""
    values = program.values
    for i in range(count):
        values[VALUE, i] = 0.0
    for j in range(count):
        worth = values[WORTH, j]
        if worth != 0.0:
            for i in range(count):
                values[VALUE, i] += worth * program.inverse[j, i]


@part
def find_direction(
    count: int, enters: int, loose: int, rows: PricedRows, program: DualProgram
) -> int:
    """Compute the rates of heights and remaining prices; return the number of rated buttons."""
    change, inverse, cuts = program.values[CHANGE], program.inverse, program.cuts
    stamps, rates = program.buttons, program.slacks
    some = ZERO
    if enters >= 0:
        change[MAX_CUTS] = -1.0
        some = add_columns(ZERO + MAX_CUTS, ZERO + MAX_CUTS + 1, some, rows, program)
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
    return add_columns(ZERO, count, some, rows, program)


@part
def take_step(
    count: int, enters: int, loose: int, some: int, program: DualProgram
) -> tuple[float, int, int]:
    """Move along the direction as far as heights and prices stay nonnegative.

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
        change = values[CHANGE, j]
        if change > NOTHING and (step < 0 or values[HEIGHT, j] < step * change):
            step, cut = values[HEIGHT, j] / change, j
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
        values[HEIGHT, j] = max(values[HEIGHT, j] - step * values[CHANGE, j], 0.0)
    if enters >= 0:
        values[HEIGHT, MAX_CUTS] = step
    else:
        slacks[program.cuts[loose, TIGHT], ROOM] = step
    return step, cut, tight


@loop
def find_duals(
    wrong: IntArray,
    begun: int,
    rounds: int,
    work: int,
    most: float,
    more: tuple[IntArray, IntArray, IntArray],
    rows: PricedRows,
    program: DualProgram,
) -> int:
    """Find heights of inequalities that give a lower bound for wrong lights.

    Args:
        wrong: numbers of lights.
        begun: 0; or, to go on, what the last call has returned, for the same lights.
        rounds: times that sums are looked for.
        work: after so much it stops.
        most: heights that are worth more together are not looked for.
        more: (sums, parts + 1) the lights of sums to begin with, then -1; (sums, 2) where the
            buttons of each stand, and where, see `keep_sum`.
        rows: the system.
        program: filled: lights, buttons in F and heights of as many cuts as are returned.
    """
    values, totals = program.values, program.totals
    count, idle, fresh_values = begun, 0, begun > 0
    totals[WORK] = totals[ADDED] = 0
    if begun == 0:
        forget_others(ZERO, rows, program)
        totals[PLACES] = 0
        for b in range(len(rows.prices)):
            program.slacks[b, ROOM] = program.slacks[b, SHADED]
            program.buttons[b, PLACE] = -1
    for light in wrong:
        program.lights[light, LIT] = 1
    for k in range(len(more[0])):
        keep_sum(more[0][k], more[2], more[1][k, 0], more[1][k, 1], rows, program)
    # Invariant: heights and what is left of prices are 0 or more after every step, so whenever it
    # stops, the heights are advice worth having.  A tight button with x < 0 is let loose before an
    # inequality enters: in between x would not belong to the basis.  x is updated in place, and is
    # computed anew before it is believed that nothing is violated.
    worth = 0.0
    for j in range(count):
        worth += values[HEIGHT, j] * values[WORTH, j]
    for _ in range(MAX_STEPS):
        loose, gain, steepest = ZERO - 1, -NEGATIVE, 0.0
        for i in range(count):
            if values[VALUE, i] < NEGATIVE:
                length = 1.0
                for j in range(count):
                    length += program.inverse[j, i] * program.inverse[j, i]
                if values[VALUE, i] * values[VALUE, i] > steepest * length:
                    steepest = values[VALUE, i] * values[VALUE, i] / length
                    loose, gain = i, -values[VALUE, i]
        enters = ZERO - 1
        if loose < 0:
            enters, gain = most_violated(count, wrong, rows, program)
        if loose < 0 and enters < 0:
            if not fresh_values:  # not certain: x has accumulated rounding errors
                weigh_buttons(count, program)
                fresh_values = True
                continue
            if rounds == 0:
                break
            totals[ADDED] = add_sums(count, rows, program)
            rounds -= 1
            if totals[ADDED] == 0:
                break
            continue
        if (
            (loose < 0 and count == MAX_CUTS)
            or idle > MAX_IDLE
            or worth > most
            or totals[WORK] > work
        ):
            break
        some = find_direction(count, enters, loose, rows, program)
        totals[WORK] += 3 * some + count * count // 4 + 100
        step, cut, tight = take_step(count, enters, loose, some, program)
        if step < 0:  # heights are unbounded: the system has no solution
            break
        worth += step * gain
        idle = 0 if step * gain > NOTHING else idle + 1
        count = change_basis(count, enters, loose, cut, tight, gain, rows, program)
        fresh_values = False
    if totals[WORK] > work:
        totals[ADDED] = 1
    weigh_buttons(count, program)
    for light in wrong:
        program.lights[light, LIT] = 0
    for k in range(count):
        list_parts(k, rows, program)
    return count


@part
def list_parts(cut: int, rows: PricedRows, program: DualProgram) -> None:
    """Write the lights of a cut, terminated by -1."""
    light, parts = program.cuts[cut, CHECK], program.parts[cut]
    extra = light - len(rows.light_starts) + 1
    size = ZERO
    if extra < 0:
        parts[0], size = light, ZERO + 1
    else:
        size = program.sums[extra, PARTS]
        for k in range(size):
            parts[k] = program.sum_lights[extra, k]
    parts[size] = -1
