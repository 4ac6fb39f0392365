"""Levels: grading by difficulty, symmetry classes, and printed pages."""
