"""Check the records of data/records.

    python -m benchmarks.records.check              everything that is cheap, and a sample
    python -m benchmarks.records.check --sample 50 --seed 3

Of every record: its form, and its presses multiplied out in plain Python, with the weight that the
record says.  Then, by seed, a sample of records whose value is found again: terms of A075464 by
verify.py, hardest boards by the command in the record, and distances likewise, with processor time
and peak memory of each; and a sample of the atlas by plain elimination.
Flags that bound hard boards are repeated for a minute by the checker's part, certificates of hard
boards with many solutions go to the checker, and every claim's evidence in
data/claims goes through the stand-alone checker.  A line for each that does
not hold, the total time, and exit code 1 if there is any.
"""

from __future__ import annotations

import argparse
import json
import random
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from typing import Any

from benchmarks.records.atlas_check import atlas_faults
from benchmarks.records.collect import HARDEST, ROOT, SOURCES, Record, digits_of, load
from lo_exact.certificate.checker import Kind, check
from lo_exact.codes.code_files import bicycle_code
from lo_exact.hardest_boards.census import take_census
from lo_exact.hardest_boards.checker_parts.flat_spectra import peak_is_refuted
from lo_exact.hardest_boards.claims.files import SUFFIX, read_claim
from lo_exact.hardest_boards.claims.repeat_evidence import check_evidence
from lo_exact.hardest_boards.spectra.spectrum import spectrum_of
from lo_exact.topology.described import described

FLAG_SECONDS = 60.0
"""Flags of hard boards are repeated for so long."""

CHEAP_SECONDS = 5.0
"""A record is sampled if finding it took no longer."""
CHEAP_SIDE = 60
"""Terms of A075464 that are sampled: without certificate, or with one up to this side."""


def faults(record: Record) -> Iterator[str]:
    """Yield what is wrong with a record by itself: presses that do not do what it says."""
    asked = record["question"]
    low, high = record.get("interval", [record.get("value")] * 2)
    if low > high:
        yield f"interval {low} to {high}"
    if "presses" not in record:
        return
    if asked["kind"] == "distance":
        word = digits_of(record["presses"], 2, asked["n"])
        if sum(word) != high:
            yield f"its word has weight {sum(word)}, the record says {high}"
        if asked["code"].startswith("bb:"):
            pressed = {place for place, bit in enumerate(word) if bit}
            code = bicycle_code(asked["code"])
            if not any(
                all(len(pressed.intersection(check)) % 2 == 0 for check in side.checks)
                for side in code.sides
            ):
                yield "its word breaks a check on both sides"
        return
    colours = asked["colours"]
    puzzle = described(
        f"{asked['rows']}x{asked['columns']}",
        neighbourhood=asked["rule"],
        topology=asked["topology"],
        colours=colours,
    )
    presses = digits_of(record["presses"], colours, puzzle.activation.shape[1])
    weight = sum(presses)
    if weight != (high if asked["kind"] == "minimum" else low):
        yield f"its presses are {weight}"
    lights = [0] * puzzle.activation.shape[0]
    for button, count in enumerate(presses):
        if count:
            rows, values = puzzle.activation.column(button)
            for light, value in zip(rows.tolist(), values.tolist(), strict=True):
                lights[light] = (lights[light] + count * value) % colours
    if asked["kind"] == "minimum":
        state = [1] * len(lights)
    else:
        state = digits_of(record["state"], colours, len(lights))
    if any((light + on) % colours for light, on in zip(lights, state, strict=True)):
        yield "its presses do not solve its state"


def command_of(record: Record) -> list[str]:
    """Return the words that find a record's value again."""
    words = shlex.split(record["evidence"]["command"])
    if words[0] == "lo-exact":
        return [sys.executable, "-m", "lo_exact", *words[1:], "--json", "--quiet"]
    return [sys.executable, "-I", *words[1:]]


MEASURE = """
import resource, subprocess, sys
subprocess.run(sys.argv[2:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(sys.argv[1], "w") as file:
    print(used.ru_utime + used.ru_stime, used.ru_maxrss, file=file)
"""
"""A program that runs another one: a process begins with the peak memory of the one that starts it,
which is 10 MiB here."""


def found_again(record: Record) -> tuple[str, float, float]:
    """Find a record's value again.

    Returns:
        What differs, or nothing; seconds of processor time; peak memory in MiB.
    """
    with tempfile.NamedTemporaryFile("r") as used:
        words = [sys.executable, "-I", "-c", MEASURE, used.name, *command_of(record)]
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
        seconds, kibibytes = used.read().split()
    return compared(record, done.stdout, done.stderr), float(seconds), int(kibibytes) / 1024


def compared(record: Record, printed: str, errors: str) -> str:
    """Return what differs between a record and what its command printed, or nothing."""
    if record["question"]["kind"] == "minimum":
        said = f"= {record['value']} verified, reached by {record['count']}:"
        return "" if said in printed else f"verify.py: {printed or errors}"
    found = json.loads(printed or "{}")
    low, high = record.get("interval", [record.get("value")] * 2)
    if found.get("lower_bound", -1) > high or found.get("upper_bound", low) < low:
        return f"the command says {found.get('lower_bound')} to {found.get('upper_bound')}"
    weight = found.get("upper_bound", found.get("weight"))
    if "value" in record and weight != record["value"]:
        return f"the command says {weight}"
    return ""


