"""Whoever adds something and forgets a place is told: no file without a row, no row alone."""

import ast
import re
from collections.abc import Iterator

import pytest

from lo_exact.backends.backend_table import BACKENDS
from lo_exact.certificate import checker, counters_checker
from lo_exact.certificate.forms.form_table import COUNTERS_FORMS, FORMS
from lo_exact.cli import all_commands
from lo_exact.encodings.encoding_table import ENCODINGS
from lo_exact.engines.engine_table import OWN_ENGINES, all_engines, engines_of_slices
from lo_exact.formats import FORMATS
from lo_exact.registers import named, rows_of_slices
from lo_exact.topology.rules import RULES
from tests.cli_runner import is_taken_out
from tests.house.architecture import PACKAGE, ROOT, module_name, parsed


def functions(folder: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the public functions of a folder and all in it, as (module, definition)."""
    for path in sorted((PACKAGE / folder).rglob("*.py")):
        for node in parsed(path).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                yield module_name(path), node


def arguments(node: ast.FunctionDef) -> list[str]:
    return [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


def returns(node: ast.FunctionDef) -> str:
    return ast.unparse(node.returns) if node.returns else ""


def doors() -> dict[str, set[str]]:
    """Return all functions of each module that has refusal and minimise."""
    found: dict[str, set[str]] = {}
    for room in ("engines", *(row.door.split(".")[1] for row in engines_of_slices())):
        for module, node in functions(room):
            found.setdefault(module, set()).add(node.name)
    return {module: names for module, names in found.items() if {"refusal", "minimise"} <= names}


def test_every_door_of_an_engine_stands_in_a_row_and_every_row_has_its_door():
    rows = {row.door for row in all_engines()}
    assert set(doors()) == rows


@pytest.mark.parametrize("row", OWN_ENGINES, ids=lambda row: row.name)
def test_an_engine_that_auto_may_choose_makes_offers(row):
    assert (not row.raw) == ("offer" in doors()[row.door])


def test_the_page_of_engines_names_our_own_engines_in_the_order_of_the_table():
    page = ROOT / "docs/explain/engines/index.md"
    table = page.read_text().split("| engine |")[1].split("\n\n")[0]
    told = re.findall(r"^\| `([a-z]+)` \|", table, re.M)
    assert told == [*(row.name for row in (*OWN_ENGINES, *engines_of_slices())), "auto"]


def test_every_command_stands_in_the_table_with_a_sentence():
    files = {
        module_name(path)
        for path in (PACKAGE / "commands").rglob("*.py")
        if path.name != "__init__.py" and "shared" not in path.parts
    }
    files |= {row.function.partition(":")[0] for row in rows_of_slices("COMMANDS")}
    assert {row.function.partition(":")[0] for row in all_commands()} == files
    for row in all_commands():
        assert named(row.function)
        assert row.about.endswith(".")


def test_every_reader_and_writer_of_puzzles_stands_in_the_table_of_formats():
    readers = {
        f"{module}:{node.name}"
        for folder in ("formats", "codes")
        for module, node in functions(folder)
        if {"text", "options"} <= set(arguments(node))
        and returns(node) in ("Puzzle", "AnyPuzzle", "list[PuzzlePart]")
        and node.name.startswith("read_")
    }
    writers = {
        f"{module}:{node.name}"
        for module, node in functions("formats")
        if arguments(node) == ["puzzle"] and (node.name + "_").startswith("write_")
    } - {"lo_exact.formats.reading:write_puzzle"}
    judges = {
        f"{module}:{node.name}"
        for module, node in functions("formats")
        if arguments(node) == ["text"] and node.name.startswith("looks_like")
    }
    openers = {
        f"{module}:{node.name}"
        for module, node in functions("formats")
        if arguments(node) == ["file", "options"] and returns(node) == "list[PuzzlePart]"
    }
    assert {row.reader for row in FORMATS} - {""} == readers
    assert {row.opens for row in FORMATS} - {""} == openers
    assert all(row.reader or row.opens for row in FORMATS)
    assert {row.writer for row in FORMATS} - {""} == writers
    assert {row.judge for row in FORMATS} - {""} == judges
    page = (ROOT / "docs" / "formats.md").read_text()
    assert not [row.name for row in FORMATS if row.name not in page]


def test_every_rule_with_a_matrix_of_its_own_stands_in_the_table_of_rules():
    matrices = {
        f"{module}:{node.name}"
        for module, node in functions("topology")
        if arguments(node) == ["grid", "colours"] and returns(node) == "SparseMatrix"
    }
    assert {row.matrix for row in RULES} - {""} == matrices
    page = (ROOT / "docs" / "formats.md").read_text()
    assert not [row.name for row in RULES if f"`{row.name}`" not in page]


def test_every_encoding_and_every_backend_stands_in_its_table():
    encodings = {module for module, node in functions("encodings") if node.name == "encode"}
    assert {row.encode.__module__ for row in ENCODINGS} == encodings
    backends = {
        (module, node.name)
        for module, node in functions("backends")
        if node.name.startswith("minimise")
        and arguments(node)[-3:] == ["formula", "wanted", "watch"]
        and arguments(node)[:-3] in ([], ["name"], ["ask"])
    }
    asked = [getattr(row.minimise, "func", row.minimise) for row in BACKENDS]  # some are partial
    assert {(function.__module__, function.__name__) for function in asked} == backends


def test_every_form_of_evidence_has_its_judge_its_row_and_its_paragraph():
    judged = [*checker.FORMS, *counters_checker.FORMS]
    rows = [*(row.judge for row in FORMS), *COUNTERS_FORMS]
    assert not set(judged) - set(rows), "no row in certificate/forms/form_table.py"
    assert not set(rows) - set(judged), "no judge in certificate/checker_parts/forms/"
    files = {path.stem for path in (PACKAGE / "certificate/forms").glob("*.py")}
    written = {row.writer.__module__ for row in FORMS}
    assert {name.rpartition(".")[2] for name in written} == files - {"__init__"}
    for path in (PACKAGE / "certificate/checker_parts/forms").glob("[!_]*.py"):
        assert path.stem in judged, f"{path.name} registers no form"
    grammar = (ROOT / "docs" / "certificate-format.md").read_text()
    page = (ROOT / "docs" / "certificate-forms.md").read_text()
    written = set(re.findall(r'\{"by": "([a-z]+)"', grammar))
    assert {name for name in written if not is_taken_out(f"form:{name}")} == set(judged), (
        "the grammar"
    )
    paragraphs = re.findall(
        r"^\*\*([A-Z][a-z]+|LRAT)\.\*\* ", page.split("## Claims and ev")[1], re.M
    )
    told = [name.lower() for name in paragraphs if name.lower() in judged]
    assert told == list(dict.fromkeys(judged)), "paragraphs of certificate-forms.md, in this order"


def test_the_rows_stand_in_the_order_of_the_checker():
    assert list(dict.fromkeys(row.judge for row in FORMS)) == list(checker.FORMS)
