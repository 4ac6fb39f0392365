"""Certificates of counters: what is claimed, and splits, their evidence."""
