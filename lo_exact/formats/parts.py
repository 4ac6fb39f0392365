"""A text with several puzzles, in parts that are read one by one.

Each part knows its line and reads itself when it is asked to, so that a bad one says where it
stands and leaves the others alone, and a file of thousands of puzzles holds one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lo_exact.counters import AnyPuzzle


@dataclass(frozen=True)
class Part:
    """One of the puzzles of a text.

    Attributes:
        line: where it begins, from 1.
        read: returns it; its errors have lines and columns, no file name.
    """

    line: int
    read: Callable[[], AnyPuzzle]
