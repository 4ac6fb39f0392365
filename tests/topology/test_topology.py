"""Activation matrices against plain walks on the board, written apart."""

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_exact import machine
from lo_exact.algebra import eliminate
from lo_exact.errors import InputError, PuzzleError
from lo_exact.puzzle import ANY, Objective
from lo_exact.topology import (
    HOLE,
    RULES,
    STENCILS,
    SURFACES,
    Grid,
    cube_grid,
    graph_matrix,
    graph_puzzle,
    grid_matrix,
    grid_puzzle,
    parse_stencil,
    recognise_rule,
)

JOINS = {
    # name: (left and right edge, top and bottom edge); 0 open, 1 joined, -1 joined with a twist
    "plane": (0, 0),
    "torus": (1, 1),
    "cylinder": (1, 0),
    "moebius": (-1, 0),
    "klein": (-1, 1),
    "projective": (-1, -1),
}

OFFSETS = {
    "plus": [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1)],
    "cross": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "x": [(0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)],
    "king": [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)],
    "knight": [(0, 0)] + [(r, c) for r in range(-2, 3) for c in range(-2, 3) if r * r + c * c == 5],
}


def walk(place, step, shape, topology, columns_first):
    """Go one place at a time; crossing a twisted join turns the walker's other direction."""
    (row, column), (height, width) = place, shape
    sides, ends = JOINS[topology]
    down, right = 1, 1
    for axis in ("column", "row") if columns_first else ("row", "column"):
        distance = step[1] if axis == "column" else step[0]
        for _ in range(abs(distance)):
            sign = 1 if distance > 0 else -1
            if axis == "row":
                row += sign * down
                if not 0 <= row < height:
                    if ends == 0:
                        return None
                    row %= height
                    if ends == -1:
                        column, right = width - 1 - column, -right
            else:
                column += sign * right
                if not 0 <= column < width:
                    if sides == 0:
                        return None
                    column %= width
                    if sides == -1:
                        row, down = height - 1 - row, -down
    return row, column


def walked_matrix(lights, buttons, steps, topology, colours, columns_first=False):
    light_number = {tuple(p): i for i, p in enumerate(np.argwhere(lights).tolist())}
    pressed = [tuple(p) for p in np.argwhere(buttons).tolist()]
    matrix = np.zeros((len(light_number), len(pressed)), dtype=object)
    for j, place in enumerate(pressed):
        for down, right, amount in steps:
            reached = walk(place, (down, right), lights.shape, topology, columns_first)
            if reached in light_number:
                matrix[light_number[reached], j] += amount
    return (matrix % colours).astype(np.int64)


def full(rows, columns):
    mask = np.ones((rows, columns), dtype=bool)
    return Grid(mask, mask)


@pytest.mark.parametrize("name", OFFSETS)
def test_a_named_stencil_is_its_definition(name):
    assert sorted(step[:2] for step in STENCILS[name].steps) == sorted(OFFSETS[name])
    assert {amount for *_, amount in STENCILS[name].steps} == {1}


@pytest.mark.parametrize("topology", SURFACES)
@pytest.mark.parametrize("columns_first", [False, True])
def test_stencils_go_where_a_walker_goes(topology, columns_first):
    for shape in ((1, 1), (1, 4), (2, 2), (3, 2), (3, 5), (4, 4)):
        for name, offsets in OFFSETS.items():
            steps = [(r, c, 1) for r, c in offsets]
            for colours in (2, 6):
                grid = full(*shape)
                made = grid_matrix(grid, name, topology, colours).to_dense()
                wanted = walked_matrix(
                    grid.lights, grid.buttons, steps, topology, colours, columns_first
                )
                assert np.array_equal(made, wanted), (name, colours, shape)


steps_drawn = st.lists(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.integers(1, 7)),
    min_size=1,
    max_size=6,
    unique_by=lambda step: step[:2],
)


