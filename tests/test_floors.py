"""The architecture's floors: a file imports only from lower floors, or from its own folder."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "lo_exact"

FLOORS = {
    "errors": 0, "registers": 0,
    "algebra": 1, "formula": 1, "outcome": 1,
    "puzzle": 2, "counters": 2, "racing": 2,
    "topology": 3, "solution": 3,
    "encodings": 4, "backends": 4, "formats": 4, "exports": 4,
    "certificate": 5, "engines": 5,
    "solver": 6,
    "crosscheck": 7, "referee": 7, "hardest": 7, "walk": 7,
    "cli": 8, "commands": 8, "__main__": 8,
}  # fmt: skip
"""Top-level names of the package; a new one must be given a floor here."""

STRANGERS = 4
"""Rooms of this floor do not know each other."""

STDLIB_ONLY = ["certificate/checker.py", "certificate/walk_checker.py"]
SOLVERS = {"pysat", "pulp", "pycryptosat", "highspy", "networkx", "scipy", "matplotlib"}


def files() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def floor_name(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported(path: Path, *, top_only: bool = False) -> list[tuple[int, str]]:
    """Return (line, dotted name) of every import, also inside functions."""
    tree = ast.parse(path.read_text())
    nodes = tree.body if top_only else ast.walk(tree)
    found = []
    for node in nodes:
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            assert node.module
            found += [(node.lineno, f"{node.module}.{alias.name}") for alias in node.names]
    return found


@pytest.mark.parametrize("path", files(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_no_file_imports_from_a_higher_floor_or_a_stranger(path):
    own = floor_name(path)
    if own == "__init__":
        return
    assert own in FLOORS, f"give {own} a floor"
    floor = FLOORS[own]
    for line, name in imported(path):
        parts = name.split(".")
        if parts[0] != "lo_exact" or len(parts) < 2 or parts[1] == own:
            continue
        if parts[1] == "__version__":
            continue
        other = FLOORS.get(parts[1])
        assert other is not None, f"{path}:{line}: {parts[1]} has no floor"
        allowed = other < floor or (other == floor and floor != STRANGERS)
        assert allowed, f"{path}:{line}: floor {floor} ({own}) imports {name} of floor {other}"


@pytest.mark.parametrize("path", files(), ids=lambda p: str(p.relative_to(PACKAGE)))
def test_solver_packages_are_imported_inside_the_function_that_uses_them(path):
    tops = {name.split(".")[0] for _, name in imported(path, top_only=True)}
    assert not tops & SOLVERS


@pytest.mark.parametrize("name", [n for n in STDLIB_ONLY if (PACKAGE / n).exists()])
def test_a_checker_imports_the_standard_library_only(name):
    import sys

    for line, module in imported(PACKAGE / name):
        assert module.split(".")[0] in sys.stdlib_module_names, f"{name}:{line}: {module}"


def test_a_forbidden_import_would_be_noticed(tmp_path):
    """The reader sees imports inside functions too."""
    probe = tmp_path / "probe.py"
    probe.write_text("def f():\n    from lo_exact.solver import minimum\n")
    assert imported(probe) == [(2, "lo_exact.solver.minimum")]
