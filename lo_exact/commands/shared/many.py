"""Commands that take many puzzles: several files, and files with several puzzles.

One process answers them all, or ``--jobs`` processes do.  Each puzzle's answer is printed in the
order of the input, with its name, and a summary follows.  With ``--json`` every answer is a line,
with the usual keys and ``source``, and the last line is the summary.  A single puzzle is printed
without name and summary.

The command stops at the first puzzle that fails, unless ``--keep-going`` is given: a typing error
in line 3 is reported immediately.  Earlier answers stay printed, and the summary says where the run
stopped, so that nobody takes it for the whole.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact.commands.shared.answer import NO, Reply, Talk, allow_long_numbers
from lo_exact.commands.shared.options import READING, OwnTimeLimit, Reading, ask_command
from lo_exact.commands.shared.quick import REQUIRED, OptionGroup, grouped
from lo_exact.errors import (
    INTERRUPTED,
    InputError,
    LimitReached,
    LoExactError,
    UsageError,
    printable,
)
from lo_exact.languages.phrases import phrase
from lo_exact.registers import named

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.runners.work import Record

GRAVEST = (INTERRUPTED, 70, 6, 5, 3, 2, 4, 1, 0)
"""Exit codes, gravest first: a run of many puzzles ends with the first that occurred."""


@dataclass(frozen=True)
class Done:
    """The result of answering one of many puzzles."""

    code: int
    """Exit code."""
    text: str
    """Text to print."""
    weight: int | None = None
    """Weight, to be added to the total."""
    solved: bool | None = None
    """As in `Reply`."""
    error: str = ""
    """Error message, or ``""``."""
    place: str = ""
    """The puzzle that failed."""


class AnswersTally:
    """Printer of answers, each as soon as it arrives, and of the totals at the end."""

    def __init__(self, talk: Talk, *, as_json: bool):
        self._talk, self._as_json = talk, as_json
        self.codes: list[int] = []
        self.stopped: str = ""
        self._answered = 0
        self._solved: int | None = None
        self._unsolvable = self._weight = 0

    def add(self, done: Done) -> None:
        """Print one answer and count it."""
        self._print(done)
        self._answered += 1
        if done.solved is not None:
            self._solved = (self._solved or 0) + done.solved
            self._unsolvable += not done.solved and done.code in (0, NO)
            self._weight += done.weight or 0
        self._talk.tick(f"{self._answered} puzzles answered")

    def stop(self, done: Done) -> None:
        """Print the error that ends the run, and record at which puzzle the run ended."""
        self._print(done)
        self.stopped = done.place

    def _print(self, done: Done) -> None:
        self._talk.end_progress()
        if done.error:
            print(f"lo-exact: {done.error}", file=sys.stderr)
            if self._as_json:
                print(json.dumps({"status": "error", "error": done.error}))
        else:
            print(done.text)
        sys.stdout.flush()
        self.codes.append(done.code)

    def end(self) -> None:
        """Print the totals, and state where the run stopped if it was not complete."""
        self._talk.end_progress()
        interrupted = self.stopped == "interrupted"
        self.codes += [INTERRUPTED] * interrupted
        self.codes += [NO] * (self._unsolvable > 0)
        sums = {"solved": self._solved, "unsolvable": self._unsolvable, "weight": self._weight}
        known = {} if self._solved is None else sums
        if self._as_json:
            stopped = {"stopped": self.stopped} if self.stopped else {}
            print(json.dumps({"puzzles": self._answered} | known | stopped))
            return
        said = phrase(205, n=self._answered) if self.stopped else ""
        if known:
            open_ones = self._answered - (self._solved or 0) - self._unsolvable
            said = phrase(200, n=self._solved, weight=self._weight)
            said += phrase(201, n=self._unsolvable) if self._unsolvable else ""
            said += phrase(202, n=open_ones) if open_ones else ""
        if self.stopped:
            said += phrase(204) if interrupted else phrase(203, place=self.stopped)
        if said:
            print(f"\n{said}")
        if self.stopped and not interrupted:
            self._talk.say("--keep-going answers the others")


def failed_puzzle(error: LoExactError, file: str, number: int) -> Done:
    """Return the error of one of many puzzles, with the puzzle's name if the message lacks it."""
    said, place = str(error), f"{printable(file)} #{number}"
    said = said if printable(file) in said else f"{place}: {said}"
    return Done(error.exit_code, "", error=said, place=place)


def titled(text: str, file: str, number: int, *, title: str = "", bare: bool) -> str:
    """Return an answer with its name above, or in front if the answer is a single line.

    Args:
        text: the answer.
        file: the puzzle's file.
        number: its number in the file.
        title: its name in the file, or ``""``.
        bare: whether ``text`` is for other programs, so that no name may be added.
    """
    if bare:
        return text
    lines = text.splitlines()
    drawn = [k for k, line in enumerate(lines) if not line]
    if len(drawn) == 1 and drawn[0] == len(lines) - 2:
        text = f"{'; '.join(lines[: drawn[0]])}; {lines[-1]}"
    named = f" ({printable(title, 60)})" if title else ""
    return f"{printable(file)} #{number}{named}: {text}" + (
        "" if len(drawn) < 2 and "\n" not in text else "\n"
    )


Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE",
        help="Puzzle files or folders; - is standard input. A mask (0x1f), a nested list or a game "
        "ID can be given in place of a file.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print JSON, one object a line for each puzzle.")
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", min=1, metavar="N", help="Answer N puzzles at a time.")
]
KeepGoing = Annotated[
    bool, typer.Option("--keep-going", help="Continue with the others after a puzzle that fails.")
]

