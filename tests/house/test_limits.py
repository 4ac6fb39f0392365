"""Limits that the pages state are the constants of the code: no number is typed twice unseen."""

import re

import pytest

from lo_exact.engines.quarters.engine import MAX_RANK as QUARTERS_RANK
from lo_exact.formats.arrays.files import MAX_BYTES as ARRAY_BYTES
from lo_exact.formats.files import MAX_FILE_BYTES, MAX_STDIN_BYTES
from lo_exact.formats.flip.ids import MAX_PLACES as ID_PLACES
from lo_exact.formats.pictures.png import MAX_PIXELS
from lo_exact.hardest_boards.claims.certificates import MAX_VISITED
from lo_exact.parity_walks.level import MAX_PLACES as WALK_PLACES
from lo_exact.parity_walks.search.breadth import MAX_CELLS
from lo_exact.parity_walks.solve import EASY_CELLS, TINY_CELLS
from lo_exact.solver.batch.tabled import MAX_RANK as TABLE_RANK
from lo_exact.topology.grid import MAX_PLACES as GRID_PLACES
from lo_exact.topology.mixed import MAX_RULES
from tests.house.architecture import ROOT

LIMITS = (
    ("docs/howto/use.md", r"Other grids have at most (2\^\d+) places", GRID_PLACES),
    ("docs/howto/use.md", r"`quarters` up to (2\^\d+),", 2 ** (2 * QUARTERS_RANK)),
    ("docs/decoding.md", r"rank up to (\d+):", TABLE_RANK),
    ("docs/formats.md", r"Files hold at most (\d+) MiB", MAX_FILE_BYTES >> 20),
    ("docs/formats.md", r"standard input \(`-`\) at most (\d+) MiB", MAX_STDIN_BYTES >> 20),
    ("docs/formats.md", r"letters to at most (\d+) neighbourhoods", MAX_RULES),
    ("docs/formats.md", r"all arrays together have at most (\d+) MiB", ARRAY_BYTES >> 20),
    ("docs/formats.md", r"2 to 6 colours, at most (2\^\d+) pixels", MAX_PIXELS),
    ("docs/formats.md", r"N is at most (\d+)\.", ID_PLACES),
    ("docs/hardest.md", r"if it has at most (2\^\d+) solutions", MAX_VISITED),
    ("docs/scale.md", r"`quarters` refuses more than (2\^\d+)", 2**QUARTERS_RANK),
    ("docs/walks.md", r"at most ([\d,]+) places, walls included", WALK_PLACES),
    ("docs/walks.md", r"\(token, painting\), up to (\d+) cells", MAX_CELLS),
    ("docs/walks.md", r"breadth-first up to (\d+) cells", TINY_CELLS),
    ("docs/walks.md", r"`sat` up to (\d+),", EASY_CELLS),
)


@pytest.mark.parametrize(("page", "sentence", "limit"), LIMITS, ids=lambda value: str(value)[:40])
def test_a_page_states_the_limit_of_the_code(page, sentence, limit):
    (said,) = set(re.findall(sentence, (ROOT / page).read_text(encoding="utf-8")))
    base, _, exponent = said.replace(",", "").partition("^")
    assert int(base) ** int(exponent or 1) == limit
