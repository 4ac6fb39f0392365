"""Encoding of each light's parity as one native XOR constraint.

Only for c = 2.  One variable a button, one constraint a light.
"""

from lo_exact.encodings.writing import first_levels, written_by_lights
from lo_exact.formula import Formula
from lo_exact.puzzle import System

MAX_ENTRIES = 5_000_000
"""Entries, buttons and lights of a system that is written as XOR constraints."""


def refusal(system: System) -> str:
    """Return the reason why the system cannot be encoded as XOR constraints, or ``""``."""
    if system.colours != 2:
        return f"XOR constraints know 2 colours, the puzzle has {system.colours}"
    size = system.matrix.entries + system.unknowns + system.lights
    if size > MAX_ENTRIES:
        return f"the XOR constraints would have {size} entries, at most {MAX_ENTRIES} are written"
    return ""


def encode(system: System) -> Formula:
    """Encode A x = s over GF(2) as XOR constraints."""
    return written_by_lights(
        system, lambda writer, terms, residue: writer.xor(first_levels(terms), residue)
    )
