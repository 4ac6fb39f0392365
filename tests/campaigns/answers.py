"""Answers of every question, and shots, against a table of all syndromes, added up over days.

    python -m tests.campaigns.answers --count 2000 --keep

For each random matrix (2 to 12 colours, any shape, directed) numpy lists all press vectors once;
the table gives the minimum, the minima and the number of solutions of every syndrome.  Random
syndromes of it are then asked of a random engine of this process, with ``--foreign`` of one that
starts children.  With ``--shots`` the decoder answers many shots of each matrix of two colours.
"""

import sys

import numpy as np

from lo_exact.codes.decoder import Decoder
from lo_exact.engines.engine_table import OWN_ENGINES, all_engines
from lo_exact.errors import UsageError
from lo_exact.outcome import Status
from lo_exact.puzzle import Objective
from lo_exact.solver import all_minima, count, minimum
from lo_exact.topology import matrix_puzzle
from tests.campaigns import frame

ENGINES = ["auto", *(engine.name for engine in OWN_ENGINES if not engine.whole)]
FOREIGN = [engine.name for engine in all_engines() if engine.foreign and not engine.missing()]
MAX_VECTORS = 4096
A_MATRIX = 50
FEW = 5
"""Questions of a matrix to engines that start children."""
SHOTS = 1000


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


def random_table(rng, colours):
    """Return a random matrix, its prices, and the table of all its syndromes."""
    most = int(np.log(MAX_VECTORS) / np.log(colours) + 1e-9)
    buttons, lights = int(rng.integers(1, most + 1)), int(rng.integers(1, 9))
    matrix = rng.integers(0, colours, (lights, buttons)) * (
        rng.random((lights, buttons)) < rng.choice([0.3, 0.6, 1.0])
    )
    prices = rng.integers(0, 4, buttons) if rng.random() < 0.3 else np.ones(buttons, np.int64)
    return matrix, prices, *table(matrix, colours, prices)


def shots_of(rng):
    """Decode many shots of one matrix at once, weights of any size among them."""
    matrix, prices, _, keys, _, places = random_table(rng, 2)
    prices = prices + rng.choice([0, 1, 10**6]) * rng.integers(1, 99, len(prices))
    _, _, costs, _ = table(matrix, 2, prices)
    least = np.full(int(places.sum()) + 1, -1, dtype=np.int64)
    order = np.argsort(-costs, kind="stable")
    least[keys[order]] = costs[order]
    shots = rng.integers(0, 2, (SHOTS, len(matrix)))
    reachable = least[shots @ places] >= 0
    decoder = Decoder.from_check_matrix(matrix, weights=prices)
    found = decoder.decode_batch(shots[reachable])
    wrong = (found @ matrix.T % 2 != shots[reachable]).any(axis=1)
    wrong |= found @ prices != least[shots[reachable] @ places]
    said = f"{matrix.tolist()} {prices.tolist()} {shots[reachable][wrong][:1].tolist()}"
    for bad in wrong:
        yield "shots", said if bad else ""


def judge(rng, given):
    """Ask random questions of one random matrix."""
    if given.shots:
        yield from shots_of(rng)
        return
    colours = int(rng.integers(2, 13))
    matrix, prices, presses, keys, costs, places = random_table(rng, colours)
    lights, buttons = matrix.shape
    for _ in range(FEW if given.foreign else A_MATRIX):
        if rng.random() < 0.9:
            syndrome = matrix @ rng.integers(0, colours, buttons) % colours
        else:
            syndrome = rng.integers(0, colours, lights)
        target = rng.integers(0, colours, lights)
        priced = {} if (prices == 1).all() else {"prices": prices, "objective": Objective.PRICES}
        puzzle = matrix_puzzle(
            matrix, state=(target - syndrome) % colours, target=target, colours=colours, **priced
        )
        here = keys == syndrome @ places
        engine = str(rng.choice(FOREIGN if given.foreign else ENGINES))
        question = str(rng.choice(["one", "counted", "all", "count"]))
        if given.foreign and np.count_nonzero(costs[here] == costs[here].min(initial=99)) > FEW:
            question = "one"  # minima are found one by one
        said = wrong_answer(puzzle, syndrome, engine, question, costs[here], presses[here])
        kind = "answers by children" if given.foreign else "answers"
        case = f"{engine} {question} {matrix.tolist()} {syndrome.tolist()} {prices.tolist()}"
        yield ("refused", "") if said is None else (kind, said and f"{colours} {case}: {said}")


if __name__ == "__main__":
    which = {
        "--shots": {"action": "store_true", "help": "shots of the decoder"},
        "--foreign": {"action": "store_true", "help": "engines that start children"},
    }
    sys.exit(frame.main(judge, __doc__, count=2000, options=which))
