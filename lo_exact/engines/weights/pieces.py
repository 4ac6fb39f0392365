"""Weight distribution of all solutions, split into pieces that are counted independently.

Kernel words that share no button, directly or over others, change different buttons, so solutions
of the whole are all choices of one part from each piece: weights add up, numbers of solutions
multiply, and a uniform sample of the minima is one of each piece.  A piece has two ways:

- `blocks`: its solutions, all of them, where they are few;
- `window`: a sweep with counts, where it is narrow or the rank is small.

The way with the least forecast is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

import numpy as np

from lo_exact.algebra import Coset, IntArray, Kernel
from lo_exact.algebra.echelon import echelon
from lo_exact.engines.syndrome.engine import OrderedCoset, ordered_coset
from lo_exact.engines.weights.blocks import Blocks, blocks_refusal, blocks_seconds
from lo_exact.engines.weights.window import window_bytes, window_histogram, window_seconds
from lo_exact.errors import LimitReached
from lo_exact.outcome import Presses, Watch
from lo_exact.puzzle import System

MAX_SECONDS = 10.0**7
"""What would take longer is refused."""

MAX_SPANS = 2**33
"""Words x words x buttons where a window is looked for."""


@dataclass(frozen=True, eq=False)
class Piece:
    """Set of connected buttons, as a system of its own."""

    system: System
    """Its columns."""
    coset: Coset
    """Its solutions; the kernel's words share buttons."""
    buttons: IntArray
    """(its buttons,) their numbers in the whole."""
    memory: int
    """Bytes that counting may take."""

    @cached_property
    def ordered(self) -> OrderedCoset | None:
        """The piece's solutions in a button order with few states, or None if too large."""
        words, buttons = self.coset.kernel.generators.shape
        if words * words * buttons > MAX_SPANS:
            return None
        return ordered_coset(self.system, self.coset, quick=2**10)

    @cached_property
    def blocks(self) -> Blocks:
        """Block enumeration of the piece's solutions."""
        return Blocks(self.coset, self.system.prices, per_button=self.system.per_button)

    @cached_property
    def forecasts(self) -> dict[str, float]:
        """Estimated CPU seconds of each counting method, ``inf`` if it does not apply."""
        per_button = self.system.per_button
        found = {"blocks": inf, "window": inf}
        if not blocks_refusal(self.coset, self.system.prices):
            found["blocks"] = blocks_seconds(self.coset)
        if found["blocks"] < 0.1:
            return found
        if (
            self.ordered is not None
            and window_bytes(self.ordered, per_button=per_button) <= self.memory
        ):
            found["window"] = window_seconds(self.ordered, per_button=per_button)
        return found

    @property
    def method(self) -> str:
        """Name of the counting method with the least estimated time.

        Raises:
            LimitReached: When none fits.
        """
        name = min(self.forecasts, key=lambda name: self.forecasts[name])
        if self.forecasts[name] > MAX_SECONDS:
            raise LimitReached(self._refusal())
        return name

    def histogram(self, watch: Watch) -> dict[int, int]:
        """Return the number of solutions by weight, in ascending order."""
        if self.method == "blocks":
            return self.blocks.histogram(watch)
        assert self.ordered is not None
        return window_histogram(self.ordered, watch, per_button=self.system.per_button)

    def _refusal(self) -> str:
        words, buttons = self.coset.kernel.generators.shape
        said = f"{words} generators of {buttons} buttons give too many solutions to visit"
        if self.ordered is not None:
            widest = max(self.ordered.spans.widths(), default=1)
            need = window_bytes(self.ordered, per_button=self.system.per_button) >> 20
            said += f", and a sweep has 2^{widest.bit_length() - 1} syndromes at once, " + (
                f"{need} MiB with their counts" if need < 2**30 else "too many to hold"
            )
        return said


@dataclass(frozen=True, eq=False)
class Pieces:
    """All solutions of a system, split into independent pieces."""

    presses: IntArray
    """(unknowns,) of a solution; the pieces say what their buttons may be otherwise."""
    weight: int
    """What the buttons in no piece cost."""
    pieces: tuple[Piece, ...] = field(default=())
    """The others."""

    @property
    def seconds(self) -> float:
        """Estimated CPU seconds of all counts together, ``inf`` if a piece cannot be counted."""
        return sum(min(piece.forecasts.values()) for piece in self.pieces)

    def histogram(self, watch: Watch) -> dict[int, int]:
        """Return the number of solutions by weight, in ascending order.

        Raises:
            LimitReached: When a piece is too large; before anything is counted.
        """
        for piece in self.pieces:
            _ = piece.method
        return combined_counts([{self.weight: 1}, *(p.histogram(watch) for p in self.pieces)])

    def whole(self, parts: Sequence[Presses]) -> Presses:
        """Return the presses of the whole system, given those of each piece."""
        found = self.presses.copy()
        for piece, part in zip(self.pieces, parts, strict=True):
            found[piece.buttons] = part
        return tuple(found.tolist())


def cut_solutions(system: System, coset: Coset, memory: int) -> Pieces:
    """Split all solutions of a system into independent pieces.

    Args:
        system: what is solved.
        coset: its solutions.
        memory: bytes that counting may take.
    """
    basis = echelon(coset.kernel)
    x = np.asarray(coset.particular, dtype=np.int64)
    pieces, free = [], np.ones(system.unknowns, dtype=bool)
    for group in basis.groups:
        rows = basis.rows[list(group)]
        buttons = np.flatnonzero(np.any(rows, axis=0)).astype(np.int64)
        free[buttons] = False
        part = System(
            system.matrix.take_columns(buttons), np.zeros(system.lights, dtype=np.int64),
            system.prices[buttons], system.per_button,
        )  # fmt: skip
        orders = tuple(basis.orders[i] for i in group)
        kernel = Kernel(basis.modulus, rows[:, buttons], orders)
        pieces.append(Piece(part, Coset(x[buttons], kernel), buttons, memory))
    return Pieces(x, system.weight(np.where(free, x, 0)), tuple(pieces))


def combined_counts(parts: Sequence[dict[int, int]]) -> dict[int, int]:
    """Return the distribution of a sum of independent parts, given that of each part."""
    found = {0: 1}
    for part in parts:
        joined: dict[int, int] = {}
        for weight, many in found.items():
            for more, times in part.items():
                joined[weight + more] = joined.get(weight + more, 0) + many * times
        found = joined
    return dict(sorted(found.items()))
