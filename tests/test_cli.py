"""Every command, with answers known from published tables or plain enumeration."""

import json
import shlex
import shutil
import subprocess
import sys
from importlib import import_module

import pytest
import typer

from lo_exact.cli import COMMANDS, TYPERS_OWN, guarded
from lo_exact.errors import (
    DisagreementError,
    InputError,
    LimitReached,
    MissingPackageError,
    SolverError,
    UsageError,
)
from tests.cli_runner import ALL_ON, ROOT, command, environment, run, run_program

FOUR_MINIMA = {
    "\n".join(grid.split()).translate(str.maketrans("01", ".#"))
    for grid in (
        "01101 01110 00111 11011 11000",
        "00011 11011 11100 01110 10110",
        "11000 11011 00111 01110 01101",
        "10110 01110 11100 11011 00011",
    )
}
"""All minima of the 5 x 5 board with every light on: M. Hiroi, Puzzle DE Programming (2022)."""
CORNER = "#....\n.....\n.....\n.....\n.....\n"
"""Unsolvable on 5 x 5: the quiet patterns press the corner's light an odd number of times."""


def drawings(out: str) -> list[str]:
    """Return the blocks after the first, which is the sentence."""
    return [block.rstrip("\n") for block in out.split("\n\n")[1:]]


# --- answers ----------------------------------------------------------------


def test_min_draws_a_published_minimum_and_says_optimal():
    ran = run("min", ALL_ON)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("optimal: 15 presses, proved to be the minimum\n")
    assert set(drawings(ran.out)) < FOUR_MINIMA


def test_min_in_json_has_the_documented_keys_in_their_order():
    ran = run("min", ALL_ON, "--json", "--count", "--canonical")
    answer = json.loads(ran.out)
    assert list(answer) == [
        "status", "weight", "lower_bound", "presses", "minimum_solutions", "colours", "lights",
        "buttons", "engine", "seconds", "puzzle_sha256", "canonical",
    ]  # fmt: skip
    assert (answer["status"], answer["weight"], answer["lower_bound"]) == ("optimal", 15, 15)
    assert answer["minimum_solutions"] == 4
    drawn = ["".join(".#"[presses] for presses in row) for row in answer["presses"]]
    # "." (46) sorts after "#" (35): the lexicographically least presses are the greatest drawing
    assert "\n".join(drawn) == max(FOUR_MINIMA)
    assert answer["canonical"] is True


def test_all_gives_exactly_the_four_published_grids():
    ran = run("all", ALL_ON)
    assert ran.code == 0
    assert "4 minimum solutions\n" in ran.out
    listed = drawings(ran.out)
    assert len(listed) == 4
    assert set(listed) == FOUR_MINIMA


def test_all_with_a_limit_says_how_many_are_missing():
    ran = run("all", ALL_ON, "--limit", "3", "--json")
    answer = json.loads(ran.out)
    assert len(answer["solutions"]) == 3
    assert answer["minimum_solutions"] == 4
    assert ran.err == "3 of 4 minimum solutions shown; --limit 4 shows all\n"
    assert run("all", ALL_ON, "--limit", "3", "-q").err == ""


def test_count_gives_both_numbers():
    ran = run("count", ALL_ON)
    assert ran.out == "4 solutions in all\n4 minimum solutions, with 15 presses\n"
    answer = json.loads(run("count", ALL_ON, "--json").out)
    assert (answer["solutions_total"], answer["minimum_solutions"]) == (4, 4)


def test_count_total_answers_at_once_however_many_there_are():
    board = "0" * 61
    ran = run("count", "-", "--total", text=f"{board}\n" * 61)
    # A159257: the 61 x 61 board has nullity 40
    assert (ran.code, ran.out) == (0, f"{2**40} solutions in all\n")
    row = run("make", "full", "--size", "120x121", "--neighbourhood", "[.]#").out
    answer = json.loads(run("count", "-", "--total", "--json", text=row).out)
    assert answer["solutions_total"] == 0
    assert run("count", "-", "--total", "--expect-solvable", text=CORNER).code == 1


