"""Lightest errors by moats and a deepening search."""
