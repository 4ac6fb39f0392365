"""Elimination mod p^e with rows as arrays of residues; `bits` does the same mod 2."""
