r"""Tokenizer for any text: strings, brackets, separators, comments, and atoms between them.

An atom is a longest run without structural characters (``#.#``, ``010``, ``1.0e+00``, ``xx-x``).
Whether it is a number, a word or signs is decided by its whole board.  ``#``, ``--`` and ``;`` may
be signs of a board: they begin a comment only where a blank follows, and later in the line a word.
A string or comment that does not end takes the rest of its line or of the text, and is broken.
Each character is looked at once.
"""

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"""
      (?P<blank>[ \t]+|\.\.\.[ \t]*(?:%[^\n]*)?\n|\\[A-Za-z]+(?:\{[^}\n]{0,99}\})?|\\[\[\](),!]
        |'(?=\((?![^'\n]{0,200}\)'))|&(?=[\[{])|\#(?=\()|\$(?=[\\\n]|\Z))
    | (?P<end>\n)
    | (?P<remark>(?:\#+|--+|(?<!\S);+)(?=[ \t])|(?<!;);;+)
    | (?P<comment>//[^\n]*|(?<![.\#*_~-])/\*(?:[^*]|\*(?!/))*+(?:\*/)?
        |%(?![wi][\[(])[^\n]*|\#include[^\n]*|\#![/\[][^\n]*|<\?php)
    | (?P<string>\"{3}(?:[^"]|\"(?!\"\"))*+(?:\"{3})?|'{3}(?:[^']|'(?!''))*+(?:'{3})?
        |`[^`]*+`?|"(?:[0-9.\#*xXoO \t]*\n)+[0-9.\#*xXoO \t]*"
        |"(?:[^"\\\n]|\\.)*+"?|(?<![\w\])}])'(?:[^'\\\n]|\\.)*+'?)
    | (?P<atom>0\*Z\(2\)|Z\(2\)\^0)
    | (?P<open>\[\||[\[({]|\uE000)
    | (?P<close>\|\]|[\])}]|\uE001)
    | (?P<separator>\\\\|[,;|&])
    | (?P<mark>=>|<-|:=|->|[=!<>]=|::|[=:<>])
    | (?P<word>(?:(?!<-|->|//|/\*)[^\s\[\](){},;|&\\"'`=:<>\uE000\uE001])+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
SPEAKS = re.compile(r"[^\W\d_xXoO]")
"""A letter that is no sign of a light."""

_LETTER = re.compile(r"[^\W\d_]")
_CELL = re.compile(r"""[0-9]|["'][^"'\n]+["']|\.\#|\#\.|[^\x00-\x7f─-╿]""")
_VALUE = r"(?:(?i:true|false|on|off|yes|no)|[TF]|[0-9]+)"
_VALUES_ALONE = re.compile(rf"[^\w=:]*{_VALUE}(?:[^\w=:]+{_VALUE})+[^\w=:]*")
_LATEX = re.compile(
    r"\\begin\{((?:[pbvBV]|small)?matrix|array|tabular)\}(?:\{[^}\n]{0,99}\})?|"
    r"\\end\{((?:[pbvBV]|small)?matrix|array|tabular)\}"
)


class Token(NamedTuple):
    """A piece of text: kind, characters (for strings without quotes), position."""

    kind: str
    text: str
    start: int
    end: int


def with_brackets(text: str) -> str:
    r"""Return a text where ``\begin{matrix}`` and ``\end{matrix}`` are brackets of their own."""
    if "\\begin" not in text:
        return text
    return _LATEX.sub(lambda found: ("\ue000" if found[1] else "\ue001").rjust(len(found[0])), text)


def tokens(text: str) -> list[Token]:
    """Return the tokens of a text in order, without blanks."""
    found: list[Token] = []
    at, match, speaks = 0, _TOKEN.match, _Speaking(text)
    while at < len(text):
        here = match(text, at)
        assert here is not None
        kind, end = here.lastgroup or "", here.end()
        if kind == "remark":
            if speaks.behind(end, code=text[at] == ";"):
                kind, end = "comment", speaks.line_end
            else:
                kind = "separator" if text[at] == ";" else "atom"
                end = at + 1 if kind == "separator" else end
        if kind == "comment" and (
            _VALUES_ALONE.fullmatch(text, at, end)
            if _LETTER.search(text, at, end)
            else _CELL.search(text, at, end)
        ):
            kind = "broken"  # rows that were commented out
        if kind == "string":
            found.append(_string(text, at, end))
        elif kind != "blank":
            found.append(Token("atom" if kind == "word" else kind, text[at:end], at, end))
        at = end
    return found


class _Speaking:
    """Cached position of the last letter in a line that cannot be a light."""

    def __init__(self, text: str):
        self.text, self.line_end, self.last, self.code = text, -1, -1, -1

    def behind(self, at: int, *, code: bool) -> bool:
        """Return whether such a letter follows in the line; ``code``: without brackets or =."""
        if at > self.line_end:
            end = self.text.find("\n", at)
            self.line_end = len(self.text) if end < 0 else end
            letters = SPEAKS.finditer(self.text, at, self.line_end)
            self.last = max((found.start() for found in letters), default=-1)
            self.code = max(self.text.rfind(sign, at, self.line_end) for sign in "[](){}=")
        return self.last >= at and not (code and self.code >= at)


def _string(text: str, start: int, end: int) -> Token:
    """Return a string token without its quotes; an unterminated one is marked broken."""
    whole = text[start:end]
    quote = whole[:3] if whole[:3] in ('"""', "'''") else whole[0]
    inside = whole[len(quote) :]
    if not inside.endswith(quote):
        return Token("broken", whole, start, end)
    inside = inside[: -len(quote)]
    if "\\" in inside:
        inside = re.sub(
            r"\\(\s+\\|.)",
            lambda found: {"n": "\n"}.get(found[1], "" if len(found[1]) > 1 else found[1]),
            inside,
        )
    return Token("string", inside, start, end)
