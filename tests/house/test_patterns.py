"""Regular expressions mean the same in every Python that is supported.

Up to Python 3.11.4 a possessive group, ``(?:...)*+``, is matched wrongly where an iteration fails
after its first characters (python/cpython#106052).  Where that can be, ``(?>(?:...)*)`` is right.
"""

import re
from collections import Counter

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
