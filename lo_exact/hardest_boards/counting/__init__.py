"""Counting of all boards by their minimum: plan, ranges of work, merging of the results."""
