"""Scanner that finds boards in any text without a known format, with all interpretations."""
