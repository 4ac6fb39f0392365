"""Syndromes of a code from files, answered one after the other: what `lo-exact decode` does."""
