"""The parts of the check of halves, each against enumeration: sums of a group, pairs, limits."""

import random
from collections import Counter
from itertools import product

import pytest

from lo_exact.certificate import checker
from lo_exact.certificate.checker import Group, Rejected

TOO_MUCH = "the prices of a group add up to too much"


def signed(members, z):
    """Return the sum of a group at z, from its members alone."""
    return sum(-a if (column & z).bit_count() % 2 else a for column, a in members)


def plain_pairs(own, others, width, low, aim):
    met = Counter()
    for z in range(2**width):
        first = sum(signed(group, z) for group in own)
        second = sum(signed(group, z) for group in others)
        if first >= low and first + second >= aim:
            met[first, second] += 1
    return met


def spanning(rng, width, number):
    """Return members of a group and of its partner; together they tell all z apart."""
    while True:
        pair = [
            [(rng.randrange(1, 2**width), rng.randint(-4, 4)) for _ in range(number)]
            for _ in range(2)
        ]
        if len(Group(pair[0] + pair[1]).pivots) == width:
            return pair


def test_each_z_is_met_once_also_where_ranks_add_up_to_more_than_the_width():
    rng = random.Random(3)
    loose = met = 0
    for _ in range(150):
        width = rng.randint(1, 6)
        own, others = (spanning(rng, width, width // 2 + rng.randint(1, 4)) for _ in range(2))
        first, second = ([Group(members) for members in half] for half in (own, others))
        for group in (*first, *second):
            group.tabulate()
        top = sum(group.top for group in (*first, *second))
        low = sum(group.top for group in first) - rng.randint(0, 24)
        aim = top - rng.randint(0, 60)
        found = Counter(checker.pairs(first, second, width, low, aim))
        assert found == plain_pairs(own, others, width, low, aim)
        loose += first[0].rank + first[1].rank > width
        met += sum(found.values())
    assert loose > 75
    assert met > 500


@pytest.mark.parametrize("total", [2**15 - 1, 2**15, 2**15 + 1, 2**16 - 1, 2**16, 2**31 - 1])
def test_sums_near_the_width_of_a_lane(total):
    third = total // 3
    members = [(0b001, third), (0b010, -third), (0b111, total - 2 * third)]
    group = Group(members)
    group.tabulate()
    assert group.size == total
    assert group.sums.typecode == ("h" if total < 2**15 else "i")
    wanted = {group.form(z): signed(members, z) for z in range(8)}
    assert list(group.sums) == [wanted[form] for form in range(8)]
    assert group.top == max(wanted.values())
    assert Counter(group.sums) == Counter(wanted.values())


def test_a_group_of_more_than_2_to_14_forms_is_made_in_pieces():
    rng = random.Random(4)
    members = [(1 << i, rng.randint(-9, 9)) for i in range(16)] + [(0xFFFF, 5), (0xA5C3, -7)]
    group = Group(members)
    group.tabulate()
    assert len(group.sums) == 2**16
    for z in [0, 2**16 - 1, *(rng.randrange(2**16) for _ in range(300))]:
        assert group.sums[group.form(z)] == signed(members, z)


@pytest.mark.parametrize("amount", [2**31, -(2**31), 2**32, 3**30])
def test_what_does_not_fit_into_32_bits_is_refused(amount):
    with pytest.raises(Rejected) as refusal:
        Group([(1, amount)])
    assert str(refusal.value) == TOO_MUCH
    assert Group([(1, amount // abs(amount) * (2**31 - 1))]).size == 2**31 - 1


def test_as_many_sums_as_the_bound_are_listed_and_no_more(monkeypatch):
    group = Group([(1, 1), (2, 1), (4, 1)])
    group.tabulate()
    monkeypatch.setattr(checker, "MAX_LISTED", 4)
    assert sorted(group.above(1)) == sorted(
        (signed([(1, 1), (2, 1), (4, 1)], z), group.form(z)) for z in (0, 1, 2, 4)
    )
    monkeypatch.setattr(checker, "MAX_LISTED", 3)
    with pytest.raises(Rejected, match=r"^more than 3 sums of one group are to be listed$"):
        group.above(1)


def test_as_many_pairs_as_the_bound_are_visited_and_no_more(monkeypatch):
    own = [Group([(1, 1)]), Group([(2, 1)])]
    others = [Group([(1, 1)]), Group([(2, 1)])]
    for group in (*own, *others):
        group.tabulate()
    monkeypatch.setattr(checker, "MAX_PAIRS", 4)
    assert len(list(checker.pairs(own, others, 2, -2, -4))) == 4
    monkeypatch.setattr(checker, "MAX_PAIRS", 3)
    with pytest.raises(Rejected, match=r"^more than 3 pairs of sums are to be looked at$"):
        list(checker.pairs(own, others, 2, -2, -4))


@pytest.mark.parametrize("width", [1, 9, 17])
def test_forms_are_mapped_eight_bits_at_a_time(width):
    rng = random.Random(width)
    images = [rng.getrandbits(20) for _ in range(width)]
    forms = [rng.getrandbits(width) for _ in range(50)]
    wanted = []
    for form in forms:
        total = 0
        for i, image in enumerate(images):
            total ^= image if form >> i & 1 else 0
        wanted.append(total)
    assert list(checker.mapped(images, forms)) == wanted


@pytest.mark.parametrize("seed", range(20))
def test_bits_belong_to_some_z_when_their_tag_is_0(seed):
    rng = random.Random(seed)
    width = rng.randint(1, 5)
    pivots = [1 << i for i in range(width)] + [rng.randrange(1, 2**width) for _ in range(3)]
    rng.shuffle(pivots)
    images, tags = checker.joint(pivots, width)
    of = {tuple((p & z).bit_count() % 2 for p in pivots): z for z in range(2**width)}
    for bits in product((0, 1), repeat=len(pivots)):
        z = tag = 0
        for bit, image, one in zip(bits, images, tags, strict=True):
            z, tag = (z ^ image, tag ^ one) if bit else (z, tag)
        assert (tag == 0) == (bits in of)
        if bits in of:
            assert z == of[bits]


def test_too_few_bits_tell_no_solutions_apart():
    with pytest.raises(Rejected) as refusal:
        checker.joint([1, 2, 3], 3)
    assert str(refusal.value) == "two groups do not tell all solutions apart"


def solution_of(pivots, form):
    """Return a z with the given bits <pivot, z>, by elimination on the equations."""
    rows, z = {}, 0
    for i, pivot in enumerate(pivots):
        row, bit = pivot, form >> i & 1
        for lead, (other, theirs) in rows.items():
            if row >> lead & 1:
                row, bit = row ^ other, bit ^ theirs
        lead = row.bit_length() - 1
        for at, (other, theirs) in list(rows.items()):
            if other >> lead & 1:
                rows[at] = other ^ row, theirs ^ bit
        rows[lead] = row, bit
    for lead, (_, bit) in rows.items():
        z |= bit << lead
    return z
