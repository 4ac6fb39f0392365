"""Answers that people and programs give, read: presses in every notation, one reader for all."""
