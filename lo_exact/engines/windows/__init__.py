"""Search for cheap patterns on windows (sets of buttons), which yields a lower bound for all
other solutions.
"""
