"""Parts of the checker of counters; `join_checkers.py` joins them."""
