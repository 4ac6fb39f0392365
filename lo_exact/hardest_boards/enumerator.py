"""Numbers of ways to press buttons by weight: polynomials with exact coefficients.

The free buttons of a puzzle multiply its histogram by such a polynomial, a button of price p by
``1 + q^p + ... + q^((c - 1) p)``.  Equal buttons are raised to a power at once, inside one big
integer (Kronecker substitution), so 1600 buttons cost milliseconds.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from lo_exact.errors import LimitReached

MAX_TERMS = 2**22

Terms = dict[int, int]
"""Number of ways, by weight; no zeros."""


def press_weights(prices: Iterable[int], colours: int, per_button: bool) -> Terms:
    """Return how many ways of pressing some buttons have each weight.

    Args:
        prices: price of each button.
        colours: c.
        per_button: whether a pressed button costs its price once, however often it is pressed.

    Raises:
        LimitReached: When there would be more than `MAX_TERMS` weights.
    """
    total: Terms = {0: 1}
    for price, count in Counter(prices).items():
        if price == 0:
            total = {weight: ways * colours**count for weight, ways in total.items()}
            continue
        if (1 if per_button else colours - 1) * count + 1 > MAX_TERMS:
            raise LimitReached(f"a histogram of more than {MAX_TERMS} weights is refused")
        single = [1, colours - 1] if per_button else [1] * colours
        power = _power(single, count)
        total = polynomial_product(total, {i * price: ways for i, ways in enumerate(power) if ways})
    return total


def polynomial_product(left: Mapping[int, int], right: Mapping[int, int]) -> Terms:
    """Return the product of two polynomials.

    Raises:
        LimitReached: When it could have more than `MAX_TERMS` terms.
    """
    if len(left) * len(right) > MAX_TERMS and _span(left) + _span(right) > MAX_TERMS:
        raise LimitReached(f"a histogram of more than {MAX_TERMS} weights is refused")
    product: Terms = {}
    for a, ways_a in left.items():
        for b, ways_b in right.items():
            product[a + b] = product.get(a + b, 0) + ways_a * ways_b
    return product


def _span(terms: Mapping[int, int]) -> int:
    return max(terms) - min(terms) + 1


def _power(coefficients: list[int], exponent: int) -> list[int]:
    """Return the coefficients of a polynomial's power, lowest first."""
    room = (sum(coefficients) ** exponent).bit_length() // 8 + 1
    packed = sum(value << (8 * room * i) for i, value in enumerate(coefficients))
    degree = (len(coefficients) - 1) * exponent
    data = (packed**exponent).to_bytes(room * (degree + 1), "little")
    return [int.from_bytes(data[room * i : room * (i + 1)], "little") for i in range(degree + 1)]