def test_numbers_of_thousands_of_digits_are_printed():
    # one column, and a press changes the light to its right: none, so every press vector will do
    text = "neighbourhood: [.]#\n\n" + "0\n" * 20_000
    ran = run("count", "-", "--total", text=text)
    assert ran.code == 0
    assert len(ran.out) > 6000
    assert int(ran.out[:10]) == int(str_of_power(20_000)[:10])


def str_of_power(exponent: int) -> str:
    """Return 2^exponent in decimal, long as it may be."""
    sys.set_int_max_str_digits(0)
    return str(2**exponent)


def test_count_of_an_unsolvable_board_is_zero():
    ran = run("count", "-", text=CORNER)
    assert (ran.code, ran.out) == (0, "0 solutions in all\n")


def test_solve_gives_presses_and_does_not_call_them_minimal():
    ran = run("solve", ALL_ON, "--json")
    answer = json.loads(ran.out)
    assert (ran.code, answer["status"], answer["solutions_total"]) == (0, "feasible", 4)
    judged = run("crosscheck", ALL_ON, "--answer", "-", "--any-solution", text=ran.out)
    assert judged.code == 0
    assert "optimal" not in run("solve", ALL_ON).out


def test_an_unsolvable_board_is_an_answer_and_can_be_expected_not_to_be():
    ran = run("min", "-", text=CORNER)
    assert ran.code == 0
    assert ran.out.startswith("infeasible: ")
    for name in ("min", "solve", "all", "count"):
        assert run(name, "-", "--expect-solvable", text=CORNER).code == 1
        assert run(name, ALL_ON, "--expect-solvable").code == 0


