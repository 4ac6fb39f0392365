"""Game IDs of Flip from Simon Tatham's puzzle collection."""
