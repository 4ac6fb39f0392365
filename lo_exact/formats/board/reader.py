"""Parser for board text: a header, then the state as rows, as a list or as a number.

What a text leaves open has a stated default (2 colours, plus, plane, all off, fewest presses), and
what it says in two ways is refused.  docs/formats.md has the grammar.

Compact rows of a large board without holes become packed rows by translation tables, line by line,
in about 4 ns a place; `rows` reads all other drawings.  Other readers of boards end here, too: they
have the drawn values, and the options beside them, and get a puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from lo_exact.algebra.packed import PACKED_PLACES, BitRows, constant
from lo_exact.algebra.sparse import IntArray
from lo_exact.counters import AnyPuzzle, counters_of
from lo_exact.errors import InputError
from lo_exact.formats.board.header import (
    KEY_LINE,
    KEYS,
    Entry,
    agreed,
    errors_of,
    option_entry,
    parse_header,
    read_bit_order,
    read_colours_entry,
    read_neighbourhood,
    read_objective,
    read_size,
    read_topology,
    says_counters,
    word_of,
)
from lo_exact.formats.board.options import ReadOptions
from lo_exact.formats.board.places import (
    Line,
    in_source,
    located,
    natural,
    of_option,
    reject,
    split_lines,
)
from lo_exact.formats.board.rows import (
    Drawn,
    GlyphError,
    board_lines,
    check_shape,
    decide,
    first_place,
    parse_legend,
    read_list,
    read_rows,
    read_words,
    refuse_large_colours,
    rows_of_size,
    without_blanks,
)
from lo_exact.puzzle import MAX_PRICE, Objective, Puzzle
from lo_exact.topology import HOLE, grid_puzzle
from lo_exact.topology.grid import Mask, check_grid_size
from lo_exact.topology.packed_board import check_packed_size, packed_puzzle, packs


def drawn_board(drawn: Drawn | BitRows, options: ReadOptions) -> Puzzle:
    """Build the puzzle of a drawn state.

    Args:
        drawn: The state, (rows, columns); two colours may be packed.
        options: Reading options, which must not contradict the text.

    Raises:
        InputError: When the text does not parse, with line and column.
        UsageError: When the target is impossible.
    """
    context = _context({}, replace(options, legend=None))
    if isinstance(drawn, Drawn):
        refuse_large_colours(drawn, context.colours, context.hint)
    return _puzzle(drawn, _asked({}, options), context)


def _packed_rows(lines: Sequence[Line], context: Context, from_off: bool) -> BitRows | None:
    """Return a large, unambiguous two-colour board packed in bits, or None for any other."""
    width, colours, legend = len(lines[0].text), context.colours, context.legend
    small = colours > 2 or len(lines) * width < PACKED_PLACES
    other_size = context.size not in (None, (len(lines), width))  # its error needs the place
    if small or other_size or any(len(line.text) != width for line in lines):
        return None
    seen = _glyphs(lines)
    try:
        meaning = decide(seen, colours, legend, from_off=from_off) if seen else {}
    except GlyphError:
        return None
    if not seen or any(not 0 <= meaning[glyph] < colours for glyph in seen):
        return None
    check_packed_size(len(lines), width)
    digits = {ord(glyph): str(meaning[glyph]) for glyph in seen}
    return BitRows(width, [int(line.text.translate(digits), 2) for line in lines])


def _glyphs(lines: Iterable[Line]) -> set[str]:
    """Return the set of characters in ASCII rows without blanks; empty for other rows."""
    known = b""
    for line in lines:
        if not line.text.isascii():
            return set()
        if new := line.text.encode("ascii").translate(None, delete=known):
            known += bytes(set(new))
            if any(chr(code).isspace() for code in known):
                return set()
    return set(known.decode("ascii"))


Arrangement = Callable[[Sequence[Line]], Sequence[Line]]

BITS_OF_NOTHING = "bits: is for a board that is one hexadecimal number, like 0x1f"


def read_board(
    text: str, *, source: str = "", options: ReadOptions | None = None,
    arrange: Arrangement | None = None,
) -> AnyPuzzle:  # fmt: skip
    r"""Parse board text.

    Args:
        text: The text.
        source: File name for errors.
        options: Reading options.
        arrange: Rewrites rows of a certain layout as rows that read in one way.

    Raises:
        InputError: With file, line and column.
        UsageError: When an option is invalid.

    >>> read_board("#-\n--").state.tolist()
    [1, 0, 0, 0]
    """
    with in_source(source):
        return _read(split_lines(text), options or ReadOptions(), arrange)


def _read(lines: Sequence[Line], options: ReadOptions, arrange: Arrangement | None) -> AnyPuzzle:
    said, body = parse_header(lines, KEYS)
    context = _context(said, options)
    entries = _asked(said, options)
    from_off = "target" not in entries or entries["target"].word in ("0", "any")
    note = ""
    try:
        drawn = _drawn_lines(entries.get("state"), body, lines[-1].number)
        word = _mask_in(drawn)
        if word is not None:
            bits = read_bit_order(entries.get("bits"), options.bits)
            drawn, note = _rows_of_mask(word, context, bits)
        elif options.bits is not None or "bits" in entries:
            raise InputError(BITS_OF_NOTHING, line=lines[0].number)
        elif arrange is not None:
            drawn = arrange(drawn)
        filled = _filled(entries.get("state"), context)
        state = filled or _state(drawn, context, from_off)
    except InputError:
        late = next((line for line in body if KEY_LINE.match(line.text)), None)
        if late is not None:
            raise late.error("header lines stand before the board") from None
        raise
    puzzle = _puzzle(state, entries, context)
    puzzle = replace(puzzle, layout=replace(puzzle.layout, note=note)) if note else puzzle
    if not says_counters(entries):
        return puzzle
    with _at_rule(entries):
        return counters_of(puzzle)


def _asked(entries: Mapping[str, Entry], options: ReadOptions) -> dict[str, Entry]:
    """Return a header in which options replace what the text asks."""
    asked = dict(entries)
    if options.target is not None:
        asked.pop("uniform", None)
        with of_option("target"):
            asked["target"] = option_entry("target", options.target)
    if options.objective is not None:
        asked["objective"] = option_entry("objective", options.objective)
        if options.objective != "prices":
            asked.pop("prices", None)
    if options.neighbourhood is not None:
        asked.setdefault("neighbourhood", option_entry("neighbourhood", options.neighbourhood))
    return asked


def _puzzle(state: Drawn | BitRows, entries: Mapping[str, Entry], context: Context) -> Puzzle:
    """Return the puzzle of a state; a large board of one rule and one goal stays packed."""
    if isinstance(state, Drawn):
        return _with_rules(state, entries, context)
    goal = _one_goal(entries, context.colours)
    packed = packs(context.neighbourhood, context.topology) and state.size >= PACKED_PLACES
    if goal is None or not packed:
        check_grid_size(*state.shape)
        return _with_rules(Drawn(state.array().reshape(state.shape)), entries, context)
    objective = read_objective(entries.get("objective"), priced=False)
    with _at_rule(entries):
        return packed_puzzle(
            state, neighbourhood=context.neighbourhood, topology=context.topology,
            target=goal, objective=objective,
        )  # fmt: skip


def _at_rule(entries: Mapping[str, Entry]) -> AbstractContextManager[None]:
    """Return a context manager that adds the position of the rule to errors that have none."""
    said = [entries[key].at for key in ("rule", "neighbourhood", "topology") if key in entries]
    return located(said[0].number, said[0].column) if said else located(0, 0)


def _with_rules(state: Drawn, entries: Mapping[str, Entry], context: Context) -> Puzzle:
    """Return the puzzle of a drawn state, with the rules of its header."""
    if context.size is not None and context.size != state.shape:
        sizes = "the size is {}x{}, the board has {}x{} places".format(*context.size, *state.shape)
        raise state.error(sizes, 0, 0)
    lights: Mask = state.values != HOLE
    if not lights.any():
        raise state.error("the board has no light", 0, 0)
    rules = None
    if {"rule", "rules"} & set(entries):
        from lo_exact.formats.board.maps import read_map

        rules = read_map(entries, context.colours, lights)
    buttons = _buttons(entries["buttons"], lights) if "buttons" in entries else None
    goal = entries.get("target")
    with errors_of(goal) if goal is not None else nullcontext():
        target, uniform = read_target(goal, context, lights)
    if "uniform" in entries:
        said = word_of(entries["uniform"], ("yes", "no")) == "yes"
        entries["uniform"].at.reject(uniform and not said, "uniform: no contradicts target: any")
        uniform = said
    objective = read_objective(entries.get("objective"), priced="prices" in entries)
    prices = None
    if "prices" in entries:
        places = rules.buttons if rules is not None else buttons
        prices = _prices(entries["prices"], lights if places is None else places)
    with _at_rule(entries):
        return grid_puzzle(
            state.values,
            colours=context.colours,
            neighbourhood=context.neighbourhood if rules is None else rules,
            topology=context.topology,
            buttons=buttons,
            target=target,
            uniform=uniform,
            objective=objective,
            prices=prices if objective is Objective.PRICES else None,
        )


@dataclass(frozen=True)
class Context:
    """The settings that all drawings of a text share."""

    colours: int
    hint: str = ""
    """Added to errors about colours that are too large."""
    neighbourhood: str = "plus"
    topology: str = "plane"
    size: tuple[int, int] | None = None
    legend: Mapping[str, int] = field(default_factory=dict)

    def draw(self, lines: Sequence[Line], **how: bool) -> Drawn:
        """Return the colours in a list or in rows; ``how`` are arguments of `read_rows`."""
        if lines[0].text.lstrip().startswith("["):
            return read_list(lines, self.colours, self.size, self.hint)
        if self.neighbourhood == "hex" and self.colours <= 10:
            lines = without_blanks(lines)
        return read_rows(lines, self.colours, self.legend, hint=self.hint, **how)


def _context(entries: Mapping[str, Entry], options: ReadOptions) -> Context:
    """Return the settings that a header and the options give; raise where they differ."""
    colours, hint = read_colours_entry(entries.get("colours"), options.colours)
    return Context(
        colours,
        hint,
        read_neighbourhood(entries.get("neighbourhood"), options.neighbourhood),
        read_topology(entries.get("topology"), options.topology),
        read_size(entries.get("size"), options.size),
        read_legend(entries.get("legend"), options.legend, colours),
    )


def _drawn_lines(entry: Entry | None, body: Sequence[Line], last: int) -> Sequence[Line]:
    """Return the lines of the state, which is the value of a key or stands below the header."""
    lines = board_lines(body)
    if entry is not None:
        if lines:
            raise lines[0].error(f"the state is given twice, first in line {entry.at.number}")
        lines = board_lines(entry.rows)
    if not lines:
        raise InputError("there is no board", line=last, column=1)
    return lines


def _mask_in(lines: Sequence[Line]) -> Line | None:
    """Return the only line of a board if it is one hexadecimal number, otherwise None."""
    only = lines[0].stripped()
    found = len(lines) == 1 and re.fullmatch("0[xX][0-9a-fA-F]+", only.text)
    return only if found else None


def _rows_of_mask(word: Line, context: Context, bits: str | None) -> tuple[Sequence[Line], str]:
    """Return the rows of 0 and 1 that a hexadecimal number stands for: a bit for each light.

    Returns:
        The rows, and a note on the chosen order of bits if it matters and was not given.

    Raises:
        InputError: When the number does not fit the size or the colours.
    """
    colours, size = context.colours, context.size
    word.reject(colours != 2, f"a hexadecimal board has 2 colours, here there are {colours}")
    if size is None:
        raise word.error("a hexadecimal board needs a size: a line size: 5x5, or --size 5x5")
    check_grid_size(*size)
    places = size[0] * size[1]
    value = int(word.text, 16)
    word.reject(
        value >> places,
        f"a {size[0]} x {size[1]} board has {places} lights, the number has "
        f"{value.bit_length()} bits",
    )
    highest_first = f"{value:0{places}b}"
    lowest_first = highest_first[::-1]
    digits = highest_first if bits == "msb" else lowest_first
    differs = bits is None and highest_first != lowest_first
    note = "the lowest bit is the top left light; --bits msb: the highest" if differs else ""
    return rows_of_size([word._replace(text=digits)], size), note


def read_legend(entry: Entry | None, option: str | None, colours: int) -> dict[str, int]:
    """Return the meaning of each character that is given by the text's legend or by the option."""
    folded = split_lines(option)[0].text if option else option
    return agreed("legend", entry, folded, partial(parse_legend, colours=colours), {})


