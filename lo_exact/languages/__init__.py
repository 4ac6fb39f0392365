"""Numbered messages of the lesson's commands, with a table for each language."""
