"""Rows that judging adds to the tables."""

from lo_exact.registers import Command, Task

COMMANDS = (
    Command(
        "crosscheck", "lo_exact.judging.crosscheck_command:crosscheck", "Every engine, compared."
    ),
    Command(
        "referee", "lo_exact.judging.referee_command:referee", "A solver on many boards, judged."
    ),
    Command("judge", "lo_exact.judging.judge_command:judge", "An answer, judged."),
)

LONG = (Task("crosscheck", "lo_exact.judging.crosscheck_command:crosscheck"),)
