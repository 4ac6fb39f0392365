"""Every command and program of the README, of docs/ and of the help runs.

Nothing is listed by hand: a command that somebody writes into a page or a help text is run here.
What the page prints is compared.  Most lines run in this process, which costs no start; those that
need a shell, and a few others, run from a fresh install and print what the checkout prints.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lo_exact.cli import all_commands
from tests.cli_runner import ALL_ON, ROOT, TAKEN_OUT, documented, environment, is_taken_out, run
from tests.house.conftest import outside

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(lo-exact \w[\w-]* [^`]*[./][^`]*)`")
"""Inline code with a file in it is a whole command; without, it is only mentioned."""
CORNER = "a board that is unsolvable"
SLOW = re.compile(r"--random \d+")
ENDLESS = re.compile(r"lo-exact serve\b")
"""What runs until it is stopped and needs an extra; it has tests of its own."""
BOARD = "111\n111\n111\n"
HAMMING = [[1, 1, 0, 1, 1, 0, 0], [1, 0, 1, 1, 0, 1, 0], [0, 1, 1, 1, 0, 0, 1]]


def every_step() -> list[tuple[str, str, str]]:
    """Return (page, line, expected output or "") of every ``$`` line and of inline commands."""
    steps = []
    for page in PAGES:
        text = page.read_text()
        for language, body in BLOCK.findall(text):
            if language == "console":
                for step in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                    line, _, output = step.partition("\n")
                    steps.append((page.name, line.split("  #")[0].strip(), output.strip("\n")))
        for line in INLINE.findall(BLOCK.sub("", text)):
            if not re.search(r"\b[A-Z]{3,}\b|\.\.\.", line):
                steps.append((page.name, line, ""))
    return [step for step in dict.fromkeys(steps) if not any(map(is_taken_out, asked(step[1])))]


def asked(line: str) -> list[str]:
    """Return the commands of ours in a line."""
    return re.findall(r"\blo-exact ([a-z]+)", line)


def test_examples_are_left_out_only_where_a_slice_was_taken_out():
    kept = subprocess.run(
        ["git", "ls-files", TAKEN_OUT.name], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert not kept.stdout
    assert TAKEN_OUT.exists() or not any(is_taken_out(row.name) for row in all_commands())
    assert asked("echo 1 | lo-exact min - | lo-exact walk solve x") == ["min", "walk"]


def console_steps() -> list[tuple[str, str, str]]:
    """Return the commands of ours."""
    lines = [step for step in every_step() if step[1].startswith("lo-exact ")]
    return [step for step in lines if not ENDLESS.match(step[1])]


def piped_steps() -> list[tuple[str, str, str]]:
    """Return the lines that pipe a text into a command of ours."""
    return [step for step in every_step() if re.match(r"(printf|echo) .* \| lo-exact ", step[1])]


def python_steps() -> list[tuple[str, str, str]]:
    """Return the lines that run a checker or a verifier with Python alone.

    Of certificate-format.md the certificate is made by another test, with the page's own text.
    """
    lines = [step for step in every_step() if step[1].startswith("python ")]
    return [step for step in lines if step[0] != "certificate-format.md"]


def python_programs() -> list[tuple[str, str]]:
    return [
        (page.name, body)
        for page in PAGES
        for language, body in BLOCK.findall(page.read_text())
        if language == "python" and not any(map(is_taken_out, re.findall(r"\w+", body)))
    ]


@pytest.fixture(scope="session")
def proof(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate, made once."""
    place = tmp_path_factory.mktemp("proof")
    (place / "board.txt").write_text(BOARD)
    made = place / "proof.json"
    assert run("min", str(place / "board.txt"), "--certificate", str(made)).code == 0
    return place


@pytest.fixture
def place(tmp_path: Path, proof: Path) -> Path:
    """A folder with what the pages speak of: a small board, an answer, a proof, a solver."""
    (tmp_path / "presses.txt").write_text("101\n010\n101\n")
    (tmp_path / "level.txt").write_text("S..\n...\n")
    (tmp_path / "boards.txt").write_text(".#.\n###\n.#.\n\n##.\n...\n\n##\n##\n")
    (tmp_path / "answers.txt").write_text("...\n.#.\n...\n\nunsolvable\n\n##\n##\n")
    for name, board in zip(("plus.txt", "impossible.txt"), first_boards(), strict=True):
        (tmp_path / name).write_text(board)
    for file in proof.iterdir():
        shutil.copy(file, tmp_path)
    shutil.copy(ROOT / "tests/truth/grid_solver.py", tmp_path / "my_solver.py")
    syndromes(tmp_path)
    return tmp_path


def first_boards() -> list[str]:
    """Return the drawings that the first lesson asks its reader to type."""
    page = (ROOT / "docs/tutorial/first-board.md").read_text()
    return [body for language, body in BLOCK.findall(page) if language == "text"]


