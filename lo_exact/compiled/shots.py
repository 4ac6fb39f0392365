"""Branch-and-bound search for the lightest presses, and the loop over syndromes (shots).

*Search*: S are the wrong lights, g the price so far, h the heights of all C with |C & S| odd.  What
is left of a button's price, F w_b less the heights of such C that are odd on b, is shared out among
its wrong lights; g + h + the least share of each wrong light is a bound.  The wrong light with the
fewest buttons within the cap is branched on; buttons tried before stay out.  The cap begins at the
moats' sum and rises while nothing is found.

*Steps*: where g is the greatest common divisor of all prices, weights are multiples of g.  Suppose
moreover that a button has an odd number of lights if and only if its price is an odd multiple of
g.  Then a solution's weight over g is odd if and only if an odd number of lights is wrong: both
count, mod 2, the lights changed.  Then bounds are rounded up, and caps rise, by 2 g: every other
cap of codes whose columns have three lights need not be searched.
"""

import numpy as np

from lo_exact.compiled.growth import grow, link, unlink
from lo_exact.compiled.loop import Loop, part
from lo_exact.compiled.moats import (
    ALL_PRICES,
    ALONE,
    BEGIN,
    BOUND,
    COUNT,
    FIRST,
    FIRST_WORK,
    FOLLOWING,
    FOUND,
    GIVEN_UP,
    LEFT,
    MAX_PRESSES,
    NEXT,
    NODES,
    NONE,
    NOT_BITS,
    NOT_EXPLAINED,
    OUT,
    PATH,
    PROVED,
    RATE,
    REST,
    RISE,
    SIZE,
    SLACK,
    STAMP,
    STATUS,
    STEP,
    TOUCHED,
    UNSOLVABLE,
    WEIGHT,
    WORK,
    WRONG,
    ZERO,
    Bytes,
    F,
    IntArray,
    Matrix,
    Room,
    explains,
    light_up,
    list_wrong,
    make_ready,
    matrix_in,
    next_weight,
    press_button,
    put_out,
    room_in,
)


@part
def branch(
    wrong: int, spent: int, cap: int, pruned: int, depth: int, matrix: Matrix, room: Room
) -> int:
    """List the buttons to try at a search node, or none if its bound exceeds the cap.

    What the duals press goes first (their x, left in the rates), then the cheapest.

    Args:
        wrong: number of wrong lights.
        spent: g + h.
        cap: largest cost of interest.
        pruned: least bound above the cap so far, or -1.
        depth: buttons pressed; candidates go behind those of the node above, none so far.
        matrix: the system.
        room: the working arrays.

    Returns:
        The least bound above the cap so far.
    """
    # Any solution presses a button of every wrong light, and a button's price is shared out among
    # its wrong lights, so the least shares of all wrong lights add up to a bound.  To branch on one
    # light is enough; the one with the fewest buttons within the cap makes the narrowest tree.
    begin = end = room.nodes[depth, BEGIN]
    bound, chosen, fewest = spent, -1, -1
    limit = cap - spent
    looked = ZERO
    for i in range(wrong):
        light = room.lights[i, WRONG]
        looked += matrix.light_starts[light + 1] - matrix.light_starts[light]
        # the least share is share / parts; comparing fractions by products saves divisions
        share, parts, cheapest = -1, 1, -1
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
        if share < 0:  # no button can change this light
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
    """Find the lightest presses by depth-first searches, each with a higher limit on the weight.

    What a press costs is in the slacks; prices are for what is found.

    Args:
        wrong: number of wrong lights at the start.
        floor: proved lower bound on the weight (not multiplied by `F`).
        heights: total bound of the linked sets.
        most: sum of all prices, which no solution exceeds.
        step: every solution's weight is ``rest`` more than a multiple of it.
        rest: below the step.
        nodes: largest number of nodes; the room's totals limit the work.
        ties: 1 to find every minimum; prices must then be above 0.
        matrix: the system.
        room: linked; its totals are filled with status, weight, bound, nodes and count.
        found: (minima, `MAX_PRESSES`) filled with buttons of as many minima as fit, at least one.
        lengths: (minima,) number of buttons of each.
    """
    # Invariant: a lightest solution has been found, or is below a candidate that is still to be
    # tried, or is below a branch that was cut off; ``pruned`` is the least bound of such branches.
    # So a round that finds nothing proves the bound ``pruned``, rounded up to a possible weight.
    # Depth first: changes by presses are undone in reverse order, so no array is copied.
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
                # begin with an empty list of candidates, which `branch` may extend
                begin = room.nodes[depth, BEGIN]
                room.nodes[depth, NEXT], room.nodes[depth + 1, BEGIN] = begin, begin
                if wrong == 0 and price > cap and not over:  # costs more than the cap
                    pruned = price if pruned < 0 else min(pruned, price)
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
                elif over or depth >= MAX_PRESSES:
                    over = True
                else:
                    pruned = branch(wrong, spent, cap, pruned, depth, matrix, room)
            if room.nodes[depth, NEXT] < room.nodes[depth + 1, BEGIN] and not over:
                b = room.candidates[room.nodes[depth, NEXT]]
                room.nodes[depth, NEXT] += 1
                if spent + room.hot[b, RISE] > cap:  # a solution found meanwhile lowered the cap
                    continue
                wrong, risen = press_button(b, wrong, matrix, room)
                price += matrix.prices[b]
                spent += room.buttons[b, SLACK] + risen
                # b stays excluded until its parent node is left, not only until b is released:
                # all solutions with b are in its own subtree, so its siblings exclude b
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
        # proved: no solution costs at most the cap.  With large prices, raising the cap by one
        # possible weight at a time would take too many rounds
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
    """Find the lightest presses for the lights in column `GIVEN`: grow moats, then search.

    Arguments are as for `search_moats`; the room is left as it was, and its totals are filled.
    """
    totals = room.totals
    totals[WORK] = numbers[FIRST_WORK] // max(count, 1)
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
        heights, most = link(room), numbers[ALL_PRICES]
        step, rest = numbers[STEP], numbers[REST] * (count % 2)
        floor = min(-(-heights // F), most // F)
        light_up(count, matrix, room)
        search_moats(
            count, floor, heights, most, step, rest, nodes, ties, matrix, room, found, lengths
        )
        put_out(count, matrix, room)
        unlink(matrix, room)


@Loop
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
        again: 1 if that shot was left open and has been solved since.
        nodes: largest number of nodes of a search.
        ties: as for `search_moats`.
        numbers: the matrix and the room, which is initialised unless a `STAMP` is set.
        found: as for `search_moats`, of the last shot.
        lengths: as for `search_moats`, of the last shot.
        status: (shots,) filled; `NOT_BITS` and `NOT_EXPLAINED` too.
        weights: (shots,) filled, -1 without presses.
        bounds: (shots,) filled, -1 if unsolvable.
        presses: (shots, bytes) filled, bit j in byte j // 8 at place j % 8; or (shots, 0).
        flipped: (shots, things) the minimum's flips are added mod 2.

    Returns:
        -1, or the number of an open shot, whose search state is in the room, or of
        one without an answer.
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
