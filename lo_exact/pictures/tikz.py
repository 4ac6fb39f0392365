r"""Scenes as TikZ, for papers and worksheets in LaTeX: a file to ``\input``, a picture a page.

    \usepackage{tikz}   % in the preamble
    \input{board.tex}

A pixel is 3/4 of a point (bp), y grows downwards as in the scene.  Letters are those of the
document, in the size that the scene wants; text beyond Latin needs a document that has the letters
(XeLaTeX, LuaLaTeX, upLaTeX).  A picture that moves is drawn as it ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from lo_exact.errors import UsageError
from lo_exact.pictures import marks as shapes
from lo_exact.pictures.inks import FILLS, NONE, Ink, rgb
from lo_exact.pictures.marks import Mark
from lo_exact.pictures.scene import Scene

MAX_PLACES = 2**14
"""The largest matrix, in pixels, that is written for TeX, which holds a picture in memory."""

_ESCAPED = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", '"': "''",
}  # fmt: skip

ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}


def to_tikz(scenes: Sequence[Scene]) -> str:
    """Return TikZ pictures, the second and later ones on pages of their own.

    Raises:
        UsageError: When a matrix has more than `MAX_PLACES` pixels.
    """
    head = "% needs \\usepackage{tikz} in the preamble\n"
    return head + "\\clearpage\n".join(_picture(scene) for scene in scenes)


def _picture(scene: Scene) -> str:
    lines = [
        r"\begin{tikzpicture}[x=0.75bp,y=-0.75bp,line width=0.75bp,inner sep=0pt]",
        rf"\path[use as bounding box] (0,0) rectangle ({_number(scene.width)},"
        rf"{_number(scene.height)});",
        *(line for mark in scene.marks for line in _drawn(mark)),
        r"\end{tikzpicture}",
    ]
    return "\n".join(lines) + "\n"


def _drawn(mark: Mark) -> Iterator[str]:
    """Yield the lines of one mark."""
    match mark:
        case shapes.Group(x, y, marks, scale):
            yield (
                rf"\begin{{scope}}[shift={{({_number(x)},{_number(y)})}},scale={_number(scale, 4)}]"
            )
            for one in marks:
                yield from _drawn(one)
            yield r"\end{scope}"
        case shapes.Squares():
            side = mark.side
            boxes = [_box(x, y, side, side) for x, y in mark.corners.tolist()]
            yield from _painted(boxes, mark.fill, mark.outline)
        case shapes.Hexagons():
            paths = ["--".join(_at(x, y) for x, y in six) + "--cycle" for six in mark.corners]
            yield from _painted(paths, mark.fill, mark.outline)
        case shapes.Dots():
            radius = _number(mark.radius * 0.75)
            discs = [f"{_at(x, y)} circle[radius={radius}bp]" for x, y in mark.centres.tolist()]
            yield from _painted(discs, mark.fill, mark.rim, 1.5)
        case shapes.Lines():
            ends = [f"{_at(a, b)}--{_at(c, d)}" for a, b, c, d in mark.ends.tolist()]
            yield from _painted(ends, NONE, mark.ink, mark.width)
        case shapes.Bars():
            yield from _painted([_box(*box) for box in mark.boxes.tolist()], mark.fill)
        case shapes.Words():
            yield from _words(mark)
        case shapes.Curve():
            yield from _painted([_curve(mark)], NONE, mark.ink, mark.width)
        case shapes.Changing():
            corner = np.array([mark.corner])
            yield from _drawn(shapes.Squares(corner, mark.side, mark.inks[-1], mark.outline))
        case shapes.Moving():
            pass
        case shapes.Bitmap():
            yield from _bitmap(mark)


def _painted(paths: list[str], fill: Ink, line: Ink = NONE, width: float = 1) -> Iterator[str]:
    """Yield paths of one ink, each a command of its own: TeX has no room for long ones."""
    options = [] if fill is NONE else [f"fill={_colour(fill)}"]
    if line is not NONE:
        options.append(f"draw={_colour(line)}")
        options += [] if width == 1 else [f"line width={_number(width * 0.75)}bp"]
    yield from (rf"\path[{','.join(options)}] {path};" for path in paths)


def _words(mark: shapes.Words) -> Iterator[str]:
    size = _number(mark.size * 0.75)
    font = rf"\fontsize{{{size}bp}}{{{size}bp}}\selectfont" + (r"\bfseries" if mark.bold else "")
    for (x, y), text in zip(mark.places.tolist(), mark.texts, strict=True):
        shown = "".join(_ESCAPED.get(one, one if one.isprintable() else "?") for one in text)
        yield (
            rf"\node[anchor={ANCHORS[mark.anchor]},text={_colour(mark.ink)},font={font}] "
            rf"at {_at(x, y)} {{{shown}}};"
        )


def _curve(mark: shapes.Curve) -> str:
    """Return M, L and C pieces as a TikZ path."""
    path = ""
    for letter, numbers in mark.steps:
        spots = [_at(x, y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if letter == "C":
            path += f" .. controls {spots[0]} and {spots[1]} .. {spots[2]}"
        else:
            path += f" {spots[0]}" if letter == "M" else f"--{spots[0]}"
    return path.strip()


def _bitmap(mark: shapes.Bitmap) -> Iterator[str]:
    rows, columns = mark.fills.shape
    if mark.fills.size > MAX_PLACES:
        raise UsageError(
            f"a TikZ picture has at most {MAX_PLACES} pixels, this one has {rows} x {columns}; "
            "ask for a .png file"
        )
    scale = mark.scale
    ground = _box(mark.x, mark.y, columns * scale, rows * scale)
    yield from _painted([ground], mark.ground)
    for fill in np.unique(mark.fills[mark.fills > 0]).tolist():
        where = np.argwhere(mark.fills == fill)[:, ::-1] * scale + np.array([mark.x, mark.y])
        yield from _painted([_box(x, y, scale, scale) for x, y in where.tolist()], FILLS[fill])


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"{_at(x, y)} rectangle {_at(x + width, y + height)}"


def _at(x: float, y: float) -> str:
    return f"({_number(x)},{_number(y)})"


def _colour(ink: Ink) -> str:
    red, green, blue = rgb(ink.light)
    return f"{{rgb,255:red,{red};green,{green};blue,{blue}}}"


def _number(value: float, digits: int = 2) -> str:
    return f"{round(float(value), digits) + 0:.{digits}f}".rstrip("0").rstrip(".")
