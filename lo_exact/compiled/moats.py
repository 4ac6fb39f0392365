"""Lightest errors by moats (sets of lights): the theorem, and arrays for the compiled loops.

Two colours and prices w_b >= 0.  A *moat* is a set C of lights, an odd number of them wrong, with a
height y_C >= 0.  For every button b, let the heights y_C of those C with |b & C| odd sum to at most
w_b.  Then the sum of all heights is at most the minimum: any solution presses an odd number of the
buttons that are odd on C, so at least one.  These are the duals of Edmonds' blossoms, for
hypergraphs.

The method is spread over several files:

- `lo_exact.compiled.growth` grows moats.
- `lo_exact.compiled.shots` searches among presses, and has the loop over shots.
- `lo_exact.compiled.inequalities` restarts a long search under inequalities.
- `lo_exact.compiled.parity_duals` finds these inequalities.

`Matrix` and `Room` are the arrays of a search.  All numbers are prices times `F`, in 64 bits;
`lo_exact.engines.moats.moat_tables` checks that they fit.  Costs some 0.5 us a node on codes of
light checks, 2 to 5 on circuits; 150 times as much without numba.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lo_exact.compiled.loop import part

IntArray = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]
Numbers = NDArray[np.uint32]

F = 720
"""Factor of all prices, so that shares of 1 to 6 lights are whole numbers."""

HIGHEST = 2.0**43
"""Bound on the height of an inequality, see `lo_exact.engines.moats.duals`."""

LOWEST = -(2**60)
"""Least bound with which a search continues; below it, sums might not fit into 64 bits."""

MAX_PRESSES = 256
"""Buttons that one search may press."""

GIVEN_UP, FOUND, PROVED, UNSOLVABLE = 0, 1, 2, 3
"""Results of a search: only a bound; presses and a bound; a minimum; no solution."""

SETS, LISTED, STAMP, STATUS, WEIGHT, BOUND, NODES, COUNT, WORK, ALONE = range(10)
"""Indices into `Room.totals`: results of a growth, a list of buttons and a search; the entries
of the matrix that a search may still read; and the number of lights of an odd set on which no
button is odd (they begin `WRONG`)."""

TOTALS = 10
"""Number of the places in `Room.totals`."""

NOT_BITS, NOT_EXPLAINED = 254, 255
"""Statuses of errors: a syndrome that is not of 0 and 1; an answer that fails verification."""

(
    LIGHTS, BUTTONS, ENTRIES, FLIPS, LINKS, WIDTH, BEGINS, ALL_PRICES, STEP, REST, FIRST_WORK,
    CHEAPEST, HEAD,
) = range(13)  # fmt: skip
"""Indices of the numbers before the matrix: numbers of lights, buttons, entries, flips and links;
buttons of the largest light; start of the room; sum of all prices times `F`; step
between weights, and their remainder for an odd number of wrong lights;
entries, divided by the wrong lights, that a first search may read; the cheapest price
times `F`.  Their number is `HEAD`; the matrix follows."""

OWNER, FOLLOWING, LIT, PLACE, WRONG, GIVEN = 0, 1, 2, 3, 4, 5
LEFT, RISE, TOUCHED, OUT = 0, 1, 2, 3
SLACK, RATE, WHEN, TIGHT, STAMPED, NEAR, ODD, NEWEST = 0, 1, 2, 3, 4, 5, 6, 7
FIRST, LAST, SIZE, ACTIVE, PARITY, HEIGHT, CROSSED, MARK = 0, 1, 2, 3, 4, 5, 6, 7
BEGUN, ENDED = 8, 9
BUTTON, SET, OLDER = 0, 1, 2
PATH, BEGIN, NEXT = 0, 1, 2
"""Column numbers of arrays in `Room`."""

ZERO: Any = np.int64(0)
NONE: Any = np.int64(-1)
"""Used instead of a literal -1, with which numba compiles a called function
twice: for the literal and for any number."""


class Matrix(NamedTuple):
    """A matrix mod 2 with prices, stored by lights and by buttons.

    Numbers of lights and buttons are unsigned, so that numba need not look for negative places.
    """

    light_starts: IntArray
    """(lights + 1,) light i has ``buttons[light_starts[i]:light_starts[i + 1]]``."""
    buttons: Numbers
    """(entries,) uint32, the buttons of each light."""
    button_starts: IntArray
    """(buttons + 1,) the same for each button."""
    lights: Numbers
    """(entries,) uint32, the lights of each button."""
    prices: IntArray
    """(buttons,) times `F`."""
    flip_starts: IntArray
    """(buttons + 1,) start of each button's other flips."""
    flips: Numbers
    """(flips,) uint32, numbers of the flipped things."""


