"""Runners for long computations: local processes, or pieces on batch systems."""
