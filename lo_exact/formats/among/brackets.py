"""Brackets of a text in any programming language, as groups of what stands in them.

    int[][] board = {{1, 0}, {0, 1}};        board <- rbind(c(1, 0), c(0, 1))

A group knows the name that it is given, the size it is declared with, and its items.  What no
language shares is not understood: an item that is no number, string or group makes its group
`mixed`, and groups inside a mixed one are still found.  Strings and comments hide brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

PAIRS = {"[": "]", "{": "}", "(": ")", "[|": "|]"}

DEEPEST = 60
"""Brackets inside each other; a text of more is not looked into."""

MOST_OPEN = 500
"""Comments, and escaped quotes; each may be looked for its end through the whole text."""

MAKERS = re.compile(
    r"(?:[\w.]*\.)?(?:array|asarray|Array|\w+ArrayOf|arrayOf|listOf|list|List|Vec|vec!|Vector"
    r"|vector|tuple|Tuple|matrix|Matrix|tensor|Tensor|constant|c|rbind|of|asList|new|Bool|Int"
    r"|Int64|UInt8|u8|i32|int|bool|boolean|byte|char|GF|Seq|quote)"
)
"""Words before a bracket that only say what kind of array it is."""

_TOKEN = re.compile(
    r"""
      (?P<line>\n)
    | (?P<blank>[ \t\r\f\v\u00a0\ufeff]+|\#[0-9]*A?(?=\()|'(?=[(\[]))
    | (?P<comment>//[^\n]*|/\*.*?\*/|\#[^\n]*|;;[^\n]*|--[ \t][^\n]*|%[^\n]*)
    | (?P<long>\"{3}.*?\"{3}|'{3}.*?'{3}|`[^`]*`|"(?:[0-9.\#*xXoO\ \t]*\n)+[0-9.\#*xXoO\ \t]*")
    | (?P<string>"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.)*')
    | (?P<open>\[\||[\[{(])
    | (?P<close>\|\]|[\]})])
    | (?P<number>[0-9]+(?:\.0*)?(?![\w.]))
    | (?P<gives>=>|<-|:=|::|==|=)
    | (?P<colon>:)
    | (?P<part>[,;])
    | (?P<word>[A-Za-z_$@][\w.!?*$]*)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_VALUES = re.compile("true|True|TRUE|false|False|FALSE|null|None|nil|undefined")
_GIVES = frozenset((":", "=", ":=", "<-", "=>", "::", "=="))
_HARMLESS = "'&!"
"""Signs that change nothing of what follows: Lisp's quote, Rust's reference and macro."""


@dataclass(frozen=True)
class Atom:
    """A number, a word for a value, or a string.

    Attributes:
        kind: ``number``, ``word`` or ``string``.
        text: its characters; of a string those inside.
        start: where it begins in the text.
        end: where it ends.
    """

    kind: str
    text: str
    start: int
    end: int

    @property
    def is_whole(self) -> bool:
        """Return whether it is a whole number of at most nine digits, written without a point."""
        return self.kind == "number" and len(self.text) < 10 and self.text.isdecimal()


@dataclass
class Bracketed:
    """The text between an opening bracket and its closing one.

    Attributes:
        mark: the opening bracket; ``""`` for the whole text.
        start: where it stands in the text.
        end: behind its closing bracket.
        name: the name that it is given, or the call whose argument it is; ``""`` if none.
        called: whether that name is a call's.
        sizes: the numbers in the brackets of its declaration: ``int board[2][3] =``.
        items: atoms and groups in order, without the commas between them.
        mixed: whether something else stands among the items.
    """

    mark: str
    start: int
    end: int = 0
    name: str = ""
    called: bool = False
    sizes: tuple[int, ...] = ()
    items: list[Atom | Bracketed] = field(default_factory=list)
    mixed: bool = False

    def groups(self) -> Iterator[Bracketed]:
        """Yield the groups among the items, in order."""
        return (item for item in self.items if isinstance(item, Bracketed))

    def is_size(self) -> bool:
        """Return whether it holds a size or nothing, as in ``int[3][3]`` and ``[][]int``."""
        numbers = all(isinstance(item, Atom) and item.is_whole for item in self.items)
        return numbers and len(self.items) < 3 and not self.mixed


@dataclass
class _OpenBracket:
    """A group that is not closed: the words before the next item, and those before the last."""

    group: Bracketed
    words: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    sizes: tuple[int, ...] = ()
    fresh: bool = False
    """Whether a line has begun since the last word."""

    def part(self) -> None:
        self.words, self.last, self.sizes = [], [], ()

    def word(self, said: str) -> None:
        if self.fresh and self.words[-1:] != ["="]:
            self.words, self.sizes = [], ()
        self.words.append(said)
        self.fresh = False

    def gives(self, said: str) -> None:
        key = self.group.items[-1] if self.group.items else None
        if (
            not self.words
            and said in (":", "=>")
            and isinstance(key, Atom)
            and key.kind == "string"
        ):
            self.group.items.pop()
            self.words = [key.text]
        elif not self.words:  # a type stood between the name and this sign
            self.words = list(self.last)
        self.words.append(said)
        self.fresh = False


def brackets_of(text: str) -> Bracketed | None:
    """Return the groups of a text; None where brackets do not match."""
    if text.count("/*") > MOST_OPEN or text.count('\\"') > MOST_OPEN:
        return None
    stack = [_OpenBracket(Bracketed("", 0, len(text)))]
    for found in _TOKEN.finditer(text):
        kind, said, top = found.lastgroup or "", found[0], stack[-1]
        if kind == "line":
            top.fresh = True
        elif kind == "open":
            if len(stack) > DEEPEST:
                return None
            name, called = _name(top.words)
            inner = Bracketed(said, found.start(), 0, name, called, top.sizes)
            top.group.items.append(inner)
            stack.append(_OpenBracket(inner))
        elif kind == "close":
            if PAIRS.get(top.group.mark) != said:
                return None
            stack.pop()
            _close(stack[-1], top.group, found.end())
        elif kind == "part":
            top.part()
        elif kind in ("gives", "colon"):
            top.gives(said)
            top.group.mixed = True
        elif kind == "word" and _VALUES.fullmatch(said) is None:
            top.word(said)
            top.group.mixed |= MAKERS.fullmatch(said) is None
        elif kind == "other":
            top.group.mixed |= said not in _HARMLESS
        elif kind in ("number", "word", "string", "long"):
            edge = 0 if kind in ("number", "word") else 3 if said[:3] in ('"""', "'''") else 1
            inside = said[edge : len(said) - edge]
            shown = "string" if kind == "long" else kind
            top.group.items.append(Atom(shown, inside, *found.span()))
            top.last, top.words, top.sizes = top.words, [], ()
    return stack[0].group if len(stack) == 1 else None


def _close(outer: _OpenBracket, group: Bracketed, end: int) -> None:
    group.end = end
    if group.is_size() and outer.words:
        outer.group.items.pop()
        outer.sizes += tuple(int(item.text) for item in group.items if isinstance(item, Atom))
        return
    outer.last, outer.words, outer.sizes = outer.words, [], ()


def _name(words: list[str]) -> tuple[str, bool]:
    """Return the name that what follows is given, ``""`` if none, and whether it is a call's.

    ``int board =``, ``board:`` and ``board: list[int] =`` name it before a sign; ``(def board`` and
    ``solve(`` name it last.
    """
    signs = [k for k, word in enumerate(words) if word in _GIVES]
    behind = words[signs[-1] + 1 :] if signs else words
    calls = [word for word in behind if MAKERS.fullmatch(word) is None]
    if calls:
        return calls[-1].strip("*"), True
    if not signs:
        return "", False
    typed = [k for k in signs if words[k] in (":", "::")]
    before = words[: typed[0] if typed else signs[-1]]
    return (before[-1], False) if before and before[-1] not in _GIVES else ("", False)
