"""Flip, from Simon Tatham's puzzle collection: game IDs."""
