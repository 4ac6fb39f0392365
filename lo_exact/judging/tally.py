"""Tally of a solver's results on many boards: counts, times, and a table.

*Right* is a solution, minimal or not, or the word unsolvable for an unsolvable board; *wrong* is an
answer that claims something else.  Unreadable answers, crashes and timeouts are neither.
"""

from collections import Counter
from dataclasses import dataclass, field
from statistics import median

from lo_exact.judging.campaign import Refereed

RIGHT = ("minimal", "not minimal", "unsolvable", "open")
"""Verdicts on correct answers, minimal or not."""

WRONG = ("not a solution", "wrongly unsolvable", "wrong figure")
"""Verdicts on wrong answers."""

UNREADABLE = "unreadable"
"""Verdict on unreadable output, which counts as bad input, not as wrong."""


SILENT = ("crashed", "timed out")
"""Verdicts on missing answers."""


@dataclass
class RefereeTally:
    """The verdicts on many boards, added one by one."""

    verdicts: Counter[str] = field(default_factory=Counter)
    """Number of boards with each verdict."""
    seconds: list[float] = field(default_factory=list)
    """Wall-clock seconds of each timed board, in order."""
    worst: Refereed | None = None
    """The board whose solution costs most above the minimum; None if all are minimal."""
    open: Refereed | None = None
    """The first board for which it is unknown whether the solution is minimal, or None."""
    slowest: Refereed | None = None
    """The board whose answer took longest; None if none was timed."""
    failed: Refereed | None = None
    """The first board without a right answer, or None."""

    @property
    def boards(self) -> int:
        """Number of boards counted."""
        return self.verdicts.total()

    @property
    def right(self) -> int:
        """Number of right answers: solutions, minimal or not, and true claims of unsolvability."""
        return sum(self.verdicts[verdict] for verdict in RIGHT)

    @property
    def wrong(self) -> int:
        """Number of wrong answers."""
        return sum(self.verdicts[verdict] for verdict in WRONG)

    @property
    def excess(self) -> int:
        """Largest difference between the weight of a judged solution and its board's minimum."""
        return 0 if self.worst is None else self.worst.judgement.excess

    def add(self, board: Refereed) -> None:
        """Add the verdict on one more board."""
        judgement = board.judgement
        self.verdicts[judgement.verdict] += 1
        if judgement.right and judgement.excess > self.excess:
            self.worst = board
        if judgement.verdict == "open":
            self.open = self.open or board
        if board.seconds is not None:
            self.seconds.append(board.seconds)
            if self.slowest is None or board.seconds > (self.slowest.seconds or 0):
                self.slowest = board
        unread = judgement.verdict == UNREADABLE
        kept = self.failed is not None and (
            unread or self.failed.judgement.verdict != UNREADABLE
        )  # wrong answers are shown before unreadable ones
        if not judgement.right and not kept:
            self.failed = board

    def rows(self) -> list[list[str]]:
        """Return the table as rows of label, count and details."""
        longer = f"by up to {self.excess}: board {self.worst.number}" if self.worst else ""
        about = {"not minimal": longer, "open": "the minimum is not known"}
        rows = [["boards", str(self.boards), ""], ["right", str(self.right), ""]]
        rows += [
            [f"  {verdict}", str(self.verdicts[verdict]), about.get(verdict, "")]
            for verdict in RIGHT
            if verdict != "open" or self.verdicts[verdict]
        ]
        rows += [["wrong", str(self.wrong), ""]]
        rows += [[f"  {v}", str(self.verdicts[v]), ""] for v in WRONG if self.verdicts[v]]
        rows += [
            [verdict, str(self.verdicts[verdict]), ""]
            # verdicts that are neither right nor wrong
            for verdict in ("undecided", UNREADABLE, "crashed", "timed out")
            if verdict != "undecided" or self.verdicts[verdict]
        ]
        if self.slowest is not None:
            rows += [
                ["median seconds", f"{median(self.seconds):.3f}", ""],
                ["worst seconds", f"{max(self.seconds):.3f}", f"board {self.slowest.number}"],
            ]
        return rows
