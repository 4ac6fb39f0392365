"""Bad input: each refused in one line with its place, at once, without taking memory."""

import os
import random
import re
import socket
import time
import tracemalloc

import pytest

from lo_exact.errors import InputError
from lo_exact.formats import parse_puzzle, read_puzzle, write_puzzle
from tests.marks import with_large


def yardstick() -> float:
    """Return how many times as long as usual this machine takes for a plain loop, at least 1."""
    start, total = time.process_time(), 0
    for number in range(10**6):
        total += number
    return max(1.0, (time.process_time() - start) / 0.05)


SECONDS = 1.0 * yardstick()
BYTES = 200 * 2**20


def refusal(action):
    """Return the error of an action that must fail, quickly and in little memory.

    The action runs twice: counting memory makes some of them four times slower.
    """
    start = time.process_time()
    with pytest.raises(InputError) as caught:
        action()
    assert time.process_time() - start < SECONDS
    tracemalloc.start()
    try:
        with pytest.raises(InputError) as again:
            action()
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()
    assert str(again.value) == str(caught.value)
    error = caught.value
    assert error.exit_code == 3
    assert "\n" not in str(error)
    assert len(str(error)) < 400
    assert str(error).isprintable()
    return error


TEXTS = {
    # name: (text, line, column, a part of the message)
    "ragged rows": ("###\n##\n###\n", 2, 3, "row 2 has 2 places, row 1 has 3"),
    "long row": ("##\n###\n", 2, 4, "row 2 has 3 places"),
    "ragged spaced rows": ("0 1 1\n0 1\n", 2, 4, "row 2 has 2 places"),
    "rows with / ragged": ("###/##/###", 1, 7, "row 2 has 2 places, row 1 has 3"),
    "glued glyphs": ("0 1 1\n01 1\n0 1 1\n", 2, 5, "other blanks"),
    "ragged numbers": ("colours: 12\n1 11\n1\n", 3, 2, "row 2 has 1 places"),
    "colour out of range": ("colours: 3\n\n012\n031\n", 4, 2, "must be 0..2, got 3"),
    "colours not said": ("010\n020\n", 2, 2, "colours: N"),
    "colour out of range in numbers": ("colours: 12\n1 11\n12 0\n", 3, 1, "0..11, got 12"),
    "no colours": ("colours: 0\n01\n", 1, 10, "2..2147483648, got 0"),
    "one colour": ("; one\ncolours: 1\n01\n", 2, 10, "2..2147483648, got 1"),
    "too many colours": ("colours: 2147483649\n01\n", 1, 10, "2..2147483648"),
    "endless colours": ("colours: " + "9" * 5000 + "\n01\n", 1, 10, "2..2147483648"),
    "negative colours": ("colours: -2\n01\n", 1, 10, "must be a number"),
    "colours in words": ("colours: two\n01\n", 1, 10, "must be a number"),
    "fraction": ("colours: 2.0\n01\n", 1, 10, "must be a number"),
    "wall or light": ("#.O\n..O\n", 1, 1, "reads two ways"),
    "letter or digit": ("10\nO1\n", 2, 1, "digit 0"),
    "light or no light": ("x10\n010\n", 1, 1, "no light"),
    "off or no light": ("01\n.1\n", 2, 1, "no light"),
    "arabic digits": ("٠١\n١٠\n", 1, 1, "ASCII digits"),
    "superscript digits": ("colours: 3\n01\n0²\n", 3, 2, "ASCII digits"),
    "unicode digits of a key": ("colours: ٣\n01\n", 1, 10, "must be a number"),
    "unknown glyph": ("01\n0q\n", 2, 2, "LATIN SMALL LETTER Q"),
    "escape sequence": ("01\n0\x1b\n", 2, 2, "no glyph"),
    "commas": ("0,1,1\n1,0\n", 1, 2, "commas"),
    "commas in rows of two": ("0,1\n1,0\n", 1, 0, "2 ways: 2 x 2 board"),
    "on with three colours": ("colours: 3\n#.\n..\n", 2, 1, "any of 1..2"),
    "row of blanks": ("01\n\n10\n", 2, 1, "empty line"),
    "tab in a row": ("## #\n##\t#\n", 1, 0, "blanks are holes (--as compact)"),
    "only holes": ("~~\n~~\n", 1, 1, "no light"),
    "header only": ("colours: 3\n", 2, 1, "no board"),
    "unknown key": ("01\n".join(["size: 1x2\nsides: 2\n", ""]), 2, 1, "no key is called 'sides'"),
    "key twice": ("colours: 2\ncolors: 2\n01\n", 2, 1, "twice, first in line 1"),
    "key without value": ("topology:\n01\n", 1, 10, "no value"),
    "key after the board": ("01\n10\ncolours: 2\n", 3, 1, "before the board"),
    "unknown neighbourhood": ("neighbourhood: star\n01\n", 1, 16, "neighbourhood must be"),
    "stencil without centre": ("neighbourhood: .#./###\n01\n", 1, 16, "its centre in [ ]"),
    "ragged stencil": ("neighbourhood:\n  .#.\n  [#]\n\n01\n", 3, 6, "equally long"),
    "stencil amount": ("neighbourhood: [5]\n01\n", 1, 1, "a press adds 0..1"),
    "unknown topology": ("topology: sphere\n01\n", 1, 11, "topology must be"),
    "row+column on a twisted surface": (
        "neighbourhood: row+column\ntopology: klein\n01\n",
        1,
        1,
        "no meaning",
    ),
    "huge board": ("size: 1000000000x1000000000\nstate: 0\n", 1, 7, "rows must be 1..16777216"),
    "board of 10^14": ("size: 10000000x10000000\nstate: 0\n", 1, 7, "at most 1099511627776 places"),
    "size zero": ("size: 0x5\nstate: 0\n", 1, 7, "rows must be 1.."),
    "size in words": ("size: big\n01\n", 1, 7, "ROWSxCOLUMNS"),
    "size contradicts": ("size: 2x2\n010\n", 2, 1, "the board has 1x3"),
    "huge stencil product": (
        "size: 4000x4000\nneighbourhood: row+column\nstate: 0\n",
        2,
        1,
        "entries",
    ),
    "mask without size": ("0x1ff\n", 1, 1, "needs a size"),
    "mask too large": ("size: 3x3\n0x3ff\n", 2, 1, "10 bits"),
    "mask with colours": ("colours: 3\nsize: 3x3\n0x1ff\n", 3, 1, "2 colours"),
    "state twice": ("state: 01\n\n10\n", 3, 1, "given twice"),
    "target out of range": ("target: 2\n01\n", 1, 9, "0..1, got 2"),
    "target of another size": ("target: 01/10\n01\n", 1, 9, "2 x 2 places, the state has 1 x 2"),
    "target in a hole": ("target:\n  01\n  11\n\n01\n1~\n", 3, 4, "something here"),
    "question mark in a state": ("01\n0?\n", 2, 2, "in a target only"),
    "prices missing": ("objective: prices\n01\n", 1, 12, "no prices"),
    "price negative": ("prices: -1\n01\n", 1, 9, "a price must be"),
    "price too large": ("prices:\n  1 4000000000\n\n01\n", 2, 5, "0..2147483648"),
    "prices ragged": ("prices:\n  1 2\n  3\n\n01\n01\n", 3, 4, "equally long"),
    "unknown objective": ("objective: moves\n01\n", 1, 12, "the objective is"),
    "legend in words": ("legend: hash\n01\n", 1, 9, "pairs like"),
    "legend twice": ("legend: #=on #=hole\n#.\n", 1, 14, "twice"),
    "legend out of range": ("legend: #=2\n#.\n", 1, 11, "0..1, got 2"),
    "list not closed": ("[[1, 0], [0, 1]\n", 1, 16, "list of rows of numbers"),
    "list too deep": ("[" * 100_000, 1, 1, "nested too deeply"),
    "list deeper with each number": ("[ [0,\n" * 5_000, 1, 1, "nested too deeply"),
    "unseen signs beside emoji": ("⭐⬛⭐\n⬛⭐\ufff9\n", 1, 2, "U+FFF9"),
    "ragged list": ("[[1, 0],\n [0]]\n", 2, 2, "row 2 has 1 numbers"),
    "list with a sum behind it": ("[[1, 0]]\n+ [[1, 1]]\n", 1, 1, "one row alone"),
    "two lists": ("[[1, 0]]\n[[0, 1]]\n", 2, 1, "extra data"),
    "list with blanks and commas": ("[[1 0, 1], [0, 1 1]]\n", 1, 5, "list of rows of numbers"),
    "list with a zero less than nothing": ("colours: 2\n[[1, -0]]\n", 2, 8, "list of rows"),
    "list with words": ("[[1, other]]\n", 1, 1, "no board in this text"),
    "list with a huge number": ("[[1, " + "9" * 5000 + "]]\n", 1, 6, "must be"),
    "list of pairs": ("[[1, 0],\n [0, 6]]\n", 1, 0, "may be: lit places"),
    "list out of range": ("[[1, 0, 1],\n [0, 6, 1]]\n", 2, 6, "0..1, got 6"),
    "list with a missing number": ("[[1,, 0]]\n", 1, 5, "list of rows of numbers"),
    "flat list without size": ("[1, 0, 1, 1]\n", 1, 0, "reads 2 ways"),
    "text after an empty list": ("[] 1\n", 1, 1, "no row of a board"),
    "tab before a row": ("\t\t01\n\t011\n", 1, 2, "tab"),
    "empty list": ("[]\n", 1, 1, "no row of a board"),
    "json key twice": ('{"state": [[1]],\n "colours": 2, "colours": 3}', 2, 16, "said twice"),
    "json unknown key": ('{"state": [[1]],\n "sides": 2}', 2, 11, "no key 'sides'"),
    "json without state": ('{"colours": 2}', 1, 1, "'state' is missing"),
    "json true for one": ('{"state": [[0, 1],\n [0, true]]}', 2, 6, "got true"),
    "json colours true": ('{"colours": true, "state": [[1]]}', 1, 13, "got true"),
    "json NaN": ('{"state": [[1]], "colours": NaN}', 1, 29, "got NaN"),
    "json fraction": ('{"state": [[1.0]]}', 1, 13, "got 1.0"),
    "json exponent": ('{"state": [[1]], "colours": 1e999}', 1, 29, "got Infinity"),
    "json huge number": (
        '{"state": [[1]],\n "colours": ' + "9" * 5000 + "}",
        2,
        13,
        "below 2^63",
    ),
    "json nested": ('{"state": ' + "[" * 200_000, 1, 0, "nested"),
    "json half": ('{"state": [[1], ', 1, 17, "not JSON"),
    "json trailing": ('{"state": [[1]]}\n}', 2, 1, "not JSON"),
    "json ragged": ('{"state": [[1, 0], [0]]}', 1, 20, "equally long"),
    "json text as list": ('{"state": "101"}', 1, 11, "must be a list"),
    "json activation out of range": (
        '{"activation": {"lights": 1, "buttons": 1, "entries": [[0, 1, 1]]}, "state": [0]}',
        1,
        56,
        "a button must be 0..0, got 1",
    ),
    "json entry twice": (
        '{"activation": {"lights": 1, "buttons": 1, "entries": [[0, 0, 1], [0, 0, 1]]},'
        ' "state": [0]}',
        1,
        67,
        "stand twice",
    ),
    "json huge matrix": (
        '{"activation": {"lights": 1, "buttons": 1000000000000, "entries": []}, "state": [0]}',
        1,
        41,
        "buttons must be 0..16777216",
    ),
    "json short state": ('{"activation": [[1], [0]], "state": [0]}', 1, 37, "must be 2 numbers"),
    "json two shapes": (
        '{"graph": {"vertices": [], "edges": []}, "activation": [[1]], "state": [0]}',
        1,
        11,
        "no key 'graph'",
    ),
    "json unknown vertex": (
        '{"graph": {"vertices": ["a"], "edges": [["a", "b"]]}, "state": [0]}',
        1,
        47,
        "no vertex is called 'b'",
    ),
    "json name twice": (
        '{"graph": {"vertices": ["a", "a"], "edges": []}, "state": [0, 0]}',
        1,
        30,
        "stands twice",
    ),
    "json escape in a name": (
        '{"graph": {"vertices": ["\\u001b"], "edges": []}, "state": [0]}',
        1,
        25,
        "printable",
    ),
    "json objective": ('{"state": [[1]], "objective": "moves"}', 1, 31, "presses, buttons"),
    "json neighbourhood": ('{"state": [[1]], "neighbourhood": "1[1"}', 1, 35, "centre"),
    "flip of a wrong length": ("2x2:edb,b", 1, 8, "MATRIX must have 4 hexadecimal digits"),
    "flip board of a wrong length": ("2x2:edb7,bb", 1, 11, "GRID must have 1"),
    "flip with other digits": ("2x2:edg7,b", 1, 7, "hexadecimal"),
    "flip without comma": ("2x2:edb7b", 1, 1, "WxH:MATRIX,GRID"),
    "flip not filled with zeros": ("1x1:f,8", 1, 5, "zero bits"),
    "flip too large": ("5000x5000:0,0", 1, 1, "width must be"),
    "flip on two lines": ("1x1:8,8\n1x1:8,8\n", 2, 0, "holds 2 puzzles"),
    "edges with an unknown vertex": ("graph: directed\nstate: a=1 b=0\n\na c\n", 4, 3, "vertex"),
    "edges with a long name": (
        f"graph: directed\nstate: {'a' * 201}=1\n",
        2,
        8,
        "1..200 printable",
    ),
    "json amount beyond 64 bits": (
        '{"activation": {"lights": 1, "buttons": 1, "entries": [[0, 0, 9223372036854775808]]},'
        ' "state": [0]}',
        1,
        56,
        "an amount must be 0..1",
    ),
    "edges without state": ("graph: directed\na b\n", 1, 0, "state"),
    "edges of one word": ("graph: directed\nstate: a=1\na\n", 3, 1, "two names"),
    "edge twice": ("graph: undirected\nstate: a=1 b=1\na b\nb a\n", 4, 1, "it is edge 1 too"),
    "edges of a bad kind": ("graph: mixed\nstate: a=1\n", 1, 8, "undirected, directed"),
    "edges with a colour out of range": ("graph: directed\nstate: a=1 b=2\n", 2, 14, "0..1"),
    "vertex twice": ("graph: directed\nstate: a=1 a=0\n", 2, 12, "named twice"),
    "edges with an unknown button": ("graph: directed\nstate: a=1\nbuttons: b\n", 3, 10, "vertex"),
    "edges with half a target": (
        "graph: directed\nstate: a=1 b=1\ntarget: a=1\n",
        3,
        1,
        "nothing about 'b'",
    ),
    "edge with a huge amount": ("graph: directed\nstate: a=1\na a 2\n", 3, 5, "0..1, got 2"),
    "incidence without buttons": ("graph: incidence\nstate: a=1\n", 1, 1, "buttons"),
    "name with an equals sign": ("graph: directed\nstate: a=b=1\n", 2, 10, "must be a number"),
    "empty": ("", 1, 1, "empty"),
    "blank": (" \n\n", 1, 1, "empty"),
    "comment only": ("; nothing\n", 2, 1, "no board"),
}