def steps_are_refuted(
    sizes: dict[int, int], basis: Sequence[int], steps: Sequence[tuple[int, int]]
) -> bool:
    """Return whether every step of a flag of subspaces has at least the claimed peak.

    Args:
        sizes: buttons by class, without class 0.
        basis: independent vectors that span the classes.
        steps: of each subspace its dimension, ascending, and the sum of its step.
    """
    places = coordinates(sizes, basis)
    begin = 0
    for end, peak in steps:
        cosets: dict[int, int] = {}
        for place, count in places:
            if 1 << begin <= place < 1 << end:
                cosets[place >> begin] = cosets.get(place >> begin, 0) + count
        own = [1 << i for i in range(end - begin)]
        odd = sum(cosets.values()) % 2
        if peak > odd and not peak_is_refuted(cosets, own, end - begin, peak - 1):
            return False
        begin = end
    return True


def coordinates(sizes: dict[int, int], basis: Sequence[int]) -> list[tuple[int, int]]:
    """Return (coordinates in the basis as a bit mask, number of buttons) of each class."""
    size = len(basis)
    reduced: dict[int, int] = {}
    places = []
    for vector, count in [*((vector, 0) for vector in basis), *sizes.items()]:
        rest = vector << size | (0 if count else 1 << len(reduced))
        while rest.bit_length() in reduced:
            rest ^= reduced[rest.bit_length()]
        if count:
            places.append((rest, count))
        else:
            reduced[rest.bit_length()] = rest
    return places


def flag_faults(entry: dict[str, Any]) -> str:
    """Repeat a flag of subspaces by the checker's part; return what is wrong, or nothing."""
    puzzle = described(entry["name"].split()[1])
    census = take_census(puzzle)
    spectrum = spectrum_of(census)
    sizes = {u: max(ways) for u, ways in zip(spectrum.columns, spectrum.ways, strict=True)}
    steps = [(end, peak) for end, peak in entry["flag"]["steps"]]
    basis = [int(vector, 16) for vector in entry["flag"]["basis"]]
    most = len(census.free) + (sum(sizes.values()) - sum(peak for _, peak in steps)) // 2
    if most > entry["upper_bound"]:
        return f"its flag proves {most}, not {entry['upper_bound']}"
    return "" if steps_are_refuted(sizes, basis, steps) else "a step of its flag is not refuted"


def is_cheap(record: Record) -> bool:
    """Whether a record can be found again within seconds, by its own command."""
    asked, command = record["question"], record["evidence"]["command"]
    if asked["kind"] == "minimum":
        return "verify.py" in command and asked["rows"] <= CHEAP_SIDE
    by_command = command.startswith("lo-exact")
    return by_command and "value" in record and record["cpu"]["seconds"] <= CHEAP_SECONDS


def main() -> int:
    """Check, and print what does not hold."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sample", type=int, default=20, help="records to find again")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.sample < 0:
        parser.error(f"--sample must be a number from 0, got {asked.sample}")
    sys.set_int_max_str_digits(0)
    started, wrong = time.perf_counter(), 0
    records = [record for name in SOURCES for record in load(name)]
    for record in records:
        for fault in faults(record):
            wrong += 1
            print(f"{record['id']}: {fault}", flush=True)
    print(
        f"{len(records)} records multiplied out: {time.perf_counter() - started:.0f} s", flush=True
    )
    cheap = [record for record in records if is_cheap(record)]
    for record in random.Random(asked.seed).sample(cheap, min(asked.sample, len(cheap))):
        differs, seconds, mebibytes = found_again(record)
        wrong += bool(differs)
        said = f"{differs or 'found again'}, {seconds:.1f} s CPU, {mebibytes:.0f} MiB"
        print(f"{record['id']}: {said}", flush=True)
    for name, differs in atlas_faults(asked.sample, asked.seed):
        wrong += bool(differs)
        print(f"{name}: {differs or 'found again'}", flush=True)
    flagged = [
        entry
        for entry in json.loads(HARDEST.read_text(encoding="utf-8"))["boards"]
        if "flag" in entry
    ]
    repeated, begun = 0, time.perf_counter()
    for entry in random.Random(asked.seed).sample(flagged, len(flagged)):
        if time.perf_counter() - begun > FLAG_SECONDS:
            break
        repeated += 1
        if fault := flag_faults(entry):
            wrong += 1
            print(f"{entry['name']}: {fault}", flush=True)
    print(f"{repeated} of {len(flagged)} flags of hard boards repeated", flush=True)
    examples = sorted((ROOT / "data" / "records" / "hardest").glob("*.json"))
    for path in examples:
        verdict = check(path)
        if not verdict.accepted:
            wrong += 1
            print(f"{path.name}: {verdict.text}", flush=True)
    print(f"{len(examples)} hard boards' minima judged", flush=True)
    claims = sorted((ROOT / "data" / "claims").glob("*.toml"))
    for path in claims:
        judged = check_evidence(path.with_suffix(SUFFIX), read_claim(path))
        if judged.kind not in (Kind.ACCEPTED, Kind.TOO_LARGE):
            wrong += 1
            print(f"{path.name}: {judged.text}", flush=True)
    print(f"{len(claims)} claims' evidence repeated", flush=True)
    print(f"{wrong} faults; {time.perf_counter() - started:.0f} s in all")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
