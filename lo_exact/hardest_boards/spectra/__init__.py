"""Hardest two-colour boards by Walsh spectra: bounds on the least peak that a spectrum can have."""
