"""Codes: the distance of a code, and the lightest error that explains a syndrome, proved.

Begin with `distance.py` (limits, one after another) and `decoder.py` (many shots of one matrix);
`given.py` reads what users call a code. The commands are `distance` and `decode`.
"""
