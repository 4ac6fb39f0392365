"""Pictures of puzzles as scenes of simple marks, written as SVG, PNG, PDF or text.

This package knows nothing about the meaning of a puzzle; `picture` needs only a matrix and a
layout.  Names are imported when they are first used, so a command that only prints text imports
none of it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lo_exact.registers import lazily

if TYPE_CHECKING:
    from lo_exact.pictures.scene import Scene, to_svg
    from lo_exact.pictures.sheets import Captioned, sheet
    from lo_exact.pictures.subject import picture
    from lo_exact.pictures.write import check_picture, write_picture

__all__ = ["Captioned", "Scene", "check_picture", "picture", "sheet", "to_svg", "write_picture"]

__getattr__: Callable[[str], Any] = lazily(
    __name__,
    {
        "scene": ("Scene", "to_svg"),
        "sheets": ("Captioned", "sheet"),
        "subject": ("picture",),
        "write": ("check_picture", "write_picture"),
    },
)
