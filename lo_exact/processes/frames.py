"""Pickled messages with length prefixes, exchanged over a pipe between parent and child.

Both ends are started by us and share one user, so unpickling is safe here and nowhere else.
"""

import os
import pickle
import struct
from typing import Any

_LENGTH = struct.Struct("<Q")
_CHUNK = 1 << 20
"""Bytes of one read from the pipe."""


def write_frame(descriptor: int, message: Any) -> None:
    """Write one message to a pipe.

    Raises:
        BrokenPipeError: When the other end was closed.
    """
    body = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    rest = memoryview(_LENGTH.pack(len(body)) + body)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def read_frame(descriptor: int) -> Any:
    """Read one message from a pipe, blocking until it is complete.

    Raises:
        EOFError: When the other end was closed, also in the middle of a message.
    """
    (length,) = _LENGTH.unpack(_read_exactly(descriptor, _LENGTH.size))
    return pickle.loads(_read_exactly(descriptor, length))


def _read_exactly(descriptor: int, length: int) -> bytes:
    parts: list[bytes] = []
    while length:
        part = os.read(descriptor, min(length, _CHUNK))
        if not part:
            raise EOFError
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
