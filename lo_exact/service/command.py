"""Command ``lo-exact serve``: run the HTTP service with its page."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.options import named_file
from lo_exact.commands.shared.quick import OptionGroup, grouped
from lo_exact.errors import UsageError
from lo_exact.packages import require
from lo_exact.service.settings import SETTINGS, Settings, file, gathered

Flags = Annotated[
    dict[str, Any],
    OptionGroup(
        {
            row.key: (
                Annotated[
                    list[str] | None if row.listed else str | None,
                    typer.Option(
                        f"--{row.name}",
                        metavar=row.metavar,
                        help=row.help,
                        callback=named_file if row.read is file else None,
                    ),
                ],
                None,
            )
            for row in SETTINGS
            if not row.secret
        },
        dict,
    ),
]
"""A flag for each setting, parsed like the environment variables and the file."""


@grouped
def serve(
    flags: Flags,
    config: Annotated[
        str | None,
        typer.Option(
            "--config", metavar="FILE", callback=named_file, help="Settings as TOML: port = 8017."
        ),
    ] = None,
    new_token: Annotated[
        str | None,
        typer.Option(
            "--new-token", metavar="NAME", help="Add a user to --tokens, print the token, and end."
        ),
    ] = None,
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> int:
    """Serve boards over HTTP, and a page to draw them; jobs are kept in a file.

    To listen on other addresses set LO_EXACT_TOKEN in the environment, or --tokens; clients must
    then send a token. Every setting is also a variable (LO_EXACT_PORT) and a key of the --config
    file (port = 8017).

    Example: lo-exact serve --open
    """
    named = config if config is not None else os.environ.get("LO_EXACT_CONFIG", "")
    given = gathered(flags, os.environ, named)
    own = "store" not in given
    state = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local/state")
    kept = given.setdefault("store", Path(state) / "lo-exact/jobs.sqlite3")
    require("the service", "fastapi", "uvicorn", "prometheus_client")
    from lo_exact.service.server import run_server as listen

    # where `make pyodide` puts Pyodide's files; the folder may be missing
    pyodide = Path(__file__).resolve().parents[2] / "build/pyodide"
    settings = Settings(**{"pyodide": pyodide} | given)
    if new_token is not None:
        from lo_exact.service.users import add_user

        if settings.tokens is None:
            raise UsageError("--new-token writes to a file of users: give --tokens FILE")
        print(add_user(settings.tokens, new_token, settings))
        return 0
    if settings.tokens is not None and Path(settings.tokens).resolve() == kept.resolve():
        raise UsageError("--tokens and --store name the same file")
    if settings.host not in ("127.0.0.1", "localhost", "::1") and not (
        settings.token or settings.tokens
    ):
        said = f"--host {settings.host} is open to others"
        raise UsageError(f"{said}: set LO_EXACT_TOKEN to a secret first, or give --tokens FILE")
    if own:
        kept.parent.mkdir(parents=True, exist_ok=True)
    listen(settings, open_browser=open)
    return 0
