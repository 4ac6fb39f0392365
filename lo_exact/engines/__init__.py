"""Engines: the algorithms that find a minimum-weight solution, each chosen by name."""
