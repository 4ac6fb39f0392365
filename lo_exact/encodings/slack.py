"""Encoding of A x - c k = s as an integer program, with a slack variable for each light.

Any c.  Coefficients are taken between -c/2 and c/2, which keeps the slack's range, and so the
search, small; the range is computed exactly from the row.  For the objective ``buttons`` with c > 2
each button gets an indicator u with x <= (c - 1) u.
"""

from collections.abc import Sequence

from lo_exact.encodings.writing import Writer, light_rows
from lo_exact.formula import Formula, Sense
from lo_exact.puzzle import System

MAX_ENTRIES = 500_000
"""Entries, buttons and lights of a system that is written as an integer program."""

MAX_COLOURS = 1000
"""Number of colours: with more, a solver's tolerance of 1e-6 for each coefficient comes near 1/2.
"""


def refusal(system: System) -> str:
    """Return the reason why the system cannot be encoded as an integer program, or ``""``."""
    if system.colours > MAX_COLOURS:
        return (
            f"integer programs keep their coefficients small: at most {MAX_COLOURS} colours, "
            f"the puzzle has {system.colours}"
        )
    size = system.matrix.entries + system.unknowns + system.lights
    if size > MAX_ENTRIES:
        return f"the integer program would have {size} entries, at most {MAX_ENTRIES} are written"
    return ""


def encode(system: System) -> Formula:
    """Encode A x = s (mod c) as linear equations, each with a slack variable."""
    writer = Writer()
    c = system.colours
    unknowns = [writer.variable(0, c - 1) for _ in range(system.unknowns)]
    for row in light_rows(system):
        terms = [(coefficient, unknowns[button], c - 1) for coefficient, button in row.terms]
        write_equation(writer, terms, row.residue, c)
    return finish_unknowns(writer, system, unknowns)


def write_equation(
    writer: Writer, terms: Sequence[tuple[int, int, int]], residue: int, modulus: int
) -> None:
    """Add the constraint: sum of coefficient * variable = ``residue`` (mod ``modulus``).

    Args:
        writer: Receives the equation.
        terms: (coefficient, variable of 0..high, high) triples.
        residue: 0..modulus-1.
        modulus: c.
    """
    small = [(a - modulus if 2 * a > modulus else a, v, high) for a, v, high in terms]
    least = sum(min(a * high, 0) for a, _, high in small)
    most = sum(max(a * high, 0) for a, _, high in small)
    low = -((residue - least) // modulus)  # low..high: all k with least <= residue + c k <= most
    high = (most - residue) // modulus
    if low > high:
        writer.linear((), Sense.EQUAL, 1)
        return
    row = [(a, v) for a, v, _ in small]
    if low < high:
        row.append((-modulus, writer.variable(low, high)))
        writer.linear(row, Sense.EQUAL, residue)
    else:
        writer.linear(row, Sense.EQUAL, residue + modulus * low)


def finish_unknowns(writer: Writer, system: System, unknowns: Sequence[int]) -> Formula:
    """Return the finished formula, with the system's cost as its objective."""
    counted = list(unknowns)
    if system.per_button and system.colours > 2:
        for j, x in enumerate(unknowns):
            counted[j] = writer.variable()
            writer.linear([(1, x), (1 - system.colours, counted[j])], Sense.LESS_EQUAL, 0)
    return writer.formula(
        objective=((p, v) for p, v in zip(system.prices.tolist(), counted, strict=True) if p),
        readout=(((1, x),) for x in unknowns),
    )
