"""Distances of codes for a job: what two requests have in common."""

import json

from lo_exact.service.children.distance import distance_answered

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
