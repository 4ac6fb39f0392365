"""Floor 3: grids, tori, graphs and neighbourhoods become activation matrices."""
