"""Floor 5: evidence that a stranger can check."""
