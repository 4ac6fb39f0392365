"""Hardest two-colour boards by Walsh spectra: bounds on peaks of sums over button classes."""
