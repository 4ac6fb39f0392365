"""Tokens of an array as a program writes it, each with its place.

Comments (``#``, ``//``, ``%``, ``--`` to the end of a line, outside strings) are dropped; what
stands before the array (a declaration and ``=``) and behind it (``;``, ``dtype=int)``) is told
apart here, so that the readers see the array alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lo_exact.formats.board.places import Line, quoted, split_lines

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<comment>//.*|\#.*|%.*|--.*)
    | (?P<mark>\[\||\|\]|[\[\](){},;|=:])
    | (?P<word>[^\s\[\](){},;|=:"'#%]+)
    )""",
    re.VERBOSE,
)

OPEN = {"[": "]", "{": "}", "(": ")"}
END = "\n"


@dataclass(frozen=True)
class Token:
    """One token.

    Attributes:
        kind: ``string``, ``mark``, ``word`` or ``end`` (of a line).
        piece: its text without quotes, with its place.
    """

    kind: str
    piece: Line

    @property
    def text(self) -> str:
        """Its characters."""
        return self.piece.text


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, an ``end`` after each line.

    Raises:
        InputError: On a character that no token has.
    """
    for line in split_lines(text):
        at, end = 0, len(line.text.rstrip())
        while at < end:  # a copy of the rest at each token would be quadratic in long lines
            found = _TOKEN.match(line.text, at)
            if found is None:
                rest = line._replace(text=line.text[at:], column=line.column + at).stripped()
                raise rest.error(f"an array has no {quoted(rest.text[0])} here")
            kind = found.lastgroup or ""
            start = found.start(kind)
            piece = Line(found[kind], line.number, line.column + start)
            if kind == "string":
                inner = re.sub(r"\\(.)", r"\1", found[kind][1:-1])
                yield Token(kind, Line(inner, line.number, piece.column + 1))
            elif kind != "comment":
                yield Token(kind, piece)
            at = found.end()
        yield Token("end", Line(END, line.number, line.column + len(line.text)))


def assigned(found: list[Token]) -> tuple[str, list[Token]]:
    """Return the name that an array is given, ``""`` if none, and the tokens of its value.

    ``int b[2][2] = {...};``, ``const b = [...]``, ``b: list[int] = ...``, ``b := ...`` and
    ``std::vector<int> b{...}`` all give b; a call around the value is left in place.
    """
    for k, token in enumerate(found):
        if token.kind == "mark" and token.text == "=":
            before = [other for other in found[:k] if other.kind == "word"]
            typed = [t for t in found[:k] if t.text == ":"]
            names = [t for t in before if re.fullmatch(r"[A-Za-z_]\w*", t.text)]
            if not names or any(t.kind == "string" for t in found[:k]):
                return "", found
            word = names[0] if typed and names else names[-1]
            return word.text, found[k + 1 :]
        if (
            token.kind == "mark" and token.text in ("{", "(", ";", ",", "|")
        ) or token.kind == "string":
            break
    return "", found


_OTHERS = re.compile(
    r"activation|adj|adjacency|answers?|arcs?|basis|blocked|checks|clicks|connections?|connected"
    r"|coords?|coordinates?|corners|costs?|desired|directions?|dirs?|distances?|edges?|expected"
    r"|final|finish|generators?|goals?|graph|H|hints?|incidence|indexes|indices|kernel|laplacian"
    r"|links?|locations?|masks?|moves|neighbou?rs|obstacles?|off|offsets?|outputs?|pairs?|parity"
    r"|path|points?|pos|positions?|press|pressed|presses|prices?|results?|route|rules?|sequence"
    r"|solutions?|solved|stencil|steps?|targets?|toggles?|unlit|vertices|walls?|weights?|xy|xys"
)
"""Words of a name that say that an array is no board."""


def check_name(name: str, at: Line) -> None:
    """Refuse an array whose name says that it is something else than a board.

    Raises:
        InputError: When it does.
    """
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    if any(_OTHERS.fullmatch(word if word == "H" else word.lower()) for word in words):
        raise at.error(
            f"the text reads two ways: a board | what its name {quoted(name)} says; a board is "
            "called board, or has no name"
        )
