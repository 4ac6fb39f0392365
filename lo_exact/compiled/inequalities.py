"""Restart of a long search with bounds from inequalities, without buttons that cost too much.

*Inequalities*.  Take a light c, a set F of its buttons, |F| even where c is wrong and odd where it
is not, and a height y >= 0.  The buttons of c that a solution x presses differ from F in an odd
number of places, 1 + 2 d.  Count y (1 - |F|) in advance, raise the price of the buttons of F by y
and lower that of the other buttons of c by y.  Then x costs 2 d y less than before.  (A moat has an
empty F.)  The presses outside F are counted as on moats: p such presses are at least p of the
differing places, so every second one costs 2 y again.  Presses of F are not counted, so the bound
holds, and a solution may cost more than its bound.

The same holds for a sum of lights in place of c.  Its buttons are those that are odd on it, and it
is wrong where an odd number of its lights is.  A button whose price would be below 0 gets price 0,
and the difference is counted in advance, since it is pressed at most once.  Heights come from
floating-point numbers (`lo_exact.compiled.parity_duals`), rounded down; the bound holds for any
heights.  `link_cuts` applies the inequalities, and `search_cuts` searches under them.

*Caps*.  Under such prices, with r_b >= 0 of button b and W counted in advance, a solution costs W,
the r_b of its presses, and the cost of every second press.  So a solution of cost K or less presses
only buttons with r_b <= K - W.  `shrink` writes the matrix of these buttons alone; a node there
costs a tenth.  Buttons of an F stay: without them its size would be wrong.
"""

import numpy as np

from lo_exact.compiled import LINKS_AN_ENTRY, MIN_LINKS
from lo_exact.compiled.growth import flip_buttons
from lo_exact.compiled.loop import Loop, part
from lo_exact.compiled.moats import (
    BEGINS,
    BEGUN,
    BOUND,
    BUTTON,
    BUTTONS,
    CHEAPEST,
    COUNT,
    CROSSED,
    ENDED,
    ENTRIES,
    FLIPS,
    GIVEN,
    GIVEN_UP,
    HEAD,
    HEIGHT,
    HIGHEST,
    LEFT,
    LIGHTS,
    LINKS,
    LISTED,
    LIT,
    LOWEST,
    NEAR,
    NEWEST,
    NODES,
    ODD,
    OLDER,
    OUT,
    PLACE,
    RATE,
    REST,
    RISE,
    SET,
    SETS,
    SLACK,
    STAMP,
    STAMPED,
    STATUS,
    STEP,
    UNSOLVABLE,
    WEIGHT,
    WHEN,
    WIDTH,
    WORK,
    ZERO,
    F,
    Floats,
    IntArray,
    Matrix,
    Room,
    light_up,
    make_ready,
    matrix_in,
    put_out,
    room_in,
)
from lo_exact.compiled.shots import search_moats


@part
def list_row(parts: IntArray, used: int, matrix: Matrix, room: Room) -> int:
    """List the buttons that change an odd number of the given lights, and mark them `ODD`.

    Returns:
        The end of the list, which follows the links, or -1 if there is no room for it.
    """
    room.totals[STAMP] += 1
    stamp = room.totals[STAMP]
    end, k = used, 0
    while parts[k] >= 0:
        end = flip_buttons(parts[k], stamp, end, matrix, room)
        if end < 0:
            return end
        k += 1
    kept = used
    for q in range(used, end):
        b = room.links[q, BUTTON]
        if room.buttons[b, ODD] == 1:
            room.links[kept, BUTTON] = b
            kept += 1
    return kept


