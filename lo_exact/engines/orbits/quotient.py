"""One prefix of each orbit: solutions searched up to symmetries that act on a quotient.

Let a group G of symmetries act on the solutions, and let F be a space of d forms on their keys that
G keeps.  The *prefix* of a solution is the values of these forms, d bits.  g in G maps the
solutions with prefix y one to one to those with prefix g y and keeps their weight.  So all prefixes
of an orbit have the same least weight and equally many solutions of each weight: one prefix of each
orbit is searched, and what is found counts orbit-size times.  The other minima are the images of
those found.

This wants a submodule only, no set of buttons that G keeps:
translations of a torus keep no set of buttons but all, and many submodules.

Costs d-bit labels for all prefixes: 2^d words, a few passes for each symmetry.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra.elimination import tick
from lo_exact.algebra.gf2 import Span
from lo_exact.engines.coset.binary_visit import BinarySearchPart, BinaryVisitSizes
from lo_exact.engines.coset.search import Tally
from lo_exact.engines.coset.signed_sum import SignedSum, parity
from lo_exact.engines.coset.spread import OrbitTally
from lo_exact.engines.orbits.action import AffineMap, Words, orbit
from lo_exact.engines.orbits.submodules import Forms

BLOCK = 2**20

IMAGES = 2**20
"""Images of minima that are made at a time, about."""


@dataclass(frozen=True, eq=False)
class Quotient:
    """Keys in coordinates whose highest bits are the values of a submodule's forms.

    Attributes:
        width: bits of a key.
        forms: (width,) the form of each bit of a new coordinate, the highest first; the first
            ``bits`` are the submodule.
        bits: d.
        prefixes: (orbits,) one prefix of each orbit, ascending.
        sizes: (orbits,) how many prefixes each orbit has.
    """

    width: int
    forms: tuple[int, ...]
    bits: int
    prefixes: Words
    sizes: NDArray[np.int64]

    def turned(self, columns: Words) -> Words:
        """Return forms as combinations of the new coordinates: <turned, y> = <column, z>."""
        inverse = _inverse(self.forms, self.width)
        found = np.zeros_like(columns)
        for form in inverse:
            found = (found << np.uint64(1)) | parity(columns & np.uint64(form)).astype(np.uint64)
        return found

    def keys(self, elements: Words) -> Words:
        """Return the keys of elements in the new coordinates."""
        found = np.zeros_like(elements)
        for at, key in enumerate(_inverse(self.forms, self.width)):
            bit = (elements >> np.uint64(self.width - 1 - at)) & np.uint64(1)
            found ^= bit * np.uint64(key)
        return found


def quotient(forms: Forms, width: int, maps: Sequence[AffineMap]) -> Quotient:
    """Return the keys in coordinates of a submodule, with the orbits of its prefixes.

    Args:
        forms: the submodule.
        width: bits of a key.
        maps: symmetries that keep it.
    """
    span = Span(forms)
    rest = tuple(1 << bit for bit in range(width) if span.add(1 << bit))
    labels = orbit_labels(len(forms), [prefix_map(forms, one) for one in maps])
    sizes = np.bincount(labels, minlength=labels.size)
    prefixes = np.flatnonzero(sizes)
    return Quotient(width, (*forms, *rest), len(forms), prefixes.astype(np.uint64), sizes[prefixes])


def prefix_map(forms: Forms, one: AffineMap) -> AffineMap:
    """Return what a symmetry does to the values of a submodule's forms, the first the highest."""
    size = len(forms)
    span = Span(tag_bits=size)
    for at, form in enumerate(forms):
        span.add(form << size | 1 << (size - 1 - at))
    rows: list[int] = []
    shift = 0
    for form in reversed(forms):
        rest = span.reduced(one.form(form) << size)
        assert rest < 1 << size, "the forms are no submodule"
        shift |= ((form & one.shift).bit_count() & 1) << len(rows)
        rows.append(rest)
    return AffineMap(size, tuple(rows), shift)


def orbit_labels(bits: int, maps: Sequence[AffineMap]) -> NDArray[np.uint32]:
    """Return for each word the least word of its orbit, (2^bits,) uint32.

    Labels run along symmetries, and labels of labels are followed, until nothing changes.
    """
    labels = np.arange(1 << bits, dtype=np.uint32)
    images = [np.empty_like(labels) for _ in maps]
    for one, image in zip(maps, images, strict=True):
        for low in range(0, labels.size, BLOCK):
            part = labels[low : low + BLOCK]
            image[low : low + BLOCK] = one.image(part.astype(np.uint64))
    while True:
        tick()
        before = labels.copy()
        for image in images:
            np.minimum(labels, labels[image], out=labels)
        labels = labels[labels]
        if np.array_equal(labels, before):
            return labels


def _inverse(forms: Sequence[int], width: int) -> list[int]:
    """Return for each new coordinate the key at which it alone is 1."""
    # row i of the matrix of forms times the keys is the unit vector i
    span = Span(tag_bits=width)
    for at, form in enumerate(forms):
        span.add(form << width | 1 << at)
    rows = span.echelon()
    # unit form of bit b = sum of forms in its tag, so coordinate `at` is 1 at the bits b whose tag
    # has it
    tags = {pivot: row & ((1 << width) - 1) for pivot, row in rows.items()}
    return [sum(1 << bit for bit, tag in tags.items() if tag >> at & 1) for at in range(len(forms))]


class QuotientSearchPart:
    """A signed sum, searched at one prefix of each orbit; a job is a prefix.

    Args:
        target: what is to be maximised over keys.
        frame: the coordinates.
        maps: symmetries of keys.
        block: numbers handled at once.
    """

    def __init__(
        self, target: SignedSum, frame: Quotient, maps: Sequence[AffineMap], block: int = 2**19
    ):
        self.frame: Quotient = frame
        self._maps = tuple(maps)
        columns = frame.turned(target.columns)
        self.turned: Words = columns
        order = np.argsort(columns)
        inner = SignedSum(
            tuple(1 << i for i in reversed(range(frame.width))),
            columns[order], target.amounts[order],
        )  # fmt: skip
        self.inner: BinarySearchPart = BinarySearchPart(
            inner, BinaryVisitSizes(block, frame.width - frame.bits)
        )
        self.jobs: int = int(frame.prefixes.size)
        self.elements: int = self.jobs << (frame.width - frame.bits)
        self.ceiling: int = self.inner.ceiling

    def start(self, limit: int) -> Tally:
        """Return a tally that knows a local maximum."""
        found = self.inner.start(limit)
        return Tally(found.best, limit, 0, self.images(found.first)[:1])

    def identity(self) -> tuple[bytes, ...]:
        """Return which elements its jobs visit: forms, prefixes, sizes of their orbits."""
        frame = self.frame
        return tuple(
            np.asarray(values).astype("<u8").tobytes()
            for values in (self.turned, frame.prefixes, frame.sizes)
        )

    def keys(self, tally: Tally) -> list[int]:
        """Return the keys: tallies hold whole keys already."""
        return list(tally.first.tolist())

    def visit(self, job: int, tally: Tally) -> None:
        """Visit one prefix, for its whole orbit."""
        size = int(self.frame.sizes[job])
        tallied = OrbitTally(tally, self.images, size, max(1, IMAGES // max(size, 1)))
        self.inner.visit(int(self.frame.prefixes[job]), tallied)

    def images(self, elements: Words) -> Words:
        """Return the keys of all images of some elements, ascending."""
        return orbit(self.frame.keys(elements), self._maps, 2**62)
