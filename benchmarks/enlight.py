"""EnLight, the Lights Out of MIPLIB (A. Zymolka): n x n, the plus, one light on in a corner.

    python -m benchmarks.enlight --limit 30

``enlight13`` and ``enlight14`` are in MIPLIB's benchmark set of 2010.  There is one board a size,
and some sizes have no solution.  `slack` is MIPLIB's own program, A x - 2 k = s.
"""

from benchmarks.contest import command

SIDES = (8, 9, 10, 11, 13, 14, 15, 16, 20, 25)
CONTESTANTS = ("auto", "slack:cbc", "slack:highs", "xor:cryptominisat", "cpsat", "cpsat:integer")

if __name__ == "__main__":
    command("enlight", __doc__, {"enlight": (SIDES, (2,))}, CONTESTANTS, boards=1)
