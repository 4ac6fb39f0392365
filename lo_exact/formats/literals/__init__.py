"""Arrays as programs write them."""
