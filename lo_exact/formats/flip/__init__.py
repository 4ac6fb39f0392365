"""Flip, from Simon Tatham's puzzle collection: game IDs and saved games."""
