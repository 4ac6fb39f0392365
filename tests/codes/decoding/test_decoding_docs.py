"""The example of docs/decoding.md runs as it stands, and says what is true."""

import subprocess
import sys
from pathlib import Path

import pytest

DOC = Path(__file__).parents[3] / "docs" / "decoding.md"


@pytest.mark.large
def test_the_example_proves_every_shot():
    pytest.importorskip("stim")
    example = DOC.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    ran = subprocess.run(
        [sys.executable, "-c", example], cwd=DOC.parents[1], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.endswith("logical errors; 1000 proved\n")
