"""The lesson in docs/ runs, and shows what it says it shows."""

import json
import subprocess
import sys

import pytest

from tests.house.tour import NOTEBOOK, ROOT

PROGRAM = """
import json, warnings
warnings.simplefilter("ignore")  # of the notebook's own packages
import nbformat
from tests.house.tour import NOTEBOOK, executed, shown
written = shown(nbformat.read(NOTEBOOK, as_version=4))
print(json.dumps([written, shown(executed())]))
"""


@pytest.mark.large
def test_the_lesson_runs_and_its_outputs_are_those_on_the_page():
    """Where this fails after a change: python -m tests.house.tour writes them anew."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    written, now = json.loads(done.stdout.splitlines()[-1])
    assert now == written
    assert sum(bool(outputs) for outputs in written) >= 15


def test_the_lesson_speaks_of_everything_it_promises():
    text = NOTEBOOK.read_text(encoding="utf-8")
    for word in ("activation matrix", "Quiet patterns", "SAT", "integer program", "hardest board"):
        assert word in text
