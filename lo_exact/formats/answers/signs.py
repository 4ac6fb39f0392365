"""The meaning of signs of drawn presses: numbers, or one sign for pressed and one for not."""

from collections.abc import Callable, Iterable

from lo_exact.formats.board.glyphs import OFF, ON
from lo_exact.formats.board.places import Line, natural, quoted

MISSING = ("", "~", "?")
"""What stands where nothing is said."""

_WORDS = {"True": 1, "true": 1, "False": 0, "false": 0}


def meanings(glyphs: Iterable[str], colours: int, where: Callable[[str], Line]) -> dict[str, int]:
    """Return how many presses each glyph is.

    Args:
        glyphs: What stands at the places of buttons: words or single signs.
        colours: c.
        where: Returns a place of a glyph, for errors.

    Raises:
        InputError: On what is no number of presses, or could be two.
    """
    seen = sorted(set(glyphs))
    meaning: dict[str, int] = {}
    for glyph in seen:
        if glyph in MISSING:
            raise where(glyph).error("a button's presses are missing here")
        if glyph in _WORDS:
            meaning[glyph] = _WORDS[glyph]
        elif len(glyph) > 1 or glyph not in OFF + ON:
            meaning[glyph] = natural(where(glyph), "a number of presses", 0, colours - 1)
    numbers = [glyph for glyph in seen if glyph in meaning]
    off = [glyph for glyph in seen if glyph not in meaning and glyph in OFF]
    on = [glyph for glyph in seen if glyph not in meaning and glyph in ON]
    _refuse_two_readings(numbers, off, on, colours, where)
    return meaning | dict.fromkeys(off, 0) | dict.fromkeys(on, 1)


def _refuse_two_readings(
    numbers: list[str], off: list[str], on: list[str], colours: int, where: Callable[[str], Line]
) -> None:
    if on and colours > 2:
        raise where(on[0]).error(
            f"with {colours} colours {quoted(on[0])} may be any of 1..{colours - 1}: write numbers"
        )
    for name, signs in (("not pressed", off), ("pressed", on)):
        if len(signs) > 1:
            raise where(signs[1]).error(
                f"the presses read two ways: {quoted(signs[0])} is {name} | {quoted(signs[1])} is"
            )
    if on and numbers:
        other = "the digit 0" if on[0] == "O" else "no button"
        raise where(on[0]).error(
            f"the presses read two ways: {quoted(on[0])} is pressed | it is {other}"
        )
    if on == ["O"] and not off:
        raise where("O").error("the presses read two ways: 'O' is pressed | it is the digit 0")
    if numbers and set(off) & set("-_"):
        raise where(off[0]).error(
            f"the presses read two ways: {quoted(off[0])} is not pressed | it belongs to a number"
        )
    if off and "0" in numbers:
        raise where(off[0]).error(
            f"the presses read two ways: {quoted(off[0])} is not pressed | it is no button"
        )
