"""Weight distribution of all solutions: counts by weight, solutions near the minimum, random
minima.
"""
