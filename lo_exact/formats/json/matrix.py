"""Explicit activation matrices in JSON, dense or sparse, and where their lights are drawn."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray, SparseMatrix, from_entries
from lo_exact.formats.json.text import JsonValueError, Path
from lo_exact.formats.json.values import a_list, an_integer, an_object, at_path, required, rows
from lo_exact.topology import HOLE, MAX_PLACES
from lo_exact.topology.grid import check_entries


def read_activation(value: Any, colours: int) -> SparseMatrix:
    """Return a matrix from dense rows, or from its sizes and entries.

    Raises:
        JsonValueError: With the path of the wrong value.
    """
    path: Path = ("activation",)
    if isinstance(value, list):
        dense = rows(value, path, "activation", 0, colours - 1)
        light, button = np.nonzero(dense)
        shape = (dense.shape[0], dense.shape[1])
        return from_entries(shape, colours, light, button, dense[light, button])
    data = an_object(value, path, "activation", ("lights", "buttons", "entries"))
    lights, buttons = (
        an_integer(required(data, path, key), (*path, key), key, 0, MAX_PLACES)
        for key in ("lights", "buttons")
    )
    path = (*path, "entries")
    entries = a_list(required(data, ("activation",), "entries"), path, "entries")
    with at_path(path):
        check_entries(len(entries))
    for i, entry in enumerate(entries):
        if type(entry) is not list or len(entry) != 3:
            raise JsonValueError("an entry is [light, button, amount]", (*path, i))
    kinds = {type(number) for entry in entries for number in entry}
    high = np.array([lights - 1, buttons - 1, colours - 1])
    table = np.zeros((0, 3), dtype=np.int64)
    fits = kinds <= {int}
    if entries and fits:
        try:
            table = np.array(entries, dtype=np.int64)
        except OverflowError:  # a number beyond 64 bits
            fits = False
    if not fits or (table < 0).any() or (table > high).any():
        for i, entry in enumerate(entries):
            for k, what in enumerate(("a light", "a button", "an amount")):
                an_integer(entry[k], (*path, i, k), what, 0, int(high[k]))
    place = table[:, 1] * lights + table[:, 0]
    order = np.argsort(place, kind="stable")
    again = np.flatnonzero(place[order][1:] == place[order][:-1])
    if again.size:
        problem = "this light and button stand twice"
        raise JsonValueError(problem, (*path, int(order[again[0] + 1])))
    return from_entries((lights, buttons), colours, table[:, 0], table[:, 1], table[:, 2])


def read_numbering(layout: Mapping[str, Any], key: str, size: int) -> IntArray:
    """Return which light or button is on each place, every one exactly once."""
    path: Path = ("layout", key)
    drawn = rows(
        required(layout, ("layout",), key), path, f"layout of {key}", 0, size - 1, special=(None,)
    )
    drawn[drawn == HOLE] = -1
    present = np.sort(drawn[drawn >= 0])
    if not np.array_equal(present, np.arange(size)):
        problem = f"the layout must show each of the {size} {key} once"
        raise JsonValueError(problem, path)
    return drawn
