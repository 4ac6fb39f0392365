"""The page for newcomers shows the code that the campaign of toys adds and tries."""

from tests.campaigns import toys
from tests.house.measures import ROOT


def test_the_code_of_the_page_is_the_code_that_is_tried():
    page = (ROOT / "docs" / "architecture.md").read_text()
    for code in (toys.FORMAT, toys.ENGINE, toys.QUESTION):
        assert code.strip("\n") in page
