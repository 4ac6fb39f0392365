"""Meaning of characters in drawings: digits are colours, other signs are on, off or a hole.

Published boards use the same signs differently: ``#`` is a lit light in some and "no light" in
others, ``O`` is a lit light or a nought.  So a mixture of signs is read only when a second reading
would leave nothing to solve; otherwise both readings are shown, and a legend decides.

Emoji: a lamp or a bright colour beside a dark or hollow partner is on.  Two bright glyphs, or white
beside black, read two ways (white squares are "off" on a light page and "on" in a dark one): then
the line that decides is offered, ready to paste.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from lo_exact.errors import InputError, printable
from lo_exact.formats.board.header import Entry
from lo_exact.formats.board.places import Line, natural, quoted
from lo_exact.puzzle import ANY
from lo_exact.topology import HOLE

DIGITS = "0123456789"
OFF = ".-_□·–−"
"""Word processors write an en dash or a minus sign for a hyphen."""
ON = "#*■OXx"
HOLES = "~ "
DOES_NOT_MATTER = "?"
_ALSO_WALLS = "#Xx"
COMMAS = "rows have no commas; a board with commas is written as a list [[1, 0], [0, 1]]"
"""The problem of rows with commas."""


class GlyphError(InputError):
    """Error about an ambiguous character; the caller adds its position."""

    def __init__(self, problem: str, glyph: str, unknown: Iterable[str] = ()):
        super().__init__(problem)
        self.glyph = glyph
        self.unknown: tuple[str, ...] = tuple(unknown)


def parse_legend(entry: Entry, colours: int) -> dict[str, int]:
    """Parse ``glyph=meaning`` pairs: a colour, ``on``, ``off`` or ``hole``.

    Returns:
        For each glyph its colour, or `HOLE`.

    Raises:
        InputError: With its place.
    """
    legend: dict[str, int] = {}
    for word in (word for row in entry.rows for word in row.words()):
        glyph, equals, meaning = word.text[:1], word.text[1:2], word.text[2:]
        if equals != "=" or not meaning:
            raise word.error(f"a legend has pairs like #=on or o=hole, got {quoted(word.text)}")
        if glyph in "~/?;[":
            raise word.error(f"{quoted(glyph)} has a fixed meaning and cannot be in a legend")
        if glyph in legend:
            raise word.error(f"the legend says {quoted(glyph)} twice")
        place = Line(meaning, word.number, word.column + 2)
        if meaning == "hole":
            legend[glyph] = HOLE
        elif meaning == "on" and colours > 2:
            raise place.error(f"with {colours} colours on may be 1..{colours - 1}: say which")
        elif meaning in ("on", "off"):
            legend[glyph] = int(meaning == "on")
        else:
            legend[glyph] = natural(place, "a colour, on, off or hole: a colour", 0, colours - 1)
    return legend


def decide(
    seen: Iterable[str], colours: int, legend: Mapping[str, int], *, from_off: bool
) -> dict[str, int]:
    """Return the meaning of each character of a drawing.

    Args:
        seen: The glyphs that occur.
        colours: c <= 10, so that every digit is one colour.
        legend: Meanings given by the author.
        from_off: Whether a board of dark lights is solved already; then a reading that leaves only
            dark lights is not a puzzle.

    Returns:
        For each glyph a colour, `HOLE` or `ANY`.  Digits are not checked against c.

    Raises:
        GlyphError: When there are two readings, or none.
    """
    rest = sorted(set(seen) - set(legend) - set(HOLES) - {DOES_NOT_MATTER})
    unknown = [glyph for glyph in rest if glyph not in DIGITS + OFF + ON]
    if unknown and colours == 2 and (lit := _lamps(rest, unknown[0], blanks=" " in seen)):
        return dict.fromkeys(HOLES, HOLE) | {DOES_NOT_MATTER: ANY} | dict(legend) | lit
    if unknown:
        raise unknown_glyph(unknown[0], unknown)
    digits = [glyph for glyph in rest if glyph in DIGITS]
    off = [glyph for glyph in rest if glyph in OFF]
    on = [glyph for glyph in rest if glyph in ON]
    meaning = dict.fromkeys(HOLES, HOLE) | {DOES_NOT_MATTER: ANY} | dict(legend)
    meaning |= {glyph: int(glyph) for glyph in digits}
    if on and colours > 2:
        raise GlyphError(
            f"with {colours} colours {quoted(on[0])} may be any of 1..{colours - 1}: write digits, "
            f"or a line like legend: {on[0]}=1",
            on[0],
        )
    if digits and (off or on):
        odd = (off + on)[0]
        first = f"{quoted(odd)} is {'off' if off else 'on'}"
        second = f"{quoted(odd)} is {'the digit 0' if odd == 'O' else 'no light'}"
        raise GlyphError(_two_readings(f"{first}, digits are colours", second, odd), odd)
    for kind, signs in (("off", off), ("on", on)):
        if len(signs) > 1:
            odd = next((sign for sign in signs if sign in _ALSO_WALLS), signs[0])
            other = next(sign for sign in signs if sign != odd)
            first = f"{quoted(odd)} and {quoted(other)} are both {kind}"
            second = f"{quoted(odd)} is no light and {quoted(other)} is {kind}"
            raise GlyphError(_two_readings(first, second, odd), odd)
    if on and on[0] in _ALSO_WALLS and off and not from_off and "~" not in seen:
        first = f"{quoted(on[0])} is on, {quoted(off[0])} is off"
        second = f"{quoted(on[0])} is no light, and every light is off"
        raise GlyphError(_two_readings(first, second, on[0]), on[0])
    return meaning | dict.fromkeys(off, 0) | dict.fromkeys(on, 1)


def _lamps(rest: Sequence[str], odd: str, *, blanks: bool) -> dict[str, int]:
    """Return the meaning of emoji and similar signs; nothing unless ``odd`` is one of them.

    Raises:
        GlyphError: When they read two ways; a lone lamp among blanks does, for a blank is a hole.
    """
    if odd not in SIGNS:
        return {}
    lit = lamps(rest)
    if lit is None or (len(rest) == 1 and blanks):
        raise GlyphError(choice(rest), odd)
    return lit


def unknown_glyph(glyph: str, every: Iterable[str] = ()) -> GlyphError:
    """Return the error about an unknown character, one of ``every`` unknown one."""
    return GlyphError(_unknown(glyph), glyph, every)


def _two_readings(first: str, second: str, glyph: str) -> str:
    choice = f"legend: {glyph}={'on' if glyph in ON else 'off'} or legend: {glyph}=hole"
    if glyph == "O":
        choice = "legend: O=on or legend: O=off"
    return f"the board reads two ways: {first} | {second}; say which by a line {choice}"


def _unknown(glyph: str) -> str:
    name = unicodedata.name(glyph, "")
    about = f"U+{ord(glyph):04X}{' ' + name if name else ''}"
    if glyph.isdigit():
        return f"colours are written in ASCII digits 0-9, got {quoted(glyph)} ({about})"
    if glyph == ",":
        return COMMAS
    return f"no glyph of a board: {quoted(glyph)} ({about}); a legend can give it a meaning"


BRIGHT = frozenset("🟨🟡💡🔆🌟⭐✨🌞🌕🔴🟠🟢🔵🟣🟥🟧🟩🟦🟪●◉★✅🔥■█▓")
"""Glyphs that are on beside a dark one."""

DARK = frozenset("⬛⚫◼▪🖤🌑🌚○◯◌☆☐□◻❌🔲口░")
"""Glyphs that are off beside a bright one."""

EITHER = frozenset("⬜⚪◽🤍☑🔳🟫🟤")
"""Glyphs seen on boards that are on in some and off in others."""

SIGNS = BRIGHT | DARK | EITHER


def lamps(glyphs: Sequence[str]) -> dict[str, int] | None:
    """Return the meaning of one bright and one dark sign, or of either alone; None for others.

    Args:
        glyphs: All glyphs of a drawing that have no meaning yet, each once.
    """
    on = [glyph for glyph in glyphs if glyph in BRIGHT]
    off = [glyph for glyph in glyphs if glyph in DARK]
    if len(on) > 1 or len(off) > 1 or len(on) + len(off) < len(glyphs):
        return None
    return dict.fromkeys(on, 1) | dict.fromkeys(off, 0)


def choice(glyphs: Sequence[str]) -> str:
    """Return a sentence that suggests legends for two characters with two possible meanings."""
    unseen = next((glyph for glyph in glyphs if not glyph.isprintable()), "")
    if unseen:
        return f"a board has no glyph {printable(unseen)!r} (U+{ord(unseen):04X})"
    ways = [("on", "off"), ("off", "on")] if len(glyphs) < 3 else [range(len(glyphs))]
    lines = [" ".join(f"{g}={word}" for g, word in zip(glyphs, way, strict=False)) for way in ways]
    said = " or ".join(f"legend: {line}" for line in lines)
    return f"{' and '.join(glyphs[:6])} read several ways: write a line {said}"
