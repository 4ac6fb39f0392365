"""FILE and the reading options that every command on puzzles shares.

The options are the fields of `lo_exact.formats.ReadOptions`, described there and nowhere else.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.console import Talk
from lo_exact.commands.shared.options import OwnTimeLimit
from lo_exact.commands.shared.quick import REQUIRED, OptionGroup, grouped
from lo_exact.errors import DisagreementError, UsageError, printable
from lo_exact.formats.board.options import ReadOptions
from lo_exact.registers import completing

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

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
"""For each reading option its annotation and its default."""

OF_RULES = ("size", "neighbourhood", "topology", "colours", "objective", "toy")
"""Reading options that make a dark board without a file."""


@dataclass(frozen=True)
class Reading:
    """The options that the user gave for reading a puzzle."""

    said: dict[str, str | None]
    """The reading options as the user wrote them, by name; None where not given."""
    checks_alone: bool = False
    """Whether texts are check matrices and nothing else."""

    @property
    def has_rules(self) -> bool:
        """Return whether an option other than size and colours is given."""
        return any(value for name, value in self.said.items() if name not in ("size", "colours"))

    def options(self) -> tuple[ReadOptions, str | None]:
        """Return the reading options, and the name of the format or None.

        Raises:
            UsageError: When the number of colours is none.
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
        """Read a check matrix; if permitted, also a board in a format that identifies itself."""
        from lo_exact.formats.expected import read_expected

        options, form = self.options()
        return read_expected(file, options, form, boards=boards)

    def puzzles(self, files: Sequence[str]) -> "Iterator[Puzzle]":
        """Yield all puzzles in the given files.

        Raises:
            UsageError: When one is counters.
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
            UsageError: When there is neither, or an option is given that needs a file.
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
"""All reading options; a command that takes fewer says which, by `Group.of`."""

How = Annotated[Reading, READ]
HowToMake = Annotated[Reading, READ.of(*(name for name in READING if name != "toy"))]
"""Of the command that makes boards, whose ``--toy`` is the board itself."""
RulesOfSize = Annotated[Reading, READ.of(*OF_RULES, "read_as")]
"""Of commands about all boards of a size, or with the rules of FILE."""
BoardsOfSize = Annotated[Reading, READ.of("size", "colours", "neighbourhood", "topology", "toy")]
"""The same, where nothing is minimised."""
RuleNames = Annotated[Reading, READ.of("neighbourhood", "topology")]
"""Of a command about many sizes and colours."""


def takes_puzzle(command: Callable[..., int]) -> Callable[..., int]:
    """Replace the first parameter of a command, the puzzle, by FILE and the reading options."""
    return _taking(command, Reading.puzzle, (File, REQUIRED))


def takes_rules(command: Callable[..., int]) -> Callable[..., int]:
    """Do the same as `takes_puzzle` for commands without a state: ``--size`` can replace FILE."""
    return _taking(command, Reading.rules, (Board, ""))


def _taking(
    command: Callable[..., int],
    how: "Callable[[Reading, str], Puzzle]",
    file_option: tuple[Any, Any],
) -> Callable[..., int]:
    def read(file: str, **said: str | None) -> "Puzzle":
        return how(Reading(said), file)

    def answer(command: Callable[..., int], puzzle: "Puzzle", options: dict[str, Any]) -> int:
        if puzzle.layout.note and options.get("quiet") is False:
            Talk().say(puzzle.layout.note)
        try:
            return command(puzzle, **options)
        except DisagreementError as clash:
            if clash.saved:
                raise
            from lo_exact.commands.shared.writing import saved

            raise saved(puzzle, str(clash)) from clash

    return grouped(
        command, OptionGroup({"file": file_option} | READING, read, OwnTimeLimit), answer
    )


def read(file: str) -> "Puzzle":
    """Read a puzzle with `Reading.puzzle` and default options."""
    return Reading({}).puzzle(file)
