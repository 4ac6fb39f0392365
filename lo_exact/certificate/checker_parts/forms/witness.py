"""Evidence by a witness: a vector y with y A = 0 and y s != 0, so A x = s has no solution.

Proves: no presses solve the puzzle.  If y A = 0 and y s != 0 (mod c), then A x = s would give
0 = y A x = y s.  Counters have no c, but there A x = s holds mod every number; the witness names
one.
Does not prove: anything about a puzzle that can be solved.
Trusts: the matrix A and the need s, from the part "puzzle".
"""

from __future__ import annotations

from typing import Any

from lo_exact.certificate.checker_parts.claims import Certificate, form
from lo_exact.certificate.checker_parts.reading import fields, integers, number, vector
from lo_exact.certificate.checker_parts.verdict import require


@form("witness", "unsolvable", whole=(False, True))
def judge_witness(certificate: Certificate, piece: Any) -> str:
    """Check a witness y: y A = 0 and y s != 0, where s is the right side of A x = s."""
    system = certificate.system
    given = fields(piece, "witness", "by witness modulus" if system.whole else "by witness")
    if system.whole:
        c = number(given["modulus"], "modulus", 2)
        y = integers(given["witness"], "witness", system.lights)
    else:
        c = system.colours
        y = vector(given["witness"], "witness", system.lights, c)
    for column in system.columns:
        total = sum(y[light] * amount for light, amount in column)
        require(total % c == 0, "a button changes the witness's sum")
    total = sum(y[light] * amount for light, amount in system.need.items()) % c
    require(total != 0, "the witness's sum is 0, so it shows nothing")
    return f"a witness: no button changes its sum mod {c}, which is to change by {total}"
