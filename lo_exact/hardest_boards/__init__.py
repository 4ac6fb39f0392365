"""Hardest boards: the largest minimum number of presses, histograms of minima, published claims.

Begin with `find.py` (the order of methods), then `spectra/`; `claims/` judges published claims and
writes their evidence. The commands are `hardest`, `histogram` and `certify`.
"""
