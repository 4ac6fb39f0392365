"""Histograms as text: a table for people, CSV, and the OEIS's b-file lines."""

from __future__ import annotations

from lo_exact.hardest.answer import Histogram


def as_table(found: Histogram) -> str:
    """Return a table with a bar for each minimum; the last line has the number of boards."""
    terms = found.listed
    width = max(len("boards"), len(str(found.boards)))
    largest = max(terms)
    lines = [f"{'minimum':>7}  {'boards':>{width}}"]
    for weight, count in enumerate(terms):
        bar = "#" * -(-count * 40 // largest)
        lines.append(f"{weight:>7}  {count:>{width}}  {bar}".rstrip())
    lines.append(f"{'all':>7}  {found.boards:>{width}}")
    return "\n".join(lines) + "\n"


def as_csv(found: Histogram) -> str:
    """Return ``minimum,boards`` lines."""
    lines = [f"{weight},{count}" for weight, count in enumerate(found.listed)]
    return "\n".join(["minimum,boards", *lines]) + "\n"


def as_bfile(found: Histogram) -> str:
    """Return ``n a(n)`` lines, n from 0."""
    return "".join(f"{weight} {count}\n" for weight, count in enumerate(found.listed))
