"""Reader of boards in pictures."""
