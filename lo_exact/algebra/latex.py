"""Matrices as rows of digits or as LaTeX, with an optional bar before the last column."""

from typing import Any

from numpy.typing import NDArray

MAX_TYPESET = 30
"""The widest matrix that a notebook typesets."""


def latex(values: NDArray[Any], *, bar: bool = False, wide: bool = True) -> str:
    r"""Return a matrix as LaTeX source, with the brackets of amsmath.

    Args:
        values: (rows, columns).
        bar: draw a line before the last column.
        wide: tell amsmath of more than ten columns, which notebooks do not ask for.

    >>> import numpy as np
    >>> print(latex(np.array([[1, 0], [2, 1]])))
    \begin{pmatrix}
    1 & 0 \\
    2 & 1
    \end{pmatrix}
    """
    rows = " \\\\\n".join(" & ".join(map(str, row)) for row in values.tolist())
    if bar:
        columns = "c" * (values.shape[1] - 1) + "|c"
        return f"\\left(\\begin{{array}}{{{columns}}}\n{rows}\n\\end{{array}}\\right)"
    body = f"\\begin{{pmatrix}}\n{rows}\n\\end{{pmatrix}}"
    if values.shape[1] <= 10 or not wide:
        return body
    # amsmath allows ten columns by default
    return f"\\setcounter{{MaxMatrixCols}}{{{values.shape[1]}}}\n{body}"


def latex_digits(values: NDArray[Any], colours: int, *, bar: bool = False) -> str:
    """Return a matrix as text: digits without spaces, or aligned numbers above ten colours."""
    if not values.size:
        return "(nothing)"
    width = len(str(int(values.max(initial=0)))) if colours > 10 else 1
    space = " " if colours > 10 else ""
    lines = []
    for row in values.tolist():
        cells = [str(value).rjust(width) for value in row]
        lines.append(space.join(cells[:-1]) + f" | {cells[-1]}" if bar else space.join(cells))
    return "\n".join(lines)


def typeset(values: NDArray[Any]) -> str | None:
    """Return a matrix as LaTeX for a notebook, or None if it is too large for a page."""
    if max(values.shape, default=0) > MAX_TYPESET or not values.size:
        return None
    return f"$\\displaystyle {latex(values, wide=False)}$"
