"""Engine and tasks for whole numbers, to be registered in the solver's tables."""

from lo_exact.registers import EngineRow, Task

ENGINES = (
    EngineRow(
        "counters",
        "branch and bound over the lattice of whole solutions, for counters",
        "lo_exact.whole_numbers.engine",
    ),
)

FORMS = ("splits",)
"""Forms of evidence for counters; `HELP` names their writer."""

HELP = (
    Task("count solutions in whole numbers", "lo_exact.whole_numbers.engine:count_whole_solutions"),
    Task("write certificates of counters", "lo_exact.whole_numbers.claim:counters_document"),
)

CHECKERS = {"counters_checker.py": ("splits",)}
