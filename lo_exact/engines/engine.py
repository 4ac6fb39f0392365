"""Engine interface: the entry of an engine in the table, and the checks on its outcomes.

An engine's *door* is one module with three functions.  ``refusal`` says why it cannot take a
system, ``offer`` estimates the cost, and ``minimise`` answers with a proof.  A door is asked for
small boards too, so it imports its search only inside ``minimise``.  `Engine` is the entry in the
table, `Offer` an estimate.

`check_outcome` checks what every engine promises, whenever an answer passes `Engine.minimise`.
`least_shares_bound` is a lower bound that costs one pass over the matrix.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from lo_exact.algebra import IntArray, Unsolvable
from lo_exact.algebra.packed import BitRows
from lo_exact.counters import WholeSystem
from lo_exact.errors import SolverError
from lo_exact.outcome import Known, Outcome, Presses, Status, Wanted, Watch
from lo_exact.puzzle import System

BLOCK_NUMBERS = 2**20
"""Table entries multiplied together."""


def check_outcome(
    name: str,
    system: System,
    wanted: Wanted,
    outcome: Outcome,
    *,
    before: Known,
    after: Known,
    witnessed: bool,
) -> None:
    """Raise a SolverError if an engine's outcome is inconsistent with the system or request.

    Presses solve the system and cost what is claimed.  No minimum is listed twice, and the list is
    as long as was wanted, or as long as there are minima.  A count, a first minimum in order and a
    witness are given where they were wanted, unless the outcome names what stopped it after the
    minimum.  Nothing that the engine reported to its watch contradicts its outcome.

    Not checked is that the minimum is one: that is for the engine's proof, and for a certificate.
    Costs a multiplication for each listed minimum: no elimination, no search.

    Args:
        name: name of the engine.
        system: the system.
        wanted: the request.
        outcome: the engine's outcome.
        before: bounds known to its watch at the start.
        after: bounds known to its watch now.
        witnessed: whether an unsolvable system needs a witness.
    """
    told_better = after.weight is not None and after.weight != before.weight
    if outcome.status is Status.INFEASIBLE:
        if outcome.witness is None and witnessed:
            raise SolverError(f"{name} says that nothing solves the puzzle, without a witness")
        if outcome.witness is not None and not system.refutes(_vector(outcome.witness)):
            raise SolverError(f"{name} gave a witness that proves nothing")
        if told_better:
            raise SolverError(f"{name} says that nothing solves the puzzle, and told presses")
        return
    minima, weight = outcome.minima, outcome.weight
    if outcome.status is not Status.OPTIMAL or not minima:
        raise SolverError(f"{name} ended without a proof ({outcome.status.value})")
    if len(minima) > 1 and len(set(minima)) < len(minima):
        raise SolverError(f"{name} listed a minimum twice")
    _check_presses(name, system, minima, weight)
    limit = max(wanted.minima, 1)
    if wanted.count and outcome.count is None and not outcome.stopped:
        raise SolverError(f"{name} did not count the minima")
    listed = len(minima)
    if outcome.count is not None and not (
        listed <= outcome.count and (listed >= min(limit, outcome.count) or wanted.minima <= 1)
    ):
        raise SolverError(f"{name} counted {outcome.count} minima, listed {listed}")
    if listed > limit:
        raise SolverError(f"{name} listed {listed} minima, {limit} were wanted")
    if wanted.canonical and not outcome.canonical and not outcome.stopped:
        raise SolverError(f"{name} did not find the lexicographically least minimum")
    if outcome.canonical and any(other < minima[0] for other in minima[1:]):
        raise SolverError(f"{name} says that a minimum is the least in order, which it is not")
    if after.lower_bound > weight and after.lower_bound > before.lower_bound:
        raise SolverError(f"{name} claims weight {weight}, and told a bound of {after.lower_bound}")
    if told_better and after.weight is not None and after.weight < weight:
        raise SolverError(f"{name} claims weight {weight}, and told presses of {after.weight}")


def _vector(values: Presses) -> BitRows | IntArray:
    return values if isinstance(values, BitRows) else np.array(values, dtype=np.int64)


def _check_presses(name: str, system: System, minima: Sequence[Presses], weight: int) -> None:
    """Verify that minima solve the system and have the claimed weight, by multiplication."""
    if len(minima) < 4 or isinstance(minima[0], BitRows) or isinstance(system, WholeSystem):
        for presses in minima:
            x = _vector(presses)
            if not system.solves(x):
                raise SolverError(f"{name} gave presses that do not solve the puzzle")
            if (cost := system.weight(x)) != weight:
                raise SolverError(f"{name} claims weight {weight}, the presses have {cost}")
        return
    # check the first minimum by itself, and the others in blocks, which is faster
    _check_presses(name, system, minima[:1], weight)
    unknowns, c = system.matrix.shape[1], system.matrix.modulus
    step = max(1, BLOCK_NUMBERS // max(unknowns, system.matrix.entries, 1))
    matrix = system.matrix.transpose()
    buttons, amounts = matrix.rows, matrix.values.astype(np.int64)
    for low in range(1, len(minima), step):
        block = minima[low : low + step]
        if any(len(presses) != unknowns for presses in block):
            raise SolverError(f"{name} gave presses that do not solve the puzzle")
        many: IntArray = np.array(block, dtype=np.int64).reshape(len(block), unknowns)
        # no overflow: products are below 2^62, and so are sums of up to 2^31 residues below 2^31
        added = np.cumsum(many[:, buttons] * amounts % c, axis=1, dtype=np.int64)
        added = np.concatenate([np.zeros((len(block), 1), dtype=np.int64), added], axis=1)
        lights = (added[:, matrix.starts[1:]] - added[:, matrix.starts[:-1]]) % c
        inside = ((many >= 0) & (many < c)).all()
        if not inside or not np.array_equal(lights, np.broadcast_to(system.syndrome, lights.shape)):
            raise SolverError(f"{name} gave presses that do not solve the puzzle")
        if any(system.weight(presses) != weight for presses in many):
            raise SolverError(f"{name} claims weight {weight}, presses listed have another")


@dataclass(frozen=True)
class Offer:
    """Estimated cost of solving a system with an engine."""

    why: str
    """Reason in one line, for users."""
    seconds: float
    """Estimated CPU time."""
    work: int | None = None
    """Elements, syndromes or sums to visit; None when it cannot be known beforehand."""
    memory: int | None = None
    """Estimated bytes; None when they cannot be known beforehand."""
    least: int | None = None
    """Least memory in bytes with which it works, more slowly; None if ``memory`` is fixed."""
    late: float | None = None
    """CPU seconds after which it counts as late, if its forecast is a guess; None if it will
    keep its forecast.
    """
    outcome: Outcome | None = None
    """The proved answer, if making the offer has found it."""

    def too_large(self, memory: int) -> str:
        """Return the reason why the memory limit, in bytes, is too low, or ``""``."""
        least = (self.memory or 0) if self.least is None else self.least
        if least <= memory:
            return ""
        return f"it takes {-(-least >> 20)} MiB at least, more than {memory >> 20} MiB"


@dataclass(frozen=True)
class Engine:
    """Named algorithm that solves systems, as an entry of the table of engines."""

    name: str
    """Name that the user types."""
    about: str
    """One-line description for users."""
    door: str
    """The module with ``refusal(system)``, which returns ``""`` if it takes the system,
    ``minimise(system, wanted, watch)``, which returns only proved outcomes, and, if `auto` may
    choose it, ``offer(system, wanted)``.
    """
    asking: float = 0.0
    """CPU seconds for checking the system and making an offer; no offer is requested
    if another engine needs less in total.
    """
    by_structure: bool = False
    """Whether it makes fast offers by structure alone, without expanding
    the system; if it does, the others are tried only when it is late.
    """
    raw: bool = False
    """Whether it works on the raw system, without presolve, as an independent check."""
    foreign: bool = False
    """Whether an external solver does the work (on the raw system)."""
    packages: tuple[str, ...] = ()
    """Import names that must be installed."""
    arguments: tuple[str, ...] = ()
    """First arguments of the module's functions, before the system (encoding, backend)."""
    floating: bool = False
    """Whether its optimum relies on floating-point numbers and so is not proved."""
    whole: bool = False
    """Whether it takes only counters, which are integers without a modulus."""

    def minimise(self, system: System, wanted: Wanted, watch: Watch) -> Outcome:
        """Solve a system, check the outcome, and report a proved minimum to the watch.

        Raises:
            SolverError: When the outcome fails `check_outcome`.
        """
        before = watch.known
        outcome: Outcome = self._door.minimise(*self.arguments, system, wanted, watch)
        self._check(system, wanted, outcome, before, watch.known)
        if outcome.status is Status.OPTIMAL:
            watch.improved(outcome.minima[0], outcome.weight)
            if not self.floating:
                watch.bound(outcome.weight)
        return outcome

    def refusal(self, system: System) -> str:
        """Return the reason why this engine cannot solve the system, or ``""``."""
        if self.whole != isinstance(system, WholeSystem):
            return "it is for counters, without colours" if self.whole else "it works mod c"
        return str(self._door.refusal(*self.arguments, system))

    def missing(self) -> tuple[str, ...]:
        """Return the packages that the engine needs and that are not installed."""
        if not self.packages:
            return ()
        # imported late: engines for small boards need no packages
        from lo_exact.packages import is_installed

        return tuple(name for name in self.packages if not is_installed(name))

    def takes(self, system: System) -> bool:
        """Return whether the engine is installed and can solve the system."""
        return not self.missing() and not self.refusal(system)

    def offer(self, system: System, wanted: Wanted | None = None) -> Offer | None:
        """Estimate the cost of solving the system.

        An engine that cannot decide by structure alone whether it fits uses elimination.  Such
        engines make no offer for a system that elimination shows to have no solution.

        Args:
            system: the system.
            wanted: the request.

        Returns:
            The offer; None if the engine is unsuitable or not installed.
        """
        if self.raw or not self.takes(system):
            return None
        if not self.by_structure and isinstance(system.first, Unsolvable):
            return None
        wanted = wanted or Wanted()
        offer: Offer | None = self._door.offer(system, wanted)
        if offer is not None and offer.outcome is not None:
            self._check(system, wanted, offer.outcome, Known(), Known())
        return offer

    def _check(
        self, system: System, wanted: Wanted, outcome: Outcome, before: Known, after: Known
    ) -> None:
        check_outcome(
            self.name, system, wanted, outcome,
            before=before, after=after, witnessed=not self.raw,
        )  # fmt: skip

    @property
    def _door(self) -> Any:
        return import_module(self.door)


def number_in_words(value: int) -> str:
    """Format a number in full if it is below 10^9, else as an approximate power of two."""
    return str(value) if value < 10**9 else f"about 2^{value.bit_length() - 1}"


def least_shares_bound(system: System) -> int:
    """Return a lower bound on the weight, from each button's price shared among its wrong lights.

    Each button's price is shared among the wrong lights it touches; every wrong light counts the
    least share any of its buttons offers.  What is pressed costs at least the sum of all these.
    Shares are whole multiples of 2**-31, rounded down; prices up to 2**31 stay below 2**62.
    """
    columns = system.matrix.columns_of_entries()
    wrong = system.syndrome[system.matrix.rows] != 0
    touched = np.bincount(columns[wrong], minlength=system.unknowns)
    shares = (system.prices << 31) // np.maximum(touched, 1)
    none = np.iinfo(np.int64).max
    least = np.full(system.lights, none, dtype=np.int64)
    np.minimum.at(least, system.matrix.rows[wrong], shares[columns[wrong]])
    total: int = sum(least[least < none].tolist())
    return -(-total >> 31)
