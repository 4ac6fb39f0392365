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
        '#include "lights.h"\nint grid[3][3] = {{1,0,1},{0,1,0},{1,0,1}};',
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
    "a chat": (
        "[21:14] mika: #.#\n[21:14] mika: .#.\n[21:15] mika: #.#\n",
        "<mika> stuck on this\n<mika> #.#\n<mika> .#.\n<mika> #.#\n<jens> haha\n",
        "mika  21:14\n#.#\n.#.\n#.#\n",
        "mika — Today at 21:14\n#.#\n.#.\n#.#\n",
        (
            "28/11/2026, 21:14 - Mika K: #.#\n28/11/2026, 21:14 - Mika K: .#.\n"
            "28/11/2026, 21:14 - Mika K: #.#\n"
        ),
    ),
    "a quoted board": (
        "[quote=mika]\n#.#\n.#.\n#.#\n[/quote]\ntry the middle one first\n",
        "[code]\n101\n010\n101\n[/code]\n",
        "Mika wrote:\n> 101\n> 010\n> 101\nthanks\n",
        "> > 101\n> > 010\n> > 101\n> nice\n",
    ),
    "a session": (
        "julia> A\n3×3 Matrix{Int64}:\n 1  0  1\n 0  1  0\n 1  0  1\n",
        "julia> board = [1 0 1; 0 1 0; 1 0 1]\n3×3 Matrix{Int64}:\n 1  0  1\n 0  1  0\n 1  0  1\n",
        "> m\n     [,1] [,2] [,3]\n[1,]    1    0    1\n[2,]    0    1    0\n[3,]    1    0    1\n",
        (
            ">>> board = [[1,0,1],\n...          [0,1,0],\n...          [1,0,1]]\n>>> board\n"
            "[[1, 0, 1], [0, 1, 0], [1, 0, 1]]\n"
        ),
        "In [3]: board\nOut[3]: \n[[1, 0, 1],\n [0, 1, 0],\n [1, 0, 1]]\n",
        (
            "In [1]: b = np.array([[1,0,1],\n   ...:               [0,1,0],\n"
            "   ...:               [1,0,1]])\n"
        ),
    ),
    "numbers with their types": (
        "let b = [[1u8, 0u8, 1u8], [0u8, 1, 0], [1, 0, 1]];\n",
        "vec![vec![1i32, 0, 1], vec![0, 1, 0], vec![1, 0, 1]]\n",
        "int rows[] = {0b101, 0b010, 0b101};\n",
        "long g[3][3] = {{1L,0L,1L},{0L,1L,0L},{1L,0L,1L}};\n",
        "float g[3][3] = {{1.0f,0.0f,1.0f},{0.f,1.f,0.f},{1.f,0,1.f}};\n",
    ),
    "a sign explained": (
        (
            "// true = light is on\n"
            "boolean[][] b = {{true,false,true},{false,true,false},{true,false,true}};\n"
        ),
        "* = on\n\n*-*\n-*-\n*-*\n",
        "* = on\n\n*.*\n.*.\n*.*\n",
        "O lit . dark\nO.O\n.O.\nO.O\n",
    ),
    "boxes with nothing in some": (
        "┌─┬─┬─┐\n│█│ │█│\n├─┼─┼─┤\n│ │█│ │\n├─┼─┼─┤\n│█│ │█│\n└─┴─┴─┘\n",
        "| ● |   | ● |\n|---|---|---|\n|   | ● |   |\n| ● |   | ● |\n",
    ),
    "looks of signs": (
        "１０１\n０１０\n１０１\n",
        "1️⃣0️⃣1️⃣\n0️⃣1️⃣0️⃣\n1️⃣0️⃣1️⃣\n",
    ),
    "keys of a file": (
        "[level]\nrows=3\ncols=3\ndata=\n#.#\n.#.\n#.#\n",
        "rows=3\ncols=3\nrow0=#.#\nrow1=.#.\nrow2=#.#\n",
        "width=3\nheight=3\ngrid=101,010,101\n",
        "rows = 3\ncols = 3\ncells = 1,0,1,0,1,0,1,0,1\n",
    ),
    "a list of lit places": (
        "size: 3x3\nlit (row, column), from 1: (1,1) (1,3) (2,2) (3,1) (3,3)\n",
        "3x3 board. Lit cells as (x, y): (0,0), (2,0), (1,1), (0,2), (2,2)\n",
    ),
    "cells of a page": (
        (
            '<div class="row"><div class="cell lit"></div><div class="cell"></div>'
            '<div class="cell lit"></div></div>\n'
            '<div class="row"><div class="cell"></div><div class="cell lit"></div>'
            '<div class="cell"></div></div>\n'
            '<div class="row"><div class="cell lit"></div><div class="cell"></div>'
            '<div class="cell lit"></div></div>\n'
        ),
        (
            '<table><tr><td class="on"></td><td></td><td class="on"></td></tr><tr><td></td>'
            '<td class="on"></td><td></td></tr><tr><td class="on"></td><td></td>'
            '<td class="on"></td></tr></table>\n'
        ),
        (
            "<p><input type=checkbox checked><input type=checkbox>"
            "<input type=checkbox checked></p>\n"
            "<p><input type=checkbox><input type=checkbox checked><input type=checkbox></p>\n"
            "<p><input type=checkbox checked><input type=checkbox>"
            "<input type=checkbox checked></p>\n"
        ),
    ),
    "blocks and shades": ("█░█\n░█░\n█░█", "▓░▓\n░▓░\n▓░▓", "█ ░ █\n░ █ ░\n█ ░ █"),
}

