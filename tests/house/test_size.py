"""The package's size may only fall: docs/architecture.md has the most that is allowed.

Statements are counted by `ast`, without docstrings and other bare strings; the joined checkers,
which every build writes, count as nothing.  The core is what is left without the slices and without
what goes with them.
"""

import ast
import re

from lo_exact.registers import SLICES
from tests.campaigns.slices import BESIDE
from tests.house.architecture import ROOT, parsed

JOINED = re.compile(r"certificate/(\w+_)?checker\.py$")


def statements(module):
    """Return how many statements a module has."""
    return sum(
        not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.walk(module)
        if isinstance(node, ast.stmt)
    )


OUTSIDE = {name.rpartition(".")[2] for name in SLICES}.union(*BESIDE.values())
"""Folders and files of the package that go when all slices are taken out."""


def sizes(folder):
    """Return the figures of a package."""
    counts = {
        path.relative_to(folder): statements(parsed(path))
        for path in folder.rglob("*.py")
        if not JOINED.search(path.as_posix())
    }
    core = [count for path, count in counts.items() if path.parts[0] not in OUTSIDE]
    return {
        "statements of the package": sum(counts.values()),
        "files of the package": len(counts),
        "statements of the core": sum(core),
    }


def allowed():
    """Return the most that is allowed, from the table of the page."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+ of the \w+) \| at most ([0-9,]+) \|$", page, re.MULTILINE)
    return {name: int(figure.replace(",", "")) for name, figure in rows}


def test_the_package_is_not_larger_than_the_page_allows():
    found, most = sizes(ROOT / "lo_exact"), allowed()
    assert found.keys() == most.keys()
    assert not {name: figure for name, figure in found.items() if figure > most[name]}


def test_statements_are_counted_without_bare_strings(tmp_path):
    (tmp_path / "a.py").write_text(
        '"""A."""\nx = 1\n"""Its unit."""\ndef f():\n    "f"\n    return x\n'
    )
    for folder in ("certificate", "client"):
        (tmp_path / folder).mkdir()
    (tmp_path / "certificate" / "walk_checker.py").write_text("y = 1\n")
    (tmp_path / "sinter.py").write_text("y = 1\nz = 2\n")
    (tmp_path / "client" / "c.py").write_text("y = 1\n")
    assert list(sizes(tmp_path).values()) == [6, 3, 3]
