"""Bad input: one line on standard error, exit code 3, no traceback, little time and memory."""

import json
import resource
import subprocess
import sys

import pytest

from tests.cli_runner import command, environment, run
from tests.marks import with_large

MEBIBYTE = 2**20

BAD = {
    # name: (text, place, words of the message)
    "empty": ("", "1", "no board"),
    "only blanks": ("  \n\n   \n", "", "no board"),
    "only comments": ("; nothing\n; here\n", "", "no board"),
    "only header": ("colours: 3\n", "", "no board"),
    "ragged rows": ("###\n##\n###\n", "2", ""),
    "colour out of range": ("012\n345\n", "1:3", "2"),
    "colour out of range with colours": ("colours: 3\n012\n013\n", "3:3", "3"),
    "one colour": ("colours: 1\n000\n", "1:10", "colours"),
    "no colours": ("colours: 0\n000\n", "1:10", "colours"),
    "negative colours": ("colours: -2\n000\n", "1:10", "colours"),
    "colours too many": ("colours: 2147483649\n000\n", "1:10", "colours"),
    "colours with a thousand digits": ("colours: " + "9" * 1000 + "\n000\n", "1:10", "colours"),
    "colours no number": ("colours: many\n000\n", "1:10", "colours"),
    "colours twice": ("colours: 2\ncolours: 2\n00\n", "2", "twice"),
    "unknown key": ("colour: 2\n00\n11\n", "1", "colour"),
    "key without value": ("neighbourhood:\n", "1", "value"),
    "unknown neighbourhood": ("neighbourhood: star\n00\n", "1:16", "neighbourhood"),
    "stencil without centre": ("neighbourhood: .#./###/.#.\n00\n", "1", "neighbourhood"),
    "stencil with two centres": ("neighbourhood: [#][#]\n00\n", "1", "centre"),
    "unknown topology": ("topology: sphere\n00\n", "1:11", "topology"),
    "row+column on a moebius strip": (
        "topology: moebius\nneighbourhood: row+column\n000\n",
        "",
        "",
    ),
    "two readings, digits and signs": ("01#\n#10\n", "1:3", "reads two ways"),
    "two readings, two kinds of off": ("#-.\n.-#\n", "1", "reads two ways"),
    "two readings, walls or lights": ("target: 1\n##.\n.##\n", "2", "reads two ways"),
    "two readings, letter O": ("O0\n0O\n", "1", "reads two ways"),
    "unicode digits": ("٠١٠\n١١١\n", "1:1", "ASCII"),
    "fullwidth is folded, superscripts are not": ("01²\n000\n", "1:3", ""),
    "a letter": ("abc\n", "1:1", ""),
    "NUL bytes": (b"000\n0\x000\n", "2:2", "NUL"),
    "binary": (bytes(range(256)) * 10, "1", ""),
    "latin-1": ("größe\n".encode("latin-1"), "1:3", "UTF-8"),
    "UTF-16": ("000\n".encode("utf-16")[:-1], "1:1", "UTF-16"),
    "huge size": ("size: 1000000000x1000000000\nstate: 0\n", "1:7", ""),
    "size zero": ("size: 0x5\nstate: 0\n", "1:7", ""),
    "size no size": ("size: 5\n0x1ffffff\n", "1:7", "size"),
    "size contradicts the rows": ("size: 2x2\n000\n000\n", "", ""),
    "mask without size": ("0x1ffffff\n", "1", "size"),
    "mask too long": ("size: 2x2\n0x1f\n", "2", ""),
    "list not closed": ("[[1, 0], [0, 1]\n", "1", ""),
    "list ragged": ("[[1, 0], [0]]\n", "1", ""),
    "list with words": ("[[1, maybe]]\n", "1", ""),
    "list deep": ("[" * 100_000 + "\n", "1", ""),
    "target of another size": ("target: 11/11\n000\n000\n", "1", ""),
    "target out of range": ("target: 2\n000\n000\n", "1:9", ""),
    "prices too few": ("prices: 1 2\n000\n", "1", ""),
    "price negative": ("prices: -1\n000\n", "1", ""),
    "objective unknown": ("objective: beauty\n000\n", "1:12", "objective"),
    "objective prices without prices": ("objective: prices\n000\n", "1:12", "prices"),
    "legend without pairs": ("legend: #\n#.\n", "1", "legend"),
    "cube of another shape": ("neighbourhood: cube\n000\n000\n", "1", "cube"),
    "json not json": ('{"colours": 2,\n', "2", ""),
    "json duplicate key": ('{"colours": 2, "colours": 3}\n', "1", "colours"),
    "json with trailing text": ('{"colours": 2} 1\n', "1", ""),
    "json unknown key": ('{"nonsense": 2}\n', "1", "nonsense"),
    "json deep": ('{"a":' * 5_000, "", ""),
    "json very deep": ('{"a":' * 100_000, "", ""),
    "json NaN": ('{"colours": NaN}', "1", ""),
    "flip matrix too short": ("2x2:000,0\n", "1:8", "MATRIX"),
    "flip grid too long": ("2x2:0000,00\n", "1:11", "GRID"),
    "flip not hexadecimal": ("2x2:00g0,0\n", "1:7", "hexadecimal"),
    "flip too large": ("1000000x1000000:0,0\n", "1", ""),
}


