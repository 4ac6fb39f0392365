"""The distance of a code: the least weight of a nontrivial word, with proof.

It is the least of its sides, which share the time (`lo_exact.codes.side_search`).  A side that
another one is taken to by a permutation of the columns is not searched.

Found in milliseconds to minutes where checks are light and the distance is up to 24; see
docs/distances.md for figures and growth.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf

from lo_exact.codes.code import Code, is_symmetry
from lo_exact.codes.side_search import (
    HOPELESS_SECONDS,
    WORTH_PIECES,
    SideDistance,
    SideSearch,
)
from lo_exact.errors import LimitReached
from lo_exact.outcome import Watch
from lo_exact.runners.work import HERE, Where


@dataclass(frozen=True)
class Distance:
    """Proved lower and upper bounds on the distance of a code."""

    code: Code
    """The code."""
    sides: tuple[SideDistance, ...]
    """Bounds for each side."""
    seconds: float
    """Wall-clock seconds."""
    stopped: str = ""
    """Why the search ended early: ``"interrupted"`` or a sentence; ``""`` if complete."""

    def __repr__(self) -> str:
        least, most = self.lower_bound, "?" if self.weight is None else self.weight
        bounds = f"{least}, proved" if self.proved else f"{least} to {most}"
        return f"Distance({', '.join(filter(None, (bounds, self.stopped)))})"

    @property
    def lower_bound(self) -> int:
        """A lower bound on the distance."""
        return min(side.lower_bound for side in self.sides)

    @property
    def weight(self) -> int | None:
        """An upper bound on the distance, or None if no word is known."""
        words = [set(side.word) for side in self.sides if side.word is not None]
        return min(map(len, words), default=None)

    @property
    def proved(self) -> bool:
        """Return whether the lower and upper bounds are equal."""
        return self.weight == self.lower_bound


def find_distance(
    code: Code,
    *,
    count: bool = False,
    at_least: int = 0,
    where: Where = HERE,
    worth_pieces: float = WORTH_PIECES,
    most_seconds: float = HOPELESS_SECONDS,
    watch: Watch | None = None,
    told: Callable[[SideDistance, int], None] = lambda known, nodes: None,
    heard: Callable[[Distance], None] | None = None,
) -> Distance:
    """Find the distance of a code, or bounds on it if a limit stops the search.

    Args:
        code: the code; its symmetries are checked before use.
        count: whether to count the lightest words of each side.
        at_least: stop as soon as the distance is known to be at least this; 0: never.
        where: processes that search, and the folder that stores long searches.
        worth_pieces: expected seconds from which on a search is split into pieces.
        most_seconds: a weight limit with a longer forecast on one core is not searched.
        watch: the time limit.
        told: called with the bounds of a side and the nodes visited for the current weight
            limit, after each improvement and about 40 times a second.
        heard: called with the bounds of all sides after each improvement, or None.

    Returns:
        The proved distance, or the best word and the bound after a limit or Ctrl-C.
    """
    watch = watch or Watch()
    began = time.monotonic()
    swap, shown = code.swap, list[SideDistance]()

    def tell(known: SideDistance, nodes: int) -> None:
        told(known, nodes)
        assert heard is not None
        if (now := [search.known for search in searched]) != shown:
            shown[:] = now
            heard(_of_all_sides(code, now, time.monotonic() - began))

    alike = swap is not None and all(is_symmetry(s, code.sides[0], swap) for s in code.sides[1:])
    searched = [
        SideSearch(
            side, tuple(p for p in code.symmetries if is_symmetry(side, side, p)), where,
            worth_pieces, most_seconds, watch, told if heard is None else tell,
        )
        for side in (code.sides[:1] if alike else code.sides)
    ]  # fmt: skip
    stopped = _search_all(searched, watch, count=count, at_least=at_least)
    sides = [search.with_a_word() if stopped else search.known for search in searched]
    return _of_all_sides(code, sides, time.monotonic() - began, stopped)


def _of_all_sides(
    code: Code, searched: Sequence[SideDistance], seconds: float, stopped: str = ""
) -> Distance:
    """Combine the sides' bounds; a side not searched gets the other side's bounds by symmetry."""
    sides, swap = list(searched), code.swap
    if len(sides) < len(code.sides) and swap is not None:
        back, first = {image: button for button, image in enumerate(swap)}, sides[0]
        word = None if first.word is None else tuple(sorted(back[b] for b in first.word))
        image = replace(first, word=word, refuted=(), by_symmetry=True, symmetries=(swap,))
        sides += [replace(image, name=side.name) for side in code.sides[1:]]
    for number, (given, found) in enumerate(zip(code.sides, sides, strict=True)):
        if found.word is not None:
            assert given.matters(found.word)
            if code.errors:
                sides[number] = replace(found, word=code.as_given(found.word))
    return Distance(code, tuple(sides), seconds, stopped)


def _search_all(searched: Sequence[SideSearch], watch: Watch, *, count: bool, at_least: int) -> str:
    """Search all sides, each for an equal share of the time, then again for the time left.

    Returns:
        Why a side was stopped, or ``""``.
    """
    stopped: dict[int, str] = {}
    for _ in range(2):
        for number, search in enumerate(searched):
            if not stopped.get(number, "again"):
                continue
            part = Watch(watch.remaining() / (len(searched) - number))
            try:
                watch.check()
                search.run(
                    count=count,
                    at_least=at_least,
                    watch=watch.child(stop=lambda *_, part=part: part.check()),
                )
                stopped[number] = ""
            except LimitReached as reason:
                stopped[number] = str(reason)
            except KeyboardInterrupt:
                return "interrupted"
        if watch.remaining() <= 0 or watch.deadline == inf:
            break
    return next(filter(None, stopped.values()), "")
