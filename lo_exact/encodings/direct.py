"""Encoding of each light's parity by one clause for every wrong combination of its buttons.

A light with k buttons takes 2^(k-1) clauses of k literals and no further variable, so unit
propagation sees everything; for small k only.  c = 2.
"""

from collections.abc import Sequence
from functools import cache
from itertools import compress, product

from lo_exact.encodings.writing import Writer, degrees, first_levels, written_by_lights
from lo_exact.formula import Formula
from lo_exact.puzzle import System

MAX_DEGREE = 10
"""Buttons of one light: 2^9 clauses."""

MAX_CLAUSES = 1_000_000
"""Clauses of this encoding."""


def refusal(system: System) -> str:
    """Return the reason why the system cannot be encoded by direct parity clauses, or ``""``."""
    if system.colours != 2:
        return f"parities written out know 2 colours, the puzzle has {system.colours}"
    sizes = degrees(system)
    widest = max(sizes, default=0)
    if widest > MAX_DEGREE:
        return (
            f"a light with {widest} buttons would take 2^{widest - 1} clauses, "
            f"parities are written out up to {MAX_DEGREE} buttons"
        )
    clauses = sum(2**size // 2 for size in sizes) + system.unknowns
    if clauses > MAX_CLAUSES:
        return f"about {clauses} clauses would be written, at most {MAX_CLAUSES} are"
    return ""


def encode(system: System) -> Formula:
    """Encode A x = s over GF(2) as clauses, without auxiliary variables."""
    return written_by_lights(
        system,
        lambda writer, terms, residue: write_direct_parity(writer, first_levels(terms), residue),
    )


def write_direct_parity(writer: Writer, variables: Sequence[int], parity: int) -> None:
    """Add a clause against every combination of the variables with the wrong parity."""
    every = product(*((v, -v) for v in variables))
    writer.clauses(compress(every, _wrong(len(variables), parity)))


@cache
def _wrong(length: int, parity: int) -> tuple[bool, ...]:
    """Return, for each bit vector in binary order, whether its sum mod 2 is not ``parity``."""
    return tuple(sum(values) % 2 != parity for values in product((0, 1), repeat=length))
