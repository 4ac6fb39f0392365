"""Elimination for two colours and for more, and groups of unknowns."""