@settings(max_examples=60, deadline=None)
@given(
    shape=st.tuples(st.integers(1, 5), st.integers(1, 5)),
    steps=steps_drawn,
    topology=st.sampled_from(sorted(JOINS)),
    colours=st.sampled_from([2, 3, 4, 6, 8, 9, 12, 2**31]),
    seed=st.integers(0, 2**32),
)
def test_any_stencil_with_holes_and_dead_buttons_goes_where_a_walker_goes(
    shape, steps, topology, colours, seed
):
    steps = [(r, c, amount % colours) for r, c, amount in steps]
    random = np.random.default_rng(seed)
    lights, buttons = random.random(shape) < 0.8, random.random(shape) < 0.8
    drawn = " / ".join(
        " ".join(
            f"[{amount}]" if r == c == 0 else str(amount)
            for c in range(-3, 4)
            for amount in [sum(a for x, y, a in steps if (x, y) == (r, c))]
        )
        for r in range(-3, 4)
    )
    made = grid_matrix(Grid(lights, buttons), drawn, topology, colours)
    wanted = walked_matrix(lights, buttons, steps, topology, colours)
    assert np.array_equal(made.to_dense(), wanted)
    assert made.values.size == np.count_nonzero(wanted)
    for j in range(made.shape[1]):
        assert (np.diff(made.column(j)[0]) > 0).all()


def test_amounts_on_the_same_light_add_up():
    for colours in (2, 3, 4, 5, 6, 7):
        made = grid_matrix(full(1, 1), "plus", "torus", colours).to_dense()
        assert made.tolist() == [[5 % colours]]


def test_torus_nullities_of_oeis_a165738():
    published = [0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0]
    for n, nullity in enumerate(published, start=1):
        assert len(eliminate(grid_matrix(full(n, n), "plus", "torus", 2)).kernel.orders) == nullity


def test_nullities_of_oeis_a159257_and_of_3_to_9_with_7_colours():
    for n, nullity in enumerate([0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4], start=1):
        assert len(eliminate(grid_matrix(full(n, n), "plus", "plane", 2)).kernel.orders) == nullity
    for n, nullity in zip(range(3, 10), [1, 2, 2, 0, 1, 0, 2], strict=True):
        assert len(eliminate(grid_matrix(full(n, n), "plus", "plane", 7)).kernel.orders) == nullity


@pytest.mark.parametrize("topology", ["plane", "torus", "cylinder"])
def test_row_and_column_hold_the_own_light_once_and_go_on_behind_holes(topology):
    lights = np.array([[1, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 1]], dtype=bool)
    buttons = np.array([[1, 1, 0, 1], [1, 1, 1, 1], [0, 1, 1, 1]], dtype=bool)
    number = {tuple(p): i for i, p in enumerate(np.argwhere(lights).tolist())}
    wanted = np.zeros((len(number), int(buttons.sum())), dtype=np.int64)
    for j, (r, c) in enumerate(np.argwhere(buttons).tolist()):
        for place, i in number.items():
            wanted[i, j] = place[0] == r or place[1] == c
    made = grid_matrix(Grid(lights, buttons), "row+column", topology, 3)
    assert np.array_equal(made.to_dense(), wanted)


@pytest.mark.parametrize("topology", ["moebius", "klein", "projective"])
def test_row_and_column_are_refused_on_twisted_surfaces(topology):
    with pytest.raises(PuzzleError, match="no meaning"):
        grid_matrix(full(3, 3), "row+column", topology, 2)


LINES = {
    "row": lambda r, c: r == 0,
    "column": lambda r, c: c == 0,
    "diagonals": lambda r, c: abs(r) == abs(c),
    "queen": lambda r, c: 0 in (r, c) or abs(r) == abs(c),
}


@pytest.mark.parametrize("rule", LINES)
def test_whole_lines_hold_the_own_light_once(rule):
    lights = np.array([[1, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 1]], dtype=bool)
    places = np.argwhere(lights).tolist()
    wanted = [[LINES[rule](i[0] - j[0], i[1] - j[1]) for j in places] for i in places]
    assert np.array_equal(grid_matrix(Grid(lights, lights), rule, "plane", 3).to_dense(), wanted)


