"""Weight distribution of solutions: counts by weight, solutions near the minimum, random minima."""
