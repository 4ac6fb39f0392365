"""Questions that no solution answers: rules, all boards, levels, every engine, over HTTP."""

import numpy as np
import pytest

from lo_exact.formats import parse_puzzle
from lo_exact.service.children import work
from lo_exact.service.requests import EXAMPLES

ALL_ON = "#####\n" * 5
GRADED = ("weight", "minimum_solutions", "nullity")


@pytest.mark.parametrize(
    ("question", "checked"),
    [
        ("explain", lambda r: r["minimum"] and (r["weight"], r["quiet_patterns"]) == (15, 3)),
        ("matrix", lambda r: r["determinant"] == 0 and sum(map(sum, r["matrix"])) == 105),
        ("grade", lambda r: [r[k] for k in GRADED] == [15, 4, 2]),
        ("hardest", lambda r: (r["status"], r["weight"]) == ("optimal", 15)),  # Goldwasser 1995
        ("histogram", lambda r: r["histogram"][15] == 7350),
    ],
)
def test_a_question_about_a_board_has_its_answer(server, question, checked):
    got = server.post(ALL_ON, question=question)
    assert got.status == 200
    assert checked(got.json["result"])


@pytest.mark.parametrize("question", work.ABOUT_BOARDS)
def test_which_questions_a_small_and_a_large_board_has_answered_among_the_quick_ones(question):
    rows = EXAMPLES[question][0] | {"question": question}
    small, large = (parse_puzzle("/".join(["#" * n] * n)) for n in (5, 25))
    never = question in ("crosscheck", "hardest", "histogram")
    light = question in ("press", "kernel", "plan", "chase", "matrix")
    assert (work._forecast(rows, small) is None) == never
    assert (work._forecast(rows, large) is None) != light


def test_questions_of_rules_need_no_board_and_tables_and_walks_have_a_text_of_their_own(server):
    def asked(board, **more):
        return server.post(board, **more).json

    by_size = asked("", question="histogram", size="3x3", colours=3)["result"]["histogram"]
    # no quiet patterns: each of the nine buttons is pressed 0, 1 or 2 times
    trinomials = [1, 9, 45, 156, 414, 882, 1554, 2304, 2907, 3139]
    assert by_size[:10] == trinomials
    shown = asked("", question="matrix", size="3x3", inverse=True)["result"]
    assert shown["determinant"] == -7
    product = np.array(shown["matrix"]) @ np.array(shown["inverse"]) % 2
    assert product.tolist() == np.eye(9).tolist()
    found = asked("", question="table", sizes="4x4..5x5", colour_range="2,3")["result"]
    assert found["values"] == [[4, 2], [2, 3]]
    level = "S..\n...\n"  # five cells to paint, one a step
    walk = asked(level, question="walk")["result"]
    assert (walk["status"], walk["steps"], walk["lower_bound"]) == ("optimal", 5, 5)
    listed = asked(level, question="walk", limit=5)["result"]
    assert walk["walk"] in listed["solutions"]
    for board, more, said in (
        ("", {"question": "walk"}, "bad-option"),
        ("", {"question": "hardest"}, "bad-board"),
        ("#", {"question": "min", "inverse": True}, "bad-option"),
        ("", {"question": "table", "sizes": "3"}, "bad-option"),
        ("", {"question": "table", "limit": 7}, "bad-option"),
        ("", {"question": "hardest", "size": "9999x9999"}, "bad-board"),
        ("", {"question": "matrix", "size": "400x400"}, "too-large"),
        (ALL_ON, {"question": "explain", "inverse": True}, "bad-option"),
    ):
        assert (asked(board, **more).get("problem") or asked(board, **more))["type"] == said


@pytest.mark.large
def test_all_engines_are_asked_about_a_board(server):
    got = server.post("##\n#.\n", question="crosscheck", time_limit=600, wait=30)
    agreed = got.json["result"]
    assert agreed["agree"]
    assert {row["weight"] for row in agreed["engines"] if row["status"] == "optimal"} == {1}
    assert agreed["proved"] > 10


@pytest.mark.parametrize("size", ["13x17", pytest.param("19x19", marks=pytest.mark.large)])
def test_a_question_of_all_boards_that_is_not_settled_in_time_says_what_it_knows(size, server):
    for seconds in (1, 5, 25):  # more where the machine is busy
        got = server.post("", question="hardest", size=size, time_limit=seconds).json
        assert got["state"] == "limit"
        if "upper_bound" in got["result"]:
            break
    assert got["result"]["lower_bound"] < got["result"]["upper_bound"]
    got = server.post("", question="histogram", size="5x5", colours=5, time_limit=0.1).json
    assert (got["state"], got["result"]["status"]) == ("limit", "unknown")


@pytest.mark.large
@pytest.mark.parametrize("where", ["result", "files"])
def test_an_answer_of_300_mebibytes_never_leaves_the_child(where, monkeypatch):
    """A result is refused; of files the answer is kept, and they are not."""
    huge = {"state": "done", "result": "{}", "files": {"proof": b"p", "more": b""}}
    if where == "result":
        huge["result"] = "x" * (300 * 2**20)
    else:
        huge["files"]["more"] = bytes(300 * 2**20)
    monkeypatch.setattr(work, "limit_this_process", lambda limits: None)
    monkeypatch.setattr(work, "_answered", lambda *arguments: huge)
    found = work.answer_question(None, {}, {"max_result": 2**24}, 0.0, 0.0)
    if where == "result":
        assert found["problem"]["type"] == "too-large"
        assert "result" not in found
    else:
        assert found == {"state": "done", "result": "{}", "files": {}}
