"""Elimination with two colours and with more, and groups of unknowns."""
