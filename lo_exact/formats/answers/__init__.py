"""Answers that people and programs give, read: presses in every notation, one reader for all.

Names are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.formats.answers.numbers import presses_of
    from lo_exact.formats.answers.reader import GivenAnswers, read_answers, read_presses

__all__ = ["GivenAnswers", "presses_of", "read_answers", "read_presses"]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "numbers": ("presses_of",),
        "reader": ("GivenAnswers", "read_answers", "read_presses"),
    },
)
