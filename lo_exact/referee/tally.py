"""How a solver did on many boards: the table at the end of a campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from lo_exact.referee.campaign import Refereed

RIGHT = ("minimal", "not minimal", "unsolvable")
"""Verdicts about answers that are true, if not the best."""


UNREADABLE = "unreadable"
"""The verdict about what is no answer: bad input, and not wrong."""


@dataclass(frozen=True)
class RefereeTally:
    """The verdicts on many boards.

    Attributes:
        verdicts: how many boards had each verdict.
        worst: the board whose solution costs most above the minimum; None when all are minimal.
        failed: the first board whose answer was wrong or did not come, else the first whose answer
            could not be read.
    """

    verdicts: Counter[str]
    worst: Refereed | None = None
    failed: Refereed | None = None

    @property
    def boards(self) -> int:
        """Number of boards."""
        return self.verdicts.total()

    @property
    def right(self) -> int:
        """Number of solutions, minimal or not, and of boards rightly called unsolvable."""
        return sum(self.verdicts[verdict] for verdict in RIGHT)

    @property
    def excess(self) -> int:
        """By how much the worst solution misses its minimum."""
        return 0 if self.worst is None else self.worst.judgement.excess

    def adding(self, board: Refereed) -> RefereeTally:
        """Return the tally with one more board."""
        judgement = board.judgement
        worse = judgement.excess > self.excess
        told = self.failed is not None and self.failed.judgement.verdict != UNREADABLE
        unread = self.failed is not None and judgement.verdict == UNREADABLE
        failed = judgement.verdict not in RIGHT and not judgement.right and not told and not unread
        return RefereeTally(
            self.verdicts + Counter([judgement.verdict]),
            board if worse else self.worst,
            board if failed else self.failed,
        )


def tally(boards: Iterable[Refereed]) -> RefereeTally:
    """Return the tally of a campaign."""
    found = RefereeTally(Counter())
    for board in boards:
        found = found.adding(board)
    return found
