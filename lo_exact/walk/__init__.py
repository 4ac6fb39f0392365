"""Floor 7: parity walks, the XOR path puzzle solved to proved optimality.

A token stands on a cell of a board of free cells and walls.  The start is painted; every step
enters an orthogonal free neighbour and toggles it; all free cells must be painted; the walk may end
anywhere; the fewest steps are wanted.  The theory, with proofs, is in ``docs/walks.md``.
"""
