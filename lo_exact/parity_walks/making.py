"""Random levels: corridors and open rooms, with their proved minimum as step limit.

A level grows cell by cell from one place.  A place beside the grown part is taken when that makes
no more than a corridor (one free neighbour), else only by the chances of the recipe: to close a
loop, or to fill in.  When nothing is left to take, what was refused is taken after all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from math import inf
from random import Random

from lo_exact.errors import LimitReached, UsageError
from lo_exact.outcome import Progress, Status
from lo_exact.parity_walks.ground import ground_of
from lo_exact.parity_walks.level import (
    STEPS,
    Place,
    WalkLevel,
    check_level_size,
    level_of_places,
)
from lo_exact.parity_walks.solve import Walked, fewest_steps

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
        if self.rows < 1 or self.columns < 1:
            raise UsageError(f"a level needs rows and columns, got {self.rows} x {self.columns}")
        check_level_size(self.rows, self.columns)
        if not 1 <= self.cells <= self.rows * self.columns:
            raise UsageError(
                f"{self.rows} x {self.columns} places hold 1 to {self.rows * self.columns} cells, "
                f"got {self.cells}"
            )
        if self.closed and not self.painted and self.cells % 2 == 0:
            raise UsageError(
                "a closed walk paints an even number of cells, and its start is painted: "
                f"an odd number of cells is wanted, got {self.cells}"
            )
        for name in ("loops", "filled", "painted"):
            if not 0 <= getattr(self, name) <= 1:
                raise UsageError(f"the chance {name} is 0 to 1, got {getattr(self, name)}")


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


def made_levels(
    recipe: Recipe,
    *,
    seed: int,
    difficulty: tuple[int, int] | None = None,
    tries: int = 1000,
    time_limit: float = inf,
    report: Callable[[Progress], None] | None = None,
) -> Iterator[Walked]:
    """Yield levels with their proved minimum as limit, for ever.

    Args:
        recipe: What they are like.
        seed: Equal seeds give equal levels.
        difficulty: least and greatest excess wanted: how often 4 steps more than parity's bound.
        tries: so many levels in a row may miss the wanted difficulty.
        time_limit: seconds for each level; one that takes longer is passed over.
        report: called about once a second while a level is solved.

    Raises:
        LimitReached: When the tries are used up.
    """
    chance = Random(seed)
    missed = 0
    while True:
        level = random_level(recipe, chance)
        walked = fewest_steps(level, time_limit=time_limit, report=report)
        if walked.stopped == "interrupted":
            raise KeyboardInterrupt
        fits = walked.status is Status.OPTIMAL
        if fits and difficulty is not None:
            fits = difficulty[0] <= excess(walked) <= difficulty[1]
        if fits:
            missed = 0
            yield walked
            continue
        missed += 1
        if missed >= tries:
            raise LimitReached(f"{tries} levels in a row were not of the wanted difficulty")


def excess(walked: Walked) -> int:
    """Return how often 4 steps more than parity's bound the fewest steps are."""
    return (walked.steps - ground_of(walked.level).parity.bound) // 4


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
