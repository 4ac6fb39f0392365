"""Commands about the program itself: its help, its version."""
