"""Search for parity inequalities, of lights or sums of lights, that a fractional x violates.

Take a light c with buttons B(c), and a set F of them, |F| even where c is wrong and odd where it is
not.  Every solution x differs from F in an odd number of the buttons of c, so in at least one.  So
the sum of x over B(c) without F, and of 1 - x over F, is at least 1 (Jeroslow, 1975; Feldman,
Wainwright and Karger, 2005).  A moat has an empty F.

The same holds for a *sum* of lights.  B is then the buttons that are odd on the sum, and the sum is
wrong where an odd number of its lights is.  Where x violates no inequality of a light, rows with
fractional buttons are added to each other.  Then each fractional button, the nearest to 1/2 first,
is in one row (Zhang and Siegel, 2012; Tanatmis and others, 2010).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import part
from lo_exact.compiled.moats import NONE, ZERO, Floats, IntArray, Matrix

Words = NDArray[np.uint64]

MAX_CUTS = 256
"""Inequalities in the basis, and so buttons that are tight."""

MAX_FLIPPED = 24
"""Buttons in F; inequalities with more are not used."""

MAX_SUMS = 127
"""Sums of lights that are kept: the bits of `SUM_WORDS` but the last."""

MAX_PARTS, MAX_SUM_BUTTONS = 64, 1024
"""Largest numbers of lights and of buttons of a sum; longer ones are omitted."""

MAX_ROWS = 256
"""Largest number of lights in an elimination: the bits of `WORDS`."""

WORDS, SUM_WORDS = 4, 2
"""Numbers of 64-bit words: with a bit for each tight button, or each of `MAX_ROWS` lights; with a
bit for each sum, and one for the sum being tried.
"""

WORTH_WHILE, SHADE = 0.02, 2e-5
"""Violation of its inequality above which a sum is kept; largest part of a price that is given up
to break ties.
"""

NEGATIVE, VIOLATED, ROUNDING = -1e-7, 1e-6, 1e-9
"""Floats below the first are negative, inequalities broken by the second or more are violated, and
floats below the third count as 0.
"""

BEYOND, TOP = 1e30, np.uint64(63)
"""Float larger than all distances that occur; place of the highest bit of a word."""

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
    """Working arrays of the dual linear program, which every run restores.

    Between runs, stamps are 0, counts -1 and no light is wrong.  Sums are rows after the lights.
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
    """(buttons, 3) if its rate is known; its place among the tight ones or -1; listed buttons."""
    slacks: Floats
    """(buttons, 3) what is left of its price; how fast that sinks; its price, lowered."""
    lights: IntArray
    """(lights + sums, 4) whether it is wrong; how many of its buttons have x > 1/2, -1: not
    checked; the button whose x is nearest to 1/2; a list of lights and sums.
    """
    distances: Floats
    """(lights + sums, 2) of its x to 0 or 1, and what it costs to turn the nearest."""
    parts: IntArray
    """(cuts, parts + 1) the lights of each cut, then -1, at the end."""
    sums: IntArray
    """(sums, 2) how many lights, 0 where there is no sum, and buttons it has."""
    sum_lights: IntArray
    """(sums, parts) lights of each sum."""
    sum_buttons: IntArray
    """(sums, buttons of a sum) buttons of each sum."""
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


@part
def touches(button: int, light: int, matrix: Matrix, members: Words) -> bool:
    """Return whether a button changes a light, or a sum of lights (numbered after the lights)."""
    extra = light - len(matrix.light_starts) + 1
    if extra >= 0:
        word = members[button, extra >> 6] >> np.uint64(extra & 63)
        return bool(word & np.uint64(1) != 0)
    for q in range(matrix.button_starts[button], matrix.button_starts[button + 1]):
        if matrix.lights[q] == light:
            return True
    return False


@part
def violation(
    count: int, extra: int, parity: int, members: Words, cuts: IntArray, x: Floats
) -> tuple[float, int]:
    """Find the parity inequality that x violates most; return its violation and the flipped button.

    Args:
        count: number of tight buttons.
        extra: index of the sum.
        parity: 1 if an odd number of the sum's lights is wrong.
        members: as in a program.
        cuts: as in a program.
        x: values of the tight buttons.

    Returns:
        The violation, and the button to remove from those with x > 1/2, or to add, or -1.
    """
    base, turn, flipped, nearest = 0.0, BEYOND, 0, NONE
    word, one = extra >> 6, np.uint64(1) << np.uint64(extra & 63)
    for i in range(count):
        b = cuts[i, TIGHT]
        if members[b, word] & one == 0 or abs(x[i]) <= ROUNDING:
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
    count: int, wrong: IntArray, matrix: Matrix, program: DualProgram
) -> tuple[int, float]:
    """Find the inequality that x violates most, and write its set F of buttons to row `MAX_CUTS`.

    For a light, F is the buttons with x > 1/2.  If their number has the wrong parity, the button
    nearest to 1/2 is removed or added.  Sums are tried only if no light's inequality is violated.

    Returns:
        The light or sum, or -1, and its violation.
    """
    lights, sums, values = program.lights, program.distances, program.values
    seen = 0
    for light in wrong:
        lights[light, COUNT], sums[light, BASE], sums[light, TURN] = 0, 0.0, BEYOND
        lights[seen, SEEN] = light
        seen += 1
    for i in range(count):
        x = values[VALUE, i]
        if abs(x) <= ROUNDING:
            continue
        b = program.cuts[i, TIGHT]
        for q in range(matrix.button_starts[b], matrix.button_starts[b + 1]):
            light = np.int64(matrix.lights[q])
            if lights[light, COUNT] < 0:
                lights[light, COUNT], sums[light, BASE], sums[light, TURN] = 0, 0.0, BEYOND
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
        bottom = len(matrix.light_starts) - 1
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
            if inside and touches(b, int(enters), matrix, program.members):
                flipped[size] = b
                size += 1
        program.cuts[MAX_CUTS, CHECK], values[WORTH, MAX_CUTS] = enters, 1.0 - size
    flipped[size] = -1
    return int(enters), most


