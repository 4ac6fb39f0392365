"""What all tests need."""

import signal

from tests.house.skips import pytest_make_collect_report, pytest_runtest_makereport

__all__ = ["pytest_make_collect_report", "pytest_runtest_makereport"]

# Tests of Ctrl-C start programs and interrupt them.  Whoever runs the tests in the background of a
# script has interrupts ignored, and programs inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
