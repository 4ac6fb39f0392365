"""Light chasing as somebody outside might write it: rows of 0 and 1 in, rows of presses out.

Every first row is tried, the rows below it follow; it shares no code with the package.
"""

import itertools
import sys


def main() -> None:
    rows = [[int(glyph) for glyph in line] for line in sys.stdin.read().split()]
    width = len(rows[0])
    found = [solution for first in itertools.product((0, 1), repeat=width)
             if (solution := chased(rows, list(first)))]  # fmt: skip
    if not found:
        print("unsolvable")
        return
    print("the fewest presses:")
    for row in min(found, key=lambda presses: sum(map(sum, presses))):
        print("".join(".#"[pressed] for pressed in row))


def chased(rows, first):
    """Return the presses below a first row, or nothing when the last row stays on."""
    height, width = len(rows), len(rows[0])
    presses = [first]
    for r in range(1, height + 1):
        presses.append(
            [
                (rows[r - 1][c] + sum(presses[r - 1][max(c - 1, 0) : c + 2])
                 + (presses[r - 2][c] if r > 1 else 0)) % 2
                for c in range(width)
            ]
        )  # fmt: skip
    return presses[:height] if not any(presses[height]) else []


if __name__ == "__main__":
    main()
