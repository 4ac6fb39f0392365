"""Lightest words by branching on an open check: distances of codes, solutions with light checks."""
