"""What a question's command gives back: an exit code, and the answer as text or JSON when asked.

Whoever called prints it: one puzzle as it stands, many with their names and a sum at the end.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Reply:
    """An answer about one puzzle.

    Attributes:
        code: the exit code.
        json: makes the JSON object.
        text: makes the text, no newline at its end.
        weight: what it adds to the sum; None when there is none.
        solved: whether the puzzle is solved, as the command understands it; None: it solves none.
        bare: whether the text is for other programs, so that nothing may be put around it.
        lines: makes the same text some lines at a time, where it may be too long to hold; None:
            ``text`` makes it.
    """

    code: int
    json: Callable[[], dict[str, Any]]
    text: Callable[[], str]
    weight: int | None = None
    solved: bool | None = None
    bare: bool = False
    lines: Callable[[], Iterable[str]] | None = None

    def print_text(self) -> None:
        """Print the text."""
        for line in [self.text()] if self.lines is None else self.lines():
            print(line)
