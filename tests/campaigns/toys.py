"""Add a toy of each kind as docs/architecture.md says, then forget one place after the other.

    python -m tests.campaigns.toys [KIND...]

In a copy of the tree, all places together must leave the tests beside the tables green, and each
forgotten place must make one of them fail.  Prints for each kind the places, and for each place the
first test that misses it.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLES = (
    "tests/house/test_registers.py", "tests/house/test_floors.py", "tests/house/test_library.py",
    "tests/test_registers.py", "tests/test_cli.py", "tests/house/test_readme.py",
    "tests/formats/test_formats_docs.py", "tests/house/test_join_checkers.py",
    "tests/engines/test_engine_table.py", "tests/certificate/test_certificate_docs.py",
    "tests/commands/test_engines.py", "tests/service/test_service_docs.py",
    "tests/service/children/test_streaming_questions.py",
)  # fmt: skip
"""Tests that read tables and pages; those that are there."""


@dataclass(frozen=True)
class Place:
    """One of the places where something is added.

    Attributes:
        file: below the root.
        text: what is written: the whole file where ``after`` is "".
        after: a regular expression; the text comes behind its first match.
        then: a module that is run afterwards.
    """

    file: str
    text: str
    after: str = ""
    then: str = ""

    def add(self, root: Path) -> None:
        path = root / self.file
        if self.after:
            old = path.read_text()
            found = re.search(self.after, old, re.MULTILINE | re.DOTALL)
            assert found, f"{self.file} has no {self.after}"
            path.write_text(old[: found.end()] + self.text + old[found.end() :])
        else:
            path.write_text(self.text)


ENGINE = '''"""Every press vector: a toy."""

from __future__ import annotations

from lo_exact.engines import exhaustive
from lo_exact.outcome import Outcome, Wanted, Watch
from lo_exact.puzzle import System


def refusal(system: System) -> str:
    """Say why the system is too large, or ``""``."""
    return exhaustive.refusal(system)


def minimise(system: System, wanted: Wanted, watch: Watch) -> Outcome:
    """Try all press vectors."""
    return exhaustive.minimise(system, wanted, watch)
'''
RULE = '''"""The own light alone: a toy."""

from __future__ import annotations

from lo_exact.algebra.sparse import SparseMatrix
from lo_exact.topology.grid import Grid, stencil_matrix
from lo_exact.topology.grid import parse_stencil
from lo_exact.topology.grid import find_surface


def own_matrix(grid: Grid, colours: int) -> SparseMatrix:
    """Return the activation matrix of buttons that change their own light."""
    return stencil_matrix(grid, parse_stencil("[1]"), find_surface("plane"), colours)
'''
FORMAT = '''"""A row of digits behind the word toy."""

from __future__ import annotations

from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.reader import read_board
from lo_exact.puzzle import Puzzle


def read_toy(text: str, *, options: ReadOptions | None = None) -> Puzzle:
    """Read it."""
    return read_board(text.partition(" ")[2], options=options)
'''
COMMAND = '''"""``lo-exact toy``: nothing."""


def toy() -> int:
    """Print a word.

    Example: lo-exact toy
    """
    print("toy")
    return 0
'''
ENCODING = '''"""Native XOR constraints: a toy."""

from __future__ import annotations

from lo_exact.encodings import xor
from lo_exact.formula import Formula
from lo_exact.puzzle import System


def refusal(system: System) -> str:
    """Say why the system cannot be written this way, or ``""``."""
    return xor.refusal(system)


def encode(system: System) -> Formula:
    """Write A x = s over GF(2)."""
    return xor.encode(system)
'''
JUDGE = '''"""Evidence by nothing: no solution weighs less than nothing.

Proves: a lower bound of 0.
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import MINIMA, Certificate, form
from lo_exact.certificate.checker_parts.reading import fields
from lo_exact.certificate.checker_parts.verdict import require


@form("toy", MINIMA)
def judge_toy(certificate: Certificate, piece: Any) -> str:
    """Weights are not below 0."""
    fields(piece, "toy", "by")
    require(not certificate.counted and certificate.bound <= 0, "it shows 0 only")
    return "nothing: weights are not below 0"
'''
WRITER = '''"""No solution weighs less than nothing: a toy."""

from __future__ import annotations

from lo_exact.certificate.draft import Json
from lo_exact.certificate.draft import Draft


