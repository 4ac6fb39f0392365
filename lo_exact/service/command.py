"""``lo-exact serve``: the HTTP service, with its page."""

import os
from pathlib import Path
from typing import Annotated

import typer

from lo_exact.commands.shared.options import named_file
from lo_exact.commands.shared.where import ClusterAddress, check_cluster
from lo_exact.errors import MissingPackageError, UsageError

LOOPBACK = ("127.0.0.1", "localhost", "::1")
TOKEN = "LO_EXACT_TOKEN"

Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Where to listen.")]
Port = Annotated[
    int, typer.Option("--port", min=0, max=65535, metavar="N", help="0 takes a free one.")
]
StoreFile = Annotated[
    str | None,
    typer.Option("--store", metavar="FILE", callback=named_file, help="Where jobs are kept."),
]
Workers = Annotated[
    int | None, typer.Option("--workers", min=1, metavar="N", help="Long jobs at a time.")
]
MaxLights = Annotated[
    int, typer.Option("--max-lights", min=1, max=10**6, metavar="N", help="Larger are refused.")
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option("--allow-host", metavar="NAME", help="Answer for this name as well."),
]
Backup = Annotated[
    str | None,
    typer.Option(
        "--backup",
        metavar="FILE",
        callback=named_file,
        help="Copy the store there, and do not serve.",
    ),
]
Pyodide = Annotated[
    str | None,
    typer.Option("--pyodide", metavar="FOLDER", help="Pyodide's files, for 'check it yourself'."),
]
Open = Annotated[bool, typer.Option("--open", help="Open the page in the browser.")]


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8017,
    store: StoreFile = None,
    workers: Workers = None,
    max_lights: MaxLights = 10_000,
    allow_host: AllowHost = None,
    backup: Backup = None,
    pyodide: Pyodide = None,
    cluster: ClusterAddress = "",
    open: Open = False,
) -> int:
    """Serve boards over HTTP, and a page to draw them; jobs are kept in a file.

    Other addresses than this machine's own need LO_EXACT_TOKEN in the environment: clients then
    show it. With --cluster long jobs run on a Dask cluster; small boards stay here.

    Example: lo-exact serve --open
    """
    if cluster:
        check_cluster(cluster)
    kept = Path(store) if store else default_store()
    if backup is not None:
        from lo_exact.service.database import backup as copy

        copy(kept, Path(backup))
        return 0
    try:
        from lo_exact.service.server import run_server as listen
        from lo_exact.service.settings import Settings
    except ModuleNotFoundError as error:
        raise MissingPackageError(
            f"the service needs {error.name}: pip install 'lo-exact[serve]'"
        ) from None
    token = os.environ.get(TOKEN, "")
    if host not in LOOPBACK and not token:
        raise UsageError(f"--host {host} is open to others: set {TOKEN} to a secret first")
    if store is None:
        kept.parent.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        kept, host, port, token=token, hosts=tuple(allow_host or ()), max_lights=max_lights,
        pyodide=Path(pyodide) if pyodide else vendored(), cluster=cluster,
        **({} if workers is None else {"workers": workers}),
    )  # fmt: skip
    listen(settings, open_browser=open)
    return 0


def default_store() -> Path:
    """Return the store of this user."""
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local/state")
    return Path(state) / "lo-exact/jobs.sqlite3"


def vendored() -> Path:
    """Return where ``make pyodide`` puts Pyodide's files in a checkout; it need not be there."""
    return Path(__file__).resolve().parents[2] / "build/pyodide"
