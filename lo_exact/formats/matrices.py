"""Matrices as text: dense rows, MacKay's alist, and MatrixMarket.

- Dense 0/1 matrices could also be boards, so they need ``--as``.  ``--as adjacency`` is the puzzle
  of a graph (`read_adjacency`).  With ``--as checks`` lights are rows and buttons are columns;
  `plain_rows` reads the rows.
- alist of MacKay (`read_alist`) is for sparse parity-check matrices, q-ary over prime fields.
  Lights are rows, buttons are columns.  Line 1 is ``N M`` (columns, rows; a third number is q),
  line 2 the largest weights.  Then come the weights of the columns and of the rows.  Then each
  column lists its rows, counted from 1 and filled up with 0, and each row its columns.  Both halves
  must agree.
- MatrixMarket (`read_mtx`, `write_mtx`) has lights as rows and buttons as columns: coordinate and
  array form; pattern, integer and whole real entries; general, symmetric and skew-symmetric.
  Entries at one place add up.  Complex matrices, MTXE's stabilisers among them, are refused by
  name.  Data that a matrix does not hold is in comments of ours, ``% lo-exact KEY: ...``.
"""

import re
from contextlib import suppress
from decimal import Decimal
from itertools import pairwise

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_columns, from_entries
from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import InputError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import Line, located, natural, quoted, reject, split_lines
from lo_exact.formats.files import check_written
from lo_exact.formats.graphs import check_graph, graph_of
from lo_exact.puzzle import MAX_PRICE, Objective, Puzzle
from lo_exact.topology import matrix_puzzle
from lo_exact.topology.grid import check_grid_size

_COMMENT = re.compile(r"^([^#%]*)[#%](?:[ \t]*$|(?![#.*\s]*$).*)|(?<![ \t])[ \t]+[#%][ \t].*")
"""Pattern of a comment; only the first sign of a line counts, which keeps long lines fast."""

_TRUTH = {"true": 1, "false": 0}
_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_LONGEST_WORD = 40
"""Letters of a number in any program's notation."""


def rows_of_entries(text: str, colours: int) -> IntArray:
    """Parse rows of integers, with or without comments above.

    Args:
        text: the text.
        colours: c; entries are 0..c-1, in any program's notation.

    Raises:
        InputError: When the text has another form, with line and column.
    """
    rows: list[list[int]] = []
    known = {"0": 0, "1": 1}
    lines = [line for line in split_lines(without_comments(text)) if line.text.strip()]
    joined = colours <= 10 and all(line.text.strip().isdecimal() for line in lines)
    steps = [b.number - a.number for a, b in pairwise(lines)]
    if len(set(steps)) > 1:  # unequal distances: the rows may belong to several matrices
        raise lines[steps.index(max(steps)) + 1].error(
            "a blank line or a comment parts the rows: leave it out if this is one matrix, or give "
            "each matrix a file of its own"
        )
    for line in lines:
        text = line.text.strip()
        words = text.split()
        if joined:
            words = list(words[0])
        elif "," in text:
            words = [word.strip() for word in text.removesuffix(",").split(",")]
            line.stripped().reject("" in words, "an entry is missing beside a comma")
        for word in [word for word in words if word not in known]:
            value = _entry(word)
            if value is None or value >= colours:
                at = line.column + line.text.index(word)
                natural(Line(word, line.number, at), "an entry", 0, colours - 1)
                raise line.error(f"an entry must be 0..{colours - 1}, got {word}")
            known[word] = value
        rows.append([known[word] for word in words])
        line.stripped().reject(
            len(rows[-1]) != len(rows[0]),
            f"all rows are equally long: this one has {len(rows[-1])} entries, the first "
            f"{len(rows[0])}",
        )
    reject(not rows, "there are no rows of entries", line=1)
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
    """Return the graph of an adjacency matrix, directed unless the matrix is symmetric.

    Args:
        shape: shape of the matrix.
        rows: row of each entry 1.
        columns: column of each entry 1.
        options: the reading options.

    Raises:
        InputError: When it is not square, or too large.
    """
    reject(shape[0] != shape[1], f"an adjacency matrix is square, got {shape}", line=1)
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
    with suppress(InputError):
        # %% begins a MatrixMarket file, whose first numbers are sizes and not entries
        return None if text.lstrip()[:2] == "%%" else rows_of_entries(text, colours)
    return None


