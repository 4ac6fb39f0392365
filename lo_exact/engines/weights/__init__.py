"""All solutions by weight: their number for each weight, those near the minimum, samples."""
