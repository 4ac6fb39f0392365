"""Lightest errors by moats: a dual bound grown around wrong lights, then iterative deepening.

Two colours and prices w_b >= 0.  A *moat* is a set C of lights, an odd number of them wrong, with a
height y_C >= 0.  Where every button b has sum of y_C over the C with |b & C| odd <= w_b, the sum of
all heights is at most the minimum: any solution presses an odd number of the buttons that are odd
on C, so at least one.  These are the duals of Edmonds' blossoms, for hypergraphs.

*Growth*: each wrong light is a set; all active sets grow at once, and the slack of a button shrinks
by its rate, the number of active sets that are odd on it.  When it is tight, the sets on it merge
(with lights in none); of an odd number one is left out.  A set is active while an odd number of its
lights is wrong.  An active set without a button that is odd on it proves that nothing solves the
system.  Whatever is merged, the heights stay feasible: order and rounding weaken the bound, they
never falsify it.

*Search*: S are the wrong lights, g the price so far, h the heights of all C with |C & S| odd.  What
is left of a button's price, F w_b less the heights of such C that are odd on b, is shared out among
its wrong lights; g + h + the least share of each wrong light is a bound.  The wrong light with the
fewest buttons within the cap is branched on; buttons tried before stay out.  The cap begins at the
moats' sum and rises while nothing is found.  All numbers are prices times F, in 64 bits, which
the caller has made sure of (`lo_exact.engines.moats.moat_tables`).

*Steps*: where g is the greatest common divisor of all prices, weights are multiples of g.  Suppose
moreover that a button has an odd number of lights if and only if its price is an odd multiple of
g.  Then a solution's weight over g is odd if and only if an odd number of lights is wrong: both
count, mod 2, the lights changed.  Then bounds are rounded up, and caps rise, by 2 g: every other
cap of codes whose columns have three lights need not be searched.

*Inequalities*: a long search is begun again under other prices.  Take a light c, a set F of its
buttons, |F| even where c is wrong and odd where it is not, and a height y >= 0.  The buttons of c
that a solution x presses differ from F in an odd number of places, 1 + 2 d.  Pay y (1 - |F|) in
advance, let buttons of F cost y more and the others of c y less: then x costs 2 d y less than it
did.  (A moat has an empty F.)  What is pressed of the others counts as on moats: of p such presses
at least p are places, so every second one costs 2 y again.  Presses of F are not counted; so the
bound holds, and a solution may be dearer than its bound.  All of this
holds for a sum of lights in place of c: its buttons are those that are odd on it, and it is wrong
where an odd number of its lights is.  A button that would cost less than 0
costs 0, and as much less is paid in advance: it is pressed at most once.  Heights are floats'
advice (`lo_exact.compiled.parity_duals`), rounded down; whatever they are, the bound holds.

*Caps*: under such prices, r_b >= 0 of button b and W paid in advance, a solution costs W, the r_b
of what it presses, and what every second one costs again.  So one of cost K or less presses only
buttons with r_b <= K - W, and whether there is one is asked of their matrix alone (`shrink`), in
which a node costs a tenth.  Buttons of an F stay: without them its size would be wrong.

One file: numba keeps machine code by the file of the function alone, and would not see that a
function called from another file has changed; what is in another file is called from Python.  Some
0.5 us a node on codes of light checks, 2 to 5 on circuits; 150 times as much without numba.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import inlined, loop, part

IntArray = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Numbers = NDArray[np.uint32]

F = 720
"""Prices are multiplied by it, so that shares of up to 6 are whole."""

HIGHEST = 2.0**43
"""No height of an inequality is as high, see `lo_exact.engines.moats.duals`."""

LOWEST = -(2**60)
"""Inequalities that are worth less are not searched under: sums might not fit."""

LINKS_AN_ENTRY = 16
"""Pairs of a moat and a button; moats beyond are dropped, and the bound is lower."""

MIN_LINKS = 4096

MAX_PRESSES = 256
"""Buttons that a search presses at most."""

GIVEN_UP, FOUND, PROVED, UNSOLVABLE = 0, 1, 2, 3
"""What a search ends with: a bound alone; presses and a bound; a minimum; no solution."""

SETS, LISTED, STAMP, STATUS, WEIGHT, BOUND, NODES, COUNT, WORK, ALONE = range(10)
"""Places in `Room.totals`: what a growth, a list of buttons and a search leave behind; the entries
of the matrix that a search may still look at; and how many lights an odd set has that no button is
odd on (they begin `WRONG`)."""

TOTALS = 10

NOT_BITS, NOT_EXPLAINED = 254, 255
"""In place of a status: a syndrome is not of 0 and 1; an answer, multiplied out, is wrong."""

HEAD = 12
"""Numbers before the matrix: lights, buttons, entries, flips, links, the buttons of the fullest
light, where the room begins, the sum of all prices times `F`, and what weights can be: so many
apart, and for an odd number of wrong lights this more than a multiple of that; the entries,
divided by the wrong lights, that a first search may look at; the cheapest price times `F`."""

OWNER, FOLLOWING, LIT, PLACE, WRONG, GIVEN = 0, 1, 2, 3, 4, 5
LEFT, RISE, TOUCHED, OUT = 0, 1, 2, 3
SLACK, RATE, WHEN, TIGHT, STAMPED, NEAR, ODD, NEWEST = 0, 1, 2, 3, 4, 5, 6, 7
FIRST, LAST, SIZE, ACTIVE, PARITY, HEIGHT, CROSSED, MARK = 0, 1, 2, 3, 4, 5, 6, 7
BEGUN, ENDED = 8, 9
BUTTON, SET, OLDER = 0, 1, 2
PATH, BEGIN, NEXT = 0, 1, 2
"""Columns of `Room`."""

ZERO: Any = np.int64(0)
NONE: Any = np.int64(-1)
"""Where a variable begins with 0 or -1 written out and is passed on, numba compiles the function
it is passed to twice: for the literal and for any number."""


class Matrix(NamedTuple):
    """A matrix mod 2 with prices, stored by lights and by buttons.

    Numbers of lights and buttons are unsigned, so that numba need not look for negative places.
    """

    light_starts: IntArray
    """(lights + 1,) light i has ``buttons[light_starts[i]:light_starts[i + 1]]``."""
    buttons: Numbers
    """(entries,) uint32."""
    button_starts: IntArray
    """(buttons + 1,) the same the other way round."""
    lights: Numbers
    """(entries,) uint32."""
    prices: IntArray
    """(buttons,) times `F`."""
    flip_starts: IntArray
    """(buttons + 1,) what else a button flips."""
    flips: Numbers
    """(flips,) uint32, numbers of what is flipped."""


class Room(NamedTuple):
    """Working arrays of a search, all views of one array; restored after every search.

    Columns have names, above; what a search reads of a button stands side by side.
    """

    lights: IntArray
    """(lights, 6) its outermost set or -1; the next light of that set or -1; whether it is wrong;
    where it stands in the next column; a list of wrong lights; those of the syndrome.
    """
    hot: IntArray
    """(buttons, 4) what a search reads of a button: its price less heights of the sets C with odd
    |C & S| that are odd on it; what pressing it adds to g + h; its wrong lights; whether it is
    pressed or forbidden.
    """
    buttons: IntArray
    """(buttons, 8) what was left of its price when its rate changed; its rate, the active sets that
    are odd on it; when that was; when it is tight; when it was looked at last; a list of buttons;
    whether it is odd on the set that is looked at; its latest link or -1.
    """
    sets: IntArray
    """(sets, 10) its first and last light, and how many; whether it grows; whether an odd number of
    its lights is wrong in the syndrome; its height y, while it grows less the time; whether |C & S|
    is odd; whether it is odd on the button that is looked at; its links from here up to there.
    """
    links: IntArray
    """(links, 3) a button that is odd on a set; the set; the button's link before or -1."""
    nodes: IntArray
    """(presses + 2, 3) the button pressed; a node's first candidate; its next to try."""
    candidates: IntArray
    """(buttons of the fullest light * (presses + 2),)."""
    items: IntArray
    """(lights of the fullest button + 2,) what meets on a button."""
    totals: IntArray
    """(10,) see `SETS` and what follows."""


