"""A sweep over syndromes, where rank or spans are small."""
