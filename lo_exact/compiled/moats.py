"""Lightest errors by moats: a dual bound grown around the wrong lights, then a deepening search.

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
whoever calls has made sure of (`lo_exact.engines.moats.moat_tables`).

One file: numba keeps machine code by the file of the function alone, and would not see that a
function called from another file has changed.  Some 0.5 us a node on codes of light checks, 2 to 5
on circuits; 150 times as much without numba.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import loop

IntArray = NDArray[np.int64]
Bytes = NDArray[np.uint8]

F = 720
"""Prices are multiplied by it, so that shares of up to 6 are whole."""

MAX_PRESSES = 256
"""Buttons that a search presses at most."""

GIVEN_UP, FOUND, PROVED, UNSOLVABLE = 0, 1, 2, 3
"""What a search ends with: a bound alone; presses and a bound; a minimum; no solution."""

SETS, SUM, STAMP, STATUS, WEIGHT, BOUND, NODES, COUNT = 0, 1, 2, 3, 4, 5, 6, 7
"""Places in `Room.totals`: what a growth and a search leave behind."""

TOTALS = 8


OWNER, FOLLOWING, LIT, PLACE, WRONG, GIVEN = 0, 1, 2, 3, 4, 5
SLACK, RATE, STAMPED, NEAR, ODD, LEFT, RISE, TOUCHED, OUT, NEWEST = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
FIRST, LAST, SIZE, ACTIVE, PARITY, HEIGHT, CROSSED, MARK, LINKED = 0, 1, 2, 3, 4, 5, 6, 7, 8
BUTTON, SET, OLDER = 0, 1, 2
PATH, BEGIN, NEXT = 0, 1, 2
"""Columns of `Room`."""

ZERO: Any = np.int64(0)
NONE: Any = np.int64(-1)
"""Where a variable begins with 0 or -1 written out and is passed on, numba compiles the function
it is passed to twice: for the literal and for any number."""


class Matrix(NamedTuple):
    """A matrix mod 2, by lights and by buttons.

    Attributes:
        light_starts: (lights + 1,) light i has ``buttons[light_starts[i]:light_starts[i + 1]]``.
        buttons: (entries,).
        button_starts: (buttons + 1,) the same the other way round.
        lights: (entries,).
        prices: (buttons,) times `F`.
    """

    light_starts: IntArray
    buttons: IntArray
    button_starts: IntArray
    lights: IntArray
    prices: IntArray


class Room(NamedTuple):
    """Where a search works: parts of one array; between two searches as `fresh` leaves them.

    Columns have names, above; what a search reads of a button stands side by side.

    Attributes:
        lights: (lights, 6) its outermost set or -1; the next light of that set or -1; whether it
            is wrong; where it stands in the next column; a list of wrong lights; those of the
            syndrome.
        buttons: (buttons, 10) what is left of its price while moats grow; the active sets that are
            odd on it; when it was looked at last; a list of buttons; whether it is odd on the set
            that is looked at; its price less heights of the sets C with odd |C & S| that are odd on
            it; what pressing it adds to g + h; its wrong lights; whether it is pressed or
            forbidden; its latest link or -1.
        sets: (sets + 1, 9) its first and last light, and how many; whether it grows; whether an odd
            number of its lights is wrong in the syndrome; its height y; whether |C & S| is odd;
            whether it is odd on the button that is looked at; its first link.
        links: (links, 3) a button that is odd on a set; the set; the button's link before or -1.
        nodes: (presses + 2, 3) the button pressed; a node's first candidate; its next to try.
        candidates: (buttons of the fullest light * (presses + 2),).
        items: (lights of the fullest button + 2,) what meets on a button.
        totals: (8,) see `SETS` and what follows.
    """

    lights: NDArray[np.int64]
    buttons: NDArray[np.int64]
    sets: NDArray[np.int64]
    links: NDArray[np.int64]
    nodes: NDArray[np.int64]
    candidates: NDArray[np.int64]
    items: NDArray[np.int64]
    totals: NDArray[np.int64]


@loop
def room_in(numbers: IntArray, lights: int, buttons: int, links: int, width: int) -> Room:
    """Divide an array, as large as `engines.moats.tables` says; nothing is copied.

    Args:
        numbers: the array.
        lights: of the matrix.
        buttons: of the matrix.
        links: pairs of a set and a button that there is room for.
        width: buttons of the fullest light.
    """
    sets, depth = 2 * lights + 2, MAX_PRESSES + 2
    a = 6 * lights
    b = a + 10 * buttons
    c = b + 9 * sets
    d = c + 3 * links
    e = d + 3 * depth
    f = e + width * depth
    end = numbers.size - TOTALS
    return Room(
        numbers[:a].reshape(lights, 6), numbers[a:b].reshape(buttons, 10),
        numbers[b:c].reshape(sets, 9), numbers[c:d].reshape(links, 3),
        numbers[d:e].reshape(depth, 3), numbers[e:f], numbers[f:end], numbers[end:],
    )  # fmt: skip


@loop
def fresh(room: Room, matrix: Matrix) -> None:
    """Make a room ready that was never used."""
    room.lights[:, OWNER] = -1
    room.buttons[:, NEWEST] = -1
    room.buttons[:, STAMPED] = -1
    room.buttons[:, SLACK] = matrix.prices
    room.buttons[:, LEFT] = matrix.prices
    room.buttons[:, RISE] = matrix.prices


@loop
def meeting(button: int, matrix: Matrix, room: Room) -> tuple[int, int]:
    """List what is odd on a button: sets, and lights in none as -1 - light.

    Returns:
        How many there are, and how many of them are active sets.
    """
    count = rate = 0
    start, end = matrix.button_starts[button], matrix.button_starts[button + 1]
    for i in range(start, end):
        inside = room.lights[matrix.lights[i], OWNER]
        if inside >= 0:
            room.sets[inside, MARK] ^= 1
    for i in range(start, end):
        light = matrix.lights[i]
        inside = room.lights[light, OWNER]
        if inside < 0:
            room.items[count] = -1 - light
            count += 1
        elif room.sets[inside, MARK] == 1:
            room.sets[inside, MARK] = 0
            room.items[count] = inside
            count += 1
            rate += room.sets[inside, ACTIVE]
    return count, rate


@loop
def merge_sets(count: int, new: int, room: Room) -> int:
    """Make one set of the first items; return how many active sets that ends."""
    ended = 0
    room.sets[new, FIRST] = room.sets[new, LAST] = -1
    for column in (HEIGHT, PARITY, SIZE, MARK):
        room.sets[new, column] = 0
    for i in range(count):
        item = room.items[i]
        if item < 0:
            first = last = -1 - item
            room.lights[first, OWNER] = new
            room.sets[new, SIZE] += 1
        else:
            ended += room.sets[item, ACTIVE]
            room.sets[item, ACTIVE] = 0
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
    room.sets[new, ACTIVE] = room.sets[new, PARITY]
    return int(ended - room.sets[new, ACTIVE])


@loop
def grow(count: int, matrix: Matrix, room: Room) -> int:
    """Grow moats around the first ``count`` lights in ``room.given``.

    Returns:
        -1, or an odd set that no button is odd on: nothing solves the system.
    """
    sets = active = count
    for s in range(count):
        light = room.lights[s, GIVEN]
        room.lights[light, OWNER], room.lights[light, FOLLOWING] = s, -1
        room.sets[s, FIRST] = room.sets[s, LAST] = light
        room.sets[s, SIZE] = room.sets[s, ACTIVE] = room.sets[s, PARITY] = 1
        room.sets[s, HEIGHT] = room.sets[s, MARK] = 0
    total = 0
    while active > 0:
        room.totals[STAMP] += 1
        now = room.totals[STAMP]
        some, step = 0, -1
        for s in range(sets):
            if room.sets[s, ACTIVE] == 0:
                continue
            light = room.sets[s, FIRST]
            for _ in range(room.sets[s, SIZE]):
                for k in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
                    b = matrix.buttons[k]
                    if room.buttons[b, STAMPED] == now:
                        continue
                    room.buttons[b, STAMPED] = now
                    _, rate = meeting(b, matrix, room)
                    if rate > 0:
                        room.buttons[b, RATE] = rate
                        room.buttons[some, NEAR] = b
                        some += 1
                        allowed = room.buttons[b, SLACK] // rate
                        if step < 0 or allowed < step:
                            step = allowed
                light = room.lights[light, FOLLOWING]
        if some == 0:
            room.totals[SETS] = sets
            for s in range(sets):
                if room.sets[s, ACTIVE] == 1:
                    return s
        if step > 0:
            total += step * active
            for s in range(sets):
                if room.sets[s, ACTIVE] == 1:
                    room.sets[s, HEIGHT] += step
            for k in range(some):
                room.buttons[room.buttons[k, NEAR], SLACK] -= (
                    step * room.buttons[room.buttons[k, NEAR], RATE]
                )
        for k in range(some):
            b = room.buttons[k, NEAR]
            items, rate = meeting(b, matrix, room)  # merging has changed them
            if rate == 0 or room.buttons[b, SLACK] >= rate:
                continue
            if items == 1:  # it cannot grow and meets nobody
                room.sets[room.items[0], ACTIVE] = 0
                active -= 1
                continue
            if items % 2 == 1:  # one stays out: a light in no set, else a passive set, else any
                alone = items - 1
                for i in range(items - 1, -1, -1):
                    if room.items[i] >= 0 and room.sets[room.items[i], ACTIVE] == 0:
                        alone = i
                for i in range(items - 1, -1, -1):
                    if room.items[i] < 0:
                        alone = i
                items -= 1
                room.items[alone] = room.items[items]
            active -= merge_sets(items, sets, room)
            sets += 1
    room.totals[SETS], room.totals[SUM] = sets, total
    return -1


@loop
def link(matrix: Matrix, room: Room) -> int:
    """Join sets with the buttons that are odd on them; return the heights of those that fit.

    A set for which there is no room is dropped: the bound is lower, and as true.
    """
    count = total = 0
    for s in range(room.totals[SETS]):
        room.sets[s, LINKED] = count
        if room.sets[s, HEIGHT] == 0:
            continue
        room.totals[STAMP] += 1
        now = room.totals[STAMP]
        some = 0
        light = room.sets[s, FIRST]
        for _ in range(room.sets[s, SIZE]):
            for k in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
                b = matrix.buttons[k]
                if room.buttons[b, STAMPED] != now:
                    room.buttons[b, STAMPED], room.buttons[b, ODD] = now, 0
                    room.buttons[some, NEAR] = b
                    some += 1
                room.buttons[b, ODD] ^= 1
            light = room.lights[light, FOLLOWING]
        if count + some > len(room.links):
            room.sets[s, HEIGHT] = 0
            continue
        height = room.sets[s, HEIGHT]
        room.sets[s, CROSSED] = 1
        total += height
        for k in range(some):
            b = room.buttons[k, NEAR]
            if room.buttons[b, ODD] == 1:
                room.links[count, BUTTON], room.links[count, SET] = b, s
                room.links[count, OLDER], room.buttons[b, NEWEST] = room.buttons[b, NEWEST], count
                room.buttons[b, LEFT] -= height
                room.buttons[b, RISE] -= height
                count += 1
    room.sets[room.totals[SETS], LINKED] = count
    return total


@loop
def press_button(button: int, wrong: int, matrix: Matrix, room: Room) -> tuple[int, int]:
    """Press a button or take it back; return how many lights are wrong, and the change of h."""
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
            room.buttons[matrix.buttons[q], TOUCHED] += change
    risen = 0
    k = room.buttons[button, NEWEST]
    while k >= 0:
        s = room.links[k, SET]
        height = room.sets[s, HEIGHT]
        if room.sets[s, CROSSED] == 1:
            height = -height
        room.sets[s, CROSSED] ^= 1
        risen += height
        for q in range(room.sets[s, LINKED], room.sets[s + 1, LINKED]):
            other = room.links[q, BUTTON]
            room.buttons[other, LEFT] -= height
            room.buttons[other, RISE] -= 2 * height
        k = room.links[k, OLDER]
    return wrong, risen


@loop
def branch(
    wrong: int, spent: int, cap: int, pruned: int, depth: int, matrix: Matrix, room: Room
) -> int:
    """List what to press at a node, the cheapest first, or nothing where its bound is too high.

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
    begin = end = room.nodes[depth, BEGIN]
    bound, chosen, fewest = spent, -1, -1
    for i in range(wrong):
        light = room.lights[i, WRONG]
        share = cheapest = -1
        count = 0
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            b = matrix.buttons[q]
            if room.buttons[b, OUT] == 0:
                part, rise = (
                    room.buttons[b, LEFT] // room.buttons[b, TOUCHED],
                    room.buttons[b, RISE],
                )
                if share < 0 or part < share:
                    share = part
                if cheapest < 0 or rise < cheapest:
                    cheapest = rise
                if spent + rise <= cap:
                    count += 1
        if share < 0:  # nothing can mend it
            room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
            return pruned
        bound += share
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
            if room.buttons[b, OUT] == 1:
                continue
            rise, touched = room.buttons[b, RISE], room.buttons[b, TOUCHED]
            if spent + rise > cap:
                pruned = spent + rise if pruned < 0 else min(pruned, spent + rise)
                continue
            k = end
            while k > begin:
                other = room.candidates[k - 1]
                if room.buttons[other, RISE] < rise or (
                    room.buttons[other, RISE] == rise and room.buttons[other, TOUCHED] >= touched
                ):
                    break
                room.candidates[k] = other
                k -= 1
            room.candidates[k] = b
            end += 1
    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, end
    return pruned


