"""Commands that make boards and sets of boards: one, a level, a book."""