@part
def matrix_in(numbers: IntArray) -> Matrix:
    """Return the matrix stored at the beginning of an array by `engines.moats.moat_tables`."""
    lights, buttons, entries, flips = numbers[0], numbers[1], numbers[2], numbers[3]
    a = HEAD + lights + 1
    b = a + buttons + 1
    c = b + buttons
    d = c + buttons + 1
    e = d + (entries + 1) // 2
    f = e + (entries + 1) // 2
    g = f + (flips + 1) // 2
    return Matrix(
        numbers[HEAD:a], numbers[d:e].view(np.uint32), numbers[a:b], numbers[e:f].view(np.uint32),
        numbers[b:c], numbers[c:d], numbers[f:g].view(np.uint32),
    )  # fmt: skip


@part
def room_in(numbers: IntArray) -> Room:
    """Return the working arrays stored after the matrix in an array."""
    lights, buttons, links, width = numbers[0], numbers[1], numbers[4], numbers[5]
    sets, depth = 2 * lights + 2, MAX_PRESSES + 2
    a = numbers[6]
    b = a + 6 * lights
    c = b + 4 * buttons
    d = c + 8 * buttons
    e = d + 10 * sets
    f = e + 3 * links
    g = f + 3 * depth
    h = g + width * depth
    end = numbers.size - TOTALS
    return Room(
        numbers[a:b].reshape(lights, 6), numbers[b:c].reshape(buttons, 4),
        numbers[c:d].reshape(buttons, 8), numbers[d:e].reshape(sets, 10),
        numbers[e:f].reshape(links, 3), numbers[f:g].reshape(depth, 3), numbers[g:h],
        numbers[h:end], numbers[end:],
    )  # fmt: skip


