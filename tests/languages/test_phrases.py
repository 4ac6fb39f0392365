"""Messages in other languages: every number, every value, and no English left in an answer."""

import ast
import re
from contextvars import copy_context
from pathlib import Path
from string import Formatter

import pytest

import lo_exact
from lo_exact.languages.english import ENGLISH
from lo_exact.languages.japanese import JAPANESE
from lo_exact.languages.phrases import choose_language, language_of, phrase
from lo_exact.solver.button_names import joined_by_and
from tests.cli_runner import ALL_ON, ROOT, TAKEN_OUT, run, run_program
from tests.house.architecture import parsed

ENGLISH_WORDS = re.compile(r"[A-Za-z]{3,}[ ,;:]+[A-Za-z]{3,}")
CORNER = "#...\n....\n....\n....\n"


def values(text):
    """Return the names of a message's values."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def numbers_in_code():
    """Return all numbers that calls of `phrase` can name."""
    found = set()
    for path in Path(lo_exact.__file__).parent.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "phrase":
                branches = [node.args[0]]
                while any(isinstance(one, ast.IfExp) for one in branches):
                    branches = [
                        part
                        for one in branches
                        for part in (
                            [one.body, one.orelse] if isinstance(one, ast.IfExp) else [one]
                        )
                    ]
                found |= {one.value for one in branches if isinstance(one, ast.Constant)}
    return found


def test_every_number_is_in_every_table_with_the_same_values():
    assert set(JAPANESE) == set(ENGLISH)
    for number, text in ENGLISH.items():
        # a language without plurals leaves a count out where it stood for one alone
        missing = values(text) - values(JAPANESE[number])
        assert values(JAPANESE[number]) <= values(text), number
        assert not missing or number in {93}, number


def test_no_message_is_asked_for_that_is_in_no_table():
    asked = numbers_in_code()
    assert asked <= set(ENGLISH)
    # a number that is chosen before the call is a constant elsewhere
    assert TAKEN_OUT.exists() or len(set(ENGLISH) - asked) < 15


def test_japanese_messages_hold_no_english_sentence():
    for number, text in JAPANESE.items():
        assert not ENGLISH_WORDS.search(re.sub(r"\{[^}]*\}", "", text)), number


def test_a_count_chooses_its_word():
    assert phrase(1, n=1) == "1 press"
    assert phrase(1, n=0) == "0 presses"
    assert phrase(130, n=1, least="3 presses") == (
        "So 3 presses is the minimum, and 1 more solution is as cheap."
    )


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ja_JP"}, "ja"),
        ({"LANG": "ja_JP", "LC_ALL": ""}, "ja"),
        ({"LANG": "\udce3"}, "en"),
    ],
)
def test_the_first_variable_that_is_set_says_the_language(environment, name):
    assert language_of(environment) == name


LESSON = {
    "press": (
        ["press", ALL_ON, "D1", "E1"],
        "2 回押した後：25 個のライトのうち 22 個が点いています",
    ),
    "chase": (
        ["chase", ALL_ON],
        "最後の行 31 通りのうち、消せるのは 7 通りです。試す 1 行目は 8 通りです。",
    ),
    "explain": (
        ["explain", ALL_ON],
        "したがって 15 手 が最少で、同じだけ少ない解がほかに 3 通りあります。",
    ),
    "improve": (["explain", ALL_ON, "--improve"], "したがって 15 手 が最少で"),
    "kernel": (["kernel", ALL_ON], "零空間の次元 2：独立な静かなパターン（零空間の元）は 2 個"),
    "eigen": (["kernel", ALL_ON, "--eigenvalue", "1"], "独立なパターンは 5 個、全部で 31 個です"),
    "matrix": (["matrix", "--size", "9x3"], "整数での行列式：369 = 3^2 * 41"),
    "min": (["min", ALL_ON, "--count", "--steps"], "最少の解は 4 通りです"),
    "solve": (["solve", ALL_ON], "解あり（feasible）："),
    "hint": (["hint", ALL_ON, "--why"], "どの解でも B2 を押します"),
    "hardest": (["hardest", "--size", "3x3"], "最も難しい盤は 9 手かかります（optimal）"),
}


@pytest.mark.parametrize("name", LESSON)
def test_commands_of_the_lesson_answer_in_japanese(name):
    words, wanted = LESSON[name]
    ran = run(*words, "--lang", "ja")
    assert ran.code == 0, ran.err
    assert wanted in ran.out
    said = "\n".join(line for line in ran.out.splitlines() if not line.startswith("方法："))
    assert not ENGLISH_WORDS.search(said)
    assert run("--lang=ja", *words).out == ran.out  # wherever it stands
    assert ENGLISH_WORDS.search(run(*words).out)  # and only where it is asked for


def test_what_cannot_be_solved_is_explained_in_japanese():
    ran = run("min", "-", "--lang", "ja", text=CORNER)
    assert ran.out.startswith("解なし（infeasible）：どう押しても解けません。証明済みです\n")
    assert "次の 8 個のライトのうち、変える必要があるのは奇数個です" in ran.out
    assert not ENGLISH_WORDS.search(ran.out)


def test_json_and_the_library_stay_as_they_are(monkeypatch):
    assert run("hint", ALL_ON, "--json", "--lang", "ja").code == 0
    assert joined_by_and(["A1", "B2"]) == "A1 and B2"
    before = run("min", ALL_ON, "--json").out
    same = run("min", ALL_ON, "--json", "--lang", "ja").out
    cut = re.compile(r'"seconds": [^,]*')
    assert cut.sub("", same) == cut.sub("", before)

    def japanese():
        choose_language("ja")
        return joined_by_and(["A1", "B2"])

    assert copy_context().run(japanese) == "A1、B2"
    assert joined_by_and(["A1", "B2"]) == "A1 and B2"


def test_the_environment_is_read_and_other_languages_are_refused():
    board = str(ROOT / "data/boards/all-on-5x5.txt")
    assert run_program("min", board, LANG="ja_JP.UTF-8", LC_ALL="").out.startswith(
        "最少（optimal）"
    )
    assert run_program("min", board, LANG="de_DE.UTF-8", LC_ALL="").out.startswith("optimal")
    ran = run("min", board, "--lang", "xx")
    assert (ran.code, ran.out) == (2, "")
    assert "choose en or ja, got 'xx'" in ran.err
