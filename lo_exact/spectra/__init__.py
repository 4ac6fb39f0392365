"""Weight spectra: the number of solutions by weight, and random sampling of minimum solutions.

Begin with `spectrum.py`, which asks the pieces of `lo_exact.engines.weights`; the commands are
`spectrum` and `sample`.
"""
