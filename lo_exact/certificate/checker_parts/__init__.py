"""Parts of the certificate checkers; ``join_checkers.py`` joins them."""
