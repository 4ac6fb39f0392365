"""Writing of scenes to SVG, PDF or PNG files, by the file name's ending."""

import os
from collections.abc import Sequence

from lo_exact import machine
from lo_exact.errors import UsageError, printable, writing
from lo_exact.pictures.scene import Scene, to_svg


def check_picture(path: str) -> None:
    """Raise an error for a file name without a picture extension, and for PNG without Pillow.

    Raises:
        UsageError: When the name ends in none of .svg, .pdf and .png.
        MissingPackageError: When Pillow is missing.
    """
    if not path.endswith((".svg", ".pdf", ".png")):
        more = "; LaTeX takes the .pdf" if path.endswith(".tex") else ""
        raise UsageError(f"pictures are .svg, .pdf or .png files, got {printable(path)}{more}")
    if path.endswith(".png"):
        from lo_exact.pictures.png import check_pillow

        check_pillow()


def write_picture(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write a scene to a picture file.

    Args:
        scene: the scene, for example from `picture`.
        path: a file whose name ends with ``.svg``, ``.pdf`` or ``.png``.

    Raises:
        UsageError: When the name has no picture extension, or the picture is too large.
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
    write_pages([scene], path)


def write_pages(scenes: Sequence[Scene], path: str | os.PathLike[str]) -> list[str]:
    """Write scenes to one PDF file with many pages, or to numbered files a.svg, a-2.svg, ...

    Args:
        scenes: the pages, at least one.
        path: a file whose name ends with ``.svg``, ``.pdf`` or ``.png``.

    Returns:
        The names of the files.

    Raises:
        UsageError: When the name has no picture extension, or a picture is too large.
        MissingPackageError: When Pillow is missing.
        InputError: When a file cannot be written.
    """
    name = os.fspath(path)
    check_picture(name)
    if name.endswith(".pdf"):
        from lo_exact.pictures.pdf import to_pdf

        files = [(name, to_pdf(scenes))]
    else:
        stem, ending = name[:-4], name[-4:]
        names = [name, *(f"{stem}-{k}{ending}" for k in range(2, len(scenes) + 1))]
        files = [(one, _encoded(scene, ending)) for one, scene in zip(names, scenes, strict=True)]
    for one, data in files:
        with writing(one):
            machine.write_bytes_atomically(one, data)
    return [one for one, _ in files]


def _encoded(scene: Scene, ending: str) -> bytes:
    if ending == ".png":
        from lo_exact.pictures.png import to_png

        return to_png(scene)
    return to_svg(scene).encode("utf-8")
