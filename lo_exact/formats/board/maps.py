"""Boards with several kinds of buttons: one rule for each letter, and a map of letters.

rules:
p = plus
a = .1. / 1[2]1 / .1.
rule:
ppa
p~p
"""

import re
from collections.abc import Mapping
from functools import partial
from string import ascii_letters

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.formats.board.header import Entry, parsed_rule
from lo_exact.formats.board.places import Line, quoted
from lo_exact.formats.board.rows import board_lines, character_rows, check_shape, first_place
from lo_exact.topology.grid import Mask
from lo_exact.topology.mixed import MAX_MAP_PLACES, RuleMap, map_rule

NONE = "~."
"""Signs of a cell without a button."""


def read_map(entries: Mapping[str, Entry], colours: int, lights: Mask) -> RuleMap:
    """Return the rule of each button in a header with the key ``rule`` or ``rules``.

    Args:
        entries: The header.
        colours: c.
        lights: (rows, columns): mask of the cells with lights.

    Raises:
        InputError: When the map does not parse, with line and column.
    """
    given = [key for key in ("rule", "rules") if key in entries]
    entries[given[0]].at.reject(
        len(given) < 2, "a map has two keys: rules: says what letters mean, rule: draws the letters"
    )
    for key, said in (("neighbourhood", "how buttons act"), ("buttons", "where buttons are")):
        if key in entries:
            raise entries[key].at.error(f"the map says {said}, and so does {key}")
    rules = _rules(entries["rules"], colours)
    return RuleMap(tuple(rules.values()), _which(entries["rule"], list(rules), lights))


def _rules(entry: Entry, colours: int) -> dict[str, str]:
    rules: dict[str, str] = {}
    for letter, rule in _pairs(entry):
        letter.reject(
            len(letter.text) != 1 or letter.text not in ascii_letters,
            f"a rule has a letter a to z or A to Z, got {quoted(letter.text)}",
        )
        letter.reject(letter.text in rules, f"the letter {letter.text} stands twice")
        rules[letter.text] = parsed_rule(rule.split("/"), partial(map_rule, colours=colours))
    return rules


def _pairs(entry: Entry) -> list[tuple[Line, Line]]:
    """Parse (letter, rule) pairs, one in each line, or all in the line of the key."""
    if not entry.block and len(entry.rows) > 1:
        raise entry.rows[1].error("a rule that is drawn has a line of its own below rules:")
    lines = [line for row in entry.rows for line in ([row] if entry.block else row.words())]
    found = []
    for line in lines:
        match = re.fullmatch(r"\s*(\S+?)\s*=\s*(.*)", line.text)
        if match is None or not match[2]:
            raise line.stripped().error(f"a rule is written p = plus, got {quoted(line.text)}")
        found.append((line.group(match, 1), line.group(match, 2).stripped()))
    return found


def _which(entry: Entry, letters: list[str], lights: Mask) -> IntArray:
    drawn = character_rows(board_lines(entry.rows))
    check_shape("map has", drawn, lights.shape)
    entry.at.reject(
        lights.size > MAX_MAP_PLACES,
        f"a board whose buttons differ has at most {MAX_MAP_PLACES} places",
    )
    which = np.full(drawn.shape, len(letters), dtype=np.int64)
    which[np.isin(drawn.values, [ord(sign) for sign in (*NONE, " ")])] = -1
    for number, letter in enumerate(letters):
        which[drawn.values == ord(letter)] = number
    wrong = which == len(letters)
    if wrong.any():
        place = first_place(wrong)
        sign = quoted(chr(drawn.values[place]))
        raise drawn.error(
            f"rules: gives {sign} no rule; {', '.join(letters)} have one, ~ is no button", *place
        )
    return which
