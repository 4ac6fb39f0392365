"""Parser for board texts (not paths) in a child process with limited memory and disk space."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lo_exact import machine
from lo_exact.errors import LoExactError
from lo_exact.service.problems import of_error, problem

if TYPE_CHECKING:
    from lo_exact.counters import AnyPuzzle
    from lo_exact.formats import ReadOptions
    from lo_exact.puzzle import Puzzle

Tell = Callable[[str, Any], None]
Value = dict[str, Any]

READING = ("colours", "neighbourhood", "topology", "target", "objective", "size")


@dataclass(frozen=True)
class Told:
    """Answer of a child process to a question: JSON values and files."""

    value: Value
    """Answer as JSON values."""
    stopped: bool = False
    """Whether the answer is partial because of the time limit."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Files of the job."""


def limit_this_process(limits: Value) -> None:
    """Limit this process's memory and disk; let the system kill it first when memory runs out."""
    machine.limit_process(limits["memory"], limits["file_size"])
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)


def asked_beside(request: Value) -> ReadOptions:
    """Return the parsing options, such as colours, that a request gives with its board."""
    from lo_exact.formats import ReadOptions

    asked: dict[str, Any] = {name: request.get(name) for name in READING}
    return ReadOptions(**asked)


def read_bounded(request: Value, limits: Value) -> Puzzle | Value:
    """Parse a request's board; return its puzzle, or ``{"problem": ...}`` if it is too large."""
    from lo_exact.formats import parse_puzzle

    options = asked_beside(request)
    puzzle = parse_puzzle(request["board"], options=options, format=request.get("format"))
    return too_many_lights(puzzle, limits) or puzzle


def about_board(request: Value, limits: Value, answer: Callable[[Puzzle], Value]) -> Value:
    """Return ``answer(puzzle)`` for a request's puzzle, or ``{"problem": ...}`` after an error."""
    try:
        puzzle = read_bounded(request, limits)
        return puzzle if isinstance(puzzle, dict) else answer(puzzle)
    except (LoExactError, MemoryError, RecursionError) as error:
        return {"problem": problem_of(error, limits)}


def too_many_lights(puzzle: AnyPuzzle, limits: Value) -> Value | None:
    """Return ``{"problem": ...}`` if a puzzle is too large, otherwise None."""
    most = limits["max_lights"]
    if max(puzzle.lights, puzzle.buttons) <= most:
        return None
    said = f"this server takes boards up to {most} lights, got {puzzle.lights}"
    return {"problem": problem("too-large", said)}


OUT_OF_MEMORY = re.compile(
    r"out of memory|MemoryError|allocate|bad_alloc|failed to map segment|can't start new thread"
)
"""Pattern of error messages about exhausted memory."""


def problem_of(error: Exception, limits: Value) -> Value:
    """Convert an exception to a problem (RFC 9457); every lack of memory gives the same one."""
    if isinstance(error, MemoryError | RecursionError) or OUT_OF_MEMORY.search(str(error)):
        said = f"this board needs more than {limits['memory'] >> 20} MiB"
        return problem("too-large", said)
    return of_error(error) if isinstance(error, LoExactError) else problem("internal", str(error))
