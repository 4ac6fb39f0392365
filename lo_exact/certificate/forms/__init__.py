"""How evidence is written, one file a form."""
