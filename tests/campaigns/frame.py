"""The frame of campaigns: arguments, blocks on several processes, progress, the first failure.

A campaign is a maker of puzzles and a judge in one function, ``judge(rng, given)``: it makes the
next case and yields what it saw, as (what is counted, what is wrong or ""), for each thing judged.
Blocks of cases are independent streams of one seed, so that a failure is found again by seed and
block, with any number of jobs.  The first failure is printed, an exception is one, and ends the
campaign with exit code 1.  With ``--keep`` a seed that no run had is taken, and what was seen is
added to data/campaigns.jsonl.
"""

import argparse
import json
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import date
from pathlib import Path

import numpy as np

Judge = Callable[[np.random.Generator, argparse.Namespace], Iterable[tuple[str, str]]]

BLOCK_CASES = 25
PROGRESS_SECONDS = 10.0

RESULTS = Path(__file__).resolve().parents[2] / "data" / "campaigns.jsonl"
"""One line a run: date, commit, campaign, seed, cases, seconds, what was seen how often."""


def run_block(
    judge: Judge, given: argparse.Namespace, block: int, cases: int
) -> tuple[Counter[str], str]:
    """Judge one block of cases; return what was seen, and the first failure or ""."""
    rng = np.random.default_rng([given.seed, block])
    tally: Counter[str] = Counter()
    for number in range(cases):
        place = f"seed {given.seed}, block {block}, case {number}"
        try:
            for seen, wrong in judge(rng, given):
                if wrong:
                    return tally, f"{place}: {seen}: {wrong}"
                tally[seen] += 1
        except Exception as error:  # whatever it is, it is what the campaign looks for
            return tally, f"{place}: {type(error).__name__}: {error}\n{traceback.format_exc()}"
    return tally, ""


def main(
    judge: Judge, document: str | None, *, count: int, options: dict[str, dict] | None = None
) -> int:
    """Read the arguments and run a campaign; return its exit code.

    Args:
        judge: the campaign, a function of a module.
        document: the module's docstring; its first line is the help.
        count: cases unless it is said otherwise.
        options: arguments of this campaign alone, for `add_argument`.
    """
    parser = argparse.ArgumentParser(description=(document or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=count, help="cases")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--seconds", type=float, default=0.0, help="end after so many; 0: never")
    parser.add_argument("--keep", action="store_true", help="add the result to the data")
    for name, more in (options or {}).items():
        parser.add_argument(name, **more)
    given = parser.parse_args()
    name = Path(judge.__code__.co_filename).stem
    if given.keep:
        given.seed = 1 + max((run["seed"] for run in kept() if run["campaign"] == name), default=0)
    return run(judge, given, name)


def kept() -> list[dict]:
    """Return what the runs in the data saw."""
    return [json.loads(line) for line in RESULTS.read_text(encoding="utf-8").splitlines()]


def keep(name: str, seed: int, cases: int, seconds: float, seen: dict[str, int]) -> None:
    """Add a run that found nothing wrong to the data."""
    words = ["git", "-C", str(RESULTS.parent), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    line = json.dumps({
        "date": date.today().isoformat(), "commit": commit, "campaign": name, "seed": seed,
        "cases": cases, "seconds": round(seconds), "wrong": 0, "seen": seen,
    })  # fmt: skip
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def run(judge: Judge, given: argparse.Namespace, name: str = "") -> int:
    """Run a campaign; print what was seen, or the first failure; return 0 or 1."""
    sizes = [min(BLOCK_CASES, given.count - at) for at in range(0, given.count, BLOCK_CASES)]
    tally: Counter[str] = Counter()
    done, began = 0, time.monotonic()
    said = began
    with ProcessPoolExecutor(given.jobs) as pool:
        waiting = {
            pool.submit(run_block, judge, given, block, cases): cases
            for block, cases in enumerate(sizes)
        }
        for future in as_completed(waiting):
            found, wrong = future.result()
            if wrong:
                print(f"WRONG {wrong}", flush=True)
                pool.shutdown(cancel_futures=True)
                return 1
            tally += found
            done += waiting[future]
            now = time.monotonic()
            if now - said > PROGRESS_SECONDS:
                said = now
                print(f"{done} cases, {now - began:.0f} s", file=sys.stderr, flush=True)
            if given.seconds and now - began > given.seconds:
                pool.shutdown(cancel_futures=True)
                break
    for seen, times in sorted(tally.items()):
        print(f"{times:9}  {seen}")
    seconds = time.monotonic() - began
    print(f"{done} cases, none wrong, {seconds:.0f} s")
    if given.keep:
        keep(name, given.seed, done, seconds, dict(sorted(tally.items())))
    return 0
