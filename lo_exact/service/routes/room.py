"""Room for what is answered without a job: so many at a time, clients in turn.

One place is never given to a client that has all the others, so eight slow boards of one visitor
leave room for the first of the next.
"""

import asyncio
from collections import Counter, deque


class FairRoom:
    """A semaphore that is shared fairly; of one event loop.

    Args:
        places: how many may be inside.
    """

    def __init__(self, places: int):
        self._places = places
        self._inside: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    async def enter(self, client: str) -> None:
        """Wait for a place."""
        if client not in self._waiting and self._may_enter(client):
            self._inside[client] += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # the place was given in this moment
                self.leave(client)
            raise

    def leave(self, client: str) -> None:
        """Give a place back."""
        self._inside[client] -= 1
        if not self._inside[client]:
            del self._inside[client]
        while self._let_one_in():
            pass

    def _may_enter(self, client: str) -> bool:
        return self._inside.total() < self._places and self._inside[client] < max(
            self._places - 1, 1
        )

    def _let_one_in(self) -> bool:
        """Let in the first of the client that has least inside; of equals, who waited longest."""
        able = [client for client in self._waiting if self._may_enter(client)]
        if not able:
            return False
        client = min(able, key=lambda name: self._inside[name])
        line = self._waiting.pop(client)
        turn = line.popleft()
        if line:
            self._waiting[client] = line  # behind the others
        if not turn.done():  # else whoever waited has gone
            self._inside[client] += 1
            turn.set_result(None)
        return True