@part
def link_cuts(
    count: int,
    parts: IntArray,
    cuts: IntArray,
    flipped: IntArray,
    values: Floats,
    matrix: Matrix,
    room: Room,
) -> int:
    """Link buttons to inequalities with positive heights (dual multipliers); return the bound.

    Args:
        count: number of inequalities.
        parts: (count, any) the lights whose sum each is of, then -1.
        cuts: (count, 2) any number, and a button that is listed.
        flipped: (count, any) its buttons in F, then -1.
        values: (2, count) height of each, and the x of its button.
        matrix: the system.
        room: the arrays after a search, with the lights wrong.

    Returns:
        Their total bound; useless if at most `LOWEST`.
    """
    # Heights, buttons and sets F come from floats, so skip inequalities that are invalid, and those
    # for which there is no room.  Invariant: after every inequality, ``worth`` plus the
    # sum of all negative remaining prices is a valid bound; at the end these prices are added to
    # ``worth`` and set to 0.
    used = worth = some = sets = ZERO
    for k in range(count):
        height = np.int64(values[0, k]) if 0.0 < values[0, k] < HIGHEST else ZERO
        if height == 0 or sets == len(room.sets):
            continue
        end = list_row(parts[k], used, matrix, room)
        if end < 0:
            continue
        size, holds, parity = 0, True, 0
        while flipped[k, size] >= 0:  # F must contain only buttons of the sum, each once
            b = flipped[k, size]
            holds = holds and room.buttons[b, STAMPED] == room.totals[STAMP]
            holds = holds and room.buttons[b, ODD] == 1
            if holds:
                room.buttons[b, ODD] = 2
            size += 1
        i = 0
        while parts[k, i] >= 0:
            parity ^= room.lights[parts[k, i], LIT]
            i += 1
        if not holds or (size & 1) == parity:
            continue  # invalid: wrong buttons in F, or F has the wrong parity
        worth += height * (1 - size)
        room.sets[sets, BEGUN], room.sets[sets, HEIGHT], room.sets[sets, CROSSED] = used, height, 1
        for i in range(used, end):
            b = room.links[i, BUTTON]
            if room.buttons[b, WHEN] == 0:
                room.buttons[b, WHEN] = 1
                room.buttons[some, NEAR] = b
                some += 1
            if room.buttons[b, ODD] == 2:
                room.buttons[b, SLACK] += height
                room.hot[b, LEFT] += height
            else:
                room.links[used, BUTTON], room.links[used, SET] = b, sets
                room.links[used, OLDER], room.buttons[b, NEWEST] = room.buttons[b, NEWEST], used
                room.hot[b, LEFT] -= height
                used += 1
        room.sets[sets, ENDED] = used
        sets += 1
    for k in range(count):
        if room.buttons[cuts[k, 1], WHEN] == 1:
            room.buttons[cuts[k, 1], RATE] = np.int64(1000 * min(max(values[1, k], 0.0), 1.0))
    for i in range(some):
        b = room.buttons[i, NEAR]
        room.buttons[b, WHEN] = 0
        short = min(room.hot[b, LEFT], 0)
        room.buttons[b, SLACK] -= short
        room.hot[b, LEFT] -= short
        room.hot[b, RISE] = room.hot[b, LEFT]
        if worth > LOWEST:
            worth += short
    room.totals[SETS], room.totals[LISTED] = sets, some
    return int(worth)


@part
def unlink_cuts(many: int, tight: IntArray, matrix: Matrix, room: Room) -> None:
    """Undo the changes of `link_cuts`."""
    for s in range(room.totals[SETS]):
        room.sets[s, CROSSED] = 0
    for k in range(many):
        room.buttons[tight[k, 1], RATE] = 0
    for i in range(room.totals[LISTED]):
        b = room.buttons[i, NEAR]
        room.buttons[b, NEWEST] = -1
        room.buttons[b, SLACK] = room.hot[b, LEFT] = room.hot[b, RISE] = matrix.prices[b]


