"""Boards drawn as pages and programs draw them, and what cameras and people do to pictures.

Written with Pillow alone: nothing of the package draws here.
"""

import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

SMOOTH = 4


def sheet(board, side, gap, margin, ground):
    rows, columns = board.shape
    size = [2 * margin + n * side + (n - 1) * gap for n in (columns, rows)]
    return Image.new("RGB", [SMOOTH * round(s) for s in size], ground)


def boxes(board, side, gap, margin):
    for (r, c), value in np.ndenumerate(board):
        x, y = margin + c * (side + gap), margin + r * (side + gap)
        yield int(value), [SMOOTH * v for v in (x, y, x + side, y + side)]


def small(image):
    return image.resize([s // SMOOTH for s in image.size], Image.Resampling.BOX)


def page(board, side=40, gap=6, margin=20, inks=("#333333", "#ffd700"), ground="#111111"):
    """A web page at night: rounded squares, smoothed."""
    image = sheet(board, side, gap, margin, ground)
    pen = ImageDraw.Draw(image)
    for value, (a, b, c, d) in boxes(board, side, gap, margin):
        pen.rounded_rectangle((a, b, c - 1, d - 1), 6 * SMOOTH, inks[value])
    return small(image)


def lamps(board, side=36, gap=8, margin=12, inks=("#303030", "#40ff60"), ground="#000000"):
    """A toy: discs, smoothed."""
    image = sheet(board, side, gap, margin, ground)
    pen = ImageDraw.Draw(image)
    for value, (a, b, c, d) in boxes(board, side, gap, margin):
        pen.ellipse((a, b, c - 1, d - 1), inks[value])
    return small(image)


def table(board, side=30, gap=1, margin=1, inks=("#ffffff", "#3b82f6"), ground="#888888"):
    """A table of cells with lines of a pixel, no smoothing, no paper around."""
    rows, columns = board.shape
    size = [2 * margin + n * side + (n - 1) * gap for n in (columns, rows)]
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    for value, box in boxes(board, side, gap, margin):
        a, b, c, d = (v // SMOOTH for v in box)
        pen.rectangle((a, b, c - 1, d - 1), inks[value])
    return image


SIX = ("#f8fafc", "#ef4444", "#22c55e", "#3b82f6", "#a855f7", "#f59e0b")


def phone(board, side=37.4, gap=5.3, margin=17.7, inks=SIX, ground="#0f172a"):
    """A phone's game: places at fractions of pixels, up to six colours."""
    image = sheet(board, side, gap, margin, ground)
    pen = ImageDraw.Draw(image)
    for value, box in boxes(board, side, gap, margin):
        pen.rounded_rectangle([round(v) for v in box], 5 * SMOOTH, inks[value])
    return small(image)


def window(board, side=32, gap=4, margin=10, inks=("#400000", "#ff3030"), ground="#c0c0c0"):
    """An old program: raised buttons with light and dark rims."""
    image = sheet(board, side, gap, margin, ground)
    pen = ImageDraw.Draw(image)
    for value, (a, b, c, d) in boxes(board, side, gap, margin):
        pen.rectangle((a, b, c - 1, d - 1), "#606060")
        pen.rectangle((a, b, c - 1 - 2 * SMOOTH, d - 1 - 2 * SMOOTH), "#f0f0f0")
        rim = 2 * SMOOTH
        pen.rectangle((a + rim, b + rim, c - 1 - rim, d - 1 - rim), inks[value])
    return small(image)


STYLES = {"page": page, "lamps": lamps, "table": table, "phone": phone, "window": window}


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


# --- what happens to pictures ---------------------------------------------------------------------


def turned(image, degrees):
    return image.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor="#202020")


def aslant(image):
    w, h = image.size
    return image.transform(
        image.size, Image.Transform.QUAD, (0, 0, w * 0.05, h * 0.97, w, h, w * 0.94, h * 0.06),
        Image.Resampling.BICUBIC,
    )  # fmt: skip


def jpeg(image, quality):
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality)
    return Image.open(io.BytesIO(file.getvalue())).convert("RGB")


def lit_from_the_side(image):
    array = np.asarray(image).astype(float)
    return shaded(array * np.linspace(0.55, 1.25, array.shape[1])[None, :, None])


def with_glare(image):
    array = np.asarray(image).astype(float)
    y, x = np.mgrid[: array.shape[0], : array.shape[1]]
    spot = np.exp(-((y - array.shape[0] / 3) ** 2 + (x - array.shape[1] / 3) ** 2) / 900)
    return shaded(array + 255 * spot[:, :, None])


def noisy(image, strength=12):
    array = np.asarray(image).astype(float)
    return shaded(array + np.random.default_rng(1).normal(0, strength, array.shape))


def with_moire(image):
    array = np.asarray(image).astype(float)
    wave = 18 * np.sin(np.arange(array.shape[0]) * 2 * math.pi / 5.3)
    return shaded(array + wave[:, None, None])


def shaded(array):
    return Image.fromarray(array.clip(0, 255).astype(np.uint8))


def cut_through(image):
    w, h = image.size
    return image.crop((w // 5, h // 7, w, h))


def with_a_title(image):
    taller = Image.new("RGB", (image.width, image.height + 40), image.getpixel((0, 0)))
    taller.paste(image, (0, 40))
    ImageDraw.Draw(taller).text((12, 12), "Lights Out - moves: 12", fill="#eeeeee")
    return taller


def with_a_finger(image):
    covered = image.copy()
    w, h = image.size
    ImageDraw.Draw(covered).ellipse((w * 0.5, h * 0.4, w * 0.9, h * 1.2), "#c68642")
    return covered


DISTORTED = {
    "turned": lambda image: turned(image, 4),
    "turned a little": lambda image: turned(image, 0.4),
    "aslant": aslant,
    "out of focus": lambda image: image.filter(ImageFilter.GaussianBlur(5)),
    "a little out of focus": lambda image: image.filter(ImageFilter.GaussianBlur(1.2)),
    "a JPEG's": lambda image: jpeg(image, 35),
    "a fine JPEG's": lambda image: jpeg(image, 92),
    "lit from the side": lit_from_the_side,
    "with glare": with_glare,
    "noisy": noisy,
    "with moire": with_moire,
    "cut through": cut_through,
    "with a title": with_a_title,
    "with a finger": with_a_finger,
    "stretched": lambda image: image.resize((round(image.width * 1.4), image.height)),
    "shrunk": lambda image: image.resize([round(s * 0.61) for s in image.size]),
    "tiny": lambda image: image.resize([round(s * 0.13) for s in image.size]),
    "enlarged": lambda image: image.resize([round(s * 1.73) for s in image.size]),
}
