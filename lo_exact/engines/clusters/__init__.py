"""Search for lightest words by branching on an unsatisfied check: code distances, solutions of
sparse systems.
"""