def refusal(draft: Draft) -> str:
    """Say why it does not prove a claim, or ``""``."""
    return "it proves 0 only"


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked."""
    return "it proves 0 only"


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    return {"by": "toy"}
'''
QUESTION = """
def _lit(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    return Told({"lit": int((puzzle.state != 0).sum()), "puzzle_sha256": puzzle.sha256})

"""
PAGE = "docs/certificate-forms.md"
STREAMING = "lo_exact/service/children/work.py"

KINDS: dict[str, tuple[Place, ...]] = {
    "engine": (
        Place("lo_exact/engines/toy.py", ENGINE),
        Place(
            "lo_exact/engines/engine_table.py",
            '    Engine("toy", "a toy", "lo_exact.engines.toy", raw=True),\n',
            r"^OWN_ENGINES = \(\n",
        ),
        Place(
            "docs/explain/engines/index.md",
            "| `toy` | a toy | never |\n",
            r"^\| engine \|[^\n]*\n\|[-|]*\n",
        ),
        Place(
            PAGE,
            "| `toy` | `walk` | 2^26 solutions | `lrat` |\n",
            r"^\| engine \|[^\n]*\n\|[-|]*\n",
        ),
    ),
    "encoding": (
        Place("lo_exact/encodings/toy.py", ENCODING),
        Place(
            "lo_exact/encodings/encoding_table.py",
            '    Encoding("toy", "a toy, c = 2", XORS, toy.encode, toy.refusal),\n',
            r"^ENCODINGS = \(\n",
        ),
    ),
    "rule": (
        Place("lo_exact/topology/toy.py", RULE),
        Place(
            "lo_exact/topology/rules.py",
            '    Rule("toy", "a toy", "lo_exact.topology.toy:own_matrix", joins=True),\n',
            r"^RULES = \(\n",
        ),
        Place("lo_exact/registers.py", '"toy", ', r"^NEIGHBOURHOODS = \("),
        Place("docs/formats.md", "\nThe rule `toy` is a toy.\n", r"\A[^\n]*\n"),
    ),
    "surface": (
        Place(
            "lo_exact/topology/grid.py",
            '        Surface("toy", Join.OPEN, Join.STRAIGHT),\n',
            r"for surface in \(\n",
        ),
        Place("lo_exact/registers.py", '"toy", ', r"^TOPOLOGIES = \("),
    ),
    "format": (
        Place("lo_exact/formats/toy.py", FORMAT),
        Place(
            "lo_exact/formats/format_table.py",
            '    Format("toy", "a word and rows", NEVER, "lo_exact.formats.toy:read_toy",\n'
            '           example="toy 1\\n", said="--as toy"),\n',
            r"^FORMATS = \(\n",
        ),
        Place(
            "docs/formats.md",
            "**toy**: A word and rows; read only. Example, `--as toy`, `1 press`: `toy 1`\n\n",
            r"(?=^\*\*json\*\*)",
        ),
    ),
    "command": (
        Place("lo_exact/commands/toy.py", COMMAND),
        Place(
            "lo_exact/cli.py",
            '    Command("toy", "lo_exact.commands.toy:toy", "Print a word.", "Solve"),\n',
            r"^CORE = \(\n",
        ),
    ),
    "question": (
        Place("lo_exact/service/requests.py", '    "lit",\n', r"^Question = Literal\[\n"),
        Place(
            "lo_exact/service/requests.py",
            '    "lit": ({"board": "#"}, "lit"),\n',
            r"^EXAMPLES: [^\n]*\n",
        ),
        Place(STREAMING, QUESTION, r"(?=\nABOUT_BOARDS: )"),
        Place(
            STREAMING,
            '    "lit": Question(_lit, cheap=True),\n',
            r"^ABOUT_BOARDS: [^\n]*\n",
        ),
        Place("docs/service.md", "`lit`, ", r"^\| `question` \| `min` \(default\), "),
    ),
    "form": (
        Place("lo_exact/certificate/checker_parts/forms/toy.py", JUDGE),
        Place(
            "join_checkers.py",
            "toy ",
            r'"verdict reading puzzle claims witness ',
            then="join_checkers",
        ),
        Place("lo_exact/certificate/forms/toy.py", WRITER),
        Place(
            "lo_exact/certificate/forms/form_table.py",
            '    EvidenceForm("toy", toy.write, "toy", toy.refusal, toy.too_dear),\n',
            r'    EvidenceForm\("witness", witness.write, "witness"\),\n',
        ),
        Place(PAGE, "**Toy.** It proves nothing.\n\n", r"(?=^\*\*Covering\.\*\* )"),
        Place(
            "docs/certificate-format.md",
            '            | {"by": "toy"}\n',
            r'(?=^            \| \{"by": "covering")',
        ),
    ),
}
"""For each kind the places of docs/architecture.md; a table's import is written with its row."""

IMPORTS = {
    "lo_exact/encodings/encoding_table.py": ("slack, sum, xor", "slack, sum, toy, xor"),
    "lo_exact/certificate/forms/form_table.py": ("    sweep,\n", "    sweep,\n    toy,\n"),
}


@contextmanager
def copied() -> Iterator[Path]:
    """Copy what git knows of the tree into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        listed = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
        )
        for name in listed.stdout.splitlines():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
        subprocess.run([sys.executable, "join_checkers.py"], cwd=root, check=True)
        yield root


def failing(root: Path, places: tuple[Place, ...]) -> str:
    """Return the first test that fails with these places added, or ""; the tree is put back."""
    kept = {place.file: (root / place.file) for place in places}
    checkers = {path: path.read_text() for path in (root / "lo_exact/certificate").glob("*r.py")}
    before = {name: path.read_text() if path.exists() else None for name, path in kept.items()}
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        for place in places:
            place.add(root)
            if place.file in IMPORTS:
                old, new = IMPORTS[place.file]
                text = (root / place.file).read_text()
                (root / place.file).write_text(text.replace(old, new, 1))
        for place in places:
            if place.then:
                subprocess.run(
                    [sys.executable, "-m", place.then],
                    cwd=root, env=environment, check=False, capture_output=True,
                )  # fmt: skip
        there = [name for name in TABLES if (root / name).exists()]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-rfE", "-m", "not large", *there],
            cwd=root, env=environment, check=False, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode == 0:
            return ""
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return found[1] if found else done.stdout[-300:] + done.stderr[-300:]
    finally:
        for name, text in before.items():
            if text is None:
                (root / name).unlink(missing_ok=True)
            else:
                (root / name).write_text(text)
        for path, text in checkers.items():
            path.write_text(text)


def main(kinds: list[str]) -> int:
    """Try each kind; return 1 where the page and the tests do not say the same."""
    wrong = 0
    with copied() as root:
        for kind in kinds or KINDS:
            places = KINDS[kind]
            first = failing(root, places)
            print(f"{kind}: {len(places)} places; {first or 'all tests pass'}", flush=True)
            wrong += bool(first)
            for place in places:
                missed = failing(root, tuple(other for other in places if other is not place))
                print(f"  without {place.file}: {missed or 'NOTHING FAILS'}", flush=True)
                wrong += not missed
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
