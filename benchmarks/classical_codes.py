"""Minimum distances of classical codes: `lo-exact distance --classical` beside GUAVA.

    python -m benchmarks.classical_codes                      all, about an hour
    python -m benchmarks.classical_codes --names QR --limit 60

Each row is a process of its own, measured as a whole with all that it starts: imports, reading and
everything below.  GUAVA is the coding theory package of GAP (Debian: ``gap-guava``); it gets the
same check matrix and has a limit of CPU seconds.  The forecast is what `distance` expects when it
begins the way that proves the distance; none is printed for what ends before.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial, reduce
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lo_exact
from benchmarks.record import append, stamp
from lo_exact.algebra import from_dense

Matrix = NDArray[np.int64]

NAME = "classical_codes"
PRIMITIVE = {5: 0b100101, 6: 0b1000011, 7: 0b10001001, 8: 0b100011101}
"""A primitive polynomial of each degree over GF(2), bit i is the coefficient of x^i."""


def checks_of(generators: Matrix, colours: int = 2) -> Matrix:
    """Return a check matrix of the code that rows generate mod a prime."""
    none = np.zeros(len(generators), dtype=np.int64)
    puzzle = lo_exact.matrix_puzzle(generators, none, colours=colours)
    return np.array(lo_exact.kernel(puzzle).generators, dtype=np.int64)


def quadratic_residues(prime: int, *, colours: int = 2, extended: bool = False) -> Matrix:
    """Return checks of a quadratic residue code, with the sum of all as a last column if wanted.

    The idempotent is found by trial among the sums over the residues, the others and 1: the code
    has dimension (prime + 1) / 2, and so has no other of these.
    """
    squares = {x * x % prime for x in range(1, prime)}
    for one in range(colours):
        for square in range(colours):
            for other in range(colours):
                row = [one, *(square if x in squares else other for x in range(1, prime))]
                rows = np.array([np.roll(row, shift) for shift in range(prime)])
                checks = checks_of(rows, colours)
                if len(checks) != prime // 2:
                    continue
                if not extended:
                    return checks
                rows = checks_of(checks, colours)
                last = -rows.sum(axis=1, keepdims=True) % colours
                return checks_of(np.hstack([rows, last]), colours)
    raise ValueError(f"no quadratic residue code of length {prime} mod {colours}")


def bch(degree: int, distance: int) -> Matrix:
    """Return checks of the primitive narrow-sense BCH code of length 2^degree - 1."""
    size = 2**degree - 1
    powers = [1]
    for _ in range(size - 1):
        power = powers[-1] << 1
        powers.append(power ^ PRIMITIVE[degree] if power >> degree else power)
    roots = [[powers[i * j % size] for j in range(size)] for i in range(1, distance, 2)]
    return np.array([[x >> bit & 1 for x in row] for row in roots for bit in range(degree)])


def reed_muller(order: int, variables: int) -> Matrix:
    """Return checks of a Reed-Muller code: monomials of the dual code's degrees."""
    points = np.arange(2**variables)
    rows = [
        reduce(np.multiply, [points >> v & 1 for v in chosen], np.ones_like(points))
        for degree in range(variables - order)
        for chosen in combinations(range(variables), degree)
    ]
    return np.array(rows)


def by_chance(size: int, dimension: int) -> Matrix:
    """Return random checks."""
    generator = np.random.default_rng([size, dimension])
    return generator.integers(0, 2, (size - dimension, size))


def circulants(prime: int, exponents: tuple[tuple[int, ...], ...]) -> Matrix:
    """Return blocks of shifted unit matrices."""
    unit = np.eye(prime, dtype=np.int64)
    return np.block([[np.roll(unit, shift, axis=1) for shift in row] for row in exponents])


def _codes() -> dict[str, tuple[int, Callable[[], Matrix]]]:
    """Return the codes: name to the prime and what makes the checks."""
    found: dict[str, tuple[int, Callable[[], Matrix]]] = {}
    for prime in (17, 23, 31, 41, 47, 71, 73, 79, 89, 97, 103, 113, 127, 137, 151):
        found[f"QR {prime}"] = 2, partial(quadratic_residues, prime)
    for prime in (23, 71, 79, 89, 103, 113, 127, 151, 167, 191):
        found[f"XQR {prime + 1}"] = 2, partial(quadratic_residues, prime, extended=True)
    for degree, distance in (
        (5, 7), (5, 11), (6, 7), (6, 11), (6, 15), (7, 9), (7, 15), (7, 21), (8, 95), (8, 91),
        (8, 111),
    ):  # fmt: skip
        found[f"BCH {2**degree - 1}, {distance}"] = 2, partial(bch, degree, distance)
    for order, variables in ((2, 5), (2, 6), (2, 7)):
        found[f"RM({order},{variables})"] = 2, partial(reed_muller, order, variables)
    for size, dimension in ((60, 30), (80, 40), (100, 50), (128, 64), (150, 60)):
        found[f"random [{size},{dimension}]"] = 2, partial(by_chance, size, dimension)
    tanner = ((1, 2, 4, 8, 16), (5, 10, 20, 9, 18), (25, 19, 7, 14, 28))
    found["LDPC, Tanner 155"] = 2, partial(circulants, 31, tanner)
    array = tuple(tuple(i * j for j in range(7)) for i in range(3))
    found["LDPC, array 7 x 13"] = 2, partial(circulants, 13, array)
    for prime, extended in ((11, False), (11, True), (23, True), (47, True)):
        name = f"ternary {'X' * extended}QR {prime + extended}"
        found[name] = 3, partial(quadratic_residues, prime, colours=3, extended=extended)
    return found


