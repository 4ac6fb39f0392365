"""Board text: what is read, what is refused, and that what is written reads back the same."""

import re
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lo_exact.errors import InputError, UsageError
from lo_exact.formats.answers import read_presses
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.reader import read_board
from lo_exact.formats.board.writer import draw_places, write_board
from lo_exact.puzzle import ANY, Layout, Objective, Puzzle
from lo_exact.topology import HOLE, SURFACES, graph_puzzle, grid_puzzle


def state_rows(puzzle):
    at = puzzle.layout.light_at
    return [[int(puzzle.state[i]) if i >= 0 else None for i in row] for row in at.tolist()]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("#-\n--\n", [[1, 0], [0, 0]]),
        ("O.\n.O", [[1, 0], [0, 1]]),
        ("■□\n□■", [[1, 0], [0, 1]]),
        ("*_\n__", [[1, 0], [0, 0]]),
        ("x.\n..", [[1, 0], [0, 0]]),
        ("X.\n..", [[1, 0], [0, 0]]),
        ("###", [[1, 1, 1]]),
        ("...", [[0, 0, 0]]),
        ("01\r\n10\r\n", [[0, 1], [1, 0]]),
        ("01\r10", [[0, 1], [1, 0]]),
        ("０１\n１０", [[0, 1], [1, 0]]),
        ("＃－\n－－", [[1, 0], [0, 0]]),
        ("0 1\n1 0", [[0, 1], [1, 0]]),
        ("0\t1\n1\t0", [[0, 1], [1, 0]]),
        ("  0 1\n  1 0  \n", [[0, 1], [1, 0]]),
        ("0   1\n1   0", [[0, 1], [1, 0]]),
        ("\n; a board\n\n01 ; first\n; between\n10\n\n", [[0, 1], [1, 0]]),
        ("##~\n~##", [[1, 1, None], [None, 1, 1]]),
        ("## \n ##", [[1, 1, None], [None, 1, 1]]),
        ("# ~\n~ #", [[1, None], [None, 1]]),
        (" # \n###\n # ", [[None, 1, None], [1, 1, 1], [None, 1, None]]),
        ("   # \n  ###", [[None, 1, None], [1, 1, 1]]),
        ("# #\n###", [[1, None, 1], [1, 1, 1]]),
        ("[[1, 0], [0, 1]]", [[1, 0], [0, 1]]),
        ("[[1 0]\n [0 1]]", [[1, 0], [0, 1]]),
        ("[[1, null], [None, 1]]", [[1, None], [None, 1]]),
        ("[\n [1, 0], ; first\n [0, 1],\n]", [[1, 0], [0, 1]]),
        ("size: 2x2\n0x9", [[1, 0], [0, 1]]),
        ("size: 2x3\n0x000B", [[1, 1, 0], [1, 0, 0]]),
        ("size: 2x2\n[1, 0, 0, 1]", [[1, 0], [0, 1]]),
        ("size: 2x3\nstate: 1", [[1, 1, 1], [1, 1, 1]]),
        ("state: 01/10", [[0, 1], [1, 0]]),
        ("state:\n  01\n  10\n", [[0, 1], [1, 0]]),
        ("size: 1x3\nstate: 101", [[1, 0, 1]]),
        ("legend: o=on x=hole\no-\n-x", [[1, 0], [0, None]]),
        ("legend: #=hole O=1 .=0\n#O\n.O", [[None, 1], [0, 1]]),
        ("legend: .=0\n01\n.1", [[0, 1], [0, 1]]),
        ("legend: O=off\n1O\nO1", [[1, 0], [0, 1]]),
    ],
)
def test_two_colour_boards(text, rows):
    puzzle = read_board(text)
    assert puzzle.colours == 2
    assert state_rows(puzzle) == rows


@pytest.mark.parametrize(
    ("text", "colours", "rows"),
    [
        ("colours: 7\n[[6, 6, 6], [6, 6, 6], [6, 0, 0]]", 7, [[6, 6, 6], [6, 6, 6], [6, 0, 0]]),
        ("colours: 3\n\n012\n21~\n", 3, [[0, 1, 2], [2, 1, None]]),
        ("colors: 10\n90", 10, [[9, 0]]),
        ("colours: 12\n 1 11\n10  0", 12, [[1, 11], [10, 0]]),
        ("colours: 12\n11\n 0", 12, [[11], [0]]),
        ("colours: 21\nlegend: a=20 b=hole\na b\n0 ~", 21, [[20, None], [0, None]]),
        ("colours: 3\nlegend: #=2 .=0\n#.", 3, [[2, 0]]),
        ("colours: 3\n...", 3, [[0, 0, 0]]),
        ("colours: 2147483648\n2147483647 0", 2**31, [[2**31 - 1, 0]]),
    ],
)
def test_more_colours(text, colours, rows):
    puzzle = read_board(text)
    assert puzzle.colours == colours
    assert state_rows(puzzle) == rows


