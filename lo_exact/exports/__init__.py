"""Floor 5: formulas as files for other people's solvers, and their answers back."""
