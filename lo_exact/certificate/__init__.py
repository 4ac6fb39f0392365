"""Floor 5: evidence that a stranger can check.  The checker imports nothing of all this."""

from pathlib import Path

from lo_exact.errors import MissingPackageError

if not (Path(__file__).parent / "checker.py").exists():
    raise MissingPackageError(
        "this checkout was never installed, so its checkers are in parts: make checkers, or "
        "python join_checkers.py, joins them"
    )
