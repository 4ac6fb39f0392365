"""Functions that run in a child process: answer questions and write certificates.

Arguments and results are plain values: a child opens no path of a user, and returns an error of
this package as a problem with its place in the text.

Three kinds of functions stand here: requests without a job (boards, certificates, engines,
pictures); questions with a `Solution`; and questions about a rule, all boards, a level or all
engines.  Each answer is what the command of the same name prints with ``--json``.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from lo_exact.errors import DisagreementError, LimitReached, LoExactError, UsageError
from lo_exact.outcome import Status, Watch
from lo_exact.processes.progress_pipe import telling_watch
from lo_exact.puzzle import Puzzle
from lo_exact.service.children.bounded import (
    Tell,
    Told,
    Value,
    about_board,
    asked_beside,
    limit_this_process,
    problem_of,
    read_bounded,
    too_many_lights,
)
from lo_exact.service.problems import problem

if TYPE_CHECKING:
    from lo_exact.solution import Solution


@dataclass(frozen=True)
class Question:
    """Kind of question: function that answers it, list that may be cut, whether it is cheap."""

    answer: Callable[[Value, Puzzle, Watch], Told]
    """The function that answers."""
    listed: str = ""
    """Key of the answer's list that is truncated if too large, or ``""``."""
    cheap: bool | None = None
    """Whether it takes under a second for boards that can be drawn; None: like the minimum."""


