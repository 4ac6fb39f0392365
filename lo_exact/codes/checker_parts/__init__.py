"""Parts of the checker of distances; `join_checkers.py` joins them."""