REFUSED = {
    "two people who say rows": (
        "<mika> #.#\n<jens> .#.\n<mika> #.#\n",
        "[21:14] mika: #.#\n[21:15] jens: .#.\n",
    ),
    "a print-out of another board": (
        "julia> B = [1 0 1; 0 1 0]\n2×3 Matrix{Int64}:\n 1  0  1\n 0  1  1\n",
        ">>> b = [[1,0,1],[0,1,0]]\n>>> solve(b)\n[[0, 0, 1], [0, 1, 1]]\n",
        "> solution\n     [,1] [,2] [,3]\n[1,]    1    0    1\n[2,]    0    1    0\n",
    ),
    "a sign explained against the others": (
        "// true = light is off\nboolean[][] b = {{true,false,true},{false,true,false}};\n",
        "O lit, X maybe\n\nO.X\nXXO\n",
    ),
    "cells of a page that look more than two ways": (
        (
            '<div><i class="a"></i><i class="b"></i></div><div><i class="b"></i>'
            '<i class="a"></i></div>\n'
        ),
        (
            '<tr><td class="on"></td><td class="off"></td></tr><tr><td class="hint"></td>'
            '<td class="off"></td></tr>\n'
        ),
        "<p><input checked><input></p>\n<p>x<input><input checked></p>\n",
    ),
    "lit places that may be others": (
        "3x3, lit: (1,1) (2,0)\n",
        "cells on the 3x3 board, (row, column) from 0: (1,1) (2,0)\n",
        "9999x9999, lit (row, column) from 0: (1,1) (2,0)\n",
        "3x3, from 1, (row, column), lit: (1,1) (2,4)\n",
        "3x3, (x, y) from 0, y goes up, lit: (1,1)\n",
        "3x3, from 0, (row, column), on: (1,1), off: (0,0)\n",
    ),
    "a row with one broken cell": (
        "[1, 0, 1]\n[0, 1, 0]\n[1b 0, 1]\n",
        "{1,0,1},\n{0,1,0},\n{1,x,0}\n",
        "[1 = 1]\n[0 1 0]\n[1 1 0]\n",
        "on off on\noff on off\nonon off\n",
        "[level1]\nrow0=101\nrow1=010\nrow2110\n",
        "#!#\n.#.\nlevel\n",
        "b = {{1L,0L},{0L,1L},{1L:0L}};\n",
    ),
    "a row of words whose label is broken": ("Row 1: on off\nRow 2: off on\nR}w 3: on on\n",),
    "a comment against the signs": ("; 1 means it is off\n0 1\n1 0\n1 1\n",),
    "what R is told twice": ("m <- matrix(c(1,0,0,1,1,0), nrow = 3 byrow = TRUE)\n",),
    "rows parted in two ways": (
        "b = [[1, 0, 1],\n [0, 1, 0];\n [0, 0, 1],\n [1, 1, 0]]\n",
        'b = [\n "#.#",\n ".#.",\n : "#.#",\n "##."]\n',
    ),
    "a row outside": (
        "b = `\n*.*\n.*.\n`\n*.*\n",
        "\\begin{pmatrix}\n1 & 0 & 1 \\\\\n0 & 1 & 0\n\\end{pmatrix}\n1 & 0 & 1 \\\\\n",
        'LEVEL = [\n "#.#",\n# ".#.",   # the nasty one\n "#.#",\n]\n',
        "|X| |X|\n| |-| |\n|X| |X|\n",
    ),
    "numbers that no program writes so": (
        "[[1., 0., 1.], [0., 1., 01]]\n",
        "int r[] = {0b101, 0b10};\n",
        "int r[] = {0b101, 0b010,;0b101};\n",
        "m <- matrix(c(1,0,1,0,1,1), nrow=2, byrow=FTRUE)\n",
    ),
    "words that take back": (
        "101\n010\n101\nwithout the last row\n",
        "101\n010\n101\nflip the middle one\n",
        "not my board:\n101\n010\n101\n",
        "101\n010\n101\nonly the first two rows\n",
        "mika without  21:14\n101\n010\n101\n",
    ),
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


@pytest.mark.parametrize(
    ("text", "state", "note"),
    [
        ("X means off\n\nXOX\nOXO\n", [[0, 1, 0], [1, 0, 1]], "signs as the text says: X=off"),
        ("0 = on, 1 = off\n\n01\n11\n00\n", [[1, 0], [0, 0], [1, 1]], "signs as the text says"),
        ("# = wall, 1 = lit, 0 = dark\n\n#11\n0#0\n", [[-1, 1, 1], [0, -1, 0]], ""),
        ("(W = wall, 1 lit, 0 unlit)\n\nW10\n01W\n", [[-1, 1, 0], [0, 1, -1]], ""),
        ("3x4, lit: row 1 column 4, row 2 column 2\n", [[0, 0, 0, 1], [0, 1, 0, 0], [0] * 4], ""),
        ("size: 2x3\non as (x, y), (0,0) is top left: (2,0), (0,1)\n", [[0, 0, 1], [1, 0, 0]], ""),
    ],
)
def test_what_the_text_says_of_signs_and_places_decides(text, state, note):
    (part,) = parse_parts(text)
    puzzle = part.read()
    at = puzzle.layout.light_at
    found = [[int(puzzle.state[k]) if k >= 0 else -1 for k in row] for row in at]
    assert found == state
    assert note in puzzle.layout.note


def test_places_that_read_several_ways_are_refused_with_all():
    with pytest.raises(LoExactError) as refused:
        parse_parts("3x3, lit: (1,1) (2,1)\n")
    for way in ("(row, column) from 0", "(row, column) from 1", "(x, y) from 0", "(x, y) from 1"):
        assert f"with '{way}' in the text" in str(refused.value)
    assert len(refused.value.readings) == 4
