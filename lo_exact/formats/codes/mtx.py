"""Format MatrixMarket: lights are rows, buttons are columns.

Coordinate and array form; pattern, integer and whole real entries; general, symmetric and
skew-symmetric.  Entries on one place add up.  Complex matrices, MTXE's stabilisers among them, are
refused by name.  What a matrix does not hold stands in comments of ours, ``% lo-exact KEY: ...``.
"""

import re

import numpy as np

from lo_exact.algebra.sparse import IntArray, from_entries
from lo_exact.counters import AnyPuzzle, of_colours
from lo_exact.errors import InputError
from lo_exact.formats.apply_options import apply_options
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, located, natural, quoted, split_lines
from lo_exact.formats.files import check_written
from lo_exact.puzzle import MAX_PRICE, Objective, Puzzle
from lo_exact.topology import matrix_puzzle

MAX_SIZE = 2**24
MAX_ENTRIES = 2**24

_OURS = re.compile(r"%\s*lo-exact\s+(colours|state|target|prices)\s*:(.*)")
_WHOLE = re.compile(r"(-?)([0-9]+)(?:\.0*)?(?:[eE][+]?0+)?")


def write(puzzle: AnyPuzzle) -> str:
    """Return a matrix in coordinate form, with the other data of the puzzle in comments.

    Raises:
        UsageError: When it says more.
    """
    given = of_colours(puzzle, "mtx")
    one = not (given.uniform or (given.target < 0).any())
    check_written(
        "mtx",
        (
            (
                one and given.objective is not Objective.BUTTONS,
                "holds one target, and presses or prices",
            ),
            (
                not (given.layout.names or given.layout.button_names),
                "has rows and columns without names",
            ),
        ),
    )
    matrix = given.activation
    lines = ["%%MatrixMarket matrix coordinate integer general"]
    lines.append(f"% lo-exact colours: {given.colours}")
    priced = given.objective is Objective.PRICES
    for key, values in (
        ("state", given.state), ("target", given.target), ("prices", given.prices),
    ):  # fmt: skip
        if values.any() or (priced and key == "prices"):
            lines.append(f"% lo-exact {key}: {' '.join(map(str, values.tolist()))}")
    lines.append(f"{given.lights} {given.buttons} {matrix.entries}")
    for i, j, v in zip(
        matrix.rows.tolist(), matrix.columns_of_entries().tolist(), matrix.values.tolist(),
        strict=True,
    ):  # fmt: skip
        lines.append(f"{i + 1} {j + 1} {v}")
    return "\n".join(lines) + "\n"


def read_mtx(text: str, options: ReadOptions) -> Puzzle:
    """Parse a matrix in MatrixMarket format.

    Raises:
        InputError: With its place.
    """
    lines = split_lines(text, folded=False)
    form, field, symmetry = _banner(lines[0])
    own = {
        found[1]: line._replace(text=found[2], column=found.start(2) + 1)
        for line in lines[1:]
        if (found := _OURS.fullmatch(line.text)) is not None
    }
    body = [line for line in lines[1:] if line.text.strip() and line.text.lstrip()[0] != "%"]
    if not body:
        raise InputError("the matrix has no sizes", line=1)
    strange = next((line for line in [lines[0], *body] if not line.text.isascii()), None)
    if strange is not None:
        raise strange.error(f"MatrixMarket is ASCII, got {quoted(strange.text)}")
    for line in lines[body[0].number :]:
        if line.text.lstrip()[:1] == "%":
            raise line.error("comments stand before the line of sizes")
    colours = options.colours or 2
    if "colours" in own:
        colours = natural(own["colours"].stripped(), "colours", 2, 2**31)
    sizes = [natural(word, "a size", 0, MAX_SIZE) for word in body[0].words()]
    if len(sizes) != (3 if form == "coordinate" else 2):
        raise body[0].error("the sizes are ROWS COLUMNS, and ENTRIES in coordinate form")
    if symmetry != "general" and sizes[0] != sizes[1]:
        raise body[0].error(f"a {symmetry} matrix is square")
    read = _coordinates if form == "coordinate" else _dense
    most = 2**31 if options.colours is not None or "colours" in own else 1
    i, j, v = read(body, sizes, field, symmetry, most)
    if symmetry != "general":
        off = i != j
        sign = -1 if symmetry == "skew-symmetric" else 1
        i, j, v = (
            np.concatenate([i, j[off]]), np.concatenate([j, i[off]]),
            np.concatenate([v, sign * v[off]]),
        )  # fmt: skip
    matrix = from_entries((sizes[0], sizes[1]), colours, i, j, v)
    state, target = (
        np.array([natural(w, "a colour", 0, colours - 1) for w in own[key].words()], dtype=np.int64)
        if key in own
        else np.zeros(sizes[0], dtype=np.int64)
        for key in ("state", "target")
    )
    prices = [natural(w, "a price", 0, MAX_PRICE) for w in own["prices"].words()] if (
        "prices" in own
    ) else []  # fmt: skip
    with located(own["prices"].number if "prices" in own else 1):
        puzzle = matrix_puzzle(
            matrix,
            state,
            target=target,
            objective=Objective.PRICES if "prices" in own else Objective.PRESSES,
            prices=prices,
        )
    return apply_options(puzzle, options)


