"""Lower bound on the weight, from the fact that each wrong light needs one of its buttons.

Costs two passes over the entries, and is what external solvers begin with.
"""

import numpy as np

from lo_exact.puzzle import System


def least_shares_bound(system: System) -> int:
    """Return a lower bound on the weight, since each wrong light needs one of its buttons pressed.

    Each button's price is shared among the wrong lights it touches; every wrong light counts the
    least share any of its buttons offers.  What is pressed costs at least the sum of all these.
    Shares are whole multiples of 2**-31, rounded down; prices up to 2**31 stay below 2**62.
    """
    columns = system.matrix.columns_of_entries()
    wrong = system.syndrome[system.matrix.rows] != 0
    touched = np.bincount(columns[wrong], minlength=system.unknowns)
    shares = (system.prices << 31) // np.maximum(touched, 1)
    none = np.iinfo(np.int64).max
    least = np.full(system.lights, none, dtype=np.int64)
    np.minimum.at(least, system.matrix.rows[wrong], shares[columns[wrong]])
    total: int = sum(least[least < none].tolist())
    return -(-total >> 31)
