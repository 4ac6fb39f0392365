"""Puzzles in numpy's files."""
