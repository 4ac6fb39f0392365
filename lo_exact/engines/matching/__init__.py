"""Buttons that touch at most two lights: a minimum T-join, by perfect matching."""