def syndromes(place: Path) -> None:
    """Write the checks of the (7,4) Hamming code, and two shots of three detectors."""
    np.savez(place / "checks.npz", checks=np.array(HAMMING, dtype=np.uint8))
    (place / "syndromes.b8").write_bytes(bytes([0b101, 0b111]))


FRESH = ("lo-exact decode ", "lo-exact walk check ", "lo-exact shard run ")
"""Beginnings of lines that also a fresh install runs: what they need lies in files of data/, or in
rooms that test_install.py does not enter."""


def for_shell(line: str) -> bool:
    return ">" in line or "| lo-exact" in line


@pytest.mark.parametrize(("page", "line", "expected"), console_steps())
def test_a_command_of_a_page_runs_and_prints_what_the_page_says(
    page, line, expected, place, monkeypatch
):
    if page != "README.md":  # the pages of docs/ are read in a checkout
        (place / "data").symlink_to(ROOT / "data")
    line = SLOW.sub("--random 4", line)
    if for_shell(line):
        done = shell(line, place, Path(sys.executable).parent)
        assert done.returncode == 0, done.stderr
        printed = done.stdout
    else:
        line, _, after = line.partition(" | ")
        printed = checkout_prints(line, place, monkeypatch)
        if after:
            printed = subprocess.check_output(shlex.split(after), input=printed, text=True)
    if expected:
        assert printed.strip("\n") == expected


