"""Every engine on random boards, as long work: a board a unit, made where it is answered.

Boards come out of one stream of random numbers.  Whoever does a piece makes the boards before it
too, which costs little beside asking every engine, and resumes there with its next piece.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.random_boards import RandomBoards
from lo_exact.commands.shared.writing import saved
from lo_exact.judging.crosscheck import crosscheck_puzzle
from lo_exact.outcome import Watch
from lo_exact.runners.collect import collect
from lo_exact.runners.ledger import Record
from lo_exact.runners.work import Order, Where, Work

if TYPE_CHECKING:
    from lo_exact.puzzle import Puzzle

LARGEST = 4
"""Boards in a piece: an engine may have a minute for each."""


def compare_all(
    boards: RandomBoards, names: list[str], seconds: float, where: Where, watch: Watch
) -> int:
    """Ask engines about random boards; return the number of proved answers.

    Args:
        boards: which.
        names: engines to ask; all when empty.
        seconds: wall-clock limit of each answer.
        where: who asks.
        watch: the clock.

    Raises:
        DisagreementError: When engines disagree; the board and what they said are saved.
    """
    about = asdict(boards) | {"engines": names, "seconds": seconds}
    order = Order(
        "comparing", f"{__name__}:prepared_comparison", f"{__name__}:compared", about,
        (boards, names, seconds), "boards", boards.count,
    )  # fmt: skip

    def arrived(record: Record) -> None:
        if clash := record.result["clash"]:
            (puzzle,) = islice(boards.puzzles(), clash["board"], clash["board"] + 1)
            raise saved(puzzle, clash["sentence"], clash["answers"])

    records = collect(Work(order, largest=LARGEST), where, watch, arrived)
    return sum(record.result["proofs"] for record in records)


@dataclass
class BoardStream:
    """Boards made one after the other, for all threads of a process."""

    boards: RandomBoards
    names: list[str]
    seconds: float
    at: int = 0
    lock: Lock = field(default_factory=Lock)

    def __post_init__(self) -> None:
        self._puzzles = self.boards.puzzles()

    def part(self, low: int, high: int) -> list[Puzzle]:
        """Return some boards."""
        with self.lock:
            if low < self.at:
                self._puzzles, self.at = self.boards.puzzles(), 0
            found = list(islice(self._puzzles, low - self.at, high - self.at))
            self.at = high
        return found


def prepared_comparison(spec: tuple[RandomBoards, list[str], float]) -> BoardStream:
    """Begin the stream, once a process."""
    return BoardStream(*spec)


def compared(
    stream: BoardStream, low: int, high: int, given: None, check: Callable[[int], None]
) -> dict[str, Any]:
    """Ask every engine about some boards; stop at the first clash."""
    proofs = 0
    for number, puzzle in enumerate(stream.part(low, high), start=low):
        found = crosscheck_puzzle(puzzle, names=stream.names, time_limit=stream.seconds)
        if found.disagreement:
            clash = {
                "board": number, "sentence": found.disagreement, "answers": found.to_json()
            }  # fmt: skip
            return {"proofs": proofs, "clash": clash}
        proofs += found.proved
        check(number + 1 - low)
    return {"proofs": proofs, "clash": None}
