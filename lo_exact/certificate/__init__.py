"""Certificates: evidence for a claim, checked by a stand-alone program."""

from pathlib import Path

from lo_exact.errors import MissingPackageError

if not (Path(__file__).parent / "checker.py").exists():
    raise MissingPackageError(
        "this checkout was never installed, so its checkers are in parts: make checkers, or "
        "python join_checkers.py, joins them"
    )
