"""Parity walks: prove the fewest steps of a walk that paints every cell; command ``lo-exact walk``.

A token is on a cell of a board of free cells and walls.  The start is painted.  Every step enters
an orthogonal free neighbour and toggles it.  All free cells must be painted; the walk may end
anywhere.  The theory, with proofs, is in ``docs/walks.md``.

Begin with `solve`.  `level_text` reads levels, ``search/`` has the search, and `certify` writes
what the checker's parts judge.
"""
