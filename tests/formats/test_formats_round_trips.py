"""What every format with a writer writes is read back as the same puzzle, or refused in a line."""

import numpy as np
import pytest

from lo_exact.errors import UsageError
from lo_exact.formats import FORMATS, parse_puzzle, write_puzzle
from lo_exact.formats.format_table import find_format
from lo_exact.formats.reading import parse_parts, read_parts
from lo_exact.topology import grid_puzzle
from lo_exact.topology.grid import Stencil, parse_stencil
from tests.formats.reading import puzzle

WRITTEN = [row.name for row in FORMATS if row.is_written]


def random_graph(rng):
    n = int(rng.integers(1, 9))
    pairs = [(a, b) for a in range(n) for b in range(a + 1, n) if rng.random() < 0.4]
    lines = [f"p edge {n} {len(pairs)}", *(f"e {a + 1} {b + 1}" for a, b in pairs)]
    return puzzle("\n".join(lines) + "\n")


def random_board(rng):
    shape = rng.integers(1, 6, 2)
    rows = ["".join(map(str, row)) for row in rng.integers(0, 2, shape).tolist()]
    return puzzle("\n".join(rows) + "\n", form="board")


def random_square(rng):
    side, colours = int(rng.integers(2, 5)), int(rng.integers(2, 6))
    rows = ["".join(map(str, row)) for row in rng.integers(0, colours, (side, side)).tolist()]
    return puzzle("\n".join(rows) + "\n", form="board", colours=colours)


def random_code(rng):
    rows, columns = (int(v) for v in rng.integers(1, 7, 2))
    dense = rng.integers(0, 2, (rows, columns)).tolist()
    return puzzle("\n".join(" ".join(map(str, row)) for row in dense) + "\n", form="checks")


def random_ring(rng):
    """Three colours, a target, a rule with holes."""
    goal = "".join(map(str, rng.integers(0, 3, 3)))
    header = "colours: 3\nneighbourhood: king\ntopology: torus\n"
    return puzzle(f"{header}target: {goal}/0~1/221\n\n012\n1~1\n222\n")


def random_machine(rng):
    lights = "".join(rng.choice([".", "#"], 4))
    return puzzle(f"[{lights}] (0,2) (1,2,3) (3) {{1,2,3,4}}\n")


KINDS = {
    "graph": (random_graph, {"json"}),
    "board": (random_board, {"board"}),
    "square": (random_square, {"board"}),
    "code": (random_code, {"mtx"}),
    "ring": (random_ring, {"board"}),
    "machine": (random_machine, {"json"}),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_written_is_read_back(kind, form, tmp_path):
    make, always = KINDS[kind]
    rng = np.random.default_rng([len(kind), len(form)])
    done = 0
    for number in range(12):
        given = make(rng)
        try:
            data = write_puzzle(given, form)
        except UsageError:
            continue
        done += 1
        path = tmp_path / f"{number}"
        path.write_text(data)
        (part,) = read_parts(path, format=form)
        assert part.read().sha256 == given.sha256, data
    assert done == 12 or form not in {*always, "json"}


@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_written_is_recognised_or_said_to_read_two_ways(form):
    rng = np.random.default_rng(3)
    row = next(row for row in FORMATS if row.name == form)
    if not row.reader or row.said.startswith("--as"):
        return
    for make, always in KINDS.values():
        if form not in always:
            continue
        given = make(rng)
        (part,) = parse_parts(write_puzzle(given, form))
        assert part.read().sha256 == given.sha256


@pytest.mark.large
def test_a_thousand_random_stencils_are_read_back_as_drawn_and_in_every_format():
    """Those of one column with amounts of 10 and more were written as what is refused."""
    rng = np.random.default_rng(909)
    for number in range(1000):
        height, width = (int(n) for n in rng.integers(1, 4, 2))
        colours = int(rng.integers(2, 100))
        amounts = rng.integers(0, colours, (height, width))
        at = int(rng.integers(0, height)), int(rng.integers(0, width))
        stencil = Stencil(
            tuple(
                (r - at[0], c - at[1], int(amounts[r, c]))
                for r, c in np.ndindex(height, width)
                if amounts[r, c]
            )
        )
        assert parse_stencil(stencil.drawn().split("/")) == stencil
        state = rng.integers(0, colours, (int(rng.integers(1, 4)), int(rng.integers(1, 4))))
        given = grid_puzzle(state, colours=colours, neighbourhood=stencil.drawn())
        for row in FORMATS if number % 10 == 0 else (find_format("board"), find_format("json")):
            if not row.writer:
                continue
            try:
                text = write_puzzle(given, row.name)
            except UsageError:
                continue
            assert parse_puzzle(text, format=row.name).sha256 == given.sha256, (row.name, text)
