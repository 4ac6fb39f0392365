"""What a certificate's evidence proves, by enumeration of all press vectors.

The judge of the mutated certificates; it shares no code with the checker.
"""

import hashlib
import itertools
import json
import math
import struct
from collections import Counter
from functools import lru_cache
from operator import mul

from tests.truth.certificates.counters import EnumeratedCounters, proves_of_counters

PROOF = "\0proof"
"""Where a case keeps its unpacked proof, beside the document's keys."""


def numbers(value, length, colours):
    """Read a vector of a certificate; no test has a long one."""
    assert 0 <= length < 10**6
    if colours > 2:
        assert len(value) == length
        return tuple(value)
    bits = int(value or "0", 16)
    assert bits < 2**length
    return tuple(bits >> j & 1 for j in range(length))


def off_by(presses, row, needed, colours):
    """How far presses leave a light from its target."""
    return (sum(map(mul, row, presses)) - needed) % colours


class Enumerated:
    """All solutions of a puzzle document, by trying all press vectors."""

    def __init__(self, document):
        c, self.lights = document["colours"], document["lights"]
        self.colours = c
        state = numbers(document["state"], self.lights, c)
        target = numbers(document["target"], self.lights, c)
        ignored = set(document.get("ignored", []))
        lists = document["buttons"]
        amounts = document.get("amounts", [[1] * len(b) for b in lists])
        self.matrix = [[0] * len(lists) for _ in range(self.lights)]
        for j, (lights, added) in enumerate(zip(lists, amounts, strict=True)):
            for light, amount in zip(lights, added, strict=True):
                self.matrix[light][j] = amount
        seen = [i for i in range(self.lights) if i not in ignored]
        self.uniform = document["uniform"] and bool(seen)
        self.seen, self.needed = seen, [(target[i] - state[i]) % c for i in range(self.lights)]
        prices = document.get("prices", [1] * len(lists))
        once = document["objective"] == "buttons"
        self.weights = {}
        rows = [(self.matrix[i], self.needed[i]) for i in seen]
        for x in itertools.product(range(c), repeat=len(lists)):
            shift = (off_by(x, *rows[0], c),) if self.uniform else ()
            off = sum(shift)
            if all(off_by(x, row, needed, c) == off for row, needed in rows):
                cost = sum(p * (v > 0 if once else v) for p, v in zip(prices, x, strict=True))
                self.weights[x + shift] = cost
        self.unknowns = len(lists) + self.uniform
        self.once = once
        self.prices = [*prices, 0][: self.unknowns]

    @property
    def minima(self):
        least = min(self.weights.values())
        return {x for x, weight in self.weights.items() if weight == least}


@lru_cache(maxsize=64)
def enumerated(text):
    document = json.loads(text)
    return EnumeratedCounters(document) if is_of_counters(document) else Enumerated(document)


def is_of_counters(document):
    return document["colours"] is None


def named(document):
    """The SHA-256 of a puzzle document, from the definition in docs/certificate-format.md."""
    whole = is_of_counters(document)
    c, lights = 0 if whole else document["colours"], document["lights"]
    digits = 2**31 if whole else c
    target = list(numbers(document["target"], lights, digits))
    for light in document.get("ignored", []):
        target[light] = -1
    lists = document["buttons"]
    amounts = document.get("amounts", [[1] * len(b) for b in lists])
    kind = ("presses", "buttons", "prices").index(document["objective"])
    flat = [c, lights, len(lists), *map(len, lists), *itertools.chain(*lists, *amounts)]
    flat += [*numbers(document["state"], lights, digits), *target, int(document["uniform"]), kind]
    flat += document["prices"] if kind == 2 else []
    words = b"".join(struct.pack("<q", value) for value in flat)
    kind = b"counters" if whole else b"puzzle"
    return hashlib.sha256(b"lo-exact %s 1\n" % kind + words).hexdigest()


def proves(case):
    """Whether the evidence proves the claim, by enumeration."""
    claim, truth = case["claim"], enumerated(json.dumps(case["puzzle"]))
    if claim["puzzle_sha256"] != named(case["puzzle"]):
        return False
    if is_of_counters(case["puzzle"]):
        return proves_of_counters(case, truth)
    c, kind = truth.colours, claim["kind"]

    def presses(value):
        return numbers(value, truth.unknowns, c)

    if kind == "solution":
        true = truth.weights.get(presses(claim["presses"])) == claim["weight"]
    elif kind == "unsolvable":
        true = not truth.weights
    elif kind == "solutions":
        true = len(truth.weights) == claim["count"]
    elif kind == "minimum":
        listed = [presses(x) for x in claim["minima"]]
        true = bool(listed) and len(set(listed)) == len(listed) and set(listed) <= truth.minima
        true = true and claim["weight"] == truth.weights[listed[0]]
        true = true and claim.get("count", len(truth.minima)) == len(truth.minima)
    else:
        true = claim["bound"] <= min(truth.weights.values(), default=claim["bound"])
        if "presses" in claim or "weight" in claim:
            true = true and truth.weights.get(presses(claim["presses"])) == claim["weight"]
    return true and all(shown(piece, case, truth) for piece in case["evidence"])


