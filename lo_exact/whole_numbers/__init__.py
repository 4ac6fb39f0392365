"""Whole numbers: counters without a modulus, the fewest presses that reach the wanted values.

Begin with `engine.py`, which asks `search.py` (branch and bound over the lattice of solutions);
`claim.py` and `splits.py` write certificates. The puzzles themselves are `lo_exact.counters`.
"""
