"""Verify terms of OEIS A075464: the fewest presses that turn off an n x n Lights Out board.

    python verify.py --term N      one term
    python verify.py --all         every term of the two lists, in order of cost
    python verify.py --list        what each term takes

It needs Python 3.11 or newer and this folder: the terms in b075464.txt and a075464.txt, and, for
terms marked "halves", a file of certificates/.  It imports nothing else and reads no other file.
Exit code 0: verified; 1: refuted; 2: wrong usage; 3: a file cannot be read; 4: more memory is
needed than --memory allows (8192 MiB unless said, where the system can hold a process to it).

How a term is verified

1.  All solutions.  Rows of presses are integers of n bits.  The lights of row i are off exactly if
    row i + 1 is  all ones ^ r_i ^ (r_i << 1) ^ (r_i >> 1) ^ r_(i-1).  So the first row decides the
    rest, and the row after the last must come out as 0: n linear equations for n bits.  Elimination
    gives one solution x and k patterns that change no light; the solutions are x plus the 2^k sums
    of these patterns, each once.
2.  Up to 2^22 solutions: all are visited, and their presses counted.
3.  More: by halves.  A certificate names four groups of buttons, A, B, C, D, and two limits T, T'.
    Write w(A) for the presses of a solution in A, and f for those outside all groups, which no
    pattern changes.  A solution with at most w presses has w(A) + w(B) <= T or w(C) + w(D) <= T'
    wherever T + T' + 2 + f > w.  The solutions with w(A) + w(B) <= T are found so: w(A) depends on
    rank(A) bits alone, and one Walsh-Hadamard transform gives it for all of them; those with
    w(A) <= T - min w(B) are listed, likewise for B, and the lists are joined.  The presses of
    every solution that is met are counted.  The certificate is not believed: that the groups are
    disjoint, hold every button that a pattern presses, that each half tells all patterns apart,
    that the limits suffice and that no group has fewer presses than it says is all checked here.
"""

import argparse
import json
import sys
import time
from bisect import bisect_right
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
VISITED = 22
"""Boards with up to 2^22 solutions are verified by visiting all of them."""
LOW, LANES = 13, 10
"""A transform of 2^23 sums is made at once, in 2^13 integers with 2^10 lanes each."""


class Refuted(Exception):
    """A term or a certificate does not hold; the message says why."""


def require(condition, reason):
    """Refute unless the condition holds."""
    if not condition:
        raise Refuted(reason)


# ------------------------------------------ all solutions -----------------------------------------


def chase(first, ones, n):
    """Return (rows of presses, the row after the last) that a first row leads to."""
    mask, before, row, rows = (1 << n) - 1, 0, first, []
    for _ in range(n):
        rows.append(row)
        row, before = ones ^ row ^ (row << 1 & mask) ^ (row >> 1) ^ before, row
    return rows, row


def whole(rows, n):
    """Return rows as one integer of n * n bits, the first row highest."""
    board = 0
    for row in rows:
        board = board << n | row
    return board


def solutions(n):
    """Return a solution x and a basis of the patterns that change no light."""
    ones = (1 << n) - 1
    reduced = {}  # leading bit of the row after the last -> (that row, the first row that gives it)
    patterns = []
    for bit in range(n):
        first = 1 << bit
        last = chase(first, 0, n)[1]
        while last and last.bit_length() in reduced:
            other, its_first = reduced[last.bit_length()]
            last, first = last ^ other, first ^ its_first
        if last:
            reduced[last.bit_length()] = last, first
        else:
            patterns.append(whole(chase(first, 0, n)[0], n))
    first, last = 0, chase(0, ones, n)[1]
    while last:
        require(last.bit_length() in reduced, "the board has no solution")
        other, its_first = reduced[last.bit_length()]
        last, first = last ^ other, first ^ its_first
    rows, after = chase(first, ones, n)
    require(after == 0, "the chase went wrong")
    return whole(rows, n), patterns


