"""Walks that somebody wrote down: letters, arrows and numbered steps."""

from random import Random

import pytest

from lo_exact.errors import InputError
from lo_exact.parity_walks.level_text import read_levels
from lo_exact.parity_walks.written_walks import read_walk
from tests.parity_walks.small_levels import small_level

STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def route(level, walk):
    """The places of a walk, the start first."""
    places = [level.cells[level.start]]
    for letter in walk:
        (row, column), (down, right) = places[-1], STEPS[letter]
        places.append((row + down, column + right))
    return places


def random_walk(level, chance, most):
    walk, here = "", level.cells[level.start]
    for _ in range(chance.randrange(most)):
        can = [
            (letter, (here[0] + d, here[1] + r))
            for letter, (d, r) in STEPS.items()
            if (here[0] + d, here[1] + r) in level.number
        ]
        if not can:
            break
        letter, here = chance.choice(can)
        walk += letter
    return walk


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("separator", [" ", ", ", "\t", " | "])
def test_numbered_steps_are_the_same_walk_from_0_or_1(seed, first, separator):
    chance = Random(seed)
    level = small_level(chance, 12)
    walk = random_walk(level, chance, 20)
    if not walk:
        return
    held = {}
    for number, place in enumerate(route(level, walk), start=first):
        held.setdefault(place, []).append(number)
    rows = [
        separator.join(
            "/".join(map(str, held[r, c]))
            if (r, c) in held
            else ("." if (r, c) in level.number else "#")
            for c in range(level.columns)
        )
        for r in range(level.rows)
    ]
    assert read_walk(level, "\n".join(rows)) == walk


def test_numbers_may_begin_behind_the_start():
    (level,) = read_levels("S..\n##.")
    assert read_walk(level, "S 1 2\n# # 3") == "RRD"
    assert read_walk(level, "0 1 2\n# # 3") == "RRD"
    assert read_walk(level, "1 2 3\n# # 4") == "RRD"
    assert read_walk(level, "1 2/4 3\n# # .") == "RRL"


def test_letters_and_arrows_are_read_with_what_parts_them():
    (level,) = read_levels("S..")
    for text in ("RRL", "R R L", "R,R,L", "→→←", "RR\nL\n", "→ R L"):
        assert read_walk(level, text) == "RRL"


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("S 1 2\n# # 4", (1, 1), "step 3 stands nowhere"),
        ("S 1 1\n# # 2", (1, 5), "step 1 stands twice"),
        ("S 1 3\n# # 2", (2, 5), "step 2 is not beside the step before"),
        ("S . 1\n# # 2", (1, 5), "step 1 is not beside the start"),
        ("S 5 6\n# # 7", (1, 3), "the first step is 5"),
        ("S 1\n# 2", (1, 1), "3 columns, this row has 2"),
        ("S 1 2", (1, 1), "2 rows, the numbers have 1"),
        ("hello, there", (1, 0), "a walk is letters"),
    ],
)
def test_what_is_no_walk_is_refused_with_its_place(text, place, said):
    (level,) = read_levels("S..\n##.")
    with pytest.raises(InputError, match=said) as refused:
        read_walk(level, text)
    assert (refused.value.line, refused.value.column) == place
