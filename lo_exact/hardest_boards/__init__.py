"""Hardest boards: how many presses a board may need, boards counted by that, claims judged.

Begin with `find.py` (the order of methods), then `spectra/`; `claims/` judges published claims and
writes their evidence. The commands are `hardest`, `histogram` and `certify`.
"""
