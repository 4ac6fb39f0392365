"""What all tests need."""

import gc
import os
import signal
import sys

import pytest

from lo_exact import machine, packages
from lo_exact.algebra import linear
from lo_exact.engines.moats import engine as moats
from tests.house.skips import pytest_make_collect_report, pytest_runtest_makereport

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

# Tests of Ctrl-C start programs and interrupt them.  Whoever runs the tests in the background of a
# script has interrupts ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Hundreds of programs are started; each would compile the package again where the environment
# forbids to keep what is compiled, as containers do.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Search for no garbage among tests that are being found: all stay."""
    with machine.uncollected():
        return (yield)


def pytest_collection_finish():
    """Leave the thousands of tests that stay to the end out of each search for garbage."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish():
    """Search for garbage once: pytest does so twice more, which takes a second each."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _nothing_loaded(monkeypatch):
    """Let `auto` choose and numbers be read as in a fresh process, whatever tests before did."""
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)
    sys.setrecursionlimit(1000)
    monkeypatch.setattr(moats, "loaded", lambda: False)


@pytest.fixture
def eliminating(monkeypatch):
    """Run a question with polynomials switched off."""

    def run(question, puzzle):
        with monkeypatch.context() as patch:
            patch.setattr(linear, "LEAST_LIGHTS", 10**9)
            return question(puzzle)

    return run


@pytest.fixture
def without(monkeypatch):
    """Let packages look as if they were not installed."""
    found = packages.find_spec

    def hide(*modules):
        monkeypatch.setattr(packages, "_installed", set())
        monkeypatch.setattr(
            packages, "find_spec", lambda name: None if name in modules else found(name)
        )

    return hide
