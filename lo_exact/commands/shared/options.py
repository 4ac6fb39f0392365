"""Options that several commands share: reading, searching, evidence, long work.

The reading options are the fields of `lo_exact.formats.ReadOptions`, described there and nowhere
else.  `takes_puzzle` and `takes_rules` give them to a command.
"""

import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import Talk, saved
from lo_exact.commands.shared.quick import REQUIRED, OptionGroup, grouped
from lo_exact.errors import (
    DisagreementError,
    InputError,
    UsageError,
    printable,
    writing,
)
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.format_table import FORMATS
from lo_exact.outcome import MEMORY
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.puzzle import Puzzle
    from lo_exact.runners.work import Where
    from lo_exact.solution import Solution
    from lo_exact.topology.random_puzzles import Range


def _engines(incomplete: str) -> list[str]:
    """Return the engine names that begin with ``incomplete``, for shell completion."""
    from lo_exact.engines.engine_table import all_engines

    names = ["auto", *(engine.name for engine in all_engines())]
    return completing(names)(incomplete)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing on standard error.")]
Verbose = Annotated[
    bool, typer.Option("--verbose", "-v", help="Print which engine ran, why, and the time.")
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        autocompletion=_engines,
        help="The engine; lo-exact engines lists them.",
    ),
]


_LOUD = OptionGroup({"quiet": (Quiet, False), "verbose": (Verbose, False)}, Talk)
Talking = Annotated[Talk, _LOUD]
"""Messages on standard error, as chosen by ``-q`` and ``-v``."""
Quietly = Annotated[Talk, _LOUD.of("quiet")]
"""Messages on standard error of commands without ``-v``."""


def seconds(text: str) -> float:
    """Parse a time limit in seconds, at least 0.

    Raises:
        UsageError: When it is not a number of seconds.
    """
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not number >= 0:
        got = printable(str(text), 40)
        raise UsageError(f"--time-limit wants seconds as a number, 0 or more; got {got!r}")
    return number


UNITS = {"mib": 2**20, "gib": 2**30}
LEAST_MEMORY = 128 * 2**20
"""Least memory limit in bytes; the program itself takes half of it."""


def memory_allowed(given: int | None) -> int:
    """Return the memory limit of built-in engines in bytes."""
    return MEMORY if given is None else given


def _bytes(text: str) -> int:
    """Parse a size of memory into bytes.

    Raises:
        typer.BadParameter: When it is not a size, or too small.
    """
    number, unit = text[:-3].strip(), UNITS.get(text[-3:].lower())
    if unit is None or not (number.isdecimal() and number.isascii() and len(number) <= 9):
        wanted = "wants a size like 512MiB or 2GiB"
        raise typer.BadParameter(f"{wanted}; got {printable(text, 40)!r}")
    if int(number) * unit < LEAST_MEMORY:
        raise typer.BadParameter(f"is {LEAST_MEMORY >> 20}MiB at least, got {text}")
    return int(number) * unit


Memory = Annotated[
    int | None,
    typer.Option(
        "--memory",
        metavar="SIZE",
        parser=_bytes,
        help="Memory limit of the built-in engines, for example 512MiB (default 2GiB).",
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="Stop after SECONDS; print the best and a bound.",
    ),
]
OwnTimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        parser=seconds,
        help="Give up after SECONDS.",
    ),
]


def seconds_allowed(time_limit: float | None) -> float:
    """Return the wall-clock limit in seconds, ``inf`` when there is none."""
    return inf if time_limit is None else time_limit


def _search(engine: str, time_limit: float | None, memory: int | None) -> dict[str, Any]:
    return {
        "engine": engine,
        "time_limit": seconds_allowed(time_limit),
        "memory": memory_allowed(memory),
    }


Search = Annotated[
    dict[str, Any],
    OptionGroup(
        {"engine": (EngineName, "auto"), "time_limit": (TimeLimit, None), "memory": (Memory, None)},
        _search,
    ),
]
"""Engine and limits, as keyword arguments for `lo_exact.solver`."""

Limit = Annotated[int | None, typer.Option("--limit", min=0, metavar="N", help="Show at most N.")]
ExpectSolvable = Annotated[
    bool, typer.Option("--expect-solvable", help="Exit with 1 when the board is unsolvable.")
]
Steps = Annotated[
    bool, typer.Option("--steps", help="Number the presses, one by one, with their places.")
]
StepBoards = Annotated[
    bool, typer.Option("--boards", help="With --steps: draw the board after each.")
]
AnySolution = Annotated[
    bool, typer.Option("--any-solution", help="Accept solutions that are not minimal.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", min=0, metavar="S", help="Equal seeds give equal boards."),
]


