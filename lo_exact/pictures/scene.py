"""Scene: a picture as a list of marks, with its size and description."""

from dataclasses import dataclass

from lo_exact.pictures.marks import Mark


@dataclass(frozen=True, eq=False)
class Scene:
    """Picture as a list of marks, with its size, title and description.

    Attributes:
        width, height: size in pixels.
        marks: the marks, later ones over earlier ones.
        title: one line that names it, unescaped.
        description: alternative text, unescaped.
    """

    width: float
    height: float
    marks: tuple[Mark, ...]
    title: str = ""
    description: str = ""

    def __repr__(self) -> str:
        return f"Scene({self.width:g} x {self.height:g}, {self.title or len(self.marks)!r})"

    def _repr_svg_(self) -> str:
        """Return the picture as SVG for a notebook."""
        return to_svg(self)


def to_svg(scene: Scene) -> str:
    """Return the scene as a standalone SVG document.

    Raises:
        UsageError: When a matrix has too many pixels for a text file.
    """
    from lo_exact.pictures.svg import document

    return document(
        scene.marks, scene.width, scene.height, title=scene.title, description=scene.description
    )
