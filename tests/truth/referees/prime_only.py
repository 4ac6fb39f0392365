"""Elimination that divides by Fermat's little theorem: right for prime c, wrong for others.

Called with c; reads rows of digits, prints them.  Where no pivot is other than 0 it believes that
the rest is free, and where c is no prime its inverses are none.  Written apart from the package.
"""

import sys


def answer(text, c):
    said = []
    lines = text.splitlines()
    board = [[int(sign) for sign in line] for line in lines if line.isdigit()]
    height, width = len(board), len(board[0])
    n = height * width
    places = [(r, k) for r in range(height) for k in range(width)]
    rows = [
        [int(abs(r - i) + abs(k - j) <= 1) for i, j in places] + [-board[r][k] % c]
        for r, k in places
    ]
    pivots = []
    for column in range(n):
        at = len(pivots)
        pivot = next((i for i in range(at, n) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[at], rows[pivot] = rows[pivot], rows[at]
        inverse = pow(rows[at][column], c - 2, c)
        rows[at] = [x * inverse % c for x in rows[at]]
        for i in range(n):
            if i != at and rows[i][column]:
                times = rows[i][column]
                rows[i] = [(a - times * b) % c for a, b in zip(rows[i], rows[at], strict=True)]
        pivots.append(column)
    if any(row[n] for row in rows[len(pivots) :]):
        said.append("unsolvable")
        return said
    presses = [0] * n
    for at, column in enumerate(pivots):
        presses[column] = rows[at][n]
    for r in range(height):
        said.append("".join(map(str, presses[r * width : r * width + width])))
    return said


if __name__ == "__main__":
    print("\n".join(answer(sys.stdin.read(), int(sys.argv[1]))))
