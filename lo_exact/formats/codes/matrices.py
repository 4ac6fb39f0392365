"""Dense 0/1 matrices as text, which could also be boards, so that they need ``--as``.

``--as adjacency``: the graph's puzzle; ``--as checks``: lights are rows, buttons are columns.
"""

import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from itertools import pairwise

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, natural, split_lines
from lo_exact.formats.graphs.puzzles import check_graph, graph_of
from lo_exact.puzzle import Puzzle
from lo_exact.topology.grid import check_grid_size

_COMMENT = re.compile(r"^([^#%]*)[#%](?:[ \t]*$|(?![#.*\s]*$).*)|(?<![ \t])[ \t]+[#%][ \t].*")
"""A comment; only the first sign of a line is looked behind, so that long lines cost little."""

_TRUTH = {"true": 1, "false": 0}
_LONGEST_WORD = 40


def rows_of_entries(text: str, colours: int) -> IntArray:
    """Parse rows of integers, with or without comments above.

    Args:
        text: the text.
        colours: c; entries are 0..c-1, as any program writes them.

    Raises:
        InputError: Where it is anything else, with the place.
    """
    rows: list[list[int]] = []
    known = {"0": 0, "1": 1}
    lines = [line for line in split_lines(without_comments(text)) if line.text.strip()]
    joined = colours <= 10 and all(line.text.strip().isdecimal() for line in lines)
    steps = [b.number - a.number for a, b in pairwise(lines)]
    if len(set(steps)) > 1:  # one matrix may have a blank line below every row
        second = lines[steps.index(max(steps)) + 1]
        raise second.error(
            "a blank line or a comment parts the rows: leave it out if this is one matrix, or give "
            "each matrix a file of its own"
        )
    for line in lines:
        words = line.text.replace(",", " , ").split()
        if joined:
            words = list(words[0])
        elif "," in words:
            words = words[:-1] if words[-1] == "," else words
            if not words or "," in words[::2] or set(words[1::2]) > {","}:
                raise line.stripped().error("an entry is missing beside a comma")
            words = words[::2]
        for word in [word for word in words if word not in known]:
            value = _entry(word)
            if value is None or value >= colours:
                at = line.column + line.text.index(word)
                natural(Line(word, line.number, at), "an entry", 0, colours - 1)
                raise line.error(f"an entry must be 0..{colours - 1}, got {word}")
            known[word] = value
        rows.append([known[word] for word in words])
        if len(rows[-1]) != len(rows[0]):
            raise line.stripped().error(
                f"all rows are equally long: this one has {len(rows[-1])} entries, the first "
                f"{len(rows[0])}"
            )
    if not rows:
        raise InputError("there are no rows of entries", line=1)
    check_grid_size(len(rows), len(rows[0]))
    return np.array(rows, dtype=np.int64)


def read_adjacency(text: str, options: ReadOptions) -> Puzzle:
    """Parse an adjacency matrix."""
    dense = rows_of_entries(text, 2)
    rows, columns = np.nonzero(dense)
    return adjacency_graph(dense.shape, rows, columns, options)


def adjacency_graph(
    shape: tuple[int, ...], rows: IntArray, columns: IntArray, options: ReadOptions
) -> Puzzle:
    """Return the graph of an adjacency matrix; it is directed unless the matrix is symmetric.

    Args:
        shape: of the matrix.
        rows: of its entries, which are 1.
        columns: of these.
        options: what the caller says beside the matrix.

    Raises:
        InputError: When it is not square, or too large.
    """
    if shape[0] != shape[1]:
        raise InputError(f"an adjacency matrix is square, got {shape}", line=1)
    check_graph(shape[0], rows.size)
    pairs = set(zip(rows.tolist(), columns.tolist(), strict=True))
    directed = any((b, a) not in pairs for a, b in pairs)
    edges = sorted((a, b) for a, b in pairs if directed or a <= b)
    return graph_of(shape[0], edges, options, directed=directed)


def without_comments(text: str) -> str:
    """Return a text without comments, which begin with # or %."""
    return "\n".join(_COMMENT.sub(r"\1", line) for line in text.splitlines())


def plain_rows(text: str, colours: int) -> IntArray | None:
    """Parse rows of integers; return None for any other text."""
    if text.lstrip()[:2] == "%%":  # MatrixMarket
        return None
    with suppress(InputError):
        return rows_of_entries(text, colours)
    return None


def _entry(word: str) -> int | None:
    """Parse an integer in any program's notation: 1, 1.0, 1.000e+00, True."""
    if word.lower() in _TRUTH:
        return _TRUTH[word.lower()]
    if len(word) > _LONGEST_WORD or not re.fullmatch(r"[+-]?[0-9.]+(?:[eE][+-]?[0-9]{1,3})?", word):
        return None
    try:
        value = Decimal(word)
    except InvalidOperation:
        return None
    return int(value) if 0 <= value < 2**31 and value == int(value) else None
