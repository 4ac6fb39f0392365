"""Cutting planes replayed: OPB and the lines of a VeriPB proof, in plain Python.

A constraint is (coefficients, bound): the sum of coefficient * x is at least the bound.  Dividing
is done as the rule is written for literals: a negative coefficient a of x is -a of "not x".
"""

from collections import Counter


def read_opb(text):
    """Return all constraints, an equation as two, the one from below first."""
    found = []
    for line in text.splitlines():
        if line.startswith("*"):
            continue
        words = line.removesuffix(";").split()
        assert words[-2] in (">=", "="), line
        sums = Counter()
        for coefficient, variable in zip(words[:-2:2], words[1:-2:2], strict=True):
            sums[variable] += int(coefficient)
        bound = int(words[-1])
        found.append((sums, bound))
        if words[-2] == "=":
            found.append((Counter({v: -a for v, a in sums.items()}), -bound))
    return found


def replayed(opb, proof):
    """Whether the proof ends with 0 >= 1 or more, and says so."""
    database = read_opb(opb)
    head, count, *steps, output, conclusion, end = proof.splitlines()
    assert (head, output) == ("pseudo-Boolean proof version 3.0", "output NONE ;")
    assert (count, end) == (f"f {len(database)} ;", "end pseudo-Boolean proof ;")
    for step in steps:
        rule, *words, stop = step.split()
        assert (rule, stop) == ("pol", ";")
        stack = []
        for word, following in zip(words, [*words[1:], ""], strict=True):
            if word == "+":
                (a, k), (b, m) = stack.pop(), stack.pop()
                stack.append((Counter({v: a[v] + b[v] for v in {*a, *b}}), k + m))
            elif word == "*":
                factor, (a, k) = stack.pop(), stack.pop()
                assert factor > 0
                stack.append((Counter({v: factor * n for v, n in a.items()}), factor * k))
            elif word == "d":
                divisor, (a, k) = stack.pop(), stack.pop()
                degree = k + sum(-n for n in a.values() if n < 0)
                up = {v: -(-abs(n) // divisor) * (1 if n > 0 else -1) for v, n in a.items() if n}
                degree = -(-degree // divisor)
                stack.append((Counter(up), degree - sum(-n for n in up.values() if n < 0)))
            else:
                number = int(word)
                stack.append(number if following in ("*", "d") else database[number - 1])
        (made,) = stack
        database.append(made)
    word, kind, colon, number, stop = conclusion.split()
    assert (word, kind, colon, stop) == ("conclusion", "UNSAT", ":", ";")
    sums, bound = database[int(number) - 1]
    return bound + sum(-n for n in sums.values() if n < 0) > sum(map(abs, sums.values()))
