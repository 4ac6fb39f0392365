"""The page for newcomers shows the code that the campaign of toys adds and tries."""

from tests.campaigns import toys
from tests.cli_runner import is_taken_out
from tests.house.measures import ROOT


def test_the_code_of_the_page_is_the_code_that_is_tried():
    page = (ROOT / "docs" / "architecture.md").read_text()
    of_slices = [] if is_taken_out("serve") else [toys.QUESTION]
    for code in (toys.FORMAT, toys.ENGINE, *of_slices):
        assert code.strip("\n") in page
