"""Print a solution, and say with which exit code the command ends."""

import json
import sys
from collections.abc import Iterator, Sequence
from math import inf, isnan
from typing import TYPE_CHECKING, Any

from lo_exact.commands.shared.reply import Reply
from lo_exact.commands.shared.talk import Talk, coloured
from lo_exact.errors import InputError, UsageError

if TYPE_CHECKING:
    from lo_exact.solution import Solution

INFEASIBLE_UNEXPECTED = 1
LIMIT_REACHED = 4
INTERRUPTED = 130


def seconds_allowed(time_limit: float | None) -> float:
    """Return the wall-clock limit in seconds, ``inf`` when there is none.

    Raises:
        UsageError: When it is negative or not a number.
    """
    if time_limit is None:
        return inf
    if isnan(time_limit) or time_limit < 0:
        raise UsageError(f"--time-limit wants seconds, 0 or more; got {time_limit}")
    return time_limit


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    allow_long_numbers()
    print(json.dumps(value))


def allow_long_numbers() -> None:
    """Let exact counts of thousands of digits be printed; input has been read by now."""
    sys.set_int_max_str_digits(0)


def replied(
    solution: "Solution",
    talk: Talk,
    *,
    sentences: Sequence[str] = (),
    expect_solvable: bool = False,
    steps: bool = False,
    boards: bool = False,
    bitmap: str | None = None,
) -> Reply:
    """Return the answer as a reply: status in words, presses, minima or the proof; or JSON.

    Args:
        solution: The answer.
        talk: where the talk goes.
        sentences: more lines of the answer, between status and drawing.
        expect_solvable: whether unsolvable is a failure.
        steps: also number the presses, one by one.
        boards: with the board after each.
        bitmap: the file that the presses are written to in place of the drawing.
    """
    if boards and not steps:
        raise UsageError("--boards draws the board after each of --steps: give both")
    from lo_exact.outcome import Status

    talk.end_progress()
    if bitmap is not None:
        from lo_exact.commands.shared.drawing import write_bitmap

        write_bitmap(solution, bitmap)
    for note in solution.notes:
        talk.detail(note)
    talk.detail(f"engine {solution.engine}, {solution.seconds:.3f} s")
    solved = solution.status is Status.OPTIMAL

    def lines() -> Iterator[str]:
        return answer_lines(solution, sentences, steps=steps, boards=boards, drawn=bitmap is None)

    return Reply(
        exit_code(solution, expect_solvable=expect_solvable),
        lambda: _value(solution, steps=steps, boards=boards),
        lambda: "\n".join(lines()),
        solution.weight if solved else None,
        solved,
        lines=lines if is_large(solution) and not steps else None,
    )


def is_large(solution: "Solution") -> bool:
    """Say whether an answer is held packed, so that it is drawn a line at a time."""
    from lo_exact.algebra.packed import Packed

    return isinstance(solution.presses, Packed) or isinstance(solution.witness, Packed)


def _value(solution: "Solution", *, steps: bool, boards: bool) -> dict[str, Any]:
    value = solution.to_json()
    if steps and solution.presses is not None:
        from lo_exact.commands.shared.stepping import steps_json

        value["steps"] = steps_json(solution, boards=boards)
    return value


def print_answer(solution: "Solution", talk: Talk, *, as_json: bool) -> None:
    """Print what was found out, as text or as one JSON object."""
    reply = replied(solution, talk)
    allow_long_numbers()
    if as_json:
        print(json.dumps(reply.json()))
    else:
        reply.print_text()


def answer_lines(
    solution: "Solution",
    sentences: Sequence[str] = (),
    *,
    steps: bool = False,
    boards: bool = False,
    drawn: bool = True,
) -> Iterator[str]:
    """Yield what was found out: the status in words, then presses, minima, or the proof.

    Large drawings come a line at a time, other pieces of text whole.
    """
    from lo_exact.commands.shared.drawing import presses_lines, witness_lines
    from lo_exact.commands.shared.render import status_sentence
    from lo_exact.puzzle import Puzzle

    puzzle, colour = solution.puzzle, coloured()
    yield from [status_sentence(solution), *sentences]
    if solution.witness is not None and isinstance(puzzle, Puzzle):
        yield ""
        yield from witness_lines(puzzle, solution.witness, colour=colour)
    found = solution.solutions or ([] if solution.presses is None else [solution.presses])
    for presses in found if drawn else []:
        yield ""
        yield from presses_lines(puzzle, presses, colour=colour)
    if steps and solution.presses is not None:
        from lo_exact.commands.shared.stepping import steps_text

        yield from ["", steps_text(solution, boards=boards)]


def give_evidence(
    solution: "Solution",
    talk: Talk,
    *,
    certificate: str | None,
    certify: bool,
    forms: Sequence[str] = (),
    proof: str | None = None,
    time_limit: float = inf,
) -> "Solution":
    """Write the certificate that was asked for, and have it checked when that was asked for.

    Returns:
        What is still proved.

    Args:
        solution: The answer.
        talk: where the talk goes.
        certificate: the file to write; None when there shall be none.
        certify: whether a fresh process must accept it before the answer is printed.
        forms: names of the evidence wanted.
        proof: file with a proof that another solver made.
        time_limit: wall-clock seconds for search and certificate together; the certificate gets
            some in any case.
    """
    if certificate is None and not certify:
        if forms or proof is not None:
            raise UsageError("--form and --proof say what is in a certificate: give --certificate")
        return solution
    from lo_exact.certificate.certify import with_evidence

    try:
        made = with_evidence(
            solution, certificate or "", checked=certify, forms=forms, proof=proof,
            time_limit=time_limit,
        )  # fmt: skip
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputError(f"--certificate {certificate}: cannot be written: {reason}") from None
    for sentence in made.said:
        talk.say(sentence)
    return made.solution


def exit_code(solution: "Solution", *, expect_solvable: bool = False) -> int:
    """Return the exit code of a question about a minimum."""
    from lo_exact.outcome import Status

    if solution.stopped == "interrupted":
        return INTERRUPTED
    if solution.stopped:
        return LIMIT_REACHED
    if expect_solvable and solution.status is Status.INFEASIBLE:
        return INFEASIBLE_UNEXPECTED
    return 0
