"""`lo-exact spectrum`: which reading of rows it takes, and that it says so."""

from tests.cli_runner import ALL_ON, run

BOARD = "1 1 0\n0 1 1\n1 0 1\n"


def test_spectrum_reads_rows_as_a_board_and_says_so(tmp_path):
    path = tmp_path / "b.txt"
    path.write_text(BOARD)
    assert run("spectrum", str(path)).out.startswith("read as a 3 x 3 board\n")
    assert run("spectrum", ALL_ON).out.startswith("read as a 5 x 5 board\n4 solutions")
    classical = run("spectrum", str(path), "--classical").out
    assert classical.startswith("read as a 3 x 3 check matrix\n2 solutions in all")
