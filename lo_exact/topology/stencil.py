"""Stencils: amounts that a press adds around its own position, the same for every button.

A stencil is drawn as rows with its centre, the button's own place, in square brackets:
``.#. #[#]# .#.`` is the plus rule.  Drawn amounts are ``.`` (0), ``#`` (1) and numbers; digits that
stand side by side are one amount each, and rows with blanks hold whole numbers.  Rows are
separated by ``/`` or stand on lines of their own.

Named stencils, after J. Scherphuis's and the OEIS's use: all but ``cross`` change the button's own
light too, because the published boards and nullities of these rules do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lo_exact.errors import InputError, PuzzleError, printable

MAX_AMOUNT = 2**31 - 1

_ROW_STEPS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL_STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_KNIGHT_STEPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
_TOKEN = re.compile(r"\[\s*([0-9]+|[.#])\s*\]|([0-9]|[.#])")
_WORD = re.compile(r"\[\s*([0-9]+|[.#])\s*\]|([0-9]+|[.#])")


@dataclass(frozen=True)
class Stencil:
    """Effect of a press, as sorted triples (row step, column step, amount) with distinct steps.

    Steps count downwards and to the right from the button's own place.
    """

    steps: tuple[tuple[int, int, int], ...]

    @property
    def largest(self) -> int:
        """Largest amount, or 0 for an empty stencil."""
        return max((amount for _, _, amount in self.steps), default=0)

    def drawn(self) -> str:
        """Return the drawing of the stencil for `parse_stencil`, with rows separated by ``/``.

        >>> STENCILS["plus"].drawn()
        '.#. / #[#]# / .#.'
        """
        rows = [r for r, _, _ in self.steps] + [0]
        columns = [c for _, c, _ in self.steps] + [0]
        amount = {(r, c): a for r, c, a in self.steps}
        wide = self.largest > 9
        if wide and not any(columns):
            columns += [1]  # otherwise a single amount in a row would be parsed digit by digit
        lines = []
        for r in range(min(rows), max(rows) + 1):
            glyphs = []
            for c in range(min(columns), max(columns) + 1):
                value = amount.get((r, c), 0)
                glyph = {0: ".", 1: "#"}.get(value, str(value))
                glyphs.append(f"[{glyph}]" if r == c == 0 else glyph)
            lines.append((" " if wide else "").join(glyphs))
        return " / ".join(lines)


def _closed(steps: Sequence[tuple[int, int]]) -> Stencil:
    return Stencil(tuple((r, c, 1) for r, c in sorted([*steps, (0, 0)])))


STENCILS = {
    "plus": _closed(_ROW_STEPS),
    "cross": Stencil(tuple((r, c, 1) for r, c in _ROW_STEPS)),
    "x": _closed(_DIAGONAL_STEPS),
    "king": _closed(_ROW_STEPS + _DIAGONAL_STEPS),
    "knight": _closed(_KNIGHT_STEPS),
}
"""The stencils that have a name."""


def parse_stencil(rows: Sequence[str]) -> Stencil:
    """Parse a drawn stencil.

    Args:
        rows: its rows, from the top.

    Raises:
        InputError: With ``line`` and ``column`` counted within ``rows``.

    >>> parse_stencil(["[1]2"]).steps
    ((0, 0, 1), (0, 1, 2))
    """
    table: list[list[int]] = []
    centre: tuple[int, int] | None = None
    for number, row in enumerate(rows, start=1):
        amounts: list[int] = []
        spaced = len(row.split()) > 1
        position = 0
        while position < len(row):
            if row[position].isspace():
                position += 1
                continue
            found = (_WORD if spaced else _TOKEN).match(row, position)
            if found is None:
                raise InputError(
                    "a stencil is drawn with . # and numbers, its centre in [ ], "
                    f"got {printable(row[position])!r}",
                    line=number,
                    column=position + 1,
                )
            glyph = found[1] or found[2]
            if found[1]:
                if centre is not None:
                    raise InputError(
                        "a stencil has one centre in [ ], got a second one",
                        line=number,
                        column=position + 1,
                    )
                centre = (number - 1, len(amounts))
            amount = {".": 0, "#": 1}[glyph] if glyph in ".#" else int(glyph[:20])
            if amount > MAX_AMOUNT:
                raise InputError(
                    f"an amount is at most {MAX_AMOUNT}, got {printable(glyph, 30)}",
                    line=number,
                    column=position + 1,
                )
            amounts.append(amount)
            position = found.end()
        if table and len(amounts) != len(table[0]):
            raise InputError(
                f"all rows of a stencil are equally long: row {number} has {len(amounts)} "
                f"places, row 1 has {len(table[0])}",
                line=number,
                column=len(row.rstrip()) + 1,
            )
        table.append(amounts)
    if centre is None:
        raise InputError("a stencil needs its centre, the button's own place, in [ ]", line=1)
    return Stencil(
        tuple(
            (r - centre[0], c - centre[1], amount)
            for r, row_amounts in enumerate(table)
            for c, amount in enumerate(row_amounts)
            if amount
        )
    )


def check_amounts(stencil: Stencil, colours: int) -> None:
    """Refuse a stencil with an amount that is not below the number of colours, with an error.

    Raises:
        PuzzleError: When an amount is not below the number of colours.
    """
    if stencil.largest >= colours:
        raise PuzzleError(
            f"with {colours} colours a press adds 0..{colours - 1}, the stencil has "
            f"{stencil.largest}"
        )
