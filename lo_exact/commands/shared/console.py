"""Messages on standard error during a search: progress, notes, warnings.

On a terminal the progress is one line that rewrites itself; elsewhere it is plain lines, one a
second at most (the search's `Watch` sees to that).  With ``-q`` nothing is said at all.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lo_exact.outcome import Progress
    from lo_exact.puzzle import Objective

CLEAR = "\r\x1b[K"


class Talk:
    """Writer of messages to standard error, at the verbosity that the user chose.

    Args:
        quiet: say nothing.
        verbose: say also how the answer came about.
    """

    def __init__(self, *, quiet: bool = False, verbose: bool = False):
        self.quiet: bool = quiet
        self.verbose: bool = verbose
        self._drawn = self._advised = False
        self._next_tick = time.monotonic() + 1.0

    def progress(self, objective: "Objective") -> "Callable[[Progress], None] | None":
        """Return the function that a search calls with its progress, or None if none is shown."""
        from lo_exact.commands.shared.render import progress_sentence

        if self.quiet:
            return None

        def drawn(moment: "Progress") -> None:
            if moment.advice and not self._advised:
                self._advised = True
                self.say(moment.advice)
            self._draw(progress_sentence(moment, objective))

        return drawn

    def tick(self, text: str) -> None:
        """Draw the progress of a campaign, at most once a second."""
        now = time.monotonic()
        if not self.quiet and now >= self._next_tick:
            self._next_tick = now + 1.0
            self._draw(text)

    def _draw(self, text: str) -> None:
        if sys.stderr.isatty():
            print(f"{CLEAR}{text}", end="", file=sys.stderr, flush=True)
            self._drawn = True
        else:
            print(text, file=sys.stderr, flush=True)

    def end_progress(self) -> None:
        """Erase the progress line before the answer is printed."""
        if self._drawn:
            print(CLEAR, end="", file=sys.stderr, flush=True)
            self._drawn = False

    def say(self, text: str) -> None:
        """Print one line to standard error, unless quiet."""
        if not self.quiet:
            self.end_progress()
            print(text, file=sys.stderr)

    def detail(self, text: str) -> None:
        """Print one line to standard error if verbose."""
        if self.verbose:
            self.say(text)


def rough_time(seconds: float) -> str:
    """Format a duration roughly: ``0.01 s``, ``40 s``, ``3 h``, ``5 years``."""
    if seconds > 10_000 * 365 * 86_400:
        return "more than 10,000 years"
    for unit, size in (("years", 365 * 86_400), ("days", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.2g} s" if seconds >= 0.01 else "0.01 s"


def prints(signs: str) -> bool:
    """Return whether the encoding of standard output includes all of these characters."""
    try:
        signs.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def coloured() -> bool:
    """Return whether standard output is a terminal that accepts colours (https://no-color.org)."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") != "dumb"
    )
