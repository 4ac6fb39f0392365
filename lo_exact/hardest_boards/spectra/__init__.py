"""Hardest two-colour boards by Walsh spectra: bounds on the peak of signed sums over classes."""
