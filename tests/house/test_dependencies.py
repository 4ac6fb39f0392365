"""What `auto` may choose comes with the installation."""

import re
import tomllib
from pathlib import Path

from lo_exact.engines.engine_table import OWN_ENGINES, all_engines

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
DISTRIBUTIONS = {"pysat": "python-sat"}
"""Import names that differ from the names that pip knows."""


def dependencies() -> dict[str, str]:
    """Return each dependency with the condition under which it is installed."""
    listed = tomllib.loads(PROJECT.read_text())["project"]["dependencies"]
    split = [line.partition(";") for line in listed]
    return {re.match(r"[\w-]+", name)[0]: condition.strip() for name, _, condition in split}


EXTRAS = {"scip", "exact"}
"""Foreign solvers that only who wants them installs: large, or of another licence."""


def test_packages_of_engines_that_auto_chooses_are_dependencies():
    known = dependencies()
    for engine in OWN_ENGINES:
        for package in engine.packages:
            assert known[DISTRIBUTIONS.get(package, package)] == "", engine.name


def test_every_engine_can_be_tested_after_a_plain_installation():
    known = dependencies()
    for engine in all_engines():
        if EXTRAS & set(engine.name.split(":")):
            continue
        for package in engine.packages:
            assert DISTRIBUTIONS.get(package, package) in known, engine.name
