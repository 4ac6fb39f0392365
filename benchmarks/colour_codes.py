"""Minimum-weight decoding of triangular colour codes: `auto` against MQT QECC's LightsOut.

    python -m benchmarks.colour_codes
    python -m benchmarks.colour_codes --limit 20 --sizes 3,5,7

Each qubit is wrong with probability 0.1; the syndrome is the board.  `direct:rc2`, the raw system
given to core-guided MaxSAT, shows what `auto` itself adds.
"""

from benchmarks.contest import command

DISTANCES = tuple(range(3, 32, 2))
CONTESTANTS = ("auto", "mqt", "direct:rc2")

if __name__ == "__main__":
    command("colour_codes", __doc__, {"colour-code": (DISTANCES, (2,))}, CONTESTANTS, boards=5)