ONLY_ONE = ("certificate", "ledger", "picture", "output", "pbm")
"""Options that name one file, and so permit only one puzzle."""


@dataclass(frozen=True)
class Source:
    """One puzzle of the command line: its file, its number in the file, and its parser."""

    file: str
    number: int
    read: "Callable[[], AnyPuzzle]"


@dataclass(frozen=True)
class Asking:
    """The options for a question about many puzzles: files, parsing, output, number of jobs."""

    files: list[str]
    how: Reading
    as_json: bool
    jobs: int
    keep_going: bool


def _asking(
    files: list[str],
    json: bool,
    jobs: int | None,
    keep_going: bool,
    **said: str | None,
) -> Asking:
    named = [name for file in files for name in files_in(file)]
    return Asking(named, Reading(said), json, jobs or 1, keep_going)


def files_in(file: str) -> list[str]:
    """Return the file itself, or the files in a folder sorted by name, without hidden ones.

    A list of the folder's own levels (``levels.json``) holds what the other files hold.

    Raises:
        InputError: When a folder has no files.
    """
    if "\n" in file or "\0" in file or not os.path.isdir(file):
        return [file]
    with os.scandir(file) as entries:
        found = sorted(e.path for e in entries if e.is_file() and not e.name.startswith("."))
    if len(found) > 1:
        found = [path for path in found if not _lists_levels(path)]
    if not found:
        raise InputError("this directory holds no files to read", source=file)
    return found


def _lists_levels(path: str) -> bool:
    """Return whether a file is the index that ``make --count`` writes next to its levels."""
    if os.path.basename(path) != "levels.json":
        return False
    from lo_exact.formats import find_format

    with open(path, "rb") as file:
        return find_format("levels").sniff(file.read(4096).decode("utf-8", "replace"))


_ASKING = {
    "files": (Files, REQUIRED),
    "json": (AsJson, False),
    "jobs": (Jobs, None),
    "keep_going": (KeepGoing, False),
}


def takes_puzzles(command: Callable[..., Reply]) -> Callable[..., int]:
    """Replace the first parameter of a command, the puzzle, by FILE... and the reading options.

    It gets ``--json``, ``--jobs`` and ``--keep-going`` as well, and no command sees them.
    """
    return grouped(command, OptionGroup(_ASKING | READING, _asking, OwnTimeLimit), _answer_files)


Classical = Annotated[
    bool, typer.Option("--classical", help="FILE is a check matrix, not a board.")
]


def takes_puzzles_or_checks(command: Callable[..., Reply]) -> Callable[..., int]:
    """Replace the first parameter as `takes_puzzles` does, and add ``--classical``."""

    def asking(*, classical: bool, **given: Any) -> Asking:
        asked = _asking(**given)
        return replace(asked, how=replace(asked.how, checks_alone=classical))

    options = _ASKING | READING | {"classical": (Classical, False)}
    return grouped(command, OptionGroup(options, asking, OwnTimeLimit), _answer_files)


def _answer_files(command: Callable[..., Reply], asking: Asking, options: dict[str, Any]) -> int:
    if options.pop("readings", False):
        from lo_exact.commands.shared.readings import print_readings

        return print_readings(asking.files, *asking.how.options())
    asked = Asked(command, options, asking.as_json)
    sources = _sources(asking.files, asking.how)
    first = list(islice(sources, 2))
    if len(asking.files) == 1 and len(first) == 1 and isinstance(first[0], Source):
        return asked.alone(first[0])
    for name in ONLY_ONE:
        if options.get(name):
            raise UsageError(
                f"--{name} takes one puzzle, and here are many; without it all are printed"
            )
    several = chain(first, sources)
    return _answer_all(asked, several, jobs=asking.jobs, keep_going=asking.keep_going)


