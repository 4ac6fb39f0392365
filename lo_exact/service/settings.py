"""Settings of ``lo-exact serve``, each a flag, an environment variable and a key in a TOML file.

The row ``keep-seconds`` is ``--keep-seconds N``, ``LO_EXACT_KEEP_SECONDS=N`` and, in the file that
``--config`` names, ``keep_seconds = N``.  A flag counts more than a variable, and a variable more
than the file; all three are read by the same functions and refused in the same words.
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from lo_exact.errors import InputError, UsageError, printable

SIZES = {"": 1, "KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}

LARGEST_CONFIG, PREFIX = 2**20, r"(/[A-Za-z0-9_.~-]+)*/?"
"""Largest size of a configuration file in bytes; pattern of a path prefix."""


class WrongSettingError(ValueError):
    """Raised for an invalid value of a setting; the message states the valid ones."""


@dataclass(frozen=True)
class SettingRow:
    """Definition of one setting: its names, parser and help text."""

    name: str
    """Name of the flag, without its dashes."""
    field: str
    """Name of the field of `Settings`."""
    read: Callable[[Any], Any]
    """Function that parses the user's value, or raises `WrongSettingError`."""
    metavar: str
    """Placeholder of the value in the help."""
    help: str
    """Description in one sentence."""
    secret: bool = False
    """Whether it has no flag, since command lines are visible to all users of the machine."""
    listed: bool = False
    """Whether the flag can be repeated."""

    @property
    def variable(self) -> str:
        """The name of the environment variable."""
        return "LO_EXACT_" + self.key.upper()

    @property
    def key(self) -> str:
        """The key in the TOML file."""
        return self.name.replace("-", "_")


def typed(kind: Any, wanted: str, **limits: Any) -> Callable[[Any], Any]:
    """Return a parser that checks type and limits by pydantic; ``wanted`` is its error message."""

    def read(given: Any) -> Any:
        from pydantic import Field, TypeAdapter, ValidationError  # help pages do not need it

        checked = TypeAdapter[Any](Annotated[kind, Field(**limits)])
        try:
            return checked.validate_python("a truth value" if isinstance(given, bool) else given)
        except ValidationError:
            raise WrongSettingError(wanted) from None

    return read


def whole_in(least: int, most: int) -> Callable[[Any], int]:
    """Return a parser for integers in a range."""
    return typed(int, f"a whole number from {least} to {most}", ge=least, le=most)


def seconds_in(least: float, most: float) -> Callable[[Any], float]:
    """Return a parser for a number of seconds in a range."""
    wanted = f"seconds, a number from {least:g} to {most:g}"
    return typed(float, wanted, ge=least, le=most, allow_inf_nan=False)


def size_in(least: int, most: int) -> Callable[[Any], int]:
    """Return a parser for a size in bytes: a number, possibly with KiB, MiB, GiB or TiB."""

    def read(given: Any) -> int:
        found = re.fullmatch(r"([0-9]{1,15}) ?(|KiB|MiB|GiB|TiB)", str(given), re.ASCII)
        number = int(found[1]) * SIZES[found[2]] if found else -1
        if isinstance(given, bool | float) or not least <= number <= most:
            raise WrongSettingError(f"a size from {_spelt(least)} to {_spelt(most)}, as in 512MiB")
        return number

    return read


def _spelt(number: int) -> str:
    unit = max((u for u in SIZES if number % SIZES[u] == 0), key=lambda unit: SIZES[unit])
    return f"{number // SIZES[unit]}{unit}"


def text_as(pattern: str, wanted: str) -> Callable[[Any], str]:
    """Return a parser for text that matches a pattern."""
    return typed(str, wanted, pattern=f"^({pattern})$")


def host_names(given: Any) -> tuple[str, ...]:
    """Parse host names: a list, or one text with commas."""
    found = given.split(",") if isinstance(given, str) else given
    if not isinstance(found, list) or not all(
        isinstance(name, str) and re.fullmatch(r"\s*[\w.:\[\]-]+\s*", name) for name in found
    ):
        raise WrongSettingError("names of hosts, without a port")
    return tuple(name.strip() for name in found)


def file(given: Any) -> Path:
    """Parse the name of a file or folder; refuse ``-``."""
    if not isinstance(given, str) or given in ("", "-") or "\0" in given:
        raise WrongSettingError("a file name (a file named - is ./-)")
    return Path(given)


def prefix(given: Any) -> str:
    """Parse the URL path of the server behind a proxy, such as ``/lights``; ``/`` gives ``""``."""
    return text_as(PREFIX, "a path that begins with /, as /lights")(given).rstrip("/")


HIGHEST_SETTING = 10**9
"""Largest number that a setting accepts."""

