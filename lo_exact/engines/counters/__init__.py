"""Counters, whole numbers without a modulus: fewest presses, by branch and bound in integers."""
