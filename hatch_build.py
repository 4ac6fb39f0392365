"""Join the checkers, and put the version and the commit into what is built."""

import json
import runpy
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuiltFrom(BuildHookInterface):
    """Write the joined checkers, and ``lo_exact/built.json`` into a wheel or an sdist only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Join the checkers; add the file, unless the install is editable: it asks git."""
        runpy.run_path(str(Path(self.root) / "join_checkers.py"), run_name="__main__")
        if version == "editable":
            return
        kept = Path(self.root) / "lo_exact" / "built.json"
        if kept.exists():  # an sdist, which was built from a checkout
            if self.target_name == "sdist":
                return
            text = kept.read_text(encoding="utf-8")
        else:
            text = json.dumps({"version": self.metadata.version, "commit": self._commit()}) + "\n"
        self._folder = tempfile.TemporaryDirectory()
        made = Path(self._folder.name) / "built.json"
        made.write_text(text, encoding="utf-8")
        build_data["force_include"][str(made)] = "lo_exact/built.json"

    def _commit(self) -> str:
        if not (Path(self.root) / ".git").exists():
            return ""
        words = ["git", "-C", self.root, "rev-parse", "HEAD"]
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=10)
        except (OSError, subprocess.SubprocessError):
            return ""
        return done.stdout.strip()

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was written aside."""
        if hasattr(self, "_folder"):
            self._folder.cleanup()