def number_range(option: str, text: str) -> "Range":
    """Parse a range of numbers such as ``3`` or ``2..9``."""
    from lo_exact.topology.random_puzzles import Range

    found = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", text, re.ASCII)
    if not found:
        raise UsageError(f"{option} wants a number or a range like 2..9, got {printable(text)!r}")
    low, high = int(found[1]), int(found[2] or found[1])
    if low > high:
        raise UsageError(f"{option} {text}: the range is empty")
    return Range(low, high)


REPLACED = ("certificate",)
"""First bytes of files written by this program, which may be replaced."""


def named_file(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse ``-`` for options that need a file name instead of standard output."""
    if path == "-":
        raise UsageError(f"{parameter.opts[0]} wants a file name, got - (a file named - is ./-)")
    return path


def can_be_written(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse a file that cannot be written, before the search begins."""
    if path is not None:
        named_file(parameter, path)
        option = f"{parameter.opts[0]} {printable(path)}"
        if not path:
            raise UsageError(f"{parameter.opts[0]} wants a file name, got an empty one")
        if os.path.isdir(path):
            raise InputError(f"{option}: this is a folder")
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError(f"{option}: this is not a regular file; name another one")
        kind = parameter.opts[0].removeprefix("--")
        if kind in REPLACED and not _is_empty_or_ours(path, kind):
            raise InputError(f"{option}: a file with other contents is left alone; name another")
        try:
            # files are written under a temporary name first, which may fail in some folders
            with tempfile.TemporaryFile(dir=os.path.dirname(path) or "."):
                pass
        except (OSError, ValueError):
            raise InputError(f"{option}: the folder cannot be written to") from None
    return path


def _is_empty_or_ours(path: str, kind: str) -> bool:
    """Return whether a file can be overwritten: missing, empty, or written by this program."""
    if not os.path.exists(path):
        return True
    try:
        with open(path, "rb") as file:
            start = file.read(64)
    except OSError:
        return False
    return not start or (b'"lo-exact ' in start and f'{kind}"'.encode() in start)


Bitmap = Annotated[
    str | None,
    typer.Option(
        "--pbm",
        metavar="FILE",
        callback=can_be_written,
        help="Write the presses there as a bitmap (PBM) instead of drawing them.",
    ),
]


def checked_picture(parameter: typer.CallbackParam, path: str | None) -> str | None:
    """Refuse, before the search, an unwritable file and an ending that is no picture format."""
    if path is not None:
        from lo_exact.pictures.write import check_picture

        can_be_written(parameter, path)
        check_picture(path)
    return path


Picture = Annotated[
    str | None,
    typer.Option(
        "--picture",
        metavar="FILE",
        callback=checked_picture,
        help="Also draw a picture: FILE.svg, FILE.pdf or FILE.png.",
    ),
]


File = Annotated[
    str,
    typer.Argument(
        metavar="FILE", help="A puzzle file; - reads standard input; a mask, list or game ID."
    ),
]
Rules = Annotated[str, typer.Argument(metavar="FILE", help="A puzzle; its state is ignored.")]
Board = Annotated[
    str, typer.Argument(metavar="FILE", help="A board; or --size, for all boards of a size.")
]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--as", metavar="NAME", help="Read the text in this format; lo-exact formats lists them."
    ),
]

READING: dict[str, tuple[Any, None]] = {
    option.name: (
        Annotated[
            str | None,
            typer.Option(
                f"--{option.name}",
                metavar=option.metadata["metavar"],
                help=option.metadata["about"],
                autocompletion=completing(option.metadata["names"]),
            ),
        ],
        None,
    )
    for option in fields(ReadOptions)
    if option.metadata
} | {"read_as": (ReadAs, None)}
"""Annotation and default of each reading option."""

OF_RULES = ("size", "neighbourhood", "topology", "colours", "objective", "toy")
"""Reading options that make a dark board without a file."""


