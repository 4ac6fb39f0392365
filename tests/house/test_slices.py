"""Slices hold all of their subject, and the core names none of them but in `SLICES`."""

import ast
import sys

import pytest

import lo_exact
from lo_exact.registers import SLICES
from tests.house.architecture import PACKAGE, ROOT, files, imported, parsed, room

NAMES = [name.removeprefix("lo_exact.") for name in SLICES]

EXEMPT = ("__init__", "service", "sinter")
"""Public names live in slices; the service asks everything, other slices too."""


@pytest.mark.parametrize("name", NAMES)
def test_nothing_of_the_core_imports_a_slice(name):
    places = [
        f"{path.relative_to(PACKAGE)}:{line}"
        for path in files()
        if room(path) not in (*EXEMPT, name)
        for line, found in imported(path)
        if found.split(".")[:2] == ["lo_exact", name]
    ]
    assert not places


@pytest.mark.parametrize("name", NAMES)
def test_the_tests_of_a_slice_leave_with_it(name):
    """Tests of the core, and of other slices, import it nowhere at their top."""
    leaving = (name, "service", "client", "records", "campaigns")
    places = [
        f"{path.relative_to(ROOT)}:{line} imports {found}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if path.relative_to(ROOT).parts[1] not in leaving
        for line, found in imported(path, top_only=True)
        for home in [lo_exact._HOMES.get(found.removeprefix("lo_exact."), found)]
        if home.split(".")[:2] in (["lo_exact", name], ["tests", name])
    ]
    assert not places


@pytest.mark.parametrize("name", NAMES)
def test_the_tables_of_a_slice_are_named_beside_it(name):
    """A table that is not named would never be read."""
    module = parsed(PACKAGE / name / "rows.py")
    tables = [
        node.targets[0].id
        for node in module.body
        if isinstance(node, ast.Assign) and not node.targets[0].id.startswith("_")
    ]
    assert sorted(tables) == SLICES[f"lo_exact.{name}"].split()


@pytest.mark.parametrize("name", NAMES)
def test_a_slice_has_rows_tests_and_three_lines_of_where_to_begin(name):
    package = parsed(PACKAGE / name / "__init__.py")
    assert len(package.body) == 1
    assert len(ast.get_docstring(package).splitlines()) >= 3
    assert list((PACKAGE.parent / "tests" / name).glob("test_*.py"))
    rows = {found for _, found in imported(PACKAGE / name / "rows.py", top_only=True)} - {"re"}
    assert {found.rpartition(".")[0] for found in rows} == {"lo_exact.registers"}


def test_no_slice_has_the_name_of_something_public():
    """Once `lo_exact.NAME.x` is imported, `lo_exact.NAME` is the package and no function."""
    assert not set(NAMES) & set(lo_exact.__all__)


def test_a_table_of_rows_costs_no_numpy():
    done = ast.literal_eval(_printed())
    assert not done & {"numpy", "typer"}


def _printed():
    import subprocess

    program = (
        "import sys; from lo_exact.registers import rows_of_slices; rows_of_slices('COMMANDS');"
        "print({name for name in sys.modules if '.' not in name})"
    )
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True,
        cwd=PACKAGE.parent,
    ).stdout  # fmt: skip
