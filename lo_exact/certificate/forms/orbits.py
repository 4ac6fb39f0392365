"""Evidence by orbits: the symmetries and the forms with which the engine `orbits` searches.

The engine knows a symmetry by what it does to keys of solutions.  A permutation of the unknowns
that does it is found here: unknowns that are pressed by the same keys may stand for each other.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from lo_exact.algebra.echelon import Basis, echelon
from lo_exact.certificate.document import Json, vector_document
from lo_exact.certificate.draft import Draft
from lo_exact.certificate.wide_checker import MAX_WIDE_VISITED
from lo_exact.engines.orbits import engine
from lo_exact.engines.orbits.action import AffineMap, column_words

CHEAP_VISITED = 2**33
"""Up to so many solutions visited it is written unasked: some minutes of checking."""

CHEAP_ENTRIES = 2**13
"""Of the matrix, for unasked evidence: symmetries are found in seconds."""


def why_no_orbits(draft: Draft, most: float) -> str:
    """Say why the checker would not look at one prefix of each orbit, or ``""``."""
    if reason := engine.refusal(draft.system):
        return f"there is no evidence by orbits: {reason}"
    chosen = engine.orbits_plan(draft.system).chosen
    assert chosen is not None
    if chosen.elements > most:
        return f"{chosen.elements:.1e} solutions up to symmetry are more than {most:.1e}"
    return ""


def refusal(draft: Draft) -> str:
    """Say why the checker would not do it, or ``""``."""
    return why_no_orbits(draft, MAX_WIDE_VISITED)


def too_dear(draft: Draft) -> str:
    """Say why it is not written unasked, or ``""``."""
    if draft.system.matrix.entries > CHEAP_ENTRIES:
        return "symmetries of so large a matrix take long to find"
    return why_no_orbits(draft, CHEAP_VISITED)


def write(draft: Draft) -> dict[str, Json]:
    """Return the evidence."""
    chosen = engine.orbits_plan(draft.system).chosen
    assert chosen is not None
    basis = echelon(draft.coset.kernel)
    least = basis.reduced(draft.coset.particular)
    forms = []
    for form in chosen.forms:
        inside = np.zeros(draft.system.unknowns, dtype=np.int64)
        # the first pivot is the highest bit of a key
        inside[[p for i, p in enumerate(basis.pivots[::-1]) if form >> i & 1]] = 1
        forms.append(vector_document(inside, 2))
    maps = [_permutation(one, basis, least.tolist(), draft) for one in chosen.maps]
    return {"by": "orbits", "symmetries": maps, "forms": forms}


def _permutation(one: AffineMap, basis: Basis, least: list[int], draft: Draft) -> list[Json]:
    """Return where each unknown goes."""
    columns, prices = column_words(basis).tolist(), draft.system.prices.tolist()
    alike: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for j, known in enumerate(zip(columns, least, prices, strict=True)):
        alike[known].append(j)
    goes: list[Json] = [0] * len(columns)
    for j, (column, pressed, price) in enumerate(zip(columns, least, prices, strict=True)):
        before = one.form(column), pressed ^ (column & one.shift).bit_count() % 2, price
        goes[alike[before].pop()] = j
    return goes
