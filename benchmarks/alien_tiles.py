"""Alien Tiles, problem 27 of CSPLib: a press changes a row and a column; random solvable boards.

    python -m benchmarks.alien_tiles --limit 30

The problem asks for the hardest board of 4 x 4 with three colours, which `lo-exact hardest`
settles; here single boards are solved.  The game itself is 7 x 7 with four colours.
"""

from benchmarks.contest import command

FAMILIES = {"alien tiles": ((4, 5, 6, 7), (3, 4))}
CONTESTANTS = ("auto", "slack:cbc", "slack:highs", "sum:rc2", "cpsat")

if __name__ == "__main__":
    command("alien_tiles", __doc__, FAMILIES, CONTESTANTS, boards=5)
