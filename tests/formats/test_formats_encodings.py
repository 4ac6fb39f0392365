"""Text in UTF-16 and Shift-JIS: read where it is certain, else refused by name."""

import pytest

from lo_exact.errors import InputError
from lo_exact.formats import decode, read_puzzle
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
