"""What `auto` may choose comes with the installation."""

import re
import tomllib
from pathlib import Path

from lo_exact.engines.engine_table import OWN_ENGINES, all_engines
from lo_exact.packages import PACKAGES, find_package, install_line

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def dependencies() -> dict[str, str]:
    """Return each dependency with the condition under which it is installed."""
    listed = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    split = [line.partition(";") for line in listed]
    return {re.match(r"[\w-]+", name)[0]: condition.strip() for name, _, condition in split}


def test_packages_of_engines_that_auto_chooses_are_dependencies():
    known = dependencies()
    for engine in OWN_ENGINES:
        for package in engine.packages:
            assert known[find_package(package).name] == "", engine.name


def test_every_engine_can_be_tested_after_a_plain_installation():
    known = dependencies()
    for engine in all_engines():
        for package in engine.packages:
            assert find_package(package).name in known, engine.name


def test_what_is_told_to_install_is_what_the_project_asks_for():
    """Versions stand twice, in pyproject.toml for pip and in the package for its sentences."""
    project = tomllib.loads(PROJECT.read_text())
    listed = [
        *project["project"]["dependencies"],
        *(line for lines in project["project"]["optional-dependencies"].values() for line in lines),
        *project["dependency-groups"]["dev"],
    ]
    bounds = (re.match(r"([\w-]+)>=([\w.]+)", line) for line in listed)
    lowest = {bound.groups() for bound in bounds if bound}
    for package in PACKAGES:
        assert (package.name, package.at_least) in lowest, package


def test_install_lines_name_packages_that_any_index_has():
    line = install_line("PIL", "prometheus_client")
    assert line == "pip install 'pillow>=10.1' 'prometheus-client>=0.21'"
    folder = PROJECT.parent / "lo_exact"
    said = [path for path in folder.rglob("*.py") if "pip install" in path.read_text()]
    assert said == [folder / "packages.py"]


INSTALLS = re.compile(r"pip install (?!--group|-e )((?:'[^']*'|[^ `'\n]+)(?: '[^']*')*)")


def test_install_lines_of_the_pages_run_as_they_stand():
    """The package is on no index: a page installs a checkout, with extras that there are."""
    extras = set(tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"])
    root = PROJECT.parent
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), *(root / "deploy").iterdir()]
    seen = set()
    for page in pages:
        for words in INSTALLS.findall(page.read_text()):
            seen.add(words)
            named = re.fullmatch(r"'?\.(?:\[([a-z,]+)\])?'?", words)
            assert named is None or set((named[1] or "").split(",")) - {""} <= extras, page
            assert "lo-exact" not in words, (page, words)
    assert {".", "'.[serve]'", "'.[fast]'"} <= seen
