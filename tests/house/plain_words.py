"""Phrases that the project's prose does not use, each with what stands there instead; sentences.

``python -m tests.house.plain_words`` prints where a phrase or a long sentence stands.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PHRASES = {
    r"fall(s|ing)? apart": "has independent blocks",
    r"\bspoilt\b": "corrupted",
    r"at a glance": "quick",
    r"nobody knows beforehand": "cannot be predicted",
    r"\bso many presses as\b": "that many presses",
    r"need(s)? so (much|few|many)": "that many, that few",
    r"\bis said which\b": "the message names it",
    r"shares nothing with us": "an independent checker",
    r"without giving it\b": "without solving",
    r"[Ff]oreign solvers?": "external solvers",
    r"other people's solvers?": "external solvers",
    r"the talk\b": "progress and notes",
    r"are never one stream": "these options do not accept `-`",
    r"there as a whole or not at all": "created only if everything succeeds",
    r"keep to no memory": "the memory limit does not apply",
    r"carry the commands' words": "named after its command",
    r"[Ww]hoever answers, the presses": "every solution is checked",
    r"[Ww]hatever is killed": "you can kill and restart any part",
    r"falls here\b": "is disproved",
    r"ends without an answer": "none of these settles it",
    r"gone on with\b": "resumed",
    r"goes on from\b": "resumes",
    r"are all the same to this tool": "it accepts",
    r"costs time and never an answer": "can slow the search but cannot change the answer",
    r"[Ww]ho is stopped twice": "a solver that times out twice",
    r"has no least\b": "is not supported",
    r"if not said\b(?!:)": "by default",
    r"evidence by halves": "halves evidence",
    r"engines of ours": "built-in engines",
    r"(solvers?|checkers?) of other people": "external solvers, external checkers",
    r"\bnot looked at\b": "ignored, not checked",
    r"\bat most so many\b": "at most N",
    r"\bunless said\b": "by default",
    r"\btold apart\b": "distinguished, reported apart",
    r"(Work|Cut|Search|Make|Answer) (in |into )?so many\b": "N",
    r"(is|are) asked again\b(?! of)": "starts again, is repeated",
    r"\bwho(ever)? asks the same\b": "the same question",
}
"""Regular expression: what to write."""

DIALECT = {
    r"\b(is|are) met\b": "is found, is visited",
    r"\b(is|are) told\b": "is printed, is reported",
    r"\bas it goes\b": "while it runs",
    r"\bat once\b": "immediately, at the same time",
    r"\bgoes on\b": "continues, resumes",
    r"\b[Bb]egins again\b": "restarts",
    r"\bso (many|often)\b": "that many, that often",
    r"\b[Ww]hoever\b": "the one who; name who it is",
    r"\bwho asks\b": "the user, the caller",
    r"\bnobody said\b": "the default",
    r"\bhostile\b": "malicious",
    r"\bstands? (in|on a line|there|beside|below|above|once|twice|with)\b": "is, are",
    r"Did the program read": "check that your board was read correctly",
}
"""The same for pages alone: verbs of our own where the usual one does."""

PARTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/**/*.md",
    "paper/*.md",
    "data/*.md",
    "data/*/*.md",
    "lo_exact/**/*.py",
)
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/**/*.md")


def uses(root: Path) -> Iterator[str]:
    """Yield "file:line: phrase -> what to write" of every use."""
    for phrases, parts in ((PHRASES, PARTS), (DIALECT, PAGES)):
        searched = re.compile(rf"\b({'|'.join(phrases)})")  # each begins with a word: much faster
        for path in (path for pattern in parts for path in sorted(root.glob(pattern))):
            text = path.read_text(encoding="utf-8")
            for match in searched.finditer(text):
                instead = next(phrases[p] for p in phrases if re.match(p, match[0]))
                line = text.count("\n", 0, match.start()) + 1
                name = path.relative_to(root).as_posix()
                yield f"{name}:{line}: {match[0]!r} -> {instead}"


MOST_WORDS = 30
NO_PROSE = re.compile(
    r"^<!-- (begin (\w+)|table \S+) -->$.*?^<!-- end (\2|of table) -->$"  # made from data
    r"|<!--.*?-->|^ *```.*?^ *```$|^(>|    ).*?$|</?[a-z][^>]*>"
    r"|\*+Proof\b.*?(∎|\n\n|\Z)",  # from *Proof.* to the end of its paragraph or its ∎
    re.MULTILINE | re.DOTALL,
)
ONE_WORD = re.compile(r"`[^`]*`|!\[[^\]]*\]\([^)]*\)")
NEW_PART = re.compile(r"\n(?:\s*\n)?\s*(?:[-*]|\d+\.|#+) |\n\s*\n|(?<!\\)\||\n(?=\|)")
END = re.compile(r"(?<=[.!?])[\"')*]*\s+(?=[\"'(*]*[A-Z0-9[]|[a-z]+ \d)")


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a page in Markdown: code is one word, a link its text, proofs none."""
    prose = NO_PROSE.sub(lambda match: "\n\n" if "\n" in match[0] else " ", text)
    prose = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", ONE_WORD.sub("CODE", prose))
    for part in NEW_PART.split(prose):
        yield from END.split(" ".join(part.split()))


def long_sentences(root: Path) -> Iterator[str]:
    """Yield "file: words: sentence" of every sentence that is too long."""
    for pattern in PAGES:
        for path in sorted(root.glob(pattern)):
            for sentence in sentences(path.read_text(encoding="utf-8")):
                words = sum(any(map(str.isalnum, word)) for word in sentence.split())
                if words > MOST_WORDS:
                    yield f"{path.relative_to(root).as_posix()}: {words}: {sentence}"


if __name__ == "__main__":
    print("\n".join([*uses(ROOT), *long_sentences(ROOT)]))
