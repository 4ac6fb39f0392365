"""Application of reading options to a puzzle after it has been parsed.

Used by formats whose own reader does not take options (board text has its own).
"""

import re
from dataclasses import replace

import numpy as np

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.formats.board.header import objective_of, parse_size
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import LISTED, Line, natural, of_option, quoted, reject
from lo_exact.formats.board.reader import Context, read_target, target_entry
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
    size = f"{toy.rows}x{toy.columns}"
    said = (
        ("size", size, options.size),
        ("neighbourhood", toy.neighbourhood, options.neighbourhood),
        ("topology", toy.topology, options.topology),
        ("colours", toy.colours, options.colours),
    )
    for what, own, asked in said:
        if asked is not None and asked != own:
            raise UsageError(f"toy: {toy.name} has the {what} {own}, the option says {asked}")
    if options.counters:
        raise UsageError(f"toy: {toy.name} has {toy.colours} colours, the option says `none`")
    goal = str(toy.target) if isinstance(toy.target, int) else "/".join(toy.target)
    target = options.target if options.target is not None else goal
    completed = replace(
        options, toy=None, size=size, neighbourhood=toy.neighbourhood, topology=toy.topology,
        colours=toy.colours, target=target,
        legend=options.legend or toy.legend(text),
    )  # fmt: skip
    goal = f"; the goal: {'all off' if target == '0' else target}"
    # a goal that is a pattern ("/") is shown as a picture, so it is not repeated in words
    return completed, toy.about + ("" if "/" in target else goal)


def apply_options(puzzle: Puzzle, options: ReadOptions) -> Puzzle:
    """Return the puzzle with the options applied.

    Raises:
        InputError: When an option contradicts the puzzle.
        UsageError: When an option does not fit the puzzle.
    """
    reject(
        options.colours is not None and options.colours != puzzle.colours,
        f"the text says {puzzle.colours} colours, the option says {options.colours}",
        line=1,
    )
    _compare_rule(puzzle, options)
    if options.size is not None:
        with of_option("size"):
            size = parse_size(Line(options.size, 0))
        reject(
            puzzle.layout.light_at.shape != size,
            f"the puzzle is not of the size {options.size}",
            line=1,
        )
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
        rows, _ = read_target(target_entry(None, said.text), Context(puzzle.colours), at >= 0)
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


def _compare_rule(puzzle: Puzzle, options: ReadOptions) -> None:
    layout = puzzle.layout
    for what, said, asked in (
        ("neighbourhood", layout.neighbourhood, options.neighbourhood),
        ("topology", layout.topology, options.topology),
    ):
        if asked is None:
            continue
        if not said:
            raise UsageError(f"{what}: the text says itself what each button does")
        if what == "neighbourhood":
            with of_option(what):
                said, asked = rule_name(said), rule_name(asked)
        reject(
            said != asked, f"the text says {quoted(said)}, the option says {quoted(asked)}", line=1
        )
