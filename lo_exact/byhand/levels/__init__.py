"""Levels: how hard each is, which are alike, and pages of them."""
