"""Growth of moats around wrong lights, which gives a lower bound before a search.

Each wrong light is a set; all active sets grow at once, and the slack of a button shrinks by its
rate, the number of active sets that are odd on it.  When it is tight, the sets on it merge (with
lights in none); of an odd number one is left out.  A set is active while an odd number of its
lights is wrong.  An active set without a button that is odd on it proves that nothing solves the
system.  Whatever is merged, the heights stay feasible: order and rounding weaken the bound, they
never falsify it.
"""

import numpy as np

from lo_exact.compiled.loop import Loop, part
from lo_exact.compiled.moats import (
    ACTIVE,
    BEGUN,
    BUTTON,
    CROSSED,
    ENDED,
    FIRST,
    FOLLOWING,
    GIVEN,
    HEIGHT,
    LAST,
    LEFT,
    MARK,
    NEAR,
    NEWEST,
    ODD,
    OLDER,
    OWNER,
    PARITY,
    RATE,
    RISE,
    SET,
    SETS,
    SIZE,
    SLACK,
    STAMP,
    STAMPED,
    TIGHT,
    WHEN,
    ZERO,
    IntArray,
    Matrix,
    Room,
    room_in,
)


@part
def meeting(button: int, matrix: Matrix, room: Room) -> int:
    """Put into ``room.items`` the sets with an odd number of a button's lights; return the count.

    A light of the button that is in no set is an item, too: -1 - light.
    """
    # Two passes: the first leaves mark 1 only on sets with an odd number of these lights, the
    # second lists each such set once and clears its mark, so that the next list is right.
    count = 0
    start, end = matrix.button_starts[button], matrix.button_starts[button + 1]
    for i in range(start, end):
        inside = room.lights[matrix.lights[i], OWNER]
        if inside >= 0:
            room.sets[inside, MARK] ^= 1
    for i in range(start, end):
        light = matrix.lights[i]
        inside = room.lights[light, OWNER]
        if inside < 0:
            room.items[count] = -1 - np.int64(light)
            count += 1
        elif room.sets[inside, MARK] == 1:
            room.sets[inside, MARK] = 0
            room.items[count] = inside
            count += 1
    return count


@part
def merge_sets(count: int, new: int, now: int, room: Room) -> int:
    """Merge ``count`` items (sets and lights) into set ``new``; return how many were active."""
    ended = 0
    room.sets[new, FIRST] = room.sets[new, LAST] = -1
    for column in (HEIGHT, PARITY, SIZE, MARK, ACTIVE, BEGUN, ENDED):
        room.sets[new, column] = 0
    for i in range(count):
        item = room.items[i]
        if item < 0:
            first = last = -1 - item
            room.lights[first, OWNER] = new
            room.sets[new, SIZE] += 1
        else:
            ended += room.sets[item, ACTIVE]
            stop_growing(item, now, room)
            first, last = room.sets[item, FIRST], room.sets[item, LAST]
            light = first
            for _ in range(room.sets[item, SIZE]):
                room.lights[light, OWNER] = new
                light = room.lights[light, FOLLOWING]
            room.sets[new, PARITY] ^= room.sets[item, PARITY]
            room.sets[new, SIZE] += room.sets[item, SIZE]
        if room.sets[new, LAST] >= 0:
            room.lights[room.sets[new, LAST], FOLLOWING] = first
        else:
            room.sets[new, FIRST] = first
        room.sets[new, LAST] = last
    return ended


@part
def change_rate(b: int, change: int, now: int, room: Room) -> None:
    """Update a button's remaining price to time ``now``, then change the rate at which it falls."""
    buttons = room.buttons
    buttons[b, SLACK] -= buttons[b, RATE] * (now - buttons[b, WHEN])
    buttons[b, RATE] += change
    buttons[b, WHEN] = now
    if buttons[b, RATE] > 0:
        buttons[b, TIGHT] = now + buttons[b, SLACK] // buttons[b, RATE]