def visit_all(x, patterns, bound):
    """Count the solutions by their presses, all of them, up to a bound."""
    found = Counter()
    half = patterns[: len(patterns) // 2]
    shifts = [0]
    for pattern in half:
        shifts += [pattern ^ shift for shift in shifts]
    for step in range(1 << len(patterns) - len(half)):  # a Gray code: one pattern a step
        if step:
            x ^= patterns[len(half) + (step & -step).bit_length() - 1]
        for presses in [(x ^ shift).bit_count() for shift in shifts]:
            if presses <= bound:
                found[presses] += 1
    return found


# ------------------------------------------- by halves --------------------------------------------


def rank(rows):
    """Return the rank of rows of bits."""
    kept = {}
    for row in rows:
        while row and row.bit_length() in kept:
            row ^= kept[row.bit_length()]
        if row:
            kept[row.bit_length()] = row
    return len(kept)


def split(patterns, mask):
    """Return (patterns independent on the mask, patterns that vanish on it), a basis of the same.

    Each step adds one pattern of the basis to another, so the span stays.
    """
    kept, quiet = {}, []
    for pattern in patterns:
        while lead := (pattern & mask).bit_length():
            if lead not in kept:
                kept[lead] = pattern
                break
            pattern ^= kept[lead]
        else:
            quiet.append(pattern)
    return list(kept.values()), quiet


def light(group, x, moving, most, least):
    """Yield (presses, form) of x + a form, on the group, for all forms with at most ``most``.

    A form says which of the patterns ``moving`` are added: bit i stands for moving[i].

    With a_u = 1 where x does not press u and -1 where it does, and column u the bits of the
    patterns at u, the presses on the group are (size - S) / 2 with S the sum over the group of
    a_u (-1)^<column u, form>.  S for all forms is a Walsh-Hadamard transform.  A form has three
    parts.  The lowest LOW bits are the index of a list, which the transform turns pairwise from
    f, g into f + g, f - g.  The next LANES bits are the lane of an integer: its value is the sum of
    S 2^(16 lane), S positive or negative, so that one addition serves all lanes.  What is higher is
    one run of the loop for each.

    Raises:
        Refuted: Where a form has fewer presses than ``least``.
    """
    size = group.bit_count()
    goal = size - 2 * most  # S of what is wanted
    require(size < 2**14 and -(2**14) < goal < 2**14, "a group is too large for lanes of 16 bits")
    places = Counter()
    for u in bits(group):
        column = sum((pattern >> u & 1) << i for i, pattern in enumerate(moving))
        places[column] += -1 if x >> u & 1 else 1
    low = min(len(moving), LOW)
    lanes = min(len(moving) - low, LANES)
    above = low + lanes
    signs = [1]  # of each middle part: (-1)^<middle, lane> in the lanes of one integer
    for bit in range(lanes):
        shift = 16 << bit
        signs = [sign + (sign << shift) for sign in signs] + [
            sign - (sign << shift) for sign in signs
        ]
    one_each = ((1 << (16 << lanes)) - 1) // 0xFFFF
    top, lift = one_each << 15, one_each * (0x8000 - goal)
    split_places = [
        (place % (1 << low), signs[place >> low & (1 << lanes) - 1] * amount, place >> above)
        for place, amount in places.items()
    ]
    for high in range(1 << len(moving) - above):
        table = [0] * (1 << low)
        for place, amounts, part in split_places:
            table[place] += -amounts if (part & high).bit_count() & 1 else amounts
        for index, sums in enumerate(transformed(table)):
            lifted = sums + lift  # a lane now holds S - goal + 2^15, which is positive
            reached = lifted & top  # the top bit of a lane says that S >= goal
            if not reached:
                continue
            data = reached.to_bytes(2 << lanes, "little")
            values = lifted.to_bytes(2 << lanes, "little")
            at = data.find(0x80)
            while at >= 0:
                presses = most - ((values[at] << 8 | values[at - 1]) - 0x8000) // 2
                require(presses >= least, "a group has solutions with fewer presses than it says")
                yield presses, high << above | at // 2 << low | index
                at = data.find(0x80, at + 1)


def transformed(values):
    """Return the Walsh-Hadamard transform of a list, by halves: they fit a cache."""
    if len(values) == 1:
        return values
    middle = len(values) // 2
    f, g = transformed(values[:middle]), transformed(values[middle:])
    return [a + b for a, b in zip(f, g, strict=True)] + [a - b for a, b in zip(f, g, strict=True)]


def bits(number):
    """Yield the places of the ones of a number."""
    while number:
        lowest = number & -number
        yield lowest.bit_length() - 1
        number ^= lowest


def sums_of(patterns, forms):
    """Yield for each form the sum of its patterns, looked up eight at a time."""
    tables = []
    for start in range(0, len(patterns), 8):
        table = [0]
        for pattern in patterns[start : start + 8]:
            table += [pattern ^ other for other in table]
        tables.append((start, table))
    for form in forms:
        total = 0
        for start, table in tables:
            total ^= table[form >> start & len(table) - 1]
        yield total


def half(x, patterns, own, others, limit, least, bound):
    """Yield (presses in own, presses in all groups) of solutions with at most ``limit`` in own.

    Those with more than ``bound`` in all groups are left out.

    The patterns are written in a basis of three parts: what vanishes on B, what vanishes on A, and
    the rest, which both see.  A solution on A is a choice of the first and the third part, one on
    B of the second and the third; they belong together where the third part is the same.
    """
    a, b = own
    require(rank([p & (a | b) for p in patterns]) == len(patterns), "a half is blind to a pattern")
    seen_by_b, only_a = split(patterns, b)
    _, only_b = split(patterns, a)
    both = []
    for pattern in seen_by_b:  # complete the two parts to a basis
        if rank([*only_a, *only_b, *both, pattern]) == len(only_a) + len(only_b) + len(both) + 1:
            both.append(pattern)
    require(len(only_a) + len(only_b) + len(both) == len(patterns), "no basis")
    shared = (1 << len(both)) - 1
    outside = others[0] | others[1]
    on_a = list(light(a, x, both + only_a, limit - least[1], least[0]))
    on_b = list(light(b, x, both + only_b, limit - least[0], least[1]))
    if len(on_a) < len(on_b):  # the shorter list is the one that is held with its sums
        on_a, on_b, only_a, only_b = on_b, on_a, only_b, only_a
    partners = {}
    on_b.sort()
    added = sums_of([p & outside for p in only_b], (form >> len(both) for _, form in on_b))
    for (presses, form), pattern in zip(on_b, added, strict=True):
        weights, sums = partners.setdefault(form & shared, ([], []))
        weights.append(presses)
        sums.append(pattern)
    added = sums_of([p & outside for p in both + only_a], (form for _, form in on_a))
    x &= outside
    for (presses, form), pattern in zip(on_a, added, strict=True):
        weights, sums = partners.get(form & shared, ((), ()))
        here, number = x ^ pattern, bisect_right(weights, limit - presses)
        counts = [(here ^ other).bit_count() for other in sums[:number]]
        if counts and min(counts) + presses + weights[0] <= bound:
            for weight, count in zip(weights[:number], counts, strict=True):
                if presses + weight + count <= bound:
                    yield presses + weight, presses + weight + count


def by_halves(n, x, patterns, kept, bound):
    """Count the solutions with at most ``bound`` presses, by the groups of a certificate."""
    groups = [int(group, 16) for group in kept["groups"]]
    require(len(groups) == 4, "there must be four groups")
    pressed = union = 0
    for pattern in patterns:
        pressed |= pattern
    for group in groups:
        require(not union & group, "a button is in two groups")
        union |= group
    require(union < 1 << n * n and not pressed & ~union, "a button is in no group")
    free = (x & ~union).bit_count()
    first, second = kept["limits"]
    require(first + second + 2 + free > bound, "the limits leave out some solutions")
    found, a, b, least = Counter(), groups[:2], groups[2:], kept["least"]
    for _, presses in half(x, patterns, a, b, first, least[:2], bound - free):
        found[presses + free] += 1
    for own, presses in half(x, patterns, b, a, second, least[2:], bound - free):
        if presses - own > first:  # else the first half has met it
            found[presses + free] += 1
    return found


# --------------------------------------------- the terms ------------------------------------------


def read_terms():
    """Return the terms of the two lists, by n."""
    terms = {}
    for name in ("b075464.txt", "a075464.txt"):
        for line in (HERE / name).read_text(encoding="ascii").splitlines():
            if line and not line.startswith("#"):
                n, value = map(int, line.split())
                terms[n] = value
    return terms


def certificate_of(n):
    """Return the path of a term's certificate."""
    return HERE / "certificates" / f"{n}.json"


def verify(n, value):
    """Verify a(n) = value; return in words how, and the number of solutions that reach it.

    Raises:
        Refuted: When it does not hold.
    """
    x, patterns = solutions(n)
    if len(patterns) <= VISITED:
        found, how = visit_all(x, patterns, value), f"all 2^{len(patterns)} solutions"
    else:
        kept = json.loads(certificate_of(n).read_text(encoding="ascii"))
        found, how = (
            by_halves(n, x, patterns, kept, value),
            f"halves of 2^{len(patterns)} solutions",
        )
    require(found, f"no solution has {value} presses or fewer")
    require(min(found) == value, f"a solution has {min(found)} presses")
    return how, found[value]


def peak():
    """Return the largest memory of this process in MiB, where the system tells it."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux; what getrusage says there may be a parent's
        for line in status.read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return f"{int(line.split()[1]) >> 10} MiB"
    try:
        import resource  # Unix alone
    except ImportError:
        return "memory not known"
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{used >> (20 if sys.platform == 'darwin' else 10)} MiB"


def report(n, value):
    """Verify a term and print the outcome; return the exit code."""
    started = time.process_time()
    try:
        how, number = verify(n, value)
    except Refuted as reason:
        print(f"a({n}) = {value} REFUTED: {reason}", flush=True)
        return 1
    except MemoryError:
        print(f"a({n}): not verified: it takes more memory than is allowed", file=sys.stderr)
        return 4
    except FileNotFoundError as error:
        print(f"a({n}): its certificate is needed: {error.filename}", file=sys.stderr)
        return 3
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"a({n}): its certificate cannot be read: {error!r}", file=sys.stderr)
        return 3
    seconds = time.process_time() - started
    took = f"{seconds:.1f} s of CPU, {peak()}"
    print(f"a({n}) = {value} verified, reached by {number}: {how}; {took}", flush=True)
    return 0


def hold_to(mebibytes):
    """Let this process have no more memory than that, where the system can do so."""
    try:
        import resource  # Unix alone
    except ImportError:
        return
    try:
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes << 20, mebibytes << 20))
    except (ValueError, OSError):  # a lower limit holds already
        return


def costs():
    """Return the seconds and the MiB that terms with a certificate took, by n, as measured."""
    kept = {}
    for path in (HERE / "certificates").glob("*.json"):
        document = json.loads(path.read_text(encoding="ascii"))
        kept[document["n"]] = document["measured"]
    return kept


def main():
    """Read the arguments, verify, and exit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--term", type=int, metavar="N", help="verify a(N)")
    asked.add_argument("--all", action="store_true", help="verify every term")
    asked.add_argument("--list", action="store_true", help="say what each term takes")
    parser.add_argument("--memory", type=int, metavar="MIB", default=8192, help="take no more")
    words = parser.parse_args()
    if words.memory < 64:
        parser.error("--memory: 64 MiB are needed at least")
    hold_to(words.memory)
    try:
        terms, measured = read_terms(), costs()
    except (OSError, ValueError, KeyError) as error:
        print(f"{HERE}: {error}", file=sys.stderr)
        return 3
    if words.term is not None and words.term not in terms:
        print(f"a({words.term}) is in neither list", file=sys.stderr)
        return 2
    chosen = sorted(terms) if words.term is None else [words.term]
    chosen.sort(key=lambda n: measured[n]["seconds"] if n in measured else 0)
    for n in chosen:
        needs = "all solutions, under 5 s of CPU, 20 MiB; or halves, with its certificate"
        if n in measured:
            took = measured[n]
            needs = f"halves, about {took['seconds']} s of CPU and {took['mebibytes']} MiB"
            if took["mebibytes"] > words.memory:
                needs += f" (--memory {words.memory} allows less)"
        if words.list:
            print(f"a({n}) = {terms[n]}: {needs}")
        elif n in measured or words.term:
            print(f"a({n}): {needs}", flush=True)
    if words.list:
        return 0
    started = time.perf_counter()
    code = max(report(n, terms[n]) for n in chosen)
    if len(chosen) > 1:
        print(f"{len(chosen)} terms, {time.perf_counter() - started:.0f} s, {peak()}")
    return code


if __name__ == "__main__":
    sys.exit(main())
