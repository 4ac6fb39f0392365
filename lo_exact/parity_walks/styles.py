"""The styles of random levels, by name: how often a loop is closed, how often a place is filled."""

STYLES = {
    "corridor": (0.1, 0.0),
    "braided": (0.7, 0.0),
    "mixed": (0.5, 0.2),
    "open": (1.0, 1.0),
}
"""Loops and filled of each style."""
