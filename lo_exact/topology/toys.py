"""Table of toys and games by name, each with its board and starting position.

Sizes, rules and colours are those of the makers, as J. Scherphuis describes the toys
(https://www.jaapsch.net/puzzles/lights.htm); Alien Tiles is problem 27 of CSPLib.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.puzzle import Puzzle
from lo_exact.registers import find
from lo_exact.topology.board import HOLE, grid_puzzle
from lo_exact.topology.cube import cube_grid


@dataclass(frozen=True)
class Toy:
    """Toy or game, with its board, rule, colours and starting position.

    Attributes:
        name: name that the user types.
        about: one-line description for users.
        rows, columns: size of its board, or of its net if it is a cube.
        colours: c.
        neighbourhood: a rule's name.
        topology: a surface's name.
        start: initial colour of all lights.
        target: rows of goal colours, or one colour.
        letters: letters of the colours 0, 1, ...; ``""`` for digits only.
    """

    name: str
    about: str
    rows: int
    columns: int
    colours: int = 2
    neighbourhood: str = "plus"
    topology: str = "plane"
    start: int = 1
    target: int | tuple[str, ...] = 0
    letters: str = ".#"

    def legend(self, text: str) -> str | None:
        """Return the legend of a board drawn with the toy's letters, or None for other letters.

        >>> find_toy("2000").legend("RrG.")
        '.=0 G=2 R=1 r=1'
        """
        signs = sorted(set("".join(text.split()).replace("~", "")))
        if not signs or signs == ["."] or not set("".join(signs).upper()) <= set(self.letters):
            return None
        return " ".join(f"{sign}={self.letters.index(sign.upper())}" for sign in signs)

    def puzzle(self) -> Puzzle:
        """Return the puzzle of the toy in its starting position."""
        state = np.full((self.rows, self.columns), self.start)
        if self.neighbourhood == "cube":
            state = np.where(cube_grid(self.rows // 3).lights, self.start, HOLE)
        target = self.target
        return grid_puzzle(
            state,
            colours=self.colours,
            neighbourhood=self.neighbourhood,
            topology=self.topology,
            target=target if isinstance(target, int) else [[int(v) for v in row] for row in target],
        )


TOYS = (
    Toy("classic", "Lights Out (Tiger, 1995)", 5, 5),
    Toy("mini", "Mini Lights Out: opposite edges joined", 4, 4, topology="torus"),
    Toy("deluxe", "Lights Out Deluxe", 6, 6),
    Toy("2000", "Lights Out 2000: off, red, green", 5, 5, 3, letters=".RG"),
    Toy("cube", "Lights Out Cube, its surface as a net", 9, 12, neighbourhood="cube"),
    Toy(
        "merlin", "Merlin's Magic Square (Parker, 1978): to the ring", 3, 3,
        neighbourhood="merlin", start=0, target=("111", "101", "111"),
    ),
    Toy("xl-25", "XL-25 (Vulcan, 1983)", 5, 5),
    Toy("xl-25-knight", "the XL-25's second game, a knight's step", 5, 5, neighbourhood="knight"),
    Toy(
        "alien-tiles", "Alien Tiles: 7 x 7, four colours, red to blue", 7, 7, 4,
        neighbourhood="row+column", start=0, target=2, letters="RGBP",
    ),
    Toy(
        "alien-tiles-small", "Alien Tiles of CSPLib: 4 x 4, three colours", 4, 4, 3,
        neighbourhood="row+column", letters="RGB",
    ),
)  # fmt: skip
"""All toys, by name."""


def find_toy(name: str) -> Toy:
    """Return the toy with this name.

    Raises:
        UsageError: When there is none.
    """
    return find(TOYS, name, "toy")
