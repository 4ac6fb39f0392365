"""Search for cheap patterns on windows (sets of buttons), which bounds all other solutions."""
