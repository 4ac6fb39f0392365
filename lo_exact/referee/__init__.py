"""The referee of external solvers and answers.

Names are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.referee.campaign import Refereed, referee
    from lo_exact.referee.judge import Judgement, judge_answer
    from lo_exact.referee.tally import RefereeTally

__all__ = ["Judgement", "RefereeTally", "Refereed", "judge_answer", "referee"]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "campaign": ("Refereed", "referee"),
        "judge": ("Judgement", "judge_answer"),
        "tally": ("RefereeTally",),
    },
)
