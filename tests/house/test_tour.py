"""The notebooks in docs/ run, and show what they say they show."""

import json
import subprocess
import sys

import pytest

from tests.house.tour import DECODING, NOTEBOOK, ROOT

PROGRAM = """
import json, sys, warnings
warnings.simplefilter("ignore")  # of the notebook's own packages
import nbformat
from pathlib import Path
from tests.house.tour import executed, shown
path = Path(sys.argv[1])
written = shown(nbformat.read(path, as_version=4))
print(json.dumps([written, shown(executed(path))]))
"""


@pytest.mark.large
@pytest.mark.parametrize(("path", "outputs"), [(NOTEBOOK, 15), (DECODING, 6)])
def test_a_notebook_runs_and_its_outputs_are_those_on_the_page(path, outputs):
    """Where this fails after a change: python -m tests.house.tour writes them anew."""
    if path == DECODING:
        pytest.importorskip("sinter")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    written, now = json.loads(done.stdout.splitlines()[-1])
    assert now == written
    assert sum(bool(cell) for cell in written) >= outputs


def test_the_lesson_speaks_of_everything_it_promises():
    text = NOTEBOOK.read_text(encoding="utf-8")
    for word in ("activation matrix", "Quiet patterns", "SAT", "integer program", "hardest board"):
        assert word in text