@loop
def search_moats(
    wrong: int,
    floor: int,
    heights: int,
    most: int,
    nodes: int,
    ties: int,
    matrix: Matrix,
    room: Room,
    found: IntArray,
    lengths: IntArray,
) -> None:
    """Find the lightest presses, with caps that rise from round to round.

    Args:
        wrong: wrong lights at the start.
        floor: proved: no solution weighs less (not multiplied by `F`).
        heights: of all sets that are linked.
        most: the sum of all prices: no solution costs more.
        nodes: after so many it is given up.
        ties: 1 to find every minimum; prices must then be above 0.
        matrix: the system.
        room: linked; its totals are filled with status, weight, bound, nodes and count.
        found: (minima, `MAX_PRESSES`) filled with buttons of as many minima as fit, at least one.
        lengths: (minima,) how many buttons each has.
    """
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
                over = over or done > nodes
                begin = room.nodes[depth, BEGIN]
                if wrong == 0 and not over:
                    if best < 0 or price < best:
                        count = 0
                    if count < lengths.size:
                        for i in range(depth):
                            found[count, i] = room.nodes[i, PATH]
                        lengths[count] = depth
                    count += 1
                    best = price
                    cap = price - F * (1 - ties)
                    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                elif over or depth >= MAX_PRESSES:
                    over = True
                    room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                else:
                    pruned = branch(wrong, spent, cap, pruned, depth, matrix, room)
            if room.nodes[depth, NEXT] < room.nodes[depth + 1, BEGIN] and not over:
                b = room.candidates[room.nodes[depth, NEXT]]
                room.nodes[depth, NEXT] += 1
                if spent + room.buttons[b, RISE] > cap:  # since something better was found
                    continue
                wrong, risen = press_button(b, wrong, matrix, room)
                price += matrix.prices[b]
                spent += matrix.prices[b] + risen
                room.buttons[b, OUT] = 1
                room.nodes[depth, PATH] = b
                depth += 1
                enter = True
            else:
                for k in range(room.nodes[depth, BEGIN], room.nodes[depth + 1, BEGIN]):
                    room.buttons[room.candidates[k], OUT] = 0
                depth -= 1
                if depth >= 0:
                    b = room.nodes[depth, PATH]
                    wrong, risen = press_button(b, wrong, matrix, room)
                    price -= matrix.prices[b]
                    spent += risen - matrix.prices[b]
        if best >= 0 or over or pruned < 0 or pruned > most:
            break
        # proved: what costs no more than the cap solves nothing
        floor = -(-pruned // F)
        cap = min(max(floor, cap // F + (cap // F - root) // 2), most // F) * F
    totals = room.totals
    totals[NODES], totals[COUNT], totals[BOUND], totals[WEIGHT] = done, count, floor, best // F
    if over:
        totals[STATUS] = FOUND if best >= 0 else GIVEN_UP
    elif best >= 0:
        totals[STATUS], totals[BOUND] = PROVED, best // F
    else:
        totals[STATUS] = UNSOLVABLE


@loop
def solve_moats(
    count: int,
    most: int,
    nodes: int,
    ties: int,
    matrix: Matrix,
    room: Room,
    found: IntArray,
    lengths: IntArray,
) -> int:
    """Answer for the first ``count`` lights in ``room.given``; arguments as for `search_moats`.

    Returns:
        -1, or the number of lights in an odd set that no button is odd on; they begin
        ``room.wrong``.
    """
    alone = grow(count, matrix, room)
    sets = room.totals[SETS]
    for s in range(sets):  # owner and slack as they were
        light = room.sets[s, FIRST]
        for _ in range(room.sets[s, SIZE]):
            room.lights[light, OWNER] = -1
            for k in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
                room.buttons[matrix.buttons[k], SLACK] = matrix.prices[matrix.buttons[k]]
            light = room.lights[light, FOLLOWING]
    if alone >= 0:
        light = room.sets[alone, FIRST]
        for i in range(room.sets[alone, SIZE]):
            room.lights[i, WRONG] = light
            light = room.lights[light, FOLLOWING]
        room.totals[STATUS], room.totals[NODES], room.totals[COUNT] = UNSOLVABLE, 0, 0
        return int(room.sets[alone, SIZE])
    floor = min(-(-room.totals[SUM] // F), most // F)
    heights = link(matrix, room)
    for i in range(count):
        light = room.lights[i, GIVEN]
        room.lights[light, LIT], room.lights[i, WRONG], room.lights[light, PLACE] = 1, light, i
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            room.buttons[matrix.buttons[q], TOUCHED] += 1
    search_moats(count, floor, heights, most, nodes, ties, matrix, room, found, lengths)
    for i in range(count):
        light = room.lights[i, GIVEN]
        room.lights[light, LIT] = 0
        for q in range(matrix.light_starts[light], matrix.light_starts[light + 1]):
            room.buttons[matrix.buttons[q], TOUCHED] = 0
    for s in range(sets):
        room.sets[s, CROSSED] = 0
    for k in range(room.sets[sets, LINKED]):
        b = room.links[k, BUTTON]
        room.buttons[b, NEWEST] = -1
        room.buttons[b, LEFT] = room.buttons[b, RISE] = matrix.prices[b]
    return -1


@loop
def explains(count: int, presses: IntArray, matrix: Matrix, room: Room) -> int:
    """Multiply out: the price of presses for the lights in ``room.given``, -1 for other lights."""
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


@loop
def solve_shots(
    shots: Bytes,
    matrix: Matrix,
    numbers: IntArray,
    sizes: tuple[int, int, int],
    flip_starts: IntArray,
    flips: IntArray,
    status: Bytes,
    weights: IntArray,
    bounds: IntArray,
    presses: Bytes,
    flipped: Bytes,
    found: IntArray,
) -> int:
    """Answer for many syndromes, and multiply every answer out.

    Args:
        shots: (shots, lights) of 0 and 1.
        matrix: the system.
        numbers: the room, `fresh`.
        sizes: links, the buttons of the fullest light, nodes of a search.
        flip_starts: (buttons + 1,) what else a button flips.
        flips: (entries,) numbers of what is flipped.
        status: (shots,) filled.
        weights: (shots,) filled, -1 where there are no presses.
        bounds: (shots,) filled, -1 where there is no solution.
        presses: (shots, bytes) filled, bit j in byte j // 8 at place j % 8; or (shots, 0).
        flipped: (shots, things) filled with what the presses flip, 0 or 1.
        found: (1, `MAX_PRESSES`) where a search leaves its presses.

    Returns:
        -1, or the number of a shot whose answer, multiplied out, is wrong.
    """
    links, width, nodes = sizes
    buttons = matrix.prices.size
    room = room_in(numbers, shots.shape[1], buttons, links, width)
    lengths = np.zeros(1, dtype=np.int64)
    most = matrix.prices.sum()
    totals = room.totals
    for shot in range(shots.shape[0]):
        count = ZERO
        for light in range(shots.shape[1]):
            if shots[shot, light]:
                room.lights[count, GIVEN] = light
                count += 1
        if count == 0:
            status[shot], weights[shot], bounds[shot] = PROVED, 0, 0
            continue
        solve_moats(count, most, nodes, ZERO, matrix, room, found, lengths)
        status[shot], bounds[shot], weights[shot] = totals[STATUS], totals[BOUND], -1
        if totals[STATUS] == UNSOLVABLE:
            bounds[shot] = -1
        elif totals[STATUS] != GIVEN_UP:
            pressed = found[0, : lengths[0]]
            weights[shot] = totals[WEIGHT]
            if explains(count, pressed, matrix, room) != totals[WEIGHT]:
                return shot
            for b in pressed:
                if presses.shape[1]:
                    presses[shot, b >> 3] |= np.uint8(1 << (b & 7))
                for k in range(flip_starts[b], flip_starts[b + 1]):
                    flipped[shot, flips[k]] ^= np.uint8(1)
    return -1


def loop_integers(value: Any) -> IntArray:
    """Return numbers as these loops want them."""
    return np.ascontiguousarray(value, dtype=np.int64)