def _state(lines: Sequence[Line], context: Context, from_off: bool) -> Drawn | BitRows:
    """Return the colours of the state; a large board of two colours is packed."""
    if context.size is not None:
        lines = rows_of_size(lines, context.size)
    packed = _packed_rows(lines, context, from_off)
    return packed if packed is not None else context.draw(lines, from_off=from_off)


def _filled(entry: Entry | None, context: Context) -> Drawn | BitRows | None:
    """Return the board of one colour for ``state: COLOUR`` with a size, otherwise None."""
    size, text = context.size, "" if entry is None else entry.word
    if entry is None or size is None or not re.fullmatch("[0-9]+", text):
        return None
    if context.colours <= 10 and size[0] * size[1] == len(text):
        return None  # a colour for each place
    colour = natural(entry.value, "a colour", 0, context.colours - 1)
    if size[0] * size[1] >= PACKED_PLACES and context.colours == 2:
        check_packed_size(*size)
        return constant(size, colour)
    return Drawn(np.broadcast_to(np.int64(colour), size))


def read_target(entry: Entry | None, context: Context, lights: Mask) -> tuple[int | IntArray, bool]:
    """Return the target, a colour or an array, and whether any uniform shift of it is permitted."""
    if entry is None:
        return 0, False
    if not entry.block and len(entry.rows) == 1 and not entry.word.startswith("["):
        if entry.word == "any":
            return 0, True
        named = goal_at_places(entry.word, lights, context.colours)
        if named is not None:
            return named, False
        if not _is_one_row(entry.value, context.colours, lights):
            return natural(entry.value, "a target colour", 0, context.colours - 1), False
    target = context.draw(board_lines(entry.rows), does_not_matter=True)
    _same_places("target", target, lights)
    return target.values, False


