"""Boards by their minimum, counted: planned, in ranges, split into shards, merged."""
