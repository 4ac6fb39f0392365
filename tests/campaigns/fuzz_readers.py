"""Spoilt texts for every reader: none may break it, and none is read that others refuse.

    python -m tests.campaigns.fuzz_readers --seconds 600 [--seed 1] [--jobs 4] [--record] [NAME ...]

Texts are the examples of all formats and every string in the readers' tests, cut, doubled, mixed
and filled with hostile numbers and characters.  A text that a reader takes, or refuses in words
that were not heard before, joins the texts that are changed next; so the search follows the
readers into their corners without a tracer's cost.  Each format has a process of its own whose
memory may grow by 500 MiB, and each text has 10 CPU seconds; ``--seconds`` are CPU seconds of a
reader, too, so a busy machine takes nothing away.  Reported is

- any exception but our own, a `MemoryError`, a text that takes too long;
- a refusal that is not one line of printable characters;
- a puzzle that its format's own writer, or JSON, does not bring back the same;
- a text that is read, and refused by networkx, scipy, numpy, Stim or Pillow in the same format.

``npz``, ``npy`` and ``png`` are files (spoilt_bytes.py); ``bytes`` are files whose format nobody
said: those, bitmaps, texts in all encodings.  ``--record`` keeps what was tried as data, in
benchmarks/results.
"""

import argparse
import io
import json
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
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

import networkx as nx
import numpy as np
import stim
from PIL import Image
from scipy.io._mmio import mmread  # in Python: the other one dies of a CR at the end of a file

from benchmarks import record
from lo_exact.errors import LoExactError
from lo_exact.formats import ReadOptions, write_puzzle
from lo_exact.formats.format_table import FORMATS, find_format
from lo_exact.formats.reading import parse_parts, read_parts
from tests.campaigns.spoilt_bytes import seeds, spoilt
from tests.campaigns.spoilt_texts import corpus, random_options, spoilt_text

MEMORY = 500 * 2**20
CPU_SECONDS = 10
SOME = 20
"""Puzzles of a text that are read."""

FILES = ("npz", "npy", "png", "bytes")
"""What is given to the readers as files, a character of a text for a byte."""

NAMES = (*(row.name for row in FORMATS), "npy", "bytes")


