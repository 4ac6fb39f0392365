"""Export of marks as a standalone SVG document, without scripts, fonts or external references.

Colours are attributes, which every program understands; a style sheet of a few lines turns them
into those for dark paper where the reader's system is dark.  Equal marks give equal bytes.
Costs about 1 us a mark.
"""

from collections.abc import Sequence
from html import escape

import numpy as np

from lo_exact.errors import UsageError
from lo_exact.pictures import marks as shapes
from lo_exact.pictures.marks import FILLS, NONE, PAPER, Ink, Mark

MAX_PIXELS = 2**23
"""Pixels of the largest matrix that is written into a text file."""


def document(
    marks: Sequence[Mark], width: float, height: float, *, title: str = "", description: str = ""
) -> str:
    """Return a standalone SVG document.

    Args:
        marks: the marks, later ones over earlier ones.
        width: width in pixels.
        height: height in pixels.
        title: one line that names it, unescaped.
        description: alternative text, unescaped.

    Raises:
        UsageError: When a matrix has more than `MAX_PIXELS` pixels.
    """
    inks: dict[str, Ink] = {PAPER.name: PAPER}
    body: list[str] = []
    for mark in marks:
        body += _written(mark, inks)
    wide, high = _number(width), _number(height)
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="0 0 {wide} {high}" font-family="sans-serif" role="img">'
    ]
    if title:
        head.append(f"<title>{_safe(title)}</title>")
    if description:
        head.append(f"<desc>{_safe(description)}</desc>")
    dark = "".join(
        f".f-{ink.name}{{fill:{ink.dark}}}.s-{ink.name}{{stroke:{ink.dark}}}"
        for ink in sorted(inks.values(), key=lambda ink: ink.name)
        if ink.light != ink.dark
    )
    head.append(f"<style>@media (prefers-color-scheme:dark){{{dark}}}</style>")
    ground = f'<rect {_paint(inks, fill=PAPER)} width="{wide}" height="{high}"/>'
    return "\n".join([*head, ground, *body, "</svg>"]) + "\n"


def _written(mark: Mark, inks: dict[str, Ink]) -> list[str]:
    """Return the SVG lines of one mark, and add the colours it uses to ``inks``."""
    match mark:
        case shapes.Group(x, y, marks, scale):
            inner = [line for one in marks for line in _written(one, inks)]
            larger = "" if scale == 1 else f" scale({scale:.4f})"
            return [f'<g transform="translate({_number(x)} {_number(y)}){larger}">', *inner, "</g>"]
        case shapes.Squares():
            return [_squares(mark, inks)]
        case shapes.Hexagons():
            path = "".join(
                "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in corners) + "z"
                for corners in mark.corners.tolist()
            )
            return [f'<path {_paint(inks, fill=mark.fill, line=mark.outline)} d="{path}"/>']
        case shapes.Dots():
            return [_dots(mark, inks)]
        case shapes.Lines():
            path = "".join(
                f"M{_number(a)} {_number(b)}L{_number(c)} {_number(d)}"
                for a, b, c, d in mark.ends.tolist()
            )
            return [f'<path {_paint(inks, line=mark.ink, width=mark.width)} d="{path}"/>']
        case shapes.Bars():
            return _bars(mark, inks)
        case shapes.Words():
            return _words(mark, inks)
        case shapes.Bitmap():
            return _bitmap(mark, inks)


def _squares(mark: shapes.Squares, inks: dict[str, Ink]) -> str:
    side = _number(mark.side)
    turn = f"h{side}v{side}h-{side}z"
    path = "".join(f"M{_number(x)} {_number(y)}{turn}" for x, y in mark.corners.tolist())
    return f'<path {_paint(inks, fill=mark.fill, line=mark.outline)} d="{path}"/>'


def _dots(mark: shapes.Dots, inks: dict[str, Ink]) -> str:
    radius, across = _number(mark.radius), _number(2 * mark.radius)
    turn = f"a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0-{across} 0z"
    path = "".join(
        f"M{_number(x - mark.radius)} {_number(y)}{turn}" for x, y in mark.centres.tolist()
    )
    return f'<path {_paint(inks, fill=mark.fill, line=mark.rim, width=1.5)} d="{path}"/>'


