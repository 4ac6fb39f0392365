"""Codes: proved distances, and proved lightest errors for given syndromes.

Begin with `distance.py` (limits, one after another) and `decoder.py` (many shots of one matrix);
`given.py` reads what users call a code. The commands are `distance` and `decode`.
"""
