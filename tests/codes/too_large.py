"""Certificates that exceed each bound of the checker of distances."""

from lo_exact.certificate import distance_checker


def distance(program, rows=([0, 1, 2],), symmetries=(), shown=(("limit", 1), ("nodes", 3))):
    """The even words of three columns, two at least."""
    code = {"n": 3, "rows": [*rows]}
    claim = {"kind": "at least", "distance": 2, "code_sha256": program.sha256_of(code)}
    program.judge_code({
        "format": "lo-exact distance certificate", "version": 1, "made_by": {}, "claim": claim,
        "code": code, "sides": [{**dict(shown), "symmetries": [*symmetries]}],
    })  # fmt: skip


def one_window(program):
    """The same, by one window."""
    distance(program, shown=(("windows", [[0, 1]]), ("levels", [1])))


PROVOKED = [
    (distance_checker, {"MAX_COLUMNS": 2}, distance),
    (distance_checker, {"MAX_ROWS": 0}, distance),
    (distance_checker, {"MAX_ONES": 2}, distance),
    (distance_checker, {"MAX_STEPS": 0}, distance),
    (distance_checker, {"MAX_NODES": 2}, distance),
    (distance_checker, {"MAX_SYMMETRIES": 0}, lambda p: distance(p, symmetries=[[1, 0, 2]])),
    (distance_checker, {"MAX_ELIMINATED": 2}, one_window),
    (distance_checker, {"MAX_WINDOWS": 0}, one_window),
]
