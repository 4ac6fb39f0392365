"""Export of formulas as OPB, pseudo-Boolean programs over 0..1 variables with an objective.

A bounded integer is its lowest value plus binary digits.  The last digit has the weight that is
left, so every value is reached and none beyond.  OPB has no constant in the objective; the comment
``* add K`` gives it.  Roussel, Manquinho: pseudo-Boolean competition, input format (2012).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lo_exact.exports.programs import rows_of
from lo_exact.formula import Formula, Sense

Terms = list[tuple[int, int]]


@dataclass(frozen=True)
class Digits:
    """Bounded integer as ``low`` plus a weighted sum of 0..1 variables in the file."""

    low: int
    weights: tuple[tuple[int, int], ...]


def digits_of(formula: Formula) -> tuple[Digits, ...]:
    """Return the representation of each variable, numbering the file's variables in order."""
    found, used = [], 0
    for low, high in formula.bounds:
        left, weights = high - low, []
        power = 1
        while left > 0:
            used += 1
            weights.append((min(power, left), used))
            left -= weights[-1][0]
            power *= 2
        found.append(Digits(low, tuple(weights)))
    return tuple(found)


def opb_lines(formula: Formula, notes: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of an OPB file.

    Args:
        formula: Clauses and linear constraints.
        notes: Comment lines.

    Raises:
        UsageError: When the formula has XOR constraints.
    """
    digits = digits_of(formula)
    rows = []
    for row in rows_of(formula, "OPB"):
        terms, constant = _spelt(row.terms, digits)
        bound = row.bound - constant
        if row.sense is Sense.LESS_EQUAL:
            terms, bound = [(-c, v) for c, v in terms], -bound
        sign = "=" if row.sense is Sense.EQUAL else ">="
        rows.append(f"{_sum(terms)} {sign} {bound} ;")
    # contradictory bounds are written as 0 >= 1
    rows += ["+0 x1 >= 1 ;" for low, high in formula.bounds if low > high]
    variables = max((v for number in digits for _, v in number.weights), default=0)
    yield f"* #variable= {variables} #constraint= {len(rows)}"
    yield from (f"* {note}" for note in notes)
    for number, variable in enumerate(digits, start=1):
        if variable.low or len(variable.weights) != 1 or variable.weights[0] != (1, number):
            spelt = " ".join(f"+{weight} x{v}" for weight, v in variable.weights)
            yield f"* variable {number} is {variable.low} {spelt}".rstrip()
    terms, constant = _spelt(formula.objective, digits)
    if constant:
        yield f"* add {constant} to the objective"
    if terms:
        yield f"min: {_sum(terms)} ;"
    yield from rows


def _spelt(terms: Sequence[tuple[int, int]], digits: tuple[Digits, ...]) -> tuple[Terms, int]:
    constant = sum(c * digits[v - 1].low for c, v in terms)
    spelt = [(c * weight, b) for c, v in terms for weight, b in digits[v - 1].weights]
    return spelt, constant


def _sum(terms: Terms) -> str:
    return " ".join(f"{c:+d} x{v}" for c, v in terms) or "+0 x1"
