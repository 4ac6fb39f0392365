"""Elimination for two colours: rows are Python integers.  Twin of `residues`."""
