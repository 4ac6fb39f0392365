"""Batch solver for many boards with the same matrix, on arrays."""
