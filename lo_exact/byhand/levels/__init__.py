"""Levels: random ones, grading by difficulty, symmetry classes, and printed pages."""
