"""Minimum T-join by perfect matching, for systems whose buttons touch at most two lights."""
