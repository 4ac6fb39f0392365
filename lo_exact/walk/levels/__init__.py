"""Levels of parity walks: data, and level text read and written."""
