"""Evidence by a witness, and beside it a proof for VeriPB: an OPB file and cutting planes.

The OPB file has an equation for each light, sum a_j x_j - c k = s.  The witness y adds them up:
every coefficient is then a multiple of c and the right side is not.  Divided by c and rounded up,
the sum from below and the sum from above ask for 0 >= 1.  Gocht, Nordstrom: Certifying parity
reasoning efficiently using pseudo-Boolean proofs, AAAI (2021).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lo_exact.certificate.document import Json
from lo_exact.certificate.draft import Draft
from lo_exact.certificate.forms import witness
from lo_exact.certificate.forms.witness import witness_shown
from lo_exact.encodings import slack
from lo_exact.exports.opb import opb_lines
from lo_exact.formats.files import write_file_atomically
from lo_exact.formula import Formula, Sense


def refusal(draft: Draft) -> str:
    """Say why the program cannot be written, or ``""``."""
    return slack.refusal(draft.system)


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked: the witness alone is shorter."""
    return "the witness alone is shorter"


def write(draft: Draft) -> dict[str, Json]:
    """Write the two files; return the evidence, which is the witness."""
    evidence = witness.write(draft)
    system = draft.system
    program = replace(slack.encode(system), objective=())
    opb = "".join(f"{line}\n" for line in opb_lines(program))
    name = hashlib.sha256(opb.encode()).hexdigest()
    proof = "".join(f"{line}\n" for line in _proof(program, witness_shown(draft), system.colours))
    for path, text in ((f"{name}.opb", opb), (f"{name}.pbp", proof)):
        write_file_atomically(draft.folder / path, text)
        draft.proofs.append(draft.folder / path)
    return evidence


def _proof(program: Formula, y: Sequence[int], c: int) -> Iterator[str]:
    """Yield the proof; row i, an equation, has the numbers 2 i + 1 (from below) and 2 i + 2."""
    rows = sum(1 + (row.sense is Sense.EQUAL) for row in program.linear)
    yield "pseudo-Boolean proof version 3.0"
    yield f"f {rows} ;"
    never = [i for i, row in enumerate(program.linear) if not row.terms and row.bound]
    if never:  # a light that nothing changes is an equation 0 = 1
        end = 2 * never[0] + 1
    else:
        yield f"pol {_sum(y, 1)} {c} d ;"
        yield f"pol {_sum(y, 2)} {c} d ;"
        yield f"pol {rows + 1} {rows + 2} + ;"
        end = rows + 3
    yield "output NONE ;"
    yield f"conclusion UNSAT : {end} ;"
    yield "end pseudo-Boolean proof ;"


def _sum(y: Sequence[int], side: int) -> str:
    """Return the sum of y_i times one side of row i, in reverse Polish notation."""
    terms = [f"{2 * i + side}" + f" {v} *" * (v > 1) for i, v in enumerate(y) if v]
    return " ".join([terms[0], *(f"{term} +" for term in terms[1:])])
