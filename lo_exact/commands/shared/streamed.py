"""The reply about a board that stayed on disk: its presses are a file, and nothing is drawn."""

from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.answer import INFEASIBLE_UNEXPECTED, Reply
from lo_exact.commands.shared.talk import Talk
from lo_exact.errors import InputError, printable

if TYPE_CHECKING:
    from lo_exact.puzzle import PackedPuzzle
    from lo_exact.solver.streams import StreamedAnswer


def streamed(
    puzzle: "PackedPuzzle", path: str, talk: Talk, *, expect_solvable: bool
) -> Reply | None:
    """Write the presses of a board that stayed on disk; None where memory has to hold it.

    Args:
        puzzle: the board.
        path: where its presses are written.
        talk: where progress and notes go.
        expect_solvable: whether unsolvable is a failure.

    Raises:
        InputError: When the presses cannot be written.
    """
    from lo_exact.outcome import Status
    from lo_exact.solver.streams import solve_on_disk

    def report(done: int, total: int) -> None:
        talk.tick(f"{done >> 20:,} of {total >> 20:,} MiB read")

    try:
        answer = solve_on_disk(puzzle, path, report=report)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--pbm {printable(path)}: cannot be written: {reason}") from None
    talk.end_progress()
    if answer is None:
        return None
    talk.detail(f"engine elimination, {answer.seconds:.3f} s, the board stayed on disk")
    infeasible = answer.status is Status.INFEASIBLE
    return Reply(
        INFEASIBLE_UNEXPECTED if infeasible and expect_solvable else 0,
        lambda: _value(answer),
        lambda: _text(answer),
        None if infeasible else answer.weight,
        None if infeasible else True,
    )


def _text(answer: "StreamedAnswer") -> str:
    from lo_exact.commands.shared.render import cost
    from lo_exact.languages.phrases import phrase
    from lo_exact.outcome import Status

    if answer.weight is None:
        return f"{phrase(10)}\n\n{phrase(42, n=answer.lit)}"
    said = cost(answer.puzzle.objective, answer.weight)
    if answer.status is Status.OPTIMAL:
        return phrase(12, cost=said, proof=phrase(13), unfinished="")
    return phrase(17, cost=said)


def _value(answer: "StreamedAnswer") -> dict[str, Any]:
    """Return the keys of a solution that say nothing light by light, and no hash of all lights."""
    only = answer.solutions_total == 1
    puzzle = answer.puzzle
    out: dict[str, Any] = {"status": answer.status.value}
    if answer.weight is not None:
        out |= {"weight": answer.weight, "lower_bound": answer.weight if only else 0}
        out["solutions_total"] = answer.solutions_total
    out |= {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "engine": "elimination",
        "seconds": round(answer.seconds, 6),
    }
    if answer.weight is not None:
        out["canonical"] = only
    return out
