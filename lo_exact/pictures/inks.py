"""Colours of lights, presses, lines and text, for light and for dark backgrounds.

The hues are those of Okabe and Ito (2008), which people of every colour vision tell apart; from
nine colours on a ramp from light to dark is used, and the digits say which colour it is.  Off is
nearly the paper's own colour, so that only what is lit or pressed stands out.
"""

from dataclasses import dataclass

import numpy as np

from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True)
class Ink:
    """Named colour, given as ``#rrggbb`` for light and for dark backgrounds."""

    name: str
    light: str
    dark: str

    @property
    def is_deep(self) -> bool:
        """Return whether the colour is so dark that text on it must be white."""
        red, green, blue = rgb(self.light)
        return 299 * red + 587 * green + 114 * blue < 128_000


PAPER = Ink("paper", "#ffffff", "#17191c")
WORDS = Ink("words", "#222222", "#e8e8e8")
FAINT = Ink("faint", "#6b6b6b", "#a8a8a8")
LINE = Ink("line", "#c4c4c4", "#4a4f55")
OFF = Ink("off", "#f5f5f2", "#26292d")
MAYBE = Ink("maybe", "#dcdcdc", "#3a3f45")
"""A light that does not matter."""
NONE = Ink("none", "none", "none")
DEEP = Ink("deep", "#000000", "#000000")
WHITE = Ink("white", "#ffffff", "#ffffff")
DOT = Ink("dot", "#0072b2", "#2f8fcb")
"""A press."""
TINT = Ink("tint", "#56b4e9", "#56b4e9")
"""Places that are spoken of: those of a quiet pattern laid over presses."""
INK = Ink("ink", "#222222", "#e8e8e8")
"""The set pixels of a matrix."""

HUES = tuple(
    Ink(f"hue{k}", colour, colour)
    for k, colour in enumerate(
        ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7"], start=1
    )
)
"""Okabe and Ito's seven hues, in the order in which the colours 1, 2, ... take them."""

STEPS = 16
_PALE, _STRONG = (255, 237, 160), (102, 37, 6)


def _ramp(step: int) -> Ink:
    parts = [round(a + (b - a) * step / (STEPS - 1)) for a, b in zip(_PALE, _STRONG, strict=True)]
    colour = "#" + "".join(f"{part:02x}" for part in parts)
    return Ink(f"ramp{step + 1}", colour, colour)


RAMP = tuple(_ramp(step) for step in range(STEPS))
"""For nine colours and more: from pale to dark."""

FILLS = (OFF, *HUES, *RAMP, MAYBE, TINT, INK, PAPER)
"""What a square may be filled with; arrays hold places of this table."""


def fill_number(ink: Ink) -> int:
    """Return the index of a colour in `FILLS`."""
    return FILLS.index(ink)


def fills_of(values: IntArray, colours: int) -> IntArray:
    """Return the fill colour of each value, as indices into `FILLS`.

    Args:
        values: any shape, int64: 0..c-1, or -1 for a light that does not matter.
        colours: c.
    """
    if colours <= len(HUES) + 1:
        numbers = values.copy()
    else:
        # values are below 2**31, so the products are below 2**35
        ramp = 1 + len(HUES) + (values - 1) * (STEPS - 1) // (colours - 2)
        numbers = np.where(values > 0, ramp, values)
    return np.where(values < 0, fill_number(MAYBE), numbers)


def rgb(colour: str) -> tuple[int, int, int]:
    """Convert ``#rrggbb`` to three integers 0..255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