@dataclass(frozen=True)
class Asked:
    """A command with its options, ready to run on puzzles."""

    command: Callable[..., Reply]
    """The command's function: puzzle and options to `Reply`."""
    options: dict[str, Any]
    """The command's own options."""
    as_json: bool
    """Whether to print JSON."""

    def alone(self, source: Source) -> int:
        """Read and answer the only puzzle, print the answer, and return the exit code."""
        reply = self.reply(source.read())
        reply.print_text(as_json=self.as_json)
        return reply.code

    def reply(self, puzzle: "AnyPuzzle") -> Reply:
        """Run the command on one puzzle and return the reply."""
        allow_long_numbers()
        reply: Reply = ask_command(self.command, puzzle, self.options)
        return reply

    def answer(self, source: "Source | Done") -> "Done":
        """Read and answer one of many puzzles; return the answer, or the error, as a `Done`."""
        if not isinstance(source, Source):
            return source
        try:
            puzzle = source.read()
        except LoExactError as error:
            return failed_puzzle(error, source.file, source.number)
        return self.done(puzzle, source.file, source.number)

    def done(self, puzzle: "AnyPuzzle", file: str, number: int) -> "Done":
        """Answer a parsed puzzle; return the answer, or its error, as a `Done`."""
        try:
            reply = self.reply(puzzle)
            if self.as_json:
                value = {**reply.json(), "source": {"file": file, "number": number}}
                text = json.dumps(value)
            else:
                text = titled(
                    "\n".join(reply.lines()),
                    file,
                    number,
                    title=puzzle.layout.title,
                    bare=reply.bare,
                )
        except LoExactError as error:
            return failed_puzzle(error, file, number)
        return Done(reply.code, text, reply.weight, reply.solved)


def _sources(files: Sequence[str], how: Reading) -> "Iterator[Source | Done]":
    """Yield all puzzles of all files; yield an unreadable file as a failed `Done`."""
    from lo_exact.formats.reading import read_parts

    options, form = how.options()
    for file in files:
        if how.checks_alone:
            yield Source(file, 1, partial(how.checks, file, boards=False))
            continue
        try:
            parts = read_parts(file, options=options, format=form)
        except LoExactError as error:
            if len(files) == 1:
                raise

            yield Done(error.exit_code, "", error=str(error), place=printable(file))
            continue
        name = file if "\n" not in file and len(file) < 200 else "text"
        for number, part in enumerate(parts, start=1):
            yield Source(name, number, part.read)


def _answer_all(
    asked: Asked, sources: "Iterator[Source | Done]", *, jobs: int, keep_going: bool
) -> int:
    """Answer all puzzles, print answers and totals, and return the most severe exit code."""
    talk = Talk(quiet=bool(asked.options.get("quiet")))
    tally = AnswersTally(talk, as_json=asked.as_json)

    def take(done: "Done") -> None:
        """Print one answer; raise `_Enough` if the remaining puzzles must be skipped."""
        if done.error and not keep_going:
            tally.stop(done)
            raise _Enough
        tally.add(done)
        if done.code == INTERRUPTED:
            tally.stopped = "interrupted"
            raise _Enough

    try:
        if jobs == 1:
            for source in sources:
                take(asked.answer(source))
        else:
            _side_by_side(asked, sources, jobs, take)
    except KeyboardInterrupt:
        tally.stopped = "interrupted"
    except LimitReached as error:  # worker processes died repeatedly
        tally.stop(Done(error.exit_code, "", error=str(error), place="workers that were killed"))
    except _Enough:
        pass
    tally.end()
    return next(code for code in GRAVEST if code in tally.codes or code == 0)


class _Enough(Exception):
    """Raised to skip the remaining puzzles."""


def _side_by_side(
    asked: Asked,
    sources: "Iterator[Source | Done]",
    jobs: int,
    take: "Callable[[Done], None]",
) -> None:
    """Answer puzzles in parallel child processes, and process the answers in input order."""
    from lo_exact.outcome import Watch
    from lo_exact.runners.local_processes import run
    from lo_exact.runners.work import Order, Where, Work

    allow_long_numbers()
    name = f"{asked.command.__module__}:{asked.command.__name__}"
    options = asked.options | ({"quiet": True} if "quiet" in asked.options else {})
    order = Order(
        "answers", f"{__name__}:prepared_question", f"{__name__}:answer_puzzles", {},
        (name, options, asked.as_json), "puzzles", sys.maxsize,
    )  # fmt: skip
    waiting: dict[int, Done] = {}
    given: dict[int, tuple[AnyPuzzle, str, int]] = {}
    following = 0

    def arrived(number: int, done: Done) -> None:
        nonlocal following
        waiting[number] = done
        while following in waiting:
            following += 1
            take(waiting.pop(following - 1))

    def ranges() -> Iterator[tuple[int, int]]:
        for number, source in enumerate(sources):
            if not isinstance(source, Source):
                arrived(number, source)
                continue
            try:
                given[number] = source.read(), source.file, source.number
            except LoExactError as error:
                arrived(number, failed_puzzle(error, source.file, source.number))
                continue
            yield number, number + 1

    def keep(record: "Record", written: bool) -> None:
        del given[record.low]
        arrived(record.low, Done(**record.result))

    work = Work(order, given=lambda low, high: given[low])
    run(work, ranges(), Where(jobs=jobs), Watch(), keep)


def prepared_question(spec: tuple[str, dict[str, Any], bool]) -> Asked:
    """Return the command to run in a child process, with one thread for each solver."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    name, options, as_json = spec
    return Asked(named(name).command, options, as_json)


def answer_puzzles(
    asked: Asked,
    low: int,
    high: int,
    given: "tuple[AnyPuzzle, str, int]",
    check: Callable[[int], None],
) -> dict[str, Any]:
    """Answer one puzzle, in a child process; return the fields of the resulting `Done`."""
    return vars(asked.done(*given))
