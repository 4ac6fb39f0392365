"""Boards in pictures: clean ones are read right, everything else is refused, none is read wrong."""

import struct
import subprocess
import sys
import zlib

import numpy as np
import pytest
from PIL import Image

from lo_exact.commands.shared.figures import board_figure, steps_figure
from lo_exact.errors import InputError, LoExactError, UsageError
from lo_exact.formats import ReadOptions, read_puzzle
from lo_exact.pictures.png import to_png
from lo_exact.topology import grid_puzzle
from tests.cli_runner import run
from tests.formats.drawn_pictures import DISTORTED, SIX, STYLES, page, png, table

LEGENDS = {
    "table": "#ffffff=off #3b82f6=on",
    "phone": " ".join(f"{ink}={k}" for k, ink in enumerate(SIX)),
}


def board(rows=5, columns=6, colours=2, seed=0):
    found = np.random.default_rng(seed).integers(0, colours, (rows, columns))
    found.flat[:colours] = range(colours)
    return found


def read(path, image, **options):
    path.write_bytes(image if isinstance(image, bytes) else png(image))
    puzzle = read_puzzle(path, options=ReadOptions(**options))
    return puzzle.state.reshape(puzzle.layout.shape)


def asked(style):
    """Return how many colours a style is drawn in, and the options that read it."""
    colours = 6 if style == "phone" else 2
    options = {"legend": LEGENDS[style]} if style in LEGENDS else {}
    return colours, options | ({"colours": colours} if colours > 2 else {})


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("shape", [(5, 5), (3, 7), (8, 4), (2, 2)])
def test_clean_pictures_of_five_styles_are_read_right(tmp_path, style, shape):
    colours, options = asked(style)
    drawn = board(*shape, colours=min(colours, shape[0] * shape[1]), seed=sum(shape))
    found = read(tmp_path / "b.png", STYLES[style](drawn), **options)
    assert np.array_equal(found, drawn)


@pytest.mark.parametrize("colours", [2, 3, 5, 8])
@pytest.mark.parametrize("shape", [(5, 5), (7, 3), pytest.param((30, 40), marks=pytest.mark.large)])
def test_our_own_pictures_are_read_right(tmp_path, colours, shape):
    drawn = board(*shape, colours=min(colours, 6), seed=colours)
    data = to_png(board_figure(grid_puzzle(drawn, colours=colours)))
    assert np.array_equal(read(tmp_path / "b.png", data, colours=colours), drawn)


@pytest.mark.parametrize("colours", [2, 3, 8])
def test_presses_on_our_own_pictures_leave_the_lights_as_they_are(tmp_path, colours):
    """A press is drawn in the colour that lights of colour 5 have."""
    drawn = board(4, 4, colours=min(colours, 6))
    puzzle = grid_puzzle(drawn, colours=colours)
    data = to_png(board_figure(puzzle, [1, 0] * 4 + [1] * 8))
    assert np.array_equal(read(tmp_path / "b.png", data, colours=colours), drawn)


def test_a_board_of_one_colour_of_ours(tmp_path):
    data = to_png(board_figure(grid_puzzle(np.ones((3, 3), dtype=int))))
    assert read(tmp_path / "b.png", data).tolist() == [[1] * 3] * 3


@pytest.mark.parametrize(
    ("how", "style"),
    [
        pytest.param(how, style, marks=pytest.mark.large if (i + j) % 5 else ())
        for i, how in enumerate(DISTORTED)
        for j, style in enumerate(STYLES)
    ],
)
def test_pictures_like_photographs_are_refused_or_read_right(tmp_path, style, how):
    colours, options = asked(style)
    for seed, shape in enumerate([(5, 5), (3, 6)]):
        drawn = board(*shape, colours=colours, seed=seed)
        try:
            found = read(tmp_path / "b.png", DISTORTED[how](STYLES[style](drawn)), **options)
        except LoExactError:
            continue
        assert np.array_equal(found, drawn)


