"""Floor 5: formulas as files for external solvers, and their answers back."""
