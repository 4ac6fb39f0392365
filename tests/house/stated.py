"""Numbers that pages state."""

import re

from tests.house.architecture import ROOT


def check_stated(page, sentence, limit):
    """Find the one number of a sentence of a page: it is the limit."""
    (said,) = set(re.findall(sentence, (ROOT / page).read_text(encoding="utf-8")))
    base, _, exponent = said.replace(",", "").partition("^")
    assert int(base) ** int(exponent or 1) == limit
