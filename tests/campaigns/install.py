"""300 random puzzles of every kind through ``lo-exact min``, by the install that runs this file.

    python tests/campaigns/install.py --count 300 --seed 1

No valid puzzle may end as bad usage (2), as bad input (3), with a missing package (5), with engines
that disagree (6) or as an internal error (70).  Small puzzles are judged by plain enumeration,
written here; the presses of the others are multiplied out.  This file imports nothing of the tests,
so that it can run where only the package is.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from typer.testing import CliRunner

from lo_exact.cli import app

PROVED, LIMIT = 0, 4
ENUMERATED = 3000
"""Up to so many press vectors are written out."""


def matrix(rng: random.Random, lights: int, buttons: int, colours: int, most: int) -> list[Any]:
    """Return entries [light, button, amount], at most ``most`` lights a button."""
    entries = []
    for button in range(buttons):
        for light in rng.sample(range(lights), rng.randint(0, min(lights, most))):
            entries.append([light, button, rng.randint(1, colours - 1)])
    return entries


def puzzle(
    rng: random.Random, lights: int, buttons: int, colours: int, most: int, **more: Any
) -> dict[str, Any]:
    """Return a JSON puzzle of a random matrix, three in four solvable for certain."""
    entries = matrix(rng, lights, buttons, colours, most)
    state = [rng.randrange(colours) for _ in range(lights)]
    if rng.random() < 0.75:
        presses = [rng.randrange(colours) for _ in range(buttons)]
        state = [0] * lights
        for light, button, amount in entries:
            state[light] = (state[light] - amount * presses[button]) % colours
    shape = {"lights": lights, "buttons": buttons, "entries": entries}
    return {"colours": colours, "activation": shape, "state": state} | more


def directed(rng: random.Random) -> dict[str, Any]:
    n, colours = rng.randint(1, 14), rng.choice([2, 3, 4, 6])
    names = [f"v{k}" for k in range(n)]
    edges = [[a, b] for a in names for b in names if a != b and rng.random() < 0.25]
    graph = {"vertices": names, "edges": edges, "directed": True, "closed": rng.random() < 0.5}
    return {"colours": colours, "graph": graph, "state": [rng.randrange(colours) for _ in names]}


def non_square(rng: random.Random) -> dict[str, Any]:
    lights, buttons = rng.choice([(0, 4), (4, 0), (3, 9), (9, 3), (5, 14), (14, 5), (1, 20)])
    return puzzle(rng, lights, buttons, rng.choice([2, 2, 3, 4, 8, 9, 12]), lights)


def two_lights(rng: random.Random) -> dict[str, Any]:
    lights = rng.randint(2, 30)
    return puzzle(rng, lights, rng.randint(lights, 2 * lights), 2, 2)


def many_colours(rng: random.Random) -> dict[str, Any]:
    lights, buttons = rng.choice([(5, 9), (5, 5), (6, 8), (3, 4), (8, 6)])
    return puzzle(rng, lights, buttons, rng.choice([17, 64, 100, 311, 1000, 2**31]), lights)


def priced(rng: random.Random) -> dict[str, Any]:
    lights, buttons = rng.randint(1, 12), rng.randint(1, 14)
    prices = [rng.choice([0, 1, 2, 7, 1000]) for _ in range(buttons)]
    made = puzzle(rng, lights, buttons, rng.choice([2, 2, 3, 4, 6]), lights)
    return made | {"objective": "prices", "prices": prices}


def grid(rng: random.Random) -> dict[str, Any]:
    rows, columns, colours = rng.randint(1, 7), rng.randint(1, 7), rng.choice([2, 2, 2, 3, 4])
    holes = 0.1 * (rng.random() < 0.3)
    state = [
        [None if rng.random() < holes else rng.randrange(colours) for _ in range(columns)]
        for _ in range(rows)
    ]
    state[0][0] = 1
    rule = rng.choice(["plus", "cross", "x", "king", "knight"])
    more: dict[str, Any] = {"target": "any"} if rng.random() < 0.3 else {}
    surface = rng.choice(["plane", "torus", "klein"])
    return {"colours": colours, "neighbourhood": rule, "topology": surface, "state": state} | more


KINDS: tuple[Callable[[random.Random], dict[str, Any]], ...] = (
    directed, non_square, two_lights, many_colours, priced, grid,
)  # fmt: skip


def puzzles(count: int, seed: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (kind, JSON puzzle), the kinds in turn; equal seeds give equal puzzles."""
    rng = random.Random(seed)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        yield kind.__name__, kind(rng)


def complaint(asked: dict[str, Any], answer: dict[str, Any]) -> str:
    """Return what is wrong with an answer about an explicit matrix, ``""`` when nothing is."""
    shape = asked.get("activation")
    if shape is None:
        return ""
    c, buttons, state = asked["colours"], shape["buttons"], asked["state"]
    prices = asked.get("prices", [1] * buttons)

    def solves(presses: tuple[int, ...]) -> bool:
        lights = list(state)
        for light, button, amount in shape["entries"]:
            lights[light] += amount * presses[button]
        return all(value % c == 0 for value in lights)

    def cost(presses: tuple[int, ...]) -> int:
        return sum(p * x for p, x in zip(prices, presses, strict=True))

    if answer.get("presses") is not None:
        presses = tuple(answer["presses"])
        if not solves(presses) or cost(presses) != answer["weight"]:
            return f"presses {presses} of {answer['weight']}"
    if c**buttons > ENUMERATED or answer["status"] not in ("optimal", "infeasible"):
        return ""
    costs = [cost(x) for x in product(range(c), repeat=buttons) if solves(x)]
    truth = ("optimal", min(costs)) if costs else ("infeasible", None)
    said = (answer["status"], answer.get("weight"))
    return "" if said == truth else f"{said}, enumeration says {truth}"


def main() -> int:
    """Run the campaign; return 1 at the first puzzle that goes wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=2.0)
    chosen = parser.parse_args()
    tally: Counter[tuple[str, str]] = Counter()
    with TemporaryDirectory() as folder:
        board = Path(folder) / "puzzle.json"
        for number, (kind, asked) in enumerate(puzzles(chosen.count, chosen.seed)):
            board.write_text(json.dumps(asked))
            words = ["min", str(board), "--json", "-q", "--time-limit", str(chosen.time_limit)]
            done = CliRunner().invoke(app, words, prog_name="lo-exact")
            wrong = f"exit {done.exit_code}: {done.stderr.strip()}"
            if done.exit_code in (PROVED, LIMIT):
                wrong = complaint(asked, json.loads(done.stdout))
            if wrong:
                print(f"puzzle {number} ({kind}): {wrong}\n{json.dumps(asked)}")
                return 1
            tally[kind, "proved" if done.exit_code == PROVED else "limit"] += 1
    for (kind, how), count in sorted(tally.items()):
        print(kind, how, count)
    return 0


if __name__ == "__main__":
    sys.exit(main())
