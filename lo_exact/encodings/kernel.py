"""Encoding of x = x0 + K z, after elimination, with only the kernel parameters z unknown.

The solver has as many free choices as the kernel has generators, however large the board; each
button's equation x_j = x0_j + sum K_ij z_i is written by the row writers of the other encodings.
Not an independent second opinion: it stands on our linear algebra.
"""

from collections.abc import Iterator, Sequence
from math import isqrt
from typing import TypeVar

import numpy as np

from lo_exact.algebra import Coset
from lo_exact.encodings.chain import write_chained_parity
from lo_exact.encodings.slack import MAX_COLOURS, write_equation
from lo_exact.encodings.slack import finish_unknowns as finish_linear
from lo_exact.encodings.sum import write_sum
from lo_exact.encodings.writing import Writer, finish_levels, write_unknown, write_unknowns
from lo_exact.errors import UsageError
from lo_exact.formula import Formula, Sense
from lo_exact.puzzle import System

MAX_PLACES = {True: 400_000_000, False: 25_000_000}
"""Largest lights x buttons for c = 2 (bits) and c > 2: what an elimination may fill at worst."""
MAX_CLAUSES = 2_000_000
MAX_ENTRIES = 500_000

Unknown = TypeVar("Unknown")
Parameter = TypeVar("Parameter")


def refusal(system: System) -> str:
    """Return the reason why the system is too large for clauses over the kernel, or ``""``."""
    c = system.colours
    if c * c * max(system.unknowns, 1) > MAX_CLAUSES:
        return f"{c} colours on {system.unknowns} buttons take more than {MAX_CLAUSES} clauses"
    return _too_large(system)


def refusal_linear(system: System) -> str:
    """Return the reason why the system is too large for equations over the kernel, or ``""``."""
    if system.colours > MAX_COLOURS:
        return (
            f"integer programs keep their coefficients small: at most {MAX_COLOURS} colours, "
            f"the puzzle has {system.colours}"
        )
    return _too_large(system)


def encode(system: System) -> Formula:
    """Encode x = x0 + K z as clauses: parity chains for c = 2, running sums for c > 2.

    Raises:
        UsageError: When the kernel turns out too large to be written.
    """
    writer = Writer()
    c = system.colours
    found = system.solutions
    unknowns = write_unknowns(writer, system)
    if not isinstance(found, Coset):
        writer.clause()
        return finish_levels(writer, system, unknowns)
    _check_size(found, 4 if c == 2 else 3 * c * c // 2, MAX_CLAUSES)
    parameters = [write_unknown(writer, order - 1) for order in found.kernel.orders]
    for x, start, terms in _equations(found, unknowns, parameters):
        if c == 2:
            write_chained_parity(writer, [x[0], *(z[0] for _, z in terms)], start)
        else:
            write_sum(writer, [*terms, (c - 1, x)], -start % c, c)
    return finish_levels(writer, system, unknowns)


def encode_linear(system: System) -> Formula:
    """Encode x = x0 + K z as linear equations, each with a slack variable.

    Raises:
        UsageError: When the kernel turns out too large to be written.
    """
    writer = Writer()
    c = system.colours
    found = system.solutions
    unknowns = [writer.variable(0, c - 1) for _ in range(system.unknowns)]
    if not isinstance(found, Coset):
        writer.linear((), Sense.EQUAL, 1)
        return finish_linear(writer, system, unknowns)
    _check_size(found, 1, MAX_ENTRIES)
    parameters = [(writer.variable(0, order - 1), order - 1) for order in found.kernel.orders]
    for x, start, terms in _equations(found, unknowns, parameters):
        listed = [(a, z, high) for a, (z, high) in terms]
        write_equation(writer, [*listed, (c - 1, x, c - 1)], -start % c, c)
    return finish_linear(writer, system, unknowns)


def _too_large(system: System) -> str:
    limit = MAX_PLACES[system.colours == 2]
    if max(system.lights, system.unknowns) ** 2 > limit:
        return (
            f"{system.lights} lights x {system.unknowns} buttons are too many to write a kernel "
            f"(at most {isqrt(limit)} of each for {system.colours} colours)"
        )
    return ""


def _check_size(found: Coset, each: int, limit: int) -> None:
    size = each * (int(np.count_nonzero(found.kernel.generators)) + found.particular.size)
    if size > limit:
        raise UsageError(
            f"the kernel of {len(found.kernel.orders)} generators takes about {size} "
            f"clauses or entries, at most {limit} are written"
        )


def _equations(
    found: Coset, unknowns: Sequence[Unknown], parameters: Sequence[Parameter]
) -> Iterator[tuple[Unknown, int, list[tuple[int, Parameter]]]]:
    """Yield, for each button, its unknown, the constant x0_j, and the nonzero terms (K_ij, z_i)."""
    columns = found.kernel.generators.T.tolist()
    for x, start, column in zip(unknowns, found.particular.tolist(), columns, strict=True):
        yield x, start, [(a, z) for a, z in zip(column, parameters, strict=True) if a]
