"""What fuzzing found: texts that broke a reader, hung recognition, or were read by us alone."""

import signal
import time
from contextlib import suppress

import pytest

from lo_exact.errors import InputError
from lo_exact.formats import ReadOptions
from lo_exact.formats.expected import parse_expected
from lo_exact.formats.format_table import FORMATS
from lo_exact.formats.reading import parse_parts
from tests.cli_runner import run
from tests.marks import with_large


class HangsError(Exception):
    """A pattern took seconds."""


@pytest.fixture
def alarm():
    def ring(*_):
        raise HangsError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, 3)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


HOSTILE = {
    "blank lines": "\n" * 5000 + "#",
    "blank lines with blanks": " \n" * 5000 + "x",
    "line ends of two": "\r\n" * 20_000 + "#",
    "comments of C": "/* */" * 10_000 + "x",
    "comments": "# \n" * 20_000 + "x",
    "dots": "[" + "." * 60_000,
    "blanks": " " * 60_000 + "#",
    "brackets": "[" * 60_000,
    "digits": "1 " * 30_000,
    "digits that are no row": "0\n" + "1" * 60 + "x",
    "a row of a contest": "2\n" + "0" * 60_000 + "!",
    "turns of a dial": "1 1\n1:" + " " * 60_000 + "!",
}


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_hangs_recognition(text):
    """24 blank lines above a board hung DIMACS' and Stim's patterns for ever."""
    for row in FORMATS:
        row.sniff(text)


LONG_LINES = {
    "blanks in a list": "[[2," + " " * 60_000,
    "blanks behind JSON": '{"a": 1, "a": 2}' + " " * 60_000,
    "a rule of a table": "=" * 60_000 + "!",
    "a rule of a frame": "|" + "-" * 60_000 + "!",
    "lights": "#" * 60_000 + "!",
    "backslashes": "\\" * 60_000 + "!",
    "escaped quotes": '"\\' * 30_000,
    "comments that do not end": "/* " * 20_000,
    "digits": "0" * 60_000 + "!",
    "a key without its colon": " " * 60_000 + "a",
}


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("name", LONG_LINES)
def test_a_long_line_of_a_board_is_refused_at_once(name):
    """60,000 times the same sign took minutes, or years."""
    with pytest.raises(InputError):
        [part.read() for part in parse_parts(LONG_LINES[name], format="board")]


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize(
    "name",
    with_large(LONG_LINES, set(LONG_LINES) - {"blanks in a list", "lights", "escaped quotes"}),
)
def test_a_long_line_of_any_format_is_refused_at_once(name):
    with pytest.raises(InputError):
        [part.read() for part in parse_parts(LONG_LINES[name])]


def test_a_board_below_many_blank_lines_is_read():
    (part,) = parse_parts("\n" * 100 + "#.\n.#\n")
    assert part.read().lights == 4


@pytest.mark.usefixtures("alarm")
def test_blanks_in_a_level_are_passed_at_once():
    text = '{"gridSize": 2, "initialState": [[1, 0],' + " " * 60_000 + "[0, 0]]} ; \n"
    (part,) = parse_parts(text)
    assert part.read().lights == 4


@pytest.mark.parametrize("text", ["\ufe0f", " \ufe0e\n\ufe0f"])
def test_a_text_of_variation_selectors_is_empty(text):
    for row in FORMATS:
        with pytest.raises(InputError, match="the text is empty: there is no board"):
            parse_parts(text, format=row.name)


@pytest.mark.parametrize("text", ["a {0}\n", "graph {{ a -- {0} }}\n"])
def test_names_of_vertices_are_no_longer_than_json_takes(text):
    name = "edgelist" if text[0] == "a" else "dot"
    (part,) = parse_parts(text.format("b" * 200), format=name)
    assert part.read().lights == 2
    (part,) = parse_parts(text.format("b" * 201), format=name)
    with pytest.raises(InputError, match=r"a name has 1\.\.200 printable characters"):
        part.read()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("%%matrixmarket matrix coordinate pattern general\n1 1 1\n1 1\n", "begins with %%Matrix"),
    ],
)
def test_what_scipy_refuses_of_matrixmarket_is_refused(text, reason):
    ran = run("show", "-", text=text)
    assert ran.code == 3
    assert reason in ran.err


def test_a_number_of_three_thousand_digits_is_not_repeated_in_a_message():
    ran = run("min", "-", "--colours", "2", text=f"colours: {'0' * 3000}3\n#.\n")
    assert (ran.code, ran.err) == (
        3, "lo-exact: -:1:10: colours: the text says '" + "0" * 37 + "...', the option says '2'\n"
    )  # fmt: skip


@pytest.mark.parametrize("count", with_large([30, 800, 4_000], {4_000}))
def test_comments_in_front_of_anything_are_passed_at_once(alarm, count):
    assert run("min", "-", text="/* a level */" * count).code == 3
    assert run("min", "-", text="/* a level */" * count + "const x = function() {}").code == 3
    behind = run("show", "-", text="b = [[1,0],[0,1],[1,1]]\n" + "// a hard level\n" * count)
    assert behind.code == 0  # each blanked comment was looked at from each of its blanks on


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("piece", [" ", "\t", "_", "a", "0"])
def test_a_long_run_behind_an_array_is_judged_at_once(piece):
    """From each character on, the rest of the run was searched for a call or a name."""
    with suppress(InputError):
        parse_parts("import x\nboard = f([[0, 1], [1, 1]])\n" + piece * 16_000)


@pytest.mark.parametrize("piece", ["1;0;", "#."])
def test_one_long_line_of_semicolons_or_hashes_takes_no_time(piece):
    """From each of them on, the rest of the line was searched for the words of a comment."""
    began = time.process_time()
    for read in (parse_parts, lambda text: [parse_expected(text, ReadOptions(), boards=False)]):
        with suppress(InputError):
            list(read(piece * (2**18 // len(piece))))
    assert time.process_time() - began < 5


def test_an_indented_comment_below_a_matrix_is_taken_off_with_its_margin():
    assert parse_expected("01\n  ; a level", ReadOptions(), boards=False).activation.shape == (1, 2)
