"""Texts from programs, pages and chats: 50 with the boards a person reads, 25 to be refused.

The boards were written down as a person reads them; `NOT_YET` names the texts that fail today.
"""

import json
from pathlib import Path

import pytest

from lo_exact.errors import LoExactError
from lo_exact.formats.reading import parse_parts

PASTED = json.loads((Path(__file__).parent / "pasted.json").read_text(encoding="utf-8"))

NOT_YET = frozenset[str]()
"""Sources of texts that are refused or answered otherwise than a person reads them."""


def cases(kind):
    """Return the texts of a kind as parameters of a test."""
    marks = {True: [pytest.mark.xfail(strict=True)], False: []}
    return [
        pytest.param(case, id=case["source"], marks=marks[case["source"] in NOT_YET])
        for case in PASTED[kind]
    ]


def boards(text):
    """Return the rows of each board of a text; None where it is refused."""
    try:
        puzzles = [part.read() for part in parse_parts(text)]
    except LoExactError:
        return None
    return [
        ["".join(map(str, row)) for row in puzzle.state[puzzle.layout.light_at].tolist()]
        for puzzle in puzzles
    ]


@pytest.mark.parametrize("case", cases("read"))
def test_a_text_is_read_as_a_person_reads_it(case):
    assert boards(case["text"]) == case["boards"]


@pytest.mark.parametrize("case", cases("refused"))
def test_a_text_that_may_mean_another_board_is_refused(case):
    assert boards(case["text"]) is None, case["why"]
