"""The watch inside a child process: it passes on what it is told, to the parent's watch."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from lo_exact.outcome import Presses, Watch

TELLING_SECONDS = 0.5
"""A child tells how far it is no more often."""


class TellingWatch(Watch):
    """A watch that passes on what it is told.

    Args:
        seconds: wall-clock limit from now.
        tell: as `call_in_child` gives it.
    """

    def __init__(self, seconds: float, tell: Callable[[str, Any], None]):
        super().__init__(seconds)
        self._tell = tell
        self._next_telling = self.started + TELLING_SECONDS

    def improved(self, presses: Presses, weight: int) -> None:
        """Tell better presses."""
        if self.best_weight is None or weight < self.best_weight:
            self._tell("improved", (presses, weight))
        super().improved(presses, weight)

    def bound(self, lower_bound: int) -> None:
        """Tell a better bound."""
        if lower_bound > self.lower_bound:
            self._tell("bound", lower_bound)
        super().bound(lower_bound)

    def check(self, done: int = 0, total: int = 0) -> None:
        """Tell progress now and then; stop at the deadline."""
        now = time.monotonic()
        if done and now >= self._next_telling:
            self._next_telling = now + TELLING_SECONDS
            self._tell("progress", (done, total))
        super().check(done, total)
