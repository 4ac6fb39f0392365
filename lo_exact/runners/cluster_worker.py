"""Call of a function on a Dask cluster, with progress reports and cancellation.

The worker runs the function in a child process of its own, which can be killed and is limited as
it would be here.  What the child tells goes to the caller as events of the scheduler; a call that
nobody waits for any more, because the caller was stopped or is gone, is seen by the worker as a
cancelled task, and its child is ended.  A worker that is lost has the call done again by another.
"""

import os
import time
from concurrent.futures import CancelledError
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any

from lo_exact.errors import ChildDied, LimitReached, LoExactError, MissingPackageError
from lo_exact.outcome import LOOK_SECONDS, Watch
from lo_exact.processes.progress_pipe import hear, telling_watch
from lo_exact.processes.worker import call_in_child
from lo_exact.runners.cluster import Cluster, raised
from lo_exact.version import PROTOCOL


def call_there(address: str, function: str, *arguments: Any, watch: Watch) -> Any:
    """Call a function in a child process of a cluster worker and return its result.

    Args:
        address: of the scheduler.
        function: ``module:function``; as in `lo_exact.processes.worker.call_in_child`.
        arguments: the other arguments; they are pickled, and so is the result.
        watch: its deadline is kept, and it is told what the child tells.

    Raises:
        LimitReached: At the deadline, when the watch says so, or when the function raises it.
        ChildDied: When the child does, or too many workers were lost at it.
        LoExactError: Whatever else the function raises.
    """
    watch.check()
    told: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    topic = f"lo-exact-{os.getpid()}-{time.time_ns()}"
    with Cluster(address) as cluster:
        cluster.listen(topic, lambda event: told.put(event[1]))
        future = None
        try:
            while True:
                if future is None and cluster.ready():
                    future = cluster.submit(
                        run_there, PROTOCOL, function, arguments, watch.remaining(), topic,
                        key=topic,
                    )  # fmt: skip
                cluster.changed.wait(LOOK_SECONDS)
                cluster.changed.clear()
                _pass_on(told, watch)
                watch.check()
                if future is None:
                    continue
                status = future.status
                if status == "error":
                    raise _of_call(future)
                if status in ("cancelled", "lost"):  # the scheduler was lost
                    future = None
                elif status == "finished":
                    with suppress(TimeoutError, OSError, CancelledError):
                        result = future.result(timeout=5)
                        _pass_on(told, watch)
                        return result
        finally:
            if future is not None:
                with suppress(OSError, TimeoutError, CancelledError):
                    future.cancel()


def _pass_on(told: SimpleQueue[tuple[str, Any]], watch: Watch) -> None:
    """Forward all queued reports to the watch."""
    with suppress(Empty):
        while True:
            watch.check(*(hear(*told.get_nowait(), watch) or (0, 0)))


def _of_call(future: Any) -> LoExactError:
    """Return the exception to raise for a failed call."""
    error = raised(future)
    return ChildDied("the machines it ran on were lost") if error is None else error


def run_there(
    protocol: str, function: str, arguments: tuple[Any, ...], seconds: float, topic: str
) -> Any:
    """Run a call on a cluster worker, in a child process."""
    if protocol != PROTOCOL:
        raise MissingPackageError(f"a worker has lo-exact {PROTOCOL}, wanted {protocol}")
    distributed: Any = import_module("distributed")
    worker = distributed.get_worker()
    key = worker.get_current_task()

    def ask_further() -> None:
        task = worker.state.tasks.get(key)
        if task is None or task.state == "cancelled":
            raise LimitReached("nobody waits for this any more")

    watch = telling_watch(seconds, lambda *told: worker.log_event(topic, told), stop=ask_further)
    return call_in_child(function, *arguments, watch=watch)
