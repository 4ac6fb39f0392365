"""Notebook display of values: SVG pictures of boards, and HTML tables."""

from collections.abc import Sequence
from html import escape

from lo_exact.algebra.sparse import IntArray
from lo_exact.errors import UsageError
from lo_exact.pictures.scene import to_svg
from lo_exact.pictures.subject import Subject, picture

MAX_PLACES = 90_000
"""Largest number of cells of a board drawn in a notebook."""


def notebook_svg(
    puzzle: Subject,
    *,
    lights: IntArray | None = None,
    presses: Sequence[int] | None = None,
    title: str = "",
) -> str | None:
    """Return the SVG picture of a board, or None if it is too large for a page."""
    if puzzle.layout.light_at.size > MAX_PLACES:
        return None
    try:
        return to_svg(picture(puzzle, lights=lights, presses=presses, named=True, title=title))
    except UsageError:  # a graph with too many vertices to draw
        return None


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a plain HTML table with all text escaped."""

    def line(tag: str, cells: Sequence[str]) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line("td", row) for row in rows)
    return f"<table><thead>{line('th', head)}</thead><tbody>{body}</tbody></table>"