def _grade(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.byhand.levels.grade import grade_level

    found = grade_level(puzzle, time_limit=watch.remaining())
    return Told(found.to_json(), bool(found.solution.stopped))


def _crosscheck(request: Value, puzzle: Puzzle, watch: Watch) -> Told:
    from lo_exact.commands.shared.quick import within
    from lo_exact.judging.crosscheck import crosscheck_puzzle

    with within(watch.remaining()):  # also stops an engine that rarely checks its time limit
        found = crosscheck_puzzle(puzzle, time_in_all=watch.remaining())
    if found.disagreement:
        raise DisagreementError(found.disagreement)
    agreed = {"agree": True, "proved": found.proved, "engines": found.to_json()}
    return Told(agreed | {"puzzle_sha256": puzzle.sha256}, stopped=not found.proved)


def _by_command(request: Value, puzzle: Puzzle | None, watch: Watch, boards: int = 1) -> Told:
    from lo_exact.service.children.command_questions import command_answered

    return command_answered(request, watch, boards)


ABOUT_BOARDS: dict[str, Question] = {
    "press": Question(_by_command, cheap=True),
    "export": Question(_by_command),
    "judge": Question(_by_command),
    "spectrum": Question(_by_command),
    "sample": Question(_by_command, "solutions"),
    "kernel": Question(_by_command, "quiet_patterns", cheap=True),
    "plan": Question(_by_command, "components", cheap=True),
    "chase": Question(_by_command, "table", cheap=True),
    "matrix": Question(_by_command, cheap=True),
    "explain": Question(_by_command, "patterns"),
    "grade": Question(_grade),
    "hardest": Question(_by_command, cheap=False),
    "histogram": Question(_by_command, cheap=False),
    "crosscheck": Question(_crosscheck, cheap=False),
}

OF_RULES = ("hardest", "histogram", "matrix", "make")
"""Questions that accept ``size`` instead of a board."""


def rules_bounded(request: Value, limits: Value) -> Puzzle | Value:
    """Return the puzzle of a request's board or size, or ``{"problem": ...}`` if it is too large.

    Raises:
        UsageError: When there is neither a board nor a size.
    """
    if request["board"] or request.get("question") not in OF_RULES or "size" not in request:
        return read_bounded(request, limits)
    from lo_exact.formats import write_puzzle
    from lo_exact.topology.described import described

    names = ("neighbourhood", "topology", "colours", "objective")
    given = {name: request[name] for name in names if name in request}
    dark = write_puzzle(described(request["size"], **given), "json")
    return read_bounded({"board": dark}, limits)


def _commanded(request: Value, limits: Value, watch: Watch) -> Told | Value:
    """Answer a question by its command; return ``{"problem": ...}`` if the size is too large."""
    if request["question"] in OF_RULES and "size" in request:
        rules = rules_bounded(request | {"board": ""}, limits)
        if isinstance(rules, dict):
            return rules
    return _by_command(request, None, watch)


def _levels(request: Value, limits: Value, watch: Watch) -> Told | Value:
    from lo_exact.commands.shared.quick import within
    from lo_exact.formats.reading import parse_parts

    with within(watch.remaining()):
        parts = parse_parts(
            request["board"], options=asked_beside(request), format=request.get("format")
        )
        for part in parts:
            if found := too_many_lights(part.read(), limits):
                return found
    return _by_command(request, None, watch, len(parts))


def _referee(request: Value, limits: Value, watch: Watch) -> Told | Value:
    from lo_exact.commands.shared.quick import within
    from lo_exact.judging.campaign import referee
    from lo_exact.judging.referee_command import failure_json, tally_json
    from lo_exact.judging.tally import RefereeTally

    given = request.get("answers", [])
    said = iter([one["answer"] for one in given])
    tally, failures = RefereeTally(), list[Value]()
    with suppress(LimitReached), within(watch.remaining()):
        puzzles = [read_bounded(request | {"board": one["board"]}, limits) for one in given]
        for found in puzzles:
            if isinstance(found, dict):
                return found
        for board in referee(lambda _: next(said), cast("list[Puzzle]", puzzles)):
            watch.check()  # raises at the time limit, so that a partly judged board is not counted
            tally.add(board)
            if not board.judgement.passes(minimal=not request.get("any_solution", False)):
                failures.append(failure_json(board, "board"))
    value = tally_json(tally) | {"failures": failures}
    return Told(value, stopped=tally.boards < len(given))


WITHOUT_BOARD: dict[str, Callable[[Value, Value, Watch], Told | Value]] = {
    "table": _commanded,
    "walk": _commanded,
    "make": _commanded,
    "levels": _levels,
    "referee": _referee,
    "certify": _commanded,
    "decode": _commanded,
    "distance": _commanded,
}
"""Questions about other texts than a single board; each returns an answer or a problem."""


def told_without_board(
    tell: Tell, request: Value, limits: Value, end: float, quick: float
) -> Value:
    """Answer a question without a board: result, problem, or ``{"long": True}`` if too slow.

    Args:
        tell: sends reports to the parent: improved, bound, and the partial answer.
        request: the canonical request.
        limits: limits of `lo_exact.service.settings`.
        end: deadline, by the monotonic clock.
        quick: if positive, the largest forecast in seconds to accept here.
    """
    known: Value = {"status": Status.UNKNOWN.value}

    def note(answer: Any) -> None:
        if isinstance(answer, str):  # a text is advice about the engine, not a result
            return
        known.update(answer)
        if not quick:
            tell("note", {"facts": {"partial": known}})
            tell("bound", known["lower_bound"])
            if words := [side["word"] for side in known["sides"] if side["word"]]:
                word = min(words, key=lambda word: len(set(word)))
                tell("improved", (word, known["upper_bound"]))

    seconds = end - time.monotonic()
    # a quick attempt first, if it takes less than half of the time; otherwise one attempt
    is_first = 0.0 < 2 * quick < seconds
    watch = Watch(quick if is_first else seconds, on_note=note)
    try:
        found = WITHOUT_BOARD[request["question"]](request, limits, watch)
    except LimitReached:
        if watch.remaining() > 0:  # the memory or size limit was reached: more time is no help
            raise
        found = Told(known, True)
    if not isinstance(found, Told):
        return found
    if found.stopped and is_first:
        return {"long": True}
    state = "limit" if found.stopped else "done"
    return {"state": state, "result": json.dumps(found.value), "files": found.files}


MAX_ENTRIES = 300_000
"""Entries of a matrix that is sent to the page."""


def understood(tell: Tell, request: Value, limits: Value) -> Value:
    """Return the interpretation of a board, as ``{"result": ...}`` or ``{"problem": ...}``."""
    limit_this_process(limits)
    return about_board(request, limits, lambda puzzle: {"result": _shown(request, puzzle)})


def judge_certificate(tell: Tell, document: str, proofs: Mapping[str, str], limits: Value) -> Value:
    """Check a certificate with the stand-alone checker; ``proofs`` maps names to base64 texts."""
    limit_this_process(limits)
    from lo_exact.certificate.check import check_in_fresh_process, verdict_document

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        path.write_text(document, encoding="utf-8")
        for name, text in proofs.items():
            if not re.fullmatch(r"[0-9a-f]{64}\.lrat\.gz", name, re.ASCII):
                return {"problem": problem("bad-field", "a proof is called SHA256.lrat.gz")}
            try:
                body = base64.b64decode(text, validate=True)
            except ValueError:
                return {"problem": problem("bad-field", "a proof is given as base64")}
            (Path(folder) / name).write_bytes(body)
        try:
            verdict = check_in_fresh_process(path)
        except LoExactError as error:
            return {"problem": problem("bad-field", str(error).replace(folder, ""))}
    return {"result": verdict_document(verdict)}


def listed(tell: Tell, what: str) -> Value:
    """Return the JSON output of the command ``engines`` or ``formats``."""
    from lo_exact.service.children.command_questions import printed

    words = ["--json", "--no-test"] if what == "engines" else ["--json"]
    return dict(json.loads(printed(f"lo_exact.commands.{what}:{what}", words)[0]))


def answer_svg(tell: Tell, request: Value, known: Value, limits: Value) -> Value:
    """Return a picture of a board and its answer as SVG."""
    limit_this_process(limits)
    return about_board(request, limits, lambda puzzle: {"svg": svg(puzzle, known)})


def _shown(request: Value, puzzle: Puzzle) -> Value:
    from lo_exact.commands.show import as_json
    from lo_exact.formats import find_format, write_puzzle
    from lo_exact.formats.format_table import FORMATS

    board = request["board"]
    named = request.get("format")
    row = find_format(named) if named else next(row for row in FORMATS if row.sniff(board))
    shown: Value = {"format": row.name, **as_json(puzzle)}
    try:
        shown["board"] = write_puzzle(puzzle, "board")
    except UsageError:
        shown["board"] = None
        if puzzle.activation.entries <= MAX_ENTRIES:
            shown["json"] = json.loads(write_puzzle(puzzle, "json"))
    if request.get("activation"):
        shown["activation"] = _activation(puzzle)
    return shown


def _activation(puzzle: Puzzle) -> Value | None:
    """Return a puzzle's matrix and the positions of its lights as JSON, or None if too large."""
    from lo_exact.pictures.graph import MAX_DISCS, vertex_points

    matrix, layout = puzzle.activation, puzzle.layout
    if matrix.entries > MAX_ENTRIES:
        return None
    rows, values, starts = (x.tolist() for x in (matrix.rows, matrix.values, matrix.starts))
    found: Value = {
        "lights": [rows[a:b] for a, b in pairwise(starts)],
        "amounts": [values[a:b] for a, b in pairwise(starts)],
    }
    if layout.is_grid:
        found |= {"light_at": layout.light_at.tolist(), "button_at": layout.button_at.tolist()}
    elif puzzle.lights == puzzle.buttons <= MAX_DISCS and not layout.button_names:
        names = layout.names or tuple(map(str, range(puzzle.lights)))
        found |= {"names": names, "at": vertex_points(names).round(2).tolist()}
    return found


def svg(puzzle: Puzzle, known: dict[str, Any]) -> str:
    """Return a picture of a puzzle and its known answer as SVG text.

    Args:
        puzzle: the board.
        known: ``presses`` or ``witness`` of a result, rows for a grid and else flat; or neither.
    """
    from lo_exact.commands.shared.figures import board_figure, witness_figure
    from lo_exact.pictures import to_svg
    from lo_exact.solution import unplaced

    layout = puzzle.layout
    if witness := known.get("witness"):
        return to_svg(witness_figure(puzzle, unplaced(layout.light_at, layout, witness)))
    presses = known.get("presses")
    return to_svg(board_figure(puzzle, presses and unplaced(layout.button_at, layout, presses)))


SHOWN_MINIMA, DRAWN_LIGHTS = 1000, 10_000
"""Largest number of listed minima; lights up to which presses are reported during the search."""


MAX_FILES = 2**26
"""Largest total size of a job's files, in bytes, since the server receives them at once."""


def answer_question(tell: Tell, request: Value, limits: Value, end: float, quick: float) -> Value:
    """Answer a question about a board; return the fields to store.

    Args:
        tell: sends reports to the parent: improved, bound, and the board's facts.
        request: as in `lo_exact.service.requests`, canonical.
        limits: limits of `lo_exact.service.settings`.
        end: deadline, by the monotonic clock; it includes the start of this process.
        quick: if positive, answer only with a shorter forecast; otherwise return ``long``.

    Returns:
        ``{"state", "result"}`` and perhaps ``files``; ``{"problem"}``; or ``{"long": True}``.
    """
    limit_this_process(limits)
    value = _answered(tell, request, limits, end, quick)
    if sum(map(len, value.get("files", {}).values())) > MAX_FILES:
        value["files"] = {}
    if len(value.get("result") or "") > limits["max_result"]:
        said = f"the answer has more than {limits['max_result'] >> 10} KiB"
        return {"problem": problem("too-large", said)}
    return value


def _answered(tell: Tell, request: Value, limits: Value, end: float, quick: float) -> Value:
    puzzle = None
    try:
        if request.get("question") in WITHOUT_BOARD:
            return told_without_board(tell, request, limits, end, quick)
        puzzle = rules_bounded(request, limits)
        if isinstance(puzzle, dict):
            return puzzle
        known = {"facts": board_facts(puzzle)}
        if not quick:
            tell("note", known)

            def told(kind: str, said: Any) -> None:
                tell(kind, (rows_to_draw(puzzle, said[0]), said[1]) if kind == "improved" else said)

            watch = telling_watch(end - time.monotonic(), told)
            return stored_answer(request, puzzle, limits, watch)
        if puzzle.lights > 400:  # boards of at most 400 lights report their facts with the answer
            tell("note", known)
        forecast = _forecast(request, puzzle)
        if forecast is None or forecast >= quick:
            if forecast is not None:
                known["facts"] = board_facts(puzzle) | {"forecast": round(forecast, 3)}
            return {"long": True} | known
        seconds = end - time.monotonic()
        # a quick attempt first, if it takes less than half of the time; otherwise one attempt
        is_first = 2 * quick < seconds
        value = stored_answer(request, puzzle, limits, Watch(quick if is_first else seconds))
        long = value["state"] == "limit" and is_first
        return ({"long": True} if long else value) | known
    except (LoExactError, MemoryError, RecursionError) as error:
        return {"problem": problem_of(error, limits)} | _evidence(error, puzzle)


def rows_to_draw(puzzle: Puzzle, presses: Any) -> Any:
    """Return presses as rows for the page's drawing, or None if the board has too many lights."""
    from lo_exact.solution import presses_rows

    return presses_rows(puzzle.layout, presses) if puzzle.lights <= DRAWN_LIGHTS else None


def board_facts(puzzle: Puzzle) -> Value:
    """Return the facts stored with a board's job: numbers of colours, lights, buttons; SHA-256."""
    return {
        "colours": puzzle.colours,
        "lights": puzzle.lights,
        "buttons": puzzle.buttons,
        "puzzle_sha256": puzzle.sha256,
    }


def _forecast(request: Value, puzzle: Puzzle) -> float | None:
    """Return the predicted number of seconds for an answer, or None if it cannot be predicted."""
    if request.get("certificate") or request.get("engine", "auto") != "auto":
        return None
    question = request.get("question", "min")
    searches = dict.fromkeys(("min", "all", "count", "hint"))
    cheap = (
        ABOUT_BOARDS[question].cheap if question in ABOUT_BOARDS else searches.get(question, True)
    )
    is_small = cheap or question in searches or puzzle.lights <= 400
    if "within" in request or cheap is False or not is_small:
        return None
    if cheap or request.get("total"):
        return 0.0 if puzzle.lights <= DRAWN_LIGHTS else None
    from lo_exact.solver.forecast import plan

    parts = plan(puzzle).parts
    known = [part.seconds for part in parts if part.seconds is not None]
    return sum(known) if len(known) == len(parts) else None


def stored_answer(request: Value, puzzle: Puzzle, limits: Value, watch: Watch) -> Value:
    """Answer a question about a puzzle; return the job's state, its result, and its files."""
    question = request.get("question", "min")
    if question in ABOUT_BOARDS or "within" in request or request.get("total"):
        try:
            told = _told(question, request, puzzle, limits["memory"] // 2, watch)
        except LimitReached:
            if watch.remaining() > 0:  # the memory or size limit was reached: more time is no help
                raise
            told = Told({"status": Status.UNKNOWN.value, "puzzle_sha256": puzzle.sha256}, True)
        listed = ABOUT_BOARDS[question].listed if question in ABOUT_BOARDS else "solutions"
        result = _cut(told.value, listed, limits)
        state = "limit" if told.stopped else "done"
        return {"state": state, "result": result, "files": told.files}
    # a quarter of the time is reserved for a requested certificate
    proving = 0.25 * max(watch.remaining(), 0.0) if request.get("certificate") else 0.0
    watch.deadline -= proving
    # the limit is on address space; half of it is for programs and libraries
    solution = _asked(question, request, puzzle, limits["memory"] // 2, watch)
    files: dict[str, bytes] = {}
    if proving:
        watch.deadline += proving
        solution, files = _certified(solution, watch.remaining())
    state = "limit" if solution.stopped else "done"
    if question == "hint" and solution.status is Status.OPTIMAL:
        from lo_exact.byhand.hint_command import hints_json

        value = hints_json(solution, request.get("next", 1), why=request.get("why", False))
        return {"state": state, "result": _cut(value, "hints", limits)}
    text = _cut(solution.to_json(), "solutions", limits)
    return {"state": state, "result": text, **({"files": files} if files else {})}


def _asked(question: str, request: Value, puzzle: Puzzle, memory: int, watch: Watch) -> Solution:
    from lo_exact import solver

    engine = request.get("engine", "auto")
    if question in ("min", "hint"):
        return solver.minimum(
            puzzle, engine=engine, count=request.get("count", False),
            canonical=request.get("canonical", False), memory=memory, watch=watch,
        )  # fmt: skip
    if question == "all":
        limit = request.get("limit", SHOWN_MINIMA)
        return solver.all_minima(puzzle, limit=limit, engine=engine, memory=memory, watch=watch)
    if question == "count":
        return solver.count(puzzle, engine=engine, memory=memory, watch=watch)
    return solver.prove(puzzle) if question == "prove" else solver.solve(puzzle)


def _told(question: str, request: Value, puzzle: Puzzle, memory: int, watch: Watch) -> Told:
    """Return the command's ``--json`` answer to a question whose result is not a `Solution`."""
    if question in ABOUT_BOARDS:
        return ABOUT_BOARDS[question].answer(request, puzzle, watch)
    if "within" in request:
        from lo_exact.solver.questions import solutions_within

        near = solutions_within(puzzle, request["within"], memory=memory, watch=watch)
        return Told(near.to_json(request.get("limit", SHOWN_MINIMA)))
    from lo_exact.commands.count import total_json

    return Told(total_json(puzzle))


def _cut(result: Value, listed: str, limits: Value) -> str:
    """Return a result as JSON text, with the list ``listed`` truncated if the text is too large."""
    sys.set_int_max_str_digits(0)  # print counts of any length; all input is parsed already
    text = json.dumps(result)
    while len(text) > limits["max_result"] and result.get(listed):
        items = result[listed]
        fits = len(items) * limits["max_result"] // len(text) * 9 // 10
        result = result | {listed: items[:fits]}
        text = json.dumps(result)
    return text


def _certified(solution: Solution, seconds: float) -> tuple[Solution, dict[str, bytes]]:
    """Certify a solution; return it, with any higher bound proved, and the certificate's files."""
    from lo_exact.certificate.certify import write_proof
    from lo_exact.certificate.draft import LowerBoundClaim

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate.json"
        try:
            written = write_proof(solution, path, time_limit=max(seconds, 0.0))
        except (LimitReached, UsageError):
            return solution, {}
        files = {entry.name: entry.read_bytes() for entry in Path(folder).iterdir()}
    claim = written.claim
    if isinstance(claim, LowerBoundClaim) and claim.bound > max(solution.lower_bound or 0, 0):
        solution = replace(solution, lower_bound=claim.bound)
    return solution, files


def _evidence(error: Exception, puzzle: Puzzle | Value | None) -> Value:
    """Return the puzzle and the error as a file if two engines disagree, otherwise ``{}``."""
    if not isinstance(error, DisagreementError) or puzzle is None or isinstance(puzzle, dict):
        return {}
    from lo_exact.formats import write_puzzle

    found = {
        "disagreement": str(error),
        "puzzle": json.loads(write_puzzle(puzzle, "json")),
        "puzzle_sha256": puzzle.sha256,
    }
    return {"files": {"disagreement.json": json.dumps(found, indent=1).encode()}}
