"""Workers that die: their pieces are done again, unless nothing else happens any more."""

from __future__ import annotations

from lo_exact.errors import LimitReached
from lo_exact.runners.work import Where

MAX_DEATHS = 3
"""So many times in a row, with nothing done in between, a process here is replaced."""

MAX_CLUSTER_DEATHS = 10
"""So often one piece may have been on a machine of a cluster that was lost: most were not to
blame.  Dask's own limit, ``allowed-failures``, is 3 and counts the same."""


class Deaths:
    """How many workers died since the last piece was done.

    Args:
        most: how many may.
        where: whether there is a ledger.
    """

    def __init__(self, most: int, where: Where):
        self._most, self._where, self._count = most, where, 0

    def done(self) -> None:
        """Take note that a piece was done."""
        self._count = 0

    def died(self, sentence: str) -> None:
        """Take note of a death.

        Raises:
            LimitReached: When there were too many.
        """
        self._count += 1
        if self._count > self._most:
            kept = "" if self._where.ledger is None else "; what was done is in the ledger"
            raise LimitReached(
                f"workers were killed {self._count} times in a row (is memory short?){kept}; "
                f"the last: {sentence}"
            )
