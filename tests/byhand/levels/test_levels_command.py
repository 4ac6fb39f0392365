"""``lo-exact levels``: tables, pages and refusals."""

import json
import re
import signal
import subprocess
import time

import pytest

from tests.cli_runner import ALL_ON, command, environment, run


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "set"
    words = ("--size", "5x5", "--count", "26", "--presses", "4..8", "--seed", "1")
    assert run("make", *words, "--out", str(made)).code == 0
    return made


def test_the_board_of_all_lights_is_graded_with_its_known_numbers():
    """15 presses, 4 minima, nullity 2: the published answers for 5 x 5."""
    ran = run("levels", ALL_ON, "--grade", "--solutions")
    head, row, presses, _, *words = ran.out.splitlines()
    assert "double presses left out; 'at once': no second pass" in words[1]
    assert head.split() == ["name", "board", "minimum", "minima", "nullity", "chase", "forced"]
    assert row.split()[:7] == ["all-on-5x5", "5", "x", "5", "15", "4", "2"]
    assert len(presses.split()) == 15
    (level,) = json.loads(run("levels", ALL_ON, "--json").out)["levels"]
    assert (level["weight"], level["minimum_solutions"], level["nullity"]) == (15, 4, 2)
    assert sum(map(sum, level["presses"])) == 15
    assert level["puzzle"]["state"] == [[1] * 5] * 5


def test_pages_hold_all_boards_and_other_pages_the_answers(folder, tmp_path):
    book = tmp_path / "book.svg"
    ran = run("levels", str(folder), "--sheet", str(book), "--title", "A book <1>")
    assert ran.code == 0, ran.err
    assert "pages with boards: 2, with answers: 2" in ran.err
    pages = [book, *(tmp_path / f"book-{k}.svg" for k in (2, 3, 4))]
    texts = [page.read_text() for page in pages]
    names = [re.findall(r">(0\d\d)<", text) for text in texts]
    every = [f"{k:03}" for k in range(1, 27)]
    assert names[0] + names[1] == names[2] + names[3] == every
    assert ["presses<" in text for text in texts] == [False, False, True, True]
    assert all("A book &lt;1&gt;" in text for text in texts)
    assert not (tmp_path / "book-5.svg").exists()


def test_a_pdf_holds_the_pages_in_one_file_whose_table_of_objects_is_right(folder, tmp_path):
    book = tmp_path / "book.pdf"
    assert run("levels", str(folder), "--sheet", str(book), "--worksheet").code == 0
    data = book.read_bytes()
    assert data.startswith(b"%PDF-1.4")
    assert re.search(rb"/Count 5 ", data)  # 10 boards with empty grids a page, 24 answers a page
    table = int(re.search(rb"startxref\n(\d+)\n%%EOF\n\Z", data)[1])
    places = [int(place) for place in re.findall(rb"(\d{10}) 00000 n", data[table:])]
    for number, place in enumerate(places, start=1):
        assert data[place:].startswith(b"%d 0 obj\n" % number)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ((ALL_ON, "--worksheet"), 2, "--sheet"),
        ((ALL_ON, "--sheet", "book.txt"), 2, "pictures are"),
        ((ALL_ON, "--sheet", "no/such/book.pdf"), 3, "cannot be written"),
        (("no-such-file",), 3, "no-such-file"),
    ],
)
def test_what_cannot_be_is_one_line(words, code, said):
    ran = run("levels", *words)
    assert (ran.code, ran.err.count("\n"), ran.out) == (code, 1, "")
    assert said in ran.err


def test_a_level_without_a_proof_in_time_ends_with_4(tmp_path):
    board = tmp_path / "large.txt"
    board.write_text(run("make", "random", "--size", "47x47", "--seed", "1").out)
    ran = run("levels", str(board), "--time-limit", "0")
    assert ran.code == 4


@pytest.mark.large
def test_ctrl_c_ends_all_levels_and_keeps_what_was_found(tmp_path):
    slow = run("make", "random", "--size", "40x40", "--topology", "torus", "--seed", "1").out
    for name, board in (("1", "##\n##\n"), ("2", slow), ("3", slow)):
        (tmp_path / f"{name}.txt").write_text(board)
    words = [str(tmp_path), "--sheet", str(tmp_path / "book.pdf")]
    running = subprocess.Popen(
        command("levels", *words), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(), start_new_session=True,
    )  # fmt: skip
    time.sleep(4)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    rows = [line.split() for line in out.splitlines()[1:]]
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[0][-1] == "4"
    assert ".." in rows[1][-1]
    assert not (tmp_path / "book.pdf").exists()
