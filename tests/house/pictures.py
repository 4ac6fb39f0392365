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
    "all-on-39x39": ["min", "-"],
    "colours-5x5": ["min", "data/boards/last-colour-5x5-c5.txt"],
    "cube": ["min", "data/boards/lights-out-cube.txt"],
    "hexagons": ["min", "-"],
    "histogram-4x4": ["histogram", "--size", "4x4"],
    "knight": ["min", "data/boards/xl-25-knight.txt"],
    "petersen": ["min", "-"],
    "quiet-23x23": ["kernel", "-", "--limit", "1"],
    "spectrum": ["spectrum", "data/boards/last-colour-5x5-c3.txt"],
}
TEXTS = {
    "unsolvable": "#....\n.....\n.....\n.....\n.....\n",
    "all-on-39x39": "size: 39x39\nstate: 1\n",
    "hexagons": "neighbourhood: hex\n\n  # # #\n # # # #\n# # # # #\n # # # #\n  # # #\n",
    "petersen": "IheA@GUAo\n",
    "quiet-23x23": "size: 23x23\nstate: 0\n",
}
"""What a command reads from standard input."""


def drawn(name: str, folder: Path) -> bytes:
    """Return the picture of this name, drawn now."""
    file = folder / f"{name}.svg"
    words = [str(ROOT / word) if word.startswith("data/") else word for word in PICTURES[name]]
    done = run(*words, "-q", "--picture", str(file), text=TEXTS.get(name))
    assert done.code in (0, 1), done.err
    return file.read_bytes()


def command(name: str) -> str:
    """Return the line that draws a picture, as a page shows it."""
    line = " ".join(["lo-exact", *PICTURES[name], "--picture", f"{name}.svg"])
    if name not in TEXTS:
        return line
    text = TEXTS[name].replace("\n", "\\n")
    return f"printf '{text}' | {line}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        for name in PICTURES:
            (FOLDER / f"{name}.svg").write_bytes(drawn(name, Path(place)))
    print(f"{FOLDER}: drawn anew", file=sys.stderr)