@dataclass(frozen=True)
class Reading:
    """The options that the user gave for reading a puzzle."""

    said: dict[str, str | None]
    """The reading options as the user wrote them, by name; None where not given."""
    checks_alone: bool = False
    """Whether all texts are check matrices."""

    @property
    def has_rules(self) -> bool:
        """Return whether an option other than size and colours is given."""
        return any(value for name, value in self.said.items() if name not in ("size", "colours"))

    def options(self) -> tuple[ReadOptions, str | None]:
        """Return the options for reading, and the given format's name, or None if none is given.

        Raises:
            UsageError: When ``--colours`` is not a number.
        """
        asked: dict[str, Any] = dict(self.said)
        form = asked.pop("read_as", None)
        colours = asked.pop("colours", None)
        if isinstance(colours, str) and colours != "none":
            if not (colours.isascii() and colours.isdigit()):
                raise UsageError(f"--colours is a number or none, got {printable(colours, 40)!r}")
            colours = int(colours[:20])
        counters = colours == "none"
        options = ReadOptions(**asked, colours=None if counters else colours, counters=counters)
        return options, form

    def refuse_others(self, taken: Collection[str], why: str) -> None:
        """Refuse every given option outside a set of permitted ones.

        Raises:
            UsageError: With the option, and why.
        """
        for name, value in self.said.items():
            if value is not None and name not in taken:
                raise UsageError(f"--{'as' if name == 'read_as' else name} {why}")

    def puzzle(self, file: str) -> "Puzzle":
        """Read a puzzle from a file, ``-``, or the text itself of a mask, a list or a game ID."""
        from lo_exact.formats import read_puzzle

        options, form = self.options()
        return read_puzzle(file, options=options, format=form)

    def checks(self, file: str, *, boards: bool = True) -> "Puzzle":
        """Read a check matrix; ``boards`` permits a text that identifies itself as a board."""
        from lo_exact.formats.expected import read_expected

        options, form = self.options()
        return read_expected(file, options, form, boards=boards)

    def puzzles(self, files: Sequence[str]) -> "Iterator[Puzzle]":
        """Yield all puzzles in the given files.

        Raises:
            UsageError: When one has counters.
        """
        from lo_exact.counters import of_colours
        from lo_exact.formats.reading import read_parts

        options, form = self.options()
        for file in files:
            for part in read_parts(file, options=options, format=form):
                yield of_colours(part.read(), "a comparison")

    def rules(self, file: str) -> "Puzzle":
        """Return the puzzle of a file, or the dark board of the size in ``--size``.

        Raises:
            UsageError: When there is neither, or an option needs a file.
        """
        if file:
            return self.checks(file) if self.said.get("read_as") == "checks" else self.puzzle(file)
        self.refuse_others(OF_RULES, "is for a FILE")
        from lo_exact.formats.apply_options import as_toy

        options, _ = as_toy(self.options()[0])
        if options.size is None:
            raise UsageError("say whose boards: FILE or --size ROWSxCOLUMNS")
        if options.counters:
            raise UsageError("--colours none is for a FILE of counters")
        from lo_exact.topology.described import described

        return described(
            options.size,
            neighbourhood=options.neighbourhood or "plus",
            topology=options.topology or "plane",
            colours=2 if options.colours is None else options.colours,
            objective=options.objective or "presses",
        )


READ = OptionGroup(READING, lambda **said: Reading(said))
"""All reading options; `OptionGroup.of` selects some."""

How = Annotated[Reading, READ]
HowToMake = Annotated[Reading, READ.of(*(name for name in READING if name != "toy"))]
"""Reading options of ``make``, whose ``--toy`` is the board itself."""
RulesOfSize = Annotated[Reading, READ.of(*OF_RULES, "read_as")]
"""Reading options of commands about all boards of a size, or with the rules of FILE."""
BoardsOfSize = Annotated[Reading, READ.of("size", "colours", "neighbourhood", "topology", "toy")]
"""Reading options of commands about all boards of a size that minimise nothing."""
RuleNames = Annotated[Reading, READ.of("neighbourhood", "topology")]
"""Reading options of a command about many sizes and colours."""


def takes_puzzle(command: Callable[..., int]) -> Callable[..., int]:
    """Replace the first parameter of a command, the puzzle, by FILE and the reading options."""
    return _taking(command, Reading.puzzle, (File, REQUIRED))


def takes_rules(command: Callable[..., int]) -> Callable[..., int]:
    """Replace a command's first parameter, the puzzle, by FILE, ``--size`` and reading options."""
    return _taking(command, Reading.rules, (Board, ""))


def _taking(
    command: Callable[..., int],
    how: "Callable[[Reading, str], Puzzle]",
    file_option: tuple[Any, Any],
) -> Callable[..., int]:
    def read(file: str, **said: str | None) -> "Puzzle":
        return how(Reading(said), file)

    return grouped(
        command, OptionGroup({"file": file_option} | READING, read, OwnTimeLimit), ask_command
    )


def ask_command(command: Callable[..., Any], puzzle: "AnyPuzzle", options: dict[str, Any]) -> Any:
    """Call a command with one puzzle; if two engines disagree, save the puzzle and raise."""
    if puzzle.layout.note and options.get("quiet") is False:
        Talk().say(puzzle.layout.note)
    try:
        return command(puzzle, **options)
    except DisagreementError as clash:
        from lo_exact.puzzle import Puzzle

        if clash.saved or not isinstance(puzzle, Puzzle):
            raise
        raise saved(puzzle, str(clash)) from clash


