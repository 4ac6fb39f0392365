"""What a user's checker of types sees: right uses pass, each wrong use is an error on its line."""

import re
import subprocess
import sys

import pytest

import lo_exact
from tests.house.architecture import ROOT

RIGHT = """
from typing import assert_type
import numpy as np
import lo_exact
from lo_exact import Decoder, Puzzle, Solution, Status

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
lo_exact.solve_many(puzzle, [board.ravel()])
found = lo_exact.distance("bb:6,6:x^3+y+y^2:y^3+x+x^2", count=True)
assert_type(found.lower_bound, int)
assert_type(found.proved, bool)
text: str = lo_exact.write_puzzle(puzzle, "text")
again: Puzzle = lo_exact.matrix_puzzle(np.eye(3, dtype=np.int64), np.ones(3, dtype=np.int64))
decoder = Decoder.from_check_matrix(np.eye(3, dtype=np.uint8))
try:
    lo_exact.minimum(puzzle)
except lo_exact.LoExactError as error:
    assert_type(error.exit_code, int)
except lo_exact.errors.InputError as worse:
    print(worse.line)
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
wrong: int = lo_exact.write_puzzle(puzzle, "text")
from lo_exact import nothing
"""


def test_what_is_imported_for_types_is_what_is_there():
    source = (ROOT / "lo_exact/__init__.py").read_text()
    told = re.findall(r"^    from (lo_exact[\w.]*) import (\w+) as \2$", source, re.M)
    homes = {(module, name) for name, module in lo_exact._HOMES.items()}
    assert {*told} == homes | {("lo_exact", "errors")}
    for name in lo_exact.__all__:
        assert getattr(lo_exact, name) is not None


@pytest.mark.large
def test_a_checker_of_types_tells_right_uses_from_wrong_ones(tmp_path):
    path = tmp_path / "user.py"
    path.write_text(RIGHT + "\n" + WRONG)
    first = (RIGHT + "\n").count("\n") + 1
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"),
         "--follow-imports=silent", "--enable-error-code=operator", str(path)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    lines = {int(n) for n in re.findall(r"user\.py:(\d+): error", done.stdout)}
    wanted = {first + k for k, line in enumerate(WRONG.splitlines()) if line}
    assert lines == wanted, done.stdout
