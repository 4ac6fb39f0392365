"""Search for the hardest boards and the histogram of minima, by several methods in order of cost.

`hardest` and `histogram` try in turn:

1. No quiet patterns: every button c - 1 times.
2. Balanced classes that reach the averaging bound (`balanced`).
3. All boards in a table, or class counting: whichever is cheaper, when cheap enough.
4. For two colours, exhaustive search for flat spectra.
5. Otherwise an interval.  Its upper end is the averaging bound, or what the search refuted.  Its
   lower end is a board found by local search, or the covering bound.

`proved_example` proves every example's minimum again.  It uses the coset engine, which visits all
solutions and is independent of the method that found the example.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf, prod

import numpy as np

from lo_exact.algebra import IntArray, prime_powers
from lo_exact.algebra.elimination import looking
from lo_exact.counters import of_colours
from lo_exact.engines.coset import engine as coset
from lo_exact.errors import DisagreementError, LimitReached
from lo_exact.hardest_boards import climb
from lo_exact.hardest_boards.answer import LONGEST_LIST, Hardest, Histogram
from lo_exact.hardest_boards.census import (
    Census,
    polynomial_product,
    presses_of_entry,
    sphere_covering_bound,
    table_seconds,
    take_census,
)
from lo_exact.hardest_boards.counting.counting_plan import (
    MAX_WORDS,
    CountingPlan,
    count_all,
    plan_counting,
)
from lo_exact.hardest_boards.least_weights import least_weights, tally_of_weights
from lo_exact.hardest_boards.spectra.orbits import class_symmetries
from lo_exact.hardest_boards.spectra.peak import Refutation, least_peak
from lo_exact.hardest_boards.spectra.spectrum import MAX_SPECTRUM_WIDTH, spectrum_of
from lo_exact.outcome import Presses, Progress, Status, Wanted, Watch, whole_option
from lo_exact.puzzle import ANY, Puzzle
from lo_exact.runners.work import HERE, Where, refuse_cutting
from lo_exact.solution import solved
from lo_exact.solver.questions import asked_puzzle

MAX_EXAMPLE_WORDS = 2**26
"""Largest coset enumerated to prove an example: one second."""


@dataclass(frozen=True)
class Proved:
    """A board with its proved minimum."""

    state: Presses
    """(lights,) colours of the board."""
    presses: Presses
    """(buttons,) a minimum solution."""
    weight: int
    """Minimum of the board."""


def board_of_unknowns(puzzle: Puzzle, unknowns: IntArray) -> Puzzle:
    """Return the puzzle with the state that the given values of the unknowns solve.

    Args:
        puzzle: the puzzle.
        unknowns: (unknowns,) presses, and the shift of a uniform target.
    """
    rows = puzzle.matters
    state = np.where(puzzle.target == ANY, puzzle.state, 0)
    made = puzzle.system.matrix.dot(unknowns)
    state[rows] = (puzzle.target[rows] - made) % puzzle.colours
    return replace(puzzle, state=state)


def has_provable_examples(census: Census) -> bool:
    """Return whether the minimum of a board can be proved by enumerating all its solutions."""
    return census.words <= MAX_EXAMPLE_WORDS and not coset.refusal(census.system)


def proved_example(census: Census, unknowns: IntArray, watch: Watch) -> Proved:
    """Return the board that the given presses solve, with its proved minimum.

    Args:
        census: the puzzle, `has_provable_examples`.
        unknowns: (unknowns,) presses, and the shift of a uniform target.
        watch: the time limit.

    Raises:
        LimitReached: At the time limit.
    """
    board = board_of_unknowns(census.puzzle, unknowns)
    outcome = coset.minimise(board.system, Wanted(canonical=True), watch)
    if outcome.status is not Status.OPTIMAL:
        raise DisagreementError("a board made by pressing was called unsolvable: please report")
    presses = solved(board, outcome.minima[0], outcome.weight)
    return Proved(tuple(board.state.tolist()), presses, outcome.weight)


def constant_example(census: Census, unknowns: IntArray) -> Proved:
    """Return the board that the presses solve; all its solutions must have the same weight."""
    board = board_of_unknowns(census.puzzle, unknowns)
    weight = census.system.weight(unknowns)
    presses = solved(board, tuple(unknowns.tolist()), weight)
    return Proved(tuple(board.state.tolist()), presses, weight)


@dataclass(frozen=True)
class Balanced:
    """Hardest board found without a search: every solution has the weight `averaging_bound`."""

    weight: int
    """The largest minimum, equal to the averaging bound."""
    boards: int
    """Number of boards with this minimum; -1 if unknown."""
    presses: IntArray
    """Presses that solve one of them; all its solutions have this weight."""


def balanced(census: Census) -> Balanced | None:
    """Return a hardest board whose solutions all weigh `averaging_bound`, or None if none is found.

    A coset's minimum is at most its mean.  If the classes can be pressed so that every profile is
    constant, all elements of the coset weigh the same, so its minimum is its mean.  If that mean is
    the averaging bound, nothing is harder.  For c = 2 and presses this is a balanced choice, half
    of each class pressed, possible when all class sizes are even.

    Conversely, let c be prime and a coset's minimum equal to the mean, so that all its weights are
    equal.  Split the weight by the characters of the kernel.  Those of different classes are
    different: for prime c the nonzero multiples of a class's column are the units times it, which
    are in the same class.  So each profile is constant by itself.  Hence the count: constant
    profiles of each class, multiplied, over the number of quiet patterns.  For composite c the
    count is left open.
    """
    chosen: list[int] = []
    ways: list[int] = []
    weight = census.free_weight
    try:
        profiles = census.profiles
    except LimitReached:
        return None
    for listed in profiles:
        constant = [i for i, vector in enumerate(listed.vectors) if len(set(vector)) == 1]
        if not constant:
            return None
        heaviest = max(constant, key=lambda i: listed.vectors[i][0])
        value = listed.vectors[heaviest][0]
        chosen.append(heaviest)
        ways.append(sum(listed.ways[i] for i in constant if listed.vectors[i][0] == value))
        weight += value
    if weight != census.averaging_bound:
        return None
    boards = -1
    if not census.classes or prime_powers(census.system.colours) == ((census.system.colours, 1),):
        boards = prod(ways) * census.free_ways // census.words
    return Balanced(weight, boards, census.presses(chosen))


COUNTING_SECONDS = 60.0
"""Largest forecast of class counting and tables for `hardest`, in seconds per unit of effort."""

HISTOGRAM_SECONDS = 24 * 3600.0
"""Largest forecast of `histogram`, in seconds; beyond it the command refuses."""

EXAMPLE_SECONDS = 5.0
"""Seconds for proving the example after the time limit."""

_CONSTANT_WORDS = 2**20
"""Kernel elements above which an example of constant weight is only multiplied out, not solved
again."""


@dataclass(frozen=True, eq=False)
class _KnownMaximum:
    """Bounds found by a method, before the minimum of the example is proved."""

    method: str
    lower: int
    upper: int
    boards: int
    presses: np.ndarray | None
    refutations: tuple[Refutation, ...] = ()


def hardest(
    puzzle: Puzzle,
    *,
    effort: int = 1,
    where: Where = HERE,
    time_limit: float = inf,
    report: Callable[[Progress], None] | None = None,
    seed: int = 0,
    count: bool = False,
) -> Hardest:
    """Return the largest minimum over all solvable boards, or an interval proved to contain it.

    Args:
        puzzle: the puzzle; only its rule and the lights that matter are used.
        effort: factor for the cost of searches, beyond which the result is an interval.
        where: processes for class counting, and storage of its pieces.
        time_limit: wall-clock seconds; proofs stop then.
        report: called with a `Progress` at most once a second.
        seed: seed of the local searches.
        count: always count the hardest boards; otherwise only if the effort allows.

    Returns:
        The number of presses, or bounds, with an example. After Ctrl-C (a notebook's stop button)
        bounds, ``stopped`` is ``"interrupted"``.

    Raises:
        LimitReached: At the time limit, if nothing is known yet.
        DisagreementError: When the enumeration of the example contradicts the method.

    Example:
        >>> import lo_exact
        >>> found = lo_exact.hardest(lo_exact.grid_puzzle([[0] * 5] * 5))
        >>> found.weight, found.boards
        (15, 7350)
    """
    try:
        return searched_hardest(
            puzzle, effort=effort, where=where, time_limit=time_limit, report=report, seed=seed,
            count=count,
        )  # fmt: skip
    except KeyboardInterrupt:
        asked = of_colours(asked_puzzle(puzzle), "the hardest board")
        return replace(hardest_bounds(asked), stopped="interrupted")


def searched_hardest(
    puzzle: Puzzle,
    *,
    effort: int = 1,
    where: Where = HERE,
    time_limit: float = inf,
    report: Callable[[Progress], None] | None = None,
    seed: int = 0,
    count: bool = False,
) -> Hardest:
    """Return the result of `hardest`, but raise KeyboardInterrupt at Ctrl-C."""
    puzzle = of_colours(asked_puzzle(puzzle), "the hardest board")
    effort = whole_option("effort", effort, 1)
    seed = whole_option("seed", seed, 0)
    started = time.monotonic()
    watch = Watch(time_limit, report)
    with looking(watch.check):
        census = take_census(puzzle)
    known = _known(census, watch, effort, where, seed, count)
    example = _example(census, known, watch)
    lower = known.lower if example is None else max(known.lower, example.weight)
    if example is not None and example.weight < known.lower:
        raise DisagreementError(
            f"{known.method} says {known.lower}, enumerating the example's solutions says "
            f"{example.weight}: please report this"
        )
    covering = sphere_covering_bound(census) if lower < known.upper else 0
    if covering > lower:
        lower, example = covering, None
    if lower > known.upper:
        raise DisagreementError(f"a board needs {lower}, above the bound {known.upper}")
    return Hardest(
        puzzle,
        Status.OPTIMAL if lower == known.upper else Status.FEASIBLE,
        lower,
        known.upper,
        known.boards if lower == known.upper else -1,
        example.state if example else (),
        example.presses if example else (),
        known.method,
        time.monotonic() - started,
        known.refutations,
    )


def hardest_bounds(puzzle: Puzzle) -> Hardest:
    """Return covering and averaging bounds on the largest minimum, which need only elimination."""
    started = time.monotonic()
    census = take_census(puzzle)
    lower, upper = sphere_covering_bound(census), census.averaging_bound
    return Hardest(
        puzzle,
        Status.OPTIMAL if lower == upper else Status.FEASIBLE,
        lower,
        upper,
        -1,
        (),
        (),
        "covering and averaging bounds",
        time.monotonic() - started,
    )


def histogram(
    puzzle: Puzzle,
    *,
    where: Where = HERE,
    time_limit: float = inf,
    report: Callable[[Progress], None] | None = None,
) -> Histogram:
    """Return the number of solvable boards for each minimum.

    Args:
        puzzle: as for `hardest`.
        where: as for `hardest`.
        time_limit: as for `hardest`.
        report: as for `hardest`.

    Returns:
        The exact numbers.

    Raises:
        LimitReached: When the forecast, given in the message, is too long, or at the time limit.

    Example:
        >>> import lo_exact
        >>> lo_exact.histogram(lo_exact.grid_puzzle([[0] * 3] * 3)).listed
        [1, 9, 36, 84, 126, 126, 84, 36, 9, 1]
    """
    puzzle = of_colours(asked_puzzle(puzzle), "a histogram")
    started = time.monotonic()
    watch = Watch(time_limit, report)
    with looking(watch.check):
        census = take_census(puzzle)
    if not census.classes:
        terms, method = census.free_terms, "no quiet patterns"
        refuse_cutting(where, method)
    else:
        by_table, plan = table_seconds(census), _counting_plan(census)
        by_counting = inf if plan is None else plan.seconds
        most = inf if where.task else HISTOGRAM_SECONDS
        if min(by_table, by_counting) > most or min(by_table, by_counting) == inf:
            raise LimitReached(_too_much(census, plan))
        if by_table <= by_counting or plan is None:
            refuse_cutting(where, "table of all boards")
            system = census.system
            found = tally_of_weights(
                least_weights(system.matrix, system.prices, system.per_button, watch)
            )
            terms, method = {w: n for w, n in enumerate(found) if n}, "table of all boards"
        else:
            counted = count_all(plan, watch, where)
            terms, method = boards_by_minimum(census, counted.terms), "class counting"
    if sum(terms.values()) != census.boards:
        raise DisagreementError(
            f"{method} met {sum(terms.values())} boards of {census.boards}: please report this"
        )
    if max(terms) > LONGEST_LIST:
        raise LimitReached(f"minima up to {max(terms)} make a histogram too long to list")
    return Histogram(puzzle, dict(sorted(terms.items())), method, time.monotonic() - started)


def boards_by_minimum(census: Census, class_terms: dict[int, int]) -> dict[int, int]:
    """Convert {minimum: press vectors of class buttons} to {minimum: boards}, both as counts."""
    all_presses = polynomial_product(class_terms, census.free_terms)
    terms = {}
    for weight, count in all_presses.items():
        assert count % census.words == 0
        terms[weight] = count // census.words
    return dict(sorted(terms.items()))


def _known(
    census: Census,
    watch: Watch,
    effort: int,
    where: Where,
    seed: int,
    count: bool,
) -> _KnownMaximum:
    closed = balanced(census)
    if closed is not None:
        if closed.boards >= 0:
            refuse_cutting(where, "balanced classes")
        boards = closed.boards if closed.boards >= 0 else _count_only(census, watch, effort, where)
        method = "balanced classes" if census.classes else "no quiet patterns"
        return _KnownMaximum(method, closed.weight, closed.weight, boards, closed.presses)
    plan = _counting_plan(census)
    by_counting = inf if plan is None else plan.seconds
    by_table = table_seconds(census)
    if min(by_counting, by_table) <= COUNTING_SECONDS * effort:
        if plan is None or by_table <= by_counting:
            refuse_cutting(where, "table of all boards")
            return _by_table(census, watch)
        return _by_counting(census, plan, watch, where)
    refuse_cutting(where, "no class counting within the effort")
    if _has_spectrum(census):
        return _by_spectrum(census, watch, effort, seed, count)
    return _interval(census, watch, effort, seed)


def _count_only(census: Census, watch: Watch, effort: int, where: Where) -> int:
    """Return the number of hardest boards by class counting, or -1 if that costs too much."""
    plan = _counting_plan(census)
    if plan is not None and plan.seconds <= COUNTING_SECONDS * effort:
        return _by_counting(census, plan, watch, where).boards
    if table_seconds(census) <= COUNTING_SECONDS * effort:
        return _by_table(census, watch).boards
    return -1


def _counting_plan(census: Census) -> CountingPlan | None:
    if census.words > MAX_WORDS:
        return None
    try:
        return plan_counting(census)
    except LimitReached:
        return None


def _by_counting(census: Census, plan: CountingPlan, watch: Watch, where: Where) -> _KnownMaximum:
    found = count_all(plan, watch, where)
    weight = found.hardest + census.free_weight
    boards = found.terms[found.hardest] * census.free_ways // census.words
    presses = census.presses(plan.chosen(*found.example))
    return _KnownMaximum("class counting", weight, weight, boards, presses)


def _by_table(census: Census, watch: Watch) -> _KnownMaximum:
    system = census.system
    least = least_weights(system.matrix, system.prices, system.per_button, watch)
    entry = int(least.table.argmax())
    weight = int(least.table[entry]) * least.scale
    boards = int((least.table == least.table[entry]).sum())
    presses = presses_of_entry(least, entry, system.colours)
    return _KnownMaximum("table of all boards", weight, weight, boards, presses)


def _has_spectrum(census: Census) -> bool:
    if census.system.colours != 2 or len(census.kernel.orders) > MAX_SPECTRUM_WIDTH:
        return False
    try:
        return bool(census.profiles)
    except LimitReached:
        return False


def _by_spectrum(
    census: Census, watch: Watch, effort: int, seed: int, count: bool
) -> _KnownMaximum:
    spectrum = spectrum_of(census)
    symmetries = partial(class_symmetries, census, spectrum)
    peak = least_peak(spectrum, watch, effort=effort, seed=seed, count=count, symmetries=symmetries)
    boards = -1
    if peak.presses_count >= 0:
        boards = peak.presses_count * census.free_ways // census.words
    return _KnownMaximum(
        "exhaustive search for flat spectra" if peak.settled else "bounds on flat spectra",
        census.free_weight + spectrum.weight(peak.example.peak),
        census.free_weight + spectrum.weight(peak.lower),
        boards,
        _presses_of(census, peak.example.d),
        peak.refutations,
    )


def _presses_of(census: Census, d: IntArray) -> IntArray:
    """Return presses with (price of unpressed) - (price of pressed) = d[u] in each class u."""
    chosen = []
    for listed, wanted in zip(census.profiles, d.tolist(), strict=True):
        chosen.append([after - before for before, after in listed.vectors].index(wanted))
    return census.presses(chosen)


def _interval(census: Census, watch: Watch, effort: int, seed: int) -> _KnownMaximum:
    upper = census.averaging_bound
    presses = None
    if climb.climbable(census):
        random = np.random.Generator(np.random.PCG64(seed))
        presses = climb.find_hard(census, random, effort, upper - census.free_weight, watch)
    return _KnownMaximum("averaging bound and local search", 0, upper, -1, presses)


def _example(census: Census, known: _KnownMaximum, watch: Watch) -> Proved | None:
    if known.presses is None:
        return None
    constant = known.method in ("balanced classes", "no quiet patterns")
    if constant and census.words > _CONSTANT_WORDS:
        return constant_example(census, known.presses)
    if not has_provable_examples(census):
        return None
    # the proof of an example may exceed the time limit, by EXAMPLE_SECONDS at most
    try:
        longer = Watch(max(watch.remaining(), EXAMPLE_SECONDS), watch.report)
        return proved_example(census, known.presses, longer)
    except LimitReached:
        return None


def _too_much(census: Census, plan: CountingPlan | None) -> str:
    boards = census.boards.bit_length() - 1
    words = census.words.bit_length() - 1
    if plan is None:
        return (
            f"the histogram is refused: 2^{boards} boards are too many for a table, and 2^{words} "
            "quiet patterns too many for class counting"
        )
    vectors = plan.parts * plan.part_size
    said = (
        f"the histogram is refused: 2^{boards} boards are too many for a table, and class counting"
    )
    if plan.seconds == inf:
        return f"{said} would run over 2^{vectors.bit_length() - 1} profile vectors"
    days = plan.seconds / 86400
    return (
        f"{said} would run over {float(vectors):.3g} profile vectors, about {days:.3g} days on one "
        "core"
    )
