"""One histogram made on many machines: which parts are whose, and how ledgers are merged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from lo_exact.errors import InputError, LimitReached
from lo_exact.hardest.answer import Histogram
from lo_exact.hardest.census import take_census
from lo_exact.hardest.counting.ledger import Record, joined, question_sha256, read
from lo_exact.hardest.counting.plan import MAX_WORDS, CountingPlan, plan_counting
from lo_exact.hardest.counting.ranges import checked
from lo_exact.hardest.find import boards_by_minimum
from lo_exact.puzzle import Puzzle


def plan_of(puzzle: Puzzle) -> tuple[CountingPlan, str]:
    """Return (how class counting goes, hash of the question).

    Raises:
        LimitReached: When there are too many quiet patterns.
    """
    census = take_census(puzzle)
    if census.words > MAX_WORDS:
        raise LimitReached(
            f"2^{census.words.bit_length() - 1} quiet patterns are too many for class counting"
        )
    return plan_counting(census), question_sha256(puzzle)


def shard_range(parts: int, index: int, of: int) -> tuple[int, int]:
    """Return (first part, one past the last) of a shard; sizes differ by at most one.

    >>> [shard_range(10, index, 3) for index in range(3)]
    [(0, 3), (3, 6), (6, 10)]
    """
    return parts * index // of, parts * (index + 1) // of


def merged(puzzle: Puzzle, ledgers: Sequence[Path]) -> Histogram:
    """Return the histogram that ledgers make together.

    Raises:
        LimitReached: When parts are missing.
        DisagreementError: When parts are there twice, or the sums are wrong.
        InputError: When a file is no ledger of this puzzle.
    """
    started = time.monotonic()
    plan, question = plan_of(puzzle)
    records: dict[str, Record] = {}
    for path in ledgers:
        if not path.exists():
            raise InputError("there is no such ledger", source=str(path))
        for record in read(path, question=question, parts=plan.parts):
            records[record.line()] = record
    found = checked(plan, joined(records.values(), plan.parts))
    terms = boards_by_minimum(plan.census, found.terms)
    return Histogram(puzzle, terms, "class counting, merged", time.monotonic() - started)
