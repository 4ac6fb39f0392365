"""Regular expressions mean the same in every Python that is supported, and end soon.

Up to Python 3.11.4 a possessive group, ``(?:...)*+``, is matched wrongly where an iteration fails
after its first characters (python/cpython#106052).  Where that can be, ``(?>(?:...)*)`` is right.
"""

import importlib
import itertools
import pkgutil
import re
import time
import warnings
from collections import Counter
from contextlib import suppress

import lo_exact
from tests.house.architecture import PACKAGE, files

FAIL_AT_ONCE = {
    "formats/reading.py": 2, "formats/scanner/clean.py": 1, "formats/scanner/lines.py": 1,
    "formats/scanner/row_numbers.py": 1, "formats/scanner/tree.py": 2, "formats/format_table.py": 2,
    "formats/refused_formats.py": 2, "codes/rows.py": 1,
}  # fmt: skip
"""Possessive groups that Python 3.11.2 and 3.11.7 matched alike in 63,000 random texts."""


def test_possessive_groups_are_those_that_were_compared():
    found = Counter[str]()
    for path in files():
        count = len(re.findall(r"(?<!\\)\)[*+?]\+", path.read_text(encoding="utf-8")))
        found += Counter({path.relative_to(PACKAGE).as_posix(): count})
    assert found == {name: n for name, n in FAIL_AT_ONCE.items() if (PACKAGE / name).exists()}


REPEATED = [
    *" \t\n0a_.#,([=\"'/>+:;|A-~x1",
    *["0 ", "a ", "a_", "0,", "a=", "| ", "0 0\n", "//", "a\n", "[x]", "on ", "(1,2) ", ". "],
]


def patterns_of(name: str) -> list[re.Pattern[str]]:
    """Return the patterns of a module: its constants, and the texts in its tables."""
    found = list[re.Pattern[str]]()
    for value in vars(importlib.import_module(name)).values():
        rows = value if isinstance(value, tuple) else (value,)
        for one in [x for row in rows for x in (row if isinstance(row, tuple) else (row,))]:
            if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                found.append(one)
            elif isinstance(one, str) and re.search(r"[*+}]", one) and "\\" in one:
                with suppress(re.error), warnings.catch_warnings(action="ignore"):
                    found.append(re.compile(one))
    return found


def test_no_pattern_tries_exponentially_many_ways():
    """A repeat inside a repeat doubles the ways with each character: 2**24 take a second."""
    slow = dict[str, str]()
    for module in pkgutil.walk_packages(lo_exact.__path__, "lo_exact."):
        if module.ispkg or "checker" in module.name or "__main__" in module.name:
            continue
        for pattern, unit in itertools.product(patterns_of(module.name), REPEATED):
            begun = time.process_time()
            pattern.fullmatch((unit * 24)[:24] + "\ue123")
            if time.process_time() - begun > 0.2:
                slow[pattern.pattern[:80]] = f"{module.name}: {unit!r}"
    assert not slow
