"""Gauss-Jordan elimination mod 2, then every combination of quiet patterns: right and minimal.

Reads rows of 0 and 1, prints rows of presses or ``unsolvable``.  Written apart from the package.
"""

import itertools
import sys


def answer(text):
    said = []
    board = [list(map(int, line)) for line in text.split()]
    height, width = len(board), len(board[0])
    n = height * width
    rows = []
    for r in range(height):
        for c in range(width):
            near = [(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            mask = sum(1 << (i * width + j) for i, j in near if 0 <= i < height and 0 <= j < width)
            rows.append(mask | board[r][c] << n)
    said.append(f"[1/2] eliminating {n} equations")
    pivots = []
    for column in range(n):
        pivot = next((k for k in range(len(pivots), n) if rows[k] >> column & 1), None)
        if pivot is None:
            continue
        at = len(pivots)
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for k in range(n):
            if k != at and rows[k] >> column & 1:
                rows[k] ^= rows[at]
        pivots.append(column)
    said.append(f"[2/2] rank {len(pivots)}")
    if any(row >> n for row in rows[len(pivots) :]):
        said.append("The board is unsolvable.")
        return said
    first = sum(1 << column for column, row in zip(pivots, rows, strict=False) if row >> n)
    quiet = []
    for free in sorted(set(range(n)) - set(pivots)):
        used = sum(
            1 << column for column, row in zip(pivots, rows, strict=False) if row >> free & 1
        )
        quiet.append(used | 1 << free)
    best = first
    for chosen in itertools.product((0, 1), repeat=len(quiet)):
        presses = first
        for take, pattern in zip(chosen, quiet, strict=True):
            presses ^= pattern * take
        best = min(best, presses, key=int.bit_count)
    said.append(f"Solution ({best.bit_count()} presses):")
    for r in range(height):
        said.append("".join(str(best >> (r * width + c) & 1) for c in range(width)))
    return said


if __name__ == "__main__":
    print("\n".join(answer(sys.stdin.read())))
