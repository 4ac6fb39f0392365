"""An engine: a row of the table, and the methods it must have.

An engine's *door* is one module with three functions: ``refusal`` says why it cannot take a
system, ``offer`` what it would take, ``minimise`` answers with a proof, which is held against what
engines promise (`contract`).  A door is asked for small boards too, so it imports what searches
only inside `minimise`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from lo_exact.algebra import Unsolvable
from lo_exact.counters import WholeSystem
from lo_exact.engines.contract import check_outcome
from lo_exact.outcome import Known, Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System


@dataclass(frozen=True)
class Offer:
    """The cost of an engine for a solvable system.

    Attributes:
        why: one line for people.
        seconds: estimated CPU time.
        work: elements, syndromes or sums to visit; None when it cannot be known beforehand.
        memory: estimated bytes; None when they cannot be known beforehand.
        least: bytes with which it does too, slower; None where it takes what it takes.
        late: CPU seconds after which it is late, where its forecast is a guess; None where it is
            sure to take no more than about what it says.
        outcome: the proved answer, where it was seen on the way to the offer.
    """

    why: str
    seconds: float
    work: int | None = None
    memory: int | None = None
    least: int | None = None
    late: float | None = None
    outcome: Outcome | None = None

    def too_large(self, memory: int) -> str:
        """Say why it cannot be done with so many bytes, or ``""``."""
        least = (self.memory or 0) if self.least is None else self.least
        if least <= memory:
            return ""
        return f"it takes {-(-least >> 20)} MiB at least, more than {memory >> 20} MiB"


@dataclass(frozen=True)
class Engine:
    """A named way to answer.

    Attributes:
        name: as the user writes it.
        about: one line for people.
        door: the module with ``refusal(system)``, which returns ``""`` where it takes the system,
            ``minimise(system, wanted, watch)``, which returns only proved outcomes, and, if `auto`
            may choose it, ``offer(system, wanted)``.
        asking: CPU seconds that it takes to find out whether it fits and to make an offer: it is
            not asked where another takes less in all.
        by_structure: whether it makes offers for what fits it by structure alone, at once and with
            nothing written out: where it does, the others are asked only when it is late.
        raw: whether it works on the raw system, without presolve, as a second opinion must.
        foreign: whether a solver that is not ours does the work (on the raw system).
        packages: import names that must be installed.
        arguments: what the functions of the door take before the system (encoding, backend).
        floating: whether its optimum rests on floating-point numbers: right or wrong, no proof.
        whole: whether it takes counters, whole numbers without a modulus, and nothing else.
    """

    name: str
    about: str
    door: str
    asking: float = 0.0
    by_structure: bool = False
    raw: bool = False
    foreign: bool = False
    packages: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    floating: bool = False
    whole: bool = False

    def minimise(self, system: System, wanted: Wanted, watch: Watch) -> Outcome:
        """Answer, with a proof; the watch is told the minimum.

        Raises:
            SolverError: When the engine breaks one of its promises (`contract`).
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
        """Say why this engine cannot take the system; ``""`` when it can."""
        if self.whole != isinstance(system, WholeSystem):
            return "it is for counters, without colours" if self.whole else "it works mod c"
        return str(self._door.refusal(*self.arguments, system))

    def missing(self) -> tuple[str, ...]:
        """Return the packages that it needs and that are not installed."""
        if not self.packages:
            return ()
        from lo_exact.packages import is_installed  # not for a small board, where ours are tried

        return tuple(name for name in self.packages if not is_installed(name))

    def takes(self, system: System) -> bool:
        """Return whether it is installed and can take the system."""
        return not self.missing() and not self.refusal(system)

    def offer(self, system: System, wanted: Wanted | None = None) -> Offer | None:
        """Say what it would take.

        Engines that do not see by structure alone whether they fit eliminate for it; they are not
        asked about a system that elimination shows to have no solution.

        Args:
            system: what to solve.
            wanted: what to find out.

        Returns:
            None when it cannot take the system, would not, or is missing.
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
    """Write a number in full while a person can read it, as a power of two beyond."""
    return str(value) if value < 10**9 else f"about 2^{value.bit_length() - 1}"