@pytest.mark.parametrize("name", with_large(BAD, {"json very deep"}))
def test_bad_input_is_one_line_with_its_place_and_exit_code_3(name, tmp_path):
    text, place, words = BAD[name]
    path = tmp_path / "bad.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    ran = run("min", str(path))
    assert ran.code == 3, ran
    assert ran.out == ""
    problem, *offered = ran.err.splitlines()
    assert not offered or offered[0].startswith("1. the board alone"), ran
    assert len(ran.err) < 800
    assert "Traceback" not in ran.err
    assert problem.isprintable()
    at = f"lo-exact: {path}:{place}:" if place else f"lo-exact: {path}:"
    assert ran.err.startswith(at if place.count(":") or not place else at[:-1]), ran.err
    assert words in ran.err


def test_there_are_forty_bad_inputs():
    assert len(BAD) >= 40


@pytest.mark.parametrize("name", ["missing.txt", ".", "/dev/null", "/dev/zero", "a\0b", "x" * 5000])
def test_what_is_no_file_is_one_line(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("min", name)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.count("\n") == 1


def test_an_unreadable_byte_on_standard_input_is_named(tmp_path):
    ran = run("min", "-", text=b"00\n0\xff\n")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("lo-exact: -:2:2: ")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--colours", "1"),
        ("--topology", "sphere"),
        ("--objective", "beauty"),
        ("--neighbourhood", "star"),
        ("--target", "7"),
        ("--size", "9x9"),
    ],
)
def test_an_option_that_cannot_be_is_one_line(option, value):
    ran = run("min", "-", option, value, text="010\n111\n")
    assert ran.code in (2, 3)
    assert ran.err.count("\n") == 1
    assert ran.out == ""


def test_a_graph_with_an_unknown_vertex_is_refused(tmp_path):
    text = json.dumps({"vertices": ["a", "b"], "edges": [["a", "z"]], "state": {"a": 1}})
    ran = run("min", "-", text=text)
    assert (ran.code, ran.err.count("\n")) == (3, 1)


HEAVY = {
    "a header of 10^9 x 10^9": "size: 1000000000x1000000000\nstate: 1\n",
    "a header of 4000 x 10^7": "size: 4000x10000000\nstate: 1\n",
    "ten million brackets": "[" * 10_000_000,
    "a number of ten million digits": "colours: " + "9" * 10_000_000 + "\n000\n",
    "ten million letters": "z" * 10_000_000,
    "a row of ten million lights over a short one": "0" * 10_000_000 + "\n00\n",
    "a million keys": '{"a": 1, ' * 1 + '"b": 1, ' * 1_000_000 + "}",
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.large if "million" in n else ()) for n in HEAVY],
)
def test_bad_input_takes_little_time_and_memory(name):
    """Under 5 seconds of CPU and 200 MiB, as the kernel counts them for this program alone.

    A second is enough where no other program shares the core.

    ``ru_maxrss`` would count what the tests' own process held when it started the program.
    """

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (5, 5))

    probe = (
        "import atexit, resource, sys; sys.argv = ['lo-exact', 'min', '-'];\n"
        "def tell():\n"
        " used = resource.getrusage(resource.RUSAGE_SELF);\n"
        " status = open('/proc/self/status').read();\n"
        " print(used.ru_utime + used.ru_stime, status.split('VmHWM:')[1].split()[0],"
        " file=sys.stderr)\n"
        "atexit.register(tell)\n"
        "from lo_exact.__main__ import main; main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe],
        input=HEAVY[name],
        capture_output=True,
        text=True,
        preexec_fn=limit,
        env=environment(),
        check=False,
    )
    said = done.stderr.splitlines()
    assert done.returncode == 3, done.stderr[-300:]
    assert len(said) == 2
    assert int(said[1].split()[1]) * 1024 < 200 * MEBIBYTE, said


def test_the_program_itself_says_one_line_too(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("0z0\n")
    done = subprocess.run(
        command("min", str(path)), capture_output=True, text=True, env=environment(), check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(f"lo-exact: {path}:1:2: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_standard_stream_is_no_error(closed, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("11111\n" * 5)
    line = f'exec "{sys.executable}" -m lo_exact min "{board}" -q {closed}'
    done = subprocess.run(
        ["sh", "-c", line], env=environment(), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "" or done.stdout.startswith("optimal: 15 presses")


def test_a_file_with_something_else_is_left_alone(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("111\n111\n111\n")
    ran = run("min", str(board), "--certificate", str(board))
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert "left alone" in ran.err
    assert board.read_text() == "111\n111\n111\n"
    target = tmp_path / "ours.json"
    for _ in range(2):  # our own may be replaced
        assert run("min", str(board), "--certificate", str(target)).code == 0
    assert target.exists()


@pytest.mark.parametrize("text", ["111\n111\n111\n", "111", "\x00\xff", '{"a": 1}'])
def test_a_ledger_that_is_something_else_is_left_alone(text, tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("111\n111\n111\n")
    other = tmp_path / "other"
    other.write_text(text)
    ran = run("min", str(board), "--ledger", str(other))
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)
    assert "not a record of a ledger" in ran.err
    assert other.read_text() == text
