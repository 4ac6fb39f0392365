"""Commands about all boards at once: the hardest ones, histograms, published claims."""