@part
def make_ready(matrix: Matrix, room: Room) -> None:
    """Initialise the working arrays for a matrix."""
    room.totals[STAMP] = 1
    for light in range(len(room.lights)):
        room.lights[light, LIT] = 0
        room.lights[light, OWNER] = -1
    for b in range(len(room.buttons)):
        room.buttons[b, RATE] = room.buttons[b, WHEN] = 0
        room.hot[b, TOUCHED] = room.hot[b, OUT] = 0
        room.buttons[b, NEWEST] = room.buttons[b, STAMPED] = -1
        room.buttons[b, SLACK] = room.hot[b, LEFT] = room.hot[b, RISE] = matrix.prices[b]


@part
def meeting(button: int, matrix: Matrix, room: Room) -> int:
    """List the sets that are odd on a button, and free lights as -1 - light; return the count."""
    # Two passes: the first leaves 1 in the marks of odd sets alone, the second lists each of them
    # once and clears its mark.  A mark left behind would make the next button meet a set wrongly.
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
    """Merge the first items into one set; return the number of active sets among them."""
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
    """Change the rate at which a button's remaining price falls, and update that price to now."""
    buttons = room.buttons
    buttons[b, SLACK] -= buttons[b, RATE] * (now - buttons[b, WHEN])
    buttons[b, RATE] += change
    buttons[b, WHEN] = now
    if buttons[b, RATE] > 0:
        buttons[b, TIGHT] = now + buttons[b, SLACK] // buttons[b, RATE]


@part
def stop_growing(s: int, now: int, room: Room) -> None:
    """Stop the growth of an active set at its present height."""
    if room.sets[s, ACTIVE] == 1:
        room.sets[s, ACTIVE] = 0
        room.sets[s, HEIGHT] += now
        for k in range(room.sets[s, BEGUN], room.sets[s, ENDED]):
            change_rate(room.links[k, BUTTON], ZERO - 1, now, room)


