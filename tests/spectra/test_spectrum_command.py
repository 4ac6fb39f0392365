"""`lo-exact spectrum`: which reading of rows it takes, and that it says so."""

import json

from tests.cli_runner import ALL_ON, run

BOARD = "1 1 0\n0 1 1\n1 0 1\n"


def test_spectrum_reads_rows_as_a_board_and_says_so(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text(BOARD)
    assert run("spectrum", str(path)).out.startswith("read as a 3 x 3 board\n")
    assert run("spectrum", ALL_ON).out.startswith("read as a 5 x 5 board\n4 solutions")
    classical = run("spectrum", str(path), "--classical").out
    assert classical.startswith(
        "read as a 3 x 3 check matrix\n2 words in all\n  weight  words\n  0       1\n"
    )


def test_a_matrix_with_a_state_is_a_puzzle_and_counts_presses():
    text = '{"matrix": [[1, 1, 0], [0, 1, 1]], "state": [2, 1], "colours": 3}'
    said = run("spectrum", "-", text=text).out
    assert "3 solutions in all" in said
    least = said.split("solutions\n")[-1].split()[0]
    assert run("min", "-", text=text).out.startswith(f"optimal: {least} presses")


def test_words_of_a_ternary_code_are_counted_by_their_symbols(tmp_path):
    """The extended ternary Golay code: 1 + 264 y^6 + 440 y^9 + 24 y^12 (MacWilliams, Sloane)."""
    rows = ["011111", "101221", "110122", "121012", "122101", "112210"]
    path = tmp_path / "golay.txt"
    path.write_text(
        "\n".join(" ".join(f"{'0' * k}1{'0' * (5 - k)}{row}") for k, row in enumerate(rows))
    )
    said = json.loads(run("spectrum", "--classical", str(path), "--colours", "3", "--json").out)
    assert said["histogram"] == {"0": 1, "6": 264, "9": 440, "12": 24}
