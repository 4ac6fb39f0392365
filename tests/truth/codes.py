"""Distances by plain enumeration: every word, one after another."""

from collections.abc import Iterable


def number(row: Iterable[int]) -> int:
    return sum(1 << column for column in row)


def span(rows: Iterable[Iterable[int]]) -> set[int]:
    """Return all sums of rows, as numbers."""
    found = {0}
    for row in rows:
        found |= {word ^ number(row) for word in found}
    return found


def lightest_words(size, checks, trivial=(), lit=()) -> tuple[int, set[tuple[int, ...]]]:
    """Return the least weight and all words of it; (-1, nothing) where there is none.

    Words are odd on exactly the ``lit`` checks.  Where none is lit, sums of trivial words do not
    count, nor does the empty word.
    """
    rows = [number(row) for row in checks]
    wanted = [check in lit for check in range(len(rows))]
    excluded = set() if lit else span(trivial)
    best, words = -1, set()
    for word in range(1 << size):
        if word in excluded:
            continue
        if [bool((row & word).bit_count() % 2) for row in rows] != wanted:
            continue
        weight = word.bit_count()
        if best < 0 or weight < best:
            best, words = weight, set()
        if weight == best:
            words.add(tuple(column for column in range(size) if word >> column & 1))
    return best, words


def random_checks(rng, size, rows, share) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(column for column in range(size) if rng.random() < share) for _ in range(rows)
    )


def random_css(rng, largest=12):
    """Return (size, HX, HZ), rows of HZ sums of the words that HX does not see."""
    size = rng.randrange(1, largest + 1)
    x = random_checks(rng, size, rng.randrange(size), rng.choice([0.2, 0.3, 0.5]))
    rows = [number(row) for row in x]
    unseen = [
        word
        for word in range(1, 1 << size)
        if not any((row & word).bit_count() % 2 for row in rows)
    ]
    z = [rng.choice(unseen) for _ in range(rng.randrange(size))] if unseen else []
    return size, x, tuple(tuple(j for j in range(size) if word >> j & 1) for word in z)
