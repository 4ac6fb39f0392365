"""Best-first (A*) search for light solutions, which branches on the buttons of a wrong light.

Give the lights potentials y_i >= 0 whose sum over the lights of button j is at most its price.
Then any syndrome costs at least the potentials of its wrong lights (linear duality of covering). So
syndromes may be gone through by price so far and bound together (A*; Hart, Nilsson and Raphael
1968), each by the buttons of one of its wrong lights, the one with fewest: one of them is pressed
in any solution.  The bound never falls by more than what a button costs, so the first syndrome
without wrong lights is reached at least cost; that is a proof.

The least share of a light in a button is such a potential.  Past its budget the search says what it
proved by then.  All numbers are Python's integers.
"""

from dataclasses import dataclass
from heapq import heappop, heappush

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.cuts.exact import Checks


@dataclass(frozen=True)
class Looked:
    """Result of an A* search: a solution or None, and a proved lower bound."""

    pressed: tuple[int, ...] | None
    """The buttons of a solution of weight ``bound``; None if none was found."""
    bound: int
    """Proved lower bound on the weight."""


def shares(checks: Checks, prices: IntArray, scale: int) -> IntArray:
    """Return a potential for each light: the least price per light among its buttons."""
    touched = np.maximum(np.diff(checks.column_starts), 1)
    share = np.repeat(prices * scale // touched, np.diff(checks.column_starts))
    least = np.full(checks.lights, np.int64(2**62))
    np.minimum.at(least, checks.rows, share)
    least[np.diff(checks.starts) == 0] = 0
    return least


def light_solution(
    checks: Checks,
    prices: IntArray,
    potentials: IntArray,
    scale: int,
    limit: int,
    *,
    steps: int,
) -> Looked:
    """Search for the lightest solution of at most a given weight, within a budget of steps.

    Args:
        checks: the checks of the system.
        prices: (buttons,) int64 >= 0.
        potentials: (lights,) int64 >= 0 in no button more than its price in all.
        scale: the unit of potentials is ``1 / scale``.
        limit: largest weight of interest.
        steps: the budget.
    """
    ways = _LightButtons(checks, prices * scale, potentials)
    first, most = int(potentials[checks.parity == 1].sum()), limit * scale
    start = ways.bits(np.flatnonzero(checks.parity))
    least, came = {start: first}, {start: (start, -1)}
    waiting = [(first, 0, start)]  # heap of (price + bound, -price, wrong lights)
    while waiting and waiting[0][0] <= most:
        total, paid, wrong = heappop(waiting)
        if not wrong:
            return Looked(_path(came), total // scale)
        if steps < 0:
            return Looked(None, -(-total // scale))
        if total > least[wrong]:
            continue
        for rise, price, button, mask, lights in ways.of(wrong):
            cost = total + rise
            if cost > most:
                break
            steps -= 1
            after = wrong ^ mask
            if after & mask:
                cost += 2 * sum(ways.weights[i] for i in lights if after >> i & 1)
            if cost <= most and cost < least.get(after, cost + 1):
                least[after] = cost
                came[after] = (wrong, button)
                heappush(waiting, (cost, paid - price, after))
    return Looked(None, limit + 1)


def _path(came: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    """Return the buttons pressed on the path from the start to the state with no wrong light.

    A button that costs nothing may be on the path twice: then it is not pressed.
    """
    wrong, button = came[0]
    pressed: set[int] = set()
    while button >= 0:
        pressed ^= {button}
        wrong, button = came[wrong]
    return tuple(sorted(pressed))


def few_buttons_first(checks: Checks) -> tuple[IntArray, IntArray]:
    """Return the lights sorted by number of buttons, and the position of each light."""
    order = np.argsort(np.diff(checks.starts), kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(order.size)
    return order, place


_Way = tuple[int, int, int, int, tuple[int, ...]]
"""Increase of price plus bound if all the button's lights are wrong, price, number,
and its lights as bits and as numbers."""


class _LightButtons:
    """Buttons of each light, least increase of price plus bound first, computed on first use.

    Args:
        checks: the system.
        costs: (buttons,) int64, prices times the scale.
        potentials: (lights,) int64.
    """

    def __init__(self, checks: Checks, costs: IntArray, potentials: IntArray):
        self._checks, self._costs = checks, costs
        self._order, self._place = few_buttons_first(checks)
        self._rise = costs - _sums(checks, potentials)
        self._made: dict[int, list[_Way]] = {}
        self.weights: list[int] = potentials[self._order].tolist()

    def bits(self, lights: IntArray) -> int:
        """Return a bit mask of lights, in which lights with few buttons are the lowest bits."""
        return sum(1 << i for i in self._place[lights].tolist())

    def of(self, wrong: int) -> list[_Way]:
        """Return the lowest wrong light's buttons, least increase of price plus bound first."""
        light = (wrong & -wrong).bit_length() - 1
        if light in self._made:
            return self._made[light]
        checks, found = self._checks, []
        buttons = checks.row(int(self._order[light]))
        buttons = buttons[np.argsort(self._rise[buttons], kind="stable")]
        for button in buttons.tolist():
            rows = checks.rows[checks.column_starts[button] : checks.column_starts[button + 1]]
            mask = self.bits(rows)
            lights = tuple(self._place[rows].tolist())
            found.append((int(self._rise[button]), int(self._costs[button]), button, mask, lights))
        self._made[light] = found
        return found


def _sums(checks: Checks, potentials: IntArray) -> IntArray:
    """Return, for each button, the sum of the potentials of its lights."""
    ends = np.concatenate([[0], np.cumsum(potentials[checks.rows])])
    return np.asarray(ends[checks.column_starts[1:]] - ends[checks.column_starts[:-1]])
