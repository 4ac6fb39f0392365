"""A skipped test counts as failed, unless its reason is known and accepted here.

What is not tested must not look tested: a package that was forgotten among the dependencies once
skipped all tests of an engine that everybody's `auto` chose.
"""

import sys

import pytest

from tests.cli_runner import TAKEN_OUT

NO_WHEELS = sys.version_info >= (3, 14)
"""Whether this Python is too new for wheels of some packages."""

OUTSIDE = {
    "tests/service/page/": (
        "no Chromium here: ",
        "no Node.js here: ",
        "no tsc here: ",
        "no eslint here: ",
        "make pyodide fetches Pyodide",
    ),
    "tests/service/page/test_page_proxy.py": ("no nginx or openssl here: ",),
    "tests/records/test_atlas_page.py": ("no Chromium here: ",),
    "tests/records/test_previews.py": ("needs Node.js",),
    "tests/service/test_service_docs.py": ("curl is not installed",),
    "tests/house/test_types.py": ("no pyright here: ",),
    "tests/codes/test_distance.py": ("no C compiler here",),
    "tests/commands/test_commands_full_disk.py": ("no file system may be mounted here",),
    "tests/service/test_store_full_disk.py": ("no file system may be mounted here",),
}
"""What no Python package brings: a browser, an interpreter for it, a web server, a program of the
system, a right to mount."""


def is_accepted(test: str, reason: str) -> bool:
    """Say whether a test may be skipped for a reason; everything else is run, or fails."""
    if "pycryptosat" in reason or "pyscipopt" in reason or "numba" in reason:
        return NO_WHEELS
    if reason.endswith(" was taken out") and TAKEN_OUT.exists():
        return True
    return any(
        test.startswith(place) and any(said in reason for said in reasons)
        for place, reasons in OUTSIDE.items()
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Judge the skips of tests."""
    return _judged((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Judge the skips of whole files."""
    return _judged((yield))


def _judged(report):
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not is_accepted(report.nodeid, reason):
            report.outcome = "failed"
            report.longrepr = f"{reason}: not a reason that tests/house/skips.py accepts"
    return report
