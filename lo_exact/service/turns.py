"""Fair order of jobs: clients take turns, those with the fewest running jobs first.

A client with a hundred jobs in the queue delays another's first job by one job at most.  Where all
workers are taken, a long job that has had its slice makes room for a client that has less under
way; its next slice is twice as long, so repeated beginnings cost at most as much again as the work.
"""

import time
from collections.abc import Iterable, Mapping
from threading import Lock

APART_SECONDS = 1.0
"""Least seconds between two interruptions, so that a waiting job can take the free slot."""


class Turns:
    """Round-robin order of clients; callers must hold the store's lock."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], int] = {}
        self._number = 0

    def next(
        self, lane: str, waiting: Iterable[tuple[str, int]], running: Mapping[str, int]
    ) -> str | None:
        """Return the client whose turn it is, or None if none waits.

        Args:
            lane: the queue.
            waiting: clients, with the position of their first jobs.
            running: number of running jobs in this queue by client.
        """
        order = [
            (running.get(client, 0), self._last.get((lane, client), 0), place, client)
            for client, place in waiting
        ]
        return min(order)[-1] if order else None

    def had(self, lane: str, client: str) -> None:
        """Record that a client has had a turn."""
        self._number += 1
        self._last.pop((lane, client), None)
        self._last[lane, client] = self._number
        if len(self._last) > 10_000:  # limit the size: forget the oldest turn
            del self._last[next(iter(self._last))]


class Slices:
    """Time slices of long jobs while others wait; thread-safe.

    Args:
        seconds: the first slice of a job.
    """

    def __init__(self, seconds: float):
        self.seconds = seconds
        self._lock = Lock()
        self._begun: dict[str, float] = {}
        self._had: dict[str, int] = {}
        self._made_room = -APART_SECONDS

    def begin(self, id: str) -> None:
        """Record the start of a job."""
        with self._lock:
            self._begun[id] = time.monotonic()

    def over(self, id: str) -> bool:
        """Return whether a job's time slice is over; False for 1 s after any job's interruption."""
        with self._lock:
            now = time.monotonic()
            end = self._begun.get(id, now) + self.seconds * 2 ** self._had.get(id, 0)
            return now >= end and now - self._made_room >= APART_SECONDS

    def make_room(self, id: str) -> bool:
        """Record an interruption and return True, or return False within 1 s of the last one."""
        with self._lock:
            now = time.monotonic()
            if now - self._made_room < APART_SECONDS:
                return False
            self._made_room = now
            self._had[id] = min(self._had.get(id, 0) + 1, 30)
            return True

    def forget(self, id: str) -> None:
        """Remove a job that has ended."""
        with self._lock:
            self._begun.pop(id, None)
            self._had.pop(id, None)


def place_in_line(before: int, others: Iterable[int]) -> int:
    """Return the position of a job in its queue, from 1, with clients taking turns.

    Args:
        before: number of earlier waiting jobs of the same client.
        others: number of waiting jobs of each other client.
    """
    return before + 1 + sum(min(number, before + 1) for number in others)
