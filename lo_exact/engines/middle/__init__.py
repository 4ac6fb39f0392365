"""Meeting in the middle over syndromes, for systems with many solutions and light minima."""
