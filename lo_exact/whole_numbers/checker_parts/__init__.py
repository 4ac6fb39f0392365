"""Parts of the certificate checker for counters; `join_checkers.py` joins them."""
