"""Limits stand once, each with a sentence, and the pages state the constants of the code."""

import ast
from collections import defaultdict

import pytest

from join_checkers import CHECKERS
from lo_exact.engines.quarters.engine import MAX_RANK as QUARTERS_RANK
from lo_exact.formats.arrays import MAX_BYTES as ARRAY_BYTES
from lo_exact.formats.files import MAX_FILE_BYTES, MAX_STDIN_BYTES
from lo_exact.formats.flip import MAX_PLACES as ID_PLACES
from lo_exact.formats.pictures import MAX_PIXELS
from lo_exact.solver.batch.tabled import MAX_RANK as TABLE_RANK
from lo_exact.topology.grid import MAX_PLACES as GRID_PLACES
from lo_exact.topology.mixed import MAX_RULES
from tests.house.architecture import PACKAGE, files, parsed
from tests.house.stated import check_stated

LIMITS = (
    ("docs/commands.md", r"Other grids have at most (2\^\d+) places", GRID_PLACES),
    ("docs/commands.md", r"engine `quarters` up to (2\^\d+)\.", 2 ** (2 * QUARTERS_RANK)),
    ("docs/explain/engines/codes.md", r"rank at most (\d+) \|", TABLE_RANK),
    ("docs/formats.md", r"Files hold at most (\d+) MiB", MAX_FILE_BYTES >> 20),
    ("docs/formats.md", r"standard input \(`-`\) at most (\d+) MiB", MAX_STDIN_BYTES >> 20),
    ("docs/formats.md", r"letters to at most (\d+) neighbourhoods", MAX_RULES),
    ("docs/formats.md", r"all arrays together have at most (\d+) MiB", ARRAY_BYTES >> 20),
    ("docs/formats.md", r"2 to 6 colours, at most (2\^\d+) pixels", MAX_PIXELS),
    ("docs/formats.md", r"N is at most (\d+)\.", ID_PLACES),
    ("docs/explain/engines/index.md", r"rank up to 34, with (2\^\d+) sums", 2**QUARTERS_RANK),
)


@pytest.mark.parametrize(("page", "sentence", "limit"), LIMITS, ids=lambda value: str(value)[:40])
def test_a_page_states_the_limit_of_the_code(page, sentence, limit):
    check_stated(page, sentence, limit)


ARITHMETIC = ast.Constant | ast.BinOp | ast.UnaryOp | ast.operator | ast.unaryop
JOINED = {PACKAGE / "certificate" / name for name in CHECKERS}


def constants(module):
    """Yield name, value and sentence of each number that a module names outside of functions."""
    for node, following in zip(module.body, [*module.body[1:], None], strict=True):
        name = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if not isinstance(name, ast.Name) or value is None:
            continue
        if not all(isinstance(part, ARITHMETIC) for part in ast.walk(value)):
            continue
        number = eval(compile(ast.Expression(value), name.id, "eval"), {"__builtins__": {}})
        if type(number) not in (int, float) or not name.id.isupper():
            continue
        said = following.value if isinstance(following, ast.Expr) else None
        stated = isinstance(said, ast.Constant) and isinstance(said.value, str)
        yield name.id, number, said.value if stated else ""


def own_files():
    """Return the files of the package without the joined checkers, which repeat their parts."""
    return [path for path in files() if path not in JOINED]


def test_every_number_at_the_top_of_a_file_has_a_sentence_under_it():
    """It says what the number counts, and why it is of this size."""
    bare = [
        f"{path.relative_to(PACKAGE)} {name}"
        for path in own_files()
        for name, _, sentence in constants(parsed(path))
        if not sentence.strip().endswith(".")
    ]
    assert not bare


def test_no_two_files_give_a_number_the_same_public_name():
    """What two files need is imported; what differs is named apart.  Checkers stand alone."""
    places = defaultdict(list)
    for path in own_files():
        if "checker_parts" not in path.parts:
            for name, number, _ in constants(parsed(path)):
                if not name.startswith("_"):
                    places[name, number].append(path.relative_to(PACKAGE).as_posix())
    assert not {key: found for key, found in places.items() if len(found) > 1}


def test_constants_are_numbers_with_the_sentence_right_under_them():
    text = (
        'A = 2**20\n"""Bytes."""\nB: float = -0.5\nC = 3\nD = "text"\nE = True\nF = len([])\n'
        '"""A list."""\ng = 7\n_H = 1 << 3\n\n"""Late."""\nfor i in (1, 2):\n    J = 4\n'
    )
    assert list(constants(ast.parse(text))) == [
        ("A", 2**20, "Bytes."), ("B", -0.5, ""), ("C", 3, ""), ("_H", 8, "Late."),
    ]  # fmt: skip
