"""Answers of every question against a table of all syndromes, added up over days.

    python -m tests.campaigns.answers --matrices 2000 --seed 1 --seconds 600

For each random matrix (2 to 12 colours, any shape, directed) numpy lists all press vectors once;
the table gives the minimum, the minima and the number of solutions of every syndrome.  Random
syndromes of it are then asked of a random engine of this process.  The first wrong answer is
printed and ends the campaign with exit code 1; else one line is added to data/campaigns.jsonl.
"""

import argparse
import json
import subprocess
import sys
import time
from datetime import date
from pathlib import Path

import numpy as np

from lo_exact.engines.engine_table import OWN_ENGINES
from lo_exact.errors import UsageError
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective
from lo_exact.solver import all_minima, count, minimum
from lo_exact.topology import matrix_puzzle

RESULTS = Path("data/campaigns.jsonl")
ENGINES = ["auto", *(engine.name for engine in OWN_ENGINES if not engine.whole)]
MAX_VECTORS = 4096
A_MATRIX = 50


def table(matrix, colours, prices):
    """Return all press vectors, the key of each one's syndrome, its cost, and a key's digits."""
    lights, buttons = matrix.shape
    presses = np.indices((colours,) * buttons, dtype=np.int64).reshape(buttons, -1).T
    places = colours ** np.arange(lights, dtype=np.int64)
    keys = presses @ matrix.T % colours @ places
    return presses, keys, presses @ prices, places


def wrong_answer(puzzle, syndrome, engine, question, costs, solutions):
    """Return what is wrong with an answer, "" where nothing is, None where it was refused."""
    least = costs.min() if len(costs) else None
    minima = sorted(map(tuple, solutions[costs == least].tolist())) if len(costs) else []
    try:
        if question == "count":
            found = count(puzzle)
            right = found.solutions_total == len(costs)
            return "" if right else f"{found.solutions_total} solutions, true are {len(costs)}"
        if question == "all":
            found = all_minima(puzzle, engine=engine, limit=100)
        else:
            found = minimum(puzzle, engine=engine, count=question == "counted", confirm=False)
    except UsageError:
        return None
    if not len(costs):
        y = found.witness
        if found.status is not Status.INFEASIBLE:
            return f"{found.status}: there is no solution"
        if y is not None:
            left = np.array(y) @ puzzle.activation.to_dense() % puzzle.colours
            if left.any() or int(np.dot(y, syndrome)) % puzzle.colours == 0:
                return f"{y} is no witness"
        return ""
    if found.status is not Status.OPTIMAL or found.weight != least:
        return f"{found.status} {found.weight}, the minimum is {least}"
    if found.presses not in minima or (found.canonical and found.presses != minima[0]):
        return f"{found.presses} is not {minima[0]}"
    if question != "one" and found.minimum_solutions != len(minima):
        return f"{found.minimum_solutions} minima, true are {len(minima)}"
    if (
        question == "all"
        and sorted(found.solutions) != minima[: len(found.solutions)]
        and (len(minima) <= 100 or not set(found.solutions) <= set(minima))
    ):
        return f"minima {found.solutions}, true are {minima}"
    return ""


def main():
    """Run it; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matrices", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=600.0, help="end after so many")
    given = parser.parse_args()
    began, answers, refused = time.monotonic(), 0, 0
    for number in range(given.matrices):
        if time.monotonic() - began > given.seconds:
            break
        rng = np.random.default_rng([given.seed, number])
        colours = int(rng.integers(2, 13))
        most = int(np.log(MAX_VECTORS) / np.log(colours) + 1e-9)
        buttons, lights = int(rng.integers(1, most + 1)), int(rng.integers(1, 9))
        matrix = rng.integers(0, colours, (lights, buttons)) * (
            rng.random((lights, buttons)) < rng.choice([0.3, 0.6, 1.0])
        )
        prices = rng.integers(0, 4, buttons) if rng.random() < 0.3 else np.ones(buttons, np.int64)
        presses, keys, costs, places = table(matrix, colours, prices)
        for _ in range(A_MATRIX):
            if rng.random() < 0.9:
                syndrome = matrix @ rng.integers(0, colours, buttons) % colours
            else:
                syndrome = rng.integers(0, colours, lights)
            target = rng.integers(0, colours, lights)
            priced = (
                {} if (prices == 1).all() else {"prices": prices, "objective": Objective.PRICES}
            )
            puzzle = matrix_puzzle(
                matrix,
                state=(target - syndrome) % colours,
                target=target,
                colours=colours,
                **priced,
            )
            here = keys == syndrome @ places
            engine = str(rng.choice(ENGINES))
            question = str(rng.choice(["one", "counted", "all", "count"]))
            said = wrong_answer(puzzle, syndrome, engine, question, costs[here], presses[here])
            if said:
                print(f"WRONG seed {given.seed}, matrix {number}: {engine}, {question}: {said}")
                print(colours, matrix.tolist(), syndrome.tolist(), prices.tolist())
                return 1
            answers, refused = answers + (said == ""), refused + (said is None)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    row = {
        "date": date.today().isoformat(), "commit": commit, "campaign": "answers",
        "seed": given.seed, "matrices": number + 1, "answers": answers, "refused": refused,
        "seconds": round(time.monotonic() - began), "wrong": 0,
    }  # fmt: skip
    with RESULTS.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    print(row)
    return 0


if __name__ == "__main__":
    sys.exit(main())
