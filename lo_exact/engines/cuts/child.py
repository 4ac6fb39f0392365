"""Branch and cut in a child process, which can be killed and keeps HiGHS out of this process.

A warm child costs the transfer of a system and of an answer; a cold one also the start of Python,
numpy and HiGHS.  Results are plain data.
"""

from collections.abc import Sequence

from lo_exact.engines.cuts.search import SearchNode
from lo_exact.outcome import Known, Outcome, Presses, Wanted, Watch
from lo_exact.processes.progress_pipe import Tell, telling_watch
from lo_exact.processes.worker import call_in_child
from lo_exact.puzzle import System

HERE = "lo_exact.engines.cuts.child"


def minimise_cuts_in_child(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Run `minimum.minimise_by_cuts` in a child process, which reports solutions and bounds.

    Raises:
        LimitReached: At the watch's deadline.
        ChildDied: When the process died.
    """
    outcome: Outcome = call_in_child(
        f"{HERE}:minimise_in_this_process",
        system.bare(),
        wanted,
        watch.remaining(),
        watch.known,
        watch=watch,
    )
    return outcome


def refute_in_child(
    system: System, limit: int, but: Sequence[Presses], watch: Watch
) -> list[SearchNode] | None:
    """Run `minimum.refute_by_cuts` in a child process."""
    nodes: list[SearchNode] | None = call_in_child(
        f"{HERE}:refute_in_this_process",
        system.bare(),
        limit,
        tuple(but),
        watch.remaining(),
        watch=watch,
    )
    return nodes


def minimise_in_this_process(
    tell: Tell, system: System, wanted: Wanted, seconds: float, known: Known
) -> Outcome:
    """Run `minimum.minimise_by_cuts` in the current process; entry point of the child process."""
    from lo_exact.engines.cuts import minimum

    return minimum.minimise_by_cuts(system, wanted, telling_watch(seconds, tell, known))


def refute_in_this_process(
    tell: Tell,
    system: System,
    limit: int,
    but: tuple[Presses, ...],
    seconds: float,
) -> list[SearchNode] | None:
    """Run `minimum.refute_by_cuts` in the current process; entry point of the child process."""
    from lo_exact.engines.cuts import minimum

    return minimum.refute_by_cuts(system, limit, telling_watch(seconds, tell), but)