def _entry(word: str) -> int | None:
    """Parse an integer in any program's notation: 1, 1.0, 1.000e+00, True."""
    if word.lower() in _TRUTH:
        return _TRUTH[word.lower()]
    if len(word) > _LONGEST_WORD or not _DECIMAL.fullmatch(word):
        return None
    value = Decimal(word)
    return int(value) if 0 <= value < 2**31 and value == int(value) else None


MAX_ALIST = 2**20
"""Rows, columns and weights of an alist."""

Entries = dict[int, int]


def looks_like_alist(text: str) -> bool:
    """Return whether a text is an alist whose lists by column and by row agree."""
    numbers = len(text) <= 1 << 26 and set(text[: 1 << 12]) <= set("0123456789 \t\r\n")
    with suppress(InputError):
        return numbers and bool(_parsed(text))
    return False


def read_alist(text: str, options: ReadOptions) -> Puzzle:
    """Read a parity-check matrix; the state is all 0.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    rows, colours, columns = _parsed(text)
    reject(
        options.colours not in (None, colours),
        f"the text says {colours} colours, the option says {options.colours}",
        line=1,
    )
    return apply_options(matrix_puzzle(from_columns(rows, colours, columns), 0), options)


def _parsed(text: str) -> tuple[int, int, list[Entries]]:
    lines = split_lines(text)
    while lines and not lines[-1].text.strip():
        lines.pop()
    reject(len(lines) < 4, "an alist has at least four lines", line=1)
    head = lines[0].words()
    lines[0].reject(len(head) not in (2, 3), "an alist begins with N M, or N M q")
    n, m = (natural(word, "a size", 1, MAX_ALIST) for word in head[:2])
    q = natural(head[2], "q", 2, 2**31) if len(head) == 3 else 2
    if any(q % d == 0 for d in range(2, int(q**0.5) + 1)):
        raise head[2].error(f"only prime fields are read, got q = {q}")
    most = [natural(word, "a weight", 0, MAX_ALIST) for word in lines[1].words()]
    lines[1].reject(len(most) != 2, "the second line has the two largest weights")
    lines[-1].reject(
        len(lines) != 4 + n + m,
        f"an alist of {n} columns and {m} rows has {4 + n + m} lines, got {len(lines)}",
    )
    columns, rows = (
        _listed(lines[start : start + count], line, high, q)
        for start, count, line, high in ((4, n, lines[2], m), (4 + n, m, lines[3], n))
    )
    turned = {(i, j): v for j, column in enumerate(columns) for i, v in column.items()}
    lines[4 + n].reject(
        turned != {(i, j): v for i, row in enumerate(rows) for j, v in row.items()},
        "the rows do not say what the columns say",
    )
    return m, q, columns


def _listed(lines: list[Line], weights: Line, high: int, q: int) -> list[Entries]:
    """Return the entries of each column, or of each row, of the stated weights."""
    said = [natural(word, "a weight", 0, high) for word in weights.words()]
    weights.reject(len(said) != len(lines), f"{len(lines)} weights are wanted, got {len(said)}")
    return [_entries(line, weight, high, q) for line, weight in zip(lines, said, strict=True)]


def _entries(line: Line, weight: int, high: int, q: int) -> Entries:
    words = line.words()
    step = 1 if q == 2 else 2
    line.reject(len(words) % step, "each entry is a position and a value")
    found: Entries = {}
    for k in range(0, len(words), step):
        place = natural(words[k], "a position", 0, high)
        value = natural(words[k + 1], "a value", 0, q - 1) if step == 2 else 1
        words[k].reject(place - 1 in found, "this position stands twice")
        words[k].reject(place and not value, "an entry has the value 0")
        if place and value:
            found[place - 1] = value
    line.reject(len(found) != weight, f"the weight is {weight}, got {len(found)} entries")
    return found


MAX_SIZE = 2**24
"""Rows, and likewise columns, of a Matrix Market file."""

MAX_ENTRIES = 2**24
"""Entries of a Matrix Market file."""

_OURS = re.compile(r"%\s*lo-exact\s+(colours|state|target|prices)\s*:(.*)")


def write_mtx(puzzle: AnyPuzzle) -> str:
    """Return a matrix in coordinate form, with the other data of the puzzle in comments.

    Raises:
        UsageError: When the format cannot express the puzzle.
    """
    given = of_colours(puzzle, "mtx")
    check_written(
        "mtx",
        (
            (
                not (given.uniform or (given.target < 0).any())
                and given.objective is not Objective.BUTTONS,
                "holds one target, and presses or prices",
            ),
            (
                not (given.layout.names or given.layout.button_names),
                "has rows and columns without names",
            ),
        ),
    )
    matrix = given.activation
    lines = [
        "%%MatrixMarket matrix coordinate integer general",
        f"% lo-exact colours: {given.colours}",
    ]
    priced = given.objective is Objective.PRICES
    for key, values in (
        ("state", given.state), ("target", given.target), ("prices", given.prices),
    ):  # fmt: skip
        if values.any() or (priced and key == "prices"):
            lines.append(f"% lo-exact {key}: {' '.join(map(str, values.tolist()))}")
    lines.append(f"{given.lights} {given.buttons} {matrix.entries}")
    entries = (matrix.rows + 1, matrix.columns_of_entries() + 1, matrix.values)
    lines += [f"{i} {j} {v}" for i, j, v in np.stack(entries, axis=1).tolist()]
    return "\n".join(lines) + "\n"


def read_mtx(text: str, options: ReadOptions) -> Puzzle:
    """Parse a matrix in MatrixMarket format.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    from lo_exact.formats.scanner.doubts import judge_remarks
    from lo_exact.formats.scanner.vocabulary import words_for

    lines = split_lines(text, folded=False)
    form, field, symmetry = _banner(lines[0])
    judge_remarks(
        re.findall(r"\n[ \t]*%(?![ \t]*lo-exact\b)(.*)", text),
        text,
        known=f"rules: {words_for('remarks', 'codes')}",
        lights=False,
    )
    own = {
        found[1]: line._replace(text=found[2], column=found.start(2) + 1)
        for line in lines[1:]
        if (found := _OURS.fullmatch(line.text)) is not None
    }
    body = [line for line in lines[1:] if line.text.strip() and line.text.lstrip()[0] != "%"]
    reject(not body, "the matrix has no sizes", line=1)
    for line in [lines[0], *body]:
        line.reject(not line.text.isascii(), "MatrixMarket is ASCII")
    colours = natural(own["colours"].stripped(), "colours", 2, 2**31) if "colours" in own else (
        options.colours or 2
    )  # fmt: skip
    sizes = [natural(word, "a size", 0, MAX_SIZE) for word in body[0].words()]
    body[0].reject(
        len(sizes) != (3 if form == "coordinate" else 2),
        "the sizes are ROWS COLUMNS, and ENTRIES in coordinate form",
    )
    body[0].reject(symmetry != "general" and sizes[0] != sizes[1], f"a {symmetry} matrix is square")
    read = _coordinates if form == "coordinate" else _dense
    most = 2**31 if options.colours is not None or "colours" in own else 1
    i, j, v = read(body, sizes, field, symmetry, most)
    if symmetry != "general":
        off = i != j
        i, j, v = (
            np.concatenate([i, j[off]]), np.concatenate([j, i[off]]),
            np.concatenate([v, -v[off] if symmetry == "skew-symmetric" else v[off]]),
        )  # fmt: skip
    matrix = from_entries((sizes[0], sizes[1]), colours, i, j, v)
    limits = {"state": colours - 1, "target": colours - 1, "prices": MAX_PRICE}
    given = {
        key: [natural(word, "a number", 0, high) for word in own[key].words()]
        for key, high in limits.items()
        if key in own
    }
    dark = [0] * sizes[0]
    priced = "prices" in given
    with located(own["prices"].number if priced else 1):
        puzzle = matrix_puzzle(
            matrix,
            np.array(given.get("state", dark), dtype=np.int64),
            target=np.array(given.get("target", dark), dtype=np.int64),
            objective=Objective.PRICES if priced else Objective.PRESSES,
            prices=given.get("prices", []),
        )
    return apply_options(puzzle, options)


