"""Counters: puzzles in integers without a modulus, solved with the fewest presses.

Begin with `engine.py`, which asks `search.py` (branch and bound over the lattice of solutions);
`claim.py` and `splits.py` write certificates. The puzzles themselves are `lo_exact.counters`.
"""
