"""Two colours, many solutions: row+column boards of odd side, and the 20 x 20 torus.

    python -m benchmarks.low_rank

Row+column boards of odd side n have 2^((n - 1)^2) solutions a solvable board and rank 2 n - 1; the
torus has 2^32 solutions.
"""

from benchmarks.contest import command

FAMILIES = {"row+column": ((9, 13, 17), (2,)), "torus": ((20,), (2,))}
CONTESTANTS = ("auto", "xor:cryptominisat")

if __name__ == "__main__":
    command("low_rank", __doc__, FAMILIES, CONTESTANTS, boards=3)