@part
def list_rows(count: int, matrix: Matrix, program: DualProgram) -> tuple[int, int]:
    """Write a bit row (a bit per tight button) for each light of a button with fractional x.

    Returns:
        The numbers of lights, and of fractions, which are in order.
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
        for q in range(matrix.button_starts[b], matrix.button_starts[b + 1]):
            light = np.int64(matrix.lights[q])
            if lights[light, COUNT] < 0 and some < MAX_ROWS:
                lights[light, COUNT], lights[some, SEEN] = some, light
                for w in range(2 * WORDS):
                    bits[some, w] = 0
                bits[some, WORDS + (some >> 6)] = np.uint64(1) << np.uint64(some & 63)
                bits[some, 2 * WORDS] = np.uint64(lights[light, LIT])
                some += 1
    for i in range(count):
        if abs(values[VALUE, i]) <= ROUNDING:
            continue
        b = program.cuts[i, TIGHT]
        for q in range(matrix.button_starts[b], matrix.button_starts[b + 1]):
            at = lights[np.int64(matrix.lights[q]), COUNT]
            if at >= 0:
                bits[at, i >> 6] ^= np.uint64(1) << np.uint64(i & 63)
    for k in range(some):
        lights[lights[k, SEEN], COUNT] = -1
    return some, fractions


@part
def single_out(some: int, fractions: int, program: DualProgram) -> None:
    """Reduce the bit rows by Gauss-Jordan elimination; buttons with x nearest to 1/2 first."""
    bits = program.bits
    # Invariant: each of the first ``done`` rows has a button with fractional x that no other row
    # has.  Buttons with x near 1/2 go first: they weaken an inequality most, and there may be
    # fewer pivots than such buttons.
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
def keep_sum(parts: IntArray, matrix: Matrix, program: DualProgram) -> int:
    """Store a sum of lights, a list ended by -1; return its index, or -1 if it does not fit."""
    extra = ZERO
    while extra < program.totals[PLACES] and program.sums[extra, PARTS] > 0:
        extra += 1
    if extra == MAX_SUMS:
        return -1
    word, one = extra >> 6, np.uint64(1) << np.uint64(extra & 63)
    members, stamps, listed = program.members, program.buttons, program.sum_buttons[extra]
    some, size, count, parity = ZERO, ZERO, ZERO, ZERO
    while parts[count] >= 0:
        light = parts[count]
        program.sum_lights[extra, count] = light
        parity ^= program.lights[light, LIT]
        count += 1
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            b = matrix.buttons[q]
            members[b, word] ^= one
            if stamps[b, STAMPED] == 0:
                stamps[b, STAMPED], stamps[some, TOUCHED] = 1, b
                some += 1
    for q in range(some):
        b = stamps[q, TOUCHED]
        stamps[b, STAMPED] = 0
        if members[b, word] & one != 0 and size == MAX_SUM_BUTTONS:
            members[b, word] ^= one
            parity = NONE  # the sum has too many buttons
        elif members[b, word] & one != 0:
            listed[size] = b
            size += 1
    program.sums[extra, PARTS], program.sums[extra, SIZE] = count, size
    program.lights[len(matrix.light_starts) - 1 + extra, LIT] = parity
    program.totals[PLACES] = max(program.totals[PLACES], extra + 1)
    if parity < 0:
        forget_sum(extra, matrix, program)
        return -1
    return int(extra)


@part
def forget_sum(extra: int, matrix: Matrix, program: DualProgram) -> None:
    """Delete a sum of lights, and its bit in every button's row of `members`."""
    others = ~(np.uint64(1) << np.uint64(extra & 63))
    for q in range(program.sums[extra, SIZE]):
        program.members[program.sum_buttons[extra, q], extra >> 6] &= others
    program.sums[extra, PARTS] = 0
    program.lights[len(matrix.light_starts) - 1 + extra, LIT] = 0


@part
def forget_others(count: int, matrix: Matrix, program: DualProgram) -> None:
    """Delete the sums of lights that occur in no inequality of the basis."""
    for j in range(count):
        extra = program.cuts[j, CHECK] - len(matrix.light_starts) + 1
        if extra >= 0:
            program.sums[extra, PARTS] = -abs(program.sums[extra, PARTS])
    for extra in range(program.totals[PLACES]):
        if program.sums[extra, PARTS] > 0:
            forget_sum(extra, matrix, program)
        program.sums[extra, PARTS] = abs(program.sums[extra, PARTS])


@part
def add_sums(count: int, matrix: Matrix, program: DualProgram) -> int:
    """Add sums of lights with inequalities that x violates; return their number."""
    forget_others(count, matrix, program)
    some, fractions = list_rows(count, matrix, program)
    single_out(some, fractions, program)
    added = 0
    for row in range(some):
        bits, members = program.bits[row], program.members
        for i in range(count):  # store bit i of the row in the top bit of button i's last sum word
            odd = (bits[i >> 6] >> np.uint64(i & 63)) & np.uint64(1)
            word = members[program.cuts[i, TIGHT], SUM_WORDS - 1] << np.uint64(1)
            members[program.cuts[i, TIGHT], SUM_WORDS - 1] = (word >> np.uint64(1)) | odd << TOP
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
            added += keep_sum(parts, matrix, program) >= 0
    return added
