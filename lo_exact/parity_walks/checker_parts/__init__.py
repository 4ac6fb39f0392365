"""Parts used only in the stand-alone checker of walks; ``join_checkers.py`` joins them."""
