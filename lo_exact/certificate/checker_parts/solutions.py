"""All solutions of A x = s: one of them, and generators of the kernel of A.

Proves: that the certificate lists all solutions, each once.  The generators lie in the kernel and
span all of it, and there are only as many combinations of them as the kernel has elements, so no
two combinations give the same sum.  The kernel's size is found here by elimination, since
|kernel| * |image| = c^unknowns.
Does not prove: what any solution weighs; the forms that use the kernel do.
Trusts: the elimination, "bits" for two colours and "residues" for more.
"""

from __future__ import annotations

from math import prod
from typing import Any

from lo_exact.certificate.checker_parts.claims import Certificate
from lo_exact.certificate.checker_parts.linear.bits import rank_of_lights, rows_of_bits
from lo_exact.certificate.checker_parts.linear.residues import prime_powers, span_exponent, times_in
from lo_exact.certificate.checker_parts.puzzle import System
from lo_exact.certificate.checker_parts.reading import bits_of, fields, items, number
from lo_exact.certificate.checker_parts.verdict import require


class Kernel:
    """Kernel of A as generators, and one solution; together they give each solution once."""

    def __init__(self, system: System, document: Any):
        given = fields(document, "kernel", "particular generators orders")
        self.particular: list[int] = system.presses(given["particular"], "particular")
        listed = items(given["generators"], "generators")
        self.generators: list[list[int]] = [system.presses(g, "generator") for g in listed]
        orders = items(given["orders"], "orders")
        self.orders: list[int] = [number(d, "order", 2, system.colours) for d in orders]
        require(len(self.orders) == len(self.generators), "one order for each generator")
        require(system.image(self.particular) == system.need, "particular is no solution")
        self._check_generators(system)
        self.size: int = prod(self.orders)

    def _check_generators(self, system: System) -> None:
        """Reject unless the generators and orders list each element of the kernel exactly once."""
        c = system.colours
        for generator, order in zip(self.generators, self.orders, strict=True):
            require(not any(system.image(generator).values()), "a generator changes a light")
            require(not any(order * v % c for v in generator), "an order is not its generator's")
        for order in self.orders:
            require(c % order == 0, "an order does not divide the number of colours")
        if c == 2:
            rank = rank_of_lights(system.columns)
            spanned = len(rows_of_bits(map(bits_of, self.generators)))
            self._check_size(len(system.columns) - rank, spanned, len(self.orders))
            return
        for p, e in prime_powers(c):
            exponent = sum(times_in(p, order) for order in self.orders)
            rank = span_exponent(map(dict, system.columns), p, e)
            spanned = span_exponent((dict(enumerate(g)) for g in self.generators), p, e)
            self._check_size(e * len(system.columns) - rank, spanned, exponent)

    @staticmethod
    def _check_size(whole: int, spanned: int, exponent: int) -> None:
        """Reject unless the generators span the kernel and the orders multiply to its size."""
        require(spanned == whole, "the generators do not span the kernel")
        require(exponent == whole, "the orders do not fit the kernel")


def kernel_of(certificate: Certificate) -> Kernel:
    """Return the certificate's kernel, checked at the first call only."""
    if certificate.kernel is None:
        require(certificate.spanned is not None, "this evidence needs a kernel")
        certificate.kernel = Kernel(certificate.system, certificate.spanned)
    found: Kernel = certificate.kernel
    return found