def _banner(line: Line) -> tuple[str, str, str]:
    said = [word.text for word in line.words()]
    words = [word.lower() for word in said]
    if len(words) != 5 or said[0] != "%%MatrixMarket" or words[1] != "matrix":
        raise line.error(
            "MatrixMarket begins with %%MatrixMarket matrix coordinate|array FIELD SYMMETRY"
        )
    form, field, symmetry = words[2:]
    if field == "complex" or symmetry == "hermitian":
        raise line.error(
            "complex matrices (MTXE's stabiliser pairs) are not read: write an integer matrix"
        )
    if form not in ("coordinate", "array") or field not in ("pattern", "integer", "real"):
        raise line.error(f"MatrixMarket has no {quoted(form + ' ' + field)}")
    if symmetry not in ("general", "symmetric", "skew-symmetric"):
        raise line.error(f"MatrixMarket has no symmetry {quoted(symmetry)}")
    return form, field, symmetry


def _coordinates(
    body: list[Line], sizes: list[int], field: str, symmetry: str, most: int
) -> tuple[IntArray, IntArray, IntArray]:
    rows, columns, entries = sizes
    if entries > MAX_ENTRIES:
        raise body[0].error(f"at most {MAX_ENTRIES} entries are read, got {entries}")
    if len(body) - 1 != entries:
        raise body[-1].error(f"the sizes say {entries} entries, got {len(body) - 1}")
    found = []
    for line in body[1:]:
        words = line.words()
        if len(words) != (2 if field == "pattern" else 3):
            raise line.error(f"an entry is ROW COLUMN{'' if field == 'pattern' else ' VALUE'}")
        i = natural(words[0], "a row", 1, rows)
        j = natural(words[1], "a column", 1, columns)
        if symmetry != "general" and i < j:
            raise line.error(f"a {symmetry} matrix has its lower triangle only")
        found.append((i - 1, j - 1, 1 if field == "pattern" else _whole(words[2], most)))
    table = np.array(found, dtype=np.int64).reshape(-1, 3)
    return table[:, 0], table[:, 1], table[:, 2]


def _dense(
    body: list[Line], sizes: list[int], field: str, symmetry: str, most: int
) -> tuple[IntArray, IntArray, IntArray]:
    rows, columns = sizes
    if rows * columns > MAX_ENTRIES or field == "pattern":
        raise body[0].error(f"an array has at most {MAX_ENTRIES} entries, and values")
    skip = {"general": None, "symmetric": 0, "skew-symmetric": 1}[symmetry]
    places = [
        (i, j)
        for j in range(columns)
        for i in range(0 if skip is None else j + skip, rows)
    ]  # fmt: skip
    words = [word for line in body[1:] for word in line.words()]
    if len(words) != len(places):
        raise body[-1].error(f"the array has {len(places)} entries, got {len(words)}")
    table = np.array(places, dtype=np.int64).reshape(-1, 2)
    values = np.array([_whole(word, most) for word in words], dtype=np.int64)
    return table[:, 0], table[:, 1], values


def _whole(word: Line, most: int) -> int:
    found = _WHOLE.fullmatch(word.text)
    if found is None:
        raise word.error(f"an entry is a whole number, got {quoted(word.text)}")
    value = natural(word._replace(text=found[2]), "an entry", 0, 2**31)
    if value > most:
        raise word.error(
            f"a matrix has entries 0 and 1 unless --colours is given, got {quoted(word.text)}"
        )
    return -value if found[1] else value
