"""Inner loop of a search for lightest words by branching on unsatisfied checks.

A *word* is a set of buttons.  A check is *open* while an odd number of the pressed buttons (or its
own lit light) is on it.  The search presses a button of the open check with the fewest free
buttons.  Each button that was tried there is excluded for those tried after it, so every word is
found once.  A branch ends when

1. the open checks need more buttons than may still be pressed.  Each open check needs a button, and
   a button serves at most as many open checks as it touches; so the sum over the open checks of
   1 / (most open checks that one of its free buttons touches) is a lower bound on the presses.
   It is counted in whole parts of `SHARES`, rounded down;
2. more than half of a trivial word is pressed: adding that trivial word makes a lighter word that
   is as little trivial;
3. no check is open: the pressed buttons are a word, or a trivial one, which a lightest word never
   contains.

Theorem: if the search finds no word of at most ``limit`` presses, there is none.  Take a lightest
word x and at each node the branch of the first button of x in the order of that node.  Rule 1
cannot prune it, since x itself presses enough; rules 2 and 3 cannot, since x has no lighter
equivalent.

The published relative is the linked-cluster method: Dumer, Kovalev, Pryadko, "Distance verification
for classical and quantum LDPC codes", IEEE Transactions on Information Theory 63 (2017).  It has
neither rule 1 nor rule 2; rule 1 gives the factor of 3 in growth.

Everything is a flat sequence of integers.  So the same source runs compiled on arrays (0.2 us a
node) and plain on lists (25 us a node), with the same nodes in the same order.
"""

from typing import Any

from lo_exact.compiled.loop import Loop

SHARES = 27_720
"""The least common multiple of 1..12, so that shares of checks with up to 12 open neighbours are
whole."""

NODES, PRESSED, OPEN, OVER, DEPTH, BEST, COUNT, KEPT, UNIT, LOW, HIGH, SPLIT, TOP = range(13)
"""Indices into `at`: visited nodes, pressed buttons, open checks, trivial words with more than half
pressed, depth of the stack, least weight so far, number of words found with it,
number of stored ones; the number of the next unit (a node at depth ``SPLIT``), and the
range of units to descend into, and the nodes down to that depth.  Words found above it belong to
the range that begins with 0."""


