"""The pictures of docs/: which command draws each.

``python -m tests.house.pictures`` draws them anew.
"""

import sys
import tempfile
from pathlib import Path

from tests.cli_runner import ROOT, run

FOLDER = ROOT / "docs" / "pictures"
ALL_ON = "data/boards/all-on-5x5.txt"
GENETIC = "data/boards/genetic-1-5x5.txt"

PICTURES = {
    "chase-5x5": ["chase", "--size", "5x5"],
    "chase-board": ["chase", GENETIC],
    "eigenpatterns": ["kernel", ALL_ON, "--eigenvalue", "1", "--all"],
    "inverse-9x3": ["matrix", "--size", "9x3", "--inverse"],
    "overlays": ["explain", ALL_ON],
    "quiet-5x5": ["kernel", ALL_ON, "--all"],
    "solution": ["min", ALL_ON],
    "steps": ["min", GENETIC, "--steps"],
    "unsolvable": ["prove", "-"],
}
CORNER = "#....\n" + ".....\n" * 4


def drawn(name: str, folder: Path) -> bytes:
    """Return the picture of this name, drawn now."""
    file = folder / f"{name}.svg"
    words = [str(ROOT / word) if word.startswith("data/") else word for word in PICTURES[name]]
    done = run(*words, "-q", "--picture", str(file), text=CORNER if "-" in words else None)
    assert done.code in (0, 1), done.err
    return file.read_bytes()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for name in PICTURES:
            (FOLDER / f"{name}.svg").write_bytes(drawn(name, Path(place)))
    print(f"{FOLDER}: drawn anew", file=sys.stderr)
