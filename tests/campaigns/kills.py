"""Kill workers of a search for a distance, and the whole command, again and again.

    python -m tests.campaigns.kills --kills 50 'bb:30,6:x^9+y+y^2:y^3+x^25+x^26' --at-least 22

Half of the kills hit one process below the command, half the command itself, which is then begun
again with its ledger.  The lower bound and the nodes of each limit must be those of a search that
nobody disturbed; how light the best word is that chance found depends on the time it had.
"""

import argparse
import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.cli_runner import children_of, command, environment


def known_of(text: str) -> list:
    """Return what must not depend on who was killed."""
    found = json.loads(text)
    return [[side["lower_bound"], side["refuted"]] for side in found["sides"]]


def disturbed(words: list[str], kills: int, folder: Path, rng: random.Random) -> tuple[list, int]:
    """Run a command to its end in spite of kills; return what it knows, and how many there were."""
    given = command(*words, "--json", "-q", "--jobs", "2", "--ledger", f"{folder}/")
    done = 0
    while True:
        out = Path(folder) / "answer"
        with out.open("w") as file:
            running = subprocess.Popen(
                given, stdout=file, env=environment(), start_new_session=True
            )
            while running.poll() is None and done < kills:
                time.sleep(rng.uniform(0.3, 2.0))
                below = sorted(children_of(running.pid))
                victim = rng.choice(below) if below and rng.random() < 0.5 else running.pid
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    done += 1
                if victim == running.pid:
                    break
            code = running.wait()
        if code >= 0:
            assert code in (0, 4), (code, out.read_text())
            return known_of(out.read_text()), done


def main() -> int:
    """Compare a search that was killed with one that was not."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("code")
    parser.add_argument("--at-least", type=int, default=0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    words = ["distance", given.code, "--at-least", str(given.at_least)]
    alone = subprocess.run(
        command(*words, "--json", "-q"), env=environment(), capture_output=True, text=True,
        check=True,
    ).stdout  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        known, kills = disturbed(words, given.kills, Path(name), random.Random(given.seed))
    print(f"{kills} kills; {known}")
    if known != known_of(alone):
        print(f"WRONG: undisturbed {known_of(alone)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