def goal_at_places(said: str, lights: Mask, colours: int) -> IntArray | None:
    """Parse a goal such as ``B2 C3=2``, with all other lights 0; return None for other text.

    Raises:
        InputError: When there is no light at a place, or a colour is invalid.
    """
    from lo_exact.pictures.tiles import letters

    found = [_PLACE.fullmatch(word) for word in said.replace(",", " ").split()]
    if not found or None in found:
        return None
    goal = np.where(lights, np.int64(0), np.int64(HOLE))
    number = {letters(column): column for column in range(lights.shape[1])}
    for place in filter(None, found):
        row, column = int(place[2]) - 1, number.get(place[1].upper(), -1)
        reject(
            column < 0 or row >= lights.shape[0] or not lights[row, column],
            f"there is no light {place[1]}{place[2]}",
        )
        goal[row, column] = natural(Line(place[3] or "1", 0), "a colour", 0, colours - 1)
    return goal


_PLACE = re.compile(r"([A-Za-z]{1,4})([1-9][0-9]{0,5})(?:=([0-9]+))?")
"""Pattern of a light of a grid, like B2, and its goal colour."""


def _one_goal(entries: Mapping[str, Entry], colours: int) -> int | None:
    """Return the goal of a header without other rules if it is one colour, otherwise None."""
    if {"buttons", "prices", "uniform", "rule", "rules"} & set(entries):
        return None
    word = entries["target"].word if "target" in entries else "0"
    return int(word) if re.fullmatch("[0-9]{1,3}", word) and int(word) < colours else None


