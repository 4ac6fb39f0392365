"""What stands around a board, rule by rule: texts that are read, and near ones that are refused.

All that are read draw 101/010/101.
"""

import pytest

from lo_exact.errors import LoExactError
from lo_exact.formats.reading import parse_parts

READ = {
    "its size above its rows": (
        "Input:\n3 3\n1 0 1\n0 1 0\n1 0 1",
        "Sample Input 1\n3 3\n101\n010\n101",
        "TEST CASE\n3 3\n#.#\n.#.\n#.#",
    ),
    "signs explained": (
        "0 = on, 1 = off\n\n0 1 0\n1 0 1\n0 1 0",
        "X means on; O means off\n\nX O X\nO X O\nX O X",
        ". = lit\n# = dark\n\n.#.\n#.#\n.#.",
        "Here `.` is a light that is off and `*` is on.\n\n*.*\n.*.\n*.*",
        "board = [[0,1,0],[1,0,1],[0,1,0]]  # 0 is on, 1 is off",
    ),
    "imports": (
        "import random\ngrid = [[1,0,1],[0,1,0],[1,0,1]]",
        "from modulo import wrap\n\ngrid = [[1,0,1],[0,1,0],[1,0,1]]",
        '#include "legend.h"\nint grid[3][3] = {{1,0,1},{0,1,0},{1,0,1}};',
        "#include <random>\nint grid[3][3] = {{1,0,1},{0,1,0},{1,0,1}};",
    ),
    "a comment that is all": (
        "/*\n * The board:\n *\n * 1 0 1\n * 0 1 0\n * 1 0 1\n */",
        "/**\n  * level four\n  *   #.#\n  *   .#.\n  *   #.#\n  **/\n",
        "// level four\n// 101\n// 010\n// 101\n",
    ),
    "numbered lines": (
        "     1\t101\n     2\t010\n     3\t101\n",
        "     1\t1 0 1\n     2\t0 1 0\n     3\t1 0 1",
        "1\t#.#\n2\t.#.\n3\t#.#\n",
    ),
    "a table of HTML": (
        "<table><tr><td>1</td><td>0</td><td>1</td></tr><tr><td>0</td><td>1</td><td>0</td></tr>"
        "<tr><td>1</td><td>0</td><td>1</td></tr></table>",
        '<table id="b"><tbody>\n<tr class="r"><td class="c">1</td><td>0</td><td>1</td></tr>\n'
        "<tr><td>0</td><td>1</td><td>0</td></tr>\n<tr><td>1</td><td>0</td><td>1</td></tr>\n"
        "</tbody></table>",
        "<table>\n<tr>\n<td>true</td>\n<td>false</td>\n<td>true</td>\n</tr>\n<tr>\n<td>false</td>\n"
        "<td>true</td>\n<td>false</td>\n</tr>\n<tr>\n<td>true</td>\n<td>false</td>\n<td>true</td>\n"
        "</tr>\n</table>",
    ),
    "an array reshaped by APL": (
        "board←3 3⍴1 0 1 0 1 0 1 0 1",
        "b ← 3 3 ⍴ 1 0 1 0 1 0 1 0 1",
        "3 3⍴1 0 1 0 1 0 1 0 1",
    ),
    "members of a type": (
        "var b = new State[,] { {State.On, State.Off, State.On}, {State.Off, State.On, State.Off},"
        " {State.On, State.Off, State.On} };",
        "grid = [[L::ON, L::OFF, L::ON], [L::OFF, L::ON, L::OFF], [L::ON, L::OFF, L::ON]]",
        "grid = [[Cell.on, Cell.off, Cell.on],\n[Cell.off, Cell.on, Cell.off],\n"
        "[Cell.on, Cell.off, Cell.on]]",
    ),
    "a string with gaps": (
        'b = parse\n  "101\\n\\\n  \\010\\n\\\n  \\101\\n"',
        'board = "#.#\\n\\\n        \\.#.\\n\\\n        \\#.#"',
        'level :: String\nlevel = "*.*\\n\\\n\\.*.\\n\\\n\\*.*\\n"',
    ),
    "a list laid out as a square": (
        "board = [\n  1, 0, 1,\n  0, 1, 0,\n  1, 0, 1]",
        "bool b[9] = {true, false, true,\n  false, true, false,\n  true, false, true};",
        "let cells: [u8; 9] = [\n1,0,1,\n0,1,0,\n1,0,1,\n];",
    ),
    "names of rows and columns": (
        "row,c1,c2,c3\nr1,1,0,1\nr2,0,1,0\nr3,1,0,1",
        ",x0,x1,x2\ny0,1,0,1\ny1,0,1,0\ny2,1,0,1",
        "name;A;B;C\nrow1;1;0;1\nrow2;0;1;0\nrow3;1;0;1",
    ),
    "a size that is said of rows of three": (
        "3×3 Matrix{Int64}:\n 1  0  1\n 0  1  0\n 1  0  1",
        "a 3 by 3 board\n\n1 0 1\n0 1 0\n1 0 1",
        "|---+---+---|\n| 1 | 0 | 1 |\n|---+---+---|\n| 0 | 1 | 0 |\n|---+---+---|\n| 1 | 0 | 1 |\n"
        "|---+---+---|",
    ),
    "rows in a sentence": (
        "can anybody solve 101/010/101 please",
        "is #.#|.#.|#.# hard?",
        "I am stuck at 101/010/101",
    ),
    "dashes that are lights and no bullets": (
        "```\nx - x\n- x -\nx - x\n```",
        "board\n\n| x | - | x |\n| - | x | - |\n| x | - | x |",
        '"#·#",\n"·#·",\n"#·#",',
    ),
    "numbers that are no labels": (
        "author: me\n1,0,1\n0,1,0\n1,0,1",
        "> Sample Input\n> 1,0,1\n> 0,1,0\n> 1,0,1",
        "#.#/.#./#.#\nSample Input",
    ),
    "blocks and shades": ("█░█\n░█░\n█░█", "▓░▓\n░▓░\n▓░▓", "█ ░ █\n░ █ ░\n█ ░ █"),
}

