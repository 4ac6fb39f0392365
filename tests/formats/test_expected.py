"""One matrix in every spelling, in every command that takes a matrix: one answer; never a grid."""

import numpy as np
import pytest

from lo_exact.errors import InputError, LoExactError
from lo_exact.formats import ReadOptions, parse_puzzle
from lo_exact.formats.expected import parse_expected, read_expected, what_was_read
from tests.cli_runner import is_taken_out
from tests.truth.spellings import spellings

BOARD = "1 1 0\n0 1 1\n1 0 1\n"


def read(text, **how):
    boards = how.pop("boards", True)
    form = how.pop("form", None)
    return parse_expected(text, ReadOptions(**how), form, boards=boards)


def check_random_matrices(seeds, folder):
    """Read random matrices in all spellings, both ways; return how many texts were read."""
    texts = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        dense = (rng.random(rng.integers(2, 9, 2)) < rng.choice([0.2, 0.5, 0.8])).astype(np.int64)
        for name, data in spellings(dense):
            if name.endswith(".dem") and is_taken_out("dem"):
                continue
            path = folder / name
            path.write_bytes(data)
            for boards in (True, False):
                got = read_expected(path, ReadOptions(), boards=boards)
                assert np.array_equal(got.activation.to_dense(), dense), (seed, name, boards)
                assert not got.state.any() or name.endswith(".dem")
                texts += 1
    return texts


def test_random_matrices_are_the_same_in_all_spellings(tmp_path):
    assert check_random_matrices(range(2), tmp_path) > 170


@pytest.mark.large
def test_100_random_matrices_are_the_same_in_all_spellings(tmp_path):
    assert check_random_matrices(range(100), tmp_path) > 9_500


@pytest.mark.parametrize(
    "text",
    [
        "colours: 2\n\n110\n011\n101\n", "topology: torus\n\n110\n011\n101\n", "##.\n.##\n#.#\n",
        '{"state": [[1, 1, 0], [0, 1, 1], [1, 0, 1]]}', "[x] [x] [ ]\n[ ] [x] [x]\n[x] [ ] [x]\n",
        "board = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]\n", "; a 5\n##.\n.##\n#.#\n", "ON ON\nOFF ON\n",
    ],
)  # fmt: skip
def test_a_text_that_says_itself_that_it_is_a_board_is_one(text):
    assert what_was_read(read(text)).endswith(" board")


@pytest.mark.parametrize("text", ["colours: 2\n\n110\n011\n", '{"state": [[1, 1], [0, 1]]}'])
def test_a_board_with_its_rules_is_refused_where_a_matrix_alone_is_wanted(text):
    with pytest.raises(InputError, match="says its own rules"):
        read(text, boards=False)


@pytest.mark.parametrize(
    "text", ["##.\n.##\n", "[x] [x] [ ]\n[ ] [x] [x]\n", "P1\n3 2\n110\n011\n"]
)
def test_a_drawing_is_a_matrix_where_a_matrix_alone_is_wanted(text):
    assert read(text, boards=False).activation.to_dense().tolist() == [[1, 1, 0], [0, 1, 1]]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 1 ~\n0 1 1\n", "holes"),
        ("1 2 0\n0 1 1\n", "1:3: an entry must be 0..1"),
        ("1 1\n1 2\n", "2:3: an entry must be 0..1"),
        ("1 1 0\n0 1\n", "equally long"),
        ("1 1 0\n0 1 -1\n", "2:5: an entry must be a number 0..1"),
        ("1 1 0\n0 1 0.5\n", "2:5: an entry must be a number 0..1"),
        ("1,,0\n0,1,1\n", "1:1: an entry is missing beside a comma"),
        ("solution = [[1, 1, 0], [0, 1, 1]]\n", "solution"),
    ],
)
def test_what_is_no_matrix_of_0_and_1_is_refused(text, problem):
    with pytest.raises(LoExactError, match=problem):
        read(text, boards=False)


def test_a_flat_list_is_a_row_or_a_square_and_the_size_chooses():
    for text in (
        "[0, 1, 1, 0]", "[0 1 1 0]", "H = [0 1 1 0];", "np.array([0, 1, 1, 0])", "f(c(0,1,1,0))",
        "y <- f(c(0, 1, 1, 0))",
    ):  # fmt: skip
        with pytest.raises(InputError) as refused:
            read(text, boards=False)
        assert [one.choice for one in refused.value.readings] == ["--size 1x4", "--size 2x2"]
        for size in ("1x4", "2x2"):
            got = read(text, boards=False, size=size).activation.to_dense()
            assert got.tolist() == np.array([0, 1, 1, 0]).reshape(got.shape).tolist()
            assert "{}x{}".format(*got.shape) == size


def test_a_named_flat_list_may_be_a_row_or_a_square():
    for text in ("x = [0, 1, 1, 0]", "x = [0,1,1,1];"):
        with pytest.raises(InputError) as refused:
            parse_puzzle(text)
        choices = ["--size 1x4", "--size 2x2"]
        assert [one.choice for one in refused.value.readings] == choices


@pytest.mark.parametrize("form", ["checks", "adjacency"])
def test_an_empty_cell_is_not_passed_over(form):
    with pytest.raises(InputError, match="missing beside a comma"):
        parse_puzzle("1,,0\n0,,1\n", format=form)


def test_rows_in_one_line_are_refused_with_both_matrices():
    with pytest.raises(InputError) as refused:
        read("110 011 101\n")
    found = {one.choice: one.puzzles[0].activation.shape for one in refused.value.readings}
    assert found == {"--as lines": (3, 3), "--as grouped": (1, 9)}
    for choice, shape in found.items():
        assert read("110 011 101\n", form=choice.removeprefix("--as ")).activation.shape == shape
