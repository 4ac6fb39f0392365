"""Upper bounds by local search and proved lower bounds, for systems that no engine solves fast.

`upper_bound` looks for cheap presses.  Solutions differ by kernel words.  For a random order of the
buttons, the kernel in echelon form gives a solution that presses nothing at the pivots (Prange
1962), and words that change one pivot each.  Adding the word that saves most, as long as one does,
ends in a local minimum (one word deep: Lee and Brickell 1988).  Many orders are tried; buttons that
the best solution does not press are pivots more often.  Seeded, so repeatable.

`lower_bound` takes the best of four proofs:

- *covering*: `least_shares_bound` of the engine interface.
- *regions*: `region_bound`, from wrong lights that share no button.
- *blocks*: `block_bound`, from small systems that share no button.
- *duals*: for two colours, where compiled loops are loaded or the search is long, moats and
  inequalities (`lo_exact.compiled.moats`).  They prove 1 to 7 more than the others on random graphs
  and on most boards with lights that do not matter (of minima of 34 to 62), and less on whole
  grids.
"""

from collections.abc import Iterable
from heapq import heappop, heappush
from math import exp, log2
from random import Random
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, IntArray, Kernel, SparseMatrix, Unsolvable
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.compiled import has_numba
from lo_exact.engines.coset import engine as coset
from lo_exact.engines.engine import least_shares_bound
from lo_exact.engines.moats import engine as moats
from lo_exact.engines.syndrome import engine as syndrome
from lo_exact.outcome import Presses, Wanted, Watch
from lo_exact.puzzle import System

_MAX_ENTRIES = 2**20
"""Entries of a matrix for which blocks of the lower bound are looked for."""


def block_bound(system: System, watch: Watch, *, bits: int = 16) -> int:
    """Return a lower bound: the sum of the least weights of blocks of lights that share no button.

    Take some lights and all the buttons that touch them.  Whatever the other buttons do, these
    buttons must satisfy these lights, so they cost at least the minimum of that small system.
    Minima of blocks that share no button add up.  A block grows around a wrong light, always by the
    light that brings the fewest new buttons, as long as it has few syndromes or few solutions.

    Costs one small exact search a block.  Strong where equations bind locally; 0 if too large.

    Args:
        system: the system.
        watch: the time limit.
        bits: a block has at most about 2^bits syndromes or solutions.
    """
    if system.matrix.entries > _MAX_ENTRIES:
        return 0
    rows = system.matrix.transpose()
    taken: set[int] = set()
    total = 0
    for light in np.flatnonzero(system.syndrome).tolist():
        buttons = set(rows.column(light)[0].tolist())
        if buttons and taken.isdisjoint(buttons):
            watch.check()
            lights = _grown(system, rows, light, taken, max(int(bits / log2(system.colours)), 1))
            here = sorted({j for i in lights for j in rows.column(i)[0].tolist()})
            taken |= set(here)
            total += _minimum(system, sorted(lights), here, watch)
    return total


def _grown(
    system: System, rows: SparseMatrix, first: int, taken: set[int], digits: int
) -> set[int]:
    """Return a block of lights, grown from ``first``, whose buttons are all outside ``taken``."""
    lights = {first}
    buttons = set(rows.column(first)[0].tolist())
    bringing: dict[int, set[int]] = {}
    new = set(buttons)
    while True:
        for j in new:
            for i in system.matrix.column(j)[0].tolist():
                if i not in lights and i not in bringing:
                    touched = set(rows.column(i)[0].tolist())
                    if taken.isdisjoint(touched):
                        bringing[i] = touched - buttons
        for brought in bringing.values():
            brought -= new
        if not bringing:
            return lights
        light = min(bringing, key=lambda i: (len(bringing[i]), i))
        new = bringing.pop(light)
        if min(len(lights) + 1, len(buttons) + len(new) - len(lights) - 1) > digits:
            return lights
        lights.add(light)
        buttons |= new


