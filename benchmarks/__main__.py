"""All benchmarks one after the other, then tables and plots: ``python -m benchmarks``.

python -m benchmarks                     everything, hours with the limit of 120 s
python -m benchmarks --limit 20          rivals stopped after 20 s of CPU time
python -m benchmarks --only report       tables and plots from the results there are
python -m benchmarks --quick             two minutes: a few boards, beside the results kept
"""

from __future__ import annotations

import argparse
import subprocess
import sys

CONTESTS = ("squares", "palettes", "low_rank", "enlight", "alien_tiles", "colour_codes")
OTHERS = ("startup", "batches", "enumeration", "all_on_times", "growth")


def main() -> None:
    """Run what is asked for, each benchmark in a process of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=float, default=120.0, help="CPU seconds a rival may take")
    parser.add_argument("--only", help="names separated by commas")
    parser.add_argument("--quick", action="store_true", help="two minutes, nothing written")
    asked = parser.parse_args()
    if asked.quick and asked.only:
        parser.error("--quick runs boards of its own; it does not go with --only")
    if asked.quick:
        sys.exit(subprocess.run([sys.executable, "-m", "benchmarks.quick"], check=False).returncode)
    everything = (*OTHERS, *CONTESTS, "report")
    for name in asked.only.split(",") if asked.only else everything:
        if name not in everything:
            parser.error(f"no benchmark is called {name!r}; there are {', '.join(everything)}")
        options = ["--limit", str(asked.limit)] if name in CONTESTS else []
        print(f"{name}:", flush=True)
        subprocess.run([sys.executable, "-m", f"benchmarks.{name}", *options], check=True)


if __name__ == "__main__":
    main()
