"""Judge many claims as resumable work, one claim in each piece of work."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from lo_exact.hardest_boards.claims.files import Claim, read_claim
from lo_exact.hardest_boards.claims.judge import ClaimAnswer, Means, Verdict, judge_claim
from lo_exact.hardest_boards.claims.repeat_evidence import claim_file
from lo_exact.outcome import Watch, whole_option
from lo_exact.runners.collect import collect
from lo_exact.runners.ledger import Record
from lo_exact.runners.work import HERE, Order, Where, Work


def certify(claim: str | Path, *, effort: int = 1, time_limit: float = inf) -> Verdict:
    """Judge a published claim.

    Args:
        claim: its TOML file, or the name of one in data/claims.
        effort: multiplies what searches may cost.
        time_limit: wall-clock seconds.

    Returns:
        Whether it is true, false or open, what is so, and evidence.

    Raises:
        InputError: When it cannot be read.

    Example:
        >>> import lo_exact
        >>> verdict = lo_exact.certify("plus-4x4")
        >>> verdict.answer.value, verdict.found
        ('true', '7, 32 boards')
    """
    limit = Watch(time_limit).remaining()
    effort = whole_option("effort", effort, 1)
    return judge_claim(read_claim(claim_file(str(claim))), Means(effort, time_limit=limit))


def judge_all(
    claims: Sequence[Claim],
    means: Means,
    where: Where = HERE,
    judged: Callable[[Verdict], None] = lambda verdict: None,
) -> list[Verdict]:
    """Return the verdicts about claims, in order.

    Args:
        claims: the claims.
        means: what each may cost.
        where: who judges; a single claim is judged here, with its class counting done there.
        judged: called with each verdict as it comes.
    """
    if len(claims) == 1:
        verdict = judge_claim(claims[0], replace(means, where=where))
        judged(verdict)
        return [verdict]
    order = Order(
        "judging", "", f"{__name__}:verdicts",
        {
            "claims": _digest(claims), "effort": means.effort, "time_limit": repr(means.time_limit),
        },
        (tuple(claims), replace(means, report=None)), "claims", len(claims),
    )  # fmt: skip
    work = Work(order, largest=1, ready=(claims, means))
    watch = Watch(report=means.report)
    records = collect(work, where, watch, lambda record: judged(_verdict(claims, record)))
    return [_verdict(claims, record) for record in records]


def verdicts(
    spec: tuple[tuple[Claim, ...], Means],
    low: int,
    high: int,
    given: None,
    check: Callable[[int], None],
) -> dict[str, Any]:
    """Judge the one claim of a piece of work, and return its verdict as a record."""
    claims, means = spec
    assert high == low + 1
    verdict = judge_claim(claims[low], means)
    return {
        "answer": verdict.answer.value,
        "found": verdict.found,
        "method": verdict.method,
        "seconds": verdict.seconds,
        "evidence": verdict.evidence,
    }


def _verdict(claims: Sequence[Claim], record: Record) -> Verdict:
    said = record.result
    return Verdict(
        claims[record.low], ClaimAnswer(said["answer"]), said["found"], said["method"],
        said["seconds"], said["evidence"],
    )  # fmt: skip


def _digest(claims: Sequence[Claim]) -> str:
    """Return the hash of the contents of all claim files, in order."""
    each = [hashlib.sha256(claim.path.read_bytes()).hexdigest() for claim in claims]
    return hashlib.sha256("\n".join(each).encode()).hexdigest()
