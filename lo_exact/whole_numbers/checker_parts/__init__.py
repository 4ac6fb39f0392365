"""Parts of the certificate checker for counter puzzles; `join_checkers.py` joins them."""
