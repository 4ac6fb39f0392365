"""Search that combines the best sums of four groups of buttons, in the square root of the
enumeration time.
"""
