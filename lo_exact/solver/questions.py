"""Proved answers about a puzzle: minima, solutions near the minimum, counts, and solvability.

Each answer takes the same path: puzzle -> system -> presolve -> engine -> outcome -> multiplied out
-> `Solution`.  An external solver named by the user works on the raw system, without presolve, so
that it is an independent second opinion.

Solutions near the minimum are cut into pieces that share no button, and each piece is searched by
the method that suits it (`lo_exact.engines.weights.pieces`).  Many boards that differ only in their
state are answered as arrays (`lo_exact.solver.batch`), and each answer is multiplied out once more.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from math import inf, prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, Kernel, Unsolvable
from lo_exact.algebra.elimination import looking
from lo_exact.algebra.packed import as_tuple
from lo_exact.algebra.sparse import array_of, whole
from lo_exact.counters import AnyPuzzle, Counters, WholeSystem, of_colours
from lo_exact.engines.engine_table import find_engine
from lo_exact.errors import LimitReached, SolverError, UsageError
from lo_exact.outcome import (
    MAX_INT64,
    MEMORY,
    Presses,
    Progress,
    Status,
    Wanted,
    Watch,
    whole_option,
)
from lo_exact.puzzle import PackedSystem, Puzzle
from lo_exact.registers import done_by_slices
from lo_exact.solution import Solution, presses_rows, refuted, solved
from lo_exact.solver.parts import confirmed, minimise_system, refuse
from lo_exact.solver.running import FoundOutcome, first_known

if TYPE_CHECKING:
    from lo_exact.engines.weights.pieces import Pieces
    from lo_exact.runners.work import Where

Asked = Puzzle | NDArray[Any]
"""A puzzle, or (rows, columns) integers: a board of two colours with the plus rule."""

Report = Callable[[Progress], None]
UNLIMITED = MAX_INT64
"""Default number of minima to list: the largest int64."""

ORDERED, ORDERED_NUMBERS = 5000, 20_000_000
"""Largest number of minima, and of entries in them, to sort when only the first are requested."""


def minimum(
    puzzle: Asked | Counters,
    *,
    engine: str = "auto",
    time_limit: float = inf,
    count: bool = False,
    limit: int = 1,
    canonical: bool = False,
    confirm: bool = True,
    where: Where | None = None,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Return a proved minimum solution or, if stopped, the best one found and a proved lower bound.

    Args:
        puzzle: The puzzle; an array of rows and columns is a board of two colours.
        engine: ``"auto"`` or an engine's name (``lo-exact engines`` lists them).
        time_limit: wall-clock seconds.
        count: also count the minimum solutions.
        limit: largest number of minimum solutions to list in ``solutions`` (1: none listed).
        canonical: whether the presses must be the lexicographically least minimum.
        confirm: whether the optimum of an engine that rests on floating-point numbers (integer
            programming) must be proved again by an exact one; False only to compare engines.
        where: processes and ledger for enumerating all solutions (engine ``coset``), or windows if
            that engine is named; finished work in the ledger is not repeated.
        memory: approximate memory limit of built-in engines, in bytes for each process; if none
            fits, no external solver is tried.
        report: called about once a second with the progress of a long search.
        watch: a new watch instead of ``time_limit`` and ``report``: it receives better
            presses of the puzzle and bounds while the search runs, and its ``check`` may end it.

    Returns:
        A `Solution`; after Ctrl-C, too, with the reason in ``stopped``.

    Raises:
        UsageError: When the engine does not exist or cannot take the puzzle.
        MissingPackageError: When its package is not installed.
        DisagreementError: When an exact engine refutes an integer program's optimum.

    Example:
        >>> import lo_exact
        >>> lo_exact.minimum(lo_exact.grid_puzzle([[1] * 5] * 5), count=True).minimum_solutions
        4
    """
    started = time.monotonic()
    puzzle = asked_puzzle(puzzle)
    asker = Watch(time_limit, report) if watch is None else watch
    watch = _puzzle_watch(puzzle, asker)
    wanted = Wanted(limit, count, canonical, memory)
    try:
        if where is not None:
            puzzle = of_colours(puzzle, "work in pieces (--ledger, --pieces)")
            found = _in_pieces(puzzle, engine, wanted, watch, where)
        else:
            with looking(watch.check):
                found = minimise_system(puzzle.system, engine, wanted, watch)
                if confirm and engine != "auto" and find_engine(engine).floating:
                    found = confirmed(puzzle.system, found, wanted, watch)
        return _answered(puzzle, found, wanted, asker, time.monotonic() - started)
    except (LimitReached, KeyboardInterrupt) as stop:
        if where is not None and where.task:  # a single piece of the work gives no answer
            raise
        answer = _unfinished(puzzle, engine, watch, _reason(stop), time.monotonic() - started)
        more = count or limit > 1 or canonical
        if answer.status is not Status.OPTIMAL or more or isinstance(stop, KeyboardInterrupt):
            return answer
        return replace(answer, stopped="")  # the limit came after the proof of the minimum