@pytest.mark.parametrize(
    "how", ["turned", "aslant", "out of focus", "a JPEG's", "with glare", "noisy", "cut through",
            "with a title", "with a finger", "tiny"],
)  # fmt: skip
def test_what_a_camera_does_is_refused(tmp_path, how):
    with pytest.raises(InputError):
        read(tmp_path / "b.png", DISTORTED[how](page(board())))


@pytest.mark.parametrize("count", [50, pytest.param(150, marks=pytest.mark.large)])
def test_random_styles_are_never_read_wrong(tmp_path, count):
    """Sides, gaps and colours at random: dark, bright, alike, and lights as dark as the ground."""
    rng = np.random.default_rng(11)
    right = 0
    for _ in range(count):
        drawn = rng.integers(0, 2, rng.integers(2, 7, 2))
        inks = [f"#{rng.integers(2**24):06x}" for _ in range(2)]
        ground = rng.choice([*inks, "#000000", f"#{rng.integers(2**24):06x}"])
        side, gap = int(rng.integers(5, 40)), int(rng.integers(0, 12))
        draw = rng.choice([page, STYLES["lamps"], table])
        image = draw(drawn, side=side, gap=gap, margin=int(rng.integers(0, 9)), inks=inks,
                     ground=str(ground))  # fmt: skip
        try:
            legend = f"{inks[0]}=off {inks[1]}=on"
            found = read(tmp_path / "b.png", image, legend=legend)
        except LoExactError:
            continue
        right += 1
        assert np.array_equal(found, drawn), (drawn, found, side, gap, inks, ground)
    assert right > count // 8


# --- which colour is which ------------------------------------------------------------------------


def test_what_could_be_either_is_refused_with_legends_to_paste(tmp_path):
    path = tmp_path / "b.png"
    drawn = np.array([[1, 0], [1, 1]])
    path.write_bytes(png(table(drawn, inks=("#ffffff", "#000000"))))
    ran = run("show", str(path))
    assert (ran.code, ran.err.count("\n")) == (3, 1)
    assert "2 x 2 squares in 2 colours: #000000 (3), #ffffff (1)" in ran.err
    for legend, weight in (
        ("#000000=on #ffffff=off", drawn),
        ("#000000=off #ffffff=on", 1 - drawn),
    ):
        assert f"--legend '{legend}'" in ran.err
        read_back = read_puzzle(path, options=ReadOptions(legend=legend))
        assert np.array_equal(read_back.state.reshape(2, 2), weight)


@pytest.mark.parametrize(
    ("legend", "problem"),
    [
        ("#ffffff=off", "nothing certain about #000000"),
        ("white=off", "#rrggbb=on"),
        ("#ffffff=11 #000000=0", "or a colour 0..9"),
        ("#ffffff=2 #000000=0", "say how many colours"),
    ],
)
def test_legends_that_do_not_fit_are_refused(tmp_path, legend, problem):
    image = table(board(), inks=("#ffffff", "#000000"))
    with pytest.raises((UsageError, InputError), match=problem):
        read(tmp_path / "b.png", image, legend=legend)


def test_a_legend_may_say_that_squares_are_no_lights(tmp_path):
    path = tmp_path / "b.png"
    path.write_bytes(png(page(np.array([[0, 1], [2, 1]]), inks=("#333333", "#ffd700", "#888888"))))
    options = ReadOptions(legend="#333333=off #ffd700=on #888888=hole")
    assert read_puzzle(path, options=options).state.tolist() == [0, 1, 1]


def test_a_legend_beside_board_text_is_one_too():
    assert (
        "1 press,"
        in run("min", "-", "--legend", "o=on x=off", text="ox\nxx\n").out.replace(
            "presses", "press"
        )
        or "press" in run("min", "-", "--legend", "o=on x=off", text="ox\nxx\n").out
    )
    twice = run("show", "-", "--legend", "o=off", text="legend: o=on\n\noo\noo\n")
    assert (twice.code, twice.err.count("\n")) == (3, 1)
    other = run("show", "Bg", "--legend", "o=on")
    assert other.code in (2, 3)
    flip = run("show", "3x3:d074191345d1644c17058,798", "--legend", "o=on")
    assert (flip.code, flip.err.count("\n")) == (2, 1)