class Room(NamedTuple):
    """Working arrays of a search, all views of one array; restored after every search.

    The names of the columns are above.  A button's numbers that a search reads are adjacent.
    """

    lights: IntArray
    """(lights, 6) its outermost set or -1; the next light of that set or -1; whether it is wrong;
    its place in the next column; a list of wrong lights; those of the syndrome.
    """
    hot: IntArray
    """(buttons, 4) a button's numbers that a search reads: its price less heights of the sets C
    with odd |C & S| that are odd on it; the change of g + h by pressing it; its wrong lights;
    whether it is pressed or forbidden.
    """
    buttons: IntArray
    """(buttons, 8) rest of its price when its rate changed; its rate, the number of active sets
    that are odd on it; the time of that change; the time when it is tight; the time of the last
    visit; a list of buttons; whether it is odd on the current set; its latest link or -1.
    """
    sets: IntArray
    """(sets, 10) its first and last light, and its size; whether it grows; whether an odd number
    of its lights is wrong in the syndrome; its height y, minus the time while it grows; whether
    |C & S| is odd; whether it is odd on the current button; the first of its links and their end.
    """
    links: IntArray
    """(links, 3) a button that is odd on a set; the set; the button's link before or -1."""
    nodes: IntArray
    """(presses + 2, 3) the button pressed; a node's first candidate; its next to try."""
    candidates: IntArray
    """(buttons of the fullest light * (presses + 2),)."""
    items: IntArray
    """(lights of the fullest button + 2,) the sets and lights that meet on a button."""
    totals: IntArray
    """(10,) see `SETS` and what follows."""


@part
def matrix_in(numbers: IntArray) -> Matrix:
    """Return the matrix stored at the beginning of an array by `engines.moats.moat_tables`."""
    lights, buttons, entries = numbers[LIGHTS], numbers[BUTTONS], numbers[ENTRIES]
    a = HEAD + lights + 1
    b = a + buttons + 1
    c = b + buttons
    d = c + buttons + 1
    e = d + (entries + 1) // 2
    f = e + (entries + 1) // 2
    g = f + (numbers[FLIPS] + 1) // 2
    return Matrix(
        numbers[HEAD:a], numbers[d:e].view(np.uint32), numbers[a:b], numbers[e:f].view(np.uint32),
        numbers[b:c], numbers[c:d], numbers[f:g].view(np.uint32),
    )  # fmt: skip


@part
def room_in(numbers: IntArray) -> Room:
    """Return the working arrays stored after the matrix in an array."""
    lights, buttons, links = numbers[LIGHTS], numbers[BUTTONS], numbers[LINKS]
    sets, depth = 2 * lights + 2, MAX_PRESSES + 2
    a = numbers[BEGINS]
    b = a + 6 * lights
    c = b + 4 * buttons
    d = c + 8 * buttons
    e = d + 10 * sets
    f = e + 3 * links
    g = f + 3 * depth
    h = g + numbers[WIDTH] * depth
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
    room.lights[:, LIT], room.lights[:, OWNER] = 0, -1
    room.hot[:, TOUCHED : OUT + 1], room.buttons[:, RATE : WHEN + 1] = 0, 0
    room.buttons[:, STAMPED], room.buttons[:, NEWEST] = -1, -1
    for b in range(len(room.buttons)):
        room.buttons[b, SLACK] = room.hot[b, LEFT] = room.hot[b, RISE] = matrix.prices[b]


@part
def light_up(count: int, matrix: Matrix, room: Room) -> None:
    """Mark the first ``count`` lights in column `GIVEN` of ``room.lights`` as wrong."""
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
def list_wrong(shot: Bytes, room: Room) -> int:
    """List a syndrome's wrong lights in column `GIVEN` of ``room.lights``; return their number.

    Returns:
        Their number; -1 if the syndrome is not of 0 and 1.
    """
    count, largest = ZERO, 0
    for light in range(shot.size):
        if shot[light]:
            room.lights[count, GIVEN] = light
            count += 1
            largest = max(largest, shot[light])
    return int(count) if largest <= 1 else -1


@part
def explains(count: int, presses: IntArray, matrix: Matrix, room: Room) -> int:
    """Return the price of the presses if they solve the lights in column `GIVEN`, otherwise -1."""
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
def next_weight(least: int, step: int, rest: int) -> int:
    """Return the least number >= ``least`` that equals ``rest`` modulo ``step``."""
    return least + (rest - least) % step