SETTINGS = (
    SettingRow("host", "host", text_as(r"[\w.:-]+", "an address"), "ADDRESS", "Where to listen."),
    SettingRow("port", "port", whole_in(0, 65535), "N", "The port; 0 takes a free one."),
    SettingRow("store", "store", file, "FILE", "Where jobs are kept."),
    SettingRow(
        "log",
        "log",
        text_as("off|text|json", "off, text or json"),
        "KIND",
        "Lines for requests and jobs: off, text or json.",
    ),
    SettingRow("workers", "workers", whole_in(1, 1024), "N", "How many long jobs run at once."),
    SettingRow("root-path", "root_path", prefix, "PATH", "The path at a proxy, like /lights."),
    SettingRow(
        "allow-host", "hosts", host_names, "NAME", "Accept this host name too.", listed=True
    ),
    SettingRow(
        "trusted-proxy",
        "proxies",
        host_names,
        "ADDRESS",
        "Trust its header X-Forwarded-For.",
        listed=True,
    ),
    SettingRow(
        "token",
        "token",
        text_as(r"\S+", "a text without blanks"),
        "TEXT",
        "What every client must send.",
        secret=True,
    ),
    SettingRow("tokens", "tokens", file, "FILE", "Users, each with a token of their own (TOML)."),
    SettingRow("pyodide", "pyodide", file, "FOLDER", "Pyodide's files, for 'check it yourself'."),
    SettingRow("max-lights", "max_lights", whole_in(1, 10**6), "N", "Larger boards are refused."),
    SettingRow(
        "max-body", "max_body", size_in(2**10, 2**30), "SIZE", "Larger requests are refused."
    ),
    SettingRow(
        "max-result",
        "max_result",
        size_in(2**16, 2**30),
        "SIZE",
        "Longer lists of an answer are cut.",
    ),
    SettingRow(
        "max-queued", "max_queued", whole_in(1, 10**6), "N", "Jobs that wait, of all clients."
    ),
    SettingRow(
        "max-queued-a-client",
        "max_queued_a_client",
        whole_in(1, 10**6),
        "N",
        "Long jobs of one client that wait or run.",
    ),
    SettingRow("max-seconds", "max_seconds", seconds_in(0, 3600), "S", "The largest time limit."),
    SettingRow("max-batch", "max_batch", whole_in(1, 10**6), "N", "Boards in a batch."),
    SettingRow(
        "quick-seconds",
        "quick_seconds",
        seconds_in(0.01, 60),
        "S",
        "Jobs forecast to take less do not wait for long ones.",
    ),
    SettingRow(
        "slice-seconds",
        "slice_seconds",
        seconds_in(0.1, 86_400),
        "S",
        "A long job pauses after that for clients with less work running.",
    ),
    SettingRow(
        "asker-seconds",
        "asker_seconds",
        seconds_in(20, 86_400),
        "S",
        "Drop a waiting client that was silent this long.",
    ),
    SettingRow(
        "body-seconds",
        "body_seconds",
        seconds_in(0.1, 3600),
        "S",
        "Time limit for receiving a request.",
    ),
    SettingRow(
        "wait-seconds", "wait_seconds", seconds_in(0, 3600), "S", "The longest Prefer: wait."
    ),
    SettingRow(
        "check-seconds", "check_seconds", seconds_in(1, 86_400), "S", "Time limit of a check."
    ),
    SettingRow(
        "memory", "memory", size_in(2**29, 2**50), "SIZE", "Memory of each process that answers."
    ),
    SettingRow(
        "file-size", "file_size", size_in(2**20, 2**50), "SIZE", "Largest file of such a process."
    ),
    SettingRow(
        "deaths", "deaths", whole_in(1, 100), "N", "Give up a job after N crashed processes."
    ),
    SettingRow(
        "keep-seconds",
        "keep_seconds",
        seconds_in(60, HIGHEST_SETTING),
        "S",
        "How long results are kept.",
    ),
    SettingRow(
        "keep-bytes", "keep_bytes", size_in(2**20, 2**50), "SIZE", "Space for kept results."
    ),
)


def gathered(
    flags: Mapping[str, Any], environment: Mapping[str, str], config: str = ""
) -> dict[str, Any]:
    """Return the fields of `Settings` that are set, each converted to its type.

    Args:
        flags: values by key; None or an empty list for a missing flag.
        environment: as ``os.environ``.
        config: name of a TOML file; ``""`` for none.

    Raises:
        UsageError: When a flag is wrong.
        InputError: When a variable or the file is wrong.
    """
    listed = _table_of(config) if config else {}
    found: dict[str, Any] = {}
    for row in SETTINGS:
        if flags.get(row.key) not in (None, [], ()):
            name, given = f"--{row.name}", flags[row.key]
        elif environment.get(row.variable):
            name, given = row.variable, environment[row.variable]
        elif row.key in listed:
            name, given = row.key, listed[row.key]
        else:
            continue
        try:
            found[row.field] = row.read(given)
        except WrongSettingError as wrong:
            shown = "another value" if row.secret else given
            said = f"{name} wants {wrong}, got {printable(repr(shown), 60)}"
            if name.startswith("--"):
                raise UsageError(said) from None
            line = line_of(config, name) if name == row.key else 0
            source = config if name == row.key else ""
            raise InputError(said, source=source, line=line) from None
    return found


