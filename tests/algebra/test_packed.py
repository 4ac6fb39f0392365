"""Vectors held packed: an array of one is not written out where memory has no room for it."""

from dataclasses import dataclass

import pytest

from lo_exact.algebra import memory
from lo_exact.algebra.packed import BitRows, arrays_on_demand, on_demand
from lo_exact.errors import PuzzleError


@arrays_on_demand("state")
@dataclass(frozen=True, eq=False)
class Board:
    state: object


def test_a_large_array_is_refused_by_name_before_it_is_made(monkeypatch):
    monkeypatch.setattr(memory, "available", lambda: 2**28)
    board = Board(on_demand(BitRows(10_000, [1] * 10_000)))
    with pytest.raises(PuzzleError, match=r"^state of \(10000, 10000\) places as an array takes "):
        _ = board.state
    small = Board(on_demand(BitRows(3, [4, 1])))
    assert small.state.tolist() == [1, 0, 0, 0, 0, 1]
