"""Words of lanes add like residues one by one."""

import numpy as np
import pytest

from lo_exact.engines.middle.words import LaneWords


def residues(words, lanes, bits):
    return [[word >> bits * lane & ((1 << bits) - 1) for lane in range(lanes)] for word in words]


@pytest.mark.parametrize("colours", [2, 3, 4, 5, 6, 8, 9, 16, 17, 256, 2**31])
def test_sums_and_differences_are_those_of_each_lane(colours):
    arithmetic = LaneWords(colours)
    lanes, bits = arithmetic.lanes, 64 // arithmetic.lanes
    rng = np.random.default_rng(colours)
    one, other = rng.integers(0, colours, (2, lanes, 200))
    one[:, :2], other[:, :2] = 0, [0, colours - 1]
    one[:, 2:4], other[:, 2:4] = colours - 1, [0, colours - 1]
    first, second = arithmetic.packed(one), arithmetic.packed(other)
    width = {2: 1}.get(colours, (colours - 1).bit_length() + 1)
    assert bits >= width
    total = arithmetic.sum(first, second).tolist()
    assert residues(total, lanes, width) == ((one + other) % colours).T.tolist()
    for k in range(20):
        rest = arithmetic.missing(first, second[k]).tolist()
        assert residues(rest, lanes, width) == ((other[:, [k]] - one) % colours).T.tolist()
