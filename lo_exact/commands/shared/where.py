"""Options for where long computations run and where their pieces are saved."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lo_exact.commands.shared.options import named_file
from lo_exact.commands.shared.quick import OptionGroup
from lo_exact.errors import InputError, UsageError, printable, writing

if TYPE_CHECKING:
    from lo_exact.runners.work import Where

Jobs = Annotated[int, typer.Option("--jobs", min=1, metavar="N", help="Work in N processes.")]
ClusterAddress = Annotated[
    str, typer.Option("--cluster", metavar="TCP://HOST:PORT", help="Work on this Dask cluster.")
]
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


def where_of(
    jobs: int = 1, ledger: str | None = None, cluster: str = "", pieces: int = 0, task: str = ""
) -> "Where":
    """Return the place of computation that the options select.

    Raises:
        UsageError: When the options cannot be.
        MissingPackageError: When Dask is asked for and not there.
        InputError: When the ledger cannot be written.
    """
    from lo_exact.runners.work import Where

    if pieces > MAX_PIECES:
        raise UsageError(f"--pieces is {MAX_PIECES} at most, got {pieces}")
    index = task.removeprefix("run ")
    runs = index.isdecimal() and index.isascii() and int(index[:9]) < pieces
    if task not in ("", "plan", "merge") and not runs:
        raise UsageError("--task is what lo-exact shard gives: plan, merge, run I below --pieces")
    if cluster:
        check_cluster(cluster)
    if ledger is None:
        return Where(jobs, cluster, None, pieces, task)
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
    return Where(jobs, cluster, path, pieces, task)


def check_cluster(address: str) -> None:
    """Refuse an invalid cluster address, and raise if Dask is not installed."""
    import re

    from lo_exact.packages import require

    found = re.fullmatch(r"(?:tcp|tls)://[^\s/]+:([0-9]{1,5})", address, re.ASCII)
    if not found or not 0 < int(found[1]) < 65536:
        raise UsageError(
            f"--cluster wants an address like tcp://host:8786, got {printable(address, 60)!r}"
        )
    require("a cluster", "distributed")


_KEPT = {
    "ledger": (Ledger, None),
    "cluster": (ClusterAddress, ""),
    "pieces": (Pieces, 0),
    "task": (Task, ""),
}

WhereRun = Annotated["Where", OptionGroup({"jobs": (Jobs, 1)} | _KEPT, where_of)]


def _where_kept(ledger: str | None, cluster: str, pieces: int, task: str) -> "Where | None":
    if ledger is None and not (cluster or pieces or task):
        return None
    from lo_exact.runners.work import cores

    return where_of(1 if task else cores(), ledger, cluster, pieces, task)


WhereKept = Annotated["Where | None", OptionGroup(_KEPT, _where_kept)]
"""Of a command that takes all cores by itself: None where nothing is said."""
