"""One way to read a text as answers."""

from dataclasses import dataclass

from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True, eq=False)
class GivenAnswers:
    """The answers that a text holds when it is read in one way."""

    presses: tuple[IntArray, ...]
    """For each answer (buttons,) int64 in 0..c-1."""
    how: str = ""
    """The way, in words; ``""`` where it is the only one."""
    plain: bool = False
    """Whether this reading is taken where none solves the board."""
    certain: bool = False
    """Whether the notation itself says what it means, so that this reading is the one whatever the
    others solve.
    """
    weights: tuple[int | None, ...] = ()
    """What the text says that each answer costs; None where it does not; () for none."""
    minima: int | None = None
    """How many minimum solutions, or solutions, the text says there are, or None."""
    sure: bool = True
    """False: the text has several readings and none of them solves the board."""