def test_prove_shows_the_witness_in_words_and_ends_with_1():
    ran = run("prove", "-", text=CORNER)
    assert ran.code == 1
    assert "Every button changes these 12 lights together an even number of times" in ran.out
    assert "sums to 1" in ran.out
    witness = json.loads(run("prove", "-", "--json", text=CORNER).out)["witness"]
    assert drawings(ran.out)[-1] == "\n".join(
        "".join(".#"[value] for value in row) for row in witness
    )
    # by hand: every button touches an even number of the witness's lights, one of them is lit
    lit = {(r, c) for r, row in enumerate(witness) for c, v in enumerate(row) if v}
    assert len(lit) == 12
    assert (0, 0) in lit
    for r in range(5):
        for c in range(5):
            touched = {(r, c), (r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}
            assert len(touched & lit) % 2 == 0


def test_prove_of_a_solvable_board_shows_presses_that_solve_it():
    ran = run("prove", ALL_ON)
    assert ran.code == 0
    assert ran.out.startswith("solvable")
    answer = drawings(ran.out)[-1].translate(str.maketrans(".#", "01"))
    assert run("crosscheck", ALL_ON, "--answer", "-", "--any-solution", text=answer).code == 0


def test_kernel_draws_the_quiet_patterns():
    ran = run("kernel", ALL_ON)
    assert ran.out.startswith("nullity 2: ")
    assert "exactly 4 solutions" in ran.out
    assert len(drawings(ran.out)) == 2
    answer = json.loads(run("kernel", ALL_ON, "--json").out)
    assert (answer["nullity"], answer["orders"], answer["solutions_total"]) == (2, [2, 2], 4)
    ran = run("kernel", ALL_ON, "--limit", "1")
    assert len(drawings(ran.out)) == 1
    assert "1 of 2" in ran.err


def test_kernel_of_a_composite_number_of_colours_counts_solutions_instead():
    ran = run("kernel", "-", "--colours", "6", "--json", text="000\n000\n000\n")
    answer = json.loads(ran.out)
    assert (answer["solutions_total"], "nullity" in answer) == (1, True)
    answer = json.loads(run("kernel", "-", "--colours", "6", "--json", text="00000\n" * 5).out)
    # 5 x 5: nullity 2 for c = 2 and 3 for c = 3, so 2^2 * 3^3 solutions for c = 6
    assert answer["solutions_total"] == 108
    assert "nullity" not in answer


def test_show_says_what_was_understood():
    ran = run("show", ALL_ON)
    assert "5 x 5 grid: 25 lights, 25 buttons, 2 colours" in ran.out
    assert "3 to 5 lights (plus, plane)" in ran.out
    assert drawings(ran.out) == ["\n".join(["#####"] * 5)]
    answer = json.loads(run("show", ALL_ON, "--json").out)
    assert answer["state"] == [[1] * 5] * 5


def test_show_writes_any_format_and_reads_it_back():
    sha = json.loads(run("show", ALL_ON, "--json").out)["puzzle_sha256"]
    for name in ("board", "json", "flip", "mask"):
        text = run("show", ALL_ON, "--format", name).out
        assert json.loads(run("show", "-", "--json", text=text).out)["puzzle_sha256"] == sha
    assert run("show", ALL_ON, "--format", "nothing").code == 2


# --- options ----------------------------------------------------------------


def test_the_objective_can_be_asked_anew():
    ran = run("min", "-", "--colours", "3", "--objective", "buttons", text="1\n")
    assert ran.out.startswith("optimal: 1 button,")
    ran = run("min", "-", "--colours", "3", text="1\n")
    assert ran.out.startswith("optimal: 2 presses,")


def test_any_uniform_colour_as_target():
    ran = run("min", ALL_ON, "--target", "any")
    assert ran.out.startswith("optimal: 0 presses")


def test_an_engine_can_be_named_and_verbose_says_it():
    ran = run("min", ALL_ON, "--engine", "slack:highs", "-v")
    assert ran.out.startswith("optimal: 15 presses")
    assert "engine slack:highs" in ran.err
    ran = run("min", ALL_ON, "--engine", "nothing")
    assert (ran.code, ran.out) == (2, "")
    assert "no engine is called 'nothing'" in ran.err


def test_a_time_limit_gives_a_status_and_a_bound_and_exit_code_4(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text(run("make", "random", "--size", "14x14", "--seed", "5").out)
    ran = run("min", str(board), "--engine", "slack:cbc", "--time-limit", "1", "--json")
    assert ran.code == 4
    answer = json.loads(ran.out)
    assert answer["status"] in ("feasible", "unknown")
    truth = json.loads(run("min", str(board), "--json").out)
    assert truth["status"] == "optimal"
    assert answer["lower_bound"] <= truth["weight"] <= answer.get("weight", truth["weight"])
    assert (
        "optimal" not in run("min", str(board), "--engine", "slack:cbc", "--time-limit", "0.2").out
    )


@pytest.mark.parametrize("seconds", ["-1", "nan", "x", ""])
def test_a_time_limit_must_be_seconds(seconds):
    ran = run("min", ALL_ON, "--time-limit", seconds)
    assert (ran.code, ran.out) == (2, "")


def test_a_long_search_is_taken_up_where_it_stopped(tmp_path):
    board, checkpoint = tmp_path / "board.txt", str(tmp_path / "search.json")
    board.write_text(run("make", "random", "--size", "30x30", "--seed", "5").out)
    whole = json.loads(run("min", str(board), "--json", "--count").out)
    asked = ["min", str(board), "--checkpoint", checkpoint, "--json", "--count", "-q"]
    stopped = run(*asked, "--time-limit", "0")
    assert stopped.code == 4
    done = json.loads(run(*asked, "--resume").out)
    for key in ("status", "weight", "presses", "minimum_solutions"):
        assert done[key] == whole[key]
    ran = run("min", ALL_ON, "--checkpoint", checkpoint, "--resume", "--count")
    assert (ran.code, ran.out, ran.err.count("\n")) == (3, "", 1)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--resume"], 2),
        (["--checkpoint", "/no/such/folder/search.json"], 3),
        (["--checkpoint", "search.json", "--engine", "slack:highs"], 2),
    ],
)
def test_checkpoints_refuse_bad_usage(options, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ran = run("min", ALL_ON, *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (code, "", 1)


# --- make -------------------------------------------------------------------


def test_make_full_of_one_colour():
    assert run("make", "full", "--size", "2x3").out == "111\n111\n"
    ran = run("make", "full", "--size", "2x3", "--colour", "2", "--colours", "3")
    assert ran.out.endswith("222\n222\n")
    assert run("make", "full", "--size", "2x3", "--colour", "2").code == 3


def test_make_random_is_repeatable_and_solvable():
    first = run("make", "random", "--size", "5x5", "--seed", "7")
    assert first.out == run("make", "random", "--size", "5x5", "--seed", "7").out
    assert first.out != run("make", "random", "--size", "5x5", "--seed", "8").out
    assert run("prove", "-", text=first.out).code == 0
    unsaid = run("make", "random", "--size", "5x5")
    seed = unsaid.err.removeprefix("seed ").strip()
    assert run("make", "random", "--size", "5x5", "--seed", seed).out == unsaid.out
    assert run("make", "random", "--size", "5x5", "-q").err == ""


def test_make_unsolvable_is_unsolvable_or_refused():
    made = run("make", "unsolvable", "--size", "5x5", "--seed", "7")
    assert run("prove", "-", text=made.out).code == 1
    ran = run("make", "unsolvable", "--size", "3x3")
    assert (ran.code, ran.out) == (2, "")


def test_make_the_board_that_given_presses_solve(tmp_path):
    presses = tmp_path / "presses.txt"
    presses.write_text("010\n000\n000\n")
    ran = run("make", "pressed", "--size", "3x3", "--presses", str(presses))
    assert ran.out == "111\n010\n000\n"


def test_make_takes_its_rules_from_a_file():
    assert run("make", "full", "--like", ALL_ON, "--colour", "0").out == "00000\n" * 5


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["beautiful", "--size", "3x3"],
        ["random"],
        ["pressed", "--size", "3x3"],
        ["full", "--size", "3x3", "--seed", "1"],
        ["random", "--size", "3x3", "--colour", "1"],
        ["random", "--size", "3x3", "--presses", "x"],
    ],
)
def test_make_refuses_bad_usage(options):
    ran = run("make", *options)
    assert (ran.code, ran.out) == (2, "")


