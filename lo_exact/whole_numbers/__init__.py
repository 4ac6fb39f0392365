"""Counters: puzzles in integers without a modulus, solved with the fewest presses.

Begin with `engine`, which uses `search` (branch and bound over the lattice of solutions); `claim`
writes certificates, and ``checker_parts/`` judges them.  The puzzles themselves are
`lo_exact.counters`.
"""