REFUSED = {
    "a size that its rows have not": (
        "Input:\n3 4\n1 0 1\n0 1 0\n1 0 1",
        "Sample Input\n2 3\n101\n010\n101",
        "Input\n2 2\n0 1\n1 0",
    ),
    "signs half explained, or twice": (
        "1 = off\n\n0 1 0\n1 0 1\n0 1 0",
        "0 = on, 1 = off, 0 = off\n\n0 1 0\n1 0 1\n0 1 0",
        "X means on; O means maybe\n\nX O X\nO X O\nX O X",
        "board = [[0,1,0],[1,0,1],[0,1,0]]  # 0 is on",
        "0 = on, 1 = off\n\n0 1 2\n1 0 1\n0 1 0",
    ),
    "imports that say more": (
        "import random\ngrid = random.shuffle([[1,0,1],[0,1,0],[1,0,1]])",
        "import random; random.seed(1)\ngrid = [[1,0,1],[0,1,0],[1,0,1]]",
        "from torus import rules as x  # walls wrap\ngrid = [[1,0,1],[0,1,0],[1,0,1]]",
    ),
    "a comment whose stars may be lights": (
        "/*\n * . *\n * * .\n * . .\n*/",
        "/*\n * The board:\n   * . *\n * . * .\n */",
        "/*\n * . *\n * * .\n * The board\n */\n * * *",
    ),
    "lines that do not count": (
        "     1\t101\n     3\t010\n     2\t101\n",
        "     1\t101\n     2\t01\n     3\t101\n",
        "     1\t1\t0\n     2\t0\n     3\t1\t1\n",
    ),
    "tables of HTML with more or less in them": (
        "<table><tr><td>1</td><td></td></tr><tr><td>0</td><td>1</td></tr></table>",
        "<table><tr><th>row</th><th>col</th></tr><tr><td>0</td><td>1</td></tr></table>",
        '<table><tr><td colspan="2">1</td></tr><tr><td>0</td><td>1</td></tr></table>',
        "<table><tr><td>1</td><td>0</td></tr><tr><td>1</td></tr></table>",
    ),
    "an array of APL that is used": (
        "board←⌽3 3⍴1 0 1 0 1 0 1 0 1",
        "board←3 3⍴1 0 1 0 1 0 1 0",
        "board←~3 3⍴1 0 1 0 1 0 1 0 1",
    ),
    "members of two types": (
        "grid = [[State.On, Mode.Off], [State.Off, State.On]]",
        "grid = [[a.on, b.off, a.on], [b.on, a.off, b.off]]",
        "grid = [[State.On(), State.Off()], [State.Off(), State.On()]]",
    ),
    "a string with gaps of two lengths": (
        'b = parse\n  "101\\n\\\n  \\01\\n\\\n  \\101\\n"',
        'board = "#.#\\n\\\n  \\.#.\\n\\\n  \\#.# ',
        'b = toggle "101\\n\\\n  \\010\\n\\\n  \\101\\n" (wrap around)',
    ),
    "a list laid out otherwise": (
        "board = [1, 0, 1,\n 0, 1, 0, 1,\n 0, 1]",
        "board = [1, 0, 1, 0, 1, 0, 1, 0, 1]",
        "board = [1, 0, 1, 0, 1, 0, 1, 0,\n 1]",
    ),
    "names that do not count": (
        "row,c1,c2,c3\nr1,1,0,1\nr3,0,1,0\nr4,1,0,1",
        "row,c1,c3,c2\nr1,1,0,1\nr2,0,1,0\nr3,1,0,1",
        "time,c1,c2,c3\n10,1,0,1\n20,0,1,0\n30,1,0,1",
    ),
    "rows of three that may be places": (
        "0 0 1\n0 1 0\n1 0 1\n1 1 1\n\nthe lights",
        "a 2 by 2 board\n0 0 1\n0 1 0\n1 0 1\n1 1 1",
        "| 0 | 0 | 1 |\n|---|---|---|\n| 0 | 1 | 0 |\n| 1 | 0 | 1 |\n| 1 | 1 | 1 |",
    ),
    "sentences with more than one board, or none": (
        "between 101/010/101 and 111/111/000",
        "my answer 101/010/101 fails",
        "board 101/010/11 is hard",
        "on 10/11/10 it was 01/10/11",
    ),
    "rows that stand in words": (
        "try 1111\n1001\n0010",
        "try ■ ■ □\n□ □ □\n□ □ ■",
        "101\n010\n110 please",
        "try [x][x][x]\n[x][ ][ ]\n[ ][ ][x]",
    ),
    "quoted rows of which one is strange": (
        '".FTF",\n"TFT",\n"TTF",',
        '"--x",\n."x--",\n"---",',
        '"***.",\n"*...",\n1"*.*.",',
        '"🟩.🟩⬛🟩",\n"🟩🟩⬛🟩",\n"🟩🟩🟩⬛",\n"⬛⬛⬛⬛",',
    ),
    "rows of dashes in bars": (
        "Sample Input\n| x | x | x |\n| x | - | - |\n| - | - | - |",
        "| - |\n| x |\n| x |\n| - |",
        "- x x\n- - -\nx x -\n-----",
    ),
    "a row that is like no other": (
        "cells:\n  - [1, 0]\n  - [1, 1]\n  - [0, .0]",
        "cells:\n  - [0, 0, 0]\n  - [1, 0, 1]\n  -; [1, 0, 0]\n  - [0, 0, 0]",
        "hello\n\nX___X\nX_X__\n\n_XXX_\n___X_\n__XX_",
        "row,c1,c2\nr1,1,0\nr2,01,0",
        "- 101\n- 01\n- 111",
    ),
    "blocks beside blanks": ("█ █\n █ \n█ █", "█▓█\n▓█▓\n█▓█", "█◼█\n◼░◼\n█◼█"),
}


