"""Elimination for more colours: rows are arrays of residues.  Twin of `bits`."""
