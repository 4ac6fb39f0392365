"""Sender and receiver of progress reports from a function in another process.

In that process, a watch sends each better solution and bound immediately, and the progress from
time to time.  In this process, the listener passes them to the watch of the question.
"""

import time
from collections.abc import Callable
from typing import Any

from lo_exact.errors import SolverError
from lo_exact.outcome import Known, Watch

TELLING_SECONDS = 0.5
"""Least seconds between two progress reports."""

Tell = Callable[[str, Any], object]
"""Function of kind and payload, provided by `call_in_child`."""


def telling_watch(
    seconds: float,
    tell: Tell,
    known: Known | None = None,
) -> Watch:
    """Return a watch that forwards solutions, bounds and progress to the function ``tell``.

    Args:
        seconds: wall-clock limit from now.
        tell: called with ``"improved"`` and (presses, weight), ``"bound"`` and the bound,
            ``"progress"`` and (done, total), ``"note"`` and anything.
        known: bounds known at the start; not reported.
    """
    due = time.monotonic() + TELLING_SECONDS

    def checked(done: int, total: int) -> None:
        nonlocal due
        if done and time.monotonic() >= due:
            due = time.monotonic() + TELLING_SECONDS
            tell("progress", (done, total))

    watch = Watch(
        seconds,
        on_improved=lambda presses, weight: tell("improved", (presses, weight)),
        on_bound=lambda lower_bound: tell("bound", lower_bound),
        on_note=lambda payload: tell("note", payload),
        stop=checked,
    )
    if known is not None:
        watch.start_from(known)
    return watch


def hear(kind: str, payload: Any, watch: Watch) -> tuple[int, int] | None:
    """Forward a report from a child process to a watch; return (done, total) if it is progress.

    Raises:
        SolverError: When the kind is not one of `telling_watch`.
    """
    if kind == "improved":
        watch.improved(*payload)
    elif kind == "bound":
        watch.bound(payload)
    elif kind == "note":
        watch.note(payload)
    elif kind == "progress":
        done, total = payload
        return done, total
    else:
        raise SolverError(f"told {kind!r}, wanted improved, bound, progress or note")
    return None
