"""Command ``lo-exact engines``: list and test the installed encodings, backends and engines."""

from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated, Any

import typer

from lo_exact.commands.shared.answer import Talk, print_json, text_table
from lo_exact.commands.shared.options import Json, Verbose
from lo_exact.packages import install_line

BROKEN = 1

Test = Annotated[
    bool, typer.Option("--test/--no-test", help="Let every engine solve tiny known boards.")
]


@dataclass(frozen=True)
class _Tested:
    """An engine with the result of its self-test."""

    name: str
    """As the user writes it."""
    about: str
    """One line, ``""`` for a pair of encoding and backend."""
    result: str
    """``ok``, ``not installed: ...``, ``not tested``, or what went wrong."""


def engines(json: Json = False, test: Test = True, verbose: Verbose = False) -> int:
    """List encodings, backends and engines, and test each engine on tiny boards.

    Exit code 1 means that an installed engine failed.

    Example: lo-exact engines --no-test
    """
    from lo_exact.backends.backend_table import BACKENDS, backend_version
    from lo_exact.encodings.encoding_table import ENCODINGS
    from lo_exact.engines.engine_table import all_engines

    talk = Talk(verbose=verbose)
    tested = [_tested(engine, talk, test=test) for engine in all_engines()]
    backends = [(row, backend_version(row)) for row in BACKENDS]
    if json:
        print_json(_as_json(tested, backends))
    else:
        print("encodings")
        print(
            text_table([[r.name, "+".join(sorted(r.writes)), r.about] for r in ENCODINGS], indent=2)
        )
        print("\nbackends")
        print(text_table([[r.name, v or "not installed", r.about] for r, v in backends], indent=2))
        print("\nengines")
        print(text_table([[r.name, r.result, r.about] for r in tested], indent=2))
        no_numba = f"not installed: {install_line('numba')}"
        print(f"\ncompiled loops\n  {_numba() or no_numba}")
    passed = ("ok", "not installed", "not tested")
    return 0 if all(row.result.startswith(passed) for row in tested) else BROKEN


def as_json(*, test: bool) -> dict[str, Any]:
    """Return encodings, backends and engines as JSON values."""
    from lo_exact.backends.backend_table import BACKENDS, backend_version
    from lo_exact.engines.engine_table import all_engines

    tested = [_tested(engine, Talk(), test=test) for engine in all_engines()]
    return _as_json(tested, [(row, backend_version(row)) for row in BACKENDS])


def _as_json(tested: list[_Tested], backends: list[tuple[Any, str]]) -> dict[str, Any]:
    from lo_exact.encodings.encoding_table import ENCODINGS

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
                "found": bool(version),
                "version": version,
            }
            for row, version in backends
        ],
        "engines": [
            {"name": row.name, "about": row.about, "self_test": row.result} for row in tested
        ],
        "compiled_loops": {"found": bool(_numba()), "version": _numba()},
    }


def _numba() -> str:
    """Return the version of numba, or ``""`` if it is not installed."""
    from lo_exact.compiled import has_numba

    return f"numba {version('numba')}" if has_numba() else ""


def _tested(engine: Any, talk: Talk, *, test: bool) -> _Tested:
    from lo_exact.engines.self_test import self_test

    # the two tables above already describe pairs of encoding and backend
    about = "" if engine.foreign else engine.about
    if absent := engine.missing():
        return _Tested(engine.name, about, f"not installed: {', '.join(absent)}")
    if not test:
        return _Tested(engine.name, about, "not tested")
    talk.detail(f"testing {engine.name}")
    return _Tested(engine.name, about, self_test(engine) or "ok")
