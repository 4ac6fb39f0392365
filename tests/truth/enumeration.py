"""Plain enumeration of a puzzle, written apart from the package: nested loops over Python integers.

It reads the puzzle's numbers only (matrix, state, target, prices) and shares no code with any
engine, so it can be the judge in tests.
"""

from itertools import product

from lo_exact.puzzle import ANY, Objective, Puzzle


class Truth:
    """All solutions of a small puzzle, their number, the minimum and the minimum solutions."""

    def __init__(self, puzzle: Puzzle):
        c = puzzle.colours
        columns = []
        for j in range(puzzle.buttons):
            low, high = int(puzzle.activation.starts[j]), int(puzzle.activation.starts[j + 1])
            columns.append(
                [
                    (int(puzzle.activation.rows[k]), int(puzzle.activation.values[k]))
                    for k in range(low, high)
                ]
            )
        state = [int(v) for v in puzzle.state]
        target = [int(v) for v in puzzle.target]
        self.solutions = []
        for presses in product(range(c), repeat=puzzle.buttons):
            lights = list(state)
            for times, column in zip(presses, columns, strict=True):
                for light, amount in column:
                    lights[light] += times * amount
            offs = {(lights[i] - target[i]) % c for i in range(len(state)) if target[i] != ANY}
            if len(offs) <= 1 if puzzle.uniform else offs <= {0}:
                self.solutions.append(presses)
        self.weight = min((cost(puzzle, x) for x in self.solutions), default=-1)
        self.minima = [x for x in self.solutions if cost(puzzle, x) == self.weight]


def refutes(puzzle: Puzzle, y: tuple[int, ...]) -> bool:
    """Say whether y adds up to nothing over every button's lights, and not over what is wanted."""
    c, matrix = puzzle.colours, puzzle.activation
    sums = []
    for j in range(puzzle.buttons):
        entries = range(int(matrix.starts[j]), int(matrix.starts[j + 1]))
        sums.append(sum(y[int(matrix.rows[k])] * int(matrix.values[k]) for k in entries))
    counted = [i for i in range(puzzle.lights) if puzzle.target[i] != ANY]
    ignored = [y[i] for i in range(puzzle.lights) if puzzle.target[i] == ANY]
    if puzzle.uniform:
        sums.append(sum(y[i] for i in counted))
    wanted = sum(y[i] * (int(puzzle.target[i]) - int(puzzle.state[i])) for i in counted)
    return not any(ignored) and not any(total % c for total in sums) and wanted % c != 0


def cost(puzzle: Puzzle, presses: tuple[int, ...]) -> int:
    """Return what the presses cost, by the objective's definition."""
    if puzzle.objective is Objective.PRESSES:
        return sum(presses)
    if puzzle.objective is Objective.BUTTONS:
        return sum(1 for x in presses if x)
    return sum(int(p) * x for p, x in zip(puzzle.prices, presses, strict=True))
