"""Parity walks: prove the fewest steps of a walk that paints every cell; command ``lo-exact walk``.

A token stands on a cell of a board of free cells and walls.  The start is painted; every step
enters an orthogonal free neighbour and toggles it; all free cells must be painted; the walk may end
anywhere.  The theory, with proofs, is in ``docs/walks.md``.  Begin with `solve`; levels are read in
``levels/``, engines search in ``search/``, ``certify`` writes what the checker's parts judge.
"""
