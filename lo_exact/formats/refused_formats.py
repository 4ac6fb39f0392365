"""Known formats that cannot be read: errors that name them and suggest alternatives."""

import re

from lo_exact.formats.board.places import reject

STRANGERS = (
    ("an incremental sparse6 graph", r"\A;\S*\Z", "write graph6 or sparse6"),
    ("a digraph6 graph", r"\A(>>digraph6<<)?&\S+\s*\Z", "write an edge list"),
    ("a grey or coloured picture of netpbm", r"\AP[2356]\s", "save it as PNG, or as PBM (P1, P4)"),
    ("an SVG picture", r"(?i)\A(<\?xml[^>]*>\s*)?<svg\b", "save it as PNG"),
    (
        "a program around its levels",
        r"\A(?:\s|//.*\n|(?>/\*[\s\S]*?\*/))*+(export\s+)?(const|let|var)\s+\w+\s*=\s*\(?\s*(function|\()",
        "paste the list of levels alone, from [ to ]",
    ),
    (
        "a panel of UVa 10318",
        r"\A\s*[0-9]+[ \t]+[0-9]+[ \t]*\n[ \t]*[*.]{3}[ \t]*\n",
        "give its stencil as --neighbourhood, and the size with state: 1 as a board",
    ),
    ("a saved game of Simon Tatham's collection", r"\ASAVEFILE *:", "copy the game's ID from it"),
    ("a GAMS model", r"(?i)\A(\*.*\n|\$.*\n)*\s*sets?\s+\w+.*/", "write its board as rows"),
    ("a PDDL problem", r"(?i)\A(;.*\n|\s)*\(define\s*\(", "write its board as rows"),
    ("an HTML page", r"(?i)\A(<!doctype html|<html)", "save the board itself"),
    (
        "an XML document",
        r"\A(<\?xml|<(?!(?:html|body|levels?|rows?|tr|td|main|section|div|p|ul|ol|form|span|button|label|input|key|array|string)\b)[A-Za-z]+[\s>](?=[\s\S]*[</]/))",
        "GraphML is the only XML that is read",
    ),
    ("a DIMACS formula", r"\A(c.*\n)*p (w?cnf)\b", "give it to a SAT solver"),
    ("a linear program", r"(?i)\A(\\.*\n)*\s*(minimi[sz]e|maximi[sz]e)\b", "give it to HiGHS"),
    ("a pseudo-Boolean formula", r"\A\* #variable=", "give it to a PB solver"),
    (
        "an Essence parameter file",
        r"(?m)\A(\$.*\n)*\s*letting\b.*\bbe\b",
        "it asks for the hardest board: lo-exact hardest",
    ),
    ("a certificate of ours", r'\A\s*\{"format": "lo-exact .*certificate', "lo-exact check"),
    ("a Life pattern (RLE)", r"(?m)\A(#.*\n)*x\s*=\s*[0-9]+\s*,\s*y\s*=", "write rows"),
    ("a graph in METIS, LEDA or Pajek form", r"(?i)\A(LEDA\.GRAPH|\*vertices)", "write GraphML"),
    (
        "a list of Pauli operators",
        r"(?im)\A(?=[^YZ]*[YZ])(?:\+-(?:xz-)+\s"
        r"|[\s\S]{0,200}?(?:\bpauli(?:list|string)?\(|sparsepauliop\(|stim\.tableau)"
        r"|stabilizer\w*\W*?[:=]\W*[IXYZ]|(?=[^IX]*[IX])"
        r"(?:^[ \t]*+(?:[a-z]{1,2}_?\d{0,3}\s*+[:=]|\(?\d++[.):])"
        r"|[IXYZ](?:_?\{?\d++\}?|[₀-₉]++)|[IXYZ_.]++(?!\w)"
        r"|(?:\\[lr]angle|\\otimes)?[\s,;<>⟨⟩\[\]()\"'$+*⊗·-]++)*+\Z)",
        "lo-exact distance --stabilizers FILE",
    ),
    (
        "a Stim circuit",
        r"\A(?:#.*\n|\s)*(?:QUBIT_COORDS\(|(?:RX?|H|CX|MR?X?)(?: [0-9]+)+ *\n)",
        "lo-exact distance FILE.stim, or lo-exact decode FILE.stim SHOTS",
    ),
    ("a GML graph", r"(?m)\A(Creator.*\n)?\s*graph\s*\[", "write GraphML"),
)
"""Names of known formats that cannot be read, patterns of their beginnings, and remedies."""


BINARIES = (
    (b"\xff\xd8\xff", "a JPEG picture", "photographs are not read: save a screenshot as PNG"),
    (b"GIF8", "a GIF picture", "save it as PNG"),
    (b"BM", "a BMP picture", "save it as PNG"),
    (b"RIFF", "a WebP picture or a sound", "save a picture as PNG"),
    (b"MATLAB 5.0 MAT-file", "a MATLAB file", "print the array, or save it as text"),
    (b"\x89HDF", "an HDF5 file", "print the array, or save it with numpy.savez"),
    (b"%PDF", "a PDF document", "save the board itself"),
    (b"\x1f\x8b", "a gzip archive", "unpack it"),
    (b"BZh", "a bzip2 archive", "unpack it"),
    (b"\xfd7zXZ\0", "an xz archive", "unpack it"),
    (b"\x80\x04\x95", "a pickled object", "pickles can run programs: save it with numpy.savez"),
    (b"SQLite format 3", "an SQLite database", "write its boards as text"),
)
"""First bytes of unsupported binary formats, with their names and remedies."""


NEXT_STEPS = (
    (r"(?i)--\w|\b(?:give|write|say|leave|written|is called board)\b|\?\Z", ""),
    (r"which may make another puzzle", "write the board alone, and say rule and goal by options"),
    (r"equally long|cell is missing|parted alike|from 0, got '-|\bempty\b|nothing in it|indented",
     "write 0 for each light that is off, and ~ for a place without a light"),
    (r"may be (?:a )?places?\b", "write the board as rows of signs, like .#."),
    (r"the board (?:is|has) |the list has|in two ways|is not on a board|does not fit|outside",
     "correct one of the two, or leave the number out"),
    (r"no board in this text", "write rows of signs or digits below each other, like .#."),
    (r"changed|what is done|does is not known|used later",
     "print the board as it is then, and give that"),
    (r"its name|different names", "give the array of the board alone"),
    ("", "give the rows of the board alone"),
)  # fmt: skip
"""Patterns of messages about a text, each with what a user can do; the first that fits counts."""


def next_step(problem: str) -> str:
    """Return the end of a message: what a user can do about it, if it does not say so itself."""
    step = next(step for pattern, step in NEXT_STEPS if re.search(pattern, problem))
    return f"; {step}" if step else ""


def refuse_strange_bytes(start: bytes) -> None:
    """Refuse a binary file in a known format that cannot be read.

    Raises:
        InputError: When it is one; with its name.
    """
    for begins, name, instead in BINARIES:
        reject(start.startswith(begins), f"this is {name}, which is not read here: {instead}")


def refuse_stranger(text: str) -> None:
    """Refuse a text in a known format that cannot be read.

    Raises:
        InputError: When it is one; with its name.
    """
    head = text[:4096].lstrip("﻿ \t\r\n")
    for name, starts, instead in STRANGERS:
        reject(
            re.match(starts, head),
            f"this is {name}, which is not read here: {instead}",
            line=1,
        )