@inlined
def flip_buttons(light: int, stamp: int, end: int, matrix: Matrix, room: Room) -> int:
    """Flip `ODD` of a light's buttons, and append unstamped ones to the list after the links.

    Returns:
        Where the list ends, or -1 where there is no room for it.
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
    """Link an odd set with the buttons that are odd on it, and activate it.

    A set for which there is no room stays as it is: the bound is lower, and as true.

    Returns:
        The links used, those of the set among them; it is active where it grows.
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
    """Grow moats around the first ``count`` lights in ``room.given``.

    All active sets grow at the same pace, so the height of each is a time.  A button is tight at a
    time that changes only with the number of active sets that are odd on it; each round goes on to
    the first of those times.

    Returns:
        -1, or an odd set that no button is odd on: nothing solves the system.
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
    # Invariant: no button's price is overdrawn, so the heights are feasible at every moment, and
    # whatever is left out below weakens the bound alone.  Each round makes a button tight, and ends
    # at least one growing set or merges two: fewer than two rounds for each light.
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
        # all that are tight now, in the order of sets: a later one may have become loose again,
        # as merging ends sets, so its rate and time are looked at anew
        for k in range(some):
            b = room.buttons[k, NEAR]
            if room.buttons[b, RATE] == 0 or room.buttons[b, TIGHT] > now:
                continue  # merging has changed it
            items = meeting(b, matrix, room)
            if items == 1:  # it cannot grow and meets nobody
                stop_growing(room.items[0], now, room)
                active -= 1
                continue
            if items % 2 == 1:  # one stays out: a light in no set, else a passive set, else any
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
    # prices, and lights in no set, as they were
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
    """Keep the links of sets with positive height, grouped by button; return the sum of heights."""
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
def press_button(button: int, wrong: int, matrix: Matrix, room: Room) -> tuple[int, int]:
    """Press or release a button; return the number of wrong lights and the change of the bound."""
    for k in range(matrix.button_starts[button], matrix.button_starts[button + 1]):
        light = matrix.lights[k]
        if room.lights[light, LIT] == 1:
            change = -1
            wrong -= 1
            last = room.lights[wrong, WRONG]
            room.lights[room.lights[light, PLACE], WRONG] = last
            room.lights[last, PLACE] = room.lights[light, PLACE]
        else:
            change = 1
            room.lights[wrong, WRONG], room.lights[light, PLACE] = light, wrong
            wrong += 1
        room.lights[light, LIT] ^= 1
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            room.hot[matrix.buttons[q], TOUCHED] += change
    risen = 0
    k = room.buttons[button, NEWEST]
    while k >= 0:
        s = room.links[k, SET]
        height = room.sets[s, HEIGHT]
        if room.sets[s, CROSSED] == 1:
            height = -height
        room.sets[s, CROSSED] ^= 1
        risen += height
        for q in range(room.sets[s, BEGUN], room.sets[s, ENDED]):
            other = room.links[q, BUTTON]
            room.hot[other, LEFT] -= height
            room.hot[other, RISE] -= 2 * height
        k = room.links[k, OLDER]
    return wrong, risen


@part
def branch(
    wrong: int, spent: int, cap: int, pruned: int, depth: int, matrix: Matrix, room: Room
) -> int:
    """List the buttons to try at a search node, or none if its bound exceeds the cap.

    What the duals press goes first (their x, left in the rates), then the cheapest.

    Args:
        wrong: wrong lights.
        spent: g + h.
        cap: what is dearer is of no interest.
        pruned: the least bound above the cap so far; -1: none.
        depth: buttons pressed; candidates go behind those of the node above.
        matrix: the system.
        room: the place.

    Returns:
        The least bound above the cap.
    """
    # Any solution presses a button of every wrong light, and a button's price is shared out among
    # its wrong lights, so the least shares of all wrong lights add up to a bound.  One light may be
    # branched on: the one with the fewest buttons within the cap makes the narrowest tree.
    begin = end = room.nodes[depth, BEGIN]
    bound, chosen, fewest = spent, -1, -1
    limit = cap - spent
    looked = ZERO
    for i in range(wrong):
        light = room.lights[i, WRONG]
        looked += matrix.light_starts[light + 1] - matrix.light_starts[light]
        share, parts, cheapest = -1, 1, -1  # the least share is a fraction: one division a light
        count = 0
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            b = matrix.buttons[q]
            if room.hot[b, OUT] == 0:
                left, touched, rise = room.hot[b, LEFT], room.hot[b, TOUCHED], room.hot[b, RISE]
                if share < 0 or left * parts < share * touched:
                    share, parts = left, touched
                if cheapest < 0 or rise < cheapest:
                    cheapest = rise
                if rise <= limit:
                    count += 1
        if share < 0:  # nothing can mend it
            room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
            room.totals[WORK] -= looked
            return pruned
        bound += share // parts
        if count == 0:
            bound = max(bound, spent + cheapest)
        if bound > cap:
            break
        if chosen < 0 or count < fewest:
            chosen, fewest = light, count
    if bound > cap:
        pruned = bound if pruned < 0 else min(pruned, bound)
    else:
        for q in range(matrix.light_starts[chosen], matrix.light_starts[chosen + 1]):
            b = matrix.buttons[q]
            if room.hot[b, OUT] == 1:
                continue
            rise, touched = room.hot[b, RISE], room.hot[b, TOUCHED]
            if spent + rise > cap:
                pruned = spent + rise if pruned < 0 else min(pruned, spent + rise)
                continue
            advice = room.buttons[b, RATE]
            k = end
            while k > begin:
                other = room.candidates[k - 1]
                its = room.buttons[other, RATE]
                if its > advice:
                    break
                if its == advice and (
                    room.hot[other, RISE] < rise
                    or (room.hot[other, RISE] == rise and room.hot[other, TOUCHED] >= touched)
                ):
                    break
                room.candidates[k] = other
                k -= 1
            room.candidates[k] = b
            end += 1
    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, end
    room.totals[WORK] -= looked
    return pruned


@part
def next_weight(least: int, step: int, rest: int) -> int:
    """Return the least number >= ``least`` that equals ``rest`` modulo ``step``."""
    return least + (rest - least) % step


@part
def search_moats(
    wrong: int,
    floor: int,
    heights: int,
    most: int,
    step: int,
    rest: int,
    nodes: int,
    ties: int,
    matrix: Matrix,
    room: Room,
    found: IntArray,
    lengths: IntArray,
) -> None:
    """Find the lightest presses by depth-first search with increasing caps.

    What a press costs is in the slacks; prices are for what is found.

    Args:
        wrong: wrong lights at the start.
        floor: proved: no solution weighs less (not multiplied by `F`).
        heights: what all sets that are linked are worth.
        most: the sum of all prices: no solution costs more.
        step: every solution's weight is ``rest`` more than a multiple of it.
        rest: below the step.
        nodes: after so many it is given up, or after the work that the room's totals allow.
        ties: 1 to find every minimum; prices must then be above 0.
        matrix: the system.
        room: linked; its totals are filled with status, weight, bound, nodes and count.
        found: (minima, `MAX_PRESSES`) filled with buttons of as many minima as fit, at least one.
        lengths: (minima,) how many buttons each has.
    """
    # Invariant: a solution has been found, or is below a candidate that is still to be tried, or is
    # below what was cut off; ``pruned`` is the least bound of that.  So a round that finds nothing
    # proves ``pruned``, which may be rounded up to what weights can be.
    # Depth first: what a press changes is taken back in the reverse order, and nothing is copied.
    floor = next_weight(floor, step, rest)
    cap, best, done, count = floor * F, NONE, ZERO, ZERO
    over = False
    root = floor
    while True:
        pruned, depth, spent, price = NONE, ZERO, heights, ZERO
        room.nodes[0, BEGIN] = 0
        enter = True
        while depth >= 0:
            if enter:
                enter = False
                done += 1
                over = over or done > nodes or room.totals[WORK] < 0
                begin = room.nodes[depth, BEGIN]
                if wrong == 0 and price > cap and not over:  # dearer than its bound
                    pruned = price if pruned < 0 else min(pruned, price)
                    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                elif wrong == 0 and not over:
                    if best < 0 or price < best:
                        count = 0
                    if count < lengths.size:
                        for i in range(depth):
                            found[count, i] = room.nodes[i, PATH]
                        lengths[count] = depth
                    count += 1
                    best = price
                    cap = price - F * step * (1 - ties)
                    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                elif over or depth >= MAX_PRESSES:
                    over = True
                    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                else:
                    pruned = branch(wrong, spent, cap, pruned, depth, matrix, room)
            if room.nodes[depth, NEXT] < room.nodes[depth + 1, BEGIN] and not over:
                b = room.candidates[room.nodes[depth, NEXT]]
                room.nodes[depth, NEXT] += 1
                if spent + room.hot[b, RISE] > cap:  # since something better was found
                    continue
                wrong, risen = press_button(b, wrong, matrix, room)
                price += matrix.prices[b]
                spent += room.buttons[b, SLACK] + risen
                # it stays out until the node is left, not until it is taken back: solutions with
                # it are searched in its own subtree, and would be met once more beside it
                room.hot[b, OUT] = 1
                room.nodes[depth, PATH] = b
                depth += 1
                enter = True
            else:
                for k in range(room.nodes[depth, BEGIN], room.nodes[depth + 1, BEGIN]):
                    room.hot[room.candidates[k], OUT] = 0
                depth -= 1
                if depth >= 0:
                    b = room.nodes[depth, PATH]
                    wrong, risen = press_button(b, wrong, matrix, room)
                    price -= matrix.prices[b]
                    spent += risen - room.buttons[b, SLACK]
        if best >= 0 or over or pruned < 0 or pruned > most:
            break
        # proved: what costs no more than the cap solves nothing.  A round for every weight that is
        # possible would be too many where prices are long numbers
        floor = next_weight(-(-pruned // F), step, rest)
        further = cap // F + (cap // F - root) // 2 + root // 64
        cap = max(floor, min(further - (further - rest) % step, most // F)) * F
    totals = room.totals
    totals[NODES], totals[COUNT], totals[BOUND], totals[WEIGHT] = done, count, floor, best // F
    if over:
        totals[STATUS] = FOUND if best >= 0 else GIVEN_UP
    elif best >= 0:
        totals[STATUS], totals[BOUND] = PROVED, best // F
    else:
        totals[STATUS] = UNSOLVABLE


@part
def light_up(count: int, matrix: Matrix, room: Room) -> None:
    """Mark the first ``count`` lights in ``room.given`` as wrong."""
    for i in range(count):
        light = room.lights[i, GIVEN]
        room.lights[light, LIT], room.lights[i, WRONG], room.lights[light, PLACE] = 1, light, i
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            room.hot[matrix.buttons[q], TOUCHED] += 1


@part
def put_out(count: int, matrix: Matrix, room: Room) -> None:
    """Undo the changes of `light_up` and of a search."""
    for i in range(count):
        light = room.lights[i, GIVEN]
        room.lights[light, LIT] = 0
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            room.hot[matrix.buttons[q], TOUCHED] = 0


@part
def list_row(parts: IntArray, used: int, matrix: Matrix, room: Room) -> int:
    """List the buttons that are odd on a sum of lights after the links, and mark them `ODD`.

    Returns:
        Where the list ends, or -1 where there is no room for it.
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
    """Link valid inequalities with positive heights, and adjust the prices by them.

    Args:
        count: of the inequalities.
        parts: (count, any) the lights whose sum each is of, then -1.
        cuts: (count, 2) any number, and a button that is listed.
        flipped: (count, any) its buttons in F, then -1.
        values: (2, count) its height, and the x of the button.
        matrix: the system.
        room: as a search leaves it, but lights are wrong.

    Returns:
        What they are worth together; from `LOWEST` down they are of no use.
    """
    # Heights, buttons and sets are floats' advice: what does not hold, or has no room, is skipped.
    # Invariant: ``worth`` and what is left of prices are a valid bound after every inequality; a
    # price may be below 0 until the end, where it is made up for.
    used = worth = some = sets = ZERO
    for k in range(count):
        height = np.int64(values[0, k]) if 0.0 < values[0, k] < HIGHEST else ZERO
        if height == 0 or sets == len(room.sets):
            continue
        end = list_row(parts[k], used, matrix, room)
        if end < 0:
            continue
        size, holds, parity = 0, True, 0
        while flipped[k, size] >= 0:  # in F: neither listed twice nor from elsewhere
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
            continue  # no such inequality holds
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
    for i in range(some):
        b = room.buttons[i, NEAR]
        room.buttons[b, WHEN] = 0
        short = min(room.hot[b, LEFT], 0)
        room.buttons[b, SLACK] -= short
        room.hot[b, LEFT] -= short
        room.hot[b, RISE] = room.hot[b, LEFT]
        if worth > LOWEST:
            worth += short
    for k in range(count):
        room.buttons[cuts[k, 1], RATE] = np.int64(1000 * min(max(values[1, k], 0.0), 1.0))
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


