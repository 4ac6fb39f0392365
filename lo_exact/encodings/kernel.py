"""Encoding of x = x0 + K z, after elimination, with only the kernel parameters z unknown.

The solver has as many free choices as the kernel has generators, however large the board.  Each
button's equation x_j = x0_j + sum K_ij z_i is written by the row writers of the other encodings.
It is no independent second opinion, because it depends on this package's linear algebra.
"""

from math import isqrt

import numpy as np

from lo_exact.algebra import Coset
from lo_exact.encodings.chain import write_chained_parity
from lo_exact.encodings.sum import write_sum
from lo_exact.encodings.writing import (
    MAX_CLAUSES,
    Writer,
    finish_levels,
    write_unknown,
    write_unknowns,
)
from lo_exact.errors import UsageError
from lo_exact.formula import Formula
from lo_exact.puzzle import System

MAX_PLACES = {True: 400_000_000, False: 25_000_000}
"""Largest lights x buttons for c = 2 (bits) and c > 2, the most that elimination may fill."""


def refusal(system: System) -> str:
    """Return the reason why the system is too large for clauses over the kernel, or ``""``."""
    c = system.colours
    if c * c * max(system.unknowns, 1) > MAX_CLAUSES:
        return f"{c} colours on {system.unknowns} buttons take more than {MAX_CLAUSES} clauses"
    limit = MAX_PLACES[c == 2]
    if max(system.lights, system.unknowns) ** 2 > limit:
        return (
            f"{system.lights} lights x {system.unknowns} buttons are too many to write a kernel "
            f"(at most {isqrt(limit)} of each for {c} colours)"
        )
    return ""


def encode(system: System) -> Formula:
    """Encode x = x0 + K z as clauses: parity chains for c = 2, running sums for c > 2.

    Raises:
        UsageError: When the kernel turns out to be too large.
    """
    writer = Writer()
    c = system.colours
    found = system.solutions
    unknowns = write_unknowns(writer, system)
    if not isinstance(found, Coset):
        writer.clause()
        return finish_levels(writer, system, unknowns)
    generators, constants = found.kernel.generators, found.particular.tolist()
    size = int(np.count_nonzero(generators)) + len(constants)
    size *= 4 if c == 2 else 3 * c * c // 2
    if size > MAX_CLAUSES:
        raise UsageError(
            f"the kernel of {len(found.kernel.orders)} generators takes about {size} clauses, "
            f"at most {MAX_CLAUSES} are written"
        )
    parameters = [write_unknown(writer, order - 1) for order in found.kernel.orders]
    for x, start, column in zip(unknowns, constants, generators.T.tolist(), strict=True):
        terms = [(a, z) for a, z in zip(column, parameters, strict=True) if a]
        if c == 2:
            write_chained_parity(writer, [x[0], *(z[0] for _, z in terms)], start)
        else:
            write_sum(writer, [*terms, (c - 1, x)], -start % c, c)
    return finish_levels(writer, system, unknowns)
