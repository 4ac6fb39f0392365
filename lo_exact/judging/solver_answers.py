"""Parser for the output of external solvers.

``s`` lines give the status, ``v`` lines the true literals: numbers (SAT), one word of 0 and 1
(MaxSAT 2022), or x1 -x2 (pseudo-Boolean).  For LP and MPS, lines with a name and a value, as CBC
and HiGHS write them.  No answer is believed: the caller multiplies the presses out.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite

from lo_exact.errors import InputError, printable
from lo_exact.exports.programs import digits_of
from lo_exact.formula import Formula, read_unknowns
from lo_exact.outcome import Presses

_VALUE = re.compile(r"(?:^|\s)x([1-9][0-9]*)\s*(?:=\s*)?(-?[0-9][0-9.eE+-]*)(?=\s|$)")
_NEAR = 1e-4
"""Largest distance of a solver's number from an integer."""


@dataclass(frozen=True)
class SolverAnswer:
    """Parsed output of an external solver: its status line and the presses it found."""

    said: str
    """Status line without its ``s``, or ``""``."""
    presses: Presses
    """(unknowns,) presses, empty without values."""
    found: bool
    """Whether the output has values."""


def read_answer(format_name: str, formula: Formula, text: str, source: str = "") -> SolverAnswer:
    """Parse a solver's output for an exported formula.

    Args:
        format_name: name of the export format in `EXPORTS`.
        formula: the formula that was exported, without a bound.
        text: output of the solver.
        source: the file's name, for errors.

    Raises:
        InputError: When a value is impossible.
    """
    said, values = "", list[str]()
    lines = text.splitlines()
    for line in lines:
        if line.startswith("s "):
            said = line[2:].strip()
        elif line.startswith("v"):
            values += line[1:].split()
    if format_name in ("lp", "mps"):
        assignment = _named(formula, lines, source)
    else:
        true = _true_variables(values, formula.variables, source)
        if format_name == "opb":
            assignment = [
                digits.low + sum(weight * (v in true) for weight, v in digits.weights)
                for digits in digits_of(formula)
            ]
        else:
            assignment = [int(v in true) for v in range(1, formula.variables + 1)]
    if not values and not (format_name in ("lp", "mps") and assignment):
        return SolverAnswer(printable(said), (), False)
    return SolverAnswer(printable(said), read_unknowns(formula, assignment), True)


def _true_variables(words: Iterable[str], variables: int, source: str) -> set[int]:
    true: set[int] = set()
    listed = [word for word in words if word != "0"]
    if len(listed) == 1 and len(listed[0]) == variables and not set(listed[0]) - {"0", "1"}:
        return {v for v, bit in enumerate(listed[0], start=1) if bit == "1"}
    for word in listed:
        literal = word.replace("x", "", 1)
        if not literal.removeprefix("-").isdecimal() or len(literal) > 18:
            raise InputError(f"a v line has {printable(word, 40)!r} for a literal", source=source)
        if int(literal) > 0:
            true.add(int(literal))
    return true


def _named(formula: Formula, lines: list[str], source: str) -> list[int]:
    found: dict[int, int] = {}
    for at, line in enumerate(lines, start=1):
        for name, written in _VALUE.findall(line):
            try:
                value = float(written)
            except ValueError:
                raise InputError(
                    f"{printable(written)!r} is no number", source=source, line=at
                ) from None
            if not isfinite(value) or abs(value - round(value)) > _NEAR:
                raise InputError(f"x{name} is {written}, no integer", source=source, line=at)
            found[int(name)] = round(value)
    # solvers omit variables that are 0
    return [found.get(v, 0) for v in range(1, formula.variables + 1)] if found else []
