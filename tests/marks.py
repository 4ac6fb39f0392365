"""Which cases of a test only the large run has."""

from collections.abc import Container, Iterable

import pytest


def with_large(cases: Iterable, large: Container) -> list:
    """Return cases as parameters, with the mark of those that are left to the large run."""
    return [pytest.param(one, marks=pytest.mark.large if one in large else ()) for one in cases]


def in_blocks(cases: Iterable, size: int = 25) -> list[list]:
    """Return cases in blocks, for tests of which each takes less time than its own report."""
    rows = [*cases]
    return [rows[first : first + size] for first in range(0, len(rows), size)]
