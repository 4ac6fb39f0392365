"""Boards in programs, configuration files and messages, pasted whole; what may mean more is not."""

import json
import random
from pathlib import Path

import pytest

from lo_exact.errors import InputError, LoExactError
from lo_exact.formats import ReadOptions
from lo_exact.formats.reading import parse_parts, parse_puzzle
from tests.cli_runner import run
from tests.marks import with_large

ROWS = [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
MORE = [[1, 1, 0], [0, 1, 0], [1, 0, 1]]

PASTED = json.loads((Path(__file__).parent / "pasted_before.json").read_text(encoding="utf-8"))
ONE, TWO, REFUSED = PASTED["one"], PASTED["two"], PASTED["refused"]


def boards(text):
    """Return the places of each board of a text, row by row."""
    puzzles = [part.read() for part in parse_parts(text)]
    return [puzzle.state[puzzle.layout.light_at].tolist() for puzzle in puzzles]


@pytest.mark.parametrize("kind", ONE)
def test_a_board_among_other_text_is_read(kind):
    assert boards(ONE[kind]) == [ROWS]


@pytest.mark.parametrize("kind", TWO)
def test_several_boards_in_one_text_are_all_read(kind):
    assert boards(TWO[kind]) == [ROWS, MORE]


BESIDE_WORDS = (
    "On a sphere of glass:\n#.#\n.#.\n#.#\nbye\n",
    "# kryptonite edition\nboard = [[1, 0, 1], [0, 1, 0], [1, 0, 1]]\n",
    "wish = [[1, 0, 1], [0, 1, 0], [1, 0, 1]]\n",
    "a gnome is lit, a fox is not (# = lit, . = not)\n#.#\n.#.\n#.#\n",
)


@pytest.mark.parametrize("text", BESIDE_WORDS)
def test_a_board_beside_words_is_drawn_in_the_refusal_and_read_alone_if_asked(text):
    with pytest.raises(InputError, match="--as alone") as refused:
        boards(text)
    (reading,) = refused.value.readings
    assert reading.form == "alone"
    for puzzle in (reading.puzzles[0], parse_puzzle(text, format="alone")):
        assert puzzle.state[puzzle.layout.light_at].tolist() == ROWS


def test_show_readings_names_the_words_in_doubt_before_the_board_alone():
    ran = run("show", "--readings", "-", text="On a sphere of glass:\n##\n#.\n")
    problem, offered, *drawn = ran.out.splitlines()
    assert (ran.code, "'sphere'" in problem, offered[:2]) == (0, True, "1.")
    assert [line.strip() for line in drawn] == ["##", "#."]


def test_the_option_legend_explains_letters_in_any_text():
    text = "My level, please help:\n\nWKW\nKWK\nWKW\n"
    for legend, dark in (("W=on K=off", 0), ("K=hole W=on", None)):
        puzzle = parse_puzzle(text, options=ReadOptions(legend=legend))
        at = puzzle.layout.light_at
        assert [int(at[0, 1]) < 0, int(at[0, 0]) < 0] == [dark is None, False]
        assert puzzle.state.sum() == 5


def test_a_null_that_is_called_off_is_no_hole():
    with pytest.raises(InputError, match="null = off"):
        boards("// null = off\nboard = [[1, null, 1], [null, 1, null]]\n")


def test_a_list_beside_words_is_offered_in_each_of_its_sizes():
    text = "wish = [1, 0, 1, 0, 1, 0, 1, 0, 1]\n"
    with pytest.raises(InputError) as refused:
        boards(text)
    chosen = ["--as alone --size 1x9", "--as alone --size 3x3"]
    assert [reading.choice for reading in refused.value.readings] == chosen
    square = parse_puzzle(text, format="alone", options=ReadOptions(size="3x3"))
    assert square.state[square.layout.light_at].tolist() == ROWS


@pytest.mark.parametrize(
    "text",
    [
        "wish = [[1, 0, 1], [0, 1, 0], [1, 0, 1]].T\n",
        "wish = [[1, 0, 1], [0, 1, 0], [1, 0]]\n",
        "a gnome in 4x4\n#.#\n.#.\n#.#\n",
        "a gnome\n#.#\n.#.\n\na fox\n##.\n.#.\n",
        "a gnome\n#.#\n.#.\n#.\n",
    ],
)
def test_what_is_no_single_board_without_the_words_is_not_offered(text):
    for form in (None, "alone"):
        with pytest.raises(InputError) as refused:
            parse_puzzle(text, format=form)
        assert not refused.value.readings


@pytest.mark.parametrize("kind", REFUSED)
def test_a_text_that_may_mean_another_board_is_refused(kind):
    with pytest.raises(LoExactError):
        boards(REFUSED[kind])


def test_a_declared_array_of_c_is_filled_with_0():
    text = "int main() { int board[3][3] = {{1,0,1},{0,1}}; return 0; }"
    assert boards(text) == [[[1, 0, 1], [0, 1, 0], [0, 0, 0]]]


def test_r_fills_a_matrix_column_by_column():
    text = "board <- matrix(c(1,0,1,0,1,1,1,0,1), nrow=3)"
    assert boards(text) == [[[1, 0, 1], [0, 1, 0], [1, 1, 1]]]


def test_names_and_claimed_minima_come_with_the_boards():
    text = """const levels = [
      { name: 'First', board: [[1,0,1],[0,1,0],[1,0,1]], optimalMoves: 3 },
      { board: [[1,1,0],[0,1,0],[1,0,1]], id: 7, best: 4 },
    ];"""
    layouts = [part.read().layout for part in parse_parts(text)]
    assert [(layout.title, layout.claimed) for layout in layouts] == [("First", 3), ("7", 4)]


def test_answers_beside_quoted_boards_are_no_boards():
    text = """[
      {"id": 1, "board": [[1,0,1],[0,1,0],[1,0,1]], "par": 9, "solution": [[0,1,0],[0,0,0]]},
      {"id": 2, "board": [[1,1,0],[0,1,0],[1,0,1]], "moves": [[0,0,0],[0,1,0],[1,0,0]]}
    ]"""
    assert boards(text) == [ROWS, MORE]
    assert [part.read().layout.claimed for part in parse_parts(text)] == [9, None]


def test_levels_of_yaml_and_toml_keep_their_own_claims():
    yaml = (
        "levels:\n  - name: First\n    minimum: 9\n    board:\n      - [1, 0, 1]\n"
        "      - [0, 1, 0]\n      - [1, 0, 1]\n  - name: Second\n    board:\n      - [1, 1, 0]\n"
        "      - [0, 1, 0]\n      - [1, 0, 1]\n"
    )
    toml = (
        '[[level]]\nname = "First"\nboard = [[1,0,1],[0,1,0],[1,0,1]]\nminimum = 9\n\n'
        '[[level]]\nname = "Second"\nboard = [[1,1,0],[0,1,0],[1,0,1]]\n'
    )
    for text in (yaml, toml):
        layouts = [part.read().layout for part in parse_parts(text)]
        assert [(layout.title, layout.claimed) for layout in layouts] == [
            ("First", 9), ("Second", None),
        ]  # fmt: skip


WRITERS = {
    "C": lambda name, rows: (
        f"int {name}[{len(rows)}][{len(rows[0])}] = {{\n"
        + ",\n".join("  {" + ", ".join(map(str, row)) + "}" for row in rows)
        + "\n};\nint main(void) { return 0; }"
    ),
    "Rust": lambda name, rows: (
        f"fn main() {{ let {name} = vec!["
        + ", ".join("vec![" + ", ".join(map(str, row)) + "]" for row in rows)
        + "]; }"
    ),
    "Python": lambda name, rows: (
        f"def load():\n    {name} = [\n"
        + "".join(f"        {row},\n" for row in rows)
        + f"    ]\n    return {name}\n"
    ),
    "Kotlin": lambda name, rows: (
        f"val {name} = arrayOf("
        + ", ".join(f"intArrayOf({', '.join(map(str, row))})" for row in rows)
        + ")"
    ),
    "R": lambda name, rows: (
        f"{name} <- matrix(c({','.join(str(x) for row in rows for x in row)}), "
        f"nrow={len(rows)}, byrow=TRUE)"
    ),
    "YAML": lambda name, rows: f"{name}:\n" + "".join(f"  - {row}\n" for row in rows),
    "LaTeX": lambda name, rows: (
        "\\begin{bmatrix}" + " \\\\ ".join(" & ".join(map(str, row)) for row in rows)
        + "\\end{bmatrix}"
    ),
    "message": lambda name, rows: (
        "This is my puzzle:\n\n"
        + "\n".join("".join(".#"[x] for x in row) for row in rows)
        + "\n\nthank you"
    ),
}  # fmt: skip


@pytest.mark.parametrize("count", [60, pytest.param(150, marks=pytest.mark.large)])
def test_random_boards_in_every_language_are_the_boards_or_refused(count):
    """A name that speaks of something else, or one row less, must never give another board."""
    generator = random.Random(25)
    names = ["board", "grid", "LEVEL_ONE", "puzzle", "m"]
    for _ in range(count):
        height, width = generator.randrange(2, 6), generator.randrange(3, 7)
        rows = [[generator.randrange(2) for _ in range(width)] for _ in range(height)]
        if not any(map(any, rows)):
            continue
        kind = generator.choice(sorted(WRITERS))
        text = WRITERS[kind](generator.choice(names), rows)
        assert boards(text) == [rows], text
        other = generator.choice(["target", "walls", "edges"])
        if kind not in ("LaTeX", "message"):
            with pytest.raises(LoExactError):
                boards(WRITERS[kind](other, rows))


@pytest.mark.parametrize("kind", with_large(["rust", "java", "python def", "js levels"], {"java"}))
def test_a_text_cut_anywhere_is_never_another_board(kind):
    """Cut at every place, a text is refused, or is a board of the first rows and nothing else."""
    text = (ONE | TWO)[kind]
    for end in range(10, len(text)):
        try:
            found = boards(text[:end])
        except LoExactError:
            continue
        if found == [[]]:  # two words are an edge
            continue
        assert found in ([ROWS], [ROWS, MORE]), text[:end]


def test_a_matrix_with_a_state_in_json_is_a_puzzle_of_that_matrix():
    """Rows are lights where the state has as many numbers; a square matrix must be symmetric."""
    text = '{"matrix": [[1, 1, 0], [1, 1, 1], [0, 1, 1]], "state": [1, 0, 1]}'
    (puzzle,) = (part.read() for part in parse_parts(text))
    assert puzzle.activation.to_dense().tolist() == [[1, 1, 0], [1, 1, 1], [0, 1, 1]]
    assert puzzle.state.tolist() == [1, 0, 1]
    text = '{"matrix": [[true, true, false], [true, false, true]], "state": [true, false, true]}'
    (puzzle,) = (part.read() for part in parse_parts(text))
    assert puzzle.activation.to_dense().tolist() == [[1, 1], [1, 0], [0, 1]]


@pytest.mark.parametrize(
    "text",
    [
        '{"matrix": [[1, 1, 0], [0, 1, 1], [0, 1, 1]], "state": [1, 0, 1]}',  # rows or columns
        '{"matrix": [[1, 1], [1, 1]], "state": [1, 0, 1]}',
        '{"matrix": [[1, 2], [2, 1]], "state": [1, 0]}',
        "m = [[1,1,0],[0,1,1],[1,0,1]]\nstate = [1,0,1]",
        "c(1,0,1), c(0,1.0), c(0,1))",
        '{"board": ["  ", "##"]}',  # a row of holes, or of lights that are off
        f"board = [[{'1' * 5000},0,1],[0,1,0]]\nsolve(board)",
    ],
)
def test_matrices_that_read_two_ways_and_odd_numbers_are_refused(text):
    with pytest.raises(LoExactError):
        boards(text)


@pytest.mark.parametrize("length", [2_500, pytest.param(50_000, marks=pytest.mark.large)])
def test_brackets_without_end_are_refused_soon(length):
    calls = length * 2 // 5
    for text in ("x = " + "[" * length, "f(" * calls + ")" * calls, "a\n" * length):
        with pytest.raises(LoExactError):
            boards(text)