@loop
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
    """Search under inequalities, then restore the working arrays.

    Args:
        count: wrong lights, the first in ``room.given``.
        floor: proved before, as for `search_moats`.
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
            step, rest = numbers[8], numbers[9] * (count % 2)
            search_moats(
                count, floor, worth, F * cap, step, rest, nodes, ties, matrix, room, found, lengths
            )
    put_out(count, matrix, room)
    unlink_cuts(cuts[0], cuts[2], matrix, room)


@loop
def list_sets(numbers: IntArray, lists: IntArray, spans: IntArray) -> int:
    """List the lights of each set with positive height, then -1; return the number of sets.

    Lights alone are left out, and sets for which the lists are too short or too few.  Spans say
    where the buttons of each set stand among the links.
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
        spans[some, 0], spans[some, 1] = room.sets[s, BEGUN], room.sets[s, ENDED]
        some += 1
    return some


@loop
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
    """Write the matrix restricted to the buttons that solutions up to a cap can press.

    Args:
        count: wrong lights, the first in ``room.given``.
        cap: on their weight.
        most: nothing is written where more buttons are kept.
        cuts: the first arguments of `link_cuts`.
        numbers: the matrix and the room.
        target: another array of its size; its room is ready, with the same wrong lights.
        kept: (buttons,) filled with the buttons kept.
        places: (buttons,) filled with the place of each among those.

    Returns:
        How many buttons are kept, or -1 where nothing is written.
    """
    matrix, room = matrix_in(numbers), room_in(numbers)
    for i in range(count):
        room.lights[room.lights[i, GIVEN], LIT] = 1
    worth = link_cuts(cuts[0], cuts[1], cuts[2], cuts[3], cuts[4], matrix, room)
    # First the buttons of the inequalities: without one of an F, its size would have the wrong
    # parity in the small matrix, and the inequality would not hold there.  Then those within the
    # cap.
    left, some, entries = cap * F - worth, ZERO, ZERO
    for k in range(cuts[0]):
        i, b = ZERO, cuts[2][k, 1]
        while b >= 0:
            if room.hot[b, OUT] == 0:
                room.hot[b, OUT], kept[some] = 1, b
                some += 1
            b = cuts[3][k, i]
            i += 1
    # a button that no inequality touches has its price left
    among = room.totals[LISTED] if left < numbers[11] else len(room.hot)
    for k in range(among):
        b = room.buttons[k, NEAR] if left < numbers[11] else k
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
    lights = numbers[0]
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
    target[1], target[2], target[3], target[4], target[6] = some, entries, 0, links, begin
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
    target[5] = width
    other = room_in(target)
    make_ready(small, other)
    for i in range(count):
        other.lights[i, GIVEN] = room.lights[i, GIVEN]
    return int(some)


