"""Candidate symmetries of a system, as permutations of its buttons, found by colour refinement.

Lights and buttons get colours by properties that certainly differ (syndrome, price), then by the
colours around them, until nothing changes (colour refinement, Weisfeiler and Leman 1968).  Where
buttons still have equal colours, one of them is singled out and refinement continues, until all
differ.  Singling out another one of the same colour gives another numbering, and the two numberings
give a permutation (McKay 1981).  Where there are too many ways, the first buttons singled out stay
fixed, which leaves a subgroup.  Colours are 64-bit sums.  A coincidence can only lose or propose a
permutation, and callers verify each one.

Costs some dozen passes over the matrix for each permutation.
"""

from collections.abc import Iterator
from itertools import islice
from math import prod

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.elimination import tick
from lo_exact.puzzle import System

MAX_PERMUTATIONS = 64
"""Candidate permutations that are compared; beyond, the first buttons singled out stay fixed."""

MAX_SINGLED_OUT = 12
"""Buttons that are singled out one after the other; with more, no symmetry is looked for."""

MAX_TRIES = 300
"""Largest number of buttons that `generators` singles out: about 2 ms each for 500 buttons."""

MAX_LEAVES = 8
"""Largest number of numberings that `generators` compares for each of them."""

Colours = NDArray[np.uint64]
Permutation = NDArray[np.intp]


def permutations(system: System) -> list[Permutation]:
    """Return candidate symmetries, as arrays p that map button j to p[j], the identity first.

    Args:
        system: symmetries preserve its matrix, syndrome and prices.
    """
    graph = _MatrixGraph(system)
    path: list[int] = []
    cells: list[IntArray] = []
    colours = graph.refined(graph.first)
    while (cell := _smallest_cell(colours)).size:
        if len(path) == MAX_SINGLED_OUT:
            return [np.arange(system.unknowns)]
        path.append(int(cell[0]))
        cells.append(cell)
        colours = graph.refined(_single_out(colours, int(cell[0])))
    fixed = 0
    while prod(cell.size for cell in cells[fixed:]) > MAX_PERMUTATIONS:
        fixed += 1
    start = graph.refined(graph.first)
    for button in path[:fixed]:
        start = graph.refined(_single_out(start, button))
    numbered = np.argsort(colours)
    found = []
    for other in _leaves(graph, start, [int(cell.size) for cell in cells[fixed:]]):
        if np.array_equal(other[np.argsort(other)], colours[numbered]):
            permutation = np.empty_like(numbered)
            permutation[numbered] = np.argsort(other)
            found.append(permutation)
    found.sort(key=lambda p: not bool((p == np.arange(p.size)).all()))
    return found


def generators(system: System, tries: int = MAX_TRIES) -> list[Permutation]:
    """Return generators of a group of candidate symmetries, without the identity.

    The buttons singled out are the base of a chain of stabilizers (Schreier and Sims): at each
    level, from the last to the first, one symmetry is looked for that takes the level's button to
    each other one that looks alike and is not yet in its orbit.

    Args:
        system: symmetries preserve its matrix, syndrome and prices.
        tries: largest number of buttons to single out.
    """
    graph = _MatrixGraph(system)
    starts = [graph.refined(graph.first)]
    cells: list[IntArray] = []
    while (cell := _smallest_cell(starts[-1])).size:
        if len(cells) == MAX_SINGLED_OUT:
            return []
        cells.append(cell)
        starts.append(graph.refined(_single_out(starts[-1], int(cell[0]))))
    numbered = np.argsort(starts[-1])
    sizes = [int(cell.size) for cell in cells]
    found: list[Permutation] = []
    # From the last level to the first: symmetries found so far fix all earlier buttons, so they
    # give the known orbits at this level, and each new symmetry joins at least two of them.
    for level in reversed(range(len(cells))):
        base, *others = cells[level].tolist()
        reached = _orbit(base, found)
        for other in others:
            if other in reached:
                continue
            if not tries:
                return found
            tries -= 1
            tick()
            colours = graph.refined(_single_out(starts[level], other))
            for leaf in islice(_leaves(graph, colours, sizes[level + 1 :]), MAX_LEAVES):
                order = np.argsort(leaf)
                if np.array_equal(leaf[order], starts[-1][numbered]):
                    permutation = np.empty_like(numbered)
                    permutation[numbered] = order
                    found.append(permutation)
                    reached = _orbit(base, found)
                    break
    return found


def _orbit(button: int, permutations: list[Permutation]) -> set[int]:
    """Return the orbit of a button under the group generated by permutations."""
    orbit, waiting = {button}, [button]
    while waiting:
        here = waiting.pop()
        fresh = {int(permutation[here]) for permutation in permutations} - orbit
        orbit |= fresh
        waiting += fresh
    return orbit


class _MatrixGraph:
    """Bipartite graph of lights and buttons, for colour refinement."""

    def __init__(self, system: System):
        matrix = system.matrix
        self._rows = matrix.rows.astype(np.intp)
        self._columns = matrix.columns_of_entries().astype(np.intp)
        self._values = _mixed(matrix.values.astype(np.uint64))
        self._lights = _mixed(system.syndrome.astype(np.uint64))
        self.first = _mixed(system.prices.astype(np.uint64) + np.uint64(1))

    def refined(self, buttons: Colours) -> Colours:
        """Return the colours of the buttons after refinement to a stable partition."""
        lights = self._lights
        kinds = np.unique(buttons).size
        while True:
            lights = _gathered(lights, self._rows, buttons[self._columns] + self._values)
            buttons = _gathered(buttons, self._columns, lights[self._rows] + self._values)
            before, kinds = kinds, np.unique(buttons).size
            if kinds <= before:
                return buttons


def _gathered(colours: Colours, at: Permutation, seen: Colours) -> Colours:
    """Return the new colour of each vertex: a hash of its colour and its neighbours' colours."""
    sums = np.zeros_like(colours)
    np.add.at(sums, at, _mixed(seen))
    return _mixed(colours * np.uint64(3) + sums)


def _mixed(words: Colours) -> Colours:
    """Hash each 64-bit word; the products overflow on purpose."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31)) ^ np.uint64(0x9E3779B97F4A7C15)


def _single_out(colours: Colours, button: int) -> Colours:
    colours = colours.copy()
    colours[button] = _mixed(colours[button : button + 1] + np.uint64(1))[0]
    return colours


def _smallest_cell(colours: Colours) -> IntArray:
    """Return the buttons of the smallest colour class with several members, or an empty array."""
    _, inverse, counts = np.unique(colours, return_inverse=True, return_counts=True)
    many = np.flatnonzero(counts > 1)
    if not many.size:
        return np.zeros(0, dtype=np.int64)
    return np.flatnonzero(inverse == many[counts[many].argmin()])


def _leaves(graph: _MatrixGraph, colours: Colours, sizes: list[int]) -> Iterator[Colours]:
    """Yield discrete colourings, made by singling out one button in a cell of each given size."""
    cell = _smallest_cell(colours)
    if not sizes:
        if not cell.size:
            yield colours
        return
    if cell.size == sizes[0]:
        for button in cell.tolist():
            yield from _leaves(graph, graph.refined(_single_out(colours, button)), sizes[1:])
