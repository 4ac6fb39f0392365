"""Work small enough for tests: squares of numbers, and pieces that misbehave on purpose."""

import os
import signal
import time
from pathlib import Path

from lo_exact.errors import InputError
from lo_exact.runners.work import Order, Work

HOME = "tests.runners.toys"


def squares(units, *, given=None, run="squared", **settings):
    """Return the work of squaring 0..units-1."""
    about = {"puzzle": "a" * 64, "power": 2}
    order = Order("squares", f"{HOME}:prepared", f"{HOME}:{run}", about, None, "numbers", units)
    hand_out = given if callable(given) else lambda low, high: given
    return Work(order, given=hand_out, **settings)


def prepared(spec):
    return spec


def squared(spec, low, high, given, check):
    check(0)
    return [number * number for number in range(low, high)]


def slowly(spec, low, high, given, check):
    time.sleep(given)
    return squared(spec, low, high, given, check)


def dying_once(spec, low, high, given, check):
    """Kill the process that does the piece of number 3, the first time."""
    mark = Path(given) / "killed"
    if low <= 3 < high and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(spec, low, high, given, check)


def dying(spec, low, high, given, check):
    os.kill(os.getpid(), signal.SIGKILL)


def refusing(spec, low, high, given, check):
    raise InputError(f"number {low} is odd")


def crashing(spec, low, high, given, check):
    raise ZeroDivisionError("a bug\nof ours")


def told(spec, low, high, given, check):
    return given
