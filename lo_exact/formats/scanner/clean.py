r"""Text as a person sees it: one kind of line end and of digits, no fences, quote marks, prompts.

What is taken off leaves blanks behind, so that every place keeps its line.  Property lists and
sequences of YAML become brackets.  Linear in the text.
"""

import re

_FORMS: dict[int, int | None] = dict.fromkeys((0xFEFF, 0xFE0E, 0xFE0F, 0x200B, 0x200D, 0x2060))
_FORMS |= {0x3000: 0x20, 0xA0: 0x20} | dict.fromkeys(
    (0x23A1, 0x23A2, 0x23A3, 0x23A4, 0x23A5, 0x23A6), 0x2502
)
_FORMS |= {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_LINE_ENDS = re.compile("\r\n?|[\v\f\x1c-\x1e\x85\u2028\u2029]")
_FENCE = re.compile(r"^[ \t]*```[\w+-]*[ \t]*$", re.MULTILINE)
_QUOTED = re.compile(r"(?:[ \t]*>(?!>)[^\n]*(?:\n|\Z)|[ \t]*\n)+")
_PROMPT = re.compile(
    r"^[ \t]*(?:gap>|sage:|julia>|>>>|>>|ghci>|irb[^\n>]{0,40}>|octave:[0-9]+>"
    r"|(?:In|Out)[ ]?\[[0-9]+\]:?=?)(?=[ \t])",
    re.MULTILINE,
)
_QUOTE = re.compile(r"^([ \t]*)>(?=[ \t]|$)", re.MULTILINE)
_R_LABEL = re.compile(r"(?<!\S)\[(?:,[0-9]+|[0-9]+,)\](?!\S)")
_NO_BRACKETS = str.maketrans("[,]", "   ")
_TAGS = re.compile(r"</?(?:pre|code|board|level|grid|puzzle|rows?|line)>")
_PARSED = re.compile(r"([\"'`])(\[\[[0-9,\s\[\]]*+)\1")
"""A nested list in quotes, which a program parses."""

_PLIST = (
    (re.compile(r"<string>([^<\"]*)</string>"), r'"\1"'),
    (re.compile(r"<integer>([^<]*)</integer>"), r" \1 "),
    (re.compile(r"<key>([^<\"]*)</key>"), r'"\1":'),
    (re.compile(r"<true\s*/>"), "true"),
    (re.compile(r"<false\s*/>"), "false"),
    (re.compile(r"<array>"), "["),
    (re.compile(r"</array>"), "]"),
    (re.compile(r"<dict>"), "{"),
    (re.compile(r"</dict>"), "}"),
    (re.compile(r"<[?!/]?(?:xml|DOCTYPE|plist)[^>]*>"), " "),
)
_TABLE = (
    (re.compile(r"<table\b[^>]*>"), "["),
    (re.compile(r"</table>"), "]"),
    (re.compile(r"</?(?:tbody|html|body)>"), " "),
    (re.compile(r"<tr\b[^>]*>"), "["),
    (re.compile(r"</tr>"), "]"),
    (re.compile(r"<td\b(?![^>]*span)[^>]*>\s*([^\s<>\"]+)\s*</td>"), r' "\1" '),
    (re.compile(r"</?[td]\w*[^>]*>"), " ? ? "),  # no cell
)
_STARRED = re.compile(r"\s*/\*+[ \t]*\n((?:[ \t]*\*(?:[ \t][^\n]*)?\n)+)[ \t]*\*+/\s*")
"""A comment alone, with a star in front of each line."""

_COMMENTED = re.compile(r"(?:[ \t]*//[^\n]*(?:\n|\Z)|[ \t]*\n)+")
_NUMBERED = re.compile(r"(?: *[0-9]{1,6}\t[^\t\n]*(?:\n|\Z))+")
"""Lines as ``cat -n`` and ``nl`` number them."""

_NUMBER = re.compile(r"^ *([0-9]{1,6})\t", re.MULTILINE)
_RESHAPED = re.compile(
    r"(?:^|←)[ \t]*([0-9]{1,4})[ \t]+([0-9]{1,4})[ \t]*⍴[ \t]*((?:[0-9]+[ \t]*+)++)$", re.MULTILINE
)
"""APL: rows, columns, cells."""

_ENUM = re.compile(
    r"(?<=[\[{(,\s])((?:[A-Za-z_]\w*(?:\.|::))+)(?=(?:on|off|true|false)\s*[,\]})])", re.IGNORECASE
)
"""The type in front of a cell, as in ``State.ON``."""

_CELL = r"(?:[0-9]{1,4}|true|false)"
_CELLS = re.compile(
    rf"^([ \t]*)-[ \t]+-[ \t]+{_CELL}[ \t]*(?:\n\1[ \t]+-[ \t]+{_CELL}[ \t]*)+$", re.MULTILINE
)
"""A row of a sequence of sequences of YAML, a line each cell."""


def cleaned(text: str) -> tuple[str, bool]:
    """Return a text without what stands around it, and whether it is a session with prompts."""
    text = _LINE_ENDS.sub("\n", text)
    if not text.isascii():
        text = text.translate(_FORMS)
    if "```" in text:
        text = _FENCE.sub("", text)
    for tag, table in (("<plist", _PLIST), ("<table", _TABLE)):
        for pattern, instead in table if tag in text else ():
            text = pattern.sub(instead, text)
    text = _without_margin(text)
    text = _RESHAPED.sub(r"= matrix(c(\3), \1, \2, byrow=TRUE)", text)
    if len(set(_ENUM.findall(text))) == 1:
        text = _ENUM.sub(lambda found: " " * len(found[0]), text)
    session = _PROMPT.search(text) is not None
    if session:
        text = _PROMPT.sub(lambda found: " " * len(found[0]), text)
    if ">" in text:
        session = session or (_QUOTE.search(text) is not None and not _QUOTED.fullmatch(text))
        text = _QUOTE.sub(r"\1 ", text)
    text = _R_LABEL.sub(lambda found: found[0].translate(_NO_BRACKETS), text)
    text = _TAGS.sub(lambda found: " " * len(found[0]), text)
    text = _PARSED.sub(r" \2 ", text)
    if "- -" in text:
        text = _CELLS.sub(_row_of_cells, text)
    return text, session


def _without_margin(text: str) -> str:
    """Return a text without what stands in front of each line: comment signs, or numbers."""
    starred = _STARRED.fullmatch(text)
    margins = set(re.findall(r"^[ \t]*\*", starred[1], re.MULTILINE)) if starred else set()
    if len(margins) == 1 and re.search(r"^[ \t]*\*[ \t]+[^\W\d_]{2}", text, re.MULTILINE):
        return re.sub(r"^[ \t]*/?\*+/?", lambda found: " " * len(found[0]), text, flags=re.M)
    if _COMMENTED.fullmatch(text):
        return re.sub(r"^[ \t]*//+", lambda found: " " * len(found[0]), text, flags=re.M)
    numbers = _NUMBER.findall(text) if _NUMBERED.fullmatch(text) else []
    if len(numbers) > 1 and numbers == [str(k + 1) for k in range(len(numbers))]:
        return _NUMBER.sub(lambda found: " " * len(found[0]), text)
    return text


def _row_of_cells(found: re.Match[str]) -> str:
    cells = ", ".join(re.findall(_CELL, found[0]))
    return f"{found[1]}- [{cells}]" + "\n" * found[0].count("\n")
