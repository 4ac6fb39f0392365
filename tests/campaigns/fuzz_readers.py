"""Spoilt texts for every reader: none may break it, and none is read that others refuse.

    python -m tests.campaigns.fuzz_readers --seconds 600 [--seed 1] [FORMAT ...]

Texts are the examples of all formats and every string in the readers' tests, cut, doubled, mixed
and filled with hostile numbers and characters.  A text that a reader takes, or refuses in words
that were not heard before, joins the texts that are changed next; so the search follows the
readers into their corners without a tracer's cost.  Each format has a process of its own whose
memory may grow by 500 MiB, and each text has 10 CPU seconds.  Reported is

- any exception but our own, a `MemoryError`, a text that takes too long;
- a refusal that is not one line of printable characters;
- a puzzle that its format's own writer, or JSON, does not bring back the same;
- a text that is read, and refused by networkx, scipy, Stim or Pillow in the same format.

``bytes`` stands for files: bitmaps in bytes, encodings and broken UTF-8.
"""

import argparse
import ast
import io
import multiprocessing
import random
import re
import resource
import signal
import tempfile
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
import scipy.io
import stim
from PIL import Image

from lo_exact.errors import LoExactError
from lo_exact.formats import ReadOptions, write_puzzle
from lo_exact.formats.reading import parse_parts, read_parts
from lo_exact.formats.table import FORMATS, find_format

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 500 * 2**20
CPU_SECONDS = 10
LONGEST = 200_000
"""Characters of a text; longer ones are cut."""
SOME = 20
"""Puzzles of a text that are read."""

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


BYTES = [
    "P4\n3 3\n\xa0\x40\xc0",
    "P4 # a\n16 2\n\xff\x00\x0f\xf0",
    "P1\n2 2\n1001\n",
    "\x93\xfa\x96\x7b\n",
    "\xff\xfe#\x00.\x00\n\x00",
    "\xef\xbb\xbf#.\n.#\n",
]
"""Files, a character for a byte: bitmaps, Shift-JIS, UTF-16, UTF-8 with its mark."""