def _bars(mark: shapes.Bars, inks: dict[str, Ink]) -> list[str]:
    fill = _paint(inks, fill=mark.fill)
    words = mark.words or ("",) * len(mark.boxes)
    lines = []
    for (x, y, width, height), word in zip(mark.boxes.tolist(), words, strict=True):
        box = (
            f'<rect {fill} x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" '
            f'height="{_number(height)}"'
        )
        lines.append(f"{box}><title>{_safe(word)}</title></rect>" if word else f"{box}/>")
    return lines


def _words(mark: shapes.Words, inks: dict[str, Ink]) -> list[str]:
    bold = ' font-weight="bold"' if mark.bold else ""
    head = (
        f'<g {_paint(inks, fill=mark.ink)} font-size="{_number(mark.size)}" '
        f'text-anchor="{mark.anchor}"{bold}>'
    )
    texts = "".join(
        f'<text x="{_number(x)}" y="{_number(y)}">{_safe(text)}</text>'
        for (x, y), text in zip(mark.places.tolist(), mark.texts, strict=True)
    )
    return [head + texts + "</g>"]


def _bitmap(mark: shapes.Bitmap, inks: dict[str, Ink]) -> list[str]:
    """Return the SVG lines of a bitmap, with each row as horizontal runs of one colour."""
    if mark.fills.size > MAX_PIXELS:
        rows, columns = mark.fills.shape
        raise UsageError(
            f"an SVG picture has at most {MAX_PIXELS} pixels, this one has {rows} x {columns}; "
            "ask for a .png file"
        )
    lines = [
        f'<g transform="translate({_number(mark.x)} {_number(mark.y)}) scale({mark.scale})" '
        'shape-rendering="crispEdges">',
        f'<rect {_paint(inks, fill=mark.ground)} width="{mark.fills.shape[1]}" '
        f'height="{mark.fills.shape[0]}"/>',
    ]
    for fill in np.unique(mark.fills[mark.fills > 0]).tolist():
        path = "".join(_runs(mark.fills == fill))
        lines.append(f'<path {_paint(inks, line=FILLS[fill])} d="{path}"/>')
    return [*lines, "</g>"]


def _runs(here: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> list[str]:
    """Return SVG path data that covers a matrix's true entries, as horizontal runs by row."""
    rows, columns = here.shape
    framed = np.zeros((rows, columns + 2), dtype=np.int8)
    framed[:, 1:-1] = here
    change = np.diff(framed, axis=1)
    row, start = np.nonzero(change == 1)
    _, end = np.nonzero(change == -1)
    pieces, last = [], -1
    at = 0
    for y, left, right in zip(row.tolist(), start.tolist(), end.tolist(), strict=True):
        if y != last:
            pieces.append(f"M{left} {y}.5h{right - left}")
            last = y
        else:
            pieces.append(f"m{left - at} 0h{right - left}")
        at = right
    return pieces


def _paint(inks: dict[str, Ink], *, fill: Ink = NONE, line: Ink = NONE, width: float = 1) -> str:
    """Return the SVG attributes for fill and outline, and add their colours to ``inks``."""
    used = [(kind, ink) for kind, ink in (("f", fill), ("s", line)) if ink is not NONE]
    inks |= {ink.name: ink for _, ink in used}
    names = " ".join(f"{kind}-{ink.name}" for kind, ink in used)
    stroke = "" if line is NONE else f' stroke="{line.light}"'
    thick = "" if line is NONE or width == 1 else f' stroke-width="{_number(width)}"'
    return f'class="{names}" fill="{fill.light}"{stroke}{thick}'


def _number(value: float) -> str:
    """Format a number with at most two decimals, without trailing zeros."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def _safe(text: str) -> str:
    """Return text escaped for XML, with forbidden characters replaced."""
    return escape("".join(ch if ch.isprintable() else "�" for ch in text), quote=True)
