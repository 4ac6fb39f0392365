"""The meaning of signs of drawn presses: numbers, or one sign for pressed and one for not."""

import re
from collections.abc import Mapping

from lo_exact.formats.board.glyphs import DIGITS, HOLES, OFF, GlyphError, decide
from lo_exact.formats.board.places import Line, natural

MISSING = ("", "?", *HOLES)
"""What stands where nothing is said."""

_WORDS = {"True": 1, "true": 1, "False": 0, "false": 0}

_OF_PRESSES = {
    "the board reads": "the presses read",
    "digits are colours": "digits are presses",
    "is on": "is pressed",
    "both on": "both pressed",
    "is off": "is not pressed",
    "both off": "both not pressed",
    "light": "button",
}
_OF_BOARDS = re.compile("|".join(_OF_PRESSES))


def meanings(places: Mapping[str, Line], colours: int) -> dict[str, int]:
    """Return how many presses each glyph is.

    Args:
        places: What stands at the places of buttons, words or single signs, each with a place.
        colours: c.

    Raises:
        InputError: On what is no number of presses, or could be two.
    """
    meaning: dict[str, int] = {}
    for glyph, place in sorted(places.items()):
        if glyph in MISSING:
            raise place.error("a button's presses are missing here")
        if glyph in _WORDS:
            meaning[glyph] = _WORDS[glyph]
        elif len(glyph) > 1 or glyph in DIGITS or (glyph.isalpha() and glyph not in "OXx"):
            meaning[glyph] = natural(place, "a number of presses", 0, colours - 1)
    signs = set(places) - set(meaning)
    if meaning and signs and signs <= set(OFF) - {*"-_"} and not {"0", *_WORDS} & set(meaning):
        signs.discard(min(signs))
        meaning |= dict.fromkeys(set(places) - set(meaning) - signs, 0)
    try:
        numbers = {"1"} if (meaning and signs) or signs == {"O"} else set()
        return decide(signs | numbers, min(colours, 10), {}, from_off=True) | meaning
    except GlyphError as error:
        problem = _OF_BOARDS.sub(lambda found: _OF_PRESSES[found[0]], error.problem)
        problem = problem.partition("; say")[0]
        raise places.get(error.glyph, min(places.values())).error(problem) from None
