"""Export of scenes as a PDF file, one page for each scene, in a standard PDF font.

A pixel is 3/4 of a point.  Text of Latin letters is Helvetica, which every viewer has; other text
names a Japanese font (Adobe-Japan1), which viewers have or ask for.  Nothing is embedded, so a page
of 24 boards is some kilobytes.  A picture that moves is drawn as it ends.

Why no library: fpdf2 draws Japanese only with a font file that it embeds; reportlab can do without,
but a plain install could not print a book of levels then.

The format: ISO 32000-1, 7.5 (files), 8.5 (paths), 9.6 and 9.7 (fonts).
"""

import zlib
from collections.abc import Iterator, Sequence

import numpy as np

from lo_exact.errors import UsageError
from lo_exact.pictures import marks as shapes
from lo_exact.pictures.marks import FILLS, NONE, Ink, Mark, rgb
from lo_exact.pictures.scene import Scene

POINTS = 0.75
"""Points in a pixel: 72 of the one and 96 of the other make an inch."""

MAX_RUNS = 2**20
"""Pixels of the largest matrix that is drawn as squares on a page."""

_ROUND = 0.5522847498
"""Length of the control handles of a quarter circle, in radii."""

_WIDTHS = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 "
    "556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 "
    "722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 "
    "556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 "
    "260 334 584"
)
WIDTHS = tuple(map(int, _WIDTHS.split()))
"""Widths of the letters 32..126 of Helvetica in thousandths of its size (Adobe's metrics)."""


def to_pdf(scenes: Sequence[Scene]) -> bytes:
    """Return a PDF file with a page for each scene.

    Raises:
        UsageError: When a matrix has more than `MAX_RUNS` pixels.
    """
    fonts = (
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        "<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5 /Encoding /UniJIS-UTF16-H "
        "/DescendantFonts [ << /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 "
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /DW 1000 "
        "/FontDescriptor << /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 "
        "/FontBBox [-92 -250 1010 922] /ItalicAngle 0 /Ascent 752 /Descent -221 /CapHeight 737 "
        "/StemV 114 >> >> ] >>",
    )
    first_page = 3 + len(fonts)
    pages = [first_page + 2 * k for k in range(len(scenes))]
    title = scenes[0].title if scenes else ""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{' '.join(f'{n} 0 R' for n in pages)}] /Count {len(pages)} >>"
        .encode(),
        *(font.encode() for font in fonts),
    ]  # fmt: skip
    for number, scene in zip(pages, scenes, strict=True):
        width, height = _number(scene.width * POINTS), _number(scene.height * POINTS)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Resources << /Font "
            f"<< /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents {number + 1} 0 R >>".encode()
        )
        # PDF coordinates begin at the lower left; marks are in pixels from the upper left
        head = f"{POINTS} 0 0 -{POINTS} 0 {height} cm"
        body = "\n".join([head, *_drawn(scene.marks)]).encode("ascii")
        packed = zlib.compress(body, 9)
        objects.append(
            b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(packed)
            + packed
            + b"\nendstream"
        )
    objects.append(f"<< /Producer (lo-exact) /Title <{_utf16(title)}> >>".encode())
    return _file(objects)


def text_length(text: str, size: float) -> float:
    """Return the width of a text in pixels, with non-Latin characters as wide as the font size."""
    units = sum(
        WIDTHS[ord(letter) - 32] if 32 <= ord(letter) < 127 else 556 if ord(letter) < 256 else 1000
        for letter in text
    )
    return units * size / 1000


def _file(objects: Sequence[bytes]) -> bytes:
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        len(objects),
        table,
    )
    return bytes(data)


def _drawn(marks: Sequence[Mark]) -> Iterator[str]:
    for mark in marks:
        yield from _mark(mark)


