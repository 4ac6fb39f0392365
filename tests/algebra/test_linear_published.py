"""Published nullities and solution counts (sources in data/published.json), from the algebra."""

import json
from math import prod
from pathlib import Path

import numpy as np
import pytest

from lo_exact.algebra import Unsolvable, eliminate, nullspace_orders
from tests.boards.matrices import grid

DATA = json.loads((Path(__file__).parents[2] / "data" / "published.json").read_text())


def test_nullity_of_square_boards_to_100():
    found = [len(nullspace_orders(grid(n, n))) for n in range(1, 101)]
    assert found == DATA["A159257_nullity_n1_100"]["values"]


def test_nullity_of_square_tori_to_30():
    found = [len(nullspace_orders(grid(n, n, torus=True))) for n in range(1, 31)]
    # on tori of side 1 and 2 neighbours coincide: there the sequence counts other boards
    assert found[2:] == DATA["A165738_torus_nullity_n1_30"]["values"][2:]


@pytest.mark.parametrize("side", range(3, 10))
def test_nullity_for_prime_colours(side):
    entry = DATA["nullity_prime"]
    found = [len(nullspace_orders(grid(side, side, p))) for p in entry["primes"]]
    assert found == entry["square_side"][str(side)]


@pytest.mark.parametrize("side", range(3, 9))
def test_number_of_solutions_of_the_board_of_highest_colour(side):
    found = []
    for colours in range(2, 22):
        elimination = eliminate(grid(side, side, colours))
        # every light shows c - 1 and needs one more
        answer = elimination.solve(np.ones(side * side, dtype=np.int64))
        found.append(0 if isinstance(answer, Unsolvable) else prod(elimination.orders))
    assert found == DATA["solutions_all_c_minus_1"]["square_side"][str(side)]
