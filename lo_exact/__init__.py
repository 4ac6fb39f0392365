"""Exact, proved answers about Lights Out and every puzzle like it."""

__version__ = "0.1.0"
