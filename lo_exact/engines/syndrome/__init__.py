"""Dynamic programming over syndromes, for systems of small rank or short spans."""