def _table_of(config: str) -> dict[str, Any]:
    """Return the settings in a configuration file; refuse unknown keys."""
    found = read_toml(config)
    known = {row.key for row in SETTINGS}
    for key in found:
        if key not in known:
            said = f"there is no setting {printable(key, 60)}; there are {', '.join(sorted(known))}"
            raise InputError(said, source=config, line=line_of(config, key))
    return found


def read_toml(name: str) -> dict[str, Any]:
    """Return the contents of a TOML file as a dictionary.

    Raises:
        InputError: When it cannot be read, with its line and column.
    """
    try:
        body = Path(name).read_bytes() if os.path.getsize(name) <= LARGEST_CONFIG else b""
        if not body and os.path.getsize(name):
            raise InputError(f"has more than {LARGEST_CONFIG >> 20} MiB", source=name)
        return tomllib.loads(body.decode())
    except (OSError, ValueError) as error:  # ValueError: invalid UTF-8 or TOML
        said = getattr(error, "strerror", None) or str(error)
        place = re.search(r" \(at line (\d+), column (\d+)\)$", said)
        line, column = (int(place[1]), int(place[2])) if place else (0, 0)
        said = f"cannot be read: {said[: place.start()] if place else said}"
        raise InputError(said, source=name, line=line, column=column) from None
    except RecursionError:
        raise InputError("cannot be read: nested too deeply", source=name) from None


def line_of(name: str, key: str) -> int:
    """Return the line of a TOML file that sets a key, or 0 if not found."""
    lines = Path(name).read_bytes().decode(errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.partition("=")[0].strip().strip("\"'") == key:
            return number
    return 0


MIB = 2**20
"""Bytes in a MiB."""


@dataclass(frozen=True)
class Settings:
    """All settings of a server, immutable; made from flags (`SETTINGS`) or by a test."""

    store: Path
    """The SQLite file."""
    host: str = "127.0.0.1"
    """The address to listen on."""
    port: int = 8017
    """Port; 0 for a free one."""
    log: str = "off"
    """Kind of log on standard error: off, text or json."""
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Number of long jobs at a time; the same number of quick ones is run besides."""
    root_path: str = ""
    """Path prefix of the server behind a proxy, such as ``/lights``, or ``""``."""
    token: str = ""
    """Token that clients must send as ``Authorization: Bearer``, or ``""``."""
    tokens: Path | None = None
    """File of users with their tokens, or None."""
    proxies: tuple[str, ...] = ()
    """Addresses of trusted proxies, whose ``X-Forwarded-For`` names the client."""
    hosts: tuple[str, ...] = ()
    """Accepted names in the header ``Host``, besides this machine's own."""
    pyodide: Path | None = None
    """Folder with Pyodide's own files for "check it yourself"; None without."""
    max_lights: int = 10_000
    """Largest number of lights of a board."""
    max_body: int = MIB
    """Largest size of a request in bytes."""
    max_result: int = 16 * MIB
    """Largest size of a result in bytes."""
    max_queued: int = 1_000
    """Largest number of waiting jobs of all clients."""
    max_queued_a_client: int = 10
    """Largest number of waiting and running long jobs of one client."""
    max_seconds: float = 3600.0
    """Largest time limit in seconds."""
    max_batch: int = 10_000
    """Largest number of boards in a batch."""
    quick_seconds: float = 1.0
    """Forecast seconds below which a question never waits behind longer ones."""
    slice_seconds: float = 60.0
    """Seconds after which a long job makes room for clients with fewer running jobs."""
    asker_seconds: float = 60.0
    """Seconds of silence after which a client counts as gone."""
    body_seconds: float = 10.0
    """Seconds in which a request must arrive completely."""
    wait_seconds: float = 30.0
    """Longest ``Prefer: wait`` in seconds."""
    check_seconds: float = 120.0
    """Seconds that checking a certificate may take."""
    memory: int = 2 * 2**30
    """Address space of a child process in bytes."""
    file_size: int = 2**30
    """Largest file that a child process may write, in bytes."""
    deaths: int = 3
    """Number of dead child processes after which a job has failed."""
    keep_seconds: float = 30 * 86_400.0
    """Seconds for which results are kept."""
    keep_bytes: int = 2**30
    """Largest total size of kept results in bytes."""

    @property
    def child_limits(self) -> dict[str, int]:
        """Return the few settings that a child process needs with every job."""
        return {
            "memory": self.memory,
            "file_size": self.file_size,
            "max_lights": self.max_lights,
            "max_result": self.max_result,
        }
