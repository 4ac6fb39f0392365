"""A histogram as a picture: bars on a logarithmic scale, as the counts span many powers of ten."""

from __future__ import annotations

from lo_exact.hardest.answer import Histogram
from lo_exact.pictures import Scene
from lo_exact.pictures.bars import bars_scene


def histogram_scene(found: Histogram, title: str) -> Scene:
    """Return the picture of a histogram; a minimum that no board has gets no bar.

    Args:
        found: the histogram.
        title: any text.
    """
    return bars_scene(
        found.listed,
        title=title,
        along="minimum (boards, logarithmic)",
        description=f"{found.boards} boards by their minimum.",
    )
