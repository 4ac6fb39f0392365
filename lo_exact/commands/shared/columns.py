"""Plain tables: columns aligned by blanks, nothing drawn around them."""

from collections.abc import Sequence


def table(rows: Sequence[Sequence[str]], *, indent: int = 0) -> str:
    """Return rows of cells as aligned lines; the last column is as long as it likes.

    >>> print(table([["a", "first"], ["bc", "second"]]))
    a   first
    bc  second
    """
    if not rows:
        return ""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join(" " * indent + line for line in lines)
