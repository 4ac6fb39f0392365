"""Parsers for answers of people and programs: presses in any notation."""
