"""Elimination over GF(2) with rows as Python integers; `residues` does the same mod p^e."""
