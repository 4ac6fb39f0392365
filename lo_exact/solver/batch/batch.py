"""Proved minimum solutions of many boards with the same matrix; boards and results are arrays.

`minimum_batch` answers the boards of a puzzle, and `Batch` syndromes of a system.  With two colours
a board costs look-ups where the kernel or the rank is small (`tabled`).  Otherwise moats answer
where numba is installed and the boards are many, and an engine where they are few.  More colours go
to the engines, board by board, unless the kernel is so small that a table holds its elements.  The
presses of all boards are multiplied out.

`ask_all` sends the boards that no table answers to an engine each, in as many processes as wanted.
For sparse codes the engine is `cuts`, on the checks alone, and the matrix is not expanded; for
other systems it is the choice of `auto`.  A process gets the matrix once and boards in blocks.

Everything about many boards passes through here: `solve_many` makes solutions of the arrays, and
`lo_exact.codes.decoding` reads and writes files.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import inf

import numpy as np
from numpy.typing import NDArray

from lo_exact.algebra import Coset, Unsolvable
from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.algebra.sparse import array_of
from lo_exact.compiled import has_numba
from lo_exact.engines.coset.engine import SmallCoset, coset_refusal, fits_one_table, small_coset
from lo_exact.engines.cuts.engine import MAX_RATE, MAX_TOUCHED
from lo_exact.engines.moats.moat_tables import MoatTables, size_refusal
from lo_exact.errors import ChildDied, LimitReached, PuzzleError, SolverError
from lo_exact.outcome import Status, Wanted, Watch, limit_seconds, whole_option
from lo_exact.puzzle import Puzzle, System
from lo_exact.solver.batch.answers import CODES, Answers, Syndromes, empty_answers
from lo_exact.solver.batch.linear import BatchFrame, as_words64, framed, in_bytes, packed
from lo_exact.solver.batch.tabled import BLOCK, KERNEL_WORDS, Table, best_table
from lo_exact.solver.running import by_structure, many_solutions

BOARDS_A_PIECE = 16
"""Number of boards sent to a process together."""


@dataclass(frozen=True, eq=False)
class SyndromeAnswer:
    """Result for one syndrome: status, weight, lower bound and presses."""

    status: Status
    weight: int
    bound: int
    presses: NDArray[np.int64]


def ask_all(
    system: System,
    syndromes: Syndromes,
    *,
    jobs: int,
    seconds: float,
    pause: Callable[[], None],
) -> Iterator[SyndromeAnswer]:
    """Yield the result for each syndrome in order, from engines in ``jobs`` processes.

    Args:
        system: the system, with any syndrome.
        syndromes: (boards, lights) of 0..c-1.
        jobs: number of processes; 1: this process.
        seconds: wall-clock limit for each board.
        pause: called after each board; may raise.
    """
    if jobs <= 1 or len(syndromes) <= BOARDS_A_PIECE:
        for syndrome in syndromes:
            yield answer_one_syndrome(system, syndrome, seconds)
            pause()
        return
    from lo_exact.runners.collect import collect
    from lo_exact.runners.work import Order, Where, Work

    order = Order(
        "boards", "", f"{__name__}:answer_syndromes", {},
        (system, seconds), "boards", len(syndromes),
    )  # fmt: skip
    work = Work(order, given=lambda low, high: syndromes[low:high])
    where = Where(jobs=jobs, pieces=-(-len(syndromes) // BOARDS_A_PIECE))
    for record in collect(work, where, Watch(stop=lambda *_: pause())):
        for status, weight, bound, presses in record.result:
            yield SyndromeAnswer(Status(status), weight, bound, np.array(presses, dtype=np.int64))


def answer_one_syndrome(system: System, syndrome: Syndromes, seconds: float) -> SyndromeAnswer:
    """Return the result for one syndrome, and retry a few times if the solver's process dies.

    Raises:
        ChildDied: When the process dies repeatedly.
    """
    from lo_exact.runners.work import MAX_DEATHS

    for left in range(MAX_DEATHS, -1, -1):
        try:
            return _ask(system, syndrome, seconds)
        except ChildDied:
            if not left:
                raise
    raise AssertionError


def _ask(system: System, syndrome: Syndromes, seconds: float) -> SyndromeAnswer:
    """Return the result for one syndrome, or the bounds known at the time limit."""
    from lo_exact.solver.parts import minimise_system

    board = System(system.matrix, syndrome.astype(np.int64), system.prices, system.per_button)
    board.__dict__["elimination"] = system.elimination
    watch = Watch(seconds)
    none = np.zeros(system.unknowns, dtype=np.int64)
    try:
        if isinstance(board.first, Unsolvable):
            return SyndromeAnswer(Status.INFEASIBLE, -1, -1, none)
        fitting = by_structure(board, Wanted()) if many_solutions(board) else []
        # leave out moats: their forecast depends on whether this process has loaded compiled loops,
        # so another process could choose otherwise and find other presses for the same board
        fitting = [one for one in fitting if one[0].name != "moats"]
        if fitting:
            engine, offer = fitting[0]
            outcome = offer.outcome or engine.minimise(board, Wanted(), watch)
        else:
            outcome = minimise_system(board, "auto", Wanted(), watch).outcome
    except LimitReached:
        if watch.best is None:
            return SyndromeAnswer(Status.UNKNOWN, -1, watch.lower_bound, none)
        presses, weight = watch.told()
        return SyndromeAnswer(
            Status.FEASIBLE, weight, watch.lower_bound, np.array(presses, dtype=np.int64)
        )
    best = np.array(outcome.minima[0], dtype=np.int64)
    return SyndromeAnswer(Status.OPTIMAL, outcome.weight, outcome.weight, best)


def answer_syndromes(
    spec: tuple[System, float], low: int, high: int, given: Syndromes, check: Callable[[int], None]
) -> list[tuple[str, int, int, list[int]]]:
    """Return the results for several syndromes as tuples (status, weight, bound, presses)."""
    found = (answer_one_syndrome(spec[0], syndrome, spec[1]) for syndrome in given)
    return [(one.status.value, one.weight, one.bound, one.presses.tolist()) for one in found]


WEIGHTS_BELOW = 2**63
"""Bound on every weight, since results are stored as int64."""

MOATS_PAY = 250_000
"""Number of boards times buttons from which on compiled loops (0.5 s to load) pay for boards
without a table: 300 shots of circuits d = 3, 5, 7 (219, 1,677 and 5,500 buttons) took 0.13,
1.7 and 4.4 s with engines, 0.6 to 0.7 s with moats."""

MOATS_PAY_ON_CODES = 30_000
"""The same threshold in boards times checks for sparse codes, where engines take 20 to 800 ms a
board: 300 shots of [[288, 12, 18]] with errors at .05."""

MOAT_NODES = 2**11
"""Search nodes for a board before an engine takes over."""

CODE_NODES = 2**15
"""Search nodes for a shot of a sparse code, whose engine is `cuts`: 300 shots of a circuit d = 7 at
.008 took 20 s with 2,048 nodes and 5.3 s with these."""

MAX_FRAME_BITS = 2**28
"""Matrix size in bits above which engines answer all boards."""


@dataclass(eq=False)
class Batch:
    """Solver for many syndromes of one matrix, with tables prepared once.

    Args:
        system: the system, with any syndrome.
        boards: expected number of boards.
        jobs: number of processes for boards without a table.
        seconds: wall-clock limit for each board.
    """

    system: System
    boards: int
    jobs: int = 1
    seconds: float = inf
    _frame: BatchFrame | None = field(default=None, init=False)
    _table: tuple[str, Table] | None = field(default=None, init=False)
    _small: tuple[Basis, SmallCoset] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        system = self.system
        if (most := heaviest(system)) >= WEIGHTS_BELOW:
            raise PuzzleError(
                f"weights up to {most} do not fit into arrays of 64 bits; ask about one board at a "
                "time"
            )
        size = system.lights * (system.lights + system.unknowns)
        if system.colours != 2:
            kernel = system.elimination.kernel
            basis = echelon(kernel)
            none = np.zeros(system.unknowns, dtype=np.int64)
            if not coset_refusal(Coset(none, kernel)) and fits_one_table(basis):
                table = small_coset(basis, system.prices, system.per_button)
                self._small = basis, table
        if system.colours != 2 or size > MAX_FRAME_BITS:
            return
        self._frame = framed(system)
        self._table = best_table(self._frame)

    @property
    def has_table(self) -> bool:
        """Return whether a table answers each board with a few look-ups."""
        return self._table is not None or self._small is not None

    def minima(self, syndromes: Syndromes, pause: Callable[[], None] = lambda: None) -> Answers:
        """Return a minimum solution for each syndrome, proved unless a time limit is reached.

        Args:
            syndromes: (boards, lights) of 0..c-1.
            pause: called now and then; may raise.
        """
        system = self.system
        answers = empty_answers(len(syndromes), system.colours, system.unknowns)
        open_boards = np.arange(len(syndromes))
        if self._frame is not None:
            open_boards = self._look_up(self._frame, syndromes, answers, pause)
        elif self._small is not None:
            self._weigh(*self._small, syndromes, answers, pause)
            return answers
        # Shots with few errors are often equal, so each distinct syndrome is solved once.  Rows are
        # compared as bytes, since np.unique with axis=0 takes 60 times as long.  A zero is
        # appended to each row, in case there are no lights.
        rows = np.pad(syndromes[open_boards], ((0, 0), (0, 1)))
        _, first, which = np.unique(
            rows.view(np.dtype((np.void, rows.shape[1] * rows.itemsize)))[:, 0],
            return_index=True, return_inverse=True,
        )  # fmt: skip
        kinds = syndromes[open_boards[first]]
        alike = np.split(
            open_boards[np.argsort(which, kind="stable")],
            np.cumsum(np.bincount(which, minlength=len(kinds)))[:-1],
        )
        left = self._by_moats(kinds, alike, answers, pause)
        asked = ask_all(system, kinds[left], jobs=self.jobs, seconds=self.seconds, pause=pause)
        for k, answer in zip(left, asked, strict=True):
            boards, kind = alike[k], kinds[k]
            answers.status[boards] = CODES.index(answer.status)
            answers.weights[boards], answers.bounds[boards] = answer.weight, answer.bound
            if answer.status in (Status.OPTIMAL, Status.FEASIBLE):
                self._check(kind, answer.presses, answer.weight)
                row = answer.presses
                if system.colours == 2:
                    row = packed(row[None, :])[0]
                answers.presses[boards] = row
        if left:
            answers.methods["engines"] = sum(len(alike[k]) for k in left)
        return answers

    def _by_moats(
        self,
        kinds: Syndromes,
        alike: list[NDArray[np.int64]],
        answers: Answers,
        pause: Callable[[], None],
    ) -> list[int]:
        """Answer syndromes by moats (dual bounds) and short searches; return the unsolved indices.

        The number of all boards decides, so that pieces are answered alike however they are cut.

        Returns:
            The indices of the unanswered boards.
        """
        system = self.system
        code = (
            system.lights <= MAX_RATE * system.unknowns
            and system.matrix.entries <= MAX_TOUCHED * system.unknowns
        )
        pays = system.colours == 2 and (
            self.boards * system.unknowns >= MOATS_PAY
            or (code and self.boards * system.lights >= MOATS_PAY_ON_CODES)
        )
        if (
            not pays
            or not has_numba()
            or not len(kinds)
            or size_refusal(system.matrix, system.prices)
        ):
            return list(range(len(kinds)))
        found = self._moats.shots(
            kinds.astype(np.uint8),
            CODE_NODES if code else MOAT_NODES,
            with_presses=True,
            pause=pause,
        )
        left = []
        for k, status in enumerate(found.status.tolist()):
            boards = alike[k]
            if CODES[status] not in (Status.OPTIMAL, Status.INFEASIBLE):
                left.append(k)
                continue
            answers.status[boards], answers.weights[boards] = status, found.weights[k]
            answers.bounds[boards], answers.presses[boards] = found.bounds[k], found.presses[k]
            answers.methods["moats"] = answers.methods.get("moats", 0) + len(boards)
        return left

    @cached_property
    def _moats(self) -> MoatTables:
        return MoatTables(self.system.matrix, self.system.prices)

    def _weigh(
        self,
        basis: Basis,
        table: SmallCoset,
        syndromes: Syndromes,
        answers: Answers,
        pause: Callable[[], None],
    ) -> None:
        """Answer every board by comparing the weights of all its solutions."""
        wanted = syndromes.astype(np.int64)
        for k, found in enumerate(self.system.elimination.solve_batch(wanted)):
            pause()
            if isinstance(found, Unsolvable):
                answers.status[k], answers.bounds[k] = CODES.index(Status.INFEASIBLE), -1
                continue
            outcome = table.minimise(basis.reduced(found), Wanted())
            presses = np.array(outcome.minima[0], dtype=np.int64)
            self._check(wanted[k], presses, outcome.weight)
            answers.status[k], answers.presses[k] = CODES.index(Status.OPTIMAL), presses
            answers.weights[k] = answers.bounds[k] = outcome.weight
        solved = answers.status == CODES.index(Status.OPTIMAL)
        answers.canonical[:] = solved
        _counted(answers.methods, "contradiction", ~solved)
        _counted(answers.methods, KERNEL_WORDS, solved)

    def _look_up(
        self,
        frame: BatchFrame,
        syndromes: Syndromes,
        answers: Answers,
        pause: Callable[[], None],
    ) -> NDArray[np.int64]:
        """Answer boards by table look-up, and return the indices of those unanswered."""
        left = []
        for low in range(0, len(syndromes), BLOCK):
            pause()
            bits = packed(syndromes[low : low + BLOCK])
            if not bits.shape[1]:
                bits = np.zeros((len(bits), 1), dtype=np.uint8)
            impossible = np.asarray(frame.contradiction(bits).any(axis=1))
            open_here = self._look_up_block(frame, bits, impossible, low, answers)
            left.append(low + np.flatnonzero(open_here))
        return np.concatenate(left) if left else np.zeros(0, dtype=np.int64)

    def _look_up_block(
        self,
        frame: BatchFrame,
        bits: NDArray[np.uint8],
        impossible: NDArray[np.bool_],
        low: int,
        answers: Answers,
    ) -> NDArray[np.bool_]:
        n = self.system.unknowns
        part = slice(low, low + len(bits))
        answers.status[part][impossible] = CODES.index(Status.INFEASIBLE)
        answers.bounds[part][impossible] = -1
        _counted(answers.methods, "contradiction", impossible)
        open_here = ~impossible
        if self._table is not None:
            name, table = self._table
            asked = np.flatnonzero(open_here)
            wanted = as_words64(bits[asked])
            presses = table(bits[asked], frame.solution(bits[asked]))
            met = frame.solves(presses, wanted)
            done = asked[met]
            answers.presses[part][done] = in_bytes(presses[met], n)
            weights = frame.weights(presses[met])
            answers.weights[part][done] = answers.bounds[part][done] = weights
            answers.status[part][done] = CODES.index(Status.OPTIMAL)
            answers.canonical[part][done] = name == KERNEL_WORDS
            _counted(answers.methods, name, met)
            open_here[done] = False
        return open_here

    def _check(self, syndrome: Syndromes, presses: NDArray[np.int64], weight: int) -> None:
        """Raise an error unless the presses give the syndrome and have the stated weight.

        Raises:
            SolverError: When they do not.
        """
        right = np.array_equal(self.system.matrix.dot(presses), syndrome)
        if not right or self.system.weight(presses) != weight:
            raise SolverError("an engine's presses do not solve the board: please report this")


def heaviest(system: System) -> int:
    """Return the largest possible weight of a press vector of the system."""
    each = 1 if system.per_button else system.colours - 1
    prices: list[int] = system.prices.tolist()
    return sum(prices) * each


def minimum_batch(
    puzzle: Puzzle,
    states: NDArray[np.integer],
    *,
    jobs: int = 1,
    time_limit: float = inf,
) -> Answers:
    """Return a proved minimum solution for each board.

    Args:
        puzzle: the lights, buttons, target and objective.
        states: (boards, lights) of 0..c-1.
        jobs: number of processes for boards without a table.
        time_limit: wall-clock seconds for each such board; an unproved answer has
            the best presses and a proved bound.

    Returns:
        Arrays with an entry for each board: status, weights, bounds, presses.

    Raises:
        PuzzleError: When the states do not fit the puzzle, or weights exceed 64 bits.

    Example:
        >>> import lo_exact
        >>> import numpy as np
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> lo_exact.minimum_batch(puzzle, np.array([[1, 1, 1, 1], [1, 0, 0, 0]])).weights.tolist()
        [4, 3]
    """
    syndromes = syndromes_of(puzzle, states)
    jobs, time_limit = whole_option("jobs", jobs, 1), limit_seconds(time_limit)
    return Batch(puzzle.system, len(syndromes), jobs, time_limit).minima(syndromes)


def syndromes_of(puzzle: Puzzle, states: NDArray[np.integer]) -> Syndromes:
    """Convert board states to syndromes, an array (boards, lights that matter).

    Raises:
        PuzzleError: When the states do not fit the puzzle.
    """
    boards = array_of("states", states)
    if boards.ndim != 2 or boards.shape[1] != puzzle.lights:
        raise PuzzleError(
            f"states must be one row of {puzzle.lights} lights for each board, got {boards.shape}"
        )
    kind = boards.dtype.kind
    if kind not in "biu" or (
        boards.size and not 0 <= boards.min() <= boards.max() < puzzle.colours
    ):
        raise PuzzleError(f"states must be whole numbers of 0..{puzzle.colours - 1}")
    rows = puzzle.matters
    if puzzle.colours == 2:
        small = boards.astype(np.uint8)
        if rows.size < puzzle.lights:
            small = small[:, rows]
        return small ^ puzzle.target[rows].astype(np.uint8)
    return (puzzle.target[rows] - boards[:, rows].astype(np.int64)) % puzzle.colours


def _counted(methods: dict[str, int], name: str, met: NDArray[np.bool_]) -> None:
    if count := int(np.count_nonzero(met)):
        methods[name] = methods.get(name, 0) + count
