"""What a user's checkers of types see: right uses pass, each wrong use is an error on its line."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec

import pytest

import lo_exact
from tests.cli_runner import is_taken_out
from tests.house.architecture import ROOT

RIGHT = """
from typing import assert_type
import numpy as np
import lo_exact
from lo_exact import Decoder
from lo_exact import Puzzle, Solution, Status

board = np.ones((5, 5), dtype=np.int64)
puzzle = lo_exact.grid_puzzle(board, colours=2)
assert_type(puzzle, Puzzle)
solution = lo_exact.minimum(puzzle, count=True)
assert_type(solution, Solution)
assert_type(solution.status, Status)
assert_type(solution.weight, int | None)
lo_exact.minimum(puzzle, engine="coset", time_limit=1.5)
lo_exact.all_minima(puzzle, limit=3)
lo_exact.prove(puzzle)
lo_exact.solve(puzzle)
lo_exact.count(puzzle)
lo_exact.kernel(puzzle)
lo_exact.solve_many(puzzle, [board.ravel()])
found = lo_exact.distance("bb:6,6:x^3+y+y^2:y^3+x+x^2", count=True)
assert_type(found.lower_bound, int)
assert_type(found.proved, bool)
text: str = lo_exact.write_puzzle(puzzle, "text")
again: Puzzle = lo_exact.matrix_puzzle(np.eye(3, dtype=np.int64), np.ones(3, dtype=np.int64))
decoder = Decoder.from_check_matrix(np.eye(3, dtype=np.uint8))
assert_type(decoder.num_detectors, int)
try:
    lo_exact.minimum(puzzle)
except lo_exact.errors.InputError as worse:
    assert_type(worse.line, int)
except lo_exact.LoExactError as error:
    assert_type(error.exit_code, int)
version: str = lo_exact.__version__
"""

WRONG = """
lo_exact.minimum(puzzle, cuont=True)
lo_exact.minimum(3)
lo_exact.minimum()
lo_exact.minimun(puzzle)
lo_exact.minimum(puzzle, count="yes")
lo_exact.minimum(puzzle, engine=7)
lo_exact.all_minima(puzzle, limit="3")
lo_exact.grid_puzzle(board, colors=2)
lo_exact.solve_many(puzzle)
lo_exact.distance("bb:1,1:1:1", count="no")
lo_exact.distance("bb:1,1:1:1", at_most=3)
lo_exact.prove("board.txt")
lo_exact.kernel(5)
solution.wieght
solution.weight + 1
puzzle.lights()
Status.OPTIMUM
found.distance()
decoder.num_detectors.upper()
lo_exact.errors.InputError()
wrong: int = lo_exact.write_puzzle(puzzle, "text")
from lo_exact import nothing
"""

WITHOUT_TYPES = ("lo_exact.sinter.",)
"""Derived from classes of a package that has no types of its own."""


@pytest.fixture
def pyright():
    """The words that start pyright on this Python, reading the package of this checkout."""
    if find_spec("pyright") is None:
        pytest.skip("no pyright here: pip install 'pyright[nodejs]'")

    def run(*words: str) -> dict:
        # pyright looks packages up with typing information in PYTHONPATH alone
        paths = [str(ROOT), *(path for path in sys.path if "site-packages" in path)]
        done = subprocess.run(
            [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson",
             *words],
            capture_output=True, text=True, cwd=ROOT / "data", check=False,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        )  # fmt: skip
        return json.loads(done.stdout)

    return run


@pytest.fixture
def user(tmp_path):
    """A user's file, and the lines of its wrong uses."""
    path = tmp_path / "user.py"
    right, wrong = ("\n".join(left_in(program)) for program in (RIGHT, WRONG))
    path.write_text(right + "\n\n" + wrong)
    first = right.count("\n") + 3
    return path, {first + k for k, line in enumerate(wrong.splitlines()) if line}


def left_in(program):
    """Return the lines of a program without those that speak of a slice that was taken out."""
    words = {name for name in re.findall(r"\w+", program) if is_taken_out(name)}
    words |= {"decoder", "found"} if "Decoder" in words else set()
    lines = program.splitlines()
    return [line for line in lines if not words & {*re.findall(r"\w+", line)}]


def test_what_is_imported_for_types_is_what_is_there():
    source = (ROOT / "lo_exact/__init__.py").read_text()
    told = re.findall(r"^    from (lo_exact[\w.]*) import (\w+) as \2$", source, re.M)
    homes = {(module, name) for name, module in lo_exact._HOMES.items()}
    assert {*told} == homes | {("lo_exact", "errors")}
    for name in lo_exact.__all__:
        assert getattr(lo_exact, name) is not None


@pytest.mark.large
def test_mypy_tells_right_uses_from_wrong_ones(user, tmp_path):
    path, wrong = user
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"),
         "--follow-imports=silent", "--enable-error-code=operator", str(path)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    lines = {int(n) for n in re.findall(r"user\.py:(\d+): error", done.stdout)}
    assert lines == wrong, done.stdout


@pytest.mark.large
def test_pyright_tells_right_uses_from_wrong_ones(user, pyright):
    path, wrong = user
    told = pyright(str(path))["generalDiagnostics"]
    lines = {at["range"]["start"]["line"] + 1 for at in told if at["severity"] == "error"}
    assert lines == wrong, told


@pytest.mark.large
def test_pyright_knows_the_type_of_every_name(pyright):
    done = pyright("--verifytypes", "lo_exact", "--ignoreexternal")["typeCompleteness"]
    assert done["pyTypedPath"]
    exported = [symbol for symbol in done["symbols"] if symbol["isExported"]]
    unsure = {
        symbol["name"]
        for symbol in exported
        if not symbol["isTypeKnown"] and not symbol["name"].startswith(WITHOUT_TYPES)
    }
    assert len(exported) > 7000
    assert not unsure
