"""Codes from files and text: polynomials, JSON, matrices, error models, puzzles.

Bivariate bicycle codes from their two polynomials: ``bb:12,6:x^3+y+y^2:y^3+x+x^2``.

Qubits are two blocks of l m places (i, j); x and y are the cyclic shifts of the two coordinates.
With matrices A = a(x, y) and B = b(x, y): HX = [A | B], HZ = [B^T | A^T], which commute because A
and B do.  Both shifts are symmetries, so two roots are enough for a search; and taking (i, j) of
one block to (-i, -j) of the other swaps the sides.
Bravyi, Cross, Gambetta, Maslov, Rall, Yoder, "High-threshold and low-overhead fault-tolerant
quantum memory", Nature 627 (2024).
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from math import inf
from pathlib import Path
from typing import Any

from lo_exact.codes.code import (
    Code,
    Rows,
    classical_code,
    css_code,
    model_code,
    residue_code,
    rows_of_array,
)  # fmt: skip
from lo_exact.codes.dem import error_model_text, read_model
from lo_exact.codes.distance import Distance, find_distance
from lo_exact.codes.stabilizers import (
    is_pauli_text,
    paulis_of,
    paulis_of_rows,
    read_paulis,
    stabilizer_code,
    without_bars,
)
from lo_exact.errors import InputError, PuzzleError, UsageError
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import in_source
from lo_exact.formats.expected import parse_expected, read_expected, what_was_read
from lo_exact.formats.files import read_text, start_of
from lo_exact.formats.format_table import find_format, format_of_bytes
from lo_exact.outcome import Watch, whole_option
from lo_exact.puzzle import Puzzle
from lo_exact.topology import matrix_puzzle

PREFIX = "bb:"
MAX_QUBITS = 20_000
"""Qubits of a bicycle code, as many as its checker reads."""

_TERM = re.compile(r"(?:1|(?:x(?:\^?(?P<x>\d{1,6}))?)?\*?(?:y(?:\^?(?P<y>\d{1,6}))?)?)", re.ASCII)

_OF_BOARDS = re.compile("board|puzzle|not known|need a size")
"""Words of error messages about boards, which a user of codes does not expect."""

CODE_IN_TEXT = (
    "a code is a matrix of 0 and 1 (--classical, --generator), two in a file each (--css HX HZ), "
    "operators (--stabilizers) or bb:L,M:A:B"
)

_REMEDIES = (
    (
        r"\d+ puzzles|several boards|there are 2$",
        "two matrices are a CSS code; write each into a file of its own: --css HX HZ",
    ),
    (
        r"board: '[^']*\|",
        "leave out the bar of (I|P), and say what the rows are: --generator G or --classical H",
    ),
    (r"board: 'I'", "write the matrix I out, in rows of 0 and 1"),
    (
        r"beside a board",
        "leave out what stands around the matrix, and say what its rows are: --generator G or "
        "--classical H",
    ),
    (r"got '\.'", "write 0 for each dot"),
)
"""Patterns of error messages, each with a remedy."""

Terms = tuple[tuple[int, int], ...]


def bicycle_code(text: str) -> Code:
    """Parse a bivariate bicycle code in the form ``bb:L,M:A:B``.

    Raises:
        PuzzleError: When the text does not parse; names the wrong part and the expected form.
    """
    parts = text.removeprefix(PREFIX).replace(" ", "").replace("**", "^").split(":")
    if len(parts) != 3:
        raise PuzzleError(
            f"a bicycle code is bb:L,M:A:B, like bb:12,6:x^3+y+y^2:y^3+x+x^2; got {text[:60]!r}"
        )
    sizes = re.fullmatch(r"(\d{1,5}),(\d{1,5})", parts[0], re.ASCII)
    if sizes is None or not int(sizes[1]) or not int(sizes[2]):
        raise PuzzleError(
            f"the sizes of a bicycle code are L,M, two numbers; got {parts[0][:40]!r}"
        )
    length, width = int(sizes[1]), int(sizes[2])
    if 2 * length * width > MAX_QUBITS:
        raise PuzzleError(
            f"a bicycle code has at most {MAX_QUBITS} qubits here, got {2 * length * width}"
        )
    a = _terms(parts[1], "A", length, width)
    b = _terms(parts[2], "B", length, width)
    half = length * width

    def place(i: int, j: int, block: int) -> int:
        return block * half + i % length * width + j % width

    def rows(first: Terms, second: Terms, sign: int) -> Rows:
        return tuple(
            tuple(
                sorted(
                    [place(i + sign * p, j + sign * q, 0) for p, q in first]
                    + [place(i + sign * p, j + sign * q, 1) for p, q in second]
                )
            )
            for i, j in product(range(length), range(width))
        )

    places = list(product(range(2), range(length), range(width)))
    shifts = (
        tuple(place(i + 1, j, block) for block, i, j in places),
        tuple(place(i, j + 1, block) for block, i, j in places),
    )
    swap = tuple(place(-i, -j, 1 - block) for block, i, j in places)
    return css_code(
        rows(a, b, 1), rows(b, a, -1), 2 * half, name=text, symmetries=shifts, swap=swap
    )


def _terms(text: str, name: str, length: int, width: int) -> Terms:
    """Parse a polynomial in x and y into pairs of exponents; equal terms cancel in pairs."""
    counted: Counter[tuple[int, int]] = Counter()
    for term in text.split("+"):
        match = _TERM.fullmatch(term)
        if not term or match is None:
            raise PuzzleError(
                f"polynomial {name}: a term is 1, x^3, y^2 or x*y^2, got {term[:40]!r}"
            )
        x = 0 if "x" not in term else int(match["x"] or 1)
        y = 0 if "y" not in term else int(match["y"] or 1)
        counted[x % length, y % width] += 1
    return tuple(sorted(term for term, times in counted.items() if times % 2))


MAX_CODE_SIZE = 2**20
"""Qubits of a code, and likewise ones of its checks; sparse codes of 10,000 qubits have 10^5."""


def distance(
    code: Code | Puzzle | str | Any = None,
    *,
    hx: Any = None,
    hz: Any = None,
    stabilizers: Any = None,
    gauge: Any = None,
    count: bool = False,
    at_least: int = 0,
    time_limit: float = inf,
) -> Distance:
    """Find and prove the distance of a code: the weight of a lightest undetected logical error.

    Args:
        code: a `Code`; a puzzle (its lightest quiet pattern); ``"bb:12,6:x^3+y+y^2:y^3+x+x^2"`` or
            the JSON text of a code; a stim.Circuit, a stim.DetectorErrorModel, or the name of a
            ``.stim`` or ``.dem`` file; or (checks, bits) zeros and ones, a classical code's checks,
            as a numpy array or a scipy.sparse matrix.
        hx: (checks, qubits) the X checks of a CSS code, instead of ``code``.
        hz: (checks, qubits) its Z checks.
        stabilizers: instead of these the stabilizers of a code: strings like ``"XZZXI"``, a list of
            stim.PauliString, a stim.Tableau, or an array (Hx | Hz) of 0 and 1.
        gauge: generators of a gauge group, in the same forms; the distance is the dressed one.
        count: whether to count the lightest words of each side.
        at_least: stop as soon as the distance is known to be at least this; 0: never.
        time_limit: wall-clock seconds.

    Returns:
        The distance with a lightest word of each side; at the time limit both bounds.

    Raises:
        UsageError: When no code is given, or two are.
        InputError: When the code does not parse, rows do not commute, or its dimension is 0.

    Example:
        >>> found = distance("bb:6,6:x^3+y+y^2:y^3+x+x^2", count=True)
        >>> found.lower_bound, found.proved, found.sides[0].count
        (6, True, 84)
    """
    ways = sum(one is not None for one in (code, hx, stabilizers, gauge))
    if ways != 1 or (hx is None) != (hz is None):
        raise UsageError("say which code: code, hx and hz, stabilizers, or gauge")
    operators = gauge if stabilizers is None else stabilizers
    if operators is not None:
        given: Code | None = stabilizer_code(*paulis_of(operators), gauge=stabilizers is None)
    elif code is None:
        (rows_x, size), (rows_z, other) = rows_of_array(hx, "hx"), rows_of_array(hz, "hz")
        if other != size:
            raise PuzzleError(f"hx has {size} columns and hz has {other}")
        given = css_code(rows_x, rows_z, size)
    elif isinstance(code, Code):
        given = code
    elif isinstance(code, Puzzle):
        given = code_of_puzzle(code)
    elif hasattr(code, "detector_error_model") or hasattr(code, "num_errors"):
        model = code if hasattr(code, "num_errors") else code.detector_error_model()
        given = code_of_model(str(model))
    elif isinstance(code, str | Path) and str(code).endswith((".dem", ".stim")):
        given = code_of_model(error_model_text(str(code)), str(code))
    elif isinstance(code, str):
        given = code_of_text(code)
    else:
        given = classical_code(*rows_of_array(code, "code"))
    if given is None:
        raise UsageError(
            "a code in text is bb:L,M:A:B, JSON with n and checks, or FILE.dem, FILE.stim"
        )
    return find_distance(
        given, count=count, at_least=whole_option("at_least", at_least, 0), watch=Watch(time_limit)
    )


def code_of_text(text: str, source: str = "") -> Code | None:
    """Return the code in a text in ``bb:`` or JSON format, or None for a text in another format.

    ``bb:L,M:A:B`` or a JSON object ``{"n": ..., "checks": {"X": [[...]], "Z": [[...]]}}`` with the
    columns of each row, counted from 0.

    Raises:
        InputError: When the text is in one of these formats and does not parse.
    """
    if text.lstrip().startswith(PREFIX):
        return bicycle_code(text.strip())
    if not text.lstrip().startswith("{") or '"checks"' not in text:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        raise InputError(
            f"this is not JSON: {getattr(error, 'msg', 'it is nested too deep')}",
            source=source, line=line, column=column,
        ) from None  # fmt: skip
    if not isinstance(value.get("checks"), dict):
        return None
    return _code_of_json(value, source)


def _code_of_json(value: dict[str, Any], source: str) -> Code:
    size, checks, name = value.get("n"), value["checks"], value.get("name", "")
    if type(size) is not int or not 0 < size <= MAX_CODE_SIZE:
        raise InputError(f'"n" is the number of qubits, 1 to {MAX_CODE_SIZE}', source=source)
    if set(checks) != {"X", "Z"} or not all(isinstance(rows, list) for rows in checks.values()):
        raise InputError(
            '"checks" holds "X" and "Z", lists of rows, each a list of columns', source=source
        )
    for kind, rows in sorted(checks.items()):
        for number, row in enumerate(rows, 1):
            right = isinstance(row, list) and all(type(v) is int and 0 <= v < size for v in row)
            if not right or len(set(row)) < len(row):
                raise InputError(
                    f'row {number} of "{kind}" is a list of different columns, 0 to {size - 1}',
                    source=source,
                )
        if sum(map(len, rows)) > MAX_CODE_SIZE:
            raise InputError(f"a code has at most {MAX_CODE_SIZE} ones here", source=source)
    x, z = (tuple(tuple(sorted(row)) for row in checks[kind]) for kind in "XZ")
    return css_code(x, z, size, name=name if isinstance(name, str) else "")


def code_in_text(
    text: str, options: ReadOptions, form: str | None = None, name: str = ""
) -> tuple[Code, str]:
    """Parse a code from text in any supported format; also return the format in words.

    Args:
        text: polynomials, a JSON code, an error model, a check matrix, or a board with a format.
        options: the reading options.
        form: the name of a format.
        name: name of the code.

    Raises:
        InputError: When the text does not parse, with line and column.
    """
    if form == "dem" or (form is None and find_format("dem").sniff(text)):
        return code_of_model(text, name), "an error model"
    found = code_of_text(text) if form is None else None
    if found is not None:
        return found, "polynomials" if text.lstrip().startswith(PREFIX) else "a JSON code"
    return code_of_checks(parse_expected(text, options, form), name)


def code_of_checks(puzzle: Puzzle, name: str = "") -> tuple[Code, str]:
    """Return the code with a puzzle's lights as checks, and a description of the input."""
    return code_of_puzzle(puzzle, name), f"a {what_was_read(puzzle)}"


