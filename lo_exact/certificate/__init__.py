"""Floor 5: evidence that a stranger can check.  The checker imports nothing of all this."""
