"""Engines that find a shortest walk: SAT and breadth-first search."""
