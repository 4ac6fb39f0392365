"""Elimination mod 2 and mod prime powers, and groups of unknowns with tables of their sums."""
