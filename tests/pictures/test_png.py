"""PNG: the pixels that were asked for, in two seconds, and the install line without Pillow."""

import time
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

import lo_exact
from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.pictures import Captioned, picture, sheet, write_picture
from lo_exact.pictures.marks import HUES, OFF, Bitmap, rgb
from lo_exact.pictures.png import to_png
from lo_exact.pictures.scene import Scene, to_svg
from lo_exact.pictures.sheets import bars_scene


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
    fills = np.broadcast_to(np.uint8(0), (20_000, 20_000))
    huge = Scene(20_000, 20_000, (Bitmap(fills, 0, 0, 1, OFF),))
    with pytest.raises(UsageError, match="at most 100000000 pixels"):
        to_png(huge)
    with pytest.raises(UsageError, match=r"ask for a \.png"):
        to_svg(huge)