class TooLongError(BaseException):
    """A text took more than its CPU seconds; no reader's ``except Exception`` swallows it."""


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
                ends = text.replace("\r\n", "\n").replace("\r", "\n")  # CR ends a line here
                mmread(io.BytesIO(ends.encode()))
            elif name == "dem":
                stim.DetectorErrorModel(text)
            elif name == "graphml":
                nx.parse_graphml(re.sub(r"<graphml\s+>", "<graphml>", text))
            elif name == "pbm" or (name in FILES and re.match(r"P[14]\s|\x89PNG", text)):
                with Image.open(io.BytesIO(text.encode("latin-1", "replace"))) as picture:
                    picture.load()
            elif name in FILES and text.startswith(("\x93NUMPY", "PK")):
                arrays = np.load(io.BytesIO(text.encode("latin-1")), allow_pickle=False)
                if isinstance(arrays, np.lib.npyio.NpzFile):
                    all(arrays[key] is not None for key in arrays.files)
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
        longest: CPU seconds of the text that took longest, to be read or refused.
    """

    tally: Counter = field(default_factory=Counter)
    shapes: set = field(default_factory=set)
    texts: list = field(default_factory=list)
    own: list = field(default_factory=list)
    findings: dict = field(default_factory=dict)
    longest: float = 0.0

    def find(self, kind, where, text, options):
        self.tally[kind] += 1
        self.findings.setdefault((kind, where), (text, options))


def tried(name, text, options, seen, folder):
    """Give a text to a reader, and look at what it does."""
    signal.setitimer(signal.ITIMER_VIRTUAL, CPU_SECONDS)
    start = time.process_time()
    try:
        parts = parts_of(name, text, options, folder)
        puzzles = [part.read() for part in parts[:SOME]]
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
        seen.longest = max(seen.longest, time.process_time() - start)
    for puzzle in puzzles:
        if puzzle.lights + puzzle.buttons < 1000:
            looked_back(name, puzzle, text, options, seen, folder)
    if len(parts) <= SOME and others_read(name, text) is False:
        seen.find("read, but refused by others", name, text, options)
    return f"read {min(len(puzzles), 3)} {puzzles[0].colours if puzzles else ''}"


def shape_of(said):
    """A refusal without what it quotes of the text."""
    said = re.sub(r"(got|wanted|says|not|called|named) .*", r"\1", re.sub(r"^line.*?: ", "", said))
    return " ".join(re.findall(r"\b[a-z]{2,}\b", re.sub(r"'[^']*'|\"[^\"]*\"|\(.*?\)", "", said)))[
        :80
    ]


def parts_of(name, text, options, folder):
    if name not in FILES:
        return parse_parts(text, options=options, format=name)
    path = folder / "puzzle"
    path.write_bytes(text.encode("latin-1"))
    try:
        return read_parts(path, options=options)
    except LoExactError as refusal:
        if "say which" not in str(refusal):
            raise
    asked = ("board", "checks", "adjacency")[len(text) // 8 % 3]
    return read_parts(path, options=options, format=asked)


def looked_back(name, puzzle, text, options, seen, folder):
    """Write a puzzle and read it again."""
    own = [row.name for row in FORMATS if row.name == name and row.is_written]
    for row in ["json", *own]:
        try:
            again = write_puzzle(puzzle, row).encode()
        except LoExactError:
            continue
        except Exception as error:
            seen.find("writer breaks", f"{row}: {error!r}"[:100], text, options)
            continue
        beside = ReadOptions(counters=puzzle.colours is None and row != "json")
        path = folder / "again"
        path.write_bytes(again)
        try:
            (back,) = [part.read() for part in read_parts(path, options=beside, format=row)]
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
    files = [data.decode("latin-1") for data in seeds(name)] if name in FILES else []
    if files:
        texts = [text.encode().decode("latin-1") for text in others] if name == "bytes" else []
        seen.texts = files + texts
        others = [text.encode("latin-1") for text in seen.texts]
    else:
        seen.texts = list(others)
        seen.own = [find_format(name).example]
    signal.signal(signal.SIGVTALRM, too_long)
    end = time.process_time() + seconds
    with tempfile.TemporaryDirectory() as folder:
        for text in list(seen.texts):
            if tried(name, text, ReadOptions(), seen, Path(folder)).startswith("read "):
                seen.own.append(text)
        while time.process_time() < end:
            pool = seen.own if seen.own and rng.random() < 0.7 else seen.texts
            pool = pool[-100:] if rng.random() < 0.3 else pool
            text = rng.choice(pool)
            if files:
                text = spoilt(rng, text.encode("latin-1"), others).decode("latin-1")
            else:
                text = spoilt_text(rng, text, others)
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


def told(name, seen, peak, cpu, seconds, seed):
    """Print what was seen of a reader, and return it as data."""
    for (kind, where), (text, options) in list(seen.findings.items())[:20]:
        print(f"  {kind}: {where!a} ({seen.tally[kind]} times)\n    {options}")
        print(f"    {text[:600]!a} ({len(text)} characters)")
    row = {
        "reader": name,
        "texts": seen.tally["read"] + seen.tally["not read"],
        "read": seen.tally["read"],
        "ways": len(seen.shapes),
        "findings": len(seen.findings),
        "seconds": seconds,
        "seed": seed,
        "cpu_seconds": round(cpu, 1),
        "longest_cpu_seconds": round(seen.longest, 2),
        "peak_mib": peak,
    }
    print(json.dumps(row), flush=True)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", default=NAMES, metavar="FORMAT")
    parser.add_argument("--seconds", type=float, default=600, help="CPU seconds for each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="readers at once")
    parser.add_argument("--record", action="store_true", help="keep what was tried as data")
    given = parser.parse_args()
    run = record.stamp()
    with ThreadPoolExecutor(given.jobs) as pool:
        asked = {
            pool.submit(fuzz_apart, name, given.seconds, given.seed): name for name in given.formats
        }
        rows = []
        for done in as_completed(asked):
            rows.append(told(asked[done], *done.result(), given.seconds, given.seed))
            if given.record:
                record.append("fuzz_readers", rows[-1], run)
    raise SystemExit(any(row["findings"] for row in rows))


if __name__ == "__main__":
    main()
