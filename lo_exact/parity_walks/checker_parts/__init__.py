"""Parts of the stand-alone checker of walks, besides the shared ones; ``join_checkers.py``."""
