"""The engine `cuts` in its child process: killed, stopped at a limit, and told of what it finds."""

import os
import signal
import threading
import time

import numpy as np
import pytest

from lo_exact.algebra import from_dense
from lo_exact.engines.cuts import child, engine
from lo_exact.errors import ChildDied, LimitReached
from lo_exact.outcome import Wanted, Watch
from lo_exact.processes import worker
from lo_exact.puzzle import System


def hard() -> System:
    """Return a syndrome far beyond what a search does in seconds: 150 random checks of 300."""
    rng = np.random.default_rng(1)
    matrix = np.zeros((150, 300), dtype=np.int64)
    for j in range(300):
        matrix[rng.choice(150, 3, replace=False), j] = 1
    ones = np.ones(300, dtype=np.int64)
    return System(from_dense(matrix, 2), matrix @ rng.integers(0, 2, 300) % 2, ones)


@pytest.mark.large
def test_a_limit_ends_it_in_time_with_a_solution_and_a_bound():
    system, watch = hard(), Watch(1.5)
    with pytest.raises(LimitReached):
        engine.minimise(system, Wanted(), watch)
    assert time.monotonic() - watch.deadline < 0.5
    assert 0 < watch.lower_bound < watch.best_weight
    assert system.solves(np.array(watch.best))


def test_a_killed_child_is_said_and_the_next_question_gets_another():
    worker.close_children()
    watch = Watch(30)

    def kill() -> None:
        while not worker._children or watch.best is None:
            time.sleep(0.02)
        for one in list(worker._children):
            os.kill(one._process.pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(ChildDied, match="SIGKILL"):
        engine.minimise(hard(), Wanted(), watch)
    killer.join()
    eye = np.eye(4, dtype=np.int64)
    easy = System(from_dense(eye, 2), eye[0], np.ones(4, dtype=np.int64))
    assert engine.minimise(easy, Wanted(), Watch()).weight == 1


def test_highs_is_not_loaded_by_whoever_asks():
    code = (
        "import sys, numpy as np\n"
        "from lo_exact.algebra import from_dense\n"
        "from lo_exact.engines.cuts import engine\n"
        "from lo_exact.outcome import Wanted, Watch\n"
        "from lo_exact.puzzle import System\n"
        "one = np.ones(1, dtype=np.int64)\n"
        "engine.minimise(System(from_dense(one[None], 2), one, one), Wanted(), Watch())\n"
        "print('highspy' in sys.modules)"
    )
    import subprocess
    import sys

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


def test_inside_the_child_what_is_known_is_where_it_begins():
    eye = np.eye(3, dtype=np.int64)
    system = System(from_dense(eye, 2), eye[1], np.ones(3, dtype=np.int64))
    told = []
    watch = Watch()
    watch.improved((0, 1, 0), 1)
    found = child.minimise_in_this_process(
        lambda *said: told.append(said), system, Wanted(), 10.0, watch.known
    )
    assert found.minima == ((0, 1, 0),)
    assert [kind for kind, _ in told] == ["bound"]
