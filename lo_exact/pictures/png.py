"""Export of a scene as PNG through Pillow.

Everything is drawn at twice the size and, while memory allows, once more doubled and averaged, so
that edges are smooth.  A picture that is one matrix alone is written pixel by pixel, two colours
with one bit each: 10^8 places in about 1 s.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np

from lo_exact.errors import MissingPackageError, UsageError
from lo_exact.packages import lack
from lo_exact.pictures import marks as shapes
from lo_exact.pictures.marks import FILLS, INK, PAPER, Ink, Mark, fill_number, rgb
from lo_exact.pictures.scene import Scene

if TYPE_CHECKING:
    from PIL import ImageDraw as Drawing

MAX_PIXELS = 10**8
"""Pixels of a picture: 300 MB as red, green and blue."""

_SMOOTH = 3 * 10**7
"""Pixels up to which a picture is drawn at twice its size, and then averaged."""


def check_pillow() -> None:
    """Raise an error that explains how to install Pillow if it is missing.

    Raises:
        MissingPackageError: When it is not installed.
    """
    if sentence := lack("a PNG picture", "PIL"):
        raise MissingPackageError(f"{sentence} (or ask for a .svg file)")


def to_png(scene: Scene) -> bytes:
    """Return the scene as the bytes of a PNG file.

    Raises:
        MissingPackageError: When Pillow is not installed.
        UsageError: When the picture would have more than `MAX_PIXELS` pixels.
    """
    check_pillow()
    if len(scene.marks) == 1 and isinstance(scene.marks[0], shapes.Bitmap):
        return _saved(_matrix(scene.marks[0]))
    from PIL import Image, ImageDraw

    area = scene.width * scene.height
    if area > MAX_PIXELS:
        raise UsageError(
            f"a picture has at most {MAX_PIXELS} pixels, this one would have {area:.0f}"
        )
    zoom = 2 if area * 4 <= MAX_PIXELS else 1
    smooth = 2 if area * zoom * zoom * 4 <= _SMOOTH else 1
    width, height = round(scene.width * zoom), round(scene.height * zoom)
    image = Image.new("RGB", (width * smooth, height * smooth), PAPER.light)
    pen = _Pen(image, ImageDraw.Draw(image), zoom * smooth)
    for mark in scene.marks:
        pen.draw(mark, 0.0, 0.0)
    if smooth > 1:
        image = image.resize((width, height), Image.Resampling.BOX)
    return _saved(image)


def _saved(image: Any) -> bytes:
    file = BytesIO()
    image.save(file, format="PNG", compress_level=6)
    return file.getvalue()


def _matrix(mark: shapes.Bitmap) -> Any:
    """Return the image of a matrix: one bit per pixel for two colours, otherwise a palette."""
    from PIL import Image

    rows, columns = mark.fills.shape
    if rows * columns * mark.scale**2 > MAX_PIXELS:
        raise UsageError(f"a picture has at most {MAX_PIXELS} pixels, got {rows} x {columns}")
    used = np.unique(mark.fills).tolist()
    if set(used) <= {0, fill_number(INK)} and mark.ground is PAPER:
        bits = np.packbits(mark.fills == 0, axis=1)
        image = Image.frombytes("1", (columns, rows), bits.tobytes())
    else:
        image = Image.frombytes("P", (columns, rows), mark.fills.astype(np.uint8).tobytes())
        inks = (mark.ground, *FILLS[1:])
        image.putpalette([part for ink in inks for part in rgb(ink.light)])
    if mark.scale > 1:
        size = (columns * mark.scale, rows * mark.scale)
        image = image.resize(size, Image.Resampling.NEAREST)
    return image


class _Pen:
    """Painter of marks on an image, with ``zoom`` image pixels for each pixel of the scene."""

    def __init__(self, image: Any, drawing: Drawing.ImageDraw, zoom: float):
        self.image, self.drawing, self.zoom = image, drawing, zoom
        self._fonts: dict[float, Any] = {}

    def draw(self, mark: Mark, x: float, y: float) -> None:
        """Draw one mark, translated by (x, y)."""
        zoom = self.zoom
        match mark:
            case shapes.Group(right, down, marks, scale):
                if scale != 1:  # coordinates inside the group are in units of ``scale`` pixels
                    x, y, right, down = (value / scale for value in (x, y, right, down))
                    self.zoom = zoom * scale
                for inner in marks:
                    self.draw(inner, x + right, y + down)
                self.zoom = zoom
            case shapes.Squares():
                paint = self._paint(mark.fill, mark.outline)
                for left, top in (np.add(mark.corners, (x, y)) * zoom).tolist():
                    side = mark.side * zoom
                    self.drawing.rectangle((left, top, left + side, top + side), **paint)
            case shapes.Hexagons():
                paint = self._paint(mark.fill, mark.outline)
                for corners in ((mark.corners + np.array([x, y])) * zoom).tolist():
                    self.drawing.polygon([tuple(corner) for corner in corners], **paint)
            case shapes.Dots():
                paint = self._paint(mark.fill, mark.rim, 1.5)
                radius = mark.radius * zoom
                for a, b in (np.add(mark.centres, (x, y)) * zoom).tolist():
                    self.drawing.ellipse((a - radius, b - radius, a + radius, b + radius), **paint)
            case shapes.Lines():
                width = max(1, round(mark.width * zoom))
                for ends in (np.add(mark.ends, (x, y, x, y)) * zoom).tolist():
                    self.drawing.line(ends, fill=mark.ink.light, width=width)
            case shapes.Bars():
                for left, top, wide, high in (np.add(mark.boxes, (x, y, 0, 0)) * zoom).tolist():
                    box = (left, top, left + wide, top + high)
                    self.drawing.rectangle(box, fill=mark.fill.light)
            case shapes.Words():
                self._write(mark, x, y)
            case shapes.Bitmap():
                inner = _matrix(mark).convert("RGB")
                size = (round(inner.width * zoom), round(inner.height * zoom))
                inner = inner.resize(size, 0)  # nearest neighbour, so that pixels stay square
                self.image.paste(inner, (round((mark.x + x) * zoom), round((mark.y + y) * zoom)))

    def _paint(self, fill: Ink, line: Ink, width: float = 1) -> dict[str, Any]:
        return {
            "fill": None if fill.light == "none" else fill.light,
            "outline": None if line.light == "none" else line.light,
            "width": max(1, round(width * self.zoom)),
        }

    def _write(self, mark: shapes.Words, x: float, y: float) -> None:
        from PIL import ImageFont

        size = mark.size * self.zoom
        font = self._fonts.setdefault(size, ImageFont.load_default(size))
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[mark.anchor]
        heavy = max(1, round(size * 0.03)) if mark.bold else 0
        places = (np.add(mark.places, (x, y)) * self.zoom).tolist()
        for (a, b), text in zip(places, mark.texts, strict=True):
            safe = "".join(ch if ch.isprintable() else "�" for ch in text)
            self.drawing.text(
                (a, b), safe, font=font, fill=mark.ink.light, anchor=anchor, stroke_width=heavy
            )