# --- crosscheck and engines ---------------------------------------------------


def test_crosscheck_compares_the_engines_asked_for():
    names = ["coset", "exhaustive", "slack:highs", "chain:rc2"]
    asked = [word for name in names for word in ("--engine", name)]
    ran = run("crosscheck", "-", *asked, "--json", text="111\n111\n111\n")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert [row["engine"] for row in answer["engines"]] == names
    assert {(row["weight"], row["minimum_solutions"]) for row in answer["engines"]} == {(5, 1)}
    assert answer["proved"] == 4


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("unsolvable", 1, "called unsolvable"),
        ("00000\n" * 5, 1, "not a solution: 25 of 25"),
        ("nonsense", 1, "cannot be read"),
    ],
)
def test_crosscheck_judges_an_answer(text, code, said):
    ran = run("crosscheck", ALL_ON, "--answer", "-", text=text)
    assert ran.code == code
    assert said in ran.out


@pytest.mark.parametrize("bug", ["transposed", "wrong-row", "as-if-prime", "not-minimal"])
def test_crosscheck_names_the_first_board_that_a_broken_solver_fails(bug):
    solver = f"{sys.executable} {ROOT / 'tests/truth/linear_solver.py'}"
    ran = run(
        "crosscheck", "--solver", f"{solver} --bug {bug}", "--random", "200", "--seed", "3",
        "--colours", "2..9", "-q",
    )  # fmt: skip
    assert ran.code == 1
    assert ran.out.startswith("wrong on board ")
    assert "its answer:" in ran.out


GRID_SOLVER = """
import itertools, sys
rows = [line for line in sys.stdin.read().split() if line.isdigit()]
places = [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]
near = lambda p, q: abs(p[0] - q[0]) + abs(p[1] - q[1]) <= 1
found = []
for x in itertools.product((0, 1), repeat=len(places)):
    pressed = [p for p, v in zip(places, x) if v]
    if all(sum(near(p, q) for p in pressed) % 2 == int(rows[q[0]][q[1]]) for q in places):
        found.append(x)
if found:
    best = min(found, key=sum)
    for r in range(len(rows)):
        print(*(best[places.index((r, c))] for c in range(len(rows[0]))), sep="")
else:
    print("unsolvable")
"""
"""Every press vector of a small grid, as somebody might write it in a minute."""


