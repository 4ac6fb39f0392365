"""One way to read a text as answers."""

from dataclasses import dataclass

from lo_exact.algebra.sparse import IntArray


@dataclass(frozen=True, eq=False)
class AnswerReading:
    """The answers that a text holds when it is read in one way.

    Attributes:
        presses: for each answer (buttons,) int64 in 0..c-1.
        how: the way, in words.
        plain: whether this reading is taken where none solves the board.
        certain: whether the notation itself says what it means, so that this reading is the one
            whatever the others solve.
        weights: what the text says that each answer costs; None where it does not; () for none.
        minima: how many minimum solutions, or solutions, the text says there are, or None.
    """

    presses: tuple[IntArray, ...]
    how: str
    plain: bool = False
    certain: bool = False
    weights: tuple[int | None, ...] = ()
    minima: int | None = None