def corpus():
    """The examples, and the strings in the readers' tests."""
    texts = [row.example for row in FORMATS]
    for path in sorted((ROOT / "tests/formats").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.append(node.value)
    return [text for text in dict.fromkeys(texts) if 0 < len(text) < 5000]


def mutated(rng, text, others):
    """A text changed in one to six places."""
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        text = change(rng, text, others)[:LONGEST]
    return text


def change(rng, text, others):
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


class TooLongError(Exception):
    """A text took more than its CPU seconds."""


def too_long(*_):
    raise TooLongError


def others_read(name, text):
    """Whether other software reads a text of a format; None where there is none to ask."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if name in ("graph6", "sparse6"):  # nauty's programs read both from one file
                for line in lines:
                    sparse = line.startswith((":", ">>sparse6<<"))
                    read = nx.from_sparse6_bytes if sparse else nx.from_graph6_bytes
                    read(line.encode())
            elif name == "mtx":
                scipy.io.mmread(io.BytesIO(text.encode()))
            elif name == "dem":
                stim.DetectorErrorModel(text)
            elif name == "graphml":
                nx.parse_graphml(text)
            elif name in ("pbm", "bytes"):
                with Image.open(io.BytesIO(text.encode("latin-1", "replace"))) as picture:
                    picture.load()
            else:
                return None
    # any: whatever another program's reader raises is its way to refuse
    except Exception:
        return False
    return True


@dataclass
class Seen:
    """What a reader was given, and what it did.

    Attributes:
        tally: how many texts were read and refused.
        shapes: the refusals met, without their numbers and quotations.
        texts: what is changed next.
        own: texts that are read; they are changed most often.
        findings: kind, text and what was seen; one for each place in the code.
    """

    tally: Counter = field(default_factory=Counter)
    shapes: set = field(default_factory=set)
    texts: list = field(default_factory=list)
    own: list = field(default_factory=list)
    findings: dict = field(default_factory=dict)

    def find(self, kind, where, text, options):
        self.tally[kind] += 1
        self.findings.setdefault((kind, where), (text, options))


def tried(name, text, options, seen, folder):
    """Give a text to a reader, and look at what it does."""
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    try:
        puzzles = [part.read() for part in parts_of(name, text, options, folder)[:SOME]]
    except LoExactError as refusal:
        said = str(refusal)
        if "\n" in said or not said.isprintable() or len(said) > 2000:
            seen.find("refusal is no printable line", said[:80], text, options)
        return shape_of(said)
    except TooLongError:
        seen.find("too long", name, text, options)
        return "too long"
    except MemoryError:
        seen.find("memory", name, text, options)
        return "memory"
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__} at {Path(at.filename).name}:{at.lineno}: {error}"[:150]
        seen.find("exception", where, text, options)
        return where
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    for puzzle in puzzles:
        if puzzle.lights + puzzle.buttons < 1000:
            looked_back(name, puzzle, text, options, seen)
    if others_read(name, text) is False:
        seen.find("read, but refused by others", name, text, options)
    return f"read {min(len(puzzles), 3)} {puzzles[0].colours if puzzles else ''}"


def shape_of(said):
    """A refusal without what it quotes of the text."""
    said = re.sub(r"(got|wanted|says|not|called|named) .*", r"\1", re.sub(r"^line.*?: ", "", said))
    return " ".join(re.findall(r"\b[a-z]{2,}\b", re.sub(r"'[^']*'|\"[^\"]*\"|\(.*?\)", "", said)))[
        :80
    ]


def parts_of(name, text, options, folder):
    if name != "bytes":
        return parse_parts(text, options=options, format=name)
    path = folder / "puzzle"
    path.write_bytes(text.encode("latin-1", "replace"))
    return read_parts(path, options=options)


def looked_back(name, puzzle, text, options, seen):
    """Write a puzzle and read it again."""
    rows = ["json"] + ([name] if name != "bytes" and find_format(name).writer else [])
    for row in rows:
        try:
            again = write_puzzle(puzzle, row)
        except LoExactError:
            continue
        except Exception as error:
            seen.find("writer breaks", f"{row}: {error!r}"[:100], text, options)
            continue
        beside = ReadOptions(counters=puzzle.colours is None and row != "json")
        try:
            (back,) = [part.read() for part in parse_parts(again, options=beside, format=row)]
            same = back.sha256 == puzzle.sha256
        except Exception as error:
            seen.find("what is written is not read", f"{row}: {error!r}"[:100], text, options)
            continue
        if not same:
            seen.find("what is written is another puzzle", row, text, options)


def fuzz(name, seconds, seed):
    """Fuzz one reader; return what was seen."""
    rng = random.Random(f"{name} {seed}")
    seen, others = Seen(), corpus()
    if name == "bytes":
        seen.texts = BYTES + [text.encode().decode("latin-1") for text in others]
    else:
        seen.texts = list(others)
        seen.own = [find_format(name).example]
    signal.signal(signal.SIGVTALRM, too_long)
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for text in seen.texts:
            if tried(name, text, ReadOptions(), seen, Path(folder)).startswith("read "):
                seen.own.append(text)
        while time.monotonic() < end:
            pool = seen.own if seen.own and rng.random() < 0.7 else seen.texts
            pool = pool[-100:] if rng.random() < 0.3 else pool
            text = mutated(rng, rng.choice(pool), others)
            if name == "bytes":
                text = text.encode("latin-1", "replace").decode("latin-1")
            shape = tried(name, text, random_options(rng), seen, Path(folder))
            read = shape.startswith("read ")
            seen.tally["read" if read else "not read"] += 1
            if shape not in seen.shapes:
                seen.shapes.add(shape)
                seen.texts += [text] * 3
            if read and len(text) < 2000 and rng.random() < 0.1:
                seen.own.append(text)
    return seen


def limited(name, seconds, seed, pipe):
    """Fuzz one reader in a process whose memory may grow by `MEMORY`."""
    warnings.simplefilter("ignore")
    parse_parts("#.\n.#\n", format="board")[0].read()
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))
    seen = fuzz(name, seconds, seed)
    seen.texts, seen.own = [], []
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    cpu = time.process_time()
    pipe.send((seen, peak, cpu))


def fuzz_apart(name, seconds, seed):
    """Fuzz one reader in a process of its own; return what was seen, peak MiB and CPU seconds."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=limited, args=(name, seconds, seed, there))
    child.start()
    there.close()
    try:
        return here.recv()
    except EOFError:
        seen = Seen()
        seen.find("the process died", f"exit code {child.exitcode}", "", ReadOptions())
        return seen, 0, 0.0
    finally:
        child.join()


NAMES = (*(row.name for row in FORMATS), "bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", default=NAMES, metavar="FORMAT")
    parser.add_argument("--seconds", type=float, default=600, help="for each reader")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = 0
    for name in given.formats:
        seen, peak, cpu = fuzz_apart(name, given.seconds, given.seed)
        found += len(seen.findings)
        texts = seen.tally["read"] + seen.tally["not read"]
        print(
            f"{name:10} {given.seconds:.0f} s, CPU {cpu:.0f} s: {texts} texts, "
            f"{seen.tally['read']} read, {len(seen.shapes)} ways, {peak} MiB, "
            f"{len(seen.findings)} findings",
            flush=True,
        )
        for (kind, where), (text, options) in list(seen.findings.items())[:20]:
            print(f"  {kind}: {where!a} ({seen.tally[kind]} times)\n    {options}")
            print(f"    {text[:600]!a} ({len(text)} characters)", flush=True)
    raise SystemExit(bool(found))


if __name__ == "__main__":
    main()
