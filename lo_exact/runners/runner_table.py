"""The runners: who does pieces.  A row each, imported when somebody wants it."""

from __future__ import annotations

from dataclasses import dataclass

from lo_exact.runners.work import Where


@dataclass(frozen=True)
class Runner:
    """One way to have pieces done.

    Attributes:
        name: in words.
        run: ``module:function``; (work, ranges, where, watch, arrived): does the ranges, in any
            order, and calls ``arrived`` with the record of each as it comes.
        package: what must be installed; ``""`` when nothing more.
    """

    name: str
    run: str
    package: str = ""


RUNNERS = (
    Runner("own processes", "lo_exact.runners.own:run"),
    Runner("Dask", "lo_exact.runners.cluster:run", "distributed"),
)


def runner_of(where: Where) -> Runner:
    """Return who does the pieces."""
    own, dask = RUNNERS
    return dask if where.cluster else own