def read(file: str) -> "Puzzle":
    """Read a puzzle with `Reading.puzzle` and default options."""
    return Reading({}).puzzle(file)


Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Work in N processes.")]
Ledger = Annotated[
    str | None,
    typer.Option(
        "--ledger",
        metavar="PATH",
        callback=named_file,
        help="Save finished pieces there and resume: a file, or a folder shared by all workers.",
    ),
]
Pieces = Annotated[
    int, typer.Option("--pieces", min=0, metavar="N", help="Cut the work into N pieces.")
]
Task = Annotated[str, typer.Option("--task", hidden=True, help="What `lo-exact shard` asks for.")]

MAX_PIECES = 1_000_000
"""Pieces that a long command may be cut into."""


def where_of(jobs: int = 1, ledger: str | None = None, pieces: int = 0, task: str = "") -> "Where":
    """Return a `Where` with the processes, ledger, pieces and task that the options select.

    Raises:
        UsageError: When the options contradict each other.
        InputError: When the ledger cannot be written.
    """
    from lo_exact.runners.work import Where

    if pieces > MAX_PIECES:
        raise UsageError(f"--pieces is {MAX_PIECES} at most, got {pieces}")
    index = task.removeprefix("run ")
    runs = index.isdecimal() and index.isascii() and int(index[:9]) < pieces
    if task not in ("", "plan", "merge") and not runs:
        raise UsageError("--task is what lo-exact shard gives: plan, merge, run I below --pieces")
    if ledger is None:
        return Where(jobs, None, pieces, task)
    path = Path(ledger)
    if ledger.endswith("/"):
        with writing(path):
            path.mkdir(exist_ok=True)
    elif (
        not ledger
        or not path.parent.is_dir()
        or (path.exists() and not (path.is_dir() or path.is_file()))
    ):
        raise InputError(
            "a ledger is a file or a folder (end its name with / to make one)", source=ledger
        )
    return Where(jobs, path, pieces, task)


_KEPT = {
    "ledger": (Ledger, None),
    "pieces": (Pieces, 0),
    "task": (Task, ""),
}

WhereRun = Annotated["Where", OptionGroup({"jobs": (Jobs, 1)} | _KEPT, where_of)]


def _where_kept(ledger: str | None, pieces: int, task: str) -> "Where | None":
    if ledger is None and not (pieces or task):
        return None
    from lo_exact.runners.work import cores

    return where_of(1 if task else cores(), ledger, pieces, task)


WhereKept = Annotated["Where | None", OptionGroup(_KEPT, _where_kept)]
"""Options for jobs, cluster and ledger; None if none is given, which uses all cores."""


Certificate = Annotated[
    str | None,
    typer.Option(
        "--certificate",
        metavar="FILE",
        callback=can_be_written,
        help="Write the proof, for lo-exact check.",
    ),
]
Certify = Annotated[
    bool, typer.Option("--certify", help="Check the proof in a separate process before answering.")
]
Forms = Annotated[
    list[str] | None,
    typer.Option(
        "--form", metavar="NAME", help="Form of the evidence: walk, halves, lrat-kernel, ..."
    ),
]


@dataclass(frozen=True)
class EvidenceWanted:
    """The evidence that a user requests for an answer."""

    certificate: str | None = None
    """The file to write, or None."""
    certify: bool = False
    """Whether a fresh process must accept it before the answer is printed."""
    form: Sequence[str] | None = None
    """Names of the requested forms of evidence."""

    @property
    def any(self) -> bool:
        """Return whether a certificate is requested."""
        return self.certificate is not None or self.certify

    def give(self, solution: "Solution", talk: Talk, *, time_limit: float = inf) -> "Solution":
        """Write the requested certificate, if any, and run the checker on it if requested.

        Returns:
            The status that is still proved.

        Args:
            solution: The answer.
            talk: output for progress and notes.
            time_limit: wall-clock seconds for search and certificate together; the certificate
                gets some in any case.
        """
        if not self.any:
            if self.form:
                raise UsageError("--form says what is in a certificate: give --certificate")
            return solution
        from lo_exact.certificate.certify import with_evidence

        with writing(f"--certificate {self.certificate}"):
            made = with_evidence(
                solution, self.certificate or "", checked=self.certify, forms=self.form or (),
                time_limit=time_limit,
            )  # fmt: skip
        for sentence in made.said:
            talk.say(sentence)
        return made.solution


Evidence = Annotated[
    EvidenceWanted,
    OptionGroup(
        {
            "certificate": (Certificate, None),
            "certify": (Certify, False),
            "form": (Forms, None),
        },
        EvidenceWanted,
    ),
]


FORMAT_NAMES = (FORMATS[-1].name, *(row.name for row in FORMATS[:-1] if row.is_written))
"""Formats that can be written, the general one first."""


FormatName = Annotated[
    str,
    typer.Option(
        "--format",
        metavar="NAME",
        autocompletion=completing(FORMAT_NAMES),
        help=f"Format to write: {', '.join(FORMAT_NAMES)}.",
    ),
]


Output = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=can_be_written,
        help="Write it there instead of printing it.",
    ),
]
