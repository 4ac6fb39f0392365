"""Distances of codes: the fewest errors that no check sees and that matter."""