def test_crosscheck_passes_a_right_solver_on_grids_and_on_one_board(tmp_path):
    program = tmp_path / "solver.py"
    program.write_text(GRID_SOLVER)
    solver = f"{sys.executable} {program}"
    ran = run(
        "crosscheck", "--solver", solver, "--random", "12", "--size", "1x2..3x3",
        "--colours", "2", "--seed", "4", "--json",
    )  # fmt: skip
    assert ran.code == 0, ran.out
    answer = json.loads(ran.out)
    assert answer["boards"] == 12
    assert sum(answer["verdicts"].values()) == 12
    assert run("crosscheck", "-", "--solver", solver, text="10\n11\n").code == 0


def test_random_grids_are_solvable_mostly_and_repeatable(tmp_path):
    program = tmp_path / "echo.py"
    program.write_text("import sys; print(sys.stdin.read())")
    solver = f"{sys.executable} {program}"
    asked = ["crosscheck", "--solver", solver, "--random", "3", "--size", "4x4", "--seed", "9"]
    first = run(*asked)
    assert first.code == 1
    assert first.out == run(*asked).out
    assert first.out != run(*asked[:-1], "10").out


@pytest.mark.parametrize(
    "options",
    [
        [],
        [ALL_ON, "--random", "3"],
        ["--random", "3", "--size", "5"],
        ["--random", "3", "--size", "5x5..2x2"],
        ["--random", "3", "--colours", "9..2"],
        ["--random", "3", "--neighbourhood", "king"],
        [ALL_ON, "--solver", "no-such-solver-anywhere"],
        [ALL_ON, "--solver", ""],
        [ALL_ON, "--solver", "'"],
    ],
)
def test_crosscheck_refuses_bad_usage(options):
    ran = run("crosscheck", *options)
    assert (ran.code, ran.out) == (2, "")


def test_engines_lists_all_tables_and_every_engine_passes_its_test():
    ran = run("engines", "--json")
    assert ran.code == 0
    answer = json.loads(ran.out)
    assert {row["name"] for row in answer["encodings"]} >= {"xor", "chain", "slack", "kernel"}
    assert {row["name"] for row in answer["backends"]} >= {"cadical", "rc2", "cbc", "highs"}
    for row in answer["engines"]:
        assert row["self_test"] == "ok" or row["self_test"].startswith("not installed")


def test_a_disagreement_is_saved_and_ends_with_6(monkeypatch, tmp_path):
    from dataclasses import replace

    from lo_exact import crosscheck, solver

    def lying(puzzle, *, engine, **options):
        found = solver.minimum(puzzle, engine=engine, **options)
        return replace(found, weight=4, lower_bound=4) if engine == "exhaustive" else found

    monkeypatch.setattr(crosscheck, "minimum", lying)
    monkeypatch.chdir(tmp_path)
    ran = run(
        "crosscheck", "-", "--engine", "coset", "--engine", "exhaustive", text="111\n111\n111\n"
    )
    assert (ran.code, ran.out, ran.err.count("\n")) == (6, "", 1)
    (path,) = tmp_path.glob("lo-exact-disagreement-*.json")
    assert path.name in ran.err
    saved = json.loads(path.read_text())
    assert {row["weight"] for row in saved["answers"]} == {4, 5}
    board = tmp_path / "board.json"
    board.write_text(json.dumps(saved["puzzle"]))
    shown = json.loads(run("show", str(board), "--json").out)
    assert shown["puzzle_sha256"] == saved["puzzle_sha256"]


def test_a_missing_package_is_named_with_its_install_line_and_ends_with_5(monkeypatch):
    from lo_exact.backends import table

    real = table.find_spec
    monkeypatch.setattr(
        table, "find_spec", lambda name: None if name == "pycryptosat" else real(name)
    )
    ran = run("min", ALL_ON, "--engine", "xor:cryptominisat")
    assert (ran.code, ran.out, ran.err.count("\n")) == (5, "", 1)
    assert "pip install" in ran.err
    assert run("min", ALL_ON).code == 0


