"""Basis of kernel words with short spans, and the states of a sweep that they determine.

A sweep decides the buttons in order.  The *span* of a kernel word reaches from the first button
that it presses to the last.  Words that have begun and not ended are *in memory*: their digits
determine how the solutions can still be completed.  They number the syndromes that the buttons
decided so far leave to the others.  With short spans the words in memory are as few as possible,
never more than the rank of the matrix.

`kernel_spans` makes the basis.  Each prime p of c has its own words (the kernel is their direct
sum), each word a digit 0..p-1.  A word of order p^e in Howell's form stands for e of them: itself,
p times itself, and so on.  Every kernel element is ``sum digit_i word_i`` in exactly one way.  That
stays true when words that come after it (later start, or more often multiplied by p) are added to a
word.  This shortens the ends.  Where two words end at one button, the later one cancels the end of
the earlier one if its value there divides the other's.  For prime c this is the minimal span form
of trellis decoding (Kschischang and Sorokine 1995), for p^e the p-basis form (Kuijper and Pinto
2009).  Costs words^2 x buttons.

`sections` makes the layout of the sweep's states: which digits join, decide and start at each
button.  A state is the digits of the words in memory as one mixed radix number, the word that
starts last outermost.  The sweep runs backwards, so that word is the next to be decided, by a
minimum over halves of the array.
"""

from dataclasses import dataclass
from math import gcd, prod

import numpy as np

from lo_exact.algebra import IntArray, Kernel, prime_powers
from lo_exact.algebra.echelon import echelon
from lo_exact.algebra.linear import idempotent


@dataclass(frozen=True, eq=False)
class Word:
    """Kernel word with its span and the range of its coefficient."""

    values: IntArray
    """(buttons,) int64 residues."""
    prime: int
    """Range of the coefficient: 0..prime-1."""
    start: int
    """First button that the word presses."""
    end: int
    """Last button that the word presses."""


@dataclass(frozen=True, eq=False)
class Spans:
    """Kernel as a list of words with short spans."""

    modulus: int
    """Number of colours c."""
    buttons: int
    """Number of buttons."""
    words: tuple[Word, ...]
    """The words, ordered by start for each prime."""

    def widths(self) -> list[int]:
        """Return, for each button, the number of states while it is being decided."""
        width = [1] * self.buttons
        for word in self.words:
            for button in range(word.start, word.end + 1):
                width[button] *= word.prime
        return width


def kernel_spans(kernel: Kernel) -> Spans:
    """Return a basis of short-span words of a kernel."""
    c, buttons = kernel.modulus, kernel.generators.shape[1]
    if c == 2:
        return Spans(c, buttons, tuple(_shortened_bits(kernel)))
    words = [
        word
        for p, e in prime_powers(c)
        for word in _shortened(kernel, _digit_words(kernel, p, p**e), p, p**e)
    ]
    return Spans(c, buttons, tuple(words))


def _digit_words(kernel: Kernel, p: int, prime_power: int) -> list[IntArray]:
    """Return words for one prime factor: each basis row, then its multiples by p, p^2, ...."""
    c = kernel.modulus
    if c == p:
        return [row.astype(np.int64) for row in echelon(kernel).rows]
    lift = idempotent(c, prime_power)
    orders = tuple(np.gcd(order, prime_power).item() for order in kernel.orders)
    generators = kernel.generators.astype(np.int64) * lift % c
    kept = [i for i, order in enumerate(orders) if order > 1]
    part = Kernel(c, generators[kept], tuple(orders[i] for i in kept))
    basis = echelon(part)
    words = []
    for row, order in zip(basis.rows.astype(np.int64), basis.orders, strict=True):
        while order > 1:
            words.append(row)
            row, order = row * p % c, order // p
    assert p ** len(words) == prod(part.orders)
    return words


