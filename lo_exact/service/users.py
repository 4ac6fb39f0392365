"""Users, their rights and limits: a TOML file that is read again when it changes.

    [users.ada]
    token_sha256 = "f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2"
    jobs = 4
    seconds = 600
    rights = ["ask", "batch"]

The file has hashes and no tokens.  A token has 256 random bits, so a plain hash of it is as hard to
guess as the token.  A user who is taken out of the file is refused from the next request on.  While
the file cannot be read, the users of its last good state count, and standard error says why; while
it is gone, nobody's token counts.
"""

import hashlib
import hmac
import os
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lo_exact.errors import InputError, UsageError, printable, writing
from lo_exact.service.settings import (
    Settings,
    WrongSettingError,
    line_of,
    read_toml,
    seconds_in,
    text_as,
    whole_in,
)

RIGHTS = ("ask", "batch", "metrics")
"""Questions about a board and whatever is done at once; batches; the figures of the server."""

USUAL_RIGHTS = ("ask", "batch")

NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}"


@dataclass(frozen=True)
class Client:
    """Somebody who asks."""

    name: str
    """What jobs are kept under: ``user:ada``, ``token``, or an address."""
    jobs: int
    """Long jobs that may wait or run at a time."""
    seconds: float
    """The largest time limit."""
    rights: tuple[str, ...] = RIGHTS
    """Of `RIGHTS`."""


class Users:
    """All who may ask: the one token, the users of a file, or everybody.

    Args:
        settings: the token, the file, and how many jobs who is not in the file may have.

    Raises:
        InputError: When the file is wrong.
    """

    def __init__(self, settings: Settings):
        self._settings = settings
        self._state: tuple[int, ...] = ()
        self._by_hash: dict[str, Client] = {}
        if settings.tokens is not None:
            self._state = _state_of(settings.tokens)
            self._by_hash = users_of(settings.tokens, settings)

    @property
    def closed(self) -> bool:
        """Return whether a token is wanted."""
        return bool(self._settings.token) or self._settings.tokens is not None

    def by_token(self, token: bytes) -> Client | None:
        """Return whose token it is; None for nobody's."""
        own = self._settings.token.encode()
        if own and hmac.compare_digest(token, own):
            return self._usual("token")
        self._look()
        return self._by_hash.get(hashlib.sha256(token).hexdigest())

    def by_address(self, address: str) -> Client:
        """Return who asks where no token is wanted."""
        return self._usual(address)

    def _usual(self, name: str) -> Client:
        return Client(name, self._settings.max_queued_a_client, self._settings.max_seconds)

    def _look(self) -> None:
        """Read the file again when it is another one."""
        path = self._settings.tokens
        if path is None or (now := _state_of(path)) == self._state:
            return
        self._state = now
        try:
            self._by_hash = users_of(path, self._settings) if now else {}
        except InputError as wrong:
            print(f"lo-exact: {wrong}; the users before this change count", file=sys.stderr)


def users_of(path: Path, settings: Settings) -> dict[str, Client]:
    """Return the users of a file by the hash of their token.

    Raises:
        InputError: When the file is wrong.
    """
    source = str(path)
    table = read_toml(source)
    for key in table:
        if key != "users":
            said = f"there is no setting {printable(key, 60)}; users are tables [users.NAME]"
            raise InputError(said, source=source, line=line_of(source, key))
    users = table.get("users", {})
    if not isinstance(users, dict):
        raise InputError("users are tables [users.NAME]", source=source)
    found: dict[str, Client] = {}
    for name, given in users.items():
        line = line_of(source, f"[users.{name}]")
        try:
            hashed, client = _user(name, given, settings)
        except WrongSettingError as wrong:
            said = f"user {printable(name, 40)}: {wrong}"
            raise InputError(said, source=source, line=line) from None
        if hashed in found:
            said = f"user {name} has the token of {found[hashed].name.removeprefix('user:')}"
            raise InputError(said, source=source, line=line)
        found[hashed] = client
    return found


def _user(name: str, given: Any, settings: Settings) -> tuple[str, Client]:
    if not re.fullmatch(NAME, name):
        raise WrongSettingError("a name has letters, digits, - and _, at most 40")
    if not isinstance(given, dict) or "token_sha256" not in given:
        raise WrongSettingError("token_sha256 is missing; serve --new-token NAME writes it")
    rows = {
        "token_sha256": text_as("[0-9a-f]{64}", "64 hexadecimal digits, small letters"),
        "jobs": whole_in(0, 10**6),
        "seconds": seconds_in(0, settings.max_seconds),
        "rights": _rights,
    }
    values: dict[str, Any] = {}
    for key, value in given.items():
        if key not in rows:
            known = ", ".join(rows)
            raise WrongSettingError(f"there is no key {printable(key, 60)}; there are {known}")
        try:
            values[key] = rows[key](value)
        except WrongSettingError as wrong:
            raise WrongSettingError(f"{key} wants {wrong}") from None
    return values["token_sha256"], Client(
        f"user:{name}",
        values.get("jobs", settings.max_queued_a_client),
        values.get("seconds", settings.max_seconds),
        values.get("rights", USUAL_RIGHTS),
    )


def _rights(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(right in RIGHTS for right in given):
        raise WrongSettingError(f"a list of {', '.join(RIGHTS)}")
    return tuple(given)


def add_user(path: Path, name: str, settings: Settings) -> str:
    """Write a new user into a file; return the token, which stands nowhere else.

    Raises:
        UsageError: When the name cannot be.
        InputError: When the file is wrong, has this user, or cannot be written.
    """
    if not re.fullmatch(NAME, name):
        got = printable(name, 60)
        raise UsageError(f"--new-token wants a name of letters, digits, - and _, got {got!r}")
    if there := bool(_state_of(path)):
        users = users_of(path, settings).values()
        if f"user:{name}" in {client.name for client in users}:
            raise InputError(f"there is a user {name} already", source=str(path))
    token = secrets.token_urlsafe(32)
    hashed = hashlib.sha256(token.encode()).hexdigest()
    with writing(path):
        with path.open("a", encoding="utf-8") as written:
            written.write(f'\n[users.{name}]\ntoken_sha256 = "{hashed}"\n')
        if not there:  # readable for the server's own user, whatever the umask: it has hashes only
            path.chmod(0o644)
    return token


def _state_of(path: Path) -> tuple[int, ...]:
    """Return what changes when a file does; nothing for one that is not there."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size