@pytest.mark.parametrize("name", with_large(TEXTS, {"huge stencil product"}))
def test_bad_text_is_refused_at_its_place(name):
    text, line, column, part = TEXTS[name]
    error = refusal(lambda: parse_puzzle(text, source="bad.txt"))
    assert part in error.problem
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"bad.txt:{line}:")


FILES = {
    "NUL bytes": (b"01\n0\0\n", "bad.txt:2:2: text has no NUL bytes"),
    "latin 1": (b"01\n0\xe9\n", "bad.txt:2:2: text must be UTF-8, got the byte 0xe9"),
    "cut in a character": ("01\n■".encode()[:-1], "bad.txt:2:1: text must be UTF-8"),
    "UTF-16": ("01\n10".encode("utf-16")[:-1], "bad.txt:1:1: this UTF-16 text is broken"),
    "binary": (os.urandom(64).replace(b"\0", b"") + b"\0" * 2**20, "bad.txt:"),
    "empty": (b"", "bad.txt:1:1: the text is empty"),
    "mark only": (b"\xef\xbb\xbf", "bad.txt:1:1: the text is empty"),
    "place after a mark": (b"\xef\xbb\xbf0q\n", "bad.txt:1:2: no glyph"),
    "place after CRLF": (b"01\r\n0q\r\n", "bad.txt:2:2: no glyph"),
}