def shown(piece, case, truth):
    """Whether one piece of evidence is what it says it is."""
    c, by = truth.colours, piece["by"]
    if by == "witness":
        y = numbers(piece["witness"], truth.lights, c)
        quiet = all(
            sum(y[i] * truth.matrix[i][j] for i in truth.seen) % c == 0
            for j in range(truth.unknowns - truth.uniform)
        )
        even = not truth.uniform or sum(y[i] for i in truth.seen) % c == 0
        return quiet and even and sum(y[i] * truth.needed[i] for i in truth.seen) % c != 0
    if by in ("kernel", "walk", "halves") or piece.get("encoding") == "kernel":
        kernel = case["kernel"]
        start = numbers(kernel["particular"], truth.unknowns, c)
        steps = [numbers(g, truth.unknowns, c) for g in kernel["generators"]]
        reached = Counter(
            tuple((v + sum(k * g[j] for k, g in zip(z, steps, strict=True))) % c
                  for j, v in enumerate(start))
            for z in itertools.product(*map(range, kernel["orders"]))
        )  # fmt: skip
        if set(reached) != set(truth.weights) or set(reached.values()) != {1}:
            return False
    if by == "halves":
        return covers_by_halves(piece, case["claim"], steps, truth)
    if by == "windows":
        return covers_by_windows(piece, case["claim"], truth)
    if by == "sweep":
        return sorted(piece["order"]) == list(range(truth.unknowns))
    if by == "tree":
        return covers_by_tree(piece, case["claim"], truth)
    if by == "covering":
        return covers(piece, case["claim"], truth)
    if by == "moats":
        return covers_by_moats(piece, case["claim"], truth)
    if by == "lrat":
        return refutes(case["clauses"][piece["encoding"]], case[PROOF])
    return True


def covers_by_windows(piece, claim, truth):
    """Whether every solution up to the claim is cheap enough on some window."""
    cost = {
        x: [
            sum(truth.prices[j] * (min(x[j], 1) if truth.once else x[j]) for j in window)
            for window in piece["windows"]
        ]
        for x in truth.weights
    }
    limit = limit_of(claim)
    levels = piece["levels"]
    return all(
        any(c <= t for c, t in zip(cost[x], levels, strict=True))
        for x, weight in truth.weights.items()
        if weight <= limit
    )


def covers(piece, claim, truth):
    """Whether the shares are paid for by the prices, and prove the bound."""
    scale, shares = piece["scale"], piece["shares"]
    if scale < 1 or min(shares, default=0) < 0 or "count" in claim:
        return False

    def counted(number):
        return min(number, 1) if truth.once else number

    for j, price in enumerate(truth.prices[: truth.unknowns - truth.uniform]):
        if sum(shares[i] * counted(truth.matrix[i][j]) for i in truth.seen) > scale * price:
            return False
    if truth.uniform and any(shares[i] for i in truth.seen):
        return False
    total = sum(shares[i] * counted(truth.needed[i]) for i in truth.seen)
    return total > scale * (claim.get("bound", claim.get("weight")) - 1)


def covers_by_moats(piece, claim, truth):
    """Whether every solution crosses each set, no button pays too much, and the bound is met."""
    scale, heights = piece["scale"], piece["heights"]
    if truth.colours != 2 or scale < 1 or min(heights, default=0) < 0 or "count" in claim:
        return False
    paid = [0] * truth.unknowns
    for lights, height in zip(piece["sets"], heights, strict=True):
        if not set(lights) <= set(truth.seen) or len(set(lights)) < len(lights):
            return False
        crosses = [sum(truth.matrix[i][j] for i in lights) % 2
                   for j in range(truth.unknowns - truth.uniform)]  # fmt: skip
        crosses += [len(lights) % 2] * truth.uniform
        if not all(parity(x, crosses) for x in truth.weights):
            return False
        if not truth.weights and sum(truth.needed[i] for i in lights) % 2 == 0:
            return False
        paid = [p + height * c for p, c in zip(paid, crosses, strict=True)]
    if any(p > scale * price for p, price in zip(paid, truth.prices, strict=True)):
        return False
    return sum(heights) > scale * (claim.get("bound", claim.get("weight")) - 1)


