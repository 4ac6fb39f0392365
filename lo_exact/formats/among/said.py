"""Text beside boards: names, claimed minima, sizes, and words of another rule."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from lo_exact.formats.among.brackets import Bracketed

CHANGED_BY = re.compile(
    r"(?i)(?<![a-z])(?:torus|toroid\w*|wrap\w*|cylind\w*|klein|m(?:oe|ö)bius|colou?r\w*|n_?colou?rs"
    r"|(?:num_?|n_?)?states|state_?count|modul(?:o|us)|mod|targets?|goals?|desired|final_?(?:state|board|grid)|diagonal\w*|king"
    r"|knight|hex\w*|triang\w*|holes?|walls?|blocked|transpose\w*|fliplr|flipud|rot90|rotat\w*"
    r"|mirror\w*|invert\w*|revers\w*|neighbou?rhood|objective|prices?|costs?|uniform|topology|legend|stencil|rules?|shuffle|random\w*)(?![a-z])"
    r"|\.T\b|\^="
)
"""Words of a rule, a surface, colours, a goal, holes, or of a change to an array."""

_TITLE = re.compile(
    r"""(?<![\w.])["']?(?:name|title|level|id|label|number)["']?\s*(?:=>|[:=])\s*(?:"([^"\n]{1,80})"|'([^'\n]{1,80})'"""
    r"""|([0-9]{1,9})\b|([A-Za-z][\w -]{0,60}?)\s*$)""",
    re.IGNORECASE | re.MULTILINE,
)
_CLAIM = re.compile(
    r"""(?<![\w.])["']?(?:min(?:imum|imal)?|best|par|optim(?:al|um)|fewest|shortest)"""
    r"""_?(?:moves|presses|clicks|steps|solution)?["']?\s*(?:=>|[:=])\s*([0-9]{1,9})\b"""
    r"""(?!\s*[-+*/.])""",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"""(?<![\w.])["']?(rows|height|nrows?|cols|columns|width|ncols?|size|side|dim|dimension|n)["']?"""
    r"""\s*(?::=|=>|<-|[:=])\s*([0-9]{1,9})\b""",
    re.IGNORECASE,
)
_PART = re.compile(r"^(?:\[\[[\w.]+\]\][ \t]*|[ \t]*-[ \t]+\w+:.*)$", re.MULTILINE)
"""Where another level begins in TOML and in YAML."""

_ANSWER = re.compile(
    r"(?i)(?:.*[_.])?(?:solutions?|solved|press(?:es|ed)?|moves|answers?|hints?|steps|path)"
)
_BOARD = re.compile(
    r"(?i)board|grid|matrix|mat|state|puzzle|level|initial|start|field|map|array|arr|lights|cells"
    r"|\A[a-z]\Z"
)
_CALL = re.compile(
    r"(?i)(?:\w*[_.])?(?:\w*(?:board|grid|puzzle|level|lights|lightsout|game|solver?|show|draw|print"
    r"|display|def|define|defparameter|setq|let)\w*|solve|minimum|play|init|start|load|main|[fgh])"
)


@dataclass(frozen=True)
class Spoken:
    """Facts that stand beside one board.

    Attributes:
        title: its name.
        claimed: its claimed minimum.
        heights: numbers of rows; widths, sides: of columns, of both.
    """

    title: str = ""
    claimed: int | None = None
    heights: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()


def is_answer(name: str) -> bool:
    """Return whether a name says that an array is an answer, which stands beside a board."""
    return _ANSWER.fullmatch(_underscored(name)) is not None


def is_board_name(name: str) -> bool:
    """Return whether a name says that rows of two numbers are a board's."""
    return _BOARD.search(name) is not None


def is_state(name: str) -> bool:
    """Return whether a name says that a list of numbers, however short, is what lights show."""
    return re.search(r"(?i)state|lights|initial|start|board|grid", name) is not None


def may_be_called(name: str) -> bool:
    """Return whether what is called so takes a board as it is."""
    return _CALL.fullmatch(name) is not None


def claim_in(text: str) -> int | None:
    """Return the minimum that a text claims; None where it claims none, or several."""
    claims = {int(number) for number in _CLAIM.findall(text)}
    return claims.pop() if len(claims) == 1 else None


def spoken(text: str, boards: list[tuple[int, int, Bracketed]]) -> list[Spoken]:
    """Return what is said beside each board.

    Args:
        text: the whole text.
        boards: where each begins and ends, and the object that it stands in, in order.
    """
    found = []
    parts = [0, *(part.start() for part in _PART.finditer(text)), len(text)]
    taken = [bisect_right(parts, start) for start, _, _ in boards]
    for k, (start, end, around) in enumerate(boards):
        alone = sum(other is around for _, _, other in boards) == 1
        low, high = around.start, around.end
        if not (alone and around.mark == "{"):
            if len(boards) > 1 and (len(parts) < 3 or taken.count(taken[k]) > 1):
                found.append(Spoken())
                continue
            low, high = (0, len(text)) if len(boards) == 1 else parts[taken[k] - 1 : taken[k] + 1]
        found.append(_spoken(text[low:start] + "\n" + text[end:high]))
    return found


def _spoken(beside: str) -> Spoken:
    titles = [next(filter(None, found), "").strip() for found in _TITLE.findall(beside)]
    sizes: dict[str, list[int]] = {"h": [], "w": [], "s": []}
    for name, number in _SIZE.findall(beside):
        kind = name.lower()
        which = "h" if kind in ("rows", "height", "nrow", "nrows") else "s"
        which = "w" if kind in ("cols", "columns", "width", "ncol", "ncols") else which
        sizes[which].append(int(number))
    return Spoken(
        titles[0] if titles else "", claim_in(beside),
        tuple(sizes["h"]), tuple(sizes["w"]), tuple(sizes["s"]),
    )  # fmt: skip


def _underscored(name: str) -> str:
    return re.sub(r"([a-z])([A-Z])", r"\1_\2", name)
