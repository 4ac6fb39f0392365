"""Search for solutions cheap on a window (set of buttons), with a lower bound for all others."""