def covers_by_halves(piece, claim, generators, truth):
    """Whether every sum that counts reaches one of the thresholds, looked at one by one.

    The weight of each solution is cut into what the first two groups, the last two, and the rest
    pay; half the prices less what is paid is half the sum.
    """
    groups = [[j for j, v in enumerate(numbers(group, truth.unknowns, 2)) if v]
              for group in piece["groups"]]  # fmt: skip
    chosen = [j for group in groups for j in group]
    columns = ["".join(str(g[j]) for g in generators) for j in range(truth.unknowns)]
    if len(groups) != 4 or len(set(chosen)) != len(chosen) or len(piece["thresholds"]) != 2:
        return False
    if any(
        "1" in columns[j] and truth.prices[j] and j not in chosen for j in range(truth.unknowns)
    ):
        return False
    for half in (groups[0] + groups[1], groups[2] + groups[3]):
        forms = {tuple(g[j] for j in half) for g in span(generators, truth.unknowns)}
        if len(forms) != 2 ** len(generators):
            return False
    limit = limit_of(claim)
    free = sum(truth.prices[j] * (1 - 2 * next(iter(truth.weights))[j])
               for j in range(truth.unknowns) if j not in chosen)  # fmt: skip
    return sum(piece["thresholds"]) <= sum(truth.prices) - 2 * limit - free + 1


def covers_by_tree(piece, claim, truth):
    """Whether the boxes hold no solution that counts, each looked at point by point."""
    n, scale = truth.unknowns, piece["scale"]
    listed = [numbers(x, n, 2) for x in claim.get("minima", ())] if "count" in claim else []
    if truth.colours != 2 or scale < 1 or len(listed) != claim.get("count", 0):
        return False
    limit = limit_of(claim)
    if "count" not in claim:  # weights are multiples of this
        limit -= limit % (math.gcd(*truth.prices) or 1)
    broken_by = []
    for lights, chosen in piece["cuts"]:
        summed = [sum(truth.matrix[i][j] for i in lights) for j in range(n - truth.uniform)]
        summed += [len(lights)] * truth.uniform
        odd = sum(truth.needed[i] for i in lights) % 2
        support = {j for j, times in enumerate(summed) if times % 2}
        if not set(lights) <= set(truth.seen) or not set(chosen) <= support:
            return False
        if len(set(chosen)) % 2 == odd:
            return False
        broken_by.append([(j, int(j in chosen)) for j in support])

    def least(box, multipliers, scale):
        """The least that the right side takes in a box, which gives each unknown its values."""
        times = list(zip(multipliers[::2], multipliers[1::2], strict=True))
        if any(y < 0 or k < 0 for k, y in times):
            return -math.inf
        return min(
            scale * sum(p * v for p, v in zip(truth.prices, x, strict=True))
            + sum(y * (1 - sum(x[j] != v for j, v in broken_by[k])) for k, y in times)
            for x in itertools.product(*box)
        )

    boxes = [[(0, 1)] * n]
    for settling, kind, what in piece["nodes"]:
        if not boxes:
            return False
        box = boxes.pop()
        for multipliers in settling:
            settled = list(box)
            for j in [j for j, values in enumerate(box) if len(values) == 2]:
                zero, one = (
                    least([*box[:j], (v,), *box[j + 1 :]], multipliers, scale) for v in (0, 1)
                )
                if zero != one and max(zero, one) > scale * limit:
                    settled[j] = (int(one < zero),)
            box = settled
        if kind == "branch":
            if not 0 <= what < n or len(box[what]) < 2:
                return False
            boxes += [[*box[:what], (v,), *box[what + 1 :]] for v in (1, 0)]
        elif kind == "point":
            if any(len(values) > 1 for values in box) or tuple(v for (v,) in box) not in listed:
                return False
        elif least(box, what, scale if kind == "bound" else 0) <= (
            scale * limit if kind == "bound" else 0
        ):
            return False
    return not boxes


def limit_of(claim):
    """Up to which weight halves evidence has to find all solutions."""
    if claim["kind"] == "minimum":
        return claim["weight"] - ("count" not in claim)
    return claim["bound"] - 1


def span(generators, length):
    """All sums mod 2 of some vectors, as often as they come."""
    for z in itertools.product((0, 1), repeat=len(generators)):
        yield [parity(z, [g[j] for g in generators]) for j in range(length)]


def parity(z, bits):
    chosen = z if isinstance(z, tuple) else [z >> i & 1 for i in range(len(bits))]
    return sum(bit for bit, taken in zip(bits, chosen, strict=True) if taken) % 2


def refutes(clauses, proof):
    """Whether every line of a proof follows by unit propagation from all clauses then known."""
    known = dict(enumerate(clauses, start=1))
    for line in proof.decode().splitlines():
        words = line.split()
        if words[1] == "d":
            for word in words[2:-1]:
                del known[int(word)]
            continue
        clause = [int(word) for word in words[1 : words.index("0", 1)]]
        true = {-literal for literal in clause}
        grown, conflict = True, False
        while grown and not conflict:
            grown = False
            for other in known.values():
                left = {literal for literal in other if -literal not in true}
                if not left:
                    conflict = True
                    break
                if len(left) == 1 and not left <= true:
                    true |= left
                    grown = True
        if not conflict:
            return False
        known[int(words[0])] = clause
        if not clause:
            return True
    return False
