"""Options for reading a text, shared by all parsers, commands and the service.

Each field carries what a command line needs to offer it, so that no other list of these options
exists.
"""

from dataclasses import dataclass, field
from typing import Any

from lo_exact.registers import BITS, NEIGHBOURHOODS, OBJECTIVES, TOPOLOGIES, TOYS


def _option(metavar: str, about: str, names: tuple[str, ...] = ()) -> Any:
    """Return a dataclass field for an option: default None, value name, help and completions."""
    return field(default=None, metadata={"metavar": metavar, "about": about, "names": names})


@dataclass(frozen=True)
class ReadOptions:
    """Options for reading a text; ``None`` leaves a choice to the text.

    What a puzzle *is* (colours, neighbourhood, topology, size) must not contradict the text; what
    is *asked* about it (target, objective) replaces what the text says.
    """

    colours: int | None = _option(
        "C",
        "Number of colours (default 2); none: lights count up without wrapping (AoC part two; "
        "--joltage says the same).",
    )
    """Number of colours c."""
    neighbourhood: str | None = _option(
        "RULE",
        f"What a press changes: {', '.join(NEIGHBOURHOODS)}, or a stencil like .#./#[#]#/.#.",
        NEIGHBOURHOODS,
    )
    """Rule: a name, or a stencil drawn as rows separated by ``/``."""
    topology: str | None = _option(
        "NAME", f"How the edges are joined: {', '.join(TOPOLOGIES)}.", TOPOLOGIES
    )
    """Name of the topology."""
    target: str | None = _option(
        "T",
        "The goal: a colour for all, a drawing (000/010/000), lights that are 1 ('B2 C3'), or any: "
        "all alike.",
    )
    """Goal: a colour, ``any``, names of lights, or rows separated by ``/``."""
    objective: str | None = _option(
        "NAME", "What is minimised: presses, buttons used, or prices.", OBJECTIVES
    )
    """Objective: ``presses``, ``buttons`` or ``prices``."""
    size: str | None = _option("RxC", "Rows x columns, where the file does not say.")
    """Size as ``ROWSxCOLUMNS``."""
    legend: str | None = _option(
        "PAIRS",
        "What the characters mean, like 'x=on o=off', or a picture's colours, like '#ffdd00=on'.",
    )
    """Meaning of glyphs as ``glyph=meaning`` pairs, or of colours in a picture,
    ``#rrggbb=meaning``; only for drawn formats.
    """
    bits: str | None = _option(
        "END",
        "For boards like 0x1f: the top left light is the lowest (lsb) or highest (msb) bit.",
        BITS,
    )
    """``lsb`` or ``msb``: which bit of a hexadecimal board is the top left light; ``lsb`` by
    default.
    """
    toy: str | None = _option(
        "NAME",
        f"Size, rule, colours and goal of a toy: {', '.join(TOYS)}.",
        TOYS,
    )
    """Name of a toy, which implies size, colours, neighbourhood, topology and goal."""
    counters: bool = False
    """Whether lights hold integers without a modulus; ``colours`` is then None."""
