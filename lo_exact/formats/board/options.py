"""What a caller may say beside a text: the options of every reading command."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ReadOptions:
    """Options that complete a text; ``None`` where the text alone decides.

    What a puzzle *is* (colours, neighbourhood, topology, size) must not contradict the text; what
    is *asked* about it (target, objective) replaces what the text says.

    Attributes:
        colours: c.
        neighbourhood: a name or a stencil drawn as rows separated by ``/``.
        topology: a name.
        size: ``ROWSxCOLUMNS``.
        target: a colour, ``any``, or rows separated by ``/``.
        objective: ``presses``, ``buttons`` or ``prices``.
        legend: what glyphs of a drawing mean, ``glyph=meaning`` pairs, or colours of a picture,
            ``#rrggbb=meaning``; only formats that are drawn take one.
        counters: whether lights hold whole numbers, with no modulus; ``colours`` is then None.
    """

    colours: int | None = None
    neighbourhood: str | None = None
    topology: str | None = None
    size: str | None = None
    target: str | None = None
    objective: str | None = None
    legend: str | None = None
    counters: bool = False
