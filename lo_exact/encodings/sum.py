"""Encoding of each light's sum mod c as a running sum, with a variable for every residue, in CNF.

Presses are ordered variables.  After each button of a light, exactly one residue variable of the
running sum is true.  The pair (residue before, presses) implies the residue after, and the last
step forbids every residue but s.  A light with k buttons costs at most (k - 1) c fresh variables
and about 1.5 k c^2 clauses.  Any coefficient and any c >= 2, prime or not: only additions mod c are
used.  It is a decision diagram of the constraint written as clauses, Een and Sorensson (2006).
"""

from collections.abc import Sequence

from lo_exact.encodings.writing import MAX_CLAUSES, Levels, Writer, differs, written_by_lights
from lo_exact.formula import Formula
from lo_exact.puzzle import System


def refusal(system: System) -> str:
    """Return the reason why the system cannot be encoded as running sums, or ``""``."""
    c = system.colours
    clauses = 3 * c * c * system.matrix.entries // 2 + c * system.unknowns
    if clauses > MAX_CLAUSES:
        return (
            f"about {clauses} clauses would be written for {c} colours, at most {MAX_CLAUSES} are"
        )
    return ""


def encode(system: System) -> Formula:
    """Encode A x = s (mod c) as running sums."""
    return written_by_lights(
        system,
        lambda writer, terms, residue: write_sum(writer, terms, residue, system.colours),
    )


def write_sum(
    writer: Writer, terms: Sequence[tuple[int, Levels]], residue: int, modulus: int
) -> None:
    """Add the constraint: sum of coefficient * unknown = ``residue`` (mod ``modulus``).

    Args:
        writer: Receives the clauses.
        terms: (coefficient, variables of the unknown) pairs.
        residue: 0..modulus-1.
        modulus: c.
    """
    if not terms:
        if residue:
            writer.clause()
        return
    before: dict[int, tuple[int, ...]] = {0: ()}  # residue so far -> its negated variable
    for coefficient, levels in terms[:-1]:
        values = range(len(levels) + 1)
        reached = sorted({(r + coefficient * v) % modulus for r in before for v in values})
        after = {r: writer.variable() for r in reached}
        for r, refuted in before.items():
            for value in values:
                then = after[(r + coefficient * value) % modulus]
                writer.clause(*refuted, *differs(levels, value), then)
        _exactly_one(writer, list(after.values()))
        before = {r: (-variable,) for r, variable in after.items()}
    coefficient, levels = terms[-1]
    for r, refuted in before.items():
        for value in range(len(levels) + 1):
            if (r + coefficient * value) % modulus != residue:
                writer.clause(*refuted, *differs(levels, value))


def _exactly_one(writer: Writer, variables: list[int]) -> None:
    writer.clause(*variables)
    for i, one in enumerate(variables):
        for other in variables[:i]:
            writer.clause(-one, -other)
