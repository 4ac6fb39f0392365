"""Tables of many sizes that are stopped: what is whole is returned."""

import pytest

from lo_exact.byhand.size_tables import TableWanted, read_colour_range, read_sizes, size_table

NULLITIES = (0, 4, 2, 0, 0, 0, 8)
"""Of 3 x 3 to 9 x 9, two colours: OEIS A159257."""


@pytest.mark.parametrize("what", ["nullity", "solutions"])
def test_a_table_that_is_stopped_has_the_sizes_that_are_whole(what):
    wanted = TableWanted(read_sizes("3x3..300x300"), read_colour_range("2..3"))
    found = size_table(what, wanted, time_limit=1.0)
    assert found.stopped
    assert 3 < len(found.values) == len(found.sizes) < 298
    known = [nullity if what == "nullity" else 2**nullity for nullity in NULLITIES]
    assert [row[0] for row in found.values[:7]] == known
    assert not size_table(what, TableWanted(((3, 3),), (2,)), time_limit=5.0).stopped
