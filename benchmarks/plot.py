"""A plot with a logarithmic time axis as SVG, in plain Python.

One polyline a series, with a thin line from the fastest to the slowest board; a hollow mark on the
dashed line is a run stopped at the limit.  The axis below is linear, or logarithmic too; series of
many points have no marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, HEIGHT = 760, 430
LEFT, RIGHT, TOP, BOTTOM = 70, 190, 40, 50
MOST_MARKS = 60
MOST_TICKS = 16
COLOURS = ("#0b6e4f", "#c1121f", "#f18f01", "#5c4d7d", "#1d70a2", "#6b705c", "#9d0759")


@dataclass(frozen=True)
class Point:
    """A median: where, how many seconds, and whether the limit came first.

    Attributes:
        spread: the fastest and the slowest of several boards; None for one.
    """

    x: float
    seconds: float
    stopped: bool
    spread: tuple[float, float] | None = None


def log_plot(
    title: str,
    x_label: str,
    series: dict[str, Sequence[Point]],
    limit: float,
    label: Callable[[int], str] | None = None,
    *,
    log_x: bool = False,
) -> str:
    """Return an SVG document.

    Args:
        title: above the plot.
        x_label: below it.
        series: points by name, ascending in x.
        limit: seconds of CPU time at which runs were stopped; 0 for none.
        label: what stands at a power of ten, where the axis has no seconds.
        log_x: whether the axis below is logarithmic, x above 0.
    """
    said = label or _seconds
    points = [point for line in series.values() for point in line]
    xs = sorted({point.x for point in points})
    seconds = [value for p in points for value in (p.seconds, *(p.spread or ()))]
    seconds += [limit] if limit else []
    low, high = floor(log10(min(seconds))), ceil(log10(max(seconds)))
    first, last = (log10(xs[0]), log10(xs[-1])) if log_x else (xs[0], xs[-1])
    ticks = xs
    if log_x:
        powers = (10**power for power in range(ceil(first), floor(last) + 1))
        ticks = sorted({xs[0], *powers, xs[-1]})
    elif len(xs) > MOST_TICKS:
        step = 10 ** floor(log10(xs[-1] - xs[0]))
        ticks = [xs[0], *range(step, int(xs[-1]) + 1, step)]

    def across(x: float) -> float:
        place = (log10(x) if log_x else x) - first
        return LEFT + place / ((last - first) or 1) * (WIDTH - LEFT - RIGHT)

    def up(value: float) -> float:
        return HEIGHT - BOTTOM - (log10(value) - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    right, floor_y = WIDTH - RIGHT, HEIGHT - BOTTOM
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{escape(title)}</text>',
        f'<text x="{(LEFT + right) / 2:.0f}" y="{HEIGHT - 12}" text-anchor="middle">'
        f"{escape(x_label)}</text>",
    ]
    for power in range(low, high + 1):
        y = up(10.0**power)
        out += [
            f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#ddd"/>',
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{said(power)}</text>',
        ]
    out += [
        f'<text x="{across(x):.1f}" y="{floor_y + 18}" text-anchor="middle">{x:,.10g}</text>'
        for x in ticks
    ]
    if limit:
        y = up(limit)
        out.append(f'<path d="M{LEFT} {y:.1f}H{right}" stroke="#888" stroke-dasharray="4 3"/>')
        out.append(f'<text x="{LEFT + 6}" y="{y - 6:.1f}" fill="#666">limit {limit:g} s</text>')
    for k, (name, line) in enumerate(series.items()):
        colour = COLOURS[k % len(COLOURS)]
        places = [(across(p.x), up(p.seconds), p.stopped) for p in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in places)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        out += [
            f'<path d="M{across(p.x):.1f} {up(p.spread[0]):.1f}V{up(p.spread[1]):.1f}" '
            f'stroke="{colour}" stroke-width="1" opacity="0.5"/>'
            for p in line
            if p.spread
        ]
        out += [
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" stroke="{colour}" '
            f'fill="{"white" if stopped else colour}"/>'
            for x, y, stopped in (places if len(places) <= MOST_MARKS else ())
        ]
        y = TOP + 40 + 20 * k
        out.append(
            f'<path d="M{right + 16} {y}h22" stroke="{colour}" stroke-width="3"/>'
            f'<text x="{right + 44}" y="{y + 4}">{escape(name)}</text>'
        )
    return "\n".join([*out, "</svg>"]) + "\n"


def _seconds(power: int) -> str:
    return f"{10.0**power:g} s" if power >= -3 else f"{10.0 ** (power + 6):g} µs"
