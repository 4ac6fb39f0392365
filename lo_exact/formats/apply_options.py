"""Application of reading options to a puzzle after it has been parsed.

Used by formats whose own reader does not take options (board text has its own).
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.formats.board.header import objective_of, option_entry, parse_size
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import LISTED, Line, natural, of_option, quoted, reject
from lo_exact.formats.board.reader import Context, read_target
from lo_exact.puzzle import Objective, Puzzle
from lo_exact.topology.rules import rule_name

RULE_NOTES = {
    "cross": "cross: a press changes the four lights beside the button, not its own (plus: its own "
    "too)",
    "merlin": "the goal is all off; Merlin's own is the ring: --target 111/101/111, or --toy "
    "merlin",
}
"""Notes about rules named by an option, printed once."""


def as_toy(options: ReadOptions, text: str = "") -> tuple[ReadOptions, str]:
    """Return the options with ``toy`` replaced by the toy's rules and goal, and a note on the goal.

    Without a toy the note is about a rule whose name says too little.

    Args:
        options: the reading options.
        text: the board, which may be drawn with the toy's letters.

    Raises:
        UsageError: When there is no such toy, or an option contradicts it; a given target
            replaces the toy's own.
    """
    if options.toy is None:
        goal_said = options.target is not None and options.neighbourhood == "merlin"
        return options, "" if goal_said else RULE_NOTES.get(options.neighbourhood or "", "")
    from lo_exact.topology.toys import find_toy

    toy = find_toy(options.toy)
    own: dict[str, Any] = {
        "size": f"{toy.rows}x{toy.columns}", "neighbourhood": toy.neighbourhood,
        "topology": toy.topology, "colours": toy.colours,
    }  # fmt: skip
    for what, said in own.items():
        asked = "none" if what == "colours" and options.counters else getattr(options, what)
        if asked not in (None, said):
            raise UsageError(f"toy: {toy.name} has the {what} {said}, the option says {asked}")
    goal = str(toy.target) if isinstance(toy.target, int) else "/".join(toy.target)
    target = options.target if options.target is not None else goal
    legend = options.legend or toy.legend(text)
    completed = replace(options, **own, toy=None, target=target, legend=legend)
    goal = f"; the goal: {'all off' if target == '0' else target}"
    # a goal that is a pattern ("/") is shown as a picture, so it is not repeated in words
    return completed, toy.about + ("" if "/" in target else goal)


def apply_options(puzzle: Puzzle, options: ReadOptions) -> Puzzle:
    """Return the puzzle with the options applied.

    Raises:
        InputError: When an option contradicts the puzzle.
        UsageError: When an option does not fit the puzzle.
    """
    layout = puzzle.layout
    size = "{}x{}".format(*layout.shape) if layout.is_grid else ""
    _check("colours", puzzle.colours, options.colours, str)
    _check("neighbourhood", layout.neighbourhood, options.neighbourhood, rule_name)
    _check("topology", layout.topology, options.topology, str)
    _check("size", size, options.size, lambda text: parse_size(Line(text, 0)))
    if options.objective is not None:
        priced = puzzle.objective is Objective.PRICES and options.objective == "prices"
        with of_option("objective"):
            objective = objective_of(options.objective, priced)
        prices = puzzle.prices if objective is Objective.PRICES else np.zeros(0, dtype=np.int64)
        puzzle = replace(puzzle, objective=objective, prices=prices)
    if options.target is not None:
        with of_option("target"):
            target = _target(Line(options.target, 0), puzzle)
        puzzle = replace(puzzle, target=target, uniform=options.target == "any")
    return puzzle


def _target(said: Line, puzzle: Puzzle) -> IntArray:
    """Parse a target given in one line.

    It is ``any``, a colour for all lights, one number for each, rows of a grid, or the names of the
    lights that shall be 1 (or ``name=colour``), all others 0.
    """
    high = puzzle.colours - 1
    if puzzle.layout.is_grid and re.search("/|[A-Za-z][0-9]", said.text):
        at = puzzle.layout.light_at
        target = np.zeros(puzzle.lights, dtype=np.int64)
        rows, _ = read_target(option_entry("target", said.text), Context(puzzle.colours), at >= 0)
        target[at[at >= 0]] = np.asarray(rows)[at >= 0]
        return target
    words = said.words(LISTED)
    if said.text == "any":
        return np.zeros(puzzle.lights, dtype=np.int64)
    if len(words) == 1:
        digits = words[0].text
        if digits.isdigit() and digits.isascii() and high < 10 and len(digits) == puzzle.lights > 1:
            words = [Line(digit, 0, k) for k, digit in enumerate(digits, start=1)]
        elif digits not in puzzle.layout.names and "=" not in digits:
            return np.full(puzzle.lights, natural(said, "a colour", 0, high), dtype=np.int64)
    number = {name: i for i, name in enumerate(puzzle.layout.names)}
    if all(word.text.partition("=")[0] in number for word in words):
        target = np.zeros(puzzle.lights, dtype=np.int64)
        for word in words:
            name, equals, colour = word.text.partition("=")
            target[number[name]] = natural(Line(colour, 0), "a colour", 0, high) if equals else 1
        return target
    said.reject(
        len(words) != puzzle.lights,
        f"there are {puzzle.lights} lights, got {len(words)} numbers or names",
    )
    return np.array([natural(word, "a colour", 0, high) for word in words], dtype=np.int64)


def _check(what: str, said: Any, asked: Any, canonical: Callable[[Any], object]) -> None:
    """Raise an error if an option differs from what a puzzle says.

    Args:
        what: the option.
        said: the value that the puzzle has; nothing if it has none.
        asked: the value of the option, or None.
        canonical: function that makes values comparable.

    Raises:
        InputError: When they differ.
        UsageError: When the puzzle has no such value, or the option is invalid.
    """
    if asked is None:
        return
    if not said:
        raise UsageError(f"{what}: this text has none, it says itself what each button does")
    with of_option(what):
        differs = canonical(said) != canonical(asked)
    reject(differs, f"{what}: the text says {said}, the option says {quoted(str(asked))}", line=1)
