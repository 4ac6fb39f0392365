"""What people came for, a row each: the command that answers it, and what it prints.

`TASKS` are things that people want, in their words, with the command that does each: its line in
``lo-exact --help`` must have the word by which they would find it.

``python -m tests.commands.test_commands_people`` prints every row with its output.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import lo_exact
from tests.cli_runner import ALL_ON, ROOT, is_taken_out, run, skip_without_slice

MACHINE = "[.##.] (3) (1,3) (2) (2,3) (0,2) (0,1) {3,5,4,7}\n"
ROW = "11111\n" * 5
NINE = "000\n" * 3
GLOWING = "RR...\nR.G..\n.GGG.\n..G..\n.....\n"
"""Two presses at the top left and one in the middle solve it: red is 1, green 2."""

ROWS = [
    # words, standard input, exit code, what is printed
    (["board.txt"], "", 2, "did you mean lo-exact min board.txt?"),
    (["play"], "", 2, "did you mean serve?"),
    (["worksheet"], "", 2, "did you mean levels?"),
    (["table", "nulity"], "", 2, "nullity are possible, got 'nulity'; did you mean"),
    (["min", ALL_ON, "--topology", "donut"], "", 2, "did you mean torus?"),
    (["min", ALL_ON, "--rule", "moore"], "", 2, "did you mean king?"),
    (["min", ALL_ON, "--engine", "cost"], "", 2, "lo-exact engines lists all"),
    (["min", "-"], MACHINE, 0, "for part two (counters) add --joltage"),
    (["min", "-", "--joltage"], MACHINE, 0, "optimal: 10 presses"),
    (["min", "-"], MACHINE.partition(" {")[0], 0, "optimal: 2 presses"),
    (["judge", ALL_ON, "A1 B2"], "", 1, "wrong: not a solution"),
    (["judge", ALL_ON, "unsolvable"], "", 1, "presses of weight 15 solve it"),
    (["judge", ALL_ON, "15"], "", 0, "right: the minimum is 15"),
    (["judge", ALL_ON, "12"], "", 1, "wrong: claimed 12, but the minimum is 15"),
    (["judge", "-", "10"], "100\n000\n000\n000\n", 1, "claimed 10, but the minimum is"),
    (["judge", "-", "2"], "1000\n0000\n0000\n0000\n", 1, "but the board is unsolvable"),
    (["judge", "-", "11"], "01\n", 1, "not a solution"),  # two buttons: presses
    (["press", "-", "a1", "b2"], ROW, 0, "after 2 presses"),
    (["hint", ALL_ON, "--why"], "", 0, "changes an odd number of the lights C1"),
    (["levels", ALL_ON, "--grade"], "", 0, "'at once': no second pass"),
    (["hardest", "--toy", "mini"], "", 0, "optimal: the hardest boards need"),
    (["histogram", "--toy", "merlin"], "", 0, "minimum  boards"),
    (["kernel", "--toy", "deluxe"], "", 0, "nullity"),
    (["min", ALL_ON, "--rule", "queen"], "", 0, "optimal"),
    (["prove", "-"], "100\n000\n000\n000\n", 0, "solvable"),
    (["--help"], "", 0, "Solve:"),
    (["min", "-h"], "", 0, "help reading (--toy, --joltage), help work"),
    (["help", "reading"], "", 0, "The goal: a colour for all, a drawing (000/010/000)"),
    (["min", ALL_ON, "--colors", "2"], "", 0, "optimal: 15 presses"),
    (["min", "-", "--toy", "2000"], GLOWING, 0, "optimal: 3 presses"),
    (["hint", "-", "--toy", "2000"], GLOWING, 0, "the goal: all off"),
    (["min", "-", "--toy", "2000", "--legend", "R=1 G=2 .=0"], GLOWING, 0, "optimal: 3 presses"),
    (["show", "-", "--legend", "R=off .=on"], "RR.\nRRR\n..R\n", 0, "..#\n...\n##."),
    (["show", "-", "--legend", "Y=on B=off"], "YBY\nYYY\nBBY\n", 0, "#.#\n###\n..#"),
    (["show", "-", "--legend", "x=off .=on"], "[x] [ ] [x]\n[ ] [x] [ ]\n", 0, ".#.\n#.#"),
    (["show", "-", "--legend", "x=off o=on"], "['xo', 'ox']\n", 0, ".#\n#."),
    (["prove", "-", "--toy", "alien-tiles"], "RRRRRRR\n" * 7, 0, "solvable: these presses"),
    (["chase", "--toy", "mini"], "", 0, "last rows can be put out"),
    (["matrix", "--toy", "merlin"], "", 0, "determinant over the integers: 5"),
    (["make", "--toy", "cube"], "", 0, "~~~111~~~~~~"),
    (["min", "-", "--rule", "merlin"], NINE, 0, "Merlin's own is the ring"),
    (["min", "-", "--rule", "cross"], NINE, 0, "changes the four lights beside the button, not"),
    (["min", "-", "--target", "000/010/000"], NINE, 0, "optimal: 5 presses"),
    (["min", "-", "--target", "B2"], NINE, 0, "optimal: 5 presses"),
    (["min", "-", "--target", "any"], NINE, 0, "optimal: 0 presses"),
    (
        ["show", "-"],
        '{"matrix": [[1, 1, 0], [0, 1, 1]], "state": [1, 0]}',
        0,
        "2 lights, 3 buttons",
    ),
    (["distance", "--generator", "-"], "1000110\n0100101\n0010011\n0001111\n", 0, "[7,4,3]"),
    (["distance", "--generator", "-", "--colours", "3"], "1011\n0112\n", 0, "[4,2,3]"),
    (["distance", "--classical", "-", "--at-least", "4"], "1010101\n0110011\n0001111\n", 1, "less"),
    (["hint", "-"], "11\n11\n\n11\n10\n", 3, "write it into a file of its own"),
    (["certify", "--help"], "", 0, 'statement = "bounds", lower = 0'),
    (["referee", "--help"], "", 0, "quoted:"),
    (["shard", "--help"], "", 0, "lo-exact shard merge FOLDER"),
    (["help", "reading"], "", 0, "--joltage"),
    (["judge", "--claims", "-"], "1 010/111/011\n", 1, "1 claim: 0 right, 1 wrong"),
    (["make", "random", "--size", "5x5", "--seed", "1"], "", 0, "10101"),
    (["distance", "bb:6,6:x^3+y+y^2:y^3+x+x^2"], "", 0, "distance 6, proved"),
    (["check", "data/certificates/all-on-5x5.json"], "", 0, "accepted: the least weight is 15"),
]


@pytest.mark.parametrize(("words", "text", "code", "printed"), ROWS)
def test_what_people_typed_is_answered(words, text, code, printed):
    skip_without_slice(re.findall(r"did you mean (\w+)\?", printed))
    ran = run(*words, text=text)
    assert ran.code == code, ran.err
    assert printed in ran.out + ran.err


CLUMSY = [
    (["judge", ALL_ON], "", "FILE and ANSWER; or --claims"),
    (["judge", "--claims", "-", "A1"], "", "FILE and ANSWER; or --claims"),
    (["judge", "--claims", "-"], "", "there are no claims"),
    (["judge", "--claims", "-"], "# none\n\n", "there are no claims"),
    (["judge", "--claims", "-"], "seven 11/11\n", "-:1:1: a line is a number of presses"),
    (["judge", "--claims", "-"], "4 11/11\n-1 11/11\n", "-:2:1: a line is a number"),
    (["judge", "--claims", "-"], "4\n", "-:1: the text is empty"),
    (["judge", "--claims", "-"], "4 11/1?\n", "-:1:"),
    (["judge", "--claims", "-"], "4 12/11\n", "a colour must be 0..1"),
    (["judge", "--claims", "no/such"], "", "cannot be read"),
    (["judge", ALL_ON, "anwser.txt"], "", "cannot be read"),
    (["judge", ALL_ON, "Z99"], "", "there is no button"),
    (["certify"], "", "CLAIM"),
    (["certify", "plus-4x5"], "", "no claim is called 'plus-4x5'; there are alien-tiles-4x4-c3"),
    (["certify", "plus-4x4", "--size", "3x3"], "", "--size"),
    (["hardest", "--size", "3x3", "--evidence", ALL_ON], "", "cannot be written"),
    (["make", "random", "--size", "3x3", "--grade"], "", "how many with --count N"),
    (["make", "--count", "2", "--size", "5x5", "--presses", "1..30", "--out", "x"], "",
     "--presses is 0..15 on this board"),
    (["make", "--count", "2", "--size", "5x5", "--presses", "2..20", "--out", "x"], "",
     "--presses is 0..15 on this board"),
    (["make", "--count", "2", "--size", "4x4", "--presses", "2..20", "--out", "x"], "",
     "--presses is 0..8 on this board"),
    (["make", "--count", "99999", "--size", "5x5", "--out", "x"], "", "count"),
    (["min", ALL_ON, "--rule", "triangle", "--topology", "torus"], "", "for the plane"),
    (["min", ALL_ON, "--rule", "row", "--topology", "klein"], "", "no meaning"),
    (["press", ALL_ON, "a1", "z9"], "", "PRESSES"),
    (["hardest", "--toy", "merlin", "--size", "4x4"], "", "has the size 3x3"),
    (["distance", "bb:6,6:x^3+y+y^2:y^3+x+x^2", "--size", "3x3"], "", "nothing about polynomials"),
    (["distance", "--stabilizers", "-", "--colours", "3"], "XXX\nZZI\n", "about 2 stabilizers"),
    (["distance", "-", "--legend", "1=off"], "error(0.1) L0\n", "says nothing about an error"),
    (["distance", "-", "--target", "1"], "110\n011\n", "says nothing about a 2 x 3 check"),
    (["distance", "-", "--bits", "msb"], "110\n011\n", "bits: checks says itself"),
    (["spectrum", "--classical", "-", "--bits", "msb"], "110\n011\n", "bits: checks says itself"),
    (["distance", "-"], "XZZXI\nIXZZX\n", "lo-exact distance --stabilizers FILE"),
    (["min", "-"], "QUBIT_COORDS(0, 0) 0\nR 0 1\nH 0\n", "this is a Stim circuit"),
    (["min", "-"], "R 0 1\nH 0\nM 0\n", "this is a Stim circuit"),
    (["min", "-", "--bits", "msb"], "on off\noff on\n", "bits: words says itself"),
    (["crosscheck", "--random", "1", "--toy", "mini"], "", "random boards have none"),
    (["crosscheck", "--random", "1", "--bits", "msb"], "", "random boards have none"),
    (["min", "-", "--legend", "R=on"], "RR.\n.QR\n", "no glyph of a board: 'Q'"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "text", "said"), CLUMSY)
def test_clumsy_words_are_refused_in_one_sentence(words, text, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run(*words, text=text)
    assert ran.code in (2, 3), ran.out
    assert said in ran.err
    assert ran.out == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("words", "asked"), [([], "paste the text"), (["--quiet"], "")])
def test_one_end_of_the_text_is_enough_in_a_terminal(words, asked):
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "lo_exact", "min", "-", *words]
    with subprocess.Popen(
        command, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as running:
        os.write(ours, b"010\n111\n010\n\x04")
        out, err = running.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert out.startswith("optimal: 1 press")
    assert err.count("\n") == bool(asked)
    assert asked in err


def test_levels_for_a_game_are_one_json_sorted_by_their_minimum(tmp_path):
    words = [
        "make",
        "--count",
        "9",
        "--size",
        "3x3",
        "--presses",
        "3..5",
        "--seed",
        "2",
        "--grade",
        "--out",
    ]
    assert run(*words, str(tmp_path / "set")).code == 0
    listed = json.loads((tmp_path / "set" / "levels.json").read_text())
    assert [level["weight"] for level in listed] == [3, 3, 3, 4, 4, 4, 5, 5, 5]
    for level in listed:
        assert np.sum(level["presses"]) == level["weight"]
        assert level["minimum_solutions"] == 1
        board = lo_exact.grid_puzzle(level["puzzle"]["state"])
        assert lo_exact.press(board, np.ravel(level["presses"])).solved
    names = run("levels", str(tmp_path / "set"), "--grade", "--json")
    again = json.loads(names.out)["levels"]
    assert [level["puzzle"] for level in again] == [level["puzzle"] for level in listed]
    assert list(tmp_path.iterdir()) == [tmp_path / "set"]


def test_a_pupils_page_has_the_rule_name_and_date_and_the_fewest_presses(tmp_path):
    words = ["make", "--count", "3", "--size", "4x4", "--presses", "2..4", "--seed", "2", "--out"]
    assert run(*words, str(tmp_path / "set")).code == 0
    sheet = tmp_path / "sheet.svg"
    assert run("levels", str(tmp_path / "set"), "--sheet", str(sheet), "--worksheet").code == 0
    page = sheet.read_text()
    assert "Pressing a button changes its own light and the four next to it" in page
    assert "Name: ___" in page
    said = re.findall(r"can be done in (\d) presses", page)
    assert said == ["2", "3", "4"]


def test_a_list_of_claims_is_judged_in_one_call():
    text = f"15 {'/'.join(['11111'] * 5)}\n3 010/111/010\n\nunsolvable 1000/0000/0000/0000\n"
    ran = run("judge", "--claims", "-", text=text)
    assert (ran.code, ran.out.splitlines()[0]) == (1, "3 claims: 2 right, 1 wrong")
    assert ran.out.splitlines()[2].split() == ["2", "3", "1"]  # the plus is one press
    said = json.loads(run("judge", "--claims", "-", "--json", text=text).out)
    assert [row["right"] for row in said["claims"]] == [True, False, True]


def test_evidence_finds_its_claim(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("certify", "plus-4x4", "--evidence", "new/folder").code == 0
    ran = run("check", "new/folder/plus-4x4.evidence.json", "plus-4x4.toml")
    assert (ran.code, ran.out[:10]) == (0, "accepted: "), ran.err
    assert run("hardest", "--size", "3x3", "--evidence", "mine").code == 0
    assert run("check", "mine/hardest.toml").code == 0


def test_the_picture_of_an_unsolvable_board_says_why(tmp_path):
    drawn = tmp_path / "why.svg"
    text = "1000\n0000\n0000\n0000\n"
    assert run("explain", "-", "--picture", str(drawn), text=text).code == 0
    words = " ".join(re.findall(r">([^<>]+)</text>", drawn.read_text()))
    assert "Every press changes an even number of the marked lights." in words


def test_a_solution_that_was_stopped_says_so_in_a_notebook():
    stopped = lo_exact.minimum(lo_exact.grid_puzzle(np.ones((40, 40), int)), time_limit=0)
    assert repr(stopped).startswith(f"Solution({stopped.status.value}")
    assert f", at least {stopped.lower_bound}, time limit reached" in repr(stopped)


def test_answers_are_short_in_a_notebook():
    board = lo_exact.grid_puzzle([[1] * 5] * 5)
    for answer in (lo_exact.minimum(board), lo_exact.kernel(board)):
        assert len(repr(answer)) < 100


OLD = (
    "together an even number of times", "1000 ln((1-p)/p), rounded", "without any explanation",
    "whether light chasing solves", "some of them in no order", "there is no error that matters",
    "What is proved is the claim about", "What solves a pressed board", "is handed over to `cuts`",
    "logical observables are left out", "the lights {n} lights",
)  # fmt: skip
"""Sentences that had to be read twice."""


def test_sentences_that_had_to_be_read_twice_are_gone():
    pages = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "lo_exact").rglob("*.py"), ROOT / "README.md"]
    texts = {path: re.sub(r"\s+", " ", Path(path).read_text("utf-8")) for path in pages}
    assert not [(path, old) for path, text in texts.items() for old in OLD if old in text]


TASKS = [
    ("find how many presses a 6 x 6 may need", "hardest", "hardest board"),
    ("count 4 x 4 boards by their presses", "histogram", "how many presses"),
    ("make 20 easy levels for my game", "make", "Make boards"),
    ("say how hard my levels are", "levels", "Grade levels"),
    ("print a worksheet for my class", "levels", "worksheets"),
    ("why is my board impossible", "prove", "can or cannot"),
    ("can this board be solved at all", "prove", "solved"),
    ("is this distance right", "distance", "code's distance"),
    ("the fewest presses of my AoC line", "min", "Advent of Code"),
    ("solve a screenshot", "min", "screenshot"),
    ("solve a very large board, any way", "solve", "any solution"),
    ("all the shortest solutions", "all", "every minimum"),
    ("how many solutions are there", "count", "Count solutions"),
    ("what should I press next", "hint", "next press"),
    ("why is there nothing shorter", "explain", "why fewer"),
    ("was my file read as I meant it", "show", "how the input was read"),
    ("convert a board into JSON", "show", "other formats"),
    ("make a random board", "make", "random"),
    ("make the board that my presses solve", "make", "from presses"),
    ("solve it by light chasing", "chase", "light chasing"),
    ("what happens if I press A1 and B2", "press", "Press buttons"),
    ("which presses change nothing", "kernel", "change nothing"),
    ("the matrix of my board for LaTeX", "matrix", "Print the matrix"),
    ("which sizes can always be solved", "table", "every board is solvable"),
    ("is a published claim true", "certify", "published"),
    ("which board of a size needs most presses", "hardest", "hardest board"),
    ("weights of the words of a code", "spectrum", "each weight"),
    ("a shortest solution by chance", "sample", "at random"),
    ("decode the shots of my circuit", "decode", "shots"),
    ("check a certificate", "check", "certificate"),
    ("do the engines agree", "crosscheck", "every engine"),
    ("does my own solver work", "referee", "another solver"),
    ("is my friend's answer right", "judge", "somebody's answer"),
    ("which formats are read", "formats", "file formats"),
    ("which engines are there", "engines", "List the solvers"),
    ("give it to a SAT solver", "export", "SAT"),
    ("how long will it take", "plan", "time and memory"),
    ("run it on many machines", "shard", "many machines"),
    ("play it in a browser", "serve", "the game"),
    ("which version do I have", "version", "versions"),
]
"""Forty things that people want, the command, and words of its line by which it is found."""


def test_each_of_forty_tasks_is_found_in_the_list_of_commands():
    assert len(TASKS) == 40
    listed = dict(re.findall(r"^  (\w+) +(\S.*)$", run("--help").out, re.MULTILINE))
    kept = [row for row in TASKS if not is_taken_out(row[1])]
    assert not [task for task, name, words in kept if words not in listed[name]]


if __name__ == "__main__":
    for typed, given, _, _ in ROWS:
        print("$", f"printf {given!r} | " * bool(given) + shlex.join(["lo-exact", *typed]))
        shown = run(*typed, text=given)
        print(shown.out + shown.err)
