"""Published claims about boards: read, judged, with evidence that can be checked again."""