@part
def stop_growing(s: int, now: int, room: Room) -> None:
    """Stop the growth of an active set at its current height."""
    if room.sets[s, ACTIVE] == 1:
        room.sets[s, ACTIVE] = 0
        room.sets[s, HEIGHT] += now
        for k in range(room.sets[s, BEGUN], room.sets[s, ENDED]):
            change_rate(room.links[k, BUTTON], ZERO - 1, now, room)


@part
def flip_buttons(light: int, stamp: int, end: int, matrix: Matrix, room: Room) -> int:
    """Flip the parity `ODD` of each button of a light; list each button that is not listed yet.

    Returns:
        The end of the list, which follows the links, or -1 if there is no room for it.
    """
    start, stop = matrix.light_starts[light], matrix.light_starts[light + 1]
    if end + stop - start > len(room.links):
        return -1
    for k in range(start, stop):
        b = matrix.buttons[k]
        if room.buttons[b, STAMPED] != stamp:
            room.buttons[b, STAMPED], room.buttons[b, ODD] = stamp, 0
            room.links[end, BUTTON] = b
            end += 1
        room.buttons[b, ODD] ^= 1
    return end


@part
def start_growing(s: int, used: int, now: int, matrix: Matrix, room: Room) -> int:
    """Activate a set, and link it with each button that changes an odd number of its lights.

    A set without room for its links stays inactive: the bound is lower, but still valid.

    Returns:
        The number of used links, including those of the set; a growing set is active.
    """
    room.totals[STAMP] += 1
    stamp = room.totals[STAMP]
    end = used
    light = room.sets[s, FIRST]
    for _ in range(room.sets[s, SIZE]):
        end = flip_buttons(light, stamp, end, matrix, room)
        if end < 0:
            return used
        light = room.lights[light, FOLLOWING]
    room.sets[s, ACTIVE], room.sets[s, HEIGHT], room.sets[s, BEGUN] = 1, -now, used
    for k in range(used, end):
        b = room.links[k, BUTTON]
        if room.buttons[b, ODD] == 1:
            room.links[used, BUTTON] = b
            used += 1
            change_rate(b, ZERO + 1, now, room)
    room.sets[s, ENDED] = used
    return used


