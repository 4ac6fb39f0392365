"""Vectors held packed: an array of one is not written out where memory has no room for it."""

import pytest

from lo_exact import machine
from lo_exact.algebra.packed import BitRows, written
from lo_exact.errors import PuzzleError


def test_a_large_array_is_refused_by_name_before_it_is_made(monkeypatch):
    monkeypatch.setattr(machine, "free_memory", lambda: 2**28)
    with pytest.raises(PuzzleError, match=r"^state of \(10000, 10000\) places as an array takes "):
        written("state", BitRows(10_000, [1] * 10_000))
    assert written("state", BitRows(3, [4, 1])).tolist() == [1, 0, 0, 0, 0, 1]
