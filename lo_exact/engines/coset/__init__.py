"""Exhaustive search of a coset over classes of buttons; `binary_*` is for 2 colours, `residue_*`
for more.
"""