def test_the_header_says_everything_a_grid_can_have():
    puzzle = read_board(
        """
        ; header lines begin at the first column, so this comment may not look like one
colours: 3
Neighborhood:
  . 1 .
  2 [1] .
topology: torus
target:
  0?
  1~
buttons:
  +.
  ++
prices:
  5 ~
  0 7
uniform: yes

12
0~
"""
    )
    same = grid_puzzle(
        [[1, 2], [0, HOLE]],
        colours=3,
        neighbourhood=". 1 . / 2 [1] .",
        topology="torus",
        target=[[0, ANY], [1, 0]],
        buttons=np.array([[1, 0], [1, 1]]),
        objective=Objective.PRICES,
        prices=[[5, 0], [0, 7]],
        uniform=True,
    )
    assert puzzle.sha256 == same.sha256


@pytest.mark.parametrize(
    ("header", "target", "uniform"),
    [
        ("target: 1", [1, 1, 1, 1], False),
        ("target: any", [0, 0, 0, 0], True),
        ("target: 1\nuniform: yes", [1, 1, 1, 1], True),
        ("target: 01/10", [0, 1, 1, 0], False),
        ("target: ??/10", [ANY, ANY, 1, 0], False),
        ("target: [[0, 1], [1, 0]]", [0, 1, 1, 0], False),
    ],
)
def test_targets(header, target, uniform):
    puzzle = read_board(f"{header}\n01\n01")
    assert puzzle.target.tolist() == target
    assert puzzle.uniform is uniform


@pytest.mark.parametrize(
    ("header", "state", "target"),
    [
        ("target: 01", "01", [0, 1]),
        ("target: 10", "01", [1, 0]),
        ("target: .#", "01", [0, 1]),
        ("target: 0?", "01", [0, ANY]),
        ("target: 1", "01", [1, 1]),
        ("colours: 3\ntarget: 02", "02", [0, 2]),
        ("colours: 12\ntarget: 11", "0 1", [11, 11]),
        ("colours: 12\ntarget: 11 3", "0 1", [11, 3]),
        ("target: 1", "0", [1]),
    ],
)
def test_a_target_of_one_row_is_a_drawing_not_a_number(header, state, target):
    assert read_board(f"{header}\n\n{state}").target.tolist() == target


def test_options_complete_a_text():
    options = ReadOptions(
        colours=3, neighbourhood="[1] 2", topology="torus", target="any", objective="buttons"
    )
    puzzle = read_board("01\n20", options=options)
    same = grid_puzzle(
        [[0, 1], [2, 0]],
        colours=3,
        neighbourhood="[1]2",
        topology="torus",
        uniform=True,
        objective=Objective.BUTTONS,
    )
    assert puzzle.sha256 == same.sha256
    assert read_board("0x1ffffff", options=ReadOptions(size="5x5")).state.tolist() == [1] * 25


def test_what_is_asked_replaces_what_the_text_asks():
    text = "target: 1\nobjective: buttons\n01"
    asked = read_board(text, options=ReadOptions(target="any", objective="presses"))
    assert (asked.uniform, asked.objective) == (True, Objective.PRESSES)
    priced = read_board("prices: 3\n01", options=ReadOptions(objective="buttons"))
    assert (priced.objective, priced.prices.size) == (Objective.BUTTONS, 0)


@pytest.mark.parametrize(
    ("text", "options", "line"),
    [
        ("; c\ncolours: 3\n01", ReadOptions(colours=4), 2),
        ("neighbourhood: x\n01", ReadOptions(neighbourhood="plus"), 1),
        ("topology: torus\n01", ReadOptions(topology="plane"), 1),
        ("size: 1x2\n01", ReadOptions(size="2x1"), 1),
        ("01", ReadOptions(size="2x2"), 1),
    ],
)
def test_options_that_contradict_the_text_are_refused_at_its_place(text, options, line):
    with pytest.raises(InputError) as caught:
        read_board(text, source="b.txt", options=options)
    assert (caught.value.source, caught.value.line) == ("b.txt", line)


def test_options_that_say_the_same_are_fine():
    text = "colours: 3\nneighbourhood: .#. / #[#]# / .#.\ntopology: torus\nsize: 1x2\n01"
    options = ReadOptions(
        colours=3, neighbourhood=".1./1[1]1/.1.", topology="torus", size="1x2", target="0"
    )
    assert read_board(text, options=options).sha256 == read_board(text).sha256


