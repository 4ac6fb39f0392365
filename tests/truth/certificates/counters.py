"""What a certificate of counters proves, by enumeration, and good ones to spoil.

The judge shares no code with the checker: it lists all solutions, sees which part each lies in, and
multiplies out the sums that end parts over dense rows.
"""

import itertools
import json
import random

import numpy as np

from lo_exact.algebra.sparse import MAX_MODULUS, from_dense
from lo_exact.certificate.draft import (
    LowerBoundClaim,
    MinimumClaim,
    SolutionClaim,
    SolutionsClaim,
    UnsolvableClaim,
    puzzle_document,
)
from lo_exact.counters import Counters
from lo_exact.puzzle import ANY, Objective


class EnumeratedCounters:
    """All solutions of counters in which buttons that add to nothing are not pressed."""

    colours = None

    def __init__(self, document):
        ignored = set(document.get("ignored", []))
        self.lights = document["lights"]
        self.seen = [i for i in range(self.lights) if i not in ignored]
        lists = document["buttons"]
        amounts = document.get("amounts", [[1] * len(b) for b in lists])
        self.unknowns = len(lists)
        self.rows = [[0] * len(lists) for _ in range(self.lights)]
        for j, (lights, added) in enumerate(zip(lists, amounts, strict=True)):
            for light, amount in zip(lights, added, strict=True):
                self.rows[light][j] = amount
        self.needed = [t - s for s, t in zip(document["state"], document["target"], strict=True)]
        self.prices = document.get("prices", [1] * len(lists))
        tops = []
        for j in range(len(lists)):
            own = [self.needed[i] // self.rows[i][j] for i in self.seen if self.rows[i][j]]
            tops.append(max(0, min(own, default=0)))
        assert np.prod([float(top + 1) for top in tops]) < 10**6
        self.idle = [j for j in range(len(lists)) if not any(self.rows[i][j] for i in self.seen)]
        self.weights = {}
        for x in itertools.product(*(range(top + 1) for top in tops)):
            if self.solves(x):
                self.weights[x] = self.cost(x)

    def cost(self, x):
        return sum(p * v for p, v in zip(self.prices, x, strict=True))

    def solves(self, x):
        return all(
            sum(a * v for a, v in zip(self.rows[i], x, strict=True)) == self.needed[i]
            for i in self.seen
        )

    @property
    def minima(self):
        least = min(self.weights.values())
        return {x for x, weight in self.weights.items() if weight == least}

    def endless(self, kind):
        """Whether a button that adds to nothing makes endless solutions, or minima."""
        return any(kind == "solutions" or self.prices[j] == 0 for j in self.idle)


def proves_of_counters(case, truth):
    """Whether the claim is true and every piece of evidence shows it."""
    claim = case["claim"]
    kind = claim["kind"]

    def weighed(value):
        x = tuple(value)
        fits = len(x) == truth.unknowns and min(x, default=0) >= 0
        return truth.cost(x) if fits and truth.solves(x) else None

    if kind == "solution":
        true = weighed(claim["presses"]) == claim["weight"]
    elif kind == "unsolvable":
        true = not truth.weights
    elif kind == "solutions":
        true = len(truth.weights) == claim["count"] and not truth.endless(kind)
    elif kind == "minimum":
        listed = [tuple(x) for x in claim["minima"]]
        least = min(truth.weights.values(), default=None)
        true = bool(listed) and len(set(listed)) == len(listed)
        true = true and {weighed(x) for x in listed} == {least} == {claim["weight"]}
        if "count" in claim:
            true = true and claim["count"] == len(truth.minima) and not truth.endless(kind)
    else:
        true = claim["bound"] <= min(truth.weights.values(), default=claim["bound"])
        if "presses" in claim or "weight" in claim:
            true = true and weighed(claim["presses"]) == claim["weight"]
    return true and all(shown(piece, claim, truth) for piece in case["evidence"])


def shown(piece, claim, truth):
    if piece["by"] == "witness":
        y, q = piece["witness"], piece["modulus"]
        columns = range(truth.unknowns)
        quiet = all(sum(y[i] * truth.rows[i][j] for i in truth.seen) % q == 0 for j in columns)
        return quiet and sum(y[i] * truth.needed[i] for i in truth.seen) % q != 0
    limit = {"minimum": claim.get("weight", 0) - ("count" not in claim),
             "lower bound": claim.get("bound", 0) - 1}.get(claim["kind"])  # fmt: skip
    live = [j for j in range(truth.unknowns) if j not in truth.idle]
    if "congruence" in piece:
        given = piece["congruence"]
        y, d, q = given["lights"], given["divisor"], given["modulus"]
        sums = [sum(y[i] * truth.rows[i][j] for i in truth.seen) for j in range(truth.unknowns)]
        if any((d * truth.prices[j] - sums[j]) % (d * q) for j in live):
            return False
        rest = sum(y[i] * truth.needed[i] for i in truth.seen)
        if any((d * cost - rest) % (d * q) for cost in truth.weights.values()):
            return False
        while (d * limit - rest) % (d * q):
            limit -= 1
    nodes = iter(piece["nodes"])
    start = [] if limit is None else [([-p for p in truth.prices], -limit)]
    return holds(nodes, piece["functionals"], start, truth) and next(nodes, None) is None


def holds(nodes, functionals, conditions, truth):
    """Whether the next nodes are about the part that these conditions g x >= h leave."""
    kind, first, second = next(nodes)
    if kind == "split":
        f = functionals[first]
        below = [*conditions, ([-v for v in f], -second)]
        above = [*conditions, (list(f), second + 1)]
        return holds(nodes, functionals, below, truth) and holds(nodes, functionals, above, truth)
    inside = {
        x
        for x in truth.weights
        if all(sum(a * v for a, v in zip(g, x, strict=True)) >= h for g, h in conditions)
    }
    if kind == "empty":
        terms = [
            (y, truth.rows[i], truth.needed[i]) for i, y in enumerate(first) if i in truth.seen
        ]
        terms += [(u, g, h) for u, (g, h) in zip(second, conditions, strict=True)]
        sums = [sum(t * g[j] for t, g, _ in terms) for j in range(truth.unknowns)]
        right = sum(t * h for t, _, h in terms) > 0 and max(sums, default=0) <= 0
        return right and min(second, default=0) >= 0 and not inside
    if any(first[j] or second[j] for j in truth.idle):
        return False
    reach = 1 + sum(truth.needed[i] for i in truth.seen) + max(map(abs, first), default=0)
    along = {
        tuple(a + t * b for a, b in zip(first, second, strict=True))
        for t in (range(-reach, reach + 1) if any(second) else [0])
    }
    return inside <= along


def random_counters(rng):
    """Small counters: amounts to 3, some that do not matter, some idle buttons, some prices."""
    m, n, top = rng.randint(1, 4), rng.randint(1, 5), rng.choice([1, 1, 3])
    rows = np.array([[rng.randint(0, top) for _ in range(n)] for _ in range(m)])
    state = np.array([rng.randint(0, 3) for _ in range(m)])
    if rng.random() < 0.7:
        needs = rows @ np.array([rng.randint(0, 3 if n < 5 else 2) for _ in range(n)])
    else:
        needs = np.array([rng.randint(-1, 6) for _ in range(m)])
    target = np.maximum(state + needs, 0)
    if rng.random() < 0.2:
        target[rng.randrange(m)] = ANY
    priced = rng.random() < 0.4
    prices = np.array([rng.randint(0, 4) for _ in range(n)]) if priced else np.zeros(0, np.int64)
    objective = Objective.PRICES if priced else Objective.PRESSES
    return Counters(from_dense(rows, MAX_MODULUS), state, target, objective, prices)


def claims_about(rng: random.Random, puzzle: Counters):
    """All true claims about counters that evidence can be made of, and what is known of them."""
    truth = EnumeratedCounters(json.loads(json.dumps(puzzle_document(puzzle))))
    if not truth.weights:
        return [UnsolvableClaim()], truth
    minima = tuple(sorted(truth.minima))
    least = truth.weights[minima[0]]
    known = rng.choice([(), rng.choice(list(truth.weights))])
    claims = [
        SolutionClaim(rng.choice(list(truth.weights))),
        LowerBoundClaim(max(0, least - rng.randrange(3)), known),
        MinimumClaim(least, minima[:1]),
    ]
    if not truth.endless("minimum"):
        few = minima[: rng.randint(1, len(minima))]
        claims += [MinimumClaim(least, few, len(minima)), MinimumClaim(least, minima, len(minima))]
    if not truth.endless("solutions"):
        claims.append(SolutionsClaim())
    return claims, truth
