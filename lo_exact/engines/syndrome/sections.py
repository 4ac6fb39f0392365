"""State layout of a syndrome sweep at each button: the digits that join, decide and start.

A state is the digits of the kernel words in memory as one mixed radix number, the word that starts
last outermost: going back it is the next to be decided, so that is a minimum over halves.
"""

from dataclasses import dataclass
from math import prod

import numpy as np

from lo_exact.algebra import IntArray
from lo_exact.engines.syndrome.spans import Spans, Word


@dataclass(frozen=True, eq=False)
class Section:
    """State layout of the sweep at one button."""

    button: int
    """Its number."""
    join: list[tuple[int, int, int]]
    """(states outside, prime, states inside) of each word that ends here, in the order in which
    their digits join going back.
    """
    coefficients: list[int]
    """Residues of the words in memory here, outermost first."""
    sizes: list[int]
    """Their primes."""
    choices: int
    """Number of states of the digits that start here, which are outermost."""

    @property
    def states(self) -> int:
        """Number of states while the button is decided."""
        return prod(self.sizes)

    @property
    def choice_bytes(self) -> int:
        """Bytes of the bits that record the best choices."""
        return self.choices * (self.states // self.choices // 8 + 1) if self.choices > 1 else 0

    def form(self, states: IntArray, modulus: int) -> IntArray:
        """Return the presses that the kernel words add to the button in each given state."""
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
    """Return the value of a linear form for all digit combinations, the first digit outermost."""
    forms = np.zeros(1, dtype=np.int64)
    for coefficient, size in zip(coefficients, sizes, strict=True):
        forms = (forms[:, None] + np.arange(size) * coefficient).reshape(-1) % modulus
    return forms


def leave(section: Section, states: IntArray) -> IntArray:
    """Remove from states the digits of the words that end at this button."""
    for _, prime, inside in reversed(section.join):
        states = states // (prime * inside) * inside + states % inside
    return states
