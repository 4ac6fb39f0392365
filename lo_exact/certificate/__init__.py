"""Certificates: evidence for a claim, judged by a stand-alone checker."""

from pathlib import Path

from lo_exact.errors import MissingPackageError

if not (Path(__file__).parent / "checker.py").exists():
    raise MissingPackageError(
        "this checkout was never installed, so its checkers are in parts: make checkers, or "
        "python join_checkers.py, joins them"
    )
