"""Questions that a command answers: it runs here, in a folder of its own, on files of ours.

A text of the request becomes a file that is named after its field, so no path of a user is opened,
and a message about line 2 of an answer says ``answer:2``.  The result is what the command prints
with ``--json``; files that it writes belong to the job.
"""

import io
import json
import tomllib
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from lo_exact.cli import TYPERS_OWN
from lo_exact.commands.shared.limit import within
from lo_exact.commands.shared.quick import typer_command
from lo_exact.errors import UsageError
from lo_exact.outcome import Watch
from lo_exact.registers import named
from lo_exact.service.children.bounded import READING, Value

LIMIT_REACHED = 4

SPELLED = {
    "kind": "{}",
    "format": "--as={}",
    "formula": "--format={}",
    "parameters": "--kernel",
    "levels": "--count={} --out=levels",
    "sheet": "--sheet=sheet.{}",
    "certificate": "--evidence=evidence",
}
"""Options that a command spells in another way than the request."""


@dataclass(frozen=True)
class CommandQuestion:
    """A question that is a command."""

    function: str
    """``module:function`` of the command."""
    texts: dict[str, str] = field(default_factory=lambda: {"board": "board"})
    """Fields that become files, and the words that name them."""
    words: tuple[str, ...] = ("--json",)
    """Words that are always there; ``{}`` is the time limit of each board."""


BY_COMMAND = {
    "press": CommandQuestion(
        "lo_exact.byhand.hint_command:press", {"board": "board", "answer": "answer"}
    ),
    "judge": CommandQuestion(
        "lo_exact.judging.judge_command:judge", {"board": "board", "answer": "answer"}
    ),
    "make": CommandQuestion(
        "lo_exact.byhand.levels.make_command:make",
        {"board": "--like=board", "answer": "--presses=answer"}, (),
    ),
    "levels": CommandQuestion(
        "lo_exact.byhand.levels.levels_command:levels", words=("--json", "--time-limit={}")
    ),
    "export": CommandQuestion("lo_exact.commands.export:export", words=()),
    "certify": CommandQuestion(
        "lo_exact.hardest_boards.certify_command:certify", {"board": "board.toml"},
        ("--json", "--time-limit={}"),
    ),
}  # fmt: skip


@dataclass(frozen=True)
class CommandAnswer:
    """A command's answer: JSON values, files, and whether the time limit came first."""

    value: Value
    files: dict[str, bytes]
    stopped: bool


def command_answered(request: Value, watch: Watch, boards: int) -> CommandAnswer:
    """Run the command of a question.

    Args:
        request: canonical.
        watch: its time limit is shared by the boards.
        boards: how many there are.

    Raises:
        UsageError: When options do not fit.
        LimitReached: When nothing is known at the time limit.
    """
    row = BY_COMMAND[request["question"]]
    said = io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder):
        words = [word.format(max(watch.remaining(), 0.0) / boards) for word in row.words]
        for name, word in row.texts.items():
            if request.get(name):
                Path(word.rpartition("=")[2]).write_text(request[name], encoding="utf-8")
                words.append(word)
        for name, value in request.items():
            if name not in ("question", "board", *row.texts):
                words += _spelled(name, value)
        if row is BY_COMMAND["make"] and request.get("kind") in (None, "random", "unsolvable"):
            words += [] if "seed" in request or _is_toy(request) else ["--seed=0"]
        with redirect_stdout(said), redirect_stderr(io.StringIO()), within(watch.remaining()):
            code = _run(row, words)
        text = said.getvalue()
        value = json.loads(text) if "--json" in words else {"text": text}
        with suppress(FileNotFoundError):
            value = {"levels": json.loads(Path("levels/levels.json").read_text(encoding="utf-8"))}
        written = [*Path().glob("sheet*"), *Path().glob("evidence/*")]
        return CommandAnswer(
            value, {path.name: path.read_bytes() for path in written}, code == LIMIT_REACHED
        )


def _spelled(name: str, value: Any) -> list[str]:
    plain = f"--{name.replace('_', '-')}" + ("" if value is True else "={}")
    return [word.format(value) for word in SPELLED.get(name, plain).split()]


def _is_toy(request: Value) -> bool:
    """Return whether a toy's starting board is wanted, which has no seed."""
    return "toy" in request and not {"kind", "levels"} & set(request)


def _run(row: CommandQuestion, words: list[str]) -> object:
    """Return a command's exit code."""
    command = typer_command("question", named(row.function))
    try:
        return command.main(words, standalone_mode=False)
    except TYPERS_OWN as error:
        raise UsageError(str(getattr(error, "message", error))) from None


def claimed_rules(text: str) -> Value:
    """Return what a claim says of its puzzle, to be bounded; nothing where it cannot be read.

    Raises:
        UsageError: When it names a file.
    """
    try:
        about = tomllib.loads(text).get("puzzle")
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}
    if not isinstance(about, dict):
        return {}
    if "file" in about:
        raise UsageError("a claim names its puzzle by its size here, not by a file")
    return {name: about[name] for name in READING if name in about}
