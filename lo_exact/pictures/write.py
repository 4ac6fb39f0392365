"""A scene into a file: SVG or PNG, as its name says."""

from __future__ import annotations

import os

from lo_exact.errors import UsageError, printable, writing
from lo_exact.pictures.scene import Scene, to_svg


def check_picture(path: str) -> None:
    """Refuse a name that says no kind of picture, or PNG without Pillow, before anything is done.

    Raises:
        UsageError: When the name ends neither in .svg nor in .png.
        MissingPackageError: When Pillow is missing.
    """
    if not path.endswith((".svg", ".png")):
        raise UsageError(f"pictures are .svg or .png files, got {printable(path)}")
    if path.endswith(".png"):
        from lo_exact.pictures.png import check_pillow

        check_pillow()


def write_picture(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write a scene into a file.

    Args:
        scene: what to draw; `picture` makes one.
        path: a file whose name ends with ``.svg`` or ``.png``.

    Raises:
        UsageError: When the name says no kind of picture, or the picture is too large for it.
        MissingPackageError: When Pillow is missing.
        InputError: When the file cannot be written.

    Example:
        >>> import lo_exact
        >>> import tempfile, pathlib
        >>> puzzle = lo_exact.grid_puzzle([[1, 1], [1, 1]])
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder, "board.svg")
        ...     lo_exact.write_picture(lo_exact.picture(puzzle, lights=puzzle.state), path)
        ...     path.read_text()[:4]
        '<svg'
    """
    name = os.fspath(path)
    check_picture(name)
    if name.endswith(".png"):
        from lo_exact.pictures.png import to_png

        data = to_png(scene)
    else:
        data = to_svg(scene).encode("utf-8")
    # whole or not at all: the old picture stays until the new one is complete
    beside = f"{name}.{os.getpid()}.part"
    try:
        with writing(name):
            with open(beside, "wb") as file:
                file.write(data)
            os.replace(beside, name)
    finally:
        if os.path.exists(beside):
            os.remove(beside)