def code_of_generators(rows: Puzzle) -> tuple[Code, str]:
    """Return the code that the rows of a matrix generate, and a description of the input."""
    checks = matrix_puzzle(rows.system.elimination.kernel.generators, 0, colours=rows.colours)
    return code_of_puzzle(checks), f"a {rows.lights} x {rows.buttons} generator matrix"


def code_of_model(text: str, name: str = "") -> Code:
    """Return the code whose words are the undetected logical errors of an error model.

    Errors that never or always happen are left out; other probabilities do not matter, for a word
    is what differs from what was expected.

    Raises:
        InputError: When the model does not parse, or flips no observable.
    """
    model = read_model(text, whole=True)
    # an error that never or always happens keeps its number, but has no effect
    detectors, observables = (
        [one if 0 < p < 1 else frozenset() for one, p in zip(each, model.chances, strict=True)]
        for each in (model.detectors, model.observables)
    )
    return model_code(detectors, observables, name=name)


def code_of_matrices(x: Puzzle, z: Puzzle, names: tuple[str, str] = ("HX", "HZ")) -> Code:
    """Return the CSS code of two check matrices; rows are checks, columns are qubits.

    Raises:
        PuzzleError: When the numbers of columns differ, or rows do not commute.
    """
    rows_x, rows_z = (_rows_of(given, name) for given, name in zip((x, z), names, strict=True))
    if x.buttons != z.buttons:
        raise PuzzleError(
            f"{names[0]} has {x.buttons} columns and {names[1]} has {z.buttons}: "
            "both have one for each qubit"
        )
    return css_code(rows_x, rows_z, x.buttons)


