"""docs/formats.md: every format's example is read, and its answer is the one that stands there.

Answers of small puzzles are compared with plain enumeration; those of the others are published.
"""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from lo_exact.counters import Counters
from lo_exact.formats import FORMATS, ReadOptions, find_format
from lo_exact.formats.reading import read_parts
from tests.cli_runner import is_taken_out, run
from tests.truth.enumeration import Truth

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text()
ENTRY = re.compile(
    r"^\*\*(?P<name>[\w-]+)\*\*: (?P<about>[^\n]*?)\. (?:[^\n]*? )??Example"
    r"(?:, `(?P<said>--[^`]+)`)?, `(?P<answer>[^`]+)`:"
    r"(?: `(?P<line>[^`\n]+)`|\n```text\n(?P<lines>.*?)\n```)$",
    re.MULTILINE | re.DOTALL,
)
ENTRIES = {
    found["name"]: found
    for found in ENTRY.finditer(PAGE)
    if not is_taken_out(f"format:{found['name']}")
}
PUBLISHED = {"mask": 15, "literal": 8, "judge": 4}
"""All on 5 x 5 (OEIS A075464); the first board of the vcopt page; the sample of POJ 3279."""

MOST = 2**12


def example(found):
    """Return the example of an entry, in which ↵ ends a line."""
    return found["lines"] or found["line"].replace(" ↵ ", "\n")


def test_the_page_has_an_example_of_every_format_and_no_other():
    assert list(ENTRIES) == [row.name for row in FORMATS]
    for row in FORMATS:
        found = ENTRIES[row.name]
        assert example(found) == row.example.rstrip("\n")
        assert (found["said"] or "") == row.said
        said = "" if row.is_written else "; read only"
        assert found["about"] == row.about[0].upper() + row.about[1:] + said


@pytest.mark.parametrize("name", ENTRIES)
def test_the_answer_on_the_page_is_ours_and_that_of_enumeration(name, tmp_path):
    found = ENTRIES[name]
    path = tmp_path / "example"
    if not find_format(name).reader:
        subprocess.run([sys.executable, "-c", example(found)], check=True, cwd=tmp_path)
        (path,) = tmp_path.iterdir()
    else:
        path.write_text(example(found) + "\n")
    words = shlex.split(found["said"] or "")
    ran = run("min", str(path), "-q", *words)
    assert re.match(r"(?:optimal: )?" + re.escape(found["answer"]) + r"\b", ran.out)
    said = dict(zip((word.removeprefix("--") for word in words[::2]), words[1::2], strict=True))
    form = said.pop("as", None)
    (part,) = read_parts(path, options=ReadOptions(**said), format=form)
    puzzle = part.read()
    assert not isinstance(puzzle, Counters)
    least = re.match(r"(?:price )?(\d+)|unsolvable", found["answer"])
    assert least, found["answer"]
    weight = int(least[1]) if least[1] else -1
    if name in PUBLISHED:
        assert weight == PUBLISHED[name]
    else:
        assert puzzle.colours**puzzle.buttons <= MOST
        assert weight == Truth(puzzle).weight