def _minimum(system: System, lights: list[int], buttons: list[int], watch: Watch) -> int:
    """Return the least weight that solves a block, or 0 if none does or no engine accepts it."""
    part = System(
        system.matrix.take_rows(np.array(lights)).take_columns(np.array(buttons)),
        system.syndrome[lights],
        system.prices[buttons],
        system.per_button,
    )
    found = part.solutions
    if isinstance(found, Unsolvable):
        return 0
    engine: ModuleType = syndrome
    if found.kernel.size <= system.colours ** len(lights) or syndrome.refusal(part):
        engine = coset
    if engine.refusal(part):
        return 0
    return int(engine.minimise(part, Wanted(), watch.apart()).weight)


REGION_WORK = 2**21
"""Largest work (entries times colours) for a bound by regions: about a second."""

REGION_TURNS, REGION_MOST_TURNS = 1000, 2**17
"""Annealing steps for each candidate light, and in total; each takes a microsecond or
two."""

REGION_HEAT = 0.3
"""Starting temperature of the annealing, as a share of a light's mean cost."""


def region_bound(system: System, watch: Watch) -> int:
    """Return a lower bound: the sum of the costs of correcting single lights that share no button.

    A wrong light needs presses of its own buttons that add up to what it misses, and costs of
    lights that share no button add up.  The lights counted are an independent set with weights.  A
    seeded annealing puts one light in and takes those out that share a button with it.  The bound
    is best where colours are many: 94 to 109 on tori 12 x 12 of six colours, where covering proves
    76 to 83.
    """
    c, rows = system.colours, system.matrix.transpose()
    if system.matrix.entries * c > REGION_WORK:
        return 0
    touching: dict[int, list[int]] = {}
    costs: dict[int, int] = {}
    known: dict[tuple[tuple[int, int], ...], list[int]] = {}
    for light in np.flatnonzero(system.syndrome).tolist():
        buttons, amounts = (part.tolist() for part in rows.column(light))
        prices = system.prices[buttons].tolist()
        steps = tuple(sorted(set(zip(amounts, prices, strict=True))))
        if steps not in known:
            watch.check()
            known[steps] = _least_costs(steps, c, per_button=system.per_button)
        if cost := known[steps][system.syndrome[light]]:
            touching[light], costs[light] = buttons, cost
    # lights with the highest cost per button first
    order = sorted(costs, key=lambda light: (-costs[light] / len(touching[light]), light))
    return _annealed(order, touching, costs, watch)


def _least_costs(steps: Iterable[tuple[int, int]], c: int, *, per_button: bool) -> list[int]:
    """Return the least cost of raising one light by each of 0..c-1, with 0 for impossible amounts.

    Args:
        steps: (amount, price) of the light's buttons; each may be pressed any number of times,
            which can only reduce the cost.
        c: number of colours.
        per_button: whether a button costs its price once.
    """
    least = [-1] * c
    waiting = [(0, 0)]
    while waiting:
        cost, there = heappop(waiting)
        if least[there] >= 0:
            continue
        least[there] = cost
        for amount, price in steps:
            for times in range(1, c if per_button else 2):
                after = (there + times * amount) % c
                if least[after] < 0:
                    heappush(waiting, (cost + price, after))
    return [max(cost, 0) for cost in least]


def _annealed(
    order: list[int], touching: dict[int, list[int]], costs: dict[int, int], watch: Watch
) -> int:
    """Return the largest sum of costs, found by annealing, of lights that share no button.

    The chosen lights share no button after every turn, so every intermediate sum is a proof; chance
    and floats only choose the next turn.
    """
    chance = Random(1)
    owner: dict[int, int] = {}
    total = best = 0
    turns = max(min(REGION_TURNS * len(order), REGION_MOST_TURNS), 2 * len(order))
    mean = sum(costs.values()) / max(len(costs), 1)
    for turn in range(turns if order else 0):
        if turn % 4096 == 0:
            watch.check()
        light = order[turn] if turn < len(order) else chance.choice(order)
        if owner.get(touching[light][0]) == light:
            continue
        out = {owner[j] for j in touching[light] if j in owner}
        gain = costs[light] - sum(costs[other] for other in out)
        heat = REGION_HEAT * mean * (1 - turn / turns)
        if gain < 0 and chance.random() >= exp(gain / heat):
            continue
        for other in out:
            for j in touching[other]:
                owner.pop(j, None)
        owner |= dict.fromkeys(touching[light], light)
        total += gain
        best = max(best, total)
    return best