@pytest.mark.parametrize(("page", "line", "expected"), piped_steps())
def test_a_text_piped_into_a_command_of_a_page_prints_what_the_page_says(
    page, line, expected, place, monkeypatch
):
    """Exit code 1 is the answer "no" of `prove` and `judge`."""
    (place / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(place)
    first, ours, *after = line.split(" | ")
    text = subprocess.check_output(["bash", "-c", first], text=True)
    done = run(*shlex.split(ours)[1:], text=text)
    assert done.code in ((0, 1) if ours.split()[1] in ("prove", "judge") else (0,)), done.err
    printed = done.out
    for command in after:
        printed = subprocess.check_output(shlex.split(command), input=printed, text=True)
    if expected:
        assert printed.strip() == expected.strip()


@pytest.mark.large
@pytest.mark.parametrize(("page", "line", "expected"), python_steps())
def test_a_checker_or_verifier_of_a_page_accepts_with_python_alone(page, line, expected, place):
    for name in ("data", "lo_exact"):
        (place / name).symlink_to(ROOT / name)
    (place / "checker.py").symlink_to(ROOT / "lo_exact/certificate/checker.py")
    words = shlex.split(line, comments=True)
    done = subprocess.run(
        [sys.executable, "-I", *words[1:]], cwd=place, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if expected:
        assert done.stdout.strip("\n") == expected


EXAMPLES = [row for row in documented() if not ENDLESS.match(row[1])]


@pytest.mark.parametrize(("words", "example"), EXAMPLES)
def test_the_example_in_a_commands_help_runs_and_prints(words, example, tmp_path, monkeypatch):
    syndromes(tmp_path)
    assert shlex.split(example)[:2] == ["lo-exact", words.split()[0]]
    assert checkout_prints(example, tmp_path, monkeypatch)


@pytest.mark.large
def test_a_fresh_install_prints_what_the_checkout_prints(installed, tmp_path, monkeypatch):
    lines = [example for _, example in EXAMPLES if example.startswith(FRESH)]
    assert len(lines) == len(FRESH)
    for number, line in enumerate(lines):
        for place in (tmp_path / f"fresh-{number}", tmp_path / f"known-{number}"):
            place.mkdir()
            syndromes(place)
        done = shell(line, tmp_path / f"fresh-{number}", installed)
        assert done.returncode == 0, done.stderr
        known = checkout_prints(line, tmp_path / f"known-{number}", monkeypatch)
        assert untimed(done.stdout) == untimed(known)


def steps_for_an_install():
    """The steps of README, and of the other pages the first of each command.

    The others run in the checkout: what an install may lack, a command lacks at its first step.
    """
    steps = console_steps()
    first = {line.split()[1]: (page, line) for page, line, _ in reversed(steps)}
    return [
        (page, line, expected)
        for page, line, expected in steps
        if page == "README.md" or first[line.split()[1]] == (page, line)
    ]


@pytest.mark.large
@pytest.mark.parametrize(("page", "line", "expected"), steps_for_an_install())
def test_a_command_of_a_page_prints_the_same_from_a_fresh_install(
    page, line, expected, installed, place
):
    if page != "README.md":
        (place / "data").symlink_to(ROOT / "data")
    line = SLOW.sub("--random 10", line)
    again = shutil.copytree(place, place.with_name(f"{place.name}-again"), symlinks=True)
    done = shell(line, place, installed)
    assert done.returncode in ((0, CLOSED_PIPE) if "| head" in line else (0,)), done.stderr
    if expected:
        assert done.stdout.strip("\n") == expected
    elif page == "README.md":
        known = shell(line, again, Path(sys.executable).parent)
        assert plain(done.stdout) == plain(known.stdout)


@pytest.mark.large
@pytest.mark.parametrize(("words", "example"), EXAMPLES)
def test_the_example_in_a_commands_help_prints_the_same_from_a_fresh_install(
    words, example, installed, tmp_path, monkeypatch
):
    for place in (tmp_path / "fresh", tmp_path / "known"):
        place.mkdir()
        syndromes(place)
    done = shell(example, tmp_path / "fresh", installed)
    assert done.returncode == 0, done.stderr
    if words == "version":  # another environment has other packages
        assert "numpy 2." in done.stdout
        return
    assert plain(done.stdout) == plain(checkout_prints(example, tmp_path / "known", monkeypatch))


CLOSED_PIPE = 141
"""What ``head`` leaves behind when it has read enough."""
OF_EXTRAS = re.compile(
    r"^ *([a-z-]+:)?(scip|exact|numba) .*$|^ *not installed: pip install '.*$", re.MULTILINE
)
"""What a table says of packages that the tests' environment has and a plain install has not."""


def plain(text: str) -> list[str]:
    """Return the words of an answer, untimed and without the extras."""
    text = re.sub(r"^[0-9]+ engines", "ENGINES", OF_EXTRAS.sub("", text), flags=re.MULTILINE)
    return untimed(text)


def checkout_prints(line: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a line without anything for the shell in this process; return its standard output."""
    monkeypatch.chdir(place)
    name, *arguments = shlex.split(line, comments=True)
    assert name == "lo-exact"
    done = run(*arguments)
    assert done.code == 0, done.err
    return done.out


def shell(line: str, place: Path, installed: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as a user would, in a folder that knows nothing of the checkout."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        cwd=place,
        env=outside(installed),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def untimed(text: str) -> list[str]:
    """Return the words of an answer without the seconds it took, and which board took most."""
    text = re.sub(r"^(worst seconds .*board) \d+$", r"\1", text, flags=re.MULTILINE)
    return re.sub(r"[0-9]+\.[0-9]+", "TIME", text).split()


@pytest.mark.parametrize("fresh", [False, pytest.param(True, marks=pytest.mark.large)])
@pytest.mark.parametrize(("page", "program"), python_programs())
def test_a_program_of_a_page_runs_and_prints_what_its_comments_say(
    page, program, fresh, place, request
):
    python, around = Path(sys.executable), environment()
    if fresh and "import stim" not in program:  # the dev group has stim, an install has not
        installed = request.getfixturevalue("installed")
        python, around = installed / "python", outside(installed)
    done = subprocess.run(
        [python, "-c", program],
        cwd=place,
        env=around,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    said = re.findall(r"^print\(.*\)\s*# (.*)$", program, re.MULTILINE)
    if said:
        assert done.stdout.splitlines() == said


def test_the_first_board_of_the_first_lesson_can_be_solved(place):
    ran = run("min", str(place / "plus.txt"), "--expect-solvable")
    assert (ran.code, ran.out.split(":")[0]) == (0, "optimal")


def test_the_pages_have_commands_at_all():
    assert len(console_steps()) >= 10
    assert len(piped_steps()) >= 5
    assert len(python_steps()) >= 5
    assert python_programs()


def documented_keys(command: str) -> list[str]:
    """Return the keys that docs/commands.md promises, in order."""
    text = (ROOT / "docs/commands.md").read_text()
    if command == "min":
        table = text.split("| key | value |")[1].split("\n\n")[0]
        return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)
    (row,) = re.findall(rf"^\| `{command}` \| (.*) \|$", text, re.MULTILINE)
    return re.findall(r"`(\w+)`", row)


@pytest.mark.parametrize(
    ("promised", "words"),
    [
        ("min", ["min", ALL_ON, "--count"]),
        ("min", ["all", ALL_ON]),
        ("min", ["count", ALL_ON]),
        ("min", ["solve", ALL_ON]),
        ("min", ["prove", CORNER]),
        ("min", ["min", CORNER]),
        ("kernel", ["kernel", ALL_ON]),
        ("kernel", ["kernel", ALL_ON, "--target", "any"]),
        ("show", ["show", ALL_ON]),
        ("plan", ["plan", ALL_ON]),
        ("hardest", ["hardest", "--size", "3x3"]),
        ("histogram", ["histogram", "--size", "3x3"]),
        ("walk", ["walk", str(ROOT / "data/levels/published.txt"), "--only", "level-302"]),
    ],
)
def test_json_has_the_documented_keys_in_the_documented_order(promised, words, tmp_path):
    if CORNER in words:
        board = tmp_path / "board.txt"
        board.write_text("#....\n" + ".....\n" * 4)
        words = [str(board) if word is CORNER else word for word in words]
    keys = list(json.loads(run(*words, "--json").out))
    documented = documented_keys(promised)
    assert set(keys) <= set(documented)
    assert keys == [key for key in documented if key in keys]
