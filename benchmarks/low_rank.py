"""Two colours, many solutions: row+column boards of odd side, and tori.

    python -m benchmarks.low_rank

A solvable row+column board of odd side n, the pressed light itself changed once, has 2^(2 n - 2)
solutions, a torus of side 20 2^32, of side 60 or 300 2^48.
"""

from benchmarks.contest import command

FAMILIES = {"row+column": ((9, 13, 17), (2,)), "torus": ((20, 60, 300), (2,))}
CONTESTANTS = ("auto", "xor:cryptominisat", "cpsat")

if __name__ == "__main__":
    command("low_rank", __doc__, FAMILIES, CONTESTANTS, boards=5)
