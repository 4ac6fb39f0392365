"""Graphs as other people's programs write them."""
