"""Inner loops that numba compiles if it is installed, and that otherwise run as plain Python.

A file here holds functions on arrays, decorated by `loop.Loop` and `loop.part`.  To import it costs
little; the first call of a loop imports numba (0.2 s), and loads the loop (0.2 s) or compiles it
(5 s).  So a search begins without, and calls loops after about a second, and only where
`has_numba`.
"""

from lo_exact.packages import install_line, is_installed

WAIT_SECONDS = 5.0
"""Seconds of a search after which a note says that numba would make it faster."""


LINKS_AN_ENTRY = 16
"""Pairs of a moat and a button for each entry of a matrix: moats beyond are dropped, and the bound
is lower."""

MIN_LINKS = 4096
"""Pairs of a moat and a button that a matrix has room for, however few its entries."""


def has_numba() -> bool:
    """Return whether numba is installed, without importing it."""
    return is_installed("numba")


def advice(times: int) -> str:
    """Return advice to install numba, which would make a search ``times`` times as fast."""
    return f"numba makes this search {times} times as fast: {install_line('numba')}"
