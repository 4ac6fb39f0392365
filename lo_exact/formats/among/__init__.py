"""Boards that stand as arrays in a program, a configuration file or a page of text."""
