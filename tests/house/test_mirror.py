"""Tests stand where what they test stands: tests/ has the folders of lo_exact/, and few more."""

from pathlib import Path

from tests.cli_runner import is_taken_out

TESTS = Path(__file__).resolve().parents[1]
PACKAGE = TESTS.parent / "lo_exact"
OF_THEIR_OWN = {
    "boards": "puzzles, systems, matrices and levels that tests share",
    "campaigns": "what is run by hand, for hours",
    "records": "the data set, what verifies it, and the pages made from it",
    "house": "tests about the project itself: floors, start-up, README, data",
    "systems": "the whole command line where POSIX is not, and on other terminals",
    "truth": "expected values written apart from the package",
}
"""Folders of tests/ that mirror nothing."""

MOST_LINES = 500


def folders(root: Path) -> set[str]:
    """Return the folders that hold Python files, from the root; empty ones left behind do not."""
    return {str(path.parent.relative_to(root)) for path in root.rglob("*.py")}


def strangers(tests: Path, package: Path) -> set[str]:
    """Return the folders of tests that the package has not."""
    return {
        name
        for name in folders(tests) - folders(package)
        if Path(name).parts[0] not in OF_THEIR_OWN
    }


def too_long(tests: Path) -> list[str]:
    return [
        f"{path.relative_to(tests)}: {lines}"
        for path in sorted(tests.rglob("*.py"))
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > MOST_LINES
    ]


def test_every_folder_of_tests_is_one_of_the_package():
    assert strangers(TESTS, PACKAGE) == set()
    assert not set(OF_THEIR_OWN) & folders(PACKAGE)
    assert {name for name in OF_THEIR_OWN if not is_taken_out(name)} <= folders(TESTS)


def test_every_folder_of_tests_can_be_imported_from():
    assert [name for name in folders(TESTS) if not (TESTS / name / "__init__.py").exists()] == []


def test_no_file_of_tests_is_long():
    assert too_long(TESTS) == []


def test_a_strange_folder_and_a_long_file_would_be_noticed(tmp_path):
    for name, lines in (("package/room/a", 1), ("tests/room/a", 500), ("tests/truth/a", 501)):
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True)
        path.write_text("pass\n" * lines)
    assert strangers(tmp_path / "tests", tmp_path / "package") == set()
    (tmp_path / "tests/room/inner").mkdir()
    (tmp_path / "tests/room/inner/a.py").touch()
    assert strangers(tmp_path / "tests", tmp_path / "package") == {"room/inner"}
    assert too_long(tmp_path / "tests") == ["truth/a.py: 501"]
