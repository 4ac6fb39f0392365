"""Walks for people: drawings, pictures, words."""
