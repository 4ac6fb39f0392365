"""Pictures of puzzles as scenes of simple marks, written as SVG, PNG, PDF or text.

Nothing here knows what a puzzle is for; `picture` asks only for a matrix and a layout.  Names are
imported when they are first used: who only prints text loads nothing of this.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lo_exact.pictures.scene import Scene, to_svg
    from lo_exact.pictures.sheets import Captioned, sheet
    from lo_exact.pictures.subject import picture
    from lo_exact.pictures.write import check_picture, write_picture

__all__ = ["Captioned", "Scene", "check_picture", "picture", "sheet", "to_svg", "write_picture"]

_HOMES = {
    "Captioned": "sheets",
    "Scene": "scene",
    "check_picture": "write",
    "picture": "subject",
    "sheet": "sheets",
    "to_svg": "scene",
    "write_picture": "write",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'lo_exact.pictures' has no attribute {name!r}")
    return getattr(import_module(f"lo_exact.pictures.{_HOMES[name]}"), name)
