"""Levels: random generation, grading by difficulty, symmetry classes, and printed pages."""
