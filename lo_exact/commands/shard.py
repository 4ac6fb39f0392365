"""Command ``lo-exact shard``: split a long command into pieces for machines that share one folder.

`plan` writes a plan file into a folder (`PiecesPlan`): the words of the command, and the task that
its pieces belong to.  `run` computes one piece by number, on any machine, and writes it beside the
plan.  `merge` adds up the pieces and prints the answer of the command.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lo_exact import machine
from lo_exact.commands.shared.answer import print_json
from lo_exact.commands.shared.options import Jobs, Json, Quiet
from lo_exact.commands.shared.quick import typer_command
from lo_exact.errors import InputError, UsageError, printable, refuse_use, writing
from lo_exact.registers import Task, find, named, rows_of_slices
from lo_exact.runners.work import PLAN, NoAnswer, Order, piece

if TYPE_CHECKING:
    from lo_exact.runners.work import Work

FORMAT = "lo-exact plan 1"
_LARGEST = 2**20
"""Bytes of a plan that are read."""


@dataclass(frozen=True)
class PiecesPlan:
    """Plan of a long command that is split into pieces."""

    words: tuple[str, ...]
    """The command, word by word."""
    of: int
    """Number of pieces."""
    order: Order | None = None
    """The task to split; None in a plan that was read from a file."""


def write_plan(folder: Path, plan: PiecesPlan) -> None:
    """Write a plan into a new folder.

    Raises:
        UsageError: When the folder holds another plan.
    """
    order = plan.order
    assert order is not None
    content: dict[str, Any] = {
        "format": FORMAT, "meaning": order.meaning, "command": list(plan.words), "of": plan.of,
        "kind": order.kind, "about": order.about, "units": order.units,
    }  # fmt: skip
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    path, text = folder / PLAN, json.dumps(content, indent=1) + "\n"
    refuse_use(
        path.exists() and path.read_text(encoding="utf-8") != text,
        f"another plan is in {folder}: take another folder, or remove it",
    )
    with writing(path):
        machine.write_bytes_atomically(path, text.encode("utf-8"))


def read_plan(folder: Path) -> PiecesPlan:
    """Parse the plan file in a folder.

    Raises:
        InputError: When there is no plan.
    """
    path = folder / PLAN
    try:
        with path.open("rb") as file:
            value = json.loads(file.read(_LARGEST))
        words, of = value["command"], value["of"]
        right = value["format"] == FORMAT and type(of) is int and of > 0
        if not right or not words or not all(isinstance(word, str) for word in words):
            raise ValueError("no plan")
    except OSError as error:
        raise InputError(f"no plan can be read: {error.strerror}", source=str(path)) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise InputError(f"wanted a {FORMAT}, got something else", source=str(path)) from None
    return PiecesPlan(tuple(words), of)


shard: typer.Typer = typer.Typer(
    rich_markup_mode=None,
    add_completion=False,
    no_args_is_help=True,
    help="Cut a long command (min, decode, hardest, histogram) into pieces: plan once, "
    "run each piece, merge.\n\nExample: lo-exact shard plan --of 2 FOLDER histogram --size 5x5 "
    "--colours 3; lo-exact shard run FOLDER --index 0 (and 1); lo-exact shard merge FOLDER",
)


LONG: tuple[Task, ...] = (
    Task("min", "lo_exact.commands.minimum:minimum"),
    *rows_of_slices("LONG"),
)

MAX_SHARDS = 100_000
"""Pieces that a command may be cut into."""

MAX_LISTED = 1_000
"""Pieces that are listed on the terminal."""

_FORWARD = {"ignore_unknown_options": True, "allow_interspersed_args": False}

Of = Annotated[
    int, typer.Option("--of", min=1, max=MAX_SHARDS, metavar="N", help="Number of pieces.")
]
Index = Annotated[int, typer.Option("--index", min=0, metavar="I", help="Which piece, 0 to N - 1.")]
Folder = Annotated[
    str, typer.Argument(metavar="FOLDER", help="Folder for the plan and the results.")
]
Words = Annotated[list[str], typer.Argument(metavar="COMMAND", help="The long command.")]


@shard.command("plan", context_settings=_FORWARD)
def plan(folder: Folder, words: Words, of: Of, json: Json = False) -> int:
    """Cut a long command into pieces, and write the plan into a new folder.

    Options of the plan come first, the command with its own options last.

    Example: lo-exact shard plan --of 8 --json pieces histogram --size 5x5 --colours 3
    """
    path = Path(folder)
    work = _asked(words, ["--task", "plan"])
    if work is None or work.order.units < min(of, 2):
        raise UsageError("this is answered in one go: there is nothing to cut")
    units, unit = work.order.units, work.order.unit
    refuse_use(of > units, f"--of is {units} at most here ({units} {unit}), got {of}")
    write_plan(path, PiecesPlan(tuple(words), of, work.order))
    ranges = [piece(units, index, of) for index in range(of)]
    if json:
        print_json(
            {
                "folder": folder,
                "kind": work.order.kind,
                "about": work.order.about,
                "unit": unit,
                "units": units,
                "seconds": round(work.seconds, 3) or None,
                "shards": [list(one) for one in ranges],
            }
        )
        return 0
    about = f", about {work.seconds:.1f} s on one core" if work.seconds else ""
    print(f"{units} {unit}{about}; the plan is in {printable(folder)}")
    for index, (low, high) in enumerate(ranges[:MAX_LISTED]):
        print(f"shard {index} of {of}: {unit} {low} to {high - 1}")
    if of > MAX_LISTED:
        print(f"... and so on to shard {of - 1}")
    return 0


@shard.command("run")
def run(folder: Folder, index: Index, jobs: Jobs = 1, quiet: Quiet = False) -> int:
    """Run one piece of a plan; a repeated call resumes it.

    Example: lo-exact shard run data/ledgers/lights-out-2000 --index 0
    """
    found, path = _plan(folder)
    refuse_use(index >= found.of, f"--index is 0 to {found.of - 1}, got {index}")
    more = ["--pieces", str(found.of), "--ledger", str(path), "--jobs", str(jobs)]
    work = _asked(found.words, [*more, "--task", f"run {index}", *(["-q"] if quiet else [])])
    assert work is not None

    low, high = piece(work.order.units, index, found.of)
    unit = work.order.unit
    print(f"shard {index} of {found.of}: {unit} {low} to {high - 1} are in {printable(folder)}")
    return 0


@shard.command("merge")
def merge(folder: Folder) -> int:
    """Merge all pieces, check that every unit occurs exactly once, and print the answer.

    What is printed, and the exit code, are those of the command that was planned.

    Example: lo-exact shard merge data/ledgers/lights-out-2000
    """
    found, path = _plan(folder)
    code = _called(found.words, ["--ledger", str(path), "--task", "merge"])
    return code or 0


def _plan(folder: str) -> "tuple[Any, Path]":

    from lo_exact.formats.examples import path_or_example
    from lo_exact.runners.work import PLAN

    path = Path(path_or_example(f"{folder.rstrip('/')}/{PLAN}")).parent
    if not path.is_dir():
        raise InputError("there is no such folder", source=folder)
    return read_plan(path), path


def _asked(words: Any, more: list[str]) -> "Work | None":
    """Run a command until it starts work that can be split; return that work, or None."""
    try:
        _called(words, more)
    except NoAnswer as nothing:
        return nothing.work
    return None


def _called(words: Any, more: list[str]) -> int | None:
    """Run a command in this process with additional options.

    Raises:
        UsageError: When the command cannot be split.
    """
    row = find(LONG, words[0], "command that can be cut")
    target: Callable[..., Any] = named(row.function)
    code: int | None = typer_command(row.name, target).main(
        [*words[1:], *more], prog_name=f"lo-exact {row.name}", standalone_mode=False
    )
    return code
