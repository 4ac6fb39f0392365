"""A histogram as a picture: SVG written here, PNG through matplotlib where it is installed.

Bars on a logarithmic scale, because the counts span many powers of ten and the ends are what one
wants to see; a minimum that no board has gets no bar.
"""

from __future__ import annotations

from html import escape
from math import log10
from pathlib import Path

from lo_exact.errors import MissingPackageError
from lo_exact.hardest.answer import Histogram

_WIDTH, _HEIGHT = 720, 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 16, 40, 48


def as_svg(found: Histogram, title: str) -> str:
    """Return a standalone SVG document.

    Args:
        found: the histogram.
        title: any text; it is escaped.
    """
    terms = found.listed
    powers = log10(max(terms)) + 0.3
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    step = wide / len(terms)
    safe = escape("".join(ch if ch.isprintable() else "�" for ch in title), quote=True)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="sans-serif" font-size="12" role="img">',
        f"<title>{safe}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>',
        f'<text x="{_WIDTH / 2:.0f}" y="22" text-anchor="middle" font-size="15">{safe}</text>',
    ]
    every = max(1, -(-int(powers) // 10))
    for power in range(0, int(powers) + 1, every):
        y = _TOP + high - high * power / powers
        parts.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>'
            f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">10<tspan '
            f'baseline-shift="super" font-size="9">{power}</tspan></text>'
        )
    label = max(1, -(-len(terms) // 24))
    for weight, count in enumerate(terms):
        x = _LEFT + step * weight
        if count:
            tall = max(high * log10(count) / powers, 1.5)
            parts.append(
                f'<rect x="{x + step * 0.1:.2f}" y="{_TOP + high - tall:.2f}" '
                f'width="{step * 0.8:.2f}" height="{tall:.2f}" fill="#3a6ea5">'
                f"<title>{weight}: {count}</title></rect>"
            )
        if weight % label == 0:
            parts.append(
                f'<text x="{x + step / 2:.2f}" y="{_HEIGHT - _BOTTOM + 16}" '
                f'text-anchor="middle">{weight}</text>'
            )
    parts.append(
        f'<text x="{_LEFT + wide / 2:.0f}" y="{_HEIGHT - 10}" text-anchor="middle">'
        "minimum (boards, logarithmic)</text></svg>"
    )
    return "\n".join(parts) + "\n"


def write_png(found: Histogram, title: str, path: Path) -> None:
    """Write a PNG picture.

    Raises:
        MissingPackageError: When matplotlib is not installed.
    """
    try:
        import matplotlib
    except ImportError:
        raise MissingPackageError(
            "PNG plots need matplotlib: pip install matplotlib (or ask for a .svg file)"
        ) from None
    matplotlib.use("Agg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.2, 4.0), dpi=150)
    axes = figure.add_subplot()
    present = {weight: count for weight, count in found.terms.items() if count}
    # matplotlib draws floats: heights are powers of ten, which even huge counts have
    axes.bar(list(present), [log10(count) for count in present.values()], color="#3a6ea5")
    axes.set_xlabel("minimum")
    axes.set_ylabel("log10 of boards")
    axes.set_title(title, parse_math=False)
    figure.savefig(path, format="png")
