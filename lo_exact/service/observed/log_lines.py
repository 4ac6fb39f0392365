"""Log of a server on standard error: a line for each request, finished job and internal error.

As text or as JSON, or nothing but bugs (``--log text|json|off``).  A line has ids, times, statuses
and names of clients; never a board, a token, a query or a message that could hold one.
"""

import json
import re
import secrets
import sys
import time
import traceback
from typing import Any, TextIO

from lo_exact.errors import printable


class ServiceLog:
    """Thread-safe writer of log lines.

    Args:
        kind: off, text or json.
        stream: output; by default standard error.
    """

    def __init__(self, kind: str, stream: TextIO | None = None):
        self._kind, self._stream = kind, stream

    def event(self, event: str, **what: Any) -> None:
        """Write a line about an event, if the log is enabled."""
        if self._kind != "off":
            self._write(event, what)

    def bug(self, error: BaseException, **what: Any) -> None:
        """Log an internal error: its type and the lines of its traceback, but not its message."""
        frames = [
            f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(error.__traceback__)
        ]
        self._write("bug", {"error": type(error).__name__, **what, "frames": frames})

    def _write(self, event: str, what: dict[str, Any]) -> None:
        now = time.time()
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z"
        if self._kind == "json":
            line = json.dumps({"time": at, "event": event, **what})
        else:
            said = " ".join(f"{name}={printable(str(value))}" for name, value in what.items())
            line = f"{at} {event} {said}"
        stream = self._stream or sys.stderr
        stream.write(f"{line}\n")  # one call, so that lines of different threads do not mix
        stream.flush()


def request_id(given: str) -> str:
    """Return the id that a proxy gave a request, or a new one."""
    return given if re.fullmatch(r"[A-Za-z0-9._-]{1,64}", given) else secrets.token_hex(8)
