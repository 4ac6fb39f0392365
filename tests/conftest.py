"""What all tests need."""

import contextlib
import gc
import os
import signal
import sys
import threading
from importlib import import_module
from pathlib import Path

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
def pytest_collection(session):
    """Search for no garbage among tests that are being found: all stay."""
    with machine.uncollected():
        if shared := getattr(session.config, "workerinput", None):
            _compile_a_share(int(shared["workerid"][2:]), shared["workercount"])
        return (yield)


def _compile_a_share(worker, workers):
    """Import some of the files of tests before all, others in each worker.

    In a fresh checkout a worker compiles them, which takes seconds; the rest it then finds compiled
    by the others.  What is wrong with a file is told where it is collected.
    """
    folder = Path(__file__).parent
    fresh = [
        path
        for path in sorted(folder.rglob("test_*.py"))[worker::workers]
        if not [*(path.parent / "__pycache__").glob(f"{path.stem}.*-pytest-*")]
    ]
    for path in fresh:
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_module(name)


def pytest_collection_finish():
    """Refuse threads, and leave the thousands of tests out of each search for garbage.

    A thread that compiles while files of tests are imported changes the filters of warnings under
    the feet of those that ignore a warning meanwhile: FastAPI's import failed now and then.
    """
    running = [t.name for t in threading.enumerate() if t.name.startswith("Thread-")]
    assert not running, f"a file of tests starts {running} when it is imported"
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
