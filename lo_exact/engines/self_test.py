"""Self-test of an engine on small boards with known answers."""

import numpy as np

from lo_exact.algebra.sparse import MAX_MODULUS, from_dense
from lo_exact.counters import WholeSystem
from lo_exact.engines.engine import Engine
from lo_exact.errors import LoExactError
from lo_exact.outcome import Outcome, Status, Wanted, Watch
from lo_exact.puzzle import System

SELF_TEST_SECONDS = 30.0
"""Seconds that an engine has for each system of its self-test."""


def self_test(engine: Engine) -> str:
    """Solve small boards with known answers and return a description of the first error, or ``""``.

    The plus rule: 4 x 4 with 2 colours, all lights on (4 presses in 2 ways, of 2^16 vectors tried);
    2 x 2 with 4 colours, each one step from its target (every button 3 times); the same with 3
    colours (unsolvable: the presses' total T would need 3 T = 4 mod 3); and counters, 2 x 2, each 3
    short of its target (every button once).

    Returns:
        The first error in one sentence, or ``""``.
    """
    board = _plus_board(2, MAX_MODULUS)
    counters = WholeSystem(board.matrix, 3 * board.syndrome, board.prices)
    known = (
        (_plus_board(4, 2), Outcome(Status.OPTIMAL, 4, count=2)),
        (_plus_board(2, 4), Outcome(Status.OPTIMAL, 12, count=1)),
        (_plus_board(2, 3), Outcome(Status.INFEASIBLE)),
        (counters, Outcome(Status.OPTIMAL, 4, count=1)),
    )
    for system, right in known:
        if engine.refusal(system):
            continue
        try:
            wanted = Wanted(count=not engine.floating)
            got = engine.minimise(system, wanted, Watch(SELF_TEST_SECONDS))
        except LoExactError as error:
            return str(error)
        same = (got.status, got.weight) == (right.status, right.weight)
        if not same or (wanted.count and got.status is Status.OPTIMAL and got.count != right.count):
            return (
                f"{system.lights} lights mod {system.colours}: wanted {right.status.value}, weight "
                f"{right.weight}, {right.count} minima; got {got.status.value}, {got.weight}, "
                f"{got.count}"
            )
    return ""


def _plus_board(side: int, colours: int) -> System:
    """Return a square board of the plus rule in which every light is one step from its target."""
    place = np.indices((side, side)).reshape(2, -1)
    near = np.abs(place[:, :, None] - place[:, None, :]).sum(axis=0) <= 1
    ones = np.ones(side * side, dtype=np.int64)
    return System(from_dense(near, colours), ones, ones)
