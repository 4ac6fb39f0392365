"""Long jobs and batches in child processes of lower priority than the server and short jobs.

Children are kept by module (`processes/worker.py`), so those that came through here are never asked
for a small board, and the solvers they start are as patient as they are.  A batch is one question
about many boards, in one child; each answer is told as it comes.
"""

import json
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread

from lo_exact import machine
from lo_exact.errors import LoExactError
from lo_exact.outcome import Watch
from lo_exact.puzzle import Puzzle
from lo_exact.service.children import work
from lo_exact.service.children.bounded import (
    READING,
    Tell,
    Value,
    about_board,
    limit_this_process,
    read_bounded,
)
from lo_exact.service.problems import problem


def answer_patiently(tell: Tell, request: Value, limits: Value, end: float, quick: float) -> Value:
    """Answer one board as `work.answer_question` does, or all boards of a batch."""
    # with this priority the process gets a tenth of a busy processor, and all of an idle one
    machine.lower_process(10)
    if "boards" in request:
        return answer_all(tell, request, limits, end)
    return work.answer_question(tell, request, limits, end, quick)


def answer_all(tell: Tell, request: Value, limits: Value, end: float) -> Value:
    """Answer a question about every board of a batch, with one line of JSON for each board.

    A board whose turn comes after the time is over gets what a search of no time finds; one whose
    turn comes still later is not read.

    Args:
        tell: sends notes to the parent: ``lines``, the number of finished lines, and ``now``,
            the bounds of the next board.
        request: the canonical request, with ``boards``.
        limits: limits of `lo_exact.service.settings`.
        end: deadline for all boards, by the monotonic clock.

    Returns:
        ``{"state", "result"}`` or ``{"problem"}``; a line of the result for each answer.
    """
    limit_this_process(limits)
    lines: list[str] = []
    states = set()
    last = end + 0.1 * (end - time.monotonic())  # boards whose turn comes later are not parsed
    ready = from_tables(request, limits)
    now: Value = {}

    def answered(puzzle: Puzzle) -> Value:
        now.update(
            number=len(lines), started=time.time(), facts=work.board_facts(puzzle),
            best=None, lower_bound=None, presses=None,
        )  # fmt: skip
        watch = Watch(
            max(end - time.monotonic(), 0.0),
            on_improved=lambda presses, weight: now.update(
                presses=work.rows_to_draw(puzzle, presses), best=weight
            ),
            on_bound=lambda lower_bound: now.update(lower_bound=lower_bound),
        )
        return work.stored_answer(request, puzzle, limits, watch)

    with _told(tell, lines, now, len(request["boards"])):
        for number, board in enumerate(request["boards"]):
            if number in ready:
                lines.append(ready[number])
                continue
            if lines and last < time.monotonic():
                found = {"state": "limit", "result": json.dumps({"status": "unknown"})}
            else:
                found = about_board(request | {"board": board}, limits, answered)
            states.add(found.get("state", "done"))
            lines.append(found["result"] if "result" in found else json.dumps(found))
    text = results_of(lines, len(lines))
    if len(text) > limits["max_result"]:
        return {"problem": problem("too-large", "the answers are too large for one batch")}
    return {"state": "limit" if "limit" in states else "done", "result": text}


def results_of(lines: Sequence[str], boards: int) -> str:
    """Return a batch's result as JSON text; boards without an answer have the status unknown."""
    rest = [json.dumps({"status": "unknown"})] * (boards - len(lines))
    return '{"results": [\n' + ",\n".join([*lines, *rest]) + "\n]}"


PLAIN = re.compile(r"(?=[^\n]*\Z|[^/]*\Z)[.#]{2,}([/\n][.#]{2,})+\n?")
"""Pattern of plain rows of a two-colour board."""


def from_tables(request: Value, limits: Value) -> dict[int, str]:
    """Solve boards of equal shape by one look-up table; return their answers by board number.

    One board of each shape is read as every board is; the others differ from it in their lights
    alone, and so do their texts.
    """
    import numpy as np

    from lo_exact.solver.batch.batch import Batch
    from lo_exact.solver.questions import solve_many

    found: dict[int, str] = {}
    if set(request) - {"boards", *READING}:
        return found
    shapes: dict[str, list[int]] = {}
    for number, board in enumerate(request["boards"]):
        if PLAIN.fullmatch(board):
            shapes.setdefault(board.replace("#", "."), []).append(number)
    for numbers in shapes.values():
        boards = [request["boards"][number] for number in numbers]
        lights = np.array([[sign == "#" for sign in board if sign in ".#"] for board in boards])
        with suppress(LoExactError, MemoryError):
            puzzle = read_bounded(request | {"board": boards[0]}, limits)
            if len(boards) < 8 or isinstance(puzzle, dict):  # a table saves time from 8 boards on
                continue
            is_plain = puzzle.layout.is_grid and np.array_equal(puzzle.state, lights[0])
            if is_plain and Batch(puzzle.system, len(boards)).has_table:
                answers = [solution.to_json() for solution in solve_many(puzzle, lights)]
                found |= dict(zip(numbers, map(json.dumps, answers), strict=True))
    return found


@contextmanager
def _told(tell: Tell, lines: list[str], now: Value, total: int) -> Iterator[None]:
    """Context manager that sends new answers and the current board to the parent every 0.2 s."""
    over = Event()

    def watch() -> None:
        sent, known = 0, Value()
        while not over.wait(0.2):
            new = lines[sent:]
            if new or now != known:
                sent, known = sent + len(new), dict(now)
                tell("note", {"done": sent, "total": total, "lines": new, "now": known})

    thread = Thread(target=watch, name="telling", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()  # no other thread may write to the parent while the result is sent
