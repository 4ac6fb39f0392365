"""Table rows that register the commands for judging."""

from lo_exact.registers import Command

COMMANDS = (
    Command(
        "crosscheck",
        "lo_exact.judging.crosscheck_command:crosscheck",
        "Solve with every engine and compare.",
        "Trust",
    ),
    Command(
        "referee",
        "lo_exact.judging.referee_command:referee",
        "Judge another solver on many boards.",
        "Trust",
    ),
    Command("judge", "lo_exact.judging.judge_command:judge", "Judge somebody's answer.", "Trust"),
)