@Loop
def search_cuts(
    count: int,
    floor: int,
    limits: tuple[int, int, int],
    ties: int,
    cuts: tuple[int, IntArray, IntArray, IntArray, Floats],
    numbers: IntArray,
    found: IntArray,
    lengths: IntArray,
) -> None:
    """Search for the lightest presses with bounds from inequalities; restore the working arrays.

    Args:
        count: wrong lights, the first in column `GIVEN` of ``room.lights``.
        floor: proved lower bound, as for `search_moats`.
        limits: the greatest weight of interest, one that can be; nodes, as for `search_moats`;
            entries to look at.
        ties: as for `search_moats`.
        cuts: the first arguments of `link_cuts`.
        numbers: the matrix and the room.
        found: as for `search_moats`.
        lengths: as for `search_moats`.
    """
    matrix, room = matrix_in(numbers), room_in(numbers)
    cap, nodes, work = limits
    light_up(count, matrix, room)
    worth = link_cuts(cuts[0], cuts[1], cuts[2], cuts[3], cuts[4], matrix, room)
    totals = room.totals
    totals[STATUS], totals[WEIGHT], totals[BOUND], totals[NODES] = GIVEN_UP, -1, floor, 0
    totals[COUNT], totals[WORK] = 0, work
    if worth > LOWEST:
        floor = max(floor, -(-worth // F))
        totals[BOUND] = floor
        if floor > cap:
            totals[STATUS] = UNSOLVABLE
        else:
            step, rest = numbers[STEP], numbers[REST] * (count % 2)
            search_moats(
                count, floor, worth, F * cap, step, rest, nodes, ties, matrix, room, found, lengths
            )
    put_out(count, matrix, room)
    unlink_cuts(cuts[0], cuts[2], matrix, room)


@Loop
def shrink(
    count: int,
    cap: int,
    most: int,
    cuts: tuple[int, IntArray, IntArray, IntArray, Floats],
    numbers: IntArray,
    target: IntArray,
    kept: IntArray,
    places: IntArray,
) -> int:
    """Write the matrix restricted to the buttons that a solution of weight <= ``cap`` can press.

    Args:
        count: number of wrong lights, the first in column `GIVEN` of ``room.lights``.
        cap: largest weight of a solution.
        most: largest number of buttons to keep; with more, nothing is written.
        cuts: the first arguments of `link_cuts`.
        numbers: the matrix and the room.
        target: another array of its size, with a prepared room and the same wrong lights.
        kept: (buttons,) filled with the kept buttons.
        places: (buttons,) filled with the index of each among those.

    Returns:
        The number of kept buttons, or -1 if nothing is written.
    """
    matrix, room = matrix_in(numbers), room_in(numbers)
    for i in range(count):
        room.lights[room.lights[i, GIVEN], LIT] = 1
    worth = link_cuts(cuts[0], cuts[1], cuts[2], cuts[3], cuts[4], matrix, room)
    # Keep first the buttons in the set of each inequality: if one were dropped, the size of the set
    # would have the wrong parity in the small matrix, and the inequality would not hold there.
    # Then keep the other buttons that a solution within the cap can press.
    left, some, entries = cap * F - worth, ZERO, ZERO
    for k in range(cuts[0]):
        i, b = ZERO, cuts[2][k, 1]
        while b >= 0:
            if room.hot[b, OUT] == 0:
                room.hot[b, OUT], kept[some] = 1, b
                some += 1
            b = cuts[3][k, i]
            i += 1
    # buttons in no inequality keep their prices; if the cheapest price is too high, skip them
    among = room.totals[LISTED] if left < numbers[CHEAPEST] else len(room.hot)
    for k in range(among):
        b = room.buttons[k, NEAR] if left < numbers[CHEAPEST] else k
        if room.hot[b, LEFT] <= left and room.hot[b, OUT] == 0:
            kept[some] = b
            some += 1
    for k in range(some):
        b = kept[k]
        places[b], room.hot[b, OUT] = k, 0
        entries += matrix.button_starts[b + 1] - matrix.button_starts[b]
    for i in range(count):
        room.lights[room.lights[i, GIVEN], LIT] = 0
    unlink_cuts(cuts[0], cuts[2], matrix, room)
    if worth <= LOWEST or some > most:
        return -1
    lights = numbers[LIGHTS]
    for light in range(lights):
        room.lights[light, PLACE] = 0
    for k in range(some):
        for q in range(matrix.button_starts[kept[k]], matrix.button_starts[kept[k] + 1]):
            room.lights[matrix.lights[q], PLACE] += 1
    width = start = ZERO
    begin = HEAD + lights + 1 + 3 * some + 2 + 2 * ((entries + 1) // 2)
    links = min(LINKS_AN_ENTRY * entries + MIN_LINKS, (2 * lights + 1) * some)
    for i in range(HEAD):
        target[i] = numbers[i]
    target[BUTTONS], target[ENTRIES], target[FLIPS] = some, entries, 0
    target[LINKS], target[BEGINS] = links, begin
    small = matrix_in(target)
    for light in range(lights):
        small.light_starts[light] = start
        width = max(width, room.lights[light, PLACE])
        start += room.lights[light, PLACE]
        room.lights[light, PLACE] = small.light_starts[light]
    small.light_starts[lights] = start
    start = ZERO
    for k in range(some):
        small.button_starts[k], small.prices[k] = start, matrix.prices[kept[k]]
        for q in range(matrix.button_starts[kept[k]], matrix.button_starts[kept[k] + 1]):
            light = matrix.lights[q]
            small.lights[start] = light
            small.buttons[room.lights[light, PLACE]] = k
            room.lights[light, PLACE] += 1
            start += 1
    small.button_starts[some], small.flip_starts[:] = start, 0
    target[WIDTH] = width
    other = room_in(target)
    make_ready(small, other)
    for i in range(count):
        other.lights[i, GIVEN] = room.lights[i, GIVEN]
    return int(some)
