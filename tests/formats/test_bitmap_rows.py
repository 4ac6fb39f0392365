"""Rows of bitmaps that stay in their file, compared with numpy's own packing."""

import io

import numpy as np
import pytest

from lo_exact.errors import InputError
from lo_exact.formats.bitmap_rows import BitmapRows, size_of, write_numbered_rows

SHAPES = [(1, 1), (7, 3), (5, 8), (9, 17), (4, 64)]


def drawn(shape):
    return np.random.default_rng(shape[1]).integers(0, 2, shape, dtype=np.uint8)


def numbers(bits):
    return [int("".join(map(str, row)), 2) for row in bits.tolist()]


@pytest.mark.parametrize("block", [1, 5, 2**20])
@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_read_in_any_order(shape, block):
    bits = drawn(shape)
    file = io.BytesIO(b"head" + np.packbits(bits, axis=1).tobytes())
    rows = BitmapRows(file, 4, shape, block_bytes=block)
    assert list(rows) == numbers(bits)
    assert rows[-1] == numbers(bits)[-1]
    assert rows[1:4] == numbers(bits)[1:4]
    assert [rows[k] for k in reversed(range(shape[0]))] == numbers(bits)[::-1]
    assert list(rows.read_as(turned=True)) == numbers(bits)[::-1]
    ones = (1 << shape[1]) - 1
    assert list(rows.read_as(mask=ones)) == numbers(1 - bits)
    with pytest.raises(IndexError):
        rows[shape[0]]


@pytest.mark.parametrize("block", [1, 5, 2**20])
@pytest.mark.parametrize("shape", SHAPES)
def test_rows_are_written_upwards_downwards_and_around_the_end(shape, block):
    bits, height = drawn(shape), shape[0]
    values = numbers(bits)
    expected = b"P4\n%d %d\n" % shape[::-1] + np.packbits(bits, axis=1).tobytes()
    up = list(range(height))
    orders = [up, up[::-1], up[1:] + up[:1], up[:1] + up[:0:-1], up[::2] + up[1::2]]
    for order in orders:
        file = io.BytesIO()
        weight = write_numbered_rows(file, shape, ((k, values[k]) for k in order), block)
        assert file.getvalue() == expected, order
        assert weight == bits.sum()


def test_what_is_read_is_counted():
    read = []
    rows = BitmapRows(io.BytesIO(bytes(10)), 0, (10, 8), on_read=read.append, block_bytes=4)
    assert list(rows) == [0] * 10
    assert read == [4, 4, 2]


def test_a_file_that_became_shorter_is_refused_with_its_last_row():
    rows = BitmapRows(io.BytesIO(bytes(5)), 0, (3, 16))
    with pytest.raises(InputError, match="ends in row 3"):
        list(rows)


def test_what_cannot_be_read_twice_has_no_size():
    class Pipe(io.BytesIO):
        def seekable(self):
            return False

    file = io.BytesIO(b"12345")
    file.seek(2)
    assert (size_of(file), file.tell()) == (5, 2)
    assert size_of(Pipe(b"12345")) is None