@pytest.mark.parametrize(
    "options",
    [
        ReadOptions(colours=1),
        ReadOptions(colours=0),
        ReadOptions(neighbourhood="star"),
        ReadOptions(neighbourhood="[1][1]"),
        ReadOptions(topology="sphere"),
        ReadOptions(size="5"),
        ReadOptions(size="1000000000x1000000000"),
        ReadOptions(target="2"),
        ReadOptions(target="all"),
        ReadOptions(objective="moves"),
        ReadOptions(objective="prices"),
    ],
)
def test_options_that_cannot_be_are_usage_errors(options):
    with pytest.raises(UsageError):
        read_board("01\n10", options=options)


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("#.O\n..O", ["'#' and 'O' are both on", "'#' is no light"]),
        ("#01\n110", ["'#' is on", "'#' is no light"]),
        ("0O\nO0", ["'O' is on", "'O' is the digit 0"]),
        ("1O\nO1", ["'O' is on", "'O' is the digit 0"]),
        ("x01\n110", ["'x' is on", "'x' is no light"]),
        (".1\n1.", ["'.' is off", "'.' is no light"]),
        ("O-.\n--O", ["both off", "no light"]),
        ("target: 1\n#.\n..", ["'#' is on, '.' is off", "'#' is no light, and every light is off"]),
        (" #\n# ", ["blanks part glyphs", "blanks are holes"]),
        ("# #\n # #", ["blanks part glyphs", "blanks are holes"]),
    ],
)
def test_glyphs_with_two_readings_are_refused_with_both(text, both):
    text = text if text != "# #\n # #" else "# # \n # #"
    with pytest.raises(InputError) as caught:
        read_board(text)
    assert re.search("reads (two|several) ways", caught.value.problem)
    for reading in both:
        assert reading in caught.value.problem
    assert caught.value.line > 0
    assert caught.value.column > 0


def test_a_second_reading_that_leaves_nothing_to_do_does_not_count():
    # '#' as "no light" would leave a board that is all off already
    assert read_board("#.\n..").state.tolist() == [1, 0, 0, 0]
    assert read_board("target: any\n#.\n..").state.tolist() == [1, 0, 0, 0]
    # with holes of their own, '#' can only be on, whatever the target
    assert read_board("target: 1\n#.\n.~").state.tolist() == [1, 0, 0]


def test_a_comment_cuts_the_blanks_before_it():
    assert state_rows(read_board("01   ; one\n10")) == [[0, 1], [1, 0]]


rules = st.sampled_from(
    ["plus", "cross", "x", "king", "knight", "row+column", "[1]", "[.]", "[1]2/.3", "0 1 [0] 0 2"]
)


@st.composite
def grid_puzzles(draw):
    shape = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    colours = draw(st.sampled_from([4, 6, 9, 10, 11, 12, 2**31]))
    topology = draw(st.sampled_from(sorted(SURFACES)))
    rule = draw(rules)
    if rule == "row+column" and topology in ("moebius", "klein", "projective"):
        topology = "torus"
    if rule in ("plus", "king") and draw(st.booleans()):
        colours = 2
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    state = random.integers(0, colours, shape)
    if draw(st.booleans()):
        state[random.random(shape) < 0.2] = HOLE
        state[0, 0] = 0
    kind = draw(st.sampled_from(["colour", "any", "rows", "unknown"]))
    target = random.integers(0, colours, shape if kind in ("rows", "unknown") else ())
    if kind == "unknown":
        target[random.random(shape) < 0.3] = ANY
    objective = draw(st.sampled_from(Objective))
    prices = None
    if objective is Objective.PRICES:
        prices = random.integers(0, 2**31 + 1, shape if draw(st.booleans()) else ())
    buttons = random.random(shape) < 0.8 if draw(st.booleans()) else None
    return grid_puzzle(
        state,
        colours=colours,
        neighbourhood=rule,
        topology=topology,
        buttons=buttons,
        target=target,
        uniform=kind == "any" or draw(st.booleans()),
        objective=objective,
        prices=prices,
    )


@settings(max_examples=60, deadline=None)
@given(puzzle=grid_puzzles())
def test_what_is_written_reads_back_the_same(puzzle):
    text = write_board(puzzle)
    again = read_board(text)
    assert again.sha256 == puzzle.sha256
    assert np.array_equal(again.layout.light_at, puzzle.layout.light_at)
    assert np.array_equal(again.layout.button_at, puzzle.layout.button_at)
    assert write_board(again) == text


