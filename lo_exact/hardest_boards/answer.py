"""Results of `hardest` and `histogram`: largest minimum, and number of boards by minimum."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from lo_exact.hardest_boards.spectra.peak import Refutation
from lo_exact.outcome import Presses, Status
from lo_exact.puzzle import Puzzle
from lo_exact.solution import lights_rows, presses_rows

LONGEST_LIST = 2**20
"""Boards that a list of hardest boards holds at most."""


@dataclass(frozen=True, eq=False)
class Hardest:
    """The largest minimum over all solvable boards, or an interval that contains it."""

    puzzle: Puzzle
    """The puzzle; its state is ignored."""
    status: Status
    """``OPTIMAL`` when the bounds meet, else ``FEASIBLE``."""
    lower_bound: int
    """Number of presses that some board needs: the weight of the example, if there is one."""
    upper_bound: int
    """Number of presses that no board exceeds, proved."""
    boards: int
    """Exact number of boards that need ``lower_bound``; -1 when not known."""
    state: Presses
    """(lights,) the example; empty if there is none."""
    presses: Presses
    """(buttons,) a minimum of the example."""
    method: str
    """Method that proved the bounds."""
    seconds: float
    """Wall-clock seconds."""
    refutations: tuple[Refutation, ...] = ()
    """The exhaustive searches that prove ``upper_bound``."""
    stopped: str = ""
    """``"interrupted"`` after Ctrl-C, else ``""``."""

    @property
    def weight(self) -> int:
        """The largest minimum if it is proved, otherwise the proved lower bound."""
        return self.lower_bound

    def __repr__(self) -> str:
        bounds = f"{self.lower_bound}"
        if self.status is not Status.OPTIMAL:
            bounds += f" to {self.upper_bound}"
        return f"Hardest({self.status.value}, {bounds}, of {self.puzzle!r})"

    def _repr_svg_(self) -> str | None:
        """Return the example with its presses as an SVG picture for notebooks, or None."""
        from lo_exact.pictures.subject import notebook_svg

        if not self.state:
            return None
        state = np.array(self.state, dtype=np.int64)
        return notebook_svg(self.puzzle, lights=state, presses=self.presses, title=repr(self))

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON values, with ``None`` for unknown values."""
        layout = self.puzzle.layout
        return {
            "status": self.status.value,
            "weight": self.weight,
            "boards": self.boards if self.boards >= 0 else None,
            "lower_bound": self.lower_bound,
            "upper_bound": self.upper_bound,
            "state": lights_rows(layout, self.state) if self.state else None,
            "presses": presses_rows(layout, self.presses) if self.state else None,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "puzzle_sha256": self.puzzle.sha256,
        }


@dataclass(frozen=True, eq=False)
class Histogram:
    """The exact number of solvable boards for each minimum number of presses."""

    puzzle: Puzzle
    """The puzzle; its state is ignored."""
    terms: dict[int, int]
    """Number of boards by minimum, ascending, without zeros."""
    method: str
    """Method that counted them."""
    seconds: float
    """Wall-clock seconds."""

    @property
    def boards(self) -> int:
        """The number of solvable boards."""
        return sum(self.terms.values())

    @property
    def listed(self) -> list[int]:
        """Number of boards for each minimum 0, 1, 2, ...; 0 for a minimum that no board has."""
        return [self.terms.get(weight, 0) for weight in range(max(self.terms) + 1)]

    def __repr__(self) -> str:
        return f"Histogram({self.boards} boards, of {self.puzzle!r})"

    def _repr_svg_(self) -> str:
        """Return a bar chart of the histogram as SVG for notebooks."""
        from lo_exact.pictures.scene import to_svg
        from lo_exact.pictures.sheets import bars_scene

        return to_svg(bars_scene(self.listed, title=repr(self), along="minimum (logarithmic)"))

    def _repr_html_(self) -> str:
        """Return the histogram as an HTML table for notebooks that show no pictures."""
        from lo_exact.pictures.subject import html_table

        return html_table(
            ("minimum", "boards"), [(str(weight), str(n)) for weight, n in enumerate(self.listed)]
        )

    def to_json(self) -> dict[str, Any]:
        """Return the histogram as JSON values."""
        return {
            "status": Status.OPTIMAL.value,
            "histogram": self.listed,
            "boards": self.boards,
            "method": self.method,
            "seconds": round(self.seconds, 6),
            "puzzle_sha256": self.puzzle.sha256,
        }
