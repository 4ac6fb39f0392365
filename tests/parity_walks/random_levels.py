"""Random levels to test on, corridors and open rooms; and levels written as text.

A level grows cell by cell from one place.  A place beside the grown part is taken when that makes
no more than a corridor (one free neighbour), else only by the chances of the recipe: to close a
loop, or to fill in.  When nothing is left to take, what was refused is taken after all.
"""

from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from lo_exact.errors import UsageError, printable
from lo_exact.parity_walks.level import (
    STEPS,
    Place,
    WalkLevel,
    level_of_places,
)
from lo_exact.parity_walks.level_text import level_rows
from lo_exact.pictures.tiles import letters

STYLES = {
    "corridor": (0.1, 0.0),
    "braided": (0.7, 0.0),
    "mixed": (0.5, 0.2),
    "open": (1.0, 1.0),
}
"""How often a loop is closed, how often a place is filled."""

WINDING = 0.5
"""How often a corridor goes on where it grew last, instead of anywhere."""


@dataclass(frozen=True)
class Recipe:
    """The properties of a random level."""

    rows: int
    """Height of the board."""
    columns: int
    """Width of the board."""
    cells: int
    """Number of free cells."""
    loops: float = 0.1
    """Chance that a place closing a loop is taken, unless it makes a square of four."""
    filled: float = 0.0
    """Chance that any place is taken."""
    painted: float = 0.0
    """Chance that a cell is painted already."""
    closed: bool = False
    """Whether the walk has to end where it starts."""

    def __post_init__(self) -> None:
        if self.closed and not self.painted and self.cells % 2 == 0:
            raise UsageError(
                "a closed walk paints an even number of cells, and its start is painted: "
                f"an odd number of cells is wanted, got {self.cells}"
            )


def random_level(recipe: Recipe, chance: Random) -> WalkLevel:
    """Return a connected level by a recipe."""
    first = (chance.randrange(recipe.rows), chance.randrange(recipe.columns))
    free = {first}
    ahead = _beside(recipe, first)
    refused: list[Place] = []
    while len(free) < recipe.cells:
        if not ahead:
            narrow = [place for place in refused if not _squares(place, free)]
            place = chance.choice(narrow or refused)
            refused.remove(place)
        else:
            late = chance.random() < WINDING
            low = max(len(ahead) - 3, 0) if late else 0
            place = ahead.pop(chance.randrange(low, len(ahead)))
            if place in free:
                continue
            if not _taken(recipe, place, free, chance):
                refused.append(place)
                continue
        free.add(place)
        known = {*ahead, *refused}
        ahead += [near for near in _beside(recipe, place) if near not in free and near not in known]
    cells = sorted(free)
    start = chance.choice(cells)
    painted = [place for place in cells if chance.random() < recipe.painted]
    level = level_of_places(cells, start, painted, rows=recipe.rows, columns=recipe.columns)
    return level.ending(level.start) if recipe.closed else level


def write_level(level: WalkLevel) -> str:
    """Return a level as text that ends with a newline; `read_levels` gives it back."""
    lines = []
    if level.name:
        lines.append(f"name: {printable(level.name, limit=1000)}")
    if level.limit is not None:
        lines.append(f"limit: {level.limit}")
    if level.end >= 0:
        row, column = level.cells[level.end]
        lines.append(f"end: {letters(column)}{row + 1}")
    return "\n".join([*lines, *level_rows(level)]) + "\n"


def _beside(recipe: Recipe, place: Place) -> list[Place]:
    near = [(place[0] + down, place[1] + right) for down, right in STEPS.values()]
    return [(r, c) for r, c in near if 0 <= r < recipe.rows and 0 <= c < recipe.columns]


def _taken(recipe: Recipe, place: Place, free: Collection[Place], chance: Random) -> bool:
    near = [(place[0] + down, place[1] + right) for down, right in STEPS.values()]
    if sum(other in free for other in near) == 1:
        return True
    if chance.random() < recipe.filled:
        return True
    return not _squares(place, free) and chance.random() < recipe.loops


def _squares(place: Place, free: Collection[Place]) -> bool:
    """Return whether a place would complete a square of four free cells."""
    row, column = place
    return any(
        all(
            other in free
            for other in ((row + down, column), (row, column + right), (row + down, column + right))
        )
        for down in (-1, 1)
        for right in (-1, 1)
    )
