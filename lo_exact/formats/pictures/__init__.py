"""Boards in pictures."""
