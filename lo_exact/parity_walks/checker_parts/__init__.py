"""Parts of the checker of walks, beside those that all checkers share; ``join_checkers.py``."""
