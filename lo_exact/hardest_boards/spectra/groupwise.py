r"""Flat spectra for nullities too large for one transform, from independent groups of classes.

Squares of the matrix cut the buttons into four groups in each of which quiet patterns look in few
ways (`engines/quarters/groups.py`; on a board, the parities of row and column).  Let S_i be the
part of S that the classes of group i contribute.  It is a function of r_i bits, r_i the rank of the
group's columns, often half of all, so the search for flat spectra takes 2^{r_i} points there.  With
D_i the least peak of group i, and D that of the board,

    max D_i <= D <= D_1 + D_2 + D_3 + D_4,

on the left by averaging (`flat`), on the right because peaks add at most.  Where the groups' peaks
meet is a matter of chance: moving one group's presses by a quiet pattern t, which changes the sign
of d_u where <u, t> is odd, keeps the peak of S_i and moves its place.  So there are many boards to
try, and the minimum of each is proved by the engine `quarters`; nothing here is taken on trust.

Costs the searches of the four groups, and one minimum by `quarters` for each board tried.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import IntArray
from lo_exact.algebra.gf2 import Span
from lo_exact.hardest_boards.spectra.peak import flat_example
from lo_exact.hardest_boards.spectra.spectrum import Spectrum
from lo_exact.hardest_boards.spectra.tabu import MAX_WIDTH
from lo_exact.outcome import Watch


def groups_of_classes(
    class_buttons: Sequence[Sequence[int]], groups: Sequence[IntArray]
) -> list[list[int]]:
    """Return the class numbers of each group; a class belongs to the group of its first button.

    Args:
        class_buttons: the buttons of each class.
        groups: the buttons of each group; every class has its first button in one.
    """
    group_of = {button: g for g, buttons in enumerate(groups) for button in buttons.tolist()}
    found: list[list[int]] = [[] for _ in groups]
    for u, buttons in enumerate(class_buttons):
        found[group_of[buttons[0]]].append(u)
    return [members for members in found if members]


def part_of(spectrum: Spectrum, members: Sequence[int]) -> Spectrum:
    """Return the spectrum of some of the classes, with columns in a basis of their span.

    Args:
        spectrum: all classes.
        members: numbers of the classes to keep.
    """
    columns = [spectrum.columns[u] for u in members]
    size = spectrum.width
    span, basis = Span(tag_bits=size), 0
    coordinates = []
    for column in columns:
        rest = span.reduced(column << size)
        if rest.bit_length() > size:
            # a new basis vector, whose coordinate is its own place
            span.add(column << size | 1 << basis)
            coordinates.append(1 << basis)
            basis += 1
        else:
            coordinates.append(rest)
    ways = tuple(spectrum.ways[u] for u in members)
    total = sum(max(one) for one in ways)
    return Spectrum(basis, tuple(coordinates), ways, total)


def flat_parts(
    spectrum: Spectrum,
    groups: Sequence[Sequence[int]],
    symmetries: Callable[[], Sequence[NDArray[np.intp]]],
    watch: Watch,
    *,
    effort: int,
    seed: int,
) -> list[IntArray] | None:
    """Return the flattest d of each group, of shape (members,); None if a group is too large.

    Args:
        spectrum: all classes.
        groups: the classes of each group, by number.
        symmetries: function that returns permutations of all classes, the identity first.
        watch: time limit, shared by the groups.
        effort: factor for steps and budgets.
        seed: seed of the tabu searches.
    """
    parts = [part_of(spectrum, members) for members in groups]
    if any(part.width > MAX_WIDTH for part in parts):
        return None
    known: list[Sequence[NDArray[np.intp]]] = []

    def inside(members: Sequence[int]) -> list[NDArray[np.intp]]:
        if not known:
            known.append(symmetries())
        return _restricted(known[0], members)

    found = []
    for number, (part, members) in enumerate(zip(parts, groups, strict=True)):
        own = Watch(watch.remaining() / (len(groups) - number))
        goal = part.total % 2
        found.append(flat_example(part, partial(inside, members), seed, effort, goal, own).d)
    return found


def translations(
    spectrum: Spectrum,
    groups: Sequence[Sequence[int]],
    parts: Sequence[IntArray],
    random: np.random.Generator,
) -> Iterator[IntArray]:
    """Yield arrays d over all classes: the parts, each translated by a random quiet pattern.

    The first time none is moved.

    Args:
        spectrum: all classes.
        groups: the classes of each group, by number.
        parts: d of each group.
        random: random generator for the patterns.
    """
    patterns = [0] * len(groups)
    while True:
        d = np.zeros(len(spectrum.columns), dtype=np.int64)
        for members, part, t in zip(groups, parts, patterns, strict=True):
            odd = [(spectrum.columns[u] & t).bit_count() & 1 for u in members]
            d[list(members)] = part * (1 - 2 * np.array(odd, dtype=np.int64))
        yield d
        words = random.integers(0, 2, (len(groups), spectrum.width)).tolist()
        patterns = [sum(bit << i for i, bit in enumerate(word)) for word in words]


def _restricted(
    symmetries: Sequence[NDArray[np.intp]], members: Sequence[int]
) -> list[NDArray[np.intp]]:
    """Return the permutations that map some classes to themselves, restricted to those classes."""
    place = {u: i for i, u in enumerate(members)}
    found = {}
    for permutation in symmetries:
        images = permutation[list(members)].tolist()
        if all(image in place for image in images):
            own = np.array([place[image] for image in images], dtype=np.intp)
            found[own.tobytes()] = own
    return list(found.values())