def _answered(
    puzzle: AnyPuzzle, found: FoundOutcome, wanted: Wanted, asker: Watch, seconds: float
) -> Solution:
    outcome = found.outcome
    notes = (outcome.note,) if outcome.note else found.notes
    if outcome.status is Status.INFEASIBLE:
        return _infeasible(puzzle, outcome.witness, found.engine, seconds, notes)
    minima = tuple(solved(puzzle, x, outcome.weight) for x in outcome.minima)
    asker.settled(minima[0], outcome.weight)
    return Solution(
        puzzle, Status.OPTIMAL, outcome.weight, outcome.weight, minima[0],
        minimum_solutions=outcome.count if wanted.count else None,
        solutions=minima if wanted.minima > 1 else (),
        engine=found.engine, seconds=seconds, canonical=outcome.canonical, stopped=outcome.stopped,
        notes=notes,
    )  # fmt: skip


def all_minima(
    puzzle: Asked | Counters,
    *,
    limit: int = UNLIMITED,
    engine: str = "auto",
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Return up to ``limit`` of the minimum solutions, and the exact number of all of them.

    They are in lexicographic order: the first ``limit`` of all, unless there are more than
    `ORDERED` and than the limit; then ``ordered`` of the solution is False, and which of them are
    listed depends on the engine.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.
        limit: largest number to list; all are counted.
        engine: ``"auto"`` or an engine's name (``lo-exact engines`` lists them).
        time_limit: wall-clock seconds.
        memory: approximate memory limit of built-in engines, in bytes for each process.
        report: called about once a second with the progress of a long search.
        watch: a new watch instead of ``time_limit`` and ``report``.

    Returns:
        A `Solution` with ``solutions`` and ``minimum_solutions``.

    Raises:
        UsageError: When the engine does not exist or cannot take the puzzle.
        MissingPackageError: When its package is not installed.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.matrix_puzzle([[1, 1]], [1])
        >>> lo_exact.all_minima(puzzle).solutions
        ((0, 1), (1, 0))
    """
    puzzle = asked_puzzle(puzzle)
    limit = whole_option("limit", limit, 0)
    enough = min(ORDERED, ORDERED_NUMBERS // max(1, puzzle.buttons))
    wanted = min(max(limit, enough, 2), UNLIMITED)
    solution = minimum(
        puzzle, engine=engine, time_limit=time_limit, count=True, limit=wanted, memory=memory,
        report=report, watch=watch,
    )  # fmt: skip
    listed = solution.solutions
    total = solution.minimum_solutions
    ordered = total is not None and total <= len(listed)
    listed = tuple(sorted(listed)) if ordered else listed
    return replace(solution, solutions=listed[:limit], ordered=ordered)


def count(
    puzzle: Asked | Counters,
    *,
    engine: str = "auto",
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> Solution:
    """Return the exact number of all solutions and of minimum solutions.

    ``solutions_total`` is None when even that took longer than was allowed.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.
        engine: ``"auto"`` or an engine's name (``lo-exact engines`` lists them).
        time_limit: wall-clock seconds.
        memory: approximate memory limit of built-in engines, in bytes for each process.
        report: called about once a second with the progress of a long search.
        watch: a new watch instead of ``time_limit`` and ``report``.

    Returns:
        A `Solution` with ``solutions_total`` and ``minimum_solutions``.

    Raises:
        UsageError: When the engine does not exist or cannot take the puzzle.
        MissingPackageError: When its package is not installed.

    Example:
        >>> import lo_exact
        >>> answer = lo_exact.count(lo_exact.grid_puzzle([[1] * 5] * 5))
        >>> answer.solutions_total, answer.minimum_solutions
        (4, 4)
    """
    started = time.monotonic()
    puzzle = asked_puzzle(puzzle)
    watch = Watch(time_limit, report) if watch is None else watch
    solution = None
    if isinstance(puzzle, Counters):  # minimum first: counting can take longer
        solution = minimum(puzzle, engine=engine, count=True, memory=memory, watch=watch)
        if solution.stopped:
            return solution
    try:
        with looking(watch.check):
            total = count_solutions(puzzle)
    except (LimitReached, KeyboardInterrupt) as stop:
        if solution is not None:
            return replace(solution, stopped=_reason(stop))
        inner = _puzzle_watch(puzzle, watch)
        return _unfinished(puzzle, engine, inner, _reason(stop), time.monotonic() - started)
    if solution is None:
        solution = minimum(puzzle, engine=engine, count=True, memory=memory, watch=watch)
    return replace(solution, solutions_total=total, seconds=time.monotonic() - started)


def count_solutions(puzzle: Asked | Counters) -> int:
    """Return the exact number of all solutions of the puzzle (0 if it is unsolvable).

    Raises:
        UsageError: When counters have infinitely many solutions.
    """
    system = asked_puzzle(puzzle).system
    if isinstance(system, WholeSystem):
        counted: int = done_by_slices("count solutions in whole numbers")(system)
        return counted
    return 0 if isinstance(system.first, Unsolvable) else prod(system.elimination.orders)


def solve(puzzle: Asked | Counters) -> Solution:
    """Return any solution, found quickly by elimination; its weight is not minimised.

    The status is ``OPTIMAL`` when it is the only solution, ``FEASIBLE`` otherwise.  Of counters it
    is the minimum, which is found as quickly.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.

    Returns:
        A `Solution`.

    Raises:
        PuzzleError: When an array is not a board.

    Example:
        >>> import lo_exact
        >>> lo_exact.solve(lo_exact.grid_puzzle([[1, 1], [1, 0]])).status.value
        'optimal'
    """
    started = time.monotonic()
    puzzle = asked_puzzle(puzzle)
    if isinstance(puzzle, Counters):
        return minimum(puzzle)
    found = puzzle.system.first
    if isinstance(found, Unsolvable):
        witness = as_tuple(found.witness)
        return _infeasible(puzzle, witness, "elimination", time.monotonic() - started)
    unknowns = as_tuple(found)
    weight = puzzle.system.weight(found)
    total = prod(puzzle.system.elimination.orders)
    only = total == 1
    return Solution(
        puzzle, Status.OPTIMAL if only else Status.FEASIBLE, weight, weight if only else 0,
        solved(puzzle, unknowns, weight), solutions_total=total, engine="elimination",
        seconds=time.monotonic() - started, canonical=only,
    )  # fmt: skip


def prove(
    puzzle: Asked | Counters, *, time_limit: float = inf, report: Report | None = None
) -> Solution:
    """Return a solution of the puzzle, or a witness that there is none.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.
        time_limit: wall-clock seconds.
        report: called about once a second with the progress.

    Returns:
        A `Solution` with ``presses``, or ``INFEASIBLE`` with a ``witness``; ``UNKNOWN`` if it
        was stopped before either was found.

    Raises:
        PuzzleError: When an array is not a board.

    Example:
        >>> import lo_exact
        >>> lo_exact.prove(lo_exact.matrix_puzzle([[1], [1]], [1, 0])).witness
        (1, 1)
    """
    started = time.monotonic()
    puzzle = asked_puzzle(puzzle)
    try:
        with looking(Watch(time_limit, report).check):
            return solve(puzzle)
    except (LimitReached, KeyboardInterrupt) as stop:
        return Solution(
            puzzle, Status.UNKNOWN, engine="elimination", seconds=time.monotonic() - started,
            stopped=_reason(stop),
        )  # fmt: skip


def kernel(puzzle: Asked) -> Kernel:
    """Return the quiet patterns: presses that change no light that matters, as generators.

    With a uniform target the patterns are those that change all lights that matter alike; the last
    entry of each generator is then the colour by which they change.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.

    Returns:
        The quiet patterns: their generators, orders and number.

    Raises:
        PuzzleError: When an array is not a board.

    Example:
        >>> import lo_exact
        >>> lo_exact.kernel(lo_exact.grid_puzzle([[1] * 5] * 5)).size
        4
    """
    return of_colours(asked_puzzle(puzzle), "a kernel").system.elimination.kernel


def quiet_patterns(puzzle: Puzzle, limit: int) -> Iterator[Presses]:
    """Yield up to ``limit`` generators of the kernel, without computing the others."""
    return map(as_tuple, puzzle.system.elimination.words(limit))


def asked_puzzle(asked: Asked | Counters) -> AnyPuzzle:
    """Return the argument as a puzzle, converting an array of rows and columns.

    Raises:
        UsageError: When it is neither a puzzle nor an array of rows and columns.
        PuzzleError: When the array is not a board of two colours.
    """
    if isinstance(asked, Puzzle | Counters):
        return asked
    board = array_of("a board", asked) if isinstance(asked, list | tuple) else asked
    if isinstance(board, np.ndarray) and board.ndim == 2:
        from lo_exact.topology import grid_puzzle

        return grid_puzzle(board)
    raise UsageError(
        f"a question is about a Puzzle or a board of rows and columns, got {type(asked).__name__}; "
        "grid_puzzle, matrix_puzzle, graph_puzzle and read_puzzle make puzzles"
    )


def _puzzle_watch(puzzle: AnyPuzzle, asker: Watch) -> Watch:
    """Return a watch for a puzzle's system that passes better solutions to the caller's watch."""
    return asker.child(
        on_improved=lambda presses, weight: asker.improved(solved(puzzle, presses, weight), weight)
    )


def _in_pieces(
    puzzle: Puzzle, engine: str, wanted: Wanted, watch: Watch, where: Where
) -> FoundOutcome:
    """Minimise the system in pieces of work whose results are stored in a ledger."""
    if engine not in ("auto", "coset", "windows"):
        raise UsageError(f"only coset and windows work in pieces, not {engine}")
    system, sha256 = puzzle.system, puzzle.sha256
    if engine in ("auto", "coset"):
        from lo_exact.engines.coset import engine as coset

        outcome = coset.minimise(system, wanted, watch, where=where, puzzle_sha256=sha256)
        return FoundOutcome(outcome, ("coset",))
    refuse(find_engine(engine), system, wanted)
    from lo_exact.engines.windows.engine import minimise

    return FoundOutcome(minimise(system, wanted, watch, where), (engine,))


def _reason(stop: BaseException) -> str:
    return "interrupted" if isinstance(stop, KeyboardInterrupt) else str(stop)


def _unfinished(
    puzzle: AnyPuzzle, engine: str, watch: Watch, stopped: str, seconds: float
) -> Solution:
    """Return the best result of a stopped search; it is proved if both bounds are equal."""
    if engine == "auto" and watch.asked:
        engine = "+".join(watch.asked)
    from lo_exact.processes.racing import check_bounds

    # an external solver may have reported nothing; a solution by elimination may be known already
    if watch.best is None:
        watch.heard(first_known(puzzle.system))
    check_bounds(watch)
    if watch.best is None or watch.best_weight is None:
        if isinstance(puzzle, Puzzle):
            from lo_exact.engines.engine import least_shares_bound

            watch.bound(least_shares_bound(puzzle.system))
        return Solution(
            puzzle, Status.UNKNOWN, lower_bound=watch.lower_bound, engine=engine,
            seconds=seconds, stopped=stopped,
        )  # fmt: skip
    presses = solved(puzzle, watch.best, watch.best_weight)
    proved = watch.best_weight == watch.lower_bound
    status = Status.OPTIMAL if proved else Status.FEASIBLE
    return Solution(
        puzzle, status, watch.best_weight, watch.lower_bound, presses,
        engine=engine, seconds=seconds, stopped=stopped,
    )  # fmt: skip


def _infeasible(
    puzzle: AnyPuzzle,
    witness: Presses | None,
    engine: str,
    seconds: float,
    notes: tuple[str, ...] = (),
) -> Solution:
    """Return the result "unsolvable", with a checked witness unless the puzzle has counters."""
    if isinstance(puzzle, Counters):
        return Solution(puzzle, Status.INFEASIBLE, engine=engine, seconds=seconds, notes=notes)
    if witness is None:
        found = puzzle.system.solutions
        if isinstance(found, Coset):
            raise SolverError(
                f"engine {engine} says infeasible, but elimination finds a solution: "
                "please report this puzzle"
            )
        witness = as_tuple(found.witness)
    return Solution(
        puzzle, Status.INFEASIBLE, engine=engine, seconds=seconds,
        witness=refuted(puzzle, witness), notes=notes,
    )  # fmt: skip


MAX_UNKNOWNS = 20_000
"""Largest number of unknowns for listing; larger boards are packed or have too large a kernel."""


@dataclass(frozen=True)
class ListedSolutions:
    """List of all solutions up to a weight, or a witness that there are none."""

    puzzle: Puzzle
    """The puzzle."""
    solutions: tuple[tuple[int, Presses], ...] = field(default=())
    """(weight, presses) of each solution; empty if the puzzle is unsolvable."""
    witness: Presses | None = None
    """(lights,) proof that the puzzle is unsolvable, or None."""
    weight: int | None = None
    """The minimum; None if the puzzle is unsolvable."""
    seconds: float = 0.0
    """Wall-clock seconds."""

    def to_json(self, limit: int) -> dict[str, Any]:
        """Return the list as a JSON object, with at most ``limit`` solutions."""
        shown = self.solutions[:limit]
        told: dict[str, Any] = {
            "status": "infeasible" if self.witness is not None else "optimal",
            "weight": self.weight,
            "listed": len(self.solutions),
            "weights": [weight for weight, _ in shown],
            "solutions": [presses_rows(self.puzzle.layout, x) for _, x in shown],
        }
        if self.witness is not None:
            told["witness"] = list(self.witness)
        return told | {
            "colours": self.puzzle.colours,
            "lights": self.puzzle.lights,
            "buttons": self.puzzle.buttons,
            "puzzle_sha256": self.puzzle.sha256,
        }


def solutions_within(
    puzzle: Asked | Counters,
    excess: int,
    *,
    time_limit: float = inf,
    memory: int = MEMORY,
    report: Report | None = None,
    watch: Watch | None = None,
) -> ListedSolutions:
    """Return every solution of weight at most the minimum plus ``excess``, cheapest first.

    Solutions of one weight are in lexicographic order.  Too
    many solutions to hold are refused.

    Args:
        puzzle: the puzzle; an array of rows and columns is a board of two colours.
        excess: largest excess over the minimum.
        time_limit: wall-clock seconds.
        memory: approximate memory limit of built-in engines, in bytes for each process.
        report: called about once a second with the progress of a long search.
        watch: a new watch instead of ``time_limit`` and ``report``.

    Returns:
        Pairs of weight and presses.

    Raises:
        LimitReached: When the time or memory limit is reached.
        UsageError: When the puzzle has counters.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.matrix_puzzle([[1, 1, 1]], [1])
        >>> [weight for weight, _ in lo_exact.solutions_within(puzzle, 2).solutions]
        [1, 1, 1, 3]
    """
    from lo_exact.engines.weights.near import near_minimum

    started = time.monotonic()
    asked = of_colours(asked_puzzle(puzzle), "all --within")
    excess = whole_option("excess", excess, 0)
    watch = Watch(time_limit, report) if watch is None else watch
    found = solutions_in_pieces(asked, memory, watch)
    if isinstance(found, Unsolvable):
        return ListedSolutions(
            asked, (), witness_of_none(asked, found), seconds=time.monotonic() - started
        )
    listed = near_minimum(found, excess, watch)
    solutions = tuple((weight, solved(asked, x, weight)) for weight, x in listed)
    return ListedSolutions(
        asked, solutions, weight=solutions[0][0], seconds=time.monotonic() - started
    )


def solutions_in_pieces(puzzle: Puzzle, memory: int, watch: Watch) -> Pieces | Unsolvable:
    """Split all solutions into pieces that share no button, or prove that there is no solution.

    Raises:
        LimitReached: When the board is too large for this method.
    """
    from lo_exact.engines.weights.pieces import cut_solutions

    memory = whole_option("memory", memory, 0)
    system = puzzle.system
    if (isinstance(system, PackedSystem) and system.bits) or system.unknowns > MAX_UNKNOWNS:
        raise LimitReached(
            f"weights of all solutions are counted up to {MAX_UNKNOWNS} buttons, "
            f"got {system.unknowns}"
        )
    with looking(watch.check):
        found = system.solutions
    return found if isinstance(found, Unsolvable) else cut_solutions(system, found, memory)


def witness_of_none(puzzle: Puzzle, found: Unsolvable) -> Presses:
    """Return the witness that a puzzle is unsolvable, checked by multiplication."""
    return refuted(puzzle, as_tuple(found.witness))


BOARDS_AT_ONCE = 4096
"""Number of boards solved together."""


def solve_many(puzzle: Puzzle, states: Iterable[Any]) -> Iterator[Solution]:
    """Yield a proved minimum solution for each board, in order.

    Args:
        puzzle: the lights, buttons, target and objective.
        states: (lights,) vectors of 0..c-1, integers of any dtype.

    Yields:
        A `Solution` for each board.

    Raises:
        PuzzleError: When a state does not fit the puzzle.

    Example:
        >>> import lo_exact
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> [answer.weight for answer in lo_exact.solve_many(puzzle, [[1, 1, 1, 1], [1, 0, 0, 0]])]
        [4, 3]
    """
    from lo_exact.solver.batch.answers import CODES
    from lo_exact.solver.batch.batch import WEIGHTS_BELOW, Batch, heaviest, syndromes_of

    # copied, since a caller may reuse one array for all states
    boards = (replace(puzzle, state=whole("state", state).copy()) for state in states)
    system = puzzle.system
    if heaviest(system) >= WEIGHTS_BELOW:
        yield from map(minimum, boards)
        return
    batch: Batch | None = None
    while listed := list(islice(boards, BOARDS_AT_ONCE)):
        started = time.monotonic()
        batch = batch or Batch(system, len(listed))
        syndromes = syndromes_of(puzzle, np.array([board.state for board in listed]))
        answers = batch.minima(syndromes)
        pressed = answers.pressed()
        none = np.flatnonzero(answers.status == CODES.index(Status.INFEASIBLE))
        refutations = iter(system.elimination.solve_batch(syndromes[none].astype(np.int64)))
        seconds = (time.monotonic() - started) / len(listed)
        for k, board in enumerate(listed):
            status = CODES[answers.status[k]]
            if status is Status.OPTIMAL:
                weight = int(answers.weights[k])
                yield Solution(
                    board, status, weight, weight,
                    solved(board, tuple(pressed[k].tolist()), weight),
                    engine="batch", seconds=seconds, canonical=bool(answers.canonical[k]),
                )  # fmt: skip
            elif status is Status.INFEASIBLE:
                found = next(refutations)
                assert isinstance(found, Unsolvable)
                witness = refuted(board, tuple(np.asarray(found.witness).tolist()))
                yield Solution(board, status, engine="batch", seconds=seconds, witness=witness)
            else:
                yield minimum(board)
