"""Encoding of each light's parity as a chain of three-literal XORs, in CNF.

A light with k > 3 buttons costs k - 3 fresh variables and 4 (k - 2) clauses, against 2^(k-1)
clauses written out.  Each fresh variable is the parity of the buttons so far.  Tseitin (1968).
"""

from collections.abc import Sequence

from lo_exact.encodings import direct
from lo_exact.encodings.writing import MAX_CLAUSES, Writer, first_levels, written_by_lights
from lo_exact.formula import Formula
from lo_exact.puzzle import System


def refusal(system: System) -> str:
    """Return the reason why the system cannot be encoded as parity chains, or ``""``."""
    if system.colours != 2:
        return f"chains of parities know 2 colours, the puzzle has {system.colours}"
    clauses = 4 * system.matrix.entries + system.unknowns + system.lights
    if clauses > MAX_CLAUSES:
        return f"about {clauses} clauses would be written, at most {MAX_CLAUSES} are"
    return ""


def encode(system: System) -> Formula:
    """Encode A x = s over GF(2) as chains of three-literal XORs."""
    return written_by_lights(
        system,
        lambda writer, terms, residue: write_chained_parity(writer, first_levels(terms), residue),
    )


def write_chained_parity(writer: Writer, variables: Sequence[int], parity: int) -> None:
    """Add clauses that make the variables sum to ``parity`` mod 2, with auxiliary variables."""
    rest = list(variables)
    while len(rest) > 3:
        so_far = writer.variable()
        direct.write_direct_parity(writer, [*rest[:2], so_far], 0)
        rest[:2] = [so_far]
    direct.write_direct_parity(writer, rest, parity)
