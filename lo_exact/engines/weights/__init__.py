"""Weight distribution of solutions: numbers by weight, near-minimum solutions, random minima."""
