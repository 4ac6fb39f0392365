"""Methods for people: light chasing, hints, explanations, levels and matrix views.

Begin with `chasing/chase.py` (rule and table), `hint.py` and `explain.py` (quiet patterns that save
presses), `levels/` (boards made for people); each command is in `NAME_command.py`.
"""
