"""The page of the architecture is true, and nothing goes up or round in a circle."""

import re
import sys
from graphlib import CycleError, TopologicalSorter

import pytest

from join_checkers import CHECKERS
from tests.house import architecture
from tests.house.architecture import PACKAGE, ROOT, arrows, files, floors, imported, room

STDLIB_ONLY = sorted(f"certificate/{name}" for name in CHECKERS)
SOLVERS = {
    "pysat",
    "pulp",
    "pycryptosat",
    "highspy",
    "networkx",
    "rustworkx",
    "scipy",
    "matplotlib",
    "stim",
    "pymatching",
}
MOST_FILES = 22
MOST_ROOT_FILES = 15  # version.py too, which pyproject.toml loads alone, and machine.py


def goes_up(name: str, other: str) -> bool:
    """Whether an arrow from one room to another breaks the drawing's rule."""
    floor_of, strangers = floors()
    if floor_of[other] == floor_of[name]:
        return floor_of[name] in strangers
    return floor_of[other] > floor_of[name]


def test_every_room_stands_on_a_floor_of_the_drawing_and_every_drawn_room_is_there():
    there = {room(path) for path in files()} - {"__init__"}
    assert set(floors()[0]) == there


def test_no_room_imports_from_a_higher_floor_or_a_stranger():
    names = {room(path) for path in files()} - {"__init__"}
    up = {(name, other) for name in names for other in arrows()[name] if goes_up(name, other)}
    places = [
        f"{path.relative_to(PACKAGE)}:{line} {found}"
        for path in files()
        for line, found in imported(path)
        if found.startswith("lo_exact.") and (room(path), found.split(".")[1]) in up
    ]
    assert not up, places


def test_the_drawn_arrows_are_the_real_ones():
    """Where this fails: python -m tests.house.architecture prints what belongs on the page."""
    page = architecture.PAGE.read_text()
    drawn = page.split("<!-- arrows -->\n")[1].split("\n<!-- end of arrows -->")[0]
    assert drawn == architecture.drawn_arrows()


def test_every_path_on_the_page_is_there():
    """From the package's folder or the checkout's; a bare file's name from any folder of ours."""
    page = architecture.PAGE.read_text()
    for path in re.findall(r"`([a-z_/]+(?:/|\.py|\.js))`", page):
        bare = "" if "/" in path else "**/"
        assert [*PACKAGE.glob(bare + path), *ROOT.glob(path)], path


def test_every_module_that_is_imported_is_there():
    modules = {architecture.module_name(path) for path in files()}
    for path in files():
        for line, name in imported(path, types=True):
            if name.startswith("lo_exact."):  # a module, a package, or what stands in one
                there = name in modules or name.rpartition(".")[0] in modules
                assert there, f"{path}:{line}: {name}"


def test_no_file_imports_itself_over_others_not_even_for_types():
    try:
        tuple(TopologicalSorter(architecture.file_graph()).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_room_imports_itself_over_others():
    try:
        tuple(TopologicalSorter(arrows()).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_no_folder_is_a_heap():
    folders = {path.parent for path in files()}
    sizes = {folder: len(list(folder.glob("*.py"))) for folder in folders}
    assert sizes.pop(PACKAGE) <= MOST_ROOT_FILES
    assert not {str(folder): size for folder, size in sizes.items() if size > MOST_FILES}


def test_solver_packages_are_imported_inside_the_function_that_uses_them():
    places = [
        f"{path.relative_to(PACKAGE)}:{line} {name}"
        for path in files()
        for line, name in imported(path, top_only=True)
        if name.split(".")[0] in SOLVERS
    ]
    assert not places


@pytest.mark.parametrize("name", STDLIB_ONLY)
def test_a_checker_imports_the_standard_library_only(name):
    for line, module in imported(PACKAGE / name):
        assert module.split(".")[0] in sys.stdlib_module_names, f"{name}:{line}: {module}"


def test_a_forbidden_import_would_be_noticed(tmp_path):
    """The reader sees imports inside functions and names in registers, and not what types need."""
    probe = tmp_path / "probe.py"
    probe.write_text(
        "if TYPE_CHECKING:\n    from lo_exact.cli import app\n"
        "def f():\n    from lo_exact.solver import minimum\n    g('lo_exact.cli:app')\n"
    )
    assert imported(probe) == [(4, "lo_exact.solver.minimum"), (5, "lo_exact.cli")]
    assert (2, "lo_exact.cli.app") in imported(probe, types=True)
    assert goes_up("algebra", "solver")
    assert goes_up("encodings", "backends")
    assert not goes_up("solver", "algebra")
