"""Solver for many boards with the same matrix at once; boards and results are arrays."""
