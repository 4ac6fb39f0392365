"""Graphs and sparse matrices as lines of edges."""
