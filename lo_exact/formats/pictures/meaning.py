"""Which colour of a picture is which number: a legend, our own palette, or a lamp in the dark.

Beside a dark grey one a bright, strong colour is on; everything else reads two ways (white and
black, blue and white), and is refused with the legend that would decide it, ready to paste.
"""

from __future__ import annotations

import re
from itertools import permutations

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import InputError, UsageError
from lo_exact.formats.board import ReadOptions
from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.formats.pictures.squares import NEAR, Colour, Seen, hex_of
from lo_exact.pictures.inks import HUES, LINE, OFF, rgb
from lo_exact.topology import HOLE

WORDS = {"off": 0, "on": 1, "hole": HOLE}
_PAIR = re.compile(r"(#[0-9a-fA-F]{6})=(\w+)", re.ASCII)
_LISTED = 2
"""Legends that are offered."""


def own_colours(seen: Seen, options: ReadOptions) -> IntArray | None:
    """Return (rows, columns) of the colours of one of our own pictures; None when it is none.

    Raises:
        InputError: When the number of colours is not said.
    """
    palette = [np.array(rgb(ink.light)) for ink in (OFF, *HUES)]
    meaning = []
    for colour in seen.colours:
        away = [int(np.abs(ink - np.array(colour)).max()) for ink in palette]
        if min(away) > 1:
            return None
        meaning.append(int(np.argmin(away)))
    line = int(np.abs(np.array(rgb(LINE.light)) - np.array(seen.between)).max()) <= 1
    return _placed(seen, meaning, options) if line and options.legend is None else None


def meant_colours(seen: Seen, options: ReadOptions) -> IntArray:
    """Return (rows, columns) of colours 0..c-1, `HOLE` where there is no light.

    Raises:
        InputError: When the picture does not say which colour is which.
        UsageError: When the legend does not fit the picture.
    """
    if options.legend is not None:
        return _placed(seen, _by_legend(seen, options.legend), options)
    return _placed(seen, _lamps(seen, options.colours or 2), options)


def _placed(seen: Seen, meaning: list[int], options: ReadOptions) -> IntArray:
    if options.colours is None and max(meaning) > 1:
        raise InputError(f"{seen.words}; say how many colours the puzzle has: --colours C")
    return np.array(meaning, dtype=np.int64)[seen.kinds]


def _lamps(seen: Seen, colours: int) -> list[int]:
    if len(seen.colours) == 2 and colours == 2:
        lit = [_is_lamp(colour) for colour in seen.colours]
        dark = [_is_dark(colour) for colour in seen.colours]
        for on in (0, 1):
            if lit[on] and dark[1 - on]:
                return [int(k == on) for k in (0, 1)]
    raise InputError(f"{seen.words}; which is which? {_offers(seen, colours)}")


def _is_lamp(colour: Colour) -> bool:
    return max(colour) >= 200 and max(colour) - min(colour) >= 80


def _is_dark(colour: Colour) -> bool:
    return max(colour) <= 110


def _offers(seen: Seen, colours: int) -> str:
    """Return legends to paste."""
    names = [hex_of(colour) for colour in seen.colours]
    words = ["on", "off"] if colours == 2 and len(names) <= 2 else [*map(str, range(len(names)))]
    orders = list(permutations(words, len(names)))[:_LISTED]
    written = [
        " ".join(f"{name}={word}" for name, word in zip(names, order, strict=True))
        for order in orders
    ]
    return "say it: " + " or ".join(f"--legend '{legend}'" for legend in written)


def _by_legend(seen: Seen, legend: str) -> list[int]:
    said: dict[Colour, int] = {}
    for word in Line(legend, 0).words():
        found = _PAIR.fullmatch(word.text)
        if found is None:
            raise UsageError(f"legend: a picture's is '#rrggbb=on ...', got {quoted(word.text)}")
        value = WORDS.get(found[2])
        if value is None:
            try:
                value = natural(word._replace(text=found[2]), "a colour", 0, 9)
            except InputError as error:
                raise UsageError(f"legend: {error.problem}; or on, off, hole") from None
        said[rgb(found[1].lower())] = value
    meaning = []
    for colour in seen.colours:
        away = {c: max(abs(a - b) for a, b in zip(c, colour, strict=True)) for c in said}
        near = [c for c, far in away.items() if far <= NEAR]
        if len(near) != 1:
            raise UsageError(f"legend: nothing certain about {hex_of(colour)}; {seen.words}")
        meaning.append(said[near[0]])
    return meaning
