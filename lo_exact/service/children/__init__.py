"""Work in processes that can be killed: every board that somebody sends is looked at here."""
