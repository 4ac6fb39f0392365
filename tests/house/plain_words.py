"""Phrases that the project's prose does not use, each with what stands there instead.

``python -m tests.house.plain_words`` prints where one stands.
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
    r"foreign solvers?": "external solvers",
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

PARTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/**/*.md",
    "paper/*.md",
    "data/*.md",
    "data/*/*.md",
    "lo_exact/**/*.py",
)


def uses(root: Path) -> Iterator[str]:
    """Yield "file:line: phrase -> what to write" of every use."""
    searched = re.compile("|".join(f"({phrase})" for phrase in PHRASES))
    instead = list(PHRASES.values())
    for pattern in PARTS:
        for path in sorted(root.glob(pattern)):
            text = path.read_text(encoding="utf-8")
            for match in searched.finditer(text):
                groups = re.match(searched, match[0])
                which = next(
                    number
                    for number, phrase in enumerate(PHRASES)
                    if groups and re.match(phrase, match[0])
                )
                line = text.count("\n", 0, match.start()) + 1
                name = path.relative_to(root).as_posix()
                yield f"{name}:{line}: {match[0]!r} -> {instead[which]}"


if __name__ == "__main__":
    print("\n".join(uses(ROOT)))
