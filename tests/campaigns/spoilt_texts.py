"""Texts for the fuzzing of readers: where they come from, and how they spoil."""

import ast
import re
from pathlib import Path

from lo_exact.formats import ReadOptions
from lo_exact.formats.format_table import FORMATS

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 200_000
"""Characters of a text; longer ones are cut."""

NUMBERS = [
    *[
        "0",
        "-1",
        "1",
        "2",
        "3",
        "007",
        "65536",
        "2147483647",
        "2147483648",
        "4294967296",
        "9223372036854775807",
    ],
    *[
        "9223372036854775808",
        "1.0",
        "1e9",
        "1e999",
        "0.5",
        "nan",
        "inf",
        "0x10",
        "1_000",
        "１",
        "٣",
        "+1",
        "--1",
    ],
    "1" + "0" * 30,
    "9" * 5000,
]  # fmt: skip
SIGNS = [
    *"[]{}()<>&\"'`,;:=/\\|#%*-+.@!~?$\0\r\t\x0c\x85\xa0\u200b\u202e\u2028\u3000\ufe0f\ufeff\ud7ff",
    *["⬜", "🟨", "💡", "é", "&lt;", "//", "/*", "*/", "<!--", "null", "true", "\x1b[31m"],
    "\r\n",
    "\n\n",
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
    "repeat 1000000000 {",
]


def corpus():
    """The examples, and the strings in the readers' tests."""
    texts = [row.example for row in FORMATS]
    for path in sorted((ROOT / "tests/formats").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return [text for text in dict.fromkeys(texts) if 0 < len(text) < 5000]


def spoilt_text(rng, text, others):
    """A text changed in one to six places."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        text = changed(rng, text, others)[:LONGEST]
    return text


def changed(rng, text, others):
    at = rng.randrange(len(text) + 1)
    end = min(len(text), at + rng.choice([0, 1, 1, 2, 5, 20]))
    kind = rng.randrange(12)
    if kind == 0:
        return text[:at] + text[end:]
    if kind == 1:
        return text[:at] + rng.choice(SIGNS) + text[end:]
    if kind == 2:
        return text[:at] + text[at:end] * rng.choice([2, 3, 50, 3000]) + text[end:]
    if kind == 3:
        other = rng.choice(others)
        cut = rng.randrange(len(other) + 1)
        return text[:at] + other[cut : cut + rng.choice([1, 3, 10, 100, 1000])] + text[end:]
    if kind in (4, 5):
        places = [m.span() for m in re.finditer(r"\d+", text)]
        if places:
            low, high = rng.choice(places)
            near = str(int(text[low:high][:20]) + rng.choice([-1, 1, 2]))
            return text[:low] + rng.choice([near, near, rng.choice(NUMBERS)]) + text[high:]
    if kind in (6, 7, 8):
        lines = text.split("\n")
        one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
        if kind == 6:
            lines[one], lines[two] = lines[two], lines[one]
        elif kind == 7:
            lines.insert(one, rng.choice([lines[two], rng.choice(others).split("\n")[0]]))
        else:
            lines.pop(one)
        return "\n".join(lines)
    if kind == 9:
        words = re.split(r"(\s+)", text)
        one, two = rng.randrange(len(words)), rng.randrange(len(words))
        words[one] = rng.choice([words[two], rng.choice(NUMBERS), ""])
        return "".join(words)
    if kind == 10:
        return text[:at] + chr(rng.choice([rng.randrange(128), rng.randrange(0xD800)])) + text[end:]
    ends = text.replace("\n", "\r\n")
    wide = text.replace(" ", "  ")
    return rng.choice(
        [text.upper(), text.lower(), text.strip(), f" {text}\n", wide, ends, text[::-1]]
    )


def random_options(rng):
    """What a caller says beside the text; mostly nothing."""
    if rng.random() < 0.6:
        return ReadOptions()
    said = [
        {"counters": True}, {"colours": rng.choice([2, 3, 4, 2**31])},
        {"target": rng.choice(["1", "any", "101", "0101", "D1", "1 0/0 1", "\x1b", ""])},
        {"size": rng.choice(["5x5", "2x2", "3x4", "0x0", "x", "99999x99999"])},
        {"topology": rng.choice(["torus", "moebius", "?"])},
        {"neighbourhood": rng.choice(["x", "king", "111/1#1", ""])},
        {"objective": rng.choice(["presses", "buttons", "prices", "?"])},
    ]  # fmt: skip
    return ReadOptions(**rng.choice(said))
