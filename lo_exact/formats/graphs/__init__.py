"""Readers and writers of common graph formats."""
