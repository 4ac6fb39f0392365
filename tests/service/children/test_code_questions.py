"""Distances of codes for a job: read as the command reads, and what two requests have in common."""

import json

import pytest

from lo_exact.service.children.code_questions import distance_answered

ONE, OTHER = "1 1 0\n0 1 1\n", "1 1 0 0\n0 0 1 1\n"


def answered(text):
    request = {"board": text, "question": "distance", "colours": 3}
    found = distance_answered(lambda *_: None, request, {"max_lights": 100}, 10.0, 5.0)
    return found["answer_key"], found["facts"], json.loads(found["result"])["distance"]


def test_codes_of_more_colours_have_keys_and_facts_of_their_own():
    first, second = (answered(text) for text in (ONE, OTHER))
    assert answered(ONE) == first
    assert first[0] != second[0]
    assert first[1]["puzzle_sha256"] != second[1]["puzzle_sha256"]
    assert [one[1]["colours"] for one in (first, second)] == [3, 3]
    assert (first[2], second[2]) == (3, 2)


@pytest.mark.parametrize(
    ("form", "read_from", "bound"),
    [(None, "a 5 x 5 check matrix", 2), ("board", "a 5 x 5 board", 12)],
)
def test_the_service_reads_rows_as_a_matrix_as_the_command_does(form, read_from, bound):
    request = {"board": "# m\n" * (form is None) + "1 1 1 1 1\n" * 5, "format": form}
    said = distance_answered(lambda *_: None, request, {"max_lights": 100}, 60, 60)
    result = json.loads(said["result"])
    assert (result["read_from"], result["distance"]) == (read_from, bound)
