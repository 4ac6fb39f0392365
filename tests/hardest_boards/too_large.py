"""Certificates that exceed each bound of the checker of claims about boards."""

from lo_exact.certificate import checker


def flat_spectra(program):
    """Three classes of one button each, no sum above 1, by two of the classes: two points."""
    program.peak_is_refuted({1: 1, 2: 1, 3: 1}, [1, 2], 1, 1)


PROVOKED = [
    # 4 places in columns and 2 lights, then 4 sizes of sums
    (checker, {"MAX_DEPTH": 0}, flat_spectra),
    (checker, {"MAX_POINTS": 1}, flat_spectra),
]
