"""Table of all encodings of a system as a formula, by name."""

from collections.abc import Callable
from dataclasses import dataclass

from lo_exact.encodings import chain, direct, kernel, slack, sum, xor
from lo_exact.formula import Formula
from lo_exact.puzzle import System
from lo_exact.registers import find

CLAUSES = frozenset({"clauses"})
XORS = frozenset({"xors"})
LINEAR = frozenset({"linear"})


@dataclass(frozen=True)
class Encoding:
    """Method of encoding a system as a formula."""

    name: str
    """Name that the user types, before the colon."""
    about: str
    """One-line description for users."""
    writes: frozenset[str]
    """Kinds of constraints it uses: ``clauses``, ``xors``, ``linear``."""
    encode: Callable[[System], Formula]
    """Function that returns the formula of a system."""
    refuses: Callable[[System], str]
    """Function that returns why it refuses a system, or ``""``."""
    raw: bool = True
    """Whether it starts from A x = s itself, without elimination."""
    packages: tuple[str, ...] = ()
    """Import names of the required packages."""


ENCODINGS = (
    Encoding("xor", "native XOR constraints, c = 2", XORS, xor.encode, xor.refusal),
    Encoding("chain", "chains of three-literal XORs, c = 2", CLAUSES, chain.encode, chain.refusal),
    Encoding("direct", "parities written out, c = 2", CLAUSES, direct.encode, direct.refusal),
    Encoding("sum", "running sums mod c, any c", CLAUSES, sum.encode, sum.refusal),
    Encoding("slack", "A x - c k = s over integers, any c", LINEAR, slack.encode, slack.refusal),
    Encoding(
        "kernel",
        "x = x0 + K z as clauses, any c, after our elimination",
        CLAUSES,
        kernel.encode,
        kernel.refusal,
        raw=False,
    ),
)


def find_encoding(name: str) -> Encoding:
    """Return the encoding with this name.

    Raises:
        UsageError: When there is none.
    """
    return find(ENCODINGS, name, "encoding")