# --- what is no picture of a board ----------------------------------------------------------------


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def claimed(width, height):
    """A PNG of a few bytes that claims a size."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def see_through():
    return Image.new("RGBA", (50, 50), (255, 0, 0, 100))


@pytest.mark.parametrize(
    ("image", "problem"),
    [
        (claimed(2**31 - 1, 2**31 - 1), "at most 16777216 pixels"),
        (claimed(5000, 5000), "at most 16777216 pixels, this one 5000 x 5000"),
        (claimed(0, 5), "broken"),
        (claimed(50, 50), "broken"),
        (png(page(board()))[:400], "broken"),
        (b"\x89PNG\r\n\x1a\n", "broken"),
        (see_through(), "transparent"),
        (page(np.zeros((1, 1), dtype=int)), "gaps of 36 were seen"),
        (page(board(), gap=0), ""),
        (page(board(), gap=25), "less than half"),
        (page(board(), inks=("#111111", "#ffd700")), ""),
        (page(board(), inks=("#333333", "#3f3f3f")), "one colour or two"),
        (to_png(steps_figure(grid_puzzle(board(2, 2)), (1, 1, 0, 0))), ""),
    ],
)
def test_what_is_no_clean_picture_of_a_board_is_refused(tmp_path, image, problem):
    path = tmp_path / "b.png"
    path.write_bytes(image if isinstance(image, bytes) else png(image))
    ran = run("show", str(path))
    assert (ran.code, ran.err.count("\n")) == (3, 1), ran.err
    assert problem in ran.err
    assert ran.err.startswith(f"lo-exact: {path}: ")


@pytest.mark.parametrize("seed", range(6))
def test_lamps_on_a_transparent_ground_are_read_on_white_and_on_black(tmp_path, seed):
    """Squares with smoothed corners on nothing: a screenshot of a page's canvas."""
    lit = board(4, 5, seed=seed)
    drawn = page(lit, inks=("#606060", "#e0a000"), ground="#ffffff").convert("RGBA")
    pixels = np.asarray(drawn).copy()
    pixels[(pixels[:, :, :3] == 255).all(axis=2), 3] = 0
    image = Image.fromarray(pixels, "RGBA") if seed % 2 else Image.fromarray(pixels)
    found = read(tmp_path / "b.png", image, legend="#e0a000=on #606060=off")
    assert found.tolist() == lit.tolist()


def test_a_picture_that_is_another_board_on_black_is_refused(tmp_path):
    """Lamps that are off are clear: on white the others are dark, on black they are light."""
    lit = board(4, 5)
    pixels = np.asarray(page(lit, inks=("#ffffff", "#808080"), ground="#404040").convert("RGBA"))
    pixels = pixels.copy()
    pixels[(pixels[:, :, :3] == 255).all(axis=2), 3] = 0
    (tmp_path / "b.png").write_bytes(png(Image.fromarray(pixels)))
    ran = run("show", str(tmp_path / "b.png"))
    assert ran.code == 3
    assert "transparent" in ran.err


def test_without_pillow_one_line_says_what_to_install(tmp_path):
    path = tmp_path / "b.png"
    path.write_bytes(png(page(board())))
    program = (
        "import sys; sys.modules['PIL'] = None\n"
        "from lo_exact.__main__ import main\n"
        f"sys.argv = ['lo-exact', 'show', {str(path)!r}]\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (5, 1)
    assert "pip install 'pillow>=10.1'" in done.stderr


@pytest.mark.parametrize(
    ("rows", "columns"), [(2, 2), (5, 6), pytest.param(12, 30, marks=pytest.mark.large), (3, 14)]
)
@pytest.mark.parametrize("colours", [2, 3])
def test_names_at_the_edges_are_cut_off(rows, columns, colours, tmp_path):
    """Rows numbered up to 12, columns lettered up to AD."""
    drawn = board(rows, columns, colours, seed=rows)
    scene = board_figure(grid_puzzle(drawn, colours=colours))
    legend = {"colours": 3} if colours == 3 else {}
    assert (read(tmp_path / "a.png", to_png(scene), **legend) == drawn).all()
