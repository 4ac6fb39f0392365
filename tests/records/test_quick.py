"""The quick benchmark runs kept boards again and sees a weight that differs."""

import pytest

from benchmarks.groups import latest
from benchmarks.quick import CHOSEN, measured
from benchmarks.record import read


def test_every_chosen_size_is_kept():
    for benchmark, (family, colours, sizes, _) in CHOSEN.items():
        kept = latest(read(benchmark), "family", "colours", "n")
        assert [n for n in sizes if (family, colours, n) not in kept] == []


@pytest.mark.large
def test_a_weight_that_differs_is_named():
    group = latest(read("squares"), "family", "colours", "n")["plus", 2, 5]
    side = measured(group, "auto")
    assert side.wrong == []
    assert side.now > 0
    changed = [{**record, "weight": record["weight"] + 1} for record in group]
    assert len(measured(changed, "auto").wrong) == 3
