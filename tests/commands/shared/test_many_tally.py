"""Folders in place of files."""

from tests.cli_runner import run

TWO = "2\n2 2\n1 0\n0 1\n2 3\n1 1 1\n0 1 0\n"


def test_a_folder_stands_for_its_files(tmp_path):
    (tmp_path / "b.txt").write_text(TWO)
    (tmp_path / "a.txt").write_text("##\n")
    (tmp_path / ".hidden").write_text("no board")
    ran = run("min", str(tmp_path), "-q")
    assert ran.code == 0
    assert [line.split(":")[0] for line in ran.out.splitlines() if "optimal" in line] == [
        f"{tmp_path}/a.txt #1", f"{tmp_path}/b.txt #1", f"{tmp_path}/b.txt #2",
    ]  # fmt: skip
    (tmp_path / "none").mkdir()
    ran = run("min", str(tmp_path / "none"))
    assert (ran.code, ran.err.count("\n")) == (3, 1)
