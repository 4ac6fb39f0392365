"""Codes: distances, and lightest errors for given syndromes, both with proof.

Begin with `distance.py` (limits, one after another) and `decoder.py` (many shots of one matrix);
`given.py` reads what users call a code. The commands are `distance` and `decode`.
"""
