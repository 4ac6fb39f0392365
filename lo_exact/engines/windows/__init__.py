"""Search for solutions that are cheap on a window (set of buttons), with a bound for all others."""