def test_triangles_change_those_that_share_a_side():
    lights = np.array([[1, 1, 1, 0], [1, 1, 1, 1]], dtype=bool)
    buttons = np.array([[1, 1, 0, 1], [1, 1, 1, 1]], dtype=bool)
    places = np.argwhere(lights).tolist()

    def corners(r, c):  # of a triangle of width 2, twice the coordinates
        points_up = (r + c) % 2 == 0
        return (
            {(r, c + 1), (r + 1, c), (r + 1, c + 2)}
            if points_up
            else {(r, c), (r, c + 2), (r + 1, c + 1)}
        )

    wanted = [
        [len(corners(*i) & corners(*j)) >= 2 for j in np.argwhere(buttons).tolist()] for i in places
    ]
    made = grid_matrix(Grid(lights, buttons), "triangle", "plane", 3)
    assert np.array_equal(made.to_dense(), wanted)


def test_merlins_magic_square():
    made = grid_matrix(full(3, 3), "merlin", "plane", 2).to_dense()
    wanted = {
        0: "##.##....",
        1: "###......",
        2: ".##.##...",
        3: "#..#..#..",
        4: ".#.###.#.",
        5: "..#..#..#",
        6: "...##.##.",
        7: "......###",
        8: "....##.##",
    }
    for j, picture in wanted.items():
        assert "".join("#" if v else "." for v in made[:, j]) == picture
    with pytest.raises(PuzzleError, match="3 x 3"):
        grid_matrix(full(3, 4), "merlin", "plane", 2)


def cube_neighbours(n):
    """Pairs of net places that touch: inside the net, and over the edges glued when folding."""
    net = cube_grid(n).lights
    places = {tuple(p) for p in np.argwhere(net).tolist()}
    pairs = set()
    for r, c in places:
        for reached in ((r + 1, c), (r, c + 1)):
            if reached in places:
                pairs.add(frozenset([(r, c), reached]))
    run = range(n)
    for k in run:
        pairs |= {
            frozenset(pair)
            for pair in (
                ((0, n + k), (n, 4 * n - 1 - k)),  # top of U, top of B
                ((k, n), (n, k)),  # left of U, top of L
                ((k, 2 * n - 1), (n, 3 * n - 1 - k)),  # right of U, top of R
                ((3 * n - 1, n + k), (2 * n - 1, 4 * n - 1 - k)),  # bottom of D, bottom of B
                ((2 * n + k, n), (2 * n - 1, n - 1 - k)),  # left of D, bottom of L
                ((2 * n + k, 2 * n - 1), (2 * n - 1, 2 * n + k)),  # right of D, bottom of R
                ((n + k, 0), (n + k, 4 * n - 1)),  # left of L, right of B
            )
        }
    return pairs


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_cube_is_its_folded_net(n):
    grid = cube_grid(n)
    made = grid_matrix(grid, "cube", "plane", 5).to_dense()
    wanted = np.eye(6 * n * n, dtype=np.int64)
    for pair in cube_neighbours(n):
        (a, b) = (int(grid.light_at[place]) for place in pair)
        wanted[a, b] = wanted[b, a] = 1
    assert np.array_equal(made, wanted)
    assert (made.sum(axis=0) == 5).all()


def test_the_54_button_cube_has_2_to_the_48_solvable_boards():
    # the terms of OEIS A079876 with its missing last one sum to 2^48
    assert eliminate(grid_matrix(cube_grid(3), "cube", "plane", 2)).kernel.orders == (2,) * 6


def test_the_cube_needs_its_net():
    for grid in (full(9, 12), full(3, 3), cube_grid(0)):
        with pytest.raises(PuzzleError, match="net"):
            grid_matrix(grid, "cube", "plane", 2)
    with pytest.raises(PuzzleError, match="topology must be plane"):
        grid_matrix(cube_grid(2), "cube", "torus", 2)