def _is_one_row(value: Line, colours: int, lights: Mask) -> bool:
    """Return whether a one-line value such as ``01`` is a row of cells and not a number."""
    glyphs = "".join(value.text.split()) if colours <= 10 else value.text.split()
    return len(glyphs) > 1 and lights.shape == (1, len(glyphs))


def _same_places(what: str, drawn: Drawn, places: Mask) -> None:
    """Refuse a drawing whose holes differ from those of the state."""
    check_shape(f"{what} has", drawn, places.shape)
    wrong = (drawn.values != HOLE) != places
    if wrong.any():
        row, column = first_place(wrong)
        has = "nothing" if places[row, column] else "something"
        raise drawn.error(f"the {what} has {has} here, the state says otherwise", row, column)


def _buttons(entry: Entry, lights: Mask) -> Mask:
    drawn = read_rows(board_lines(entry.rows), 2, {"+": 1, ".": 0})
    check_shape("buttons have", drawn, lights.shape)
    buttons: Mask = drawn.values == 1
    return buttons


def _prices(entry: Entry, buttons: Mask) -> int | IntArray:
    if len(entry.word.split()) == 1:
        return natural(entry.value, "a price", 0, MAX_PRICE)
    drawn = read_words(board_lines(entry.rows), "the prices", "a price", MAX_PRICE, {"~": HOLE})
    _same_places("table of prices", drawn, buttons)
    return drawn.values
