"""Minimum T-join by perfect matching, for systems in which each button touches at most two
lights.
"""
