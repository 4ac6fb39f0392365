"""Parts that only the stand-alone checker of walks has; ``join_checkers.py`` joins them."""
