"""The pages about solving by hand: pictures drawn by commands, Japanese in step with English."""

import re
from collections import Counter

import pytest

from tests.cli_runner import ROOT, is_taken_out
from tests.house.pictures import FOLDER, PICTURES, command, drawn

ENGLISH, JAPANESE = ROOT / "docs/by-hand.md", ROOT / "docs/by-hand.ja.md"
BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)]*)\)")
INLINE = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize(
    "name", [name for name, words in sorted(PICTURES.items()) if not is_taken_out(words[0])]
)
def test_a_picture_of_the_pages_is_what_its_command_draws(name, tmp_path):
    """Where this fails after a change: python -m tests.house.pictures draws them anew."""
    assert drawn(name, tmp_path) == (FOLDER / f"{name}.svg").read_bytes()


def test_every_picture_there_is_has_a_command():
    there = {file.stem for file in FOLDER.glob("*.svg")}
    assert there == set(PICTURES)
    used = {name for page in pages() for name in IMAGE.findall(page)}
    assert used <= {f"docs/pictures/{name}.svg" for name in PICTURES}


def test_the_gallery_shows_every_picture_and_below_it_the_command_that_draws_it():
    shown = re.findall(
        r"^!\[[^\]]+\]\(pictures/([^)]*)\.svg\)\n\n```console\n\$ (.*)\n```$",
        (ROOT / "docs/gallery.md").read_text(),
        re.MULTILINE,
    )
    assert dict(shown) == {name: command(name) for name in PICTURES}
    assert len(shown) == len(PICTURES)


MOST_README_LINES = 80


def pages() -> list[str]:
    """The pages with pictures named from the project's folder."""
    texts = [ENGLISH.read_text(), JAPANESE.read_text()]
    readme = (ROOT / "README.md").read_text()
    return [*(text.replace("](pictures/", "](docs/pictures/") for text in texts), readme]


LINK = re.compile(r"\]\(([^)]*)\)")


def test_the_japanese_start_has_the_commands_and_links_of_the_english_one():
    english = (ROOT / "docs/index.md").read_text()
    japanese = (ROOT / "docs/index.ja.md").read_text()
    assert BLOCK.findall(english) == BLOCK.findall(japanese)
    assert INLINE.findall(BLOCK.sub("", english)) == INLINE.findall(BLOCK.sub("", japanese))
    twins = {"index.ja.md", "index.md", "by-hand.md", "by-hand.ja.md"}  # each leads to the other
    ours, theirs = (
        [link for link in LINK.findall(text) if link not in twins] for text in (english, japanese)
    )
    assert ours == theirs
    assert len(LINK.findall(english)) == len(LINK.findall(japanese))


def sections(text: str) -> list[str]:
    return re.split(r"^## ", text, flags=re.MULTILINE)


def prose(section: str) -> str:
    """A section without commands, code, links and the targets of pictures."""
    return re.sub(r"\]\([^)]*\)", "]", INLINE.sub("", BLOCK.sub("", section)))


def figures(section: str) -> Counter[str]:
    """The numbers in a section's prose, however they are surrounded."""
    return Counter(re.findall(r"\d+", prose(section)))


def test_the_japanese_page_has_the_commands_pictures_and_figures_of_the_english_one():
    english, japanese = ENGLISH.read_text(), JAPANESE.read_text()
    assert BLOCK.findall(english) == BLOCK.findall(japanese)
    assert IMAGE.findall(english) == IMAGE.findall(japanese)
    assert INLINE.findall(BLOCK.sub("", english)) == INLINE.findall(BLOCK.sub("", japanese))
    pairs = zip(sections(english)[1:], sections(japanese)[1:], strict=True)
    for ours, theirs in pairs:
        assert figures(ours) == figures(theirs), ours.splitlines()[0]


def commands(text: str) -> list[str]:
    return [
        line[2:].split("#")[0].strip()
        for block in BLOCK.findall(text)
        for line in block.splitlines()
        if line.startswith("$ ")
    ]


def test_the_japanese_readme_has_the_content_of_the_english_one():
    english = (ROOT / "README.md").read_text()
    japanese = (ROOT / "README.ja.md").read_text()
    assert BLOCK.findall(japanese) == BLOCK.findall(english)
    assert commands(japanese) == commands(english)
    assert len(sections(japanese)) == len(sections(english))
    assert re.findall(r"Python (\d\.\d+)", japanese) == re.findall(r"Python (\d\.\d+)", english)
    ours, theirs = (re.findall(r"\]\(([^)]*)\)", text)[1:] for text in (english, japanese))
    assert theirs == [link.replace("by-hand.md", "by-hand.ja.md") for link in ours]
    assert all((ROOT / link.partition("#")[0]).exists() for link in ours + theirs)


def test_both_readmes_fit_a_screen_or_two():
    for name in ("README.md", "README.ja.md"):
        assert len((ROOT / name).read_text().splitlines()) <= MOST_README_LINES