@settings(max_examples=50, deadline=None)
@given(puzzle=grid_puzzles())
def test_presses_and_states_that_are_drawn_read_back_the_same(puzzle):
    presses = np.arange(puzzle.buttons, dtype=np.int64) % puzzle.colours
    if puzzle.layout.button_at.max() < 0:
        return
    text = draw_places(puzzle.layout.button_at, presses)
    assert np.array_equal(read_presses(text, puzzle)[0], presses)
    header = f"colours: {min(puzzle.colours, 10) if puzzle.state.max() < 10 else puzzle.colours}\n"
    drawn = draw_places(puzzle.layout.light_at, puzzle.state)
    assert read_board(header + drawn).state.tolist() == puzzle.state.tolist()


def test_drawings():
    layout = grid_puzzle([[0, HOLE], [0, 0]]).layout
    assert draw_places(layout.button_at, np.array([1, 0, 1])) == "1~\n01"
    assert draw_places(layout.light_at, np.array([1, 10, 3])) == " 1  ~\n10  3"


def test_presses_of_graphs_and_lists():
    graph = graph_puzzle([("a", "b")], {"a": 0, "b": 1, "c": 0}, colours=12)
    assert read_presses("b: 11\na: 1", graph)[0].tolist() == [1, 11, 0]
    assert read_presses("", graph)[0].tolist() == [0, 0, 0]
    assert read_presses("[1, 11, 0]", graph)[0].tolist() == [1, 11, 0]
    grid = grid_puzzle([[0, HOLE], [0, 0]], colours=12)
    assert read_presses("[[1, null], [11, 0]]", grid)[0].tolist() == [1, 11, 0]
    assert read_presses("1 0\n11 0", grid)[0].tolist() == [1, 11, 0]
    assert read_presses("10\n20", grid)[0].tolist() == [1, 2, 0]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("10", 1),
        ("12\n00", 1),
        ("1~\n~0", 2),
        ("[[1, 0, 0], [0, 0, 0]]", 1),
        ("11\n00", 1),
        ("a: 1", 1),
    ],
)
def test_presses_that_do_not_fit_say_where(text, line):
    grid = grid_puzzle([[0, HOLE], [0, 0]])
    with pytest.raises(InputError) as caught:
        read_presses(text, grid, source="answer.txt")
    assert caught.value.line == line
    assert str(caught.value).startswith("answer.txt:")


@pytest.mark.parametrize("text", ["d: 1", "a 1", "a: 3", "a: 1\na: 1", "a: -1"])
def test_named_presses_that_do_not_fit_say_where(text):
    graph = graph_puzzle([("a", "b")], {"a": 0, "b": 1}, colours=3)
    with pytest.raises(InputError) as caught:
        read_presses(text, graph)
    assert caught.value.line == len(text.split("\n"))


def test_a_puzzle_without_rows_or_without_a_rule_is_not_board_text():
    graph = graph_puzzle([("a", "b")], {"a": 0, "b": 1})
    with pytest.raises(UsageError, match="json"):
        write_board(graph)
    grid = grid_puzzle(np.zeros((3, 3), dtype=int), neighbourhood="merlin")
    numbers = grid.layout.light_at
    turned = Layout(light_at=numbers[::-1], button_at=numbers)  # not numbered row by row
    with pytest.raises(UsageError, match="json"):
        write_board(Puzzle(grid.activation, grid.state, grid.target, layout=turned))


def test_a_layout_that_remembers_the_wrong_rule_is_not_believed():
    grid = grid_puzzle(np.zeros((4, 4), dtype=int))
    wrong = Layout(grid.layout.light_at, grid.layout.button_at, (), (), "king", "torus")
    puzzle = Puzzle(grid.activation, grid.state, grid.target, layout=wrong)
    assert write_board(puzzle) == "0000\n" * 4


@pytest.mark.parametrize("separator", ["", " ", ","])
def test_a_million_places_take_at_most_0_6_seconds(separator):
    rows = np.random.default_rng(1).integers(0, 2, (1000, 1000))
    text = "\n".join(separator.join(map(str, row)) for row in rows.tolist())
    if separator == ",":
        text = "[[" + text.replace("\n", "],\n[") + "]]"
    start = time.process_time()
    puzzle = read_board(text)
    assert time.process_time() - start < 0.6
    assert np.array_equal(puzzle.state, rows.ravel())


def test_zeros_in_front_of_a_number_do_not_matter():
    zeros = "0" * 6000
    read = read_board(f"colours: 12\n\n{zeros}11 0\n0 {zeros}1\n")
    assert read.state.tolist() == [11, 0, 0, 1]
