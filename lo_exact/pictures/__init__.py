"""Floor 1: one scene of squares, dots, pixels and words, written as SVG, PNG or text.

Nothing here knows what a puzzle is for; `picture` asks only for a matrix and a layout.
"""

from lo_exact.pictures.scene import Scene
from lo_exact.pictures.sheet import Captioned, sheet
from lo_exact.pictures.subject import picture
from lo_exact.pictures.svg import to_svg
from lo_exact.pictures.write import check_picture, write_picture

__all__ = ["Captioned", "Scene", "check_picture", "picture", "sheet", "to_svg", "write_picture"]
