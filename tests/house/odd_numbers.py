"""Numbers out of range, not whole, not numbers, put in each place of a call."""

import inspect
import signal
from contextlib import suppress
from itertools import product
from math import inf, nan

from lo_exact import errors

NUMBERS = [0, -1, 2**31, 2**63, 10**30, inf, -inf, nan, 1e19, 0.5, "3", None]
HANGS = 60
"""Seconds; the loops may be compiled first."""

OURS = errors.UsageError, errors.InputError, errors.LimitReached


def replaced(given, number):
    """Yield the value with each of its numbers replaced, one at a time."""
    if isinstance(given, dict):
        yield from ({**given, key: new} for key in given for new in replaced(given[key], number))
    elif isinstance(given, list):
        for at, one in enumerate(given):
            yield from ([*given[:at], new, *given[at + 1 :]] for new in replaced(one, number))
    elif isinstance(given, int | float) and not isinstance(given, bool):
        yield number


def crossed(function, call):
    """Yield calls of a function, each with one odd number."""
    for name, number in product(inspect.signature(function).parameters, NUMBERS):
        kind = str(inspect.signature(function).parameters[name].annotation)
        if name in call:
            for value in replaced(call[name], number):
                yield call | {name: value}
        elif kind.split(" |")[0] in ("int", "float") or kind == "Any":
            yield call | {name: number}


def check_odd_numbers(function, given, then=lambda found: None):
    """Put each odd number in each place: an answer or an error of ours comes back at once."""

    def hangs(*_):
        raise AssertionError(f"{function.__qualname__} hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    try:
        for call in crossed(function, given):
            signal.alarm(HANGS)
            try:
                with suppress(*OURS):
                    found = function(**call)
                    if inspect.isgenerator(found):
                        list(found)
                    then(found)
            except Exception as error:
                raise AssertionError(f"{call}: {type(error).__name__}: {error}") from error
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