def test_grid_puzzle_keeps_what_it_is_told():
    puzzle = grid_puzzle(
        [[2, HOLE, 1], [0, 1, 2]],
        colours=3,
        neighbourhood="[1]2",
        topology="cylinder",
        buttons=np.array([[1, 1, 0], [1, 0, 1]]),
        target=[[1, 0, ANY], [2, 2, 2]],
        uniform=True,
        objective=Objective.PRICES,
        prices=[[5, 0, 9], [7, 9, 2]],
    )
    assert puzzle.state.tolist() == [2, 1, 0, 1, 2]
    assert puzzle.target.tolist() == [1, ANY, 2, 2, 2]
    assert puzzle.prices.tolist() == [5, 0, 7, 2]
    assert puzzle.layout.light_at.tolist() == [[0, -1, 1], [2, 3, 4]]
    assert puzzle.layout.button_at.tolist() == [[0, 1, -1], [2, -1, 3]]
    # buttons (0,0), (0,1) on the hole, (1,0), (1,2) whose right neighbour is (1,0)
    assert puzzle.activation.to_dense().T.tolist() == [
        [1, 0, 0, 0, 0],
        [0, 2, 0, 0, 0],
        [0, 0, 1, 2, 0],
        [0, 0, 2, 0, 1],
    ]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"state": [[0, 3]], "colours": 3}, "0..2, got 3 in row 1, column 2"),
        ({"state": [[0, -1]]}, "got -1"),
        ({"state": [0, 1]}, "rows and columns"),
        ({"state": [[0]], "colours": 1}, "colours must be 2..2147483648, got 1"),
        ({"state": [[0]], "colours": 2**31 + 1}, "colours must be"),
        ({"state": [[0]], "target": 2}, "target must be"),
        ({"state": [[0]], "target": [[0, 1]]}, "the target has shape"),
        ({"state": [[0]], "neighbourhood": "star"}, "neighbourhood must be"),
        ({"state": [[0]], "topology": "sphere"}, "topology must be"),
        ({"state": [[0]], "neighbourhood": "[2]"}, "a press adds 0..1"),
        ({"state": [[0]], "buttons": np.ones((2, 2), dtype=int)}, "same rows and columns"),
        ({"state": [[0]], "objective": Objective.PRICES, "prices": [[1, 2]]}, "prices have shape"),
        ({"state": [[0]], "objective": Objective.PRICES, "prices": -1}, "prices must be"),
    ],
)
def test_numbers_that_make_no_grid_are_refused(arguments, problem):
    with pytest.raises(PuzzleError, match=problem):
        grid_puzzle(arguments.pop("state"), **arguments)


def test_size_is_refused_before_memory_is_taken():
    huge = np.broadcast_to(np.int64(0), (10**9, 10**9))
    with pytest.raises(PuzzleError, match="at most 16777216 places"):
        grid_puzzle(huge)
    with pytest.raises(PuzzleError, match="at most 268435456 entries"):
        grid_puzzle(np.broadcast_to(np.int64(0), (1000, 1000)), neighbourhood="row+column")
    wide = np.broadcast_to(np.bool_(True), (4000, 4000))
    matrix = grid_matrix(Grid(wide, wide), "1" * 10 + "[1]" + "1" * 10, "torus", 2)
    with pytest.raises(PuzzleError, match="entries"):
        matrix.columns_of_entries()


@pytest.mark.parametrize(
    ("drawing", "steps"),
    [
        (["[#]"], ((0, 0, 1),)),
        (["[.]"], ()),
        (["1[2]3"], ((0, -1, 1), (0, 0, 2), (0, 1, 3))),
        (["10 [11]", "0 12"], ((0, -1, 10), (0, 0, 11), (1, 0, 12))),
        (["[11]2"], ((0, 0, 11), (0, 1, 2))),
        ([".#.", "#[#]#", ".#."], STENCILS["plus"].steps),
        (["# . [0]"], ((0, -2, 1),)),
    ],
)
def test_drawn_stencils(drawing, steps):
    stencil = parse_stencil(drawing)
    assert stencil.steps == steps
    assert parse_stencil(stencil.drawn().split("/")) == stencil


@pytest.mark.parametrize(
    ("drawing", "line", "column"),
    [
        ([".#.", "###", ".#."], 1, 0),
        (["[1][1]"], 1, 4),
        (["1x[1]"], 1, 2),
        (["[1]", "11"], 2, 3),
        (["[1"], 1, 1),
        (["[]"], 1, 1),
        (["٣[1]"], 1, 1),
        (["[99999999999999999999]"], 1, 1),
    ],
)
def test_bad_drawings_say_where(drawing, line, column):
    with pytest.raises(InputError) as caught:
        parse_stencil(drawing)
    assert (caught.value.line, caught.value.column) == (line, column)


