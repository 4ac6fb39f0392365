"""Emoji and geometric glyphs: which of two is the light that is on.

A lamp or a bright colour beside a dark or hollow partner is on.  Two bright glyphs, or white beside
black, read two ways (white squares are "off" on a light page and "on" in a dark one): then the line
that decides is offered, ready to paste.
"""

from __future__ import annotations

from collections.abc import Sequence

from lo_exact.errors import printable

BRIGHT = frozenset("🟨🟡💡🔆🌟⭐✨🌞🌕🔴🟠🟢🔵🟣🟥🟧🟩🟦🟪●◉★✅🔥■")
"""Glyphs that are on beside a dark one."""

DARK = frozenset("⬛⚫◼▪🖤🌑🌚○◯◌☆☐□◻❌🔲")
"""Glyphs that are off beside a bright one."""

EITHER = frozenset("⬜⚪◽🤍☑🔳🟫🟤")
"""Glyphs seen on boards that are on in some and off in others."""

SIGNS = BRIGHT | DARK | EITHER


def lamps(glyphs: Sequence[str]) -> dict[str, int] | None:
    """Return what glyphs mean, when they are one bright and one dark one, or one of them alone.

    Args:
        glyphs: All glyphs of a drawing that have no meaning yet, each once.
    """
    on = [glyph for glyph in glyphs if glyph in BRIGHT]
    off = [glyph for glyph in glyphs if glyph in DARK]
    if len(on) > 1 or len(off) > 1 or len(on) + len(off) < len(glyphs):
        return None
    return dict.fromkeys(on, 1) | dict.fromkeys(off, 0)


def choice(glyphs: Sequence[str]) -> str:
    """Return the sentence that offers legends for two glyphs that read two ways."""
    first, *rest = glyphs
    unseen = next((glyph for glyph in glyphs if not glyph.isprintable()), "")
    if unseen:
        return f"a board has no glyph {printable(unseen)!r} (U+{ord(unseen):04X})"
    if not rest:
        return f"{first} may be on or off: write a line legend: {first}=on or legend: {first}=off"
    if len(rest) == 1:
        return (
            f"{first} and {rest[0]} read two ways: write a line legend: {first}=on {rest[0]}=off "
            f"or legend: {first}=off {rest[0]}=on"
        )
    pairs = " ".join(f"{glyph}={k}" for k, glyph in enumerate(glyphs))
    return f"{len(glyphs)} kinds of glyphs are colours: write a line like legend: {pairs}"
