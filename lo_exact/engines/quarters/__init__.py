"""Search for minima by combining the best partial solutions of four groups of buttons."""
