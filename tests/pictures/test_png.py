"""PNG: the pixels that were asked for, in two seconds, and the install line without Pillow."""

import time
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import lo_exact
from lo_exact.byhand.matrix import pixel_scene
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.pictures import Captioned, picture, sheet, write_picture
from lo_exact.pictures.bars import bars_scene
from lo_exact.pictures.inks import HUES, INK, OFF, rgb
from lo_exact.pictures.png import to_png
from lo_exact.pictures.scene import to_svg


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data))


def test_squares_have_their_inks_where_the_lights_are():
    drawn = np.array([[1, 0, 1], [0, 1, 1]])
    puzzle = lo_exact.grid_puzzle(drawn)
    scene = picture(puzzle, lights=puzzle.state)
    image = opened(to_png(scene)).convert("RGB")
    side = (image.width - 4) / 3
    for row, line in enumerate(drawn):
        for column, value in enumerate(line):
            place = (int(side * (column + 0.5)), int(side * (row + 0.5)))
            assert image.getpixel(place) == rgb((HUES[0] if value else OFF).light)


def test_a_matrix_is_written_pixel_by_pixel_with_one_bit_each():
    values = np.random.Generator(np.random.PCG64(1)).integers(0, 2, (1000, 1000))
    started = time.process_time()
    image = opened(to_png(pixel_scene(values, 2)))
    assert time.process_time() - started < 2
    assert (image.mode, image.size) == ("1", (1000, 1000))
    assert np.array_equal(np.array(image) == 0, values == 1)


def test_a_matrix_of_many_colours_keeps_every_place():
    values = np.arange(64).reshape(8, 8) % 7
    image = np.array(opened(to_png(pixel_scene(values, 7))).convert("RGB"))
    scale = image.shape[0] // 8
    seen = image[scale // 2 :: scale, scale // 2 :: scale]
    inks = [rgb(OFF.light), *(rgb(ink.light) for ink in HUES)]
    expected = np.array([[inks[value] for value in row] for row in values])
    assert np.array_equal(seen, expected)


@pytest.mark.large
def test_a_large_board_is_drawn_in_two_seconds_of_work():
    board = lo_exact.grid_puzzle(np.indices((300, 300)).sum(axis=0) % 2)
    scene = picture(board, lights=board.state)
    started = time.process_time()
    image = opened(to_png(scene)).convert("RGB")
    assert time.process_time() - started < 4
    assert image.getpixel((image.width // 600, image.height // 600 + 2)) == rgb(OFF.light)


def test_equal_pictures_are_equal_bytes():
    puzzle = lo_exact.grid_puzzle(np.arange(9).reshape(3, 3), colours=9)
    scene = sheet([Captioned(picture(puzzle, lights=puzzle.state), ("käse 日本",))], title="x")
    assert to_png(scene) == to_png(scene)


def test_bars_stand_for_counts_of_any_size():
    scene = bars_scene([1, 0, 10**400], title="<b>", along="minimum")
    assert "<title>2: 1" in to_svg(scene)
    assert opened(to_png(scene)).size[0] >= scene.width


def test_without_pillow_the_install_line_is_printed(without, tmp_path):
    without("PIL")
    puzzle = lo_exact.grid_puzzle([[1]])
    with pytest.raises(
        MissingPackageError, match=r"pip install 'pillow>=10\.1' \(or ask for a \.svg"
    ):
        write_picture(picture(puzzle), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.large
def test_other_kinds_of_files_and_too_many_pixels_are_refused(tmp_path):
    puzzle = lo_exact.grid_puzzle([[1]])
    with pytest.raises(UsageError, match=r"\.svg, \.pdf or \.png"):
        write_picture(picture(puzzle), tmp_path / "a.gif")
    huge = pixel_scene(np.broadcast_to(np.uint8(0), (20_000, 20_000)), 2)
    with pytest.raises(UsageError, match="at most 100000000 pixels"):
        to_png(huge)
    with pytest.raises(UsageError, match=r"ask for a \.png"):
        to_svg(huge)


def test_ink_is_what_a_set_pixel_has():
    (mark,) = pixel_scene(np.eye(2, dtype=int), 2).marks
    assert INK.light.encode()[1:] in to_svg(pixel_scene(np.eye(2, dtype=int), 2)).encode()
    assert mark.fills.dtype == np.uint8