def _banner(line: Line) -> tuple[str, str, str]:
    said = [word.text for word in line.words()]
    words = [word.lower() for word in said]
    line.reject(
        len(words) != 5 or said[0] != "%%MatrixMarket" or words[1] != "matrix",
        "MatrixMarket begins with %%MatrixMarket matrix coordinate|array FIELD SYMMETRY",
    )
    form, field, symmetry = words[2:]
    line.reject(
        field == "complex" or symmetry == "hermitian",
        "complex matrices (MTXE's stabiliser pairs) are not read: write_mtx an integer matrix",
    )
    line.reject(
        form not in ("coordinate", "array") or field not in ("pattern", "integer", "real"),
        f"MatrixMarket has no {quoted(form + ' ' + field)}",
    )
    line.reject(
        symmetry not in ("general", "symmetric", "skew-symmetric"),
        f"MatrixMarket has no symmetry {quoted(symmetry)}",
    )
    return form, field, symmetry


def _coordinates(
    body: list[Line], sizes: list[int], field: str, symmetry: str, most: int
) -> tuple[IntArray, IntArray, IntArray]:
    rows, columns, entries = sizes
    body[0].reject(entries > MAX_ENTRIES, f"at most {MAX_ENTRIES} entries are read, got {entries}")
    body[-1].reject(
        len(body) - 1 != entries, f"the sizes say {entries} entries, got {len(body) - 1}"
    )
    found = []
    for line in body[1:]:
        words = line.words()
        line.reject(
            len(words) != (2 if field == "pattern" else 3),
            f"an entry is ROW COLUMN{'' if field == 'pattern' else ' VALUE'}",
        )
        i = natural(words[0], "a row", 1, rows)
        j = natural(words[1], "a column", 1, columns)
        line.reject(
            symmetry != "general" and i < j, f"a {symmetry} matrix has its lower triangle only"
        )
        found.append((i - 1, j - 1, 1 if field == "pattern" else _whole(words[2], most)))
    table = np.array(found, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def _dense(
    body: list[Line], sizes: list[int], field: str, symmetry: str, most: int
) -> tuple[IntArray, IntArray, IntArray]:
    rows, columns = sizes
    body[0].reject(
        rows * columns > MAX_ENTRIES or field == "pattern",
        f"an array has at most {MAX_ENTRIES} entries, and values",
    )
    skip = {"general": None, "symmetric": 0, "skew-symmetric": 1}[symmetry]
    places = [
        (i, j)
        for j in range(columns)
        for i in range(0 if skip is None else j + skip, rows)
    ]  # fmt: skip
    words = [word for line in body[1:] for word in line.words()]
    body[-1].reject(
        len(words) != len(places), f"the array has {len(places)} entries, got {len(words)}"
    )
    table = np.array(places, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1], np.array([_whole(word, most) for word in words], np.int64)


def _whole(word: Line, most: int) -> int:
    value = _entry(word.text.removeprefix("-"))
    if value is None:
        raise word.error(f"an entry is a whole number, got {quoted(word.text)}")
    if value > most:
        raise word.error(
            f"a matrix has entries 0 and 1 unless --colours is given, got {quoted(word.text)}"
        )
    return -value if word.text[0] == "-" else value
