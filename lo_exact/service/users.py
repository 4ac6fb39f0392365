"""Users with their rights and limits, in a TOML file that is reloaded after changes.

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
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lo_exact.errors import InputError, UsageError, printable, writing
from lo_exact.service.requests import MAX_SECONDS
from lo_exact.service.settings import Settings, line_of, read_toml

RIGHTS = ("ask", "batch", "metrics")
"""Rights: single questions and requests without jobs; batches; metrics of the server."""

NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}"


class UserTable(BaseModel):
    """A table ``[users.NAME]`` of the TOML file."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    token_sha256: str = Field(pattern="^[0-9a-f]{64}$")
    jobs: int | None = Field(None, ge=0, le=10**6)
    seconds: float = Field(MAX_SECONDS, ge=0, le=MAX_SECONDS)
    rights: list[Literal["ask", "batch", "metrics"]] = ["ask", "batch"]


class UsersFile(BaseModel):
    """The parsed TOML file of users."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", strict=True)

    users: dict[Annotated[str, Field(pattern=f"^{NAME}$")], UserTable] = {}


@dataclass(frozen=True)
class Client:
    """A client of the server, with its limits."""

    name: str
    """Name under which jobs are stored: ``user:ada``, ``token``, or an address."""
    jobs: int
    """Largest number of waiting and running long jobs."""
    seconds: float
    """Largest time limit in seconds."""
    rights: tuple[str, ...] = RIGHTS
    """Rights, a part of `RIGHTS`."""


class Users:
    """The permitted users: the owner of one token, those in a file, or everyone.

    Args:
        settings: the token, the file, and the job limit of clients not in the file.

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
        """Return whether requests need a token."""
        return bool(self._settings.token) or self._settings.tokens is not None

    def by_token(self, token: bytes) -> Client | None:
        """Return the client that owns a token, or None."""
        own = self._settings.token.encode()
        if own and hmac.compare_digest(token, own):
            return self.unlisted("token")
        self._look()
        return self._by_hash.get(hashlib.sha256(token).hexdigest())

    def unlisted(self, name: str) -> Client:
        """Return a client with the server's limits, for a name that is not in the file of users."""
        return Client(name, self._settings.max_queued_a_client, self._settings.max_seconds)

    def _look(self) -> None:
        """Reload the file if it has changed."""
        path = self._settings.tokens
        if path is None or (now := _state_of(path)) == self._state:
            return
        self._state = now
        try:
            self._by_hash = users_of(path, self._settings) if now else {}
        except InputError as wrong:
            print(f"lo-exact: {wrong}; the users before this change count", file=sys.stderr)


def users_of(path: Path, settings: Settings) -> dict[str, Client]:
    """Return the users in a file, as a map from the hash of a token to its client.

    Raises:
        InputError: When the file is wrong.
    """
    source = str(path)
    try:
        users = UsersFile.model_validate(read_toml(source)).users
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_input=False, include_context=False)[0]
        where = [str(part) for part in first["loc"]]
        line = line_of(source, f"[{'.'.join(where[:2])}]") or line_of(source, where[0])
        said = printable(f"{'.'.join(where)}: {first['msg']}", 200)
        raise InputError(said, source=source, line=line) from None
    found: dict[str, Client] = {}
    for name, user in users.items():
        if user.token_sha256 in found:
            said = f"user {name} has the token of {found[user.token_sha256].name[5:]}"
            raise InputError(said, source=source, line=line_of(source, f"[users.{name}]"))
        jobs = settings.max_queued_a_client if user.jobs is None else user.jobs
        seconds = min(user.seconds, settings.max_seconds)
        found[user.token_sha256] = Client(f"user:{name}", jobs, seconds, tuple(user.rights))
    return found


def add_user(path: Path, name: str, settings: Settings) -> str:
    """Add a new user to a file; return the token, which is stored only as a hash.

    Raises:
        UsageError: When the name is invalid.
        InputError: When the file is wrong, has this user, or cannot be written.
    """
    if not re.fullmatch(NAME, name):
        got = printable(name, 60)
        raise UsageError(f"--new-token wants a name of letters, digits, - and _, got {got!r}")
    if there := bool(_state_of(path)):
        users = users_of(path, settings).values()
        if f"user:{name}" in {client.name for client in users}:
            raise InputError(f"there is a user {name} already", source=str(path))
    token = secrets.token_hex(32)  # no leading "-", which a shell command would take for an option
    hashed = hashlib.sha256(token.encode()).hexdigest()
    with writing(path):
        with path.open("a", encoding="utf-8") as written:
            written.write(f'\n[users.{name}]\ntoken_sha256 = "{hashed}"\n')
        if not there:  # readable for the server's user with any umask: it contains only hashes
            path.chmod(0o644)
    return token


def _state_of(path: Path) -> tuple[int, ...]:
    """Return a fingerprint that changes with the file; empty if the file is missing."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size
