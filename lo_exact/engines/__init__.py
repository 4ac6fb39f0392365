"""Floor 6: named ways to answer."""
