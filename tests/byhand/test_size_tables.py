"""Tables of many sizes that are stopped: what is whole is returned."""

import lo_exact
from lo_exact.byhand.chasing.chase import chase_table
from lo_exact.byhand.size_tables import (
    nullities,
    read_colour_range,
    read_sizes,
)  # fmt: skip

NULLITIES = (0, 4, 2, 0, 0, 0, 8)
"""Of 3 x 3 to 9 x 9, two colours: OEIS A159257."""


def test_a_table_that_is_stopped_has_the_sizes_that_are_whole():
    found = nullities(read_sizes("3x3..300x300"), read_colour_range("2..3"), time_limit=1.0)
    assert found.stopped
    assert 3 < len(found.values) == len(found.sizes) < 298
    assert tuple(row[0] for row in found.values[:7]) == NULLITIES
    assert not nullities(((3, 3),), (2,), time_limit=5.0).stopped


def test_tables_are_drawn_as_text_and_html():
    table = nullities(((4, 4), (5, 5)), (2, 6))
    assert str(table) == "colours  2  6\n4x4      4  -\n5x5      2  -"
    assert table._repr_html_().count("<tr>") == 3


def test_representations_are_one_short_line():
    chased = lo_exact.chase(lo_exact.grid_puzzle([[1] * 5] * 5))
    for value in (chased, chase_table(chased), nullities(((3, 3),), (2, 3))):
        assert len(repr(value).splitlines()) == 1
        assert len(repr(value)) < 120
