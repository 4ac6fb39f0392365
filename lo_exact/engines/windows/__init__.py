"""Windows: solutions that are cheap on some sets of buttons, and the bound for all others."""
