"""Formats that are known and not read: refused by their names, with what to do instead."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lo_exact.errors import InputError


@dataclass(frozen=True)
class Stranger:
    """A format that is not read.

    Attributes:
        name: what it is.
        starts: a pattern at the beginning of every such text.
        instead: what to do.
    """

    name: str
    starts: str
    instead: str


STRANGERS = (
    Stranger("an incremental sparse6 graph", r"\A;\S*\Z", "write graph6 or sparse6"),
    Stranger("a digraph6 graph", r"\A(>>digraph6<<)?&\S+\s*\Z", "write an edge list"),
    Stranger("an HTML page", r"(?i)\A(<!doctype html|<html)", "save the board itself"),
    Stranger(
        "an XML document", r"\A(<\?xml|<[A-Za-z]+[\s>])", "GraphML is the only XML that is read"
    ),
    Stranger("a DIMACS formula", r"\A(c.*\n)*p (w?cnf)\b", "give it to a SAT solver"),
    Stranger(
        "a linear program", r"(?i)\A(\\.*\n)*\s*(minimi[sz]e|maximi[sz]e)\b", "give it to HiGHS"
    ),
    Stranger("a pseudo-Boolean formula", r"\A\* #variable=", "give it to a PB solver"),
    Stranger(
        "an Essence parameter file",
        r"(?m)\A(\$.*\n)*\s*letting\b.*\bbe\b",
        "it asks for the hardest board: lo-exact hardest",
    ),
    Stranger(
        "a certificate of ours", r'\A\s*\{"format": "lo-exact .*certificate', "lo-exact check"
    ),
    Stranger("a Life pattern (RLE)", r"(?m)\A(#.*\n)*x\s*=\s*[0-9]+\s*,\s*y\s*=", "write rows"),
    Stranger(
        "a graph in METIS, LEDA or Pajek form", r"(?i)\A(LEDA\.GRAPH|\*vertices)", "write GraphML"
    ),
    Stranger("a GML graph", r"(?m)\A(Creator.*\n)?\s*graph\s*\[", "write GraphML"),
)


def refuse_stranger(text: str) -> None:
    """Refuse a text in a known format that is not read.

    Raises:
        InputError: With its name.
    """
    head = text[:4096].lstrip("﻿ \t\r\n")
    for stranger in STRANGERS:
        if re.match(stranger.starts, head):
            raise InputError(
                f"this is {stranger.name}, which is not read here: {stranger.instead}", line=1
            )
