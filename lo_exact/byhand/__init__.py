"""Methods to solve boards by hand: light chasing, hints, explanations, graded levels.

Begin with `chasing/chase.py` (rule and table), `hint.py` and `explain.py` (quiet patterns that save
presses), `levels/` (boards made for people); each command is in `NAME_command.py`.
"""