def _mark(mark: Mark) -> Iterator[str]:
    match mark:
        case shapes.Group(x, y, marks, scale):
            yield f"q {_number(scale)} 0 0 {_number(scale)} {_number(x)} {_number(y)} cm"
            yield from _drawn(marks)
            yield "Q"
        case shapes.Squares():
            side = _number(mark.side)
            path = [f"{_number(x)} {_number(y)} {side} {side} re" for x, y in mark.corners.tolist()]
            yield from _painted(path, mark.fill, mark.outline)
        case shapes.Hexagons():
            yield from _painted(list(map(_polygon, mark.corners.tolist())), mark.fill, mark.outline)
        case shapes.Dots():
            path = [_circle(x, y, mark.radius) for x, y in mark.centres.tolist()]
            yield from _painted(path, mark.fill, mark.rim, 1.5)
        case shapes.Lines():
            path = [
                f"{_number(a)} {_number(b)} m {_number(c)} {_number(d)} l"
                for a, b, c, d in mark.ends.tolist()
            ]
            yield from _painted(path, NONE, mark.ink, mark.width)
        case shapes.Bars():
            yield from _painted(
                [" ".join(map(_number, box)) + " re" for box in mark.boxes.tolist()], mark.fill
            )
        case shapes.Words():
            yield from _words(mark)
        case shapes.Bitmap():
            yield from _bitmap(mark)


def _painted(path: list[str], fill: Ink, line: Ink = NONE, width: float = 1) -> Iterator[str]:
    if not path:
        return
    if fill is not NONE:
        yield f"{_colour(fill)} rg"
    if line is not NONE:
        yield f"{_colour(line)} RG {_number(width)} w"
    yield from path
    yield {(True, True): "B", (True, False): "f", (False, True): "S"}.get(
        (fill is not NONE, line is not NONE), "n"
    )


def _words(mark: shapes.Words) -> Iterator[str]:
    yield f"{_colour(mark.ink)} rg"
    for (x, y), text in zip(mark.places.tolist(), mark.texts, strict=True):
        shown = "".join(letter if letter.isprintable() else "?" for letter in text)
        left = (
            x - text_length(shown, mark.size) * {"start": 0, "middle": 0.5, "end": 1}[mark.anchor]
        )
        try:
            letters, font = shown.encode("cp1252").hex(), "F2" if mark.bold else "F1"
        except UnicodeEncodeError:
            letters, font = _utf16(shown, mark=False), "F3"
        yield (
            f"BT /{font} {_number(mark.size)} Tf 1 0 0 -1 {_number(left)} {_number(y)} Tm "
            f"<{letters}> Tj ET"
        )


def _bitmap(mark: shapes.Bitmap) -> Iterator[str]:
    """Yield the drawing commands of a square for each pixel that differs from the background."""
    if mark.fills.size > MAX_RUNS:
        rows, columns = mark.fills.shape
        raise UsageError(
            f"a PDF picture has at most {MAX_RUNS} pixels, this one has {rows} x {columns}; "
            "ask for a .png file"
        )
    rows, columns = mark.fills.shape
    ground = [f"{_number(mark.x)} {_number(mark.y)} {columns * mark.scale} {rows * mark.scale} re"]
    yield from _painted(ground, mark.ground)
    for fill in np.unique(mark.fills[mark.fills > 0]).tolist():
        where = np.argwhere(mark.fills == fill)[:, ::-1] * mark.scale + np.array([mark.x, mark.y])
        path = [
            f"{_number(x)} {_number(y)} {mark.scale} {mark.scale} re" for x, y in where.tolist()
        ]
        yield from _painted(path, FILLS[fill])


def _polygon(corners: Sequence[Sequence[float]]) -> str:
    (x, y), *rest = corners
    lines = " ".join(f"{_number(a)} {_number(b)} l" for a, b in rest)
    return f"{_number(x)} {_number(y)} m {lines} h"


def _circle(x: float, y: float, radius: float) -> str:
    """Return the drawing commands of a circle made of four Bezier curves."""
    r, h = radius, radius * _ROUND
    curves = (
        (r, h, h, r, 0, r), (-h, r, -r, h, -r, 0), (-r, -h, -h, -r, 0, -r), (h, -r, r, -h, r, 0),
    )  # fmt: skip
    turns = [
        " ".join(_number(value + (x, y)[k % 2]) for k, value in enumerate(curve)) + " c"
        for curve in curves
    ]
    return f"{_number(x + r)} {_number(y)} m {' '.join(turns)} h"


def _colour(ink: Ink) -> str:
    return " ".join(_number(part / 255, 3) for part in rgb(ink.light))


def _utf16(text: str, *, mark: bool = True) -> str:
    return ("FEFF" if mark else "") + text.encode("utf-16-be", "replace").hex()


def _number(value: float, digits: int = 2) -> str:
    return f"{round(value, digits) + 0:.{digits}f}".rstrip("0").rstrip(".")
