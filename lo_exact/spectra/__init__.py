"""Spectra: how many solutions have which weight, and minimum solutions by chance.

Begin with `spectrum.py`, which asks the pieces of `lo_exact.engines.weights`; the commands are
`spectrum` and `sample`.
"""
