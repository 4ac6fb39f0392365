"""Questions answered by running a command in a temporary folder, on files from the request.

A text of the request becomes a file that is named after its field, so no path of a user is opened,
and a message about line 2 of an answer says ``answer:2``.  The result is what the command prints
with ``--json``; files that it writes belong to the job.
"""

import io
import json
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

from lo_exact.cli import TYPERS_OWN
from lo_exact.commands.shared.answer import LIMIT_REACHED
from lo_exact.commands.shared.quick import typer_command, within
from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Watch
from lo_exact.registers import named
from lo_exact.service.children.bounded import Told, Value

PLAIN, TIMED = ("--json",), ("--json", "--time-limit={}")
"""Arguments of most commands; ``{}`` is the time limit of each board in seconds."""

SPELLED = {
    "kind": "{}",
    "colour_range": "--colours={}",
    "walk limit": "--all --limit-solutions={}",
    "distance certificate": "--certificate=certificate.json",
    "format": "--as={}",
    "formula": "--format={}",
    "parameters": "--kernel",
    "levels": "--count={} --out=levels",
    "sheet": "--sheet=sheet.{}",
    "certificate": "--evidence=evidence",
}
"""Options that a command spells differently from the request, for all questions or one."""


@dataclass(frozen=True)
class CommandQuestion:
    """Question answered by running a command: the command's function, input files and arguments."""

    function: str
    """``module:function`` of the command."""
    texts: dict[str, str] = field(default_factory=lambda: {"board": "board"})
    """Fields that become files, with the arguments that name them."""
    words: tuple[str, ...] = PLAIN
    """Arguments of every run; ``{}`` is the time limit of each board."""


BY_COMMAND = {
    "kernel": CommandQuestion("lo_exact.commands.kernel:kernel"),
    "plan": CommandQuestion("lo_exact.commands.plan:plan"),
    "chase": CommandQuestion("lo_exact.byhand.chasing.chase_command:chase"),
    "matrix": CommandQuestion("lo_exact.byhand.matrix_command:matrix"),
    "explain": CommandQuestion("lo_exact.byhand.explain_command:explain", words=TIMED),
    "hardest": CommandQuestion("lo_exact.hardest_boards.hardest_command:hardest", words=TIMED),
    "histogram": CommandQuestion("lo_exact.hardest_boards.hardest_command:histogram", words=TIMED),
    "spectrum": CommandQuestion("lo_exact.spectra.spectrum_command:spectrum", words=TIMED),
    "sample": CommandQuestion("lo_exact.spectra.spectrum_command:sample", words=TIMED),
    "table": CommandQuestion("lo_exact.byhand.table_command:table", {}, TIMED),
    "walk": CommandQuestion("lo_exact.parity_walks.command:solve", {"board": "board"}, TIMED),
    "decode": CommandQuestion(
        "lo_exact.codes.decode_command:decode",
        {"board": "board", "shots": "shots.01", "observables": "--obs-in=observables.01"},
    ),
    "distance": CommandQuestion(
        "lo_exact.codes.distance_command:distance",
        {
            "board": "board", "hx": "--css hx", "hz": "hz",
            "stabilizers": "--stabilizers=stabilizers", "gauge": "--gauge=gauge",
        },
        TIMED,
    ),
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
        "lo_exact.byhand.levels.levels_command:levels", words=TIMED
    ),
    "export": CommandQuestion("lo_exact.commands.export:export", words=()),
    "certify": CommandQuestion(
        "lo_exact.hardest_boards.certify_command:certify", {"board": "board.toml"}, TIMED,
    ),
}  # fmt: skip


def command_answered(request: Value, watch: Watch, boards: int) -> Told:
    """Run the command for a question, and return its output as the answer.

    Args:
        request: the canonical request.
        watch: its time limit is shared by the boards.
        boards: number of boards.

    Raises:
        UsageError: When options do not fit.
        LimitReached: When nothing is known at the time limit.
    """
    row = BY_COMMAND[request["question"]]
    with chdir(_folder().name):
        for old in Path().iterdir():  # delete the files of earlier questions
            rmtree(old) if old.is_dir() else old.unlink()
        words = [word.format(max(watch.remaining(), 0.0) / boards) for word in row.words]
        for name, word in row.texts.items():
            if request.get(name):
                file = re.split("[ =]", word)[-1]
                Path(file).write_text(request[name], encoding="utf-8")
                words += word.split()
        for name, value in request.items():
            if name not in ("question", "board", *row.texts):
                plain = f"--{name.replace('_', '-')}" + ("" if value is True else "={}")
                spelled = SPELLED.get(f"{request['question']} {name}", SPELLED.get(name, plain))
                words += [word.format(value) for word in spelled.split()]
        is_random = "levels" in request or request.get("kind") in ("random", "unsolvable")
        if request["question"] == "decode":
            words.append(
                "--obs-out=predictions.01" if "observables" in request else "-oanswers.npz"
            )
        elif request["question"] == "make" and "seed" not in request and is_random:
            words.append("--seed=0")
        # a command that ends itself at the limit gets 5 % + 0.5 s more, at most 14 %, for printing
        # a command without a time limit of its own is stopped at the limit
        left = max(watch.remaining(), 0.0)
        later = min(0.05 * left + 0.5, 0.14 * left)
        with within(left + later if row.words == TIMED else left):
            text, stopped = printed(row.function, words, watch)
        value = json.loads(text) if "--json" in words else {"text": text}
        written = [*Path().glob("sheet*"), *Path().glob("evidence/*"), *Path().glob("certi*.json")]
        return Told(value | _listed(), stopped, {path.name: path.read_bytes() for path in written})


_folder = cache(TemporaryDirectory)
"""Temporary folder of this process, kept because making one takes milliseconds."""


def _listed() -> Value:
    """Return the contents of files that a command wrote: levels, predictions, presses."""
    if (levels := Path("levels/levels.json")).exists():
        return {"levels": json.loads(levels.read_bytes())}
    if (predictions := Path("predictions.01")).exists():
        return {"predictions": predictions.read_bytes().decode().split()}
    if not Path("answers.npz").exists():
        return {}
    import numpy as np

    with np.load("answers.npz") as arrays:
        return {name: arrays[name].tolist() for name in ("status", "weights", "bounds", "presses")}


def printed(function: str, words: list[str], watch: Watch | None = None) -> tuple[str, bool]:
    """Return the output of a command, and whether it reached its time limit.

    Args:
        function: ``module:function`` of the command.
        words: arguments of its command line.
        watch: receives intermediate results, if the command reports any.

    Raises:
        UsageError: When options do not fit.
        LimitReached: When there is no result at the limit.
    """
    output = io.StringIO()
    command = typer_command("question", named(function))
    try:
        with redirect_stdout(output), redirect_stderr(io.StringIO()):
            code = command.main(words, standalone_mode=False, obj=watch)
    except LimitReached:
        if not output.getvalue():
            raise
        code = LIMIT_REACHED
    except TYPERS_OWN as error:
        raise UsageError(getattr(error, "message", "") or str(error)) from None
    return output.getvalue(), code == LIMIT_REACHED