@part
def grow(count: int, matrix: Matrix, room: Room) -> int:
    """Grow moats (sets of lights with heights) around the wrong lights, for a lower bound.

    All active sets grow at the same pace, so the height of each is a time.  A button is tight at a
    time that changes only with the number of active sets that are odd on it; each round goes on to
    the first of those times.

    Returns:
        -1, or an odd set on which no button is odd, which proves the system unsolvable.
    """
    used = now = active = ZERO
    sets = count
    for s in range(count):
        light = room.lights[s, GIVEN]
        room.lights[light, OWNER], room.lights[light, FOLLOWING] = s, -1
        room.sets[s, FIRST] = room.sets[s, LAST] = light
        room.sets[s, SIZE] = room.sets[s, PARITY] = 1
        for column in (HEIGHT, MARK, ACTIVE, BEGUN, ENDED):
            room.sets[s, column] = 0
        used = start_growing(s, used, now, matrix, room)
        active += room.sets[s, ACTIVE]
    alone = -1
    # Invariant: the heights charged to a button never add up to more than its price.  So they are
    # feasible at every moment, and leaving an item out below only weakens the bound.  Each round
    # makes a button tight, and ends at least one growing set or merges two: fewer than two rounds
    # for each light.
    while active > 0 and alone < 0:
        room.totals[STAMP] += 1
        stamp = room.totals[STAMP]
        some, first = 0, ZERO - 1
        for s in range(sets):
            if room.sets[s, ACTIVE] == 0:
                continue
            if room.sets[s, BEGUN] == room.sets[s, ENDED]:
                alone = s
            for k in range(room.sets[s, BEGUN], room.sets[s, ENDED]):
                b = room.links[k, BUTTON]
                tight = room.buttons[b, TIGHT]
                if first < 0 or tight < first:
                    some, first = 0, tight
                    room.totals[STAMP] += 1
                    stamp = room.totals[STAMP]
                if tight == first and room.buttons[b, STAMPED] != stamp:
                    room.buttons[b, STAMPED] = stamp
                    room.buttons[some, NEAR] = b
                    some += 1
        if alone >= 0:
            break
        now = first
        # visit the tight buttons in the order of sets; a merge stops sets, so a later button
        # may no longer be tight: check its rate and time again
        for k in range(some):
            b = room.buttons[k, NEAR]
            if room.buttons[b, RATE] == 0 or room.buttons[b, TIGHT] > now:
                continue  # no longer tight after a merge
            items = meeting(b, matrix, room)
            if items == 1:  # only one set has an odd number of the button's lights
                stop_growing(room.items[0], now, room)
                active -= 1
                continue
            if items % 2 == 1:  # omit one: a light in no set, else an inactive set, else any set
                alone_on = items - 1
                for i in range(items - 1, -1, -1):
                    if room.items[i] >= 0 and room.sets[room.items[i], ACTIVE] == 0:
                        alone_on = i
                for i in range(items - 1, -1, -1):
                    if room.items[i] < 0:
                        alone_on = i
                items -= 1
                room.items[alone_on] = room.items[items]
            active -= merge_sets(items, sets, now, room)
            if room.sets[sets, PARITY] == 1:
                used = start_growing(sets, used, now, matrix, room)
                active += room.sets[sets, ACTIVE]
            sets += 1
    room.totals[SETS] = sets
    # stop the sets that still grow, take lights out of sets, and reset the slacks to the prices
    for s in range(sets):
        if room.sets[s, ACTIVE] == 1:
            room.sets[s, ACTIVE], room.sets[s, HEIGHT] = 0, room.sets[s, HEIGHT] + now
        light = room.sets[s, FIRST]
        if room.lights[light, OWNER] == s:
            for _ in range(room.sets[s, SIZE]):
                room.lights[light, OWNER] = -1
                light = room.lights[light, FOLLOWING]
    for k in range(used):
        b = room.links[k, BUTTON]
        room.buttons[b, SLACK] = matrix.prices[b]
        room.buttons[b, RATE] = room.buttons[b, WHEN] = 0
    return alone


@part
def link(room: Room) -> int:
    """Link buttons to sets of positive height, reducing button prices; return the height sum."""
    count = total = 0
    for s in range(room.totals[SETS]):
        height = room.sets[s, HEIGHT]
        begun, ended = room.sets[s, BEGUN], room.sets[s, ENDED]
        room.sets[s, BEGUN] = count
        if height > 0:
            room.sets[s, CROSSED] = 1
            total += height
            for k in range(begun, ended):
                b = room.links[k, BUTTON]
                room.links[count, BUTTON], room.links[count, SET] = b, s
                room.links[count, OLDER], room.buttons[b, NEWEST] = room.buttons[b, NEWEST], count
                room.hot[b, LEFT] -= height
                room.hot[b, RISE] -= height
                count += 1
        room.sets[s, ENDED] = count
    return total


@part
def unlink(matrix: Matrix, room: Room) -> None:
    """Undo the changes of `link`."""
    sets = room.totals[SETS]
    for s in range(sets):
        room.sets[s, CROSSED] = 0
    for k in range(room.sets[sets - 1, ENDED] if sets else 0):
        b = room.links[k, BUTTON]
        room.buttons[b, NEWEST] = -1
        room.hot[b, LEFT] = room.hot[b, RISE] = matrix.prices[b]


@Loop
def list_sets(numbers: IntArray, lists: IntArray) -> int:
    """List the lights of each set with two or more lights and a height > 0; return the set count.

    Lights alone are left out, and sets for which the lists are too short or too few.
    """
    room = room_in(numbers)
    some = 0
    for s in range(room.totals[SETS]):
        size = room.sets[s, SIZE]
        if room.sets[s, HEIGHT] <= 0 or not 1 < size < lists.shape[1] or some == len(lists):
            continue
        light = room.sets[s, FIRST]
        for k in range(size):
            lists[some, k] = light
            light = room.lights[light, FOLLOWING]
        lists[some, size] = -1
        some += 1
    return some