@inlined
def solve_moats(
    count: int,
    nodes: int,
    ties: int,
    numbers: IntArray,
    matrix: Matrix,
    room: Room,
    found: IntArray,
    lengths: IntArray,
) -> None:
    """Solve for the first ``count`` lights in ``room.given``: grow moats, link them, search.

    Arguments are as for `search_moats`; the room is left as it was, and its totals are filled.
    """
    totals = room.totals
    totals[WORK] = numbers[10] // max(count, 1)
    alone = grow(count, matrix, room)
    totals[ALONE] = 0
    if alone >= 0:
        light = room.sets[alone, FIRST]
        for i in range(room.sets[alone, SIZE]):
            room.lights[i, WRONG] = light
            light = room.lights[light, FOLLOWING]
        totals[STATUS], totals[NODES], totals[COUNT] = UNSOLVABLE, 0, 0
        totals[ALONE] = room.sets[alone, SIZE]
    else:
        heights, most, step, rest = link(room), numbers[7], numbers[8], numbers[9] * (count % 2)
        floor = min(-(-heights // F), most // F)
        light_up(count, matrix, room)
        search_moats(
            count, floor, heights, most, step, rest, nodes, ties, matrix, room, found, lengths
        )
        put_out(count, matrix, room)
        unlink(matrix, room)


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


@part
def explains(count: int, presses: IntArray, matrix: Matrix, room: Room) -> int:
    """Return the price of presses that solve the lights in ``room.given``, or -1 if they do not."""
    left, price = count, 0
    for i in range(count):
        room.lights[room.lights[i, GIVEN], LIT] = 1
    for b in presses:
        price += matrix.prices[b]
        for k in range(matrix.button_starts[b], matrix.button_starts[b + 1]):
            light = matrix.lights[k]
            left += 1 - 2 * room.lights[light, LIT]
            room.lights[light, LIT] ^= 1
    for b in presses:
        for k in range(matrix.button_starts[b], matrix.button_starts[b + 1]):
            room.lights[matrix.lights[k], LIT] = 0
    for i in range(count):
        room.lights[room.lights[i, GIVEN], LIT] = 0
    return price // F if left == 0 else -1


@part
def list_wrong(shot: Bytes, room: Room) -> int:
    """List the wrong lights of a syndrome in ``room.given``; return their number.

    Returns:
        How many; -1 where the syndrome is not of 0 and 1.
    """
    count, largest = ZERO, 0
    for light in range(shot.size):
        if shot[light]:
            room.lights[count, GIVEN] = light
            count += 1
            largest = max(largest, shot[light])
    return int(count) if largest <= 1 else -1


@loop
def solve_shots(
    shots: Bytes,
    first: int,
    again: int,
    nodes: int,
    ties: int,
    numbers: IntArray,
    found: IntArray,
    lengths: IntArray,
    status: Bytes,
    weights: IntArray,
    bounds: IntArray,
    presses: Bytes,
    flipped: Bytes,
) -> int:
    """Solve many syndromes up to the first unsolved one, and verify every answer.

    All that a shot needs is called from here, so that numba puts it together once.

    Args:
        shots: (shots, lights) of 0 and 1.
        first: the shot to begin with.
        again: 1 where that has been left open and was searched again since: it has its answer.
        nodes: of a search.
        ties: as for `search_moats`.
        numbers: the matrix and the room, made ready unless a `STAMP` says that it is.
        found: as for `search_moats`, of the last shot.
        lengths: likewise.
        status: (shots,) filled; `NOT_BITS` and `NOT_EXPLAINED` too.
        weights: (shots,) filled, -1 where there are no presses.
        bounds: (shots,) filled, -1 where there is no solution.
        presses: (shots, bytes) filled, bit j in byte j // 8 at place j % 8; or (shots, 0).
        flipped: (shots, things) what the presses of a minimum flip is added mod 2.

    Returns:
        -1, or the number of a shot that is open: the room holds what its search has left; or of
        one that cannot be answered.
    """
    matrix, room = matrix_in(numbers), room_in(numbers)
    totals = room.totals
    if totals[STAMP] == 0:
        make_ready(matrix, room)
    for shot in range(first, shots.shape[0]):
        count = list_wrong(shots[shot], room)
        if count < 0:
            status[shot] = NOT_BITS
            return shot
        if again == 0:
            lengths[0] = 0
            if count == 0:
                totals[STATUS], totals[WEIGHT], totals[BOUND], totals[NODES] = PROVED, 0, 0, 0
                totals[COUNT], totals[ALONE] = 1, 0
            else:
                solve_moats(count, nodes, ties, numbers, matrix, room, found, lengths)
        ended = totals[STATUS]
        if ended == UNSOLVABLE:
            totals[WEIGHT] = totals[BOUND] = -1
        elif ended == GIVEN_UP:
            totals[WEIGHT] = -1
        status[shot], weights[shot], bounds[shot] = ended, totals[WEIGHT], totals[BOUND]
        if PROVED >= ended >= FOUND:
            pressed = found[0, : lengths[0]]
            if explains(count, pressed, matrix, room) != totals[WEIGHT]:
                status[shot] = NOT_EXPLAINED
                return shot
            if ended == PROVED:
                for b in pressed:
                    for k in range(matrix.flip_starts[b], matrix.flip_starts[b + 1]):
                        flipped[shot, matrix.flips[k]] ^= np.uint8(1)
            if presses.shape[1]:
                for k in range(presses.shape[1]):
                    presses[shot, k] = 0
                for b in pressed:
                    presses[shot, b >> 3] |= np.uint8(1 << (b & 7))
        if ended < PROVED and again == 0:
            return shot
        again = 0
    return -1