@Loop
def advance(
    limit: int, budget: int, keep: int, ties: bool,
    column_starts: Any, columns: Any, check_starts: Any, checks: Any,
    trivial_starts: Any, trivials: Any, trivial_sizes: Any, labels: Any, label_words: int,
    orbit: Any, state: Any, lit: Any, free: Any, touched: Any, share: Any, halves: Any,
    open_checks: Any, place: Any, candidates: Any, counts: Any, positions: Any, width: int,
    pressed: Any, label: Any, at: Any, tallies: Any, words: Any,
) -> bool:  # fmt: skip
    """Continue a search until it ends or has visited ``budget`` more nodes.

    All but numbers are sequences of integers: lists, or int64 arrays where this is compiled.

    Args:
        limit: largest number of presses.
        budget: largest number of nodes in this call.
        keep: largest number of lightest words to store.
        ties: whether to find all lightest words instead of one.
        column_starts: start of each button's checks, and the end.
        columns: the checks of each button, one after another.
        check_starts: start of each check's buttons, and the end.
        checks: the buttons of each check.
        trivial_starts: start of each button's trivial words, and the end.
        trivials: the trivial words that contain each button.
        trivial_sizes: the weight of each trivial word.
        labels: (buttons * label_words,) 62 bits a number: the functionals that are odd on a button.
        label_words: numbers for each button; 0 if every word counts.
        orbit: 1 for buttons of the root's orbit: found words are tallied by how many they press.
        state: state of each button: 0 free, 1 pressed, 2 excluded.
        lit: 1 for open checks.
        free: number of free buttons of each check.
        touched: number of open checks of each button.
        share: SHARES // i, up to the largest number of checks of a button; more than the
            shares of any limit at 0.
        halves: number of pressed buttons of each trivial word.
        open_checks: the open checks.
        place: index of each open check in that list.
        candidates: the stack: rows of ``width`` buttons.
        counts: number of used entries of each row.
        positions: number of tried entries of each row.
        width: buttons of the heaviest check.
        pressed: the pressed buttons, in order.
        label: (label_words,) sum of their labels.
        at: see `NODES` and the others.
        tallies: number of lightest words by their number of buttons of the orbit.
        words: (keep * limit,) the stored words.

    Returns:
        Whether the search is over.
    """
    # A search without recursion, so that it can stop at any node and resume in another process: its
    # whole state is in the arrays.  Invariant at the head of the loop: the pressed buttons are
    # those on the path from the root; `touched`, `free`, `halves` and `label` are up to date with
    # them; a button that was tried at a depth and released stays excluded while other buttons of
    # that depth are tried, so no set is visited twice.
    end = at[NODES] + budget
    while at[DEPTH] >= 0:
        depth = at[DEPTH]
        tried = positions[depth]
        button = candidates[depth * width + max(tried - 1, 0)]
        if tried > 0 and state[button] == 1:  # release it; excluded at this depth
            step = -1
            state[button] = 2
            at[PRESSED] -= 1
        elif tried == counts[depth]:  # all candidates tried: free them and go up one level
            for k in range(depth * width, depth * width + tried):
                state[candidates[k]] = 0
                for q in range(column_starts[candidates[k]], column_starts[candidates[k] + 1]):
                    free[columns[q]] += 1
            at[DEPTH] -= 1
            continue
        elif at[NODES] >= end:
            return False
        else:
            step = 1
            button = candidates[depth * width + tried]
            positions[depth] += 1
            at[NODES] += 1
            state[button] = 1
            pressed[at[PRESSED]] = button
            at[PRESSED] += 1
            for k in range(column_starts[button], column_starts[button + 1]):
                free[columns[k]] -= 1
        for k in range(column_starts[button], column_starts[button + 1]):
            check = columns[k]
            change = -1 if lit[check] else 1
            if lit[check]:  # close this check: the last open check replaces it in the list
                lit[check] = 0
                at[OPEN] -= 1
                open_checks[place[check]] = open_checks[at[OPEN]]
                place[open_checks[at[OPEN]]] = place[check]
            else:
                lit[check] = 1
                open_checks[at[OPEN]] = check
                place[check] = at[OPEN]
                at[OPEN] += 1
            for q in range(check_starts[check], check_starts[check + 1]):
                touched[checks[q]] += change
        for k in range(trivial_starts[button], trivial_starts[button + 1]):
            before = 2 * halves[trivials[k]] > trivial_sizes[trivials[k]]
            halves[trivials[k]] += step
            after = 2 * halves[trivials[k]] > trivial_sizes[trivials[k]]
            at[OVER] += int(after) - int(before)
        for k in range(label_words):
            label[k] ^= labels[button * label_words + k]
        if step < 0:
            continue
        most = min(limit, at[BEST] if ties else at[BEST] - 1)
        if depth <= at[SPLIT]:
            at[TOP] += 1
            most = limit  # ignore words found so far: unit numbers must not depend on them
            if depth == at[SPLIT]:
                unit = at[UNIT]
                at[UNIT] += 1
                if unit < at[LOW] or unit >= at[HIGH]:
                    continue
        if at[OVER] > 0:
            continue
        room = most - at[PRESSED]
        if room < 0:
            continue
        if at[OPEN] == 0:
            trivial = label_words > 0
            for k in range(label_words):
                if label[k] != 0:
                    trivial = False
            if trivial or at[PRESSED] > at[BEST] or (depth < at[SPLIT] and at[LOW] > 0):
                continue
            if at[PRESSED] < at[BEST]:
                at[BEST] = at[PRESSED]
                at[COUNT] = 0
                at[KEPT] = 0
                for k in range(len(tallies)):
                    tallies[k] = 0
            at[COUNT] += 1
            met = 0
            for k in range(at[PRESSED]):
                met += orbit[pressed[k]]
            tallies[met] += 1
            if at[KEPT] < keep:
                for k in range(at[PRESSED]):
                    words[at[KEPT] * limit + k] = pressed[k]
                at[KEPT] += 1
            continue
        # Rule 1: if each free button of an open check is on at most m open checks, the press that
        # closes it closes at most m, so the check costs at least 1/m of a press; the sum of these
        # shares is a lower bound.  Branch on the check with the fewest free buttons: one of these
        # buttons must be pressed, so no solution is lost.
        least = 0
        fewest, chosen = width + 1, -1
        for i in range(at[OPEN]):
            check = open_checks[i]
            if free[check] < fewest or (free[check] == fewest and check < chosen):
                fewest, chosen = free[check], check
            most_touched = 0
            for q in range(check_starts[check], check_starts[check + 1]):
                other = checks[q]
                if state[other] == 0 and touched[other] > most_touched:
                    most_touched = touched[other]
            least += share[most_touched]
            if least > room * SHARES:
                break
        if least > room * SHARES:
            continue
        depth += 1
        start, count = depth * width, 0
        for q in range(check_starts[chosen], check_starts[chosen + 1]):
            other = checks[q]
            if state[other] == 0:  # order by number of open checks, most first
                k = start + count
                while k > start and touched[candidates[k - 1]] < touched[other]:
                    candidates[k] = candidates[k - 1]
                    k -= 1
                candidates[k] = other
                count += 1
        counts[depth], positions[depth] = count, 0
        at[DEPTH] = depth
    return True
