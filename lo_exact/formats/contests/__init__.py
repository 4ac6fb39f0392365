"""Formats of contests: machines, files for judges, levels, dials."""