# --- help, errors, streams ----------------------------------------------------


def documented() -> list[tuple[str, str]]:
    """Return (command as words, its example) of every command and subcommand."""
    found = []
    for row in COMMANDS:
        module, _, name = row.function.partition(":")
        target = getattr(import_module(module), name)
        if isinstance(target, typer.Typer):
            inner = [
                (f"{row.name} {c.name}", c.callback.__doc__) for c in target.registered_commands
            ]
        else:
            inner = [(row.name, target.__doc__)]
        for words, text in inner:
            lines = [line.strip() for line in text.splitlines()]
            (example,) = [line for line in lines if line.startswith("Example: ")]
            found.append((words, example.removeprefix("Example: ")))
    return found


@pytest.mark.parametrize(("words", "example"), documented())
def test_the_example_in_a_commands_help_runs(words, example, monkeypatch, tmp_path):
    asked = shlex.split(example)
    assert asked[:2] == ["lo-exact", words.split()[0]]
    # a copy: some commands write beside what they read
    shutil.copytree(ROOT / "data", tmp_path / "data")
    monkeypatch.chdir(tmp_path)
    ran = run(*asked[1:])
    assert ran.code == 0, ran.err
    assert ran.out or words == "shard run"


@pytest.mark.parametrize(("words", "example"), documented())
def test_help_shows_the_example(words, example):
    ran = run(*words.split(), "--help")
    assert ran.code == 0
    # help may be broken at a hyphen, so no blank is compared
    assert "".join(example.split()) in "".join(ran.out.split())
    assert run(*words.split(), "-h").out == ran.out


def test_version_and_unknown_command():
    assert run("--version").out == "lo-exact 0.1.0\n"
    ran = run("mim")
    assert ran.code == 2
    assert "Did you mean 'min'" in ran.err
    assert run().code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_can_be_shown(shell):
    ran = run_program(
        "--show-completion",
        shell,
        SHELL=f"/bin/{shell}",
        _TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION="1",
    )
    assert ran.code == 0
    assert "lo-exact" in ran.out or "lo_exact" in ran.out


def test_completion_offers_commands_and_engines():
    asked = {"_LO_EXACT_COMPLETE": "complete_bash"}
    ran = run_program(COMP_WORDS="lo-exact k", COMP_CWORD="1", **asked)
    assert ran.out.split() == ["kernel"]
    ran = run_program(COMP_WORDS="lo-exact min --engine sl", COMP_CWORD="3", **asked)
    assert ran.out.split() == ["slack:cbc", "slack:highs"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("x"), 2),
        (InputError("x", source="f", line=1), 3),
        (LimitReached("x"), 4),
        (MissingPackageError("x"), 5),
        (DisagreementError("x"), 6),
        (SolverError("x"), 70),
        (MemoryError(), 70),
        (OSError(28, "No space left on device", "c.json"), 70),
        (ZeroDivisionError("x\ny"), 70),
        (KeyboardInterrupt(), 130),
    ],
)
def test_every_exception_has_its_exit_code_and_one_line(error, code, capsys):
    def fail() -> int:
        raise error

    assert guarded(fail) == code
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Traceback" not in said


def test_verbose_shows_where_an_internal_error_is(capsys):
    assert guarded(lambda: 1 // 0, verbose=True) == 70
    assert "Traceback" in capsys.readouterr().err


def test_what_typer_raises_itself_passes_through():
    for kind in TYPERS_OWN:
        assert kind.__name__ in ("Exit", "Abort", "ClickException")


def test_a_closed_pipe_is_no_error():
    made = command("make", "full", "--size", "600x600")
    done = subprocess.run(
        ["bash", "-c", 'set -o pipefail; "$@" | head -c 1', "-", *made],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == ("1", "")
    assert done.returncode in (0, 141)


def test_output_survives_a_terminal_that_knows_ascii_only(tmp_path):
    ran = run_program("min", "größe.txt", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert ran.code == 3
    assert ran.err.count("\n") == 1
