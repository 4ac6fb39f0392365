"""Elimination by inactivation: light chasing for any matrix."""
