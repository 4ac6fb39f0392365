"""Limits that the pages state are the constants of the code: no number is typed twice unseen."""

import pytest

from lo_exact.engines.quarters.engine import MAX_RANK as QUARTERS_RANK
from lo_exact.formats.arrays import MAX_BYTES as ARRAY_BYTES
from lo_exact.formats.files import MAX_FILE_BYTES, MAX_STDIN_BYTES
from lo_exact.formats.flip import MAX_PLACES as ID_PLACES
from lo_exact.formats.pictures import MAX_PIXELS
from lo_exact.solver.batch.tabled import MAX_RANK as TABLE_RANK
from lo_exact.topology.grid import MAX_PLACES as GRID_PLACES
from lo_exact.topology.mixed import MAX_RULES
from tests.house.stated import check_stated

LIMITS = (
    ("docs/commands.md", r"Other grids have at most (2\^\d+) places", GRID_PLACES),
    ("docs/commands.md", r"engine `quarters` up to (2\^\d+)\.", 2 ** (2 * QUARTERS_RANK)),
    ("docs/explain/engines/codes.md", r"rank at most (\d+) \|", TABLE_RANK),
    ("docs/formats.md", r"Files hold at most (\d+) MiB", MAX_FILE_BYTES >> 20),
    ("docs/formats.md", r"standard input \(`-`\) at most (\d+) MiB", MAX_STDIN_BYTES >> 20),
    ("docs/formats.md", r"letters to at most (\d+) neighbourhoods", MAX_RULES),
    ("docs/formats.md", r"all arrays together have at most (\d+) MiB", ARRAY_BYTES >> 20),
    ("docs/formats.md", r"2 to 6 colours, at most (2\^\d+) pixels", MAX_PIXELS),
    ("docs/formats.md", r"N is at most (\d+)\.", ID_PLACES),
    ("docs/explain/engines/index.md", r"rank up to 34, with (2\^\d+) sums", 2**QUARTERS_RANK),
)


@pytest.mark.parametrize(("page", "sentence", "limit"), LIMITS, ids=lambda value: str(value)[:40])
def test_a_page_states_the_limit_of_the_code(page, sentence, limit):
    check_stated(page, sentence, limit)
