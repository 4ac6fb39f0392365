"""Parts of the stand-alone checker of distances; `join_checkers.py` joins them."""
