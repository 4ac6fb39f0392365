"""Boards written as one hexadecimal number: which bit is the top left light."""

import pytest

from tests.formats.reading import puzzle, refusal


def drawn(text, **options):
    one = puzzle(text, **options)
    return one.state.reshape(one.layout.light_at.shape).tolist(), one.layout.note


@pytest.mark.parametrize(("size", "rows", "columns"), [("2x3", 2, 3), ("1x5", 1, 5), ("3x7", 3, 7)])
@pytest.mark.parametrize("value", [0, 1, 2, 5, 0b10011, 0b100000 - 1])
def test_the_lowest_bit_is_the_top_left_light_or_the_highest(size, rows, columns, value):
    digits = format(value, f"0{rows * columns}b")
    by_rows = [
        [int(digits[r * columns + k]) for k in range(columns)] for r in range(rows)
    ]  # the highest bit first, as a number is written
    turned = [row[::-1] for row in by_rows[::-1]]
    text = hex(value)
    assert drawn(text, size=size, bits="msb") == (by_rows, "")
    assert drawn(text, size=size, bits="lsb") == (turned, "")
    state, note = drawn(text, size=size)
    assert state == turned
    assert bool(note) == (by_rows != turned)
    assert drawn(f"size: {size}\nbits: msb\n{text}")[0] == by_rows
    assert drawn(f"size: {size}\nbits: lsb\nstate: {text}", bits="lsb")[0] == turned


def test_bits_of_what_is_no_number_and_other_ends_are_refused():
    assert "one hexadecimal number" in refusal("bits: msb\n101\n010\n111\n")
    assert "one hexadecimal number" in refusal("101\n010\n111\n", bits="msb")
    assert "bits are lsb or msb, got 'first'" in refusal("0x5", size="3x3", bits="first")
    assert refusal("size: 3x3\nbits: middle\n0x5").startswith("2:")
    said = refusal("size: 3x3\nbits: lsb\n0x5", bits="msb")
    assert "the text says 'lsb', the option says 'msb'" in said
    assert "bits: json says itself" in refusal('{"state": [[1]]}', bits="msb")
