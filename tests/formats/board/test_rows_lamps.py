"""Emoji and geometric glyphs: what is certain is read, else a legend to paste is offered."""

import pytest

from tests.formats.reading import puzzle, refusal


@pytest.mark.parametrize(
    "text",
    [
        "🟨⬛🟨\n⬛🟨⬛\n🟨🟨⬛",
        "💡⬛💡\n⬛💡⬛\n💡💡⬛",
        "🔴⚫🔴\n⚫🔴⚫\n🔴🔴⚫",
        "●○●\n○●○\n●●○",
        "■□■\n□■□\n■■□",
        "✅❌✅\n❌✅❌\n✅✅❌",
        "⭐️⬛️⭐️\n⬛⭐⬛\n⭐️⭐⬛︎",
        "● ○ ●\n○ ● ○\n● ● ○",
        "legend: ⬜=on ⬛=off\n\n⬜⬛⬜\n⬛⬜⬛\n⬜⬜⬛",
        "legend: 🟢=on 🔴=off\n\n🟢🔴🟢\n🔴🟢🔴\n🟢🟢🔴",
        "[x] [ ] [x]\n[ ] [x] [ ]\n[x] [x] [ ]",
        "ON OFF ON\nOFF ON OFF\nON ON OFF",
        "TFT\nFTF\nTTF",
        "true false true\nfalse true false\ntrue true false\n",
    ],
)
def test_each_is_the_same_board(text):
    assert puzzle(text).sha256 == puzzle("#.#\n.#.\n##.").sha256


@pytest.mark.parametrize(("text", "offered"), [
    ("⬜⬛\n⬛⬜", "legend: ⬛=on ⬜=off or legend: ⬛=off ⬜=on"),
    ("🟢🔴\n🔴🟢", "legend: 🔴=on 🟢=off or"),
    ("🟢🔴\n🔴🟡", "legend: 🔴=0 🟡=1 🟢=2"),
    ("⬜⬜\n⬜⬜", "legend: ⬜=on or"),
    ("💡 💡\n  💡", "blanks are holes (--as compact)"),
    ("💡 💡\n  💡", "one glyph or hole a column (--as spaced)"),
])  # fmt: skip
def test_what_reads_two_ways_is_refused_with_a_legend_to_paste(text, offered):
    assert offered in refusal(text)


def test_the_offered_legend_reads_the_board():
    for pair in ("⬛=on ⬜=off", "⬛=off ⬜=on"):
        assert puzzle(f"legend: {pair}\n\n⬜⬛\n⬛⬜").lights == 4


def test_rows_of_words_that_are_not_equally_long_are_refused():
    assert "row 2 has 1 places" in refusal("ON OFF\nON\nOFF ON\n")


def test_a_frame_with_empty_cells_is_not_told_of_holes():
    text = "   9   7\n  +---+---+\n1 | * |   |\n  +---+---+\n7 |   | * |\n  +---+---+\n"
    assert "write . in the empty cells of a frame" in refusal(text)
