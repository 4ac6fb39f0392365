"""Random solvable n x n boards of 3, 4, 6 and 9 colours: `auto` against raw solvers.

python -m benchmarks.palettes
python -m benchmarks.palettes --limit 20 --colours 3 --sizes 9
"""

from benchmarks.contest import command

SIDES = (5, 8, 9, 14)
COLOURS = (3, 4, 6, 9)
CONTESTANTS = ("auto", "slack:cbc", "slack:highs", "sum:rc2", "cpsat")

if __name__ == "__main__":
    command("palettes", __doc__, {"plus": (SIDES, COLOURS)}, CONTESTANTS, boards=3)
