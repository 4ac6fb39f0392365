"""Floor 7: what a person can do or check without a computer."""
