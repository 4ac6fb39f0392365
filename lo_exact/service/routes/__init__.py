"""The routes, a file for each kind of request: read it, make one call, answer."""