_MAX_WORD_NUMBERS = 2**24
"""Numbers in the kernel's generators that local search works on."""


def upper_bound(
    system: System, coset: Coset, rng: np.random.Generator, watch: Watch, *, rounds: int = 20
) -> Presses:
    """Return a cheap solution of the system, found by local search in ``rounds`` rounds.

    Args:
        system: the system.
        coset: all its solutions.
        rng: random generator; equal states give equal presses.
        watch: the time limit; receives every better solution.
        rounds: number of random button orders to try.
    """
    best = coset.particular
    watch.improved(tuple(best.tolist()), system.weight(best))
    if not coset.kernel.orders or coset.kernel.generators.size > _MAX_WORD_NUMBERS:
        return tuple(best.tolist())
    for _ in range(rounds):
        watch.check()
        liking = rng.random(best.size) * np.where(best == 0, 1.0, 0.5)
        words = _in_order(coset.kernel, np.argsort(-liking, kind="stable"))
        x = _descended(system, words, best)
        if system.weight(x) < system.weight(best):
            best = x
            watch.improved(tuple(best.tolist()), system.weight(best))
    return tuple(best.tolist())


def lower_bound(system: System, watch: Watch, *, bits: int = 16, long: bool = False) -> int:
    """Return a proved lower bound on the weight of every solution, and report it to the watch.

    Args:
        system: the system; for an unsolvable one the bound means nothing.
        watch: the time limit.
        bits: a block has at most about 2^bits syndromes or solutions.
        long: whether the search is long enough to load compiled loops.
    """
    watch.bound(least_shares_bound(system))
    watch.bound(region_bound(system, watch))
    watch.bound(block_bound(system, watch, bits=bits))
    if moats.loaded() or (long and has_numba()):
        watch.bound(moats.dual_bound(system))
    return watch.lower_bound


def _in_order(kernel: Kernel, order: NDArray[np.intp]) -> Basis:
    """Return the kernel in echelon form for another order of the buttons."""
    turned = echelon(Kernel(kernel.modulus, kernel.generators[:, order], kernel.orders))
    back = np.empty_like(order)
    back[order] = np.arange(order.size)
    pivots = tuple(int(order[pivot]) for pivot in turned.pivots)
    return Basis(turned.modulus, turned.rows[:, back], pivots, turned.steps, turned.orders)


def _descended(system: System, words: Basis, solution: IntArray) -> IntArray:
    """Improve a solution by adding multiples of kernel words until none lowers its weight."""
    c = system.colours
    x = words.reduced(solution)
    rows = words.rows.astype(np.int64)
    multiples = sorted({1, c - 1, c // 2, (c + 1) // 2} - {0})
    while True:
        # floats only choose the step; integers decide whether it is an improvement
        before = _costs(system, x)
        tried = [(x + rows * times) % c for times in multiples]
        savings = np.array([(before - _costs(system, changed)).sum(axis=1) for changed in tried])
        times, row = np.unravel_index(int(savings.argmax()), savings.shape)
        if system.weight(tried[times][row]) >= system.weight(x):
            return x
        x = tried[times][row]


def _costs(system: System, presses: IntArray) -> NDArray[np.float64]:
    counted = (presses != 0) if system.per_button else presses
    costs: NDArray[np.float64] = np.multiply(counted, system.prices, dtype=np.float64)
    return costs
