"""Parts of the checker that judge claims about boards; `join_checkers.py` joins them."""
