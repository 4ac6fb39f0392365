"""Command ``lo-exact engines``: list and test the installed encodings, backends and engines."""

from importlib.metadata import version
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.answer import Talk, print_json, text_table
from lo_exact.commands.shared.options import Json, Verbose
from lo_exact.packages import install_line

BROKEN = 1
"""Exit code where an installed engine fails its self-test."""

Test = Annotated[
    bool, typer.Option("--test/--no-test", help="Let every engine solve tiny known boards.")
]


def engines(json: Json = False, test: Test = True, verbose: Verbose = False) -> int:
    """List encodings, backends and engines, and test each engine on tiny boards.

    Exit code 1 means that an installed engine failed.

    Example: lo-exact engines --no-test
    """
    known = as_json(test=test, talk=Talk(verbose=verbose))
    if json:
        print_json(known)
    else:
        encodings = [[r["name"], "+".join(r["writes"]), r["about"]] for r in known["encodings"]]
        backends = known["backends"]
        found = [[r["name"], r["version"] or "not installed", r["about"]] for r in backends]
        tested = [[r["name"], r["self_test"], r["about"]] for r in known["engines"]]
        for title, rows in (("encodings", encodings), ("backends", found), ("engines", tested)):
            print(f"{title}\n{text_table(rows, indent=2)}\n")
        numba = known["compiled_loops"]["version"] or f"not installed: {install_line('numba')}"
        print(f"compiled loops\n  {numba}")
    passed = ("ok", "not installed", "not tested")
    return 0 if all(row["self_test"].startswith(passed) for row in known["engines"]) else BROKEN


def as_json(*, test: bool, talk: Talk) -> dict[str, Any]:
    """Return encodings, backends and engines as JSON values."""
    from lo_exact.backends.backend_table import BACKENDS, backend_version
    from lo_exact.compiled import has_numba
    from lo_exact.encodings.encoding_table import ENCODINGS
    from lo_exact.engines.engine_table import all_engines

    numba = f"numba {version('numba')}" if has_numba() else ""
    return {
        "encodings": [
            {"name": row.name, "about": row.about, "writes": sorted(row.writes)}
            for row in ENCODINGS
        ],
        "backends": [
            {
                "name": row.name,
                "about": row.about,
                "reads": sorted(row.reads),
                "found": bool(backend_version(row)),
                "version": backend_version(row),
            }
            for row in BACKENDS
        ],
        "engines": [
            # no text for a pair of encoding and backend: the two tables above describe it
            {
                "name": row.name,
                "about": "" if row.foreign else row.about,
                "self_test": _tested(row, talk, test=test),
            }
            for row in all_engines()
        ],
        "compiled_loops": {"found": bool(numba), "version": numba},
    }


def _tested(engine: Any, talk: Talk, *, test: bool) -> str:
    """Return ``ok``, ``not installed: ...``, ``not tested``, or the failure of the test."""
    from lo_exact.engines.self_test import self_test

    if absent := engine.missing():
        return f"not installed: {', '.join(absent)}"
    if not test:
        return "not tested"
    talk.detail(f"testing {engine.name}")
    return self_test(engine) or "ok"
