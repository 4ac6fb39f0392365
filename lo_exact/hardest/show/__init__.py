"""Hardest boards and histograms for people."""