@settings(max_examples=60, deadline=None)
@given(
    rule=st.sampled_from([rule.name for rule in RULES if not rule.joins]),
    topology=st.sampled_from(sorted(JOINS)),
    shape=st.tuples(st.integers(1, 5), st.integers(1, 5)),
    colours=st.sampled_from([2, 3, 4]),
    seed=st.integers(0, 2**32),
)
def test_the_rule_of_a_matrix_is_recognised_without_any_hint(rule, topology, shape, colours, seed):
    if rule in ("row+column", "row", "column") and topology in ("moebius", "klein", "projective"):
        return
    random = np.random.default_rng(seed)
    state = np.where(random.random(shape) < 0.1, HOLE, 0)
    if (state == HOLE).all():
        state[0, 0] = 0
    puzzle = grid_puzzle(state, colours=colours, neighbourhood=rule, topology=topology)
    hidden = type(puzzle)(
        puzzle.activation,
        puzzle.state,
        puzzle.target,
        layout=type(puzzle.layout)(puzzle.layout.light_at, puzzle.layout.button_at),
    )
    found = recognise_rule(hidden)
    assert found is not None
    lights = state != HOLE
    again = grid_matrix(Grid(lights, lights), *found, colours)
    assert np.array_equal(again.to_dense(), puzzle.activation.to_dense())


def test_a_matrix_without_a_rule_is_not_recognised():
    puzzle = grid_puzzle(np.zeros((3, 3), dtype=int), neighbourhood="merlin")
    assert recognise_rule(puzzle) == ("merlin", "plane")
    turned = type(puzzle)(
        puzzle.activation.take_columns(np.arange(9)[::-1]),
        puzzle.state,
        puzzle.target,
        layout=puzzle.layout,
    )
    assert recognise_rule(turned) is None


@settings(max_examples=50, deadline=None)
@given(
    vertices=st.integers(0, 6),
    directed=st.booleans(),
    closed=st.booleans(),
    colours=st.sampled_from([2, 3, 4, 6]),
    seed=st.integers(0, 2**32),
)
def test_graph_matrices_against_a_loop_over_all_pairs(vertices, directed, closed, colours, seed):
    random = np.random.default_rng(seed)
    edges = random.integers(0, max(vertices, 1), (random.integers(0, 9), 2))
    edges = edges if vertices else edges[:0]
    amounts = random.integers(0, colours, len(edges))
    made = graph_matrix(
        vertices,
        edges[:, 0],
        edges[:, 1],
        directed=directed,
        closed=closed,
        colours=colours,
        amounts=amounts,
    )
    wanted = np.zeros((vertices, vertices), dtype=np.int64)
    for light, button in itertools.product(range(vertices), repeat=2):
        wanted[light, button] += int(closed and light == button)
        for (u, v), amount in zip(edges.tolist(), amounts.tolist(), strict=True):
            if (u, v) == (button, light) or (not directed and (v, u) == (button, light)):
                wanted[light, button] += amount
    assert np.array_equal(made.to_dense(), wanted % colours)


def test_an_arc_says_which_light_the_button_changes():
    puzzle = graph_puzzle(
        [("a", "b"), ("b", "c")], {"a": 1, "b": 0, "c": 2}, directed=True, closed=False, colours=3
    )
    assert puzzle.layout.names == ("a", "b", "c")
    assert puzzle.state.tolist() == [1, 0, 2]
    lights, _ = puzzle.activation.column(0)
    assert lights.tolist() == [1]
    with pytest.raises(PuzzleError, match="no vertex is called 'd'"):
        graph_puzzle([("a", "d")], {"a": 0})


def test_a_million_buttons_take_half_a_second():
    state = np.ones((1000, 1000), dtype=np.int64)
    start = time.process_time()
    puzzle = grid_puzzle(state)
    assert time.process_time() - start < 0.5
    assert puzzle.activation.entries == 5 * 10**6 - 4 * 1000
    assert puzzle.activation.column(500_500)[0].tolist() == [
        499_500,
        500_499,
        500_500,
        500_501,
        501_500,
    ]


def test_memory_is_looked_at_before_a_large_matrix_is_made(monkeypatch):
    monkeypatch.setattr(machine, "free_memory", lambda: 2**28)
    with pytest.raises(PuzzleError, match=r"27018000 entries takes about 0\.5 GiB of memory"):
        grid_puzzle(np.ones((3000, 3), dtype=int), neighbourhood="row+column")
