"""Pairs of four groups' best, for a square root of what visiting all solutions costs."""