@contextmanager
def refused_as(what: str) -> Iterator[None]:
    """Context that puts the known remedy, otherwise ``what``, before a board's error message."""
    try:
        yield
    except InputError as refusal:
        said = [remedy for sign, remedy in _REMEDIES if re.search(sign, refusal.problem)]
        if refusal.readings or not (said or _OF_BOARDS.search(refusal.problem)):
            raise
        raise InputError(
            f"{(said or [what])[0]}; {refusal.problem}",
            source=refusal.source, line=refusal.line, column=refusal.column,
        ) from None  # fmt: skip


def code_of_operators(
    file: str, options: ReadOptions, form: str | None, *, qubits: int, gauge: bool
) -> tuple[Code, str]:
    """Read a file of Pauli operators or a matrix (Hx|Hz); return the code and a description.

    Raises:
        InputError: When the file does not parse, with line and column.
    """
    with in_source(file):
        text = read_text(file) if format_of_bytes(start_of(file)) is None else None
        if text is not None and is_pauli_text(text):
            paulis = read_paulis(text, qubits)
        else:
            rows = None if text is None else without_bars(text)
            with refused_as("stabilizers are operators like XZZXI or X0 Z1, or a matrix (Hx|Hz)"):
                matrix = (
                    read_expected(file, options, form, boards=False)
                    if rows is None
                    else parse_expected(rows, options, form, boards=False)
                )
            paulis = paulis_of_rows(_rows_of(matrix, file), matrix.buttons)
    code = stabilizer_code(*paulis, gauge=gauge, name=file)
    return code, f"{len(paulis[0])} {'generators of a gauge group' if gauge else 'stabilizers'}"


def code_of_puzzle(puzzle: Puzzle, name: str = "") -> Code:
    """Return the classical code whose check matrix is the matrix of the puzzle.

    Raises:
        UsageError: When the number of colours is not prime.
    """
    if puzzle.colours > 2:
        return residue_code(puzzle.activation, name=name)
    return classical_code(_rows_of(puzzle, "the puzzle"), puzzle.buttons, name=name)


def _rows_of(puzzle: Puzzle, name: str) -> Rows:
    """Return, for each row of a puzzle's matrix, the columns with a 1."""
    if puzzle.colours != 2:
        raise UsageError(f"this is for 2 colours; {name} has {puzzle.colours}")
    matrix = puzzle.activation
    if matrix.entries > MAX_CODE_SIZE:
        raise UsageError(
            f"{name} has {matrix.entries} ones; a code has at most {MAX_CODE_SIZE} here"
        )
    turned = matrix.transpose()
    return tuple(tuple(turned.column(i)[0].tolist()) for i in range(matrix.shape[0]))
