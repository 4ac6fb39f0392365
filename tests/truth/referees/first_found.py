"""Light chasing with the first row solved for: right, and minimal by luck alone.

Reads rows of 0 and 1, prints the places to press, or ``no solution``.  Written apart from the
package.
"""

import sys


def answer(text):
    said = []
    board = [[int(sign) for sign in line] for line in text.split()]
    height, width = len(board), len(board[0])

    def chase(first, lights):
        """Press below every light; return the presses, and what is left in the last row."""
        lights = [row[:] for row in lights]
        presses, row = [], first
        for r in range(height):
            presses.append(row)
            for c in range(width):
                if row[c]:
                    for i, j in ((r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                        if 0 <= i < height and 0 <= j < width:
                            lights[i][j] ^= 1
            row = lights[r][:]
        return presses, lights[-1]

    dark = [[0] * width for _ in range(height)]
    unit = [[int(c == k) for c in range(width)] for k in range(width)]
    effects = [chase(first, dark)[1] for first in unit]
    left = chase([0] * width, board)[1]
    system = [[effects[k][c] for k in range(width)] + [left[c]] for c in range(width)]
    done, where = 0, {}
    for k in range(width):
        pivot = next((i for i in range(done, width) if system[i][k]), None)
        if pivot is None:
            continue
        system[done], system[pivot] = system[pivot], system[done]
        for i in range(width):
            if i != done and system[i][k]:
                system[i] = [a ^ b for a, b in zip(system[i], system[done], strict=True)]
        where[k] = done
        done += 1
    if any(system[i][width] for i in range(done, width)):
        said.append("no solution")
        return said
    first = [system[where[k]][width] if k in where else 0 for k in range(width)]
    presses, _ = chase(first, board)
    said.append("Press these buttons:")
    for r in range(height):
        for c in range(width):
            if presses[r][c]:
                said.append(f"row {r + 1}, column {c + 1}")
    if not any(map(any, presses)):
        said += ["0" * width] * height
    return said


if __name__ == "__main__":
    print("\n".join(answer(sys.stdin.read())))
