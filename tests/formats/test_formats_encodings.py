"""Text in UTF-16 and Shift-JIS, or pasted from Word: read where it is certain, else refused."""

import pytest

from lo_exact.errors import InputError, LoExactError
from lo_exact.formats import decode, read_puzzle
from lo_exact.formats.files import as_typed
from tests.formats.reading import puzzle

BOARD = "■□■\n□■□\n■■□\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "shift_jis"])
def test_a_board_is_the_same_in_every_encoding(encoding, tmp_path):
    path = tmp_path / "board.txt"
    path.write_bytes(BOARD.encode(encoding))
    assert read_puzzle(path).sha256 == puzzle(BOARD).sha256


def test_full_width_digits_in_shift_jis():
    text = decode("１０１\n０１０\n".encode("shift_jis"))
    assert puzzle(text).sha256 == puzzle("101\n010").sha256


@pytest.mark.parametrize(
    "data", ["日本".encode("shift_jis"), "é".encode("latin-1"), b"\xff\xfe\x00\xd8\x00"]
)
def test_what_might_be_anything_is_refused(data):
    with pytest.raises(InputError):
        decode(data)


PLAIN = "#.#\n.#.\n"
PASTED = {
    "non-breaking spaces": "1\u00a00\u00a01\n0\u00a01\u00a00\n",
    "thin spaces": "1\u20090\u202f1\n0\u20091\u202f0\n",
    "smart quotes": "“#.#”\n“.#.”\n",
    "single quotes": "‘#.#’\n‘.#.’\n",
    "quotes in a list": "[“#.#”, “.#.”]\n",
    "en dashes": "#–#\n–#–\n",
    "minus signs": "# − #\n− # −\n",
    "a byte order mark": "\ufeff#.#\n.#.\n",
    "zero-width spaces": "#\u200b.#\n\u200b.#.\u200b\n",
    "soft hyphens": "#.\u00ad#\n.#.\n",
    "marks of direction": "\u200e#.#\u200f\n.#.\n",
    "tabs": "1\t0\t1\n0\t1\t0\n",
    "full-width digits": "１０１\n０１０\n",
    "full-width blanks": "1\u30000\u30001\n0\u30001\u30000\n",
    "line breaks of Word": "#.#\v.#.\n",
    "indented by a web page": "rows = [\n\u00a0\u00a0[1, 0, 1],\n\u00a0\u00a0[0, 1, 0],\n]\n",
    "a title with an apostrophe": "Grandma’s puzzle\n\n#.#\n.#.\n",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED)
def test_text_pasted_from_word_is_read_as_a_person_reads_it(text, tmp_path):
    assert puzzle(text).sha256 == puzzle(PLAIN).sha256
    path = tmp_path / "board.txt"
    path.write_text(text, "utf-8")
    assert read_puzzle(path).sha256 == puzzle(PLAIN).sha256


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("#.#\n.—.\n", "^2:2:"),  # an em dash may be two hyphens
        ("#.#\n-–.\n", "^2:1:"),
        ("1\u00a00\u00a02\n", "^1:5:"),
        ("#…\n", "^1:2:"),
    ],
)
def test_what_is_not_certain_in_pasted_text_is_refused_at_its_place(text, place):
    with pytest.raises(LoExactError, match=place):
        puzzle(text)


def test_a_dash_means_what_the_legend_says():
    assert puzzle("legend: –=on .=off\n\n–.–\n.–.\n").sha256 == puzzle(PLAIN).sha256
    assert puzzle("–.–\n.–.\n", legend="–=on .=off").sha256 == puzzle(PLAIN).sha256
    assert as_typed('{"title": "“a”"}') == '{"title": "“a”"}'
