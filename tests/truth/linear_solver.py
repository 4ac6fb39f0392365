"""A small linear-algebra solver, as somebody outside might write it, and four classic bugs.

Reads a JSON puzzle on standard input and prints presses, or ``unsolvable``.  ``--bug`` plants one:

    transposed   the activation matrix is used with rows and columns exchanged
    wrong-row    the pivot is searched from the first row, not from the first unused one
    as-if-prime  a pivot is inverted by Fermat's power c - 2, as if c were prime
    not-minimal  the first solution is printed, not the cheapest

It shares no code with the package: it is the external solver that the referee is tested on.
"""

import json
import sys


def main() -> None:
    bug = sys.argv[sys.argv.index("--bug") + 1] if "--bug" in sys.argv else ""
    puzzle = json.load(sys.stdin)
    if "activation" in puzzle:
        puzzle = flattened(puzzle)
    c = puzzle["colours"]
    matrix = dense(puzzle)
    want = [(t - s) % c for s, t in zip(puzzle["state"], puzzle["target"], strict=True)]
    if bug == "transposed":
        side = max(len(matrix), len(matrix[0]) if matrix else 0)
        square = [
            [matrix[j][i] if j < len(matrix) and i < len(matrix[j]) else 0 for j in range(side)]
            for i in range(side)
        ]
        matrix = [row[: len(matrix[0])] for row in square[: len(matrix)]] if matrix else []
    solutions = solve(matrix, want, c, puzzle["buttons"], bug)
    first = next(solutions, None)
    if first is None:
        print("unsolvable")
        return
    best = first if bug == "not-minimal" else min([first, *solutions], key=sum)
    print("presses")
    print(" ".join(map(str, best)))


def flattened(puzzle):
    """Take a JSON puzzle with an explicit matrix apart."""
    matrix = puzzle["activation"]
    columns = [[] for _ in range(matrix["buttons"])]
    for light, button, *amount in matrix["entries"]:
        columns[button].append((light, amount[0] if amount else 1))
    target = puzzle["target"]
    if isinstance(target, int):
        target = [target] * matrix["lights"]
    sizes = {"lights": matrix["lights"], "buttons": matrix["buttons"]}
    return puzzle | sizes | {"columns": columns, "target": target}


def dense(puzzle):
    rows = [[0] * puzzle["buttons"] for _ in range(puzzle["lights"])]
    for j, column in enumerate(puzzle["columns"]):
        for light, amount in column:
            rows[light][j] = amount
    return rows


def solve(matrix, want, c, buttons, bug):
    """Yield every solution: echelon form by Euclid's steps, then a walk from the last button."""
    rows = [[*row, rhs] for row, rhs in zip(matrix, want, strict=True)]
    pivot_of = {}
    rank = 0
    for column in range(buttons):
        start = 0 if bug == "wrong-row" else rank
        if rank == len(rows):
            break
        if bug == "as-if-prime":
            pivot = next((r for r in range(start, len(rows)) if rows[r][column] % c), None)
            if pivot is None:
                continue
            rows[rank], rows[pivot] = rows[pivot], rows[rank]
            inverse = pow(rows[rank][column], c - 2, c)
            rows[rank] = [v * inverse % c for v in rows[rank]]
            for r in range(rank + 1, len(rows)):
                factor = rows[r][column]
                rows[r] = [(a - factor * b) % c for a, b in zip(rows[r], rows[rank], strict=True)]
        else:
            live = [r for r in range(start, len(rows)) if rows[r][column] % c]
            if not live:
                continue
            rows[rank], rows[live[0]] = rows[live[0]], rows[rank]
            for r in range(rank + 1, len(rows)):
                while rows[r][column] % c:
                    factor = rows[rank][column] // rows[r][column]
                    rows[rank] = [
                        (a - factor * b) % c for a, b in zip(rows[rank], rows[r], strict=True)
                    ]
                    rows[rank], rows[r] = rows[r], rows[rank]
        pivot_of[column] = rows[rank]
        rank += 1
    if any(row[-1] % c for row in rows[rank:]):
        return
    yield from walk([0] * buttons, buttons - 1, pivot_of, c)


def walk(x, column, pivot_of, c):
    if column < 0:
        yield tuple(x)
        return
    row = pivot_of.get(column)
    for value in range(c):
        x[column] = value
        if (
            row is None
            or sum(a * b for a, b in zip(row[column:], x[column:], strict=False)) % c == row[-1] % c
        ):
            yield from walk(x, column - 1, pivot_of, c)
    x[column] = 0


if __name__ == "__main__":
    main()
