"""Exhaustive search of a coset: `binary_*` for 2 colours, `residue_*` for more."""