@pytest.mark.parametrize("name", FILES)
def test_bad_files_are_refused_at_their_place(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    data, start = FILES[name]
    (tmp_path / "bad.txt").write_bytes(data)
    assert str(refusal(lambda: read_puzzle("bad.txt"))).startswith(start)


def test_what_is_no_file_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        (tmp_path / "loop").symlink_to("loop")
        for name, part in (
            ("folder", "a directory"),
            ("pipe", "standard input"),
            ("socket", "a device or socket"),
            ("/dev/zero", "a device or socket"),
            ("loop", "cannot be read"),
            ("missing.txt", "no such file"),
            ("n" * 5000, "cannot be read"),
            ("nul\0.txt", "NUL"),
            ("folder/none/at/all", "no such file"),
        ):
            error = refusal(lambda name=name: read_puzzle(name))
            assert part in str(error)
            assert error.source == name


def test_a_file_too_large_is_refused_unread(tmp_path):
    with open(tmp_path / "large.txt", "wb") as file:
        file.truncate(2**40)
    assert "at most" in str(refusal(lambda: read_puzzle(tmp_path / "large.txt")))


def test_standard_input_is_read_within_bounds(monkeypatch):
    import io

    class Endless(io.RawIOBase):
        def __init__(self, block):
            self.block = block

        def read(self, size=-1):
            return (self.block * (size // len(self.block) + 1))[:size]

    class Stdin:
        def __init__(self, buffer):
            self.buffer = buffer

    monkeypatch.setattr("sys.stdin", Stdin(io.BytesIO(b"#-\n--\n")))
    assert read_puzzle("-").state.tolist() == [1, 0, 0, 0]
    monkeypatch.setattr("sys.stdin", Stdin(Endless(b"\0" * 2**20)))
    assert str(refusal(lambda: read_puzzle("-"))).startswith("-:1:1: text has no NUL bytes")
    monkeypatch.setattr("sys.stdin", Stdin(Endless(b"y\n" * 2**19)))
    assert "at most 67108864 bytes" in str(refusal(lambda: read_puzzle("-")))


ODD = ' \n\t~?;:/=[]{}",.-_#*OXx0123456789９éabc\x00\x1b٣𝟙'


def changed(text, generator):
    """Return a text with a few characters inserted, dropped, replaced or repeated."""
    for _ in range(generator.choice([1, 1, 2, 3, 8])):
        low = generator.randrange(len(text) + 1)
        high = min(len(text), low + generator.randrange(6))
        middle = generator.choice(
            ["", generator.choice(ODD), text[low:high] + generator.choice(ODD), text[low:high] * 2]
        )
        text = text[:low] + middle + text[high:]
    return text


@pytest.mark.parametrize("count", [400, pytest.param(3000, marks=pytest.mark.large)])
def test_garbled_text_is_a_puzzle_or_a_refusal_and_nothing_else(count):
    generator = random.Random(20240229)
    texts = [text for text, *_ in TEXTS.values() if len(text) < 300 and "000" not in text]
    puzzles = 0
    for _ in range(count):
        text = changed(generator.choice(texts), generator)
        try:
            puzzle = parse_puzzle(text, source="garbled.txt")
        except InputError as error:
            shown = str(error)
            assert re.match(r"garbled\.txt:[1-9][0-9]*:", shown), text
            assert shown.isprintable(), text
        else:
            puzzles += 1
            assert parse_puzzle(write_puzzle(puzzle, "json")).sha256 == puzzle.sha256
    assert puzzles > count // 60
