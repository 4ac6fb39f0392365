"""The hardest board as a question about peaks of signed sums over classes."""
