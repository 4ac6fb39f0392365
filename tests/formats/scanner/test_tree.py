"""MiniZinc arrays and Picat's braces: boards of hakank's pages, refusals, round trips."""

import time
from contextlib import suppress

import pytest

from lo_exact.errors import LoExactError
from lo_exact.formats.reading import parse_parts
from tests.formats.reading import refusal, weights

ROWS = ["00001", "11101", "10101", "01111", "00101"]
ITEMS = ",".join(",".join(row) for row in ROWS)


@pytest.mark.parametrize(
    "text",
    [
        f"n = 5;\nr = array2d(1..n,1..n,[{ITEMS},]); % his board\n",
        f"int: n = 5;\narray[1..n,1..n] of int: r = array2d(1..5, 1..5, [{ITEMS}]);\n",
        f"r = [| {' | '.join(','.join(row) for row in ROWS)} |];\n",
        f"r = [|{'|'.join(','.join(row) for row in ROWS)}|]",
        "{" + ",\n".join("{" + ",".join(row) + "}" for row in ROWS) + "} % Picat",
    ],
)
def test_the_board_of_the_page_needs_8(text):
    assert weights(text) == [8]


NINE = "100101000/110010100/101101011/101000100/010111111/001000000/100110100/000001000/000101011"
TWENTY = """
11100000001000000000/01000010111100000010/00000100111000000111/01100101100010000010
10000010000111000000/01011000001010000000/10010000011101010000/10000000001011011000
01000000000001010001/01110000000110001011/11000000001001011101/11000000000110001000
11000000000100000000/10000000001110000001/11000000000010000011/00100000011001000001
11000000111100010000/00000000010111111000/00000000010010010000/00000000111000000000
"""


@pytest.mark.parametrize(("rows", "moves"), [(NINE, 27), (TWENTY, 32)])
def test_a_whole_model_with_its_data(rows, moves):
    """27 moves says the page; 20 x 20 has one solution, and it multiplies out."""
    rows = rows.replace("\n", "/").strip("/").split("/")
    items = ",\n".join(",".join(row) for row in rows)
    model = (
        "% Lights out\nint: n;\narray[1..n,1..n] of 0..1: r;\n"
        "array[1..n,1..n] of var 0..1: x;\nvar int: moves = sum(array1d(x));\n"
        "solve minimize moves;\nconstraint forall(i,j in 1..n) (\n"
        "  2*d[i,j] + r[i,j] = sum([x[i+a,j+b] | a,b in {-1,0,1} where i+a >= 1 /\\ j <= n])\n);\n"
        'output [ "moves: \\(moves)\\n", "x:", ];\n% n = 2;\n% r = array2d(1..n,1..n, [0,0,1,1]);\n'
    )
    assert weights(f"{model}n = {len(rows)};\nr = array2d(1..n,1..n,\n[\n{items}\n]);\n") == [moves]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("r = [| 0,1 | 1 |];", "equally long"),
        ("r = [| 0,1 | 1,2 |];", "a colour must be 0..1, got 2"),
        ("r = [| 0,1 | 1,1 ];", "1:18: the brackets of this text do not pair"),
        ("r = array2d(1..2,1..2,[0,1,1]);", "the list has 3"),
        ("r = array2d(1..k,1..2,[0,1,1]);", "the list has 3"),
        ("r = [| 0 |]; s = [| 1 |];", "one row alone"),
    ],
)
def test_bad_arrays_are_refused(text, problem):
    assert problem in refusal(text)


SHAPES = {
    "arrays": lambda n: "a = [[1,0,1],[0,1,0]]\n" * (n // 22),
    "drawings": lambda n: "level 1\n101\n010\n111\n\n" * (n // 21),
    "boxes": lambda n: ("[x][ ]" * 40 + "\n") * (n // 241),
    "tabs": lambda n: ("1\t0\t" * 40 + "1\n") * (n // 162),
    "commas": lambda n: ("1,0," * 40 + "1\n") * (n // 162),
    "sequences": lambda n: "cells:\n" + "  - [1, 0, 1, 0]\n" * (n // 17),
    "sentences": lambda n: 'try 101/010/111 "quote (and bracket\n' * (n // 35),
    "cells of a page": lambda n: (
        "<table>" + "<tr><td>1</td><td>0</td></tr>" * (n // 29) + "</table>"
    ),
    "comments of dashes": lambda n: "-- -- - x\n" * (n // 10),
    "sequences of arrays": lambda n: "boards:\n" + "  - - [1, 0]\n    - [0, 1]\n" * (n // 26),
}


@pytest.mark.large
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_takes_twice_the_time(shape):
    def seconds(size):
        text, began = SHAPES[shape](size), time.process_time()
        with suppress(LoExactError):
            parse_parts(text)
        return time.process_time() - began

    seconds(2**12)
    # again only where another program took the time
    assert any(seconds(2**17) < 2.5 * seconds(2**16) for _ in range(3))
