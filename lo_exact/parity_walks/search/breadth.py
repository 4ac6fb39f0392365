"""Breadth-first search over positions and paintings: the reference for the other engines.

A state is where the token stands and which cells are still empty: n 2^n states for n cells, one
byte each and one list of states a step.  Shares nothing with the other engines: no counts, no
parity, no bridges.  Seconds at 16 cells; refused beyond `MAX_CELLS`.
"""

from lo_exact.parity_walks.ground import Ground
from lo_exact.parity_walks.search.best import Tell
from lo_exact.parity_walks.trails import letter_between

MAX_CELLS = 20


def size_refusal_of_ground(ground: Ground) -> str:
    """Return the reason why a level is too large for breadth-first search, or ``""``."""
    if ground.cells > MAX_CELLS:
        return f"{ground.cells} cells are more than {MAX_CELLS}"
    return ""


def search(tell: Tell, ground: Ground) -> str:
    """Return a shortest walk by breadth-first search.

    Args:
        tell: Told the bound at every step.
        ground: A ground with at most `MAX_CELLS` cells.
    """
    cells = ground.cells
    shift = cells.bit_length()
    empty = sum(1 << v for v in ground.empty_cells)
    # a state is (which cells are empty) << shift | position
    steps = [[(1 << (w + shift), w) for _, w in around] for around in ground.incident]
    first = empty << shift | ground.start
    seen = bytearray(1 << (cells + shift))
    seen[first] = 1
    layers = [[first]]
    position = (1 << shift) - 1

    def solved(state: int) -> bool:
        return state >> shift == 0 and ground.end in (-1, state & position)

    while not any(map(solved, layers[-1])):
        ahead = []
        for state in layers[-1]:
            here = state & position
            for toggle, there in steps[here]:
                new = (state ^ toggle) - here + there
                if not seen[new]:
                    seen[new] = 1
                    ahead.append(new)
        assert ahead, "a connected board is always solvable"
        layers.append(ahead)
        tell("bound", len(layers) - 1)
    last = next(filter(solved, layers[-1]))
    return _way_back(ground, layers, last, shift)


def _way_back(ground: Ground, layers: list[list[int]], last: int, shift: int) -> str:
    """Return the walk to the last state, reconstructed backwards layer by layer."""
    letters = []
    state = last
    position = (1 << shift) - 1
    for layer in reversed(layers[:-1]):
        here = state & position
        known = set(layer)
        for _, before in ground.incident[here]:
            earlier = (state ^ 1 << (here + shift)) - here + before
            if earlier in known:
                letters.append(letter_between(ground, before, here))
                state = earlier
                break
    return "".join(reversed(letters))
