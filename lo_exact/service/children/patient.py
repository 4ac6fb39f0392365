"""Long work, in children of its own that give way to the server and to small boards.

Children are kept by module (`processes/worker.py`), so those that came through here are never asked
for a small board, and the solvers they start are as patient as they are.
"""

from __future__ import annotations

import os

from lo_exact.service.children import work
from lo_exact.service.children.batch import answer_all
from lo_exact.service.children.bounded import Tell, Value

NICE = 10
"""A tenth of the processor where somebody else wants it, all of it where nobody does."""


def answer(tell: Tell, request: Value, limits: Value, seconds: float, quick: float) -> Value:
    """Answer one board as `work.answer` does, or a batch of them."""
    os.nice(max(NICE - os.nice(0), 0))
    if "boards" in request:
        return answer_all(tell, request, limits, seconds)
    return work.answer(tell, request, limits, seconds, quick)