CODES = _codes()


def ours(name: str, limit: float) -> dict[str, Any]:
    """Find the distance of a code in this process."""
    from lo_exact.codes.code import classical_code, residue_code
    from lo_exact.codes.distance import find_distance
    from lo_exact.outcome import Watch

    prime, make = CODES[name]
    checks = make()
    rows = tuple(tuple(np.flatnonzero(row).tolist()) for row in checks)
    code = (
        classical_code(rows, checks.shape[1])
        if prime == 2
        else residue_code(from_dense(checks, prime))
    )
    forecasts: list[float] = []

    def told(known: Any, nodes: int) -> None:
        if known.forecast_seconds is not None:
            forecasts.append(known.forecast_seconds)

    found = find_distance(code, watch=Watch(limit), told=told)
    said = {"n": code.size, "k": code.dimension, "bound": found.lower_bound, "weight": found.weight}
    return said | ({"forecast_seconds": forecasts[-1]} if forecasts else {})


def guava(name: str, limit: float) -> dict[str, Any]:
    """Ask GUAVA; it is stopped by the system at its limit of CPU time."""
    prime, make = CODES[name]
    checks = make()
    rows = ",".join(f"[{','.join(map(str, row))}]" for row in checks.tolist())
    program = (
        'LoadPackage("guava");;\n'
        f"C := CheckMatCode([{rows}] * One(GF({prime})), GF({prime}));;\n"
        'Print("distance ", MinimumDistance(C), "\\n");\nQUIT;\n'
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "code.g"
        path.write_text(program)
        done = subprocess.run(
            ["gap", "-q", "-b", str(path)], capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL, cwd=folder,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit))),
        )  # fmt: skip
    said = [line.split() for line in done.stdout.splitlines() if line.startswith("distance ")]
    return {"weight": int(said[-1][1]), "bound": int(said[-1][1])} if said else {}


CONTESTANTS: dict[str, Callable[[str, float], dict[str, Any]]] = {"distance": ours, "guava": guava}


def _measured(name: str, contestant: str, limit: float) -> dict[str, Any]:
    """Measure one process and all that it starts."""
    command = [sys.executable, "-m", f"benchmarks.{NAME}", "--one", name, contestant, str(limit)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    text = child.stdout.read()
    _, code, used = os.wait4(child.pid, 0)
    if code:
        raise RuntimeError(f"{name}, {contestant}: exit code {code}")
    peak, said = used.ru_maxrss // 1024, dict[str, Any](json.loads(text))
    return said | {
        "cpu_seconds": round(used.ru_utime + used.ru_stime, 3), "peak_mib": peak
    }  # fmt: skip


def _asked(names: str) -> Iterator[str]:
    parts = names.split(",")
    return (name for name in CODES if any(part in name for part in parts))


def main() -> None:
    """Read the options, measure and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", default="", help="only codes whose names hold one of these")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for `distance`")
    parser.add_argument("--contestants", default=",".join(CONTESTANTS))
    parser.add_argument("--guava-limit", type=float, default=45.0, help="CPU seconds for GUAVA")
    parser.add_argument("--one", nargs=3, metavar=("NAME", "WHO", "LIMIT"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        name, contestant, limit = given.one
        print(json.dumps(CONTESTANTS[contestant](name, float(limit))))
        return
    here = stamp()
    limits = {"distance": given.limit, "guava": given.guava_limit}
    asked = {who: limits[who] for who in given.contestants.split(",")}
    if not shutil.which("gap"):
        asked.pop("guava", None)
    for name in _asked(given.names):
        for contestant, limit in asked.items():
            said = {"name": name, "contestant": contestant, "limit": limit}
            said |= _measured(name, contestant, limit)
            append(NAME, said, here)
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
