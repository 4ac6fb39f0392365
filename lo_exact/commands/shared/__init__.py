"""Shared by several commands: options, reading, writing, drawing, answering."""
