"""Table of all encodings."""

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
    """As the user writes it, before the colon."""
    about: str
    """One line for people."""
    writes: frozenset[str]
    """The kinds of constraints it uses: ``clauses``, ``xors``, ``linear``."""
    encode: Callable[[System], Formula]
    """Writes the formula."""
    refuses: Callable[[System], str]
    """Says in one sentence why it cannot take a system, or ``""``."""
    raw: bool = True
    """Whether it starts from A x = s itself, with no algebra of ours in front."""
    packages: tuple[str, ...] = ()
    """Import names that must be installed."""


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
