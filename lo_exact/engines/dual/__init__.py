"""The minimum and its count from the sums of rows, where the rank is small."""
