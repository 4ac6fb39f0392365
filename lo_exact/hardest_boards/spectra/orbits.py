"""Spectra invariant under symmetries: one d per orbit of classes, one sum per orbit of patterns.

A permutation of the buttons that maps quiet patterns to quiet patterns maps classes to classes,
linearly: ``u -> M u``.  If d is the same on all classes of an orbit, ``S(M^T y) = S(y)``, so one y
of each orbit of ``y -> M^T y`` determines the peak.  30 x 30 has 740 classes and 2^20 patterns;
under four of the square's 8 symmetries these are 189 orbits and 2^18 patterns.  The hardest boards
known of most squares are among the symmetric ones.

Costs a few passes over all patterns for each subgroup.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import Span
from lo_exact.engines.symmetry import permutations
from lo_exact.hardest_boards.census import Census
from lo_exact.hardest_boards.spectra.spectrum import Spectrum, character

MAX_ENTRIES = 2**26
"""Largest number of orbits of classes times orbits of patterns, two bytes each."""

MAX_SUBGROUPS = 12
"""Groups of symmetries that are tried, spread evenly among four times as many."""

_LARGEST_CHARACTER = 120
"""Classes in one orbit: the sum of its signs is stored as int8, at most 127."""


@dataclass(frozen=True, eq=False)
class Orbits:
    """Orbits of a group on classes of buttons and on quiet patterns, for the invariant spectra."""

    label: NDArray[np.intp]
    """(classes,) the orbit of each class."""
    characters: NDArray[np.int8]
    """(orbits, patterns) int8: sum of the orbit's characters at one quiet pattern of each orbit."""
    repeats: NDArray[np.float32]
    """(patterns,) float32, number of quiet patterns in each orbit."""


def class_symmetries(census: Census, spectrum: Spectrum) -> list[NDArray[np.intp]]:
    """Return the permutations of classes that symmetries of the puzzle induce; the identity first.

    Args:
        census: a two-colour puzzle.
        spectrum: its classes.
    """
    system = replace(census.system, syndrome=np.zeros_like(census.system.syndrome))
    class_of = np.full(system.unknowns, -1, dtype=np.intp)
    for u, one in enumerate(census.classes):
        class_of[list(one.buttons)] = u
    pressed = np.flatnonzero(class_of >= 0)
    found = {}
    for permutation in permutations(system):
        mapped = np.zeros(len(census.classes), dtype=np.intp)
        mapped[class_of[pressed]] = class_of[permutation[pressed]]
        whole = np.array_equal(mapped[class_of[pressed]], class_of[permutation[pressed]])
        ways = spectrum.ways
        if whole and all(ways[u] == ways[v] for u, v in enumerate(mapped.tolist())):
            found[mapped.tobytes()] = mapped
    return list(found.values())


def subgroups(symmetries: Sequence[NDArray[np.intp]]) -> Iterator[list[NDArray[np.intp]]]:
    """Yield generators of groups with different orbits of classes; groups with most orbits first.

    Args:
        symmetries: (classes,) permutations, the identity first.
    """
    labels = [_joined([one]) for one in symmetries]
    found: dict[bytes, tuple[int, list[NDArray[np.intp]]]] = {}
    pairs = list(combinations(range(1, len(symmetries)), 2))
    for chosen in [(0,), *((i,) for i in range(1, len(symmetries))), *pairs]:
        generators = [symmetries[i] for i in chosen]
        label = labels[chosen[0]] if len(chosen) == 1 else _joined(generators)
        found.setdefault(label.tobytes(), (int(label.max(initial=-1)) + 1, generators))
        if len(found) >= 4 * MAX_SUBGROUPS:
            break
    ordered = sorted(found.values(), key=lambda pair: -pair[0])
    spread = ordered[:: max(1, len(ordered) // MAX_SUBGROUPS)]
    for _, generators in spread[:MAX_SUBGROUPS]:
        yield generators


def orbits(spectrum: Spectrum, generators: Sequence[NDArray[np.intp]]) -> Orbits | None:
    """Return the orbits of a group on classes and quiet patterns, or None if a table is too large.

    Args:
        spectrum: the classes.
        generators: (classes,) permutations of the classes, linear in their columns.
    """
    label = _joined(generators)
    count = int(label.max()) + 1
    if count << spectrum.width > MAX_ENTRIES * 8:
        return None
    images = [_images(spectrum, mapped) for mapped in generators]
    # the least quiet pattern of each orbit, and the number of patterns in it
    words, repeats = np.unique(_least_of_orbits(1 << spectrum.width, images), return_counts=True)
    if count * words.size > MAX_ENTRIES or int(np.bincount(label).max()) > _LARGEST_CHARACTER:
        return None
    characters = np.zeros((count, words.size), dtype=np.int8)
    for u, column in enumerate(spectrum.columns):
        characters[label[u]] += character(words, column).astype(np.int8)
    return Orbits(label, characters, repeats.astype(np.float32))


def _least_of_orbits(size: int, moves: Sequence[NDArray[Any]]) -> IntArray:
    """Return the least number in the orbit of each number 0..size-1, of shape (size,)."""
    least = np.arange(size, dtype=np.int64)
    while True:
        before = least
        for move in moves:
            lower = np.minimum(least, least[move])
            lower[move] = np.minimum(lower[move], lower)
            least = lower
        if np.array_equal(before, least):
            return least


def _joined(generators: Sequence[NDArray[np.intp]]) -> NDArray[np.intp]:
    """Return the number, from 0, of each class's orbit under the generators."""
    least = _least_of_orbits(generators[0].size, generators)
    label: NDArray[np.intp] = np.unique(least, return_inverse=True)[1]
    return label


def _images(spectrum: Spectrum, mapped: NDArray[np.intp]) -> IntArray:
    """Return M^T y for each bit vector y; M maps class u's column to that of class mapped[u]."""
    rows = _linear_map(
        spectrum.columns, [spectrum.columns[v] for v in mapped.tolist()], spectrum.width
    )
    out = np.zeros(1, dtype=np.int64)
    for row in rows:
        out = np.concatenate([out, out ^ row])
    return out


def _linear_map(columns: Sequence[int], images: Sequence[int], width: int) -> list[int]:
    """Return the rows of the matrix over GF(2) that maps columns to images.

    The columns span everything, so the images of the unit vectors follow by elimination.
    """
    span = Span(tag_bits=width)
    for column, image in zip(columns, images, strict=True):
        rest = span.add(column << width | image)
        assert not rest or rest >> width, "the symmetry is not linear in the columns"
    units = span.echelon()  # each unit vector, with its image in the low bits
    return [sum((units[j] >> i & 1) << j for j in range(width)) for i in range(width)]
