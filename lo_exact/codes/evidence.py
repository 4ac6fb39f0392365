"""Certificates of distances, checked by a stand-alone program in plain Python.

A certificate holds the code's rows, and for each side the limit that was refuted, the nodes of that
search, the symmetries it used, and the lightest word; or that shortest cycles show its bound.  The
checker, `distance_checker.py`, checks the symmetries, searches again, and compares the nodes; a
side that follows from the other one holds the permutation.  A classical code whose distance was not
found by a search that is short enough has windows, planned for the checker from what is claimed.
The format is documented in docs/distances.md.
"""

import json
import platform
from fractions import Fraction
from pathlib import Path
from typing import Any

from lo_exact.certificate.distance_checker import MAX_NODES, MAX_TRIED, sha256_of
from lo_exact.certificate.forms.windows import windows_for
from lo_exact.codes.code import Code, Permutation, Side, even_orbits
from lo_exact.codes.distance import Distance
from lo_exact.codes.side_search import SideDistance, system_of
from lo_exact.engines.windows.plan import WindowProblem
from lo_exact.errors import LimitReached, writing
from lo_exact.formats.files import write_file_atomically
from lo_exact.version import RELEASE


def write_distance(found: Distance, path: Path | str) -> None:
    """Write the certificate of the proved bounds on a distance, replacing the file atomically.

    Args:
        found: a distance, or at least a lower bound.
        path: the certificate's file.

    Raises:
        LimitReached: When the search is too long for the checker.
        InputError: When the file cannot be written.
    """
    text = json.dumps(document_of(found), separators=(",", ":")) + "\n"
    with writing(path):
        write_file_atomically(path, text)


def document_of(found: Distance) -> dict[str, Any]:
    """Return the certificate of a distance as JSON values.

    Raises:
        LimitReached: When the search is too long for the checker.
    """
    code = _code_document(found.code)
    return {
        "format": "lo-exact distance certificate",
        "version": 1,
        "made_by": {"lo-exact": RELEASE, "python": platform.python_version()},
        "claim": {
            "kind": "distance" if found.proved else "at least",
            "distance": found.lower_bound,
            "code_sha256": sha256_of(code),
        },
        "code": code,
        "sides": [_side_document(found.code, side, found.lower_bound) for side in found.sides],
    }


def _code_document(code: Code) -> dict[str, Any]:
    first = code.sides[0]
    if code.observables:
        kinds = {"rows": first.checks, "observables": code.observables, "trivial": first.trivial}
        return {"n": code.size} | {name: list(map(list, rows)) for name, rows in kinds.items()}
    if len(code.sides) == 1:
        trivial = {"trivial": [list(row) for row in first.trivial]} if code.paulis else {}
        return {"n": first.size, "rows": [list(row) for row in first.checks]} | trivial
    x, z = code.sides[1].checks, code.sides[0].checks
    return {"n": code.size, "x": [list(row) for row in x], "z": [list(row) for row in z]}


def _side_document(code: Code, side: SideDistance, claimed: int) -> dict[str, Any]:
    word = {} if side.word is None else {"word": list(code.columns_of(side.word))}
    if side.by_symmetry:
        (swap,) = side.symmetries
        return {"swap": list(swap)} | word
    if side.by_cycles:
        return {"cycles": side.lower_bound} | word
    # the least limit that proves the claim: a larger one costs the checker more work
    limit, nodes = next(
        ((limit, nodes) for limit, nodes in side.refuted if limit + 1 >= claimed),
        side.refuted[-1] if side.refuted else (0, 0),
    )
    given = next(one for one in code.sides if one.name == side.name)
    searched = limit + 1 + given.even >= claimed
    if not searched or nodes > MAX_NODES:
        if given.residues is not None:
            raise LimitReached(
                f"no certificate was written: its checker visits {MAX_NODES} nodes at most, and to "
                f"refute {limit} takes {nodes}"
                if searched
                else f"no certificate was written: {claimed} was not proved by a search for two "
                "colours"
            )
        return _windows_document(given, side.symmetries, claimed) | word
    symmetries = [list(permutation) for permutation in side.symmetries]
    return {"limit": limit, "nodes": nodes, "symmetries": symmetries} | word


def _windows_document(
    given: Side, symmetries: tuple[Permutation, ...], claimed: int
) -> dict[str, Any]:
    """Return windows evidence that no nontrivial word is lighter than claimed, as JSON values."""
    problem = WindowProblem(system_of(given), nonzero=True)
    limit = Fraction((claimed - 1) // problem.step[0] * problem.step[0])
    moves, orbits = even_orbits(given, symmetries)
    windows, costs, steps = windows_for(problem, limit, lambda: None, orbits)
    if steps > MAX_TRIED:
        raise LimitReached(
            f"no certificate was written: its checker visits windows of {MAX_TRIED} steps at most, "
            f"and these take about {steps:.0e}"
        )
    return {
        "windows": [sorted(window) for window in windows],
        "levels": [cost - 1 for cost in costs],
        "symmetries": [list(permutation) for permutation in moves],
    }
