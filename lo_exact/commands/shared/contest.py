"""Answers as contests want them printed: no sentences, no names, no sum at the end.

PUZZLE #1          (``judge``: POJ 1222, ZOJ 1354, UVa; the presses, row by row)
1 0 1
0 1 0

Case #1: 3         (``case``: the minimum, or IMPOSSIBLE)
"""

from typing import Any

from lo_exact.errors import UsageError, printable

CONTESTS = ("judge", "case")


def check_contest(name: str) -> None:
    """Refuse a form that is not known.

    Raises:
        UsageError: With those that are.
    """
    if name not in CONTESTS:
        known = ", ".join(CONTESTS)
        raise UsageError(f"--answer-format is {known}; got {printable(name, 40)!r}")


def contest_text(name: str, number: int, value: dict[str, Any]) -> str:
    """Return one answer as a contest wants it.

    Args:
        name: of `CONTESTS`.
        number: of the puzzle, from 1.
        value: the answer's JSON values.

    Raises:
        UsageError: When the question is none that contests ask, or it was not answered.
    """
    status = value.get("status")
    if status not in ("optimal", "feasible", "infeasible") or "stopped" in value:
        raise UsageError("--answer-format is for min and solve, and for answers that are proved")
    if name == "case":
        weight = "IMPOSSIBLE" if status == "infeasible" else value["weight"]
        return f"Case #{number}: {weight}"
    if status == "infeasible":
        return f"PUZZLE #{number}\nIMPOSSIBLE"
    rows = value["presses"]
    rows = rows if rows and isinstance(rows[0], list) else [rows]
    drawn = [" ".join(str(times or 0) for times in row) for row in rows]
    return "\n".join([f"PUZZLE #{number}", *drawn])
