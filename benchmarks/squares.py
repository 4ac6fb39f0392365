"""Random solvable n x n boards, two colours: `auto` against raw solvers on the same boards.

python -m benchmarks.squares
python -m benchmarks.squares --limit 20 --sizes 5,9
"""

from benchmarks.contest import command

SIDES = (5, 9, 11, 14, 16, 19, 23, 30)
CONTESTANTS = (
    "auto", "slack:cbc", "slack:highs", "chain:rc2", "xor:cryptominisat", "cpsat", "cpsat:integer",
)  # fmt: skip

if __name__ == "__main__":
    command("squares", __doc__, {"plus": (SIDES, (2,))}, CONTESTANTS, boards=3)
