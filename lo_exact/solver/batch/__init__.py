"""Many boards of one matrix: arrays in, arrays out."""
