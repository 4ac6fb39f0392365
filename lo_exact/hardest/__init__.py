"""Floor 7: hardest boards, histograms of minima, and published claims about them."""

from lo_exact.hardest.answer import Hardest, Histogram
from lo_exact.hardest.find import hardest, histogram

__all__ = ["Hardest", "Histogram", "hardest", "histogram"]
