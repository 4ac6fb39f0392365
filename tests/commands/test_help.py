"""``help``, and what clumsy command lines are answered: one sentence of ours, never a library's."""

import re

import pytest

from lo_exact.cli import all_commands
from lo_exact.commands.shared.quick import TOPICS
from lo_exact.registers import GROUPS
from tests.cli_runner import ALL_ON, TAKEN_OUT, run, skip_without_slice

LIBRARIES = ("Input should", "validation error", "unable to parse", "[[", "...}", "Traceback")

CLUMSY = """
min
min nofile.txt
min --count
min BOARD --memory x
min BOARD --memory -3
min BOARD --time-limit x
min BOARD --time-limit -1
min BOARD --engine foo
min BOARD --jobs x
min BOARD --colours x
min BOARD --colours 0
min BOARD --size 5
min BOARD --toy merlinn
min BOARD --coutn
min BOARD --count=yes
min BOARD --format nosuch
kernel BOARD --limit x
kernel BOARD --limit -1
kernel BOARD --eigenvalue 1.5
all BOARD --limit 1.5
all BOARD --within x
sample BOARD --minima x
sample BOARD --minima 0
make
make random
make random --size 0x0
make random --size axb
make random --size 5x5 --seed x
make random --size 5x5 --count 1e3
hardest
hardest --size 5
histogram --size x
walk nofile
distance
distance nofile
distance bb:1
decode
decode a b
check
check nofile.json
judge BOARD
serve --port x
serve --port 99999999
shard plan
foo
--foo
help foo
help min foo
export BOARD --encoding foo
referee
crosscheck --random x
hint BOARD --next x
"""


def words_of(line):
    return [ALL_ON if word == "BOARD" else word for word in line.split()]


@pytest.mark.parametrize("line", CLUMSY.strip().splitlines())
def test_a_clumsy_command_line_is_answered_in_our_words(line):
    ran = run(*words_of(line))
    assert ran.code in (2, 3)
    assert ran.out == ""
    assert not [phrase for phrase in LIBRARIES if phrase in ran.err]
    said = ran.err.strip().splitlines()
    assert said[-1].startswith(("lo-exact: ", "Error: "))
    assert len(said) == 1 or said[0].startswith("Usage: ")


@pytest.mark.parametrize("name", [row.name for row in all_commands()])
def test_help_of_a_command_is_what_its_own_option_prints(name):
    helped = run("help", name)
    assert (helped.code, helped.err) == (0, "")
    assert helped.out.split() == run(name, "--help").out.split()
    assert not [phrase for phrase in LIBRARIES if phrase in helped.out]


def test_help_lists_the_commands_and_knows_commands_of_commands():
    assert run("help").out.split() == run("--help").out.split()
    assert run("help", "shard", "run").out.split() == run("shard", "run", "--help").out.split()
    assert "did you mean min?" in run("help", "mim").err


def test_the_list_of_commands_fits_a_screen_in_groups():
    said = run("--help").out
    assert len(said.splitlines()) <= 55
    headings = re.findall(r"^(\w[\w ]*):$", said, re.MULTILINE)
    kept = [group for group in GROUPS if group in {row.group for row in all_commands()}]
    assert headings == [*kept, "Options"]
    assert TAKEN_OUT.exists() or kept == list(GROUPS)


def test_a_help_shows_the_options_of_its_command_and_names_the_pages_of_the_others():
    said = run("min", "--help").out
    assert len(said.splitlines()) <= 40
    assert "More options: lo-exact help reading (--toy, --joltage), help work, help many" in said
    for topic, (title, options) in TOPICS.items():
        page = run("help", topic).out
        assert page.startswith(f"{title}:\n")
        for option in options:
            name = "--as" if option == "read_as" else f"--{option.replace('_', '-')}"
            assert f"  {name} " in page
            assert f"  {name} " not in said
            assert "No such option" not in run("min", name, "2", "no such file").err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["all-on-5x5.txt"], "lo-exact min all-on-5x5.txt"),
        (["data/boards"], "lo-exact min data/boards"),
        (["##./.#."], "lo-exact min ##./.#."),
        (["random"], "make"),
        (["worksheet"], "levels"),
        (["min", ALL_ON, "--topology", "donut"], "torus"),
        (["min", ALL_ON, "--neighbourhood", "moore"], "king"),
        (["min", ALL_ON, "--rule", "bishop"], "diagonals"),
    ],
)
def test_a_name_that_people_try_is_answered_by_ours(words, meant):
    skip_without_slice([meant])
    ran = run(*words)
    assert ran.code in (2, 3)
    assert ran.err.endswith(f"; did you mean {meant}?\n")


def test_no_type_of_python_stands_in_a_help():
    for name in (row.name for row in all_commands()):
        said = run(name, "--help").out
        assert not re.search(r"<(str|int|float|bool|list)\b|\{[A-Z]+\}", said), name


def test_a_topic_that_is_nearly_right_is_told_and_else_all_are():
    assert run("help", "reeding").err.endswith("did you mean reading?\n")
    assert run("help", "zzz").err.endswith("topics are reading, work, many\n")