def _shortened(kernel: Kernel, words: list[IntArray], p: int, prime_power: int) -> list[Word]:
    """Shorten the spans by cancelling entries of words that end at the same button."""
    c, buttons = kernel.modulus, kernel.generators.shape[1]
    unit = c // prime_power
    rows: IntArray = np.array(words, dtype=np.int64).reshape(len(words), buttons)
    ends = _ends(rows) if words else np.array([], dtype=np.int64)
    for at in reversed(range(buttons)):
        keepers: list[tuple[int, int]] = []
        cancelled: dict[int, list[int]] = {}
        # the last words keep their ends, and cancel the ends of earlier words
        for i in np.flatnonzero(ends == at)[::-1].tolist():
            valuation = gcd(int(rows[i, at]) // unit, prime_power)
            keeper = next((k for k, divisor in keepers if valuation % divisor == 0), -1)
            if keeper < 0:
                keepers.append((i, valuation))
            else:
                cancelled.setdefault(keeper, []).append(i)
        for keeper, divisor in keepers:
            changed = cancelled.get(keeper)
            if changed is None:
                continue
            inverse = pow(int(rows[keeper, at]) // unit // divisor, -1, prime_power)
            # no overflow: entries are below c, `times` below p^e, and their products below 2**62
            times = rows[changed, at] // unit // divisor % prime_power * inverse % prime_power
            rows[changed] = (rows[changed] - times[:, None] * rows[keeper] % c) % c
            ends[changed] = _ends(rows[changed])
    return [
        Word(row, p, int((row != 0).argmax()), int(end))
        for row, end in zip(rows, ends, strict=True)
    ]


def _shortened_bits(kernel: Kernel) -> list[Word]:
    """Shorten the spans for two colours, each word an integer in which bit j is button j."""
    buttons = kernel.generators.shape[1]
    packed = np.packbits(echelon(kernel).rows, axis=1, bitorder="little")
    words = [int.from_bytes(row.tobytes(), "little") for row in packed]
    ending: dict[int, list[int]] = {}
    for i, word in enumerate(words):
        ending.setdefault(word.bit_length() - 1, []).append(i)
    for at in reversed(range(buttons)):
        keeper, *others = sorted(ending.get(at, [-1]), reverse=True)
        for i in others:
            words[i] ^= words[keeper]
            ending.setdefault(words[i].bit_length() - 1, []).append(i)
    size = -(-buttons // 8)
    spans = []
    for word in words:
        bits = np.frombuffer(word.to_bytes(size, "little"), dtype=np.uint8)
        values = np.unpackbits(bits, bitorder="little", count=buttons).astype(np.int64)
        spans.append(Word(values, 2, (word & -word).bit_length() - 1, word.bit_length() - 1))
    return spans


def _ends(words: IntArray) -> IntArray:
    """Return, for each word, the last button with a nonzero entry."""
    ends: IntArray = words.shape[1] - 1 - (words[:, ::-1] != 0).argmax(axis=1)
    return ends


@dataclass(frozen=True, eq=False)
class Section:
    """Layout of the sweep's states at one button."""

    button: int
    """Number of the button."""
    join: list[tuple[int, int, int]]
    """(states outside, prime, states inside) of each word that ends here, in the order in which
    their digits join going back.
    """
    coefficients: list[int]
    """Residues of the words in memory here, outermost first."""
    sizes: list[int]
    """Primes of these words."""
    choices: int
    """Number of states of the digits that start here, which are outermost."""

    @property
    def states(self) -> int:
        """Number of states while the button is decided."""
        return prod(self.sizes)

    @property
    def choice_bytes(self) -> int:
        """Number of bytes that record the best choices at this button, one bit for each state."""
        return self.choices * (self.states // self.choices // 8 + 1) if self.choices > 1 else 0

    def form(self, states: IntArray, modulus: int) -> IntArray:
        """Return, for each state, the presses of this section's button that kernel words add."""
        total = np.zeros_like(states)
        for coefficient, size in zip(
            reversed(self.coefficients), reversed(self.sizes), strict=True
        ):
            states, digits = np.divmod(states, size)
            total = (total + digits * coefficient) % modulus
        return total


def sections(words: Spans) -> list[Section]:
    """Return the state layout at every button, in button order."""
    found: list[Section] = []
    memory: list[Word] = []
    ending: dict[int, list[Word]] = {}
    for word in words.words:
        ending.setdefault(word.end, []).append(word)
    for button in reversed(range(words.buttons)):
        join = []
        for word in ending.get(button, []):
            place = sum(other.start > word.start for other in memory)
            outside = prod(other.prime for other in memory[:place])
            inside = prod(other.prime for other in memory[place:])
            join.append((outside, word.prime, inside))
            memory.insert(place, word)
        starting = sum(word.start == button for word in memory)
        coefficients = [int(word.values[button]) for word in memory]
        sizes = [word.prime for word in memory]
        found.append(Section(button, join, coefficients, sizes, prod(sizes[:starting])))
        memory = memory[starting:]
    found.reverse()
    return found


def forms(coefficients: list[int], sizes: list[int], modulus: int) -> IntArray:
    """Return a linear form's values for all combinations of digits, the first digit outermost."""
    forms = np.zeros(1, dtype=np.int64)
    for coefficient, size in zip(coefficients, sizes, strict=True):
        forms = (forms[:, None] + np.arange(size) * coefficient).reshape(-1) % modulus
    return forms


def leave(section: Section, states: IntArray) -> IntArray:
    """Remove from each state the digits of the kernel words that end at the section's button."""
    for _, prime, inside in reversed(section.join):
        states = states // (prime * inside) * inside + states % inside
    return states
