"""Format alist of MacKay for sparse parity-check matrices; q-ary over prime fields.

Line 1 ``N M`` (columns, rows; a third number is q), line 2 the largest weights, the weights of the
columns and of the rows, then for each column its rows, counted from 1 and filled up with 0, then
for each row its columns.  Both halves must say the same.  Lights are rows, buttons are columns.
"""

import numpy as np

from lo_exact.algebra.sparse import from_columns
from lo_exact.errors import InputError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, split_lines
from lo_exact.puzzle import Puzzle
from lo_exact.topology import matrix_puzzle

MAX_SIZE = 2**20

Entries = dict[int, int]


def looks_like(text: str) -> bool:
    """Return whether a text is an alist with consistent halves."""
    if len(text) > 1 << 26 or not set(text[: 1 << 12]) <= set("0123456789 \t\r\n"):
        return False
    try:
        _parsed(text)
    except InputError:
        return False
    return True


def read_alist(text: str, options: ReadOptions) -> Puzzle:
    """Read a parity-check matrix; the state is all 0.

    Raises:
        InputError: With its place.
    """
    rows, colours, columns = _parsed(text)
    if options.colours not in (None, colours):
        raise InputError(f"the text says {colours} colours, the option says {options.colours}",
                         line=1)  # fmt: skip
    matrix = from_columns(rows, colours, columns)
    return apply_options(matrix_puzzle(matrix, np.zeros(rows, dtype=np.int64)), options)


def _parsed(text: str) -> tuple[int, int, list[Entries]]:
    lines = split_lines(text)
    while lines and not lines[-1].text.strip():
        lines.pop()
    if len(lines) < 4:
        raise InputError("an alist has at least four lines", line=1)
    head = lines[0].words()
    if len(head) not in (2, 3):
        raise lines[0].error("an alist begins with N M, or N M q")
    n, m = (natural(word, "a size", 1, MAX_SIZE) for word in head[:2])
    q = natural(head[2], "q", 2, 2**31) if len(head) == 3 else 2
    if any(q % d == 0 for d in range(2, int(q**0.5) + 1)):
        raise head[2].error(f"only prime fields are read, got q = {q}")
    most = [natural(word, "a weight", 0, MAX_SIZE) for word in lines[1].words()]
    if len(most) != 2:
        raise lines[1].error("the second line has the two largest weights")
    if len(lines) != 4 + n + m:
        raise lines[-1].error(
            f"an alist of {n} columns and {m} rows has {4 + n + m} lines, got {len(lines)}"
        )
    listed = []
    for start, count, line, high in ((4, n, lines[2], m), (4 + n, m, lines[3], n)):
        weights = [natural(word, "a weight", 0, high) for word in line.words()]
        if len(weights) != count:
            raise line.error(f"{count} weights are wanted, got {len(weights)}")
        listed.append(
            [
                _entries(at, weight, high, q)
                for at, weight in zip(lines[start : start + count], weights, strict=True)
            ]
        )
    columns, rows = listed
    turned = {(i, j): v for j, column in enumerate(columns) for i, v in column.items()}
    if turned != {(i, j): v for i, row in enumerate(rows) for j, v in row.items()}:
        raise lines[4 + n].error("the rows do not say what the columns say")
    return m, q, columns


def _entries(line: Line, weight: int, high: int, q: int) -> Entries:
    words = line.words()
    step = 1 if q == 2 else 2
    if len(words) % step:
        raise line.error("each entry is a position and a value")
    found: Entries = {}
    for k in range(0, len(words), step):
        place = natural(words[k], "a position", 0, high)
        value = natural(words[k + 1], "a value", 0, q - 1) if step == 2 else 1
        if place and value:
            if place - 1 in found:
                raise words[k].error("this position stands twice")
            found[place - 1] = value
        elif place:
            raise words[k].error("an entry has the value 0")
    if len(found) != weight:
        raise line.error(f"the weight is {weight}, got {len(found)} entries")
    return found
