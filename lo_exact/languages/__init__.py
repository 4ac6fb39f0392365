"""Numbered messages, a table for each language: what commands of the lesson say."""