@pytest.mark.parametrize("kind", READ)
def test_a_board_is_read_whatever_stands_around_it(kind):
    for text in READ[kind]:
        (part,) = parse_parts(text)
        puzzle = part.read()
        assert puzzle.colours == 2
        assert puzzle.layout.shape == (3, 3), text
        assert puzzle.state.tolist() == [1, 0, 1, 0, 1, 0, 1, 0, 1], text


@pytest.mark.parametrize("kind", REFUSED)
def test_it_is_refused_where_it_may_be_another(kind):
    for text in REFUSED[kind]:
        with pytest.raises(LoExactError):
            print(text, [part.read().state for part in parse_parts(text)])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("```\n- - x\n- - x\n- x -\n```", [[0, 0, 1], [0, 0, 1], [0, 1, 0]]),
        ('"·#",\n"##",\n"##"', [[0, 1], [1, 1], [1, 1]]),
        ("author: me\n0,1,1\n1,1,1", [[0, 1, 1], [1, 1, 1]]),
        (".**./***./*.../**.*", [[0, 1, 1, 0], [1, 1, 1, 0], [1, 0, 0, 0], [1, 1, 0, 1]]),
        ("     1\t_X\n     2\t__\n     3\tXX", [[0, 1], [0, 0], [1, 1]]),
        ("author: me\n..**/**.*/****", [[0, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1]]),
    ],
)
def test_no_row_is_dropped(text, rows):
    puzzle = parse_parts(text)[0].read()
    assert puzzle.state[puzzle.layout.light_at].tolist() == rows


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("0: off, 1: red, 2: green\n0 1 2\n2 1 0", 3),
        ("// 0: Off, 1: Red, 2: Green, 3: Blue\nlet b = [[0,1,2],[2,1,0]];", 4),
        ("board = [[0,1,2],[2,1,0]]  # 0=dark; 1=red; 2=green", 3),
    ],
)
def test_named_colours_are_counted(text, colours):
    puzzle = parse_parts(text)[0].read()
    assert puzzle.colours == colours
    assert puzzle.state.tolist() == [0, 1, 2, 2, 1, 0]


@pytest.mark.parametrize(
    "text",
    [
        "0: off, 2: red, 1: green\n0 1 2\n2 1 0",
        "0: off, 1: red, 3: green\n0 1 2\n2 1 0",
        "0: off, 1: red, 2: green\n0 1 3\n2 1 0",
        "0: wall, 1: red, 2: green\n0 1 2\n2 1 0",
    ],
)
def test_colours_that_are_not_counted_are_refused(text):
    with pytest.raises(LoExactError):
        parse_parts(text)[0].read()
